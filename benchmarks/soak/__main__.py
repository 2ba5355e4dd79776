"""A soak: `make soak`, or `python -m benchmarks.soak --minutes 60 [--seed 1]`.

Starts web, two workers and a Redis as processes, on a database of its own on PostgreSQL (DATABASE_URL), and
lets people play, write lists, report results of a tournament, read pages, print and ask for mail, all at
once, for so many minutes. Every few seconds a process is killed (-9) by chance: a process of the web server,
the whole web server, what does a task, or a whole worker. What is gone starts again, as systemd or Docker
would do.

At the end everything that was confirmed has to be there: each choice, list, result and mail; each automatic
battle has come to its end; and each battle, played again with every choice checked, has to be the one that is
stored. Prints a table; exit 1 if anything is missing or another, or an answer was an error of the server.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.soak.afterwards import check, let_end, told
from benchmarks.soak.people import Person, Tally
from benchmarks.soak.processes import (
    KILLED,
    Site,
    answers,
    copied,
    free_port,
    own_database,
    own_redis,
    until,
)  # fmt: skip

PEOPLE = 12
REST = (4.0, 10.0)
"""Seconds between two kills, at least and at most."""

PREPARE = """
import json
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command

from benchmarks.soak.people import a_round
from tournaments.services import create

call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
keys, users = [], []
for number in range(%d):
    user = User.objects.create_user(f"person{number}")
    session = SessionStore()
    session.update({
        SESSION_KEY: str(user.pk), HASH_SESSION_KEY: user.get_session_auth_hash(),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
    })
    session.create()
    keys.append(session.session_key)
    users.append(user)
row = create(users[0], a_round(len(users)), "public")
for number, user in enumerate(users):
    row.entries.filter(player=f"p{number}").update(user=user)
print(json.dumps([keys, str(row.public_id)]))
"""


def soak(
    minutes: float, seed: int, site: Site, address: str, sessions: list[str], tournament: str
) -> Tally:  # fmt: skip
    """Let people live and processes die for so many minutes."""
    tally, over, chance = Tally(), threading.Event(), random.Random(seed)
    people = [Person(number, address, key, tally, seed, tournament) for number, key in enumerate(sessions)]
    threads = [threading.Thread(target=each.live, args=(over,)) for each in people]
    site.keep_up()
    if not until(lambda: answers(address), 600):
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
        tree = copied(home)
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
            cwd=tree, capture_output=True, text=True, check=True,
        )  # fmt: skip
        sessions, tournament = json.loads(prepared.stdout.splitlines()[-1])
        site, address = Site(home, tree, dict(os.environ)), f"http://127.0.0.1:{port}"
        try:
            tally = soak(options.minutes, options.seed, site, address, sessions, tournament)
            django.setup()
            let_end()
        finally:
            codes = site.end()
        found = check(tally, home)
        from django.db import connections

        connections.close_all()
        return 0 if told(tally, found, home, codes) else 1


if __name__ == "__main__":
    sys.exit(main())
