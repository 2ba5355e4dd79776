"""How many pages two processes of the site send: `python -m benchmarks.pages`.

Serves the sample data with gunicorn on two processes, each kind of page to 16 browsers at once, then a mix of
pages to 50 and to 200 people who look at each page for some seconds. The database is a new SQLite file, or
the empty one that DATABASE_URL names. Aims: rules 300, odds 150, builder 60 a second; 95 of 100 pages of the
mix of 50 people in under 150 ms, no error for 200.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, RemoteDisconnected
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep

PORT, AT_ONCE = int(os.environ.get("LEAGUER_PORT") or 8790), 16
SECONDS, MIXED_SECONDS = 8.0, 30.0
THINKS = 3.0
"""For how many seconds somebody looks at a page, on average."""
ODDS = "/odds/?system=baroque"


@dataclass(frozen=True)
class Visit:
    """An address, and the cookies of who goes there."""

    address: str
    cookie: str = ""


@dataclass(frozen=True)
class Found:
    """What a run has measured: how long each answer took, in seconds, and how many were no page."""

    times: tuple[float, ...]
    errors: int

    def percentile(self, share: int) -> float:
        """Return how long so many of a hundred answers took at most, in milliseconds."""
        return sorted(self.times)[min(len(self.times) * share // 100, len(self.times) - 1)] * 1000


def main() -> None:
    """Print a line for each kind of page, then one for each number of people."""
    with TemporaryDirectory() as folder:
        os.environ.update(
            LEAGUER_VAR=folder, LEAGUER_STATIC_ROOT=f"{folder}/static", LEAGUER_WORKERS="2",
            LEAGUER_PORT=str(PORT), DJANGO_SETTINGS_MODULE="config.settings",
        )  # fmt: skip
        kinds, mixes = _prepared()
        with _served() as server:
            print(f"{'page':<12} {'a second':>8} {'p50 ms':>7} {'p95 ms':>7} {'CPU ms':>7} {'errors':>7}")
            for name, visit in kinds.items():
                _line(name, [[visit]] * AT_ONCE, SECONDS, 0.0, server)
            for people in (50, 200):
                visits = [mixes[number % len(mixes)] for number in range(people)]
                _line(f"{people} people", visits, MIXED_SECONDS, THINKS, server)


def _line(name: str, people: Sequence[Sequence[Visit]], seconds: float, thinks: float, server: int) -> None:
    _run(people, 1.0, thinks)  # the first of each kind costs more
    before, began = _cpu(server), monotonic()
    found = _run(people, seconds, thinks)
    took, cpu = monotonic() - began, (_cpu(server) - before) * 1000 / max(len(found.times), 1)
    p50, p95 = found.percentile(50), found.percentile(95)
    rate = len(found.times) / took
    print(f"{name:<12} {rate:8.1f} {p50:7.0f} {p95:7.0f} {cpu:7.1f} {found.errors:7}", flush=True)


# -- the site --------------------------------------------------------------------------------------


def _prepared() -> tuple[dict[str, Visit], list[list[Visit]]]:
    """Return the page of each kind, and what the people of the mix visit, with the sample data written."""
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.urls import reverse

    from armylists.models import ArmyList
    from armylists.owned import services
    from battles.models import Battle
    from campaigns.models import Campaign

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    with redirect_stdout(StringIO()):  # it says how to sign in
        call_command("load_sample", verbosity=0)
    visits: list[list[Visit]] = []
    public = ["/", "/books/", "/rules/baroque/", "/rules/baroque/BQ-6.1/", "/books/baroque/polish/", ODDS]
    for user in User.objects.order_by("pk"):
        client = Client()
        client.force_login(user)
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        army = ArmyList.objects.of(user).filter(system="baroque").first()
        battle = Battle.objects.of(user).filter(status="over").first()
        campaign = Campaign.objects.of(user).first()
        if army is None or battle is None or campaign is None:
            continue
        services.share(army)
        services.share(battle)
        address = reverse("armylists:edit", args=[army.public_id])
        rows = [row.get_absolute_url() for row in (army, battle, campaign)]
        own = ["/", "/lists/", "/battles/", "/campaigns/", address, *rows, "/rules/baroque/", ODDS]
        builder, shared = Visit(address, cookie), Visit(army.shared_url)
        result = Visit(battle.shared_url)
        visits += [[Visit(each, cookie) for each in own], [shared, *map(Visit, public)]]
    connection.close()
    kinds = {
        "rules": Visit("/rules/baroque/"), "odds": Visit(ODDS), "book": Visit("/books/baroque/polish/"),
        "shared list": shared, "result": result, "builder": builder,
    }  # fmt: skip
    return kinds, visits


@contextmanager
def _served() -> Iterator[int]:
    """Serve the site; yield the process id of gunicorn."""
    command = [sys.executable, "-m", "gunicorn", "config.asgi", "--config", "config/gunicorn.py"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        if not server.stdout.readline():
            raise SystemExit("The site did not start.")
        sleep(1)  # gunicorn says where it is before it has its workers
        yield server.pid
    finally:
        server.terminate()
        server.wait()


def _cpu(server: int) -> float:
    """Return what gunicorn's processes have used of the processor, in seconds."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    ticks = 0
    for process in (str(server), *children):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


# -- its readers -----------------------------------------------------------------------------------


def _run(people: Sequence[Sequence[Visit]], seconds: float, thinks: float) -> Found:
    """Let people visit pages, in a process of their own so that they do not wait for each other's reading."""
    pool = get_context("fork")
    receiver, sender = pool.Pipe(duplex=False)
    process = pool.Process(target=_visit, args=(people, seconds, thinks, sender.send))
    process.start()
    found: Found = receiver.recv()
    process.join()
    return found


def _visit(
    people: Sequence[Sequence[Visit]], seconds: float, thinks: float, send: Callable[[Found], None]
) -> None:
    times: list[float] = []
    errors: list[str] = []
    until = monotonic() + seconds
    threads = [
        Thread(target=_person, args=(number, visits, until, thinks, times, errors))
        for number, visits in enumerate(people)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for words in sorted(set(errors))[:3]:
        print(words, file=sys.stderr)
    send(Found(tuple(times), len(errors)))


def _person(
    seed: int, visits: Sequence[Visit], until: float, thinks: float, times: list[float], errors: list[str]
) -> None:
    dice = random.Random(seed)
    connection = HTTPConnection("127.0.0.1", PORT, timeout=60)
    if thinks:
        sleep(dice.random() * thinks)
    while monotonic() < until:
        visit = dice.choice(visits)
        began = monotonic()
        try:
            try:
                answer = _asked(connection, visit)
            except (ConnectionError, RemoteDisconnected):
                # The server closes a connection that nobody used for a while: browsers open another.
                connection.close()
                answer = _asked(connection, visit)
            answer.read()
            if answer.status != 200:
                errors.append(f"{answer.status} at {visit.address}")
        except OSError as error:
            errors.append(f"{error!r} at {visit.address}")
            connection.close()
        times.append(monotonic() - began)
        if thinks:
            sleep(dice.expovariate(1 / thinks))


def _asked(connection: HTTPConnection, visit: Visit) -> HTTPResponse:
    connection.request("GET", visit.address, headers={"Cookie": visit.cookie} if visit.cookie else {})
    return connection.getresponse()


if __name__ == "__main__":
    main()
