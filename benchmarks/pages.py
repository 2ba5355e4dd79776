"""How many pages two processes of the site send, and how a mix of people fares: `python -m benchmarks.pages`.

Serves the sample data with gunicorn on two processes: each kind of page to 16 browsers at once, then to 50
and to 200 people a mix of pages, each of which they look at for some seconds. Two in three have an account
with a list and a battle of their own, and a campaign, and change their list now and then. On a new SQLite
file, and on PostgreSQL where DATABASE_URL names a server, in a database of its own there. Aims: rules 300,
odds 150, builder 60 a second; 95 of 100 pages of the mix of 50 people in under 150 ms, no error for 200.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, RemoteDisconnected
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode

from benchmarks.soak.processes import free_port, own_database

PORT, AT_ONCE = int(os.environ.get("LEAGUER_PORT") or free_port()), 16
SECONDS, MIXED_SECONDS = 8.0, 30.0
PEOPLE = (50, 200)
THINKS = 3.0
"""For how many seconds somebody looks at a page, on average."""
TABLE = 10
"""How many people share a campaign."""
ODDS = "/odds/?system=baroque"
PUBLIC = ("/", "/books/", "/rules/baroque/", "/rules/baroque/BQ-6.1/", "/books/baroque/polish/", ODDS)
SECRET = "b" * 32
"""What the cookie against forged forms says, and so their token."""
VERSION = re.compile(rb'name="version" value="(\d+)"')
WIDTHS = ("a second", "p50 ms", "p95 ms", "CPU ms", "errors")


@dataclass(frozen=True)
class Visit:
    """An address, the cookies of who goes there, and what they then send back with the revision they saw."""

    address: str
    cookie: str = ""
    change: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Found:
    """What a run has measured: how long each answer took, in seconds, and how many were no page."""

    times: tuple[float, ...]
    errors: int

    def percentile(self, share: int) -> float:
        """Return how long so many of a hundred answers took at most, in milliseconds."""
        return sorted(self.times)[min(len(self.times) * share // 100, len(self.times) - 1)] * 1000


def main() -> None:
    """Print a line for each kind of page and for each number of people, the databases beside each other."""
    server = os.environ.pop("DATABASE_URL", "")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors before the first page", flush=True)
    measured = [_apart(_measured, "")]
    with ExitStack() as stack:
        if server:
            measured.append(_apart(_measured, stack.enter_context(own_database(server))))
    heading = "  ".join(WIDTHS)
    names = ("SQLite", "PostgreSQL")[: len(measured)]
    print(" " * 12, *(f"{name:<{len(heading)}}" for name in names), sep="   ")
    print(f"{'page':<12}", *([heading] * len(measured)), sep="   ")
    for rows in zip(*measured, strict=True):
        cells = (
            "  ".join(f"{each:>{len(word)}}" for each, word in zip(row[1:], WIDTHS, strict=True))
            for row in rows
        )
        print(f"{rows[0][0]:<12}", *cells, sep="   ")


Row = tuple[str, ...]
"""What a line of the table says."""


def _measured(database: str) -> list[Row]:
    """Return the lines of one database, with a site of its own."""
    with TemporaryDirectory() as folder:
        os.environ.update(
            LEAGUER_VAR=folder, LEAGUER_STATIC_ROOT=f"{folder}/static", LEAGUER_WORKERS="2",
            LEAGUER_PORT=str(PORT), DJANGO_SETTINGS_MODULE="config.settings", DATABASE_URL=database,
        )  # fmt: skip
        kinds, mixes = _prepared()
        with _served() as server:
            rows = [_line(name, [[visit]] * AT_ONCE, SECONDS, 0.0, server) for name, visit in kinds.items()]
            rows += [
                _line(f"{people} people", mixes[:people], MIXED_SECONDS, THINKS, server) for people in PEOPLE
            ]
    return rows


def _line(name: str, people: Sequence[Sequence[Visit]], seconds: float, thinks: float, server: int) -> Row:
    _apart(_visit, people, 1.0, thinks)  # the first of each kind costs more
    before, began = _cpu(server), monotonic()
    found: Found = _apart(_visit, people, seconds, thinks)
    took, cpu = monotonic() - began, (_cpu(server) - before) * 1000 / max(len(found.times), 1)
    rate, p50, p95 = len(found.times) / took, found.percentile(50), found.percentile(95)
    return name, f"{rate:.1f}", f"{p50:.0f}", f"{p95:.0f}", f"{cpu:.1f}", str(found.errors)


def _apart(work: Callable[..., Any], *args: object) -> Any:
    """Return what `work` finds in a process of its own, so that no reader waits for another."""
    pool = get_context("fork")
    receiver, sender = pool.Pipe(duplex=False)
    process = pool.Process(target=lambda: sender.send(work(*args)))
    process.start()
    sender.close()
    found = receiver.recv()
    process.join()
    return found


# -- the site --------------------------------------------------------------------------------------


def _prepared() -> tuple[dict[str, Visit], list[list[Visit]]]:
    """Return the page of each kind, and what each person of the mix visits, with their data written."""
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.urls import reverse

    from armylists import services as list_services
    from armylists.models import ArmyList
    from armylists.owned.services import share
    from battles import services as battle_services
    from battles.models import Battle
    from campaigns import services as campaign_services
    from campaigns.models import Campaign
    from campaigns.sample import KEY, campaigns

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    with redirect_stdout(StringIO()):  # it says how to sign in
        call_command("load_sample", verbosity=0)
    alice = User.objects.get(username="alice")
    sample = ArmyList.objects.of(alice).filter(system="baroque").earliest("pk")
    battle = Battle.objects.of(alice).filter(status="over", system="baroque").earliest("pk")
    campaign: Campaign | None = None
    share(sample)
    share(battle)

    def member(number: int) -> list[Visit]:
        """What somebody visits who has an account, and a list and a battle of their own."""
        nonlocal campaign
        user = User.objects.create_user(f"person{number}")
        army = list_services.create(user, sample.army)
        going = battle_services.begin(user, battle.setup, tacticians=())
        if campaign is None or number % TABLE == 0:
            campaign = campaign_services.create(user, campaigns()[KEY])
        else:
            campaign_services.add_member(campaign, user, "neutral", "")
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        cookie = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={SECRET}"
        builder = reverse("armylists:edit", args=[army.public_id])
        unit = next(army.army.units()).id
        rows = [each.get_absolute_url() for each in (army, going, campaign)]
        board = reverse("battles:board", args=[going.public_id])
        own = [
            "/",
            "/lists/",
            "/battles/",
            "/campaigns/",
            builder,
            *rows,
            board,
            board,
            "/rules/baroque/",
            ODDS,
        ]
        rename = (("do", "rename"), ("unit", unit), ("name", f"The company of {number}"))
        return [*(Visit(each, cookie) for each in own), Visit(builder, cookie, rename)]

    visitor = [Visit(each) for each in (sample.shared_url, battle.shared_url, *PUBLIC)]
    mixes = [visitor if number % 3 == 2 else member(number) for number in range(max(PEOPLE))]
    connection.close()
    kinds = {
        "rules": Visit("/rules/baroque/"), "odds": Visit(ODDS), "book": Visit("/books/baroque/polish/"),
        "shared list": Visit(sample.shared_url), "result": Visit(battle.shared_url), "builder": mixes[0][4],
    }  # fmt: skip
    return kinds, mixes


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


def _visit(people: Sequence[Sequence[Visit]], seconds: float, thinks: float) -> Found:
    """Let people visit pages, each in a thread."""
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
    return Found(tuple(times), len(errors))


def _person(
    seed: int, visits: Sequence[Visit], until: float, thinks: float, times: list[float], errors: list[str]
) -> None:
    dice = random.Random(seed)
    connection = HTTPConnection("127.0.0.1", PORT, timeout=60)

    def load(visit: Visit, body: str = "") -> bytes:
        began, page = monotonic(), b""
        try:
            try:
                answer = _asked(connection, visit, body)
            except (ConnectionError, RemoteDisconnected):
                # The server closes a connection that nobody used for a while: browsers open another.
                connection.close()
                answer = _asked(connection, visit, body)
            page = answer.read()
            if answer.status != 200:
                errors.append(f"{answer.status} at {visit.address}")
        except OSError as error:
            errors.append(f"{error!r} at {visit.address}")
            connection.close()
        times.append(monotonic() - began)
        if thinks:
            sleep(dice.expovariate(1 / thinks))
        return page

    if thinks:
        sleep(dice.random() * thinks)
    while monotonic() < until:
        visit = dice.choice(visits)
        page = load(visit)
        if visit.change and (seen := VERSION.search(page)):
            load(visit, urlencode([*visit.change, ("version", seen[1].decode())]))


def _asked(connection: HTTPConnection, visit: Visit, body: str) -> HTTPResponse:
    headers = {"Cookie": visit.cookie} if visit.cookie else {}
    if body:
        headers |= {
            "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": SECRET, "HX-Request": "true",
        }  # fmt: skip
    connection.request("POST" if body else "GET", visit.address, body or None, headers)
    return connection.getresponse()


if __name__ == "__main__":
    main()
