"""How long exact odds take: `python -m benchmarks.bench_odds`. Aims: under 20 ms cold, 2 ms warm.

Every entry of the army books fires at and charges each of a dozen others; books and tables are read before.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Any

from rulesets.baroque import hits, morale
from rulesets.baroque.armies import books
from rulesets.baroque.odds import OddsError, _answer, aftermath, odds
from rulesets.engine import chance

TARGETS = 12
CACHES = (
    _answer, aftermath.harm, hits.pooled_distribution, hits.count_distribution, morale.die_distribution,
    chance._faces,
)  # fmt: skip


def queries() -> Iterator[dict[str, Any]]:
    """A shot at 1 BU and a charge for each pair; shots by units that cannot fire are left out."""
    entries = [entry.id for book in books().values() for entry in book.entries]
    for attacker in entries:
        for target in entries[:: len(entries) // TARGETS]:
            shot = {"kind": "shot", "attacker": {"entry": attacker}, "target": {"entry": target}}
            yield {**shot, "conditions": {"distance": 1}}
            yield {
                "kind": "melee",
                "attacker": {"entry": attacker, "charging": True},
                "target": {"entry": target},
            }


def timed(query: dict[str, Any]) -> float | None:
    """Milliseconds for an answer; None if there is none."""
    began = perf_counter()
    try:
        odds(query)
    except OddsError:
        return None
    return (perf_counter() - began) * 1000


def cold(query: dict[str, Any]) -> float | None:
    """The same with nothing kept from before."""
    for cache in CACHES:
        cache.cache_clear()
    return timed(query)


def new(query: dict[str, Any]) -> float | None:
    """The same for a pair that was not asked for, with the distributions of earlier pairs kept."""
    _answer.cache_clear()
    return timed(query)


def again(query: dict[str, Any]) -> float | None:
    """The same for a pair that was just asked for."""
    timed(query)
    return timed(query)


def main() -> None:
    every = [query for query in queries() if timed(query) is not None]
    print(f"{len(every)} queries, ms        median     worst")
    for name, measure in (("nothing kept", cold), ("a new pair", new), ("the same pair again", again)):
        times = [found for query in every if (found := measure(query)) is not None]
        print(f"{name:24} {median(times):9.3f} {max(times):9.3f}")


if __name__ == "__main__":
    main()
