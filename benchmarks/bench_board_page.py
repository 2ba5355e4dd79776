"""How heavy and how fast the board of a late 600-point battle is: `python -m benchmarks.bench_board_page`.

Aims: first page under 300,000 bytes, a choice under 150 ms with at most 5 queries, the fragments with 3, the
pulse with 1. Has its own database; Alice plays both sides by the tactician's advice, then one of them against
the tactician, who answers in the same request.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.site import fresh_site

ROUNDS = 15
LATE = 6  # the turn from which on a battle is late


def main() -> None:
    """Prints a line for each part of the board: bytes, median of ROUNDS in milliseconds, queries."""
    with fresh_site():
        _measure()


def _measure() -> None:
    from django.contrib.auth.models import User
    from django.test import Client

    from battles import services
    from tests.kit.battles import sample, setup

    alice = User.objects.create_user("alice")
    armies = sample("royalist-oxford-army"), sample("parliament-eastern-association")
    row = services.begin(alice, setup(*armies), seed="1", tacticians=())
    browser = Client()
    browser.force_login(alice)
    _play(row, lambda engine: engine.state.turn >= LATE and engine.pending.kind == "unit")
    address = f"/battles/{row.public_id}/board/"
    unit = _subject(row)
    print(f"turn {row.turn}, {row.version} choices, {row.event_count} events")
    print(f"{'':16} {'bytes':>9} {'ms':>9} {'queries':>9}")
    _line("first page", lambda: browser.get(address))
    _line("now", lambda: browser.get(f"{address}now/"))
    _line("hand", lambda: browser.get(f"{address}hand/?unit={unit}"))
    _line("look back", lambda: browser.get(f"{address}at/?event={row.event_count // 2}"))
    pulse = f"/battles/pulse/{services.poll_token(_seat(row))}/?revision={row.revision}"
    _line("pulse", lambda: Client().get(pulse))
    _line("choice", _choices(browser, row))
    services.hand_over(row, 1, tactician=True)
    services.advance(row, None)
    _line("choice, answered", _choices(browser, row))


def _play(row: Any, until: Callable[[Any], bool]) -> None:
    """Choose for both sides by the tactician's advice until a moment, then keep it."""
    from battles.persistence import save
    from battles.replay import played

    with played(row) as found:
        engine = found.engine
        while engine.pending is not None and not until(engine):
            engine.choose(engine.system.core.tactician(engine, engine.pending))
        save(row, found, None)


def _subject(row: Any) -> str:
    from battles.replay import played

    with played(row) as found:
        assert found.engine.pending is not None
        return str(found.engine.pending.subject)


def _seat(row: Any) -> Any:
    from battles.access import Viewer

    return Viewer(row, frozenset((0, 1)), owner=True)


def _choices(browser: Any, row: Any) -> Callable[[], Any]:
    """Posts the tactician's advice, choice after choice."""
    from battles.replay import played
    from rulesets.engine.canonical import canonical_json

    def choose() -> Any:
        row.refresh_from_db()
        with played(row) as found:
            assert found.engine.pending is not None
            choice = found.engine.system.core.tactician(found.engine, found.engine.pending)
        data = {"revision": row.revision, "key": canonical_json(choice)}
        address = f"/battles/{row.public_id}/board/choose/"
        return lambda: browser.post(address, data, headers={"X-Board": "1"})

    return choose


def _line(name: str, call: Callable[[], Any]) -> None:
    """Measures a request, or what prepares one that is to be measured alone."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times, queries, size = [], 0, 0
    for _ in range(ROUNDS):
        request = call() if name.startswith("choice") else call
        with CaptureQueriesContext(connection) as asked:
            began = perf_counter()
            answer = request()
            times.append(perf_counter() - began)
        assert answer.status_code in (200, 204), f"{name}: {answer.status_code}"
        size = max(size, len(answer.content))
        queries = max(queries, sum(not query["sql"].startswith(("BEGIN", "COMMIT")) for query in asked))
    print(f"{name:16} {size:9,} {median(times) * 1000:9.1f} {queries:9}")


if __name__ == "__main__":
    main()
