"""A soak: `make soak`, or `python -m benchmarks.soak --minutes 60 [--seed 1]`.

Starts web, two workers and a Redis as processes, on a database of its own on PostgreSQL (DATABASE_URL), and
lets people play, write lists and read pages, all at once, for so many minutes. Every few seconds a process is
killed (-9) by chance: a process of the web server, the whole web server, what does a task, or a whole worker.
What is gone starts again, as systemd or Docker would do.

At the end everything that was confirmed has to be there: each choice and each list; each automatic battle has
come to its end; and each battle, played again with every choice checked, has to be the one that is stored.
Prints a table; exit 1 if anything is missing or another, or an answer was an error of the server.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import requests

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples" / "lists"
BIN = Path(sys.executable).parent
PEOPLE = 12
PAUSE = 0.2
"""Seconds between two requests of a person."""
REST = (4.0, 10.0)
"""Seconds between two kills, at least and at most."""
PATIENCE = 60
"""Seconds in which the workers end at least one of the battles that are left."""
PAGES = ("/", "/lists/", "/battles/", "/books/", "/rules/", "/odds/", "/campaigns/", "/healthz")
KILLED = ("web process", "web server", "task process", "worker")
ARMIES = {"a-army": "sample:royalist-patrol-300", "b-army": "sample:parliament-patrol-300", "table": "20x15"}
SETUP = {**ARMIES, "terrain": "open", "max_turns": "16", "who": "both", "dice": "stream", "seed": ""}

PREPARE = """
import json
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command

call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
keys = []
for number in range(%d):
    user = User.objects.create_user(f"person{number}")
    session = SessionStore()
    session.update({
        SESSION_KEY: str(user.pk), HASH_SESSION_KEY: user.get_session_auth_hash(),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
    })
    session.create()
    keys.append(session.session_key)
print(json.dumps(keys))
"""


@dataclass
class Tally:
    """What all people together have done, and what was confirmed to them."""

    answers: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    choices: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)
    lists: list[tuple[str, str]] = field(default_factory=list)
    battles: list[str] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)


class Person:
    """Somebody who does one thing after the other; what is not answered, they try again another time."""

    def __init__(self, number: int, address: str, session: str, tally: Tally, seed: int) -> None:
        self.number, self.address, self.tally = number, address, tally
        self.chance = random.Random(f"{seed}|{number}")
        self.http = requests.Session()
        self.http.cookies.update({"sessionid": session, "csrftoken": "s" * 32})
        self.http.headers["X-CSRFToken"] = "s" * 32
        self.battle = ""
        self.written = 0

    def live(self, over: threading.Event) -> None:
        """Do things until the time is up."""
        doings = (self.choose, self.save, self.fight, self.read, self.print)
        while not over.wait(PAUSE):
            with suppress(requests.RequestException, Refused):
                self.chance.choices(doings, (9, 3, 1, 6, 3))[0]()

    def ask(self, what: str, method: str, path: str, **more: Any) -> requests.Response:
        """Ask the site for something; Refused for what it does not do."""
        begun = time.monotonic()
        try:
            answer = self.http.request(method, self.address + path, timeout=60, allow_redirects=False, **more)
        except requests.RequestException:
            self.tally.answers["no answer: killed meanwhile"] += 1
            raise
        self.tally.seconds[what].append(time.monotonic() - begun)
        if answer.status_code >= 500:
            self.tally.errors.append(f"{method} {path}: {answer.status_code}")
        if answer.status_code >= 400:
            self.tally.answers[f"refused with {answer.status_code}"] += 1
            raise Refused
        self.tally.answers["answered"] += 1
        return answer

    def choose(self) -> None:
        """Make a choice in a battle against the tactician, of which there is always one."""
        if not self.battle:
            lists = [json.loads((SAMPLES / f"{name}.json").read_text()) for name in PATROLS]
            asked = {"lists": lists, "tacticians": [1], "terrain": "open"}
            answer = self.ask("begin a battle", "POST", "/api/v1/battles/", json=asked)
            self.battle = answer.json()["id"]
            self.tally.battles.append(self.battle)
        path = f"/api/v1/battles/{self.battle}"
        now = self.ask("read a decision", "GET", f"{path}/choices/").json()
        if now["decision"] is None:
            played = self.ask("play on", "POST", f"{path}/advance/", json={"seconds": 1}).json()
            if played["status"] == "over":
                self.battle = ""
            return
        plain = [each["key"] for each in now["decision"]["options"] if not each.get("params")]
        if not plain:
            self.battle = ""  # only with numbers: somebody else may lead it on
            return
        choice = self.chance.choice(plain)
        asked = {"revision": now["revision"], "choice": choice}
        self.ask("choose", "POST", f"{path}/choices/", json=asked)
        self.tally.choices.append((self.battle, now["number"] + 1, choice))

    def save(self) -> None:
        """Save a list."""
        army = json.loads((SAMPLES / f"{PATROLS[0]}.json").read_text())
        self.written += 1
        army["name"] = f"List {self.written} of {self.number}"
        answer = self.ask("save a list", "POST", "/api/v1/lists/", json={"document": army})
        self.tally.lists.append((answer.json()["id"], army["name"]))

    def fight(self) -> None:
        """Order an automatic battle, and look at it for a moment."""
        answer = self.ask("order a battle", "POST", "/battles/new/", data=SETUP)
        page = answer.headers["Location"]
        self.tally.battles.append(page.strip("/").split("/")[-1])
        for _ in range(3):
            self.ask("follow a battle", "POST", f"{page}advance/", headers={"HX-Request": "true"})

    def read(self) -> None:
        """Read a page."""
        self.ask("read a page", "GET", self.chance.choice(PAGES))

    def print(self) -> None:
        """Print one of the last lists."""
        if self.tally.lists and self.chance.random() < 0.2:
            mine = [key for key, name in self.tally.lists[-50:] if name.endswith(f" of {self.number}")]
            if mine:
                self.ask("print a roster", "GET", f"/api/v1/lists/{mine[-1]}/pdf/")


PATROLS = ("royalist-patrol-300", "parliament-patrol-300")


class Refused(Exception):  # noqa: N818 (it is no fault of the program)
    """The site has said no."""


class Site:
    """The processes of a site; those that end are started again."""

    def __init__(self, home: Path, variables: dict[str, str]) -> None:
        self.home, self.variables = home, variables
        self.commands = {
            "web": [str(BIN / "gunicorn"), _application(), "--config", "config/gunicorn.py"],
            "worker 1": [sys.executable, "manage.py", "rqworker"],
            "worker 2": [sys.executable, "manage.py", "rqworker"],
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def keep_up(self) -> None:
        """Start what does not run."""
        for name, command in self.commands.items():
            if name not in self.running or self.running[name].poll() is not None:
                with (self.home / f"{name}.log").open("ab") as log:
                    self.running[name] = subprocess.Popen(
                        command, cwd=ROOT, env=self.variables, stdout=log, stderr=log
                    )

    def kill(self, what: str, chance: random.Random) -> bool:
        """Kill one process of a kind; false if there is none now."""
        web = self.running["web"]
        workers = [each for name, each in self.running.items() if name != "web"]
        tasks = [pid for each in workers for pid in children(each.pid)]
        pids = {
            "web process": children(web.pid),
            "web server": [web.pid],
            "task process": tasks,
            "worker": [each.pid for each in workers],
        }[what]
        if not pids:
            return False
        pid = chance.choice(pids)
        with suppress(ProcessLookupError):
            # With a whole worker goes what it has forked, as when a machine is switched off.
            forked = children(pid) if what == "worker" else []
            for each in (pid, *forked):
                os.kill(each, signal.SIGKILL)
        return True

    def end(self) -> dict[str, int]:
        """Stop everything as a machine that shuts down does; return the exit codes."""
        for each in self.running.values():
            each.send_signal(signal.SIGTERM)
        return {name: each.wait(timeout=60) for name, each in self.running.items()}


def children(pid: int) -> list[int]:
    """Return the processes that this one has forked."""
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _application() -> str:
    """Return what gunicorn serves, as docs/deploy.md says."""
    lines = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8").splitlines()
    return next(line.split()[1] for line in lines if line.startswith(".venv/bin/gunicorn "))


def free_port() -> int:
    """Return a port that nobody uses."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@contextmanager
def own_database(url: str) -> Iterator[str]:
    """Yield the address of an empty database of this PostgreSQL, which is dropped afterwards."""
    name = f"leaguer_soak_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{url.rpartition('/')[0]}/{name}"
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def own_redis(home: Path) -> Iterator[str]:
    """Yield the address of a Redis of one's own."""
    port = free_port()
    command = [
        "redis-server",
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--dir",
        str(home),
        "--appendonly",
        "yes",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()


def until(come: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so; false if it does not come in time."""
    end = time.monotonic() + seconds
    while not come():
        if time.monotonic() > end:
            return False
        time.sleep(0.5)
    return True


def answers(address: str) -> bool:
    """Whether the site answers."""
    with suppress(requests.RequestException):
        return requests.get(f"{address}/healthz", timeout=5).ok
    return False


def soak(minutes: float, seed: int, site: Site, address: str, sessions: list[str]) -> Tally:
    """Let people live and processes die for so many minutes."""
    tally, over, chance = Tally(), threading.Event(), random.Random(seed)
    people = [Person(number, address, key, tally, seed) for number, key in enumerate(sessions)]
    threads = [threading.Thread(target=each.live, args=(over,)) for each in people]
    site.keep_up()
    if not until(lambda: answers(address), 120):
        raise SystemExit(f"The site did not start: see {site.home}")
    for each in threads:
        each.start()
    end = time.monotonic() + minutes * 60
    while time.monotonic() < end:
        rest = time.monotonic() + chance.uniform(*REST)
        while time.monotonic() < min(rest, end):
            time.sleep(0.2)
            site.keep_up()
        what = chance.choices(KILLED, (4, 1, 3, 2))[0]
        if site.kill(what, chance):
            tally.kills[what] += 1
    over.set()
    for each in threads:
        each.join()
    site.keep_up()
    return tally


def let_end() -> None:
    """Let the workers come to the end of what was ordered."""
    from battles import tasks
    from battles.models import Battle

    def going() -> int:
        left = [row for row in Battle.objects.exclude(status="over") if tasks.alone(row)]
        for row in left:
            # As its page does: who ordered it may have had no answer, and no worker ever heard of it.
            tasks.play_on(row)
        return len(left)

    left = going()
    while left and until(lambda before=left: going() < before, PATIENCE):  # type: ignore[misc]
        left = going()


def check(tally: Tally) -> list[tuple[str, int, int]]:
    """Return what has to be there, how much of it was looked at, and how much is missing or another."""
    from armylists.models import ArmyList
    from battles import replay, tasks
    from battles.models import Battle, Choice

    names = {str(key): name for key, name in ArmyList.objects.values_list("public_id", "name")}
    battles = {str(row.public_id): row for row in Battle.objects.all()}
    made = {
        (str(key), number): choice
        for key, number, choice in Choice.objects.values_list("battle__public_id", "number", "choice")
    }
    other = gaps = 0
    for row in battles.values():
        found = replay.replayed(row)
        other += (found.engine.hash, found.version) != (row.hash, row.version) or found.stop is not None
        numbers = list(row.choices.values_list("number", flat=True))
        gaps += numbers != list(range(1, row.version + 1))
    automatic = [row for row in battles.values() if tasks.alone(row)]
    return [
        ("choices that were confirmed", len(tally.choices), sum(
            made.get((battle, number)) != choice for battle, number, choice in tally.choices
        )),
        ("lists that were confirmed", len(tally.lists), sum(
            names.get(key) != name for key, name in tally.lists
        )),
        ("battles that were confirmed", len(tally.battles), len(set(tally.battles) - set(battles))),
        ("automatic battles, fought to the end", len(automatic), sum(not row.over for row in automatic)),
        ("battles with every choice once", len(battles), gaps),
        ("battles the same when replayed", len(battles), other),
    ]  # fmt: skip


def told(tally: Tally, found: list[tuple[str, int, int]], home: Path, codes: dict[str, int]) -> bool:
    """Print what happened; return whether all is well."""
    print(f"\n{'request':24}{'answers':>10}{'median ms':>10}{'p95 ms':>10}{'max ms':>10}")
    for what, seconds in sorted(tally.seconds.items()):
        cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else seconds * 99
        figures = (cuts[49], cuts[94], max(seconds))
        print(f"{what:24}{len(seconds):10}" + "".join(f"{each * 1e3:10.0f}" for each in figures))
    print()
    for what, count in sorted(tally.answers.items()):
        print(f"{what:38}{count:8}")
    for what in KILLED:
        print(f"{'killed: ' + what:38}{tally.kills[what]:8}")
    logs = "".join(path.read_text() for path in home.glob("worker*.log"))
    print(f"{'tasks begun again':38}{logs.count('enqueued for retry'):8}")
    print(f"\n{'afterwards':38}{'looked at':>10}{'missing or other':>18}")
    for what, count, wrong in found:
        print(f"{what:38}{count:10}{wrong:18}")
    asked = sum(len(each) for each in tally.seconds.values())
    print(f"{'answers that are errors of the server':38}{asked:10}{len(tally.errors):18}")
    for each in tally.errors[:10]:
        print(f"  {each}")
    print("ended with " + ", ".join(f"{name}: {code}" for name, code in codes.items()))
    return not tally.errors and not any(wrong for _, _, wrong in found)


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="of what people do and of what is killed")
    options = parser.parse_args()
    # Whoever ends it leaves no process and no database behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped"))
    url = os.environ.get("DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/test"
    with TemporaryDirectory() as folder, own_database(url) as database, own_redis(Path(folder)) as tasks:
        home, port = Path(folder), free_port()
        rooms = ("LISTS", "BATTLES", "RECORDS", "BOOKS", "SCENARIOS", "CAMPAIGNS", "MAPS", "UPLOADS")
        os.environ.update({
            "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": database, "LEAGUER_TASKS": tasks,
            "LEAGUER_VAR": str(home), "LEAGUER_STATIC_ROOT": str(home / "static"),
            "LEAGUER_BIND": f"127.0.0.1:{port}", "LEAGUER_API_USER_RATE": "1000000/min",
            "LEAGUER_API_CHECK_RATE": "1000000/min", **{f"LEAGUER_ROOM_{each}": "0" for each in rooms},
        })  # fmt: skip
        import django

        prepared = subprocess.run(
            [sys.executable, "-c", f"import django; django.setup()\n{PREPARE % PEOPLE}"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        sessions = json.loads(prepared.stdout.splitlines()[-1])
        site = Site(home, dict(os.environ))
        try:
            tally = soak(options.minutes, options.seed, site, f"http://127.0.0.1:{port}", sessions)
            django.setup()
            let_end()
        finally:
            codes = site.end()
        found = check(tally)
        from django.db import connections

        connections.close_all()
        return 0 if told(tally, found, home, codes) else 1


if __name__ == "__main__":
    sys.exit(main())
