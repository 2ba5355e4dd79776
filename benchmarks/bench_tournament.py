"""How long the pages of a tournament of 200 players take: `python -m benchmarks.bench_tournament`.

First each page by itself, after five rounds with five tie-breaks, with its queries. Then `--phones`: gunicorn
on two processes, on PostgreSQL where DATABASE_URL names a server (in a database of its own there); 200 phones
hear of each result and fetch the page again, while players report and confirm all results of a round.

Aims: standings under 120 ms and 12 queries; 95 of 100 answers to 200 phones under 150 ms, and no result lost.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.site import fresh_site

PLAYERS, ROUNDS, TIMES = 200, 5, 9
PAGES = ("standings/", "", "players/", "statistics/", "cross/", "screen/")
TIEBREAKS = ("small", "buchholz", "sonneborn_berger", "progressive", "lot")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=0, help="how many phones; 0 for the pages alone")
    parser.add_argument("--proposals", type=int, default=0, help="how many proposals for 1,000 players")
    options = parser.parse_args()
    if options.proposals:
        from benchmarks.proposals import measure_proposals

        measure_proposals(options.proposals)
        return
    if options.phones:
        from benchmarks.phones import measure_phones

        measure_phones(options.phones)
        return
    with fresh_site():
        _measure()


def _measure() -> None:
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    row, bob = played_event(User.objects.create_user("alice"), ROUNDS), User.objects.create_user("bob")
    row.entries.filter(player="p7").update(user=bob)
    client = Client()
    client.force_login(bob)
    print(f"{PLAYERS} players, {ROUNDS} rounds, {len(TIEBREAKS)} tie-breaks")
    for page in PAGES:
        address = f"{row.get_absolute_url()}{page}"
        times = []
        for _ in range(TIMES):
            began = perf_counter()
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200, address
            times.append(perf_counter() - began)
        print(f"{page or 'round':20} {1000 * median(times):6.1f} ms, first {1000 * times[0]:6.1f} ms, "
              f"{len(captured)} queries")  # fmt: skip


def played_event(owner: Any, rounds: int, players: int = PLAYERS) -> Any:
    """Return a public tournament that has so many rounds behind it."""
    from tournaments import services
    from tournaments.engine.generate import generate
    from tournaments.engine.settings import Settings, TieBreak

    ties = tuple(TieBreak(by=each) for each in TIEBREAKS)  # type: ignore[arg-type]
    found = generate(players, ROUNDS + 2, "benchmark", played=rounds, settings=Settings(tiebreaks=ties))
    # Nobody leaves, so that everybody has a phone and a table; and everybody has an army book.
    people = tuple(
        each.model_copy(update={"book": f"Book {at % 12}"}) for at, each in enumerate(found.players)
    )
    return services.create(owner, found.model_copy(update={"players": people}), "public")


if __name__ == "__main__":
    main()
