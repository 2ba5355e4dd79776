"""The phones of a hall while the results of a round come in: `benchmarks.bench_tournament --phones 200`.

Each phone is a player who is signed in: it holds a stream, and fetches the page again as `follow.js` does.
At each table one player reports and the other confirms, at some moment of SECONDS.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from benchmarks.soak.processes import free_port, own_database
from benchmarks.watching import own_site, processor_time, served, until

SECONDS = 90.0
SHARE = 0.04
"""Seconds of the server's time for each phone, as in `follow.js`."""
SECRET = "b" * 32


@dataclass
class Hall:
    """What is measured: how long each answer took, by what was asked."""

    port: int
    address: str
    cookies: dict[str, str]
    pages: list[float] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    open: int = 0

    async def ask(self, player: str, path: str, body: dict[str, str] | None = None) -> float:
        """Send a request and read the whole answer; how many seconds that took."""
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        said = urlencode(body or {}).encode()
        lines = [
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: localhost", "Connection: close",
            f"Cookie: {self.cookies[player]}", "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(said)}", "", "",
        ]  # fmt: skip
        writer.write("\r\n".join(lines).encode() + said)
        status = (await reader.readline()).split()[1]
        await reader.read()
        writer.close()
        if status != (b"200" if body is None else b"302"):
            self.wrong.append(f"{path}: {status!r}")
        return time.perf_counter() - began

    async def phone(self, player: str) -> None:
        """Hold a stream; fetch the page after it has told of something, as often as follow.js does."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = f"GET {self.address}events/ HTTP/1.1", "Host: localhost", "Accept: text/event-stream"
        writer.write("\r\n".join([*lines, f"Cookie: {self.cookies[player]}", "", ""]).encode())
        told, seen, fetched = -1, None, 0.0
        spread = SHARE * len(self.cookies)

        async def fetch() -> None:
            nonlocal seen, fetched
            while True:
                if seen == told:
                    await asyncio.sleep(0.05)
                    continue
                wait = max(random.random() * spread, fetched + spread - time.perf_counter())
                await asyncio.sleep(wait)
                seen, fetched = told, time.perf_counter()
                self.pages.append(await self.ask(player, self.address))

        fetching: asyncio.Task[None] | None = None
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    told = int(line[6:])
                    if fetching is None:
                        seen, self.open = told, self.open + 1
                        fetching = asyncio.create_task(fetch())
        finally:
            if fetching is not None:
                fetching.cancel()

    async def post(self, at: float, who: str, mark: str, **fields: str) -> None:
        """Send a form of the page at a moment."""
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        body = {"csrfmiddlewaretoken": SECRET, "mark": mark, "back": self.address}
        body |= {f"a.{name}": value for name, value in fields.items()}
        self.posts.append(await self.ask(who, f"{self.address}act/", body))


def measure_phones(phones: int) -> None:
    """Print how long pages and forms take, and whether every result is there."""
    with ExitStack() as stack:
        if url := os.environ.get("DATABASE_URL"):
            os.environ["DATABASE_URL"] = stack.enter_context(own_database(url))
        port = free_port()
        stack.enter_context(own_site(port))
        row, cookies = _event(phones)
        with served(port) as server:
            asyncio.run(_play(Hall(port, row.get_absolute_url(), cookies), row, server.pid))
        _check(row)


def _event(phones: int) -> tuple[Any, dict[str, str]]:
    """Return a tournament whose third round has begun, and the cookies of each player."""
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    from benchmarks.bench_tournament import played_event
    from tournaments import services
    from tournaments.engine.actions import Pair, Publish
    from tournaments.engine.rounds import next_round
    from tournaments.persistence import document_of

    owner = User.objects.create_user("owner")
    row = played_event(owner, 2, players=phones)
    row = services.act(row, owner, Pair(number=3, round=next_round(document_of(row))))
    row = services.act(row, owner, Publish(round=3))
    users = User.objects.bulk_create(User(username=f"phone-{number}") for number in range(phones))
    cookies = {}
    for user, entry in zip(users, row.entries.all(), strict=True):
        row.entries.filter(pk=entry.pk).update(user=user)
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        cookies[entry.player] = (
            f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={SECRET}"
        )
    return row, cookies


async def _play(hall: Hall, row: Any, pid: int) -> None:
    phones = [asyncio.create_task(hall.phone(player)) for player in hall.cookies]
    await until(lambda: hall.open == len(phones), "the streams are open")
    posts = list(_posts(hall, row, time.perf_counter()))
    before, began = processor_time(pid), time.perf_counter()
    await asyncio.gather(*posts)
    await asyncio.sleep(3 * SHARE * len(phones))
    spent = (processor_time(pid) - before) / (time.perf_counter() - began)
    for task in phones:
        task.cancel()
    from django.db import connection

    print(f"{connection.vendor}, {len(phones)} phones, {len(hall.posts)} forms in {SECONDS:.0f} s; "
          f"{spent:.0%} of a processor; {len(hall.wrong)} wrong answers {hall.wrong[:3]}")  # fmt: skip
    for name, times in (("pages", hall.pages), ("forms", hall.posts), ("all", hall.pages + hall.posts)):
        cuts = statistics.quantiles(times, n=20, method="inclusive")
        print(f"{name:6} {len(times):6}  p50 {1000 * cuts[9]:5.0f} ms  p95 {1000 * cuts[18]:5.0f} ms  "
              f"slowest {1000 * max(times):5.0f} ms")  # fmt: skip


def _posts(hall: Hall, row: Any, began: float) -> Iterator[Any]:
    from tournaments.engine.actions import ReportResult
    from tournaments.engine.document import Result
    from tournaments.persistence import document_of, mark_of

    for pairing in document_of(row).rounds[2].pairings:
        one, other = pairing.players
        first, second = sorted(random.uniform(0, SECONDS) for _ in range(2))
        scores = {"result.scores.0": str(pairing.table % 20), "result.scores.1": "3"}
        yield hall.post(began + first, one, mark_of(pairing), do="report", round="3", player=one, **scores)
        report = ReportResult(round=3, player=one, result=Result(scores=(pairing.table % 20, 3)))
        after = mark_of(report.settle(pairing, 0))
        # The report is read and answered before it can be confirmed.
        yield hall.post(began + second + 1, other, after, do="confirm", round="3", player=other)


def _check(row: Any) -> None:
    from tournaments.models import Tournament
    from tournaments.persistence import document_of

    held = document_of(Tournament.objects.get(pk=row.pk)).rounds[2]
    lost = [each.table for each in held.pairings
            if each.result is None or each.result.scores != (each.table % 20, 3)]  # fmt: skip
    print(f"results lost: {len(lost)} of {len(held.pairings)}")
