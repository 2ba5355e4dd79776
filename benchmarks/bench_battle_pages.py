"""How long a fought 600-point battle takes on SQLite: `python -m benchmarks.bench_battle_pages`.

Aims: the battle itself under 1 s, at least 10,000 events a second while replaying. Has its own database.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.site import fresh_site

ROUNDS = 5
PAGES = ("", "log/?turn=2", "field/?turn=2", "orders/", "battle.json")


def main() -> None:
    """Prints the medians of ROUNDS for the fight, its pages, its replay and its victory sheet."""
    with fresh_site():
        _measure()


def _measure() -> None:
    from django.contrib.auth.models import User
    from django.test import Client

    from battles import record, replay, services
    from battles.documents import victory_pdf
    from tests.kit.battles import sample, setup

    alice = User.objects.create_user("alice")
    armies = sample("royalist-oxford-army"), sample("parliament-eastern-association")
    row = services.begin(alice, setup(*armies), seed="1")
    began = perf_counter()
    services.advance(row, None)
    print(f"fought, {row.version} choices and {row.event_count} events kept   {_ms(perf_counter() - began)}")

    def again() -> None:
        replay.forget()
        with replay.played(row):
            pass

    taken = _timed(again)
    print(f"replayed from its rows   {_ms(taken)}, {row.event_count / taken:,.0f} events a second")
    browser = Client()
    browser.force_login(alice)
    record.overview(row)
    for page in PAGES:
        address = f"{row.get_absolute_url()}{page}"
        print(f"{page or 'result':20} {_ms(_timed(browser.get, address))}")
    with replay.played(row) as found:
        print(f"{'victory sheet':20} {_ms(_timed(victory_pdf, found.engine))}")


def _timed(call: Callable[..., Any], *arguments: Any) -> float:
    """The median of ROUNDS calls after a first one, in seconds."""
    times = []
    for _ in range(ROUNDS + 1):
        began = perf_counter()
        call(*arguments)
        times.append(perf_counter() - began)
    return median(times[1:])


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:8.1f} ms"


if __name__ == "__main__":
    main()
