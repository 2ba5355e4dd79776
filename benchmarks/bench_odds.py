"""How long exact odds take: `python -m benchmarks.bench_odds`. Aims: under 20 ms cold, 2 ms warm.

Every entry of the army books of a system fires at and charges each of a dozen others; books and tables are
read before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

from rulesets import baroque, mail_pike_powder, snaphance
from rulesets.baroque import morale as cohesion
from rulesets.baroque import odds as baroque_odds
from rulesets.baroque.odds import aftermath as baroque_aftermath
from rulesets.baroque.odds import answer as baroque_answer
from rulesets.baroque.odds import form as baroque_form
from rulesets.contract.odds import Odds, OddsError
from rulesets.contract.system import RuleSystem
from rulesets.engine import chance, hits
from rulesets.mail_pike_powder import odds as powder_odds
from rulesets.mail_pike_powder.odds import answer as powder_answer
from rulesets.mail_pike_powder.odds import chances as powder_chances
from rulesets.snaphance import morale
from rulesets.snaphance import odds as snaphance_odds
from rulesets.snaphance.odds import aftermath as snaphance_aftermath
from rulesets.snaphance.odds import answer as snaphance_answer
from rulesets.snaphance.odds import form as snaphance_form

TARGETS = 12
SHARED: tuple[Any, ...] = (
    hits.pooled_distribution, hits.count_distribution, hits.hit_distribution, chance._faces, chance._weights,
)  # fmt: skip


@dataclass(frozen=True)
class Bench:
    """A system whose odds are asked: with its cache of answers, and without (`fresh`); caches of its own."""

    system: RuleSystem
    odds: Odds
    fresh: Callable[[Any], Any]
    caches: tuple[Any, ...]

    def queries(self) -> Iterator[dict[str, Any]]:
        """A shot at a neighbour and a charge for each pair; shots by those that cannot fire are left out."""
        entries = [entry.id for book in self.system.lists.books().values() for entry in book.entries]
        for attacker in entries:
            for target in entries[:: max(1, len(entries) // TARGETS)]:
                shot = {"kind": "shot", "attacker": {"entry": attacker}, "target": {"entry": target}}
                yield {**shot, "conditions": {"distance": 1}}
                yield {
                    "kind": "melee",
                    "attacker": {"entry": attacker, "charging": True},
                    "target": {"entry": target},
                }

    def cold(self, query: dict[str, Any]) -> float | None:
        """An answer with nothing kept from before."""
        for cache in (*self.caches, *SHARED):
            cache.cache_clear()
        return timed(self.fresh, query)

    def new(self, query: dict[str, Any]) -> float | None:
        """The answer for a pair that was not asked for, with the distributions of earlier pairs kept."""
        return timed(self.fresh, query)

    def again(self, query: dict[str, Any]) -> float | None:
        """The answer for a pair that was just asked for."""
        timed(self.odds.answer, query)
        return timed(self.odds.answer, query)


BENCHES = (
    Bench(
        baroque.SYSTEM, baroque_odds.ODDS,
        lambda query: baroque_answer.answered(baroque_form.DUEL.read(query)),
        (baroque_aftermath.harm, cohesion.die_distribution),
    ),
    Bench(
        snaphance.SYSTEM, snaphance_odds.ODDS,
        lambda query: snaphance_answer.answered(snaphance_form.DUEL.read(query)),
        (snaphance_aftermath._volleys, morale.distribution),
    ),
    Bench(
        mail_pike_powder.SYSTEM, powder_odds.ODDS,
        lambda query: powder_answer.answered(powder_odds.DUEL.read(query)),
        (powder_chances.thrown, powder_chances._saved, powder_chances.break_test, powder_chances.shot,
         powder_chances.melee),
    ),
)  # fmt: skip


def timed(answer: Callable[[Any], Any], query: dict[str, Any]) -> float | None:
    """Milliseconds of the processor for an answer; None if there is none."""
    began = process_time()
    try:
        answer(query)
    except OddsError:
        return None
    return (process_time() - began) * 1000


def main() -> None:
    for bench in BENCHES:
        every = [query for query in bench.queries() if timed(bench.odds.answer, query) is not None]
        print(f"{bench.system.name}: {len(every)} queries, ms".ljust(36), "   median     worst")
        for name, measure in (
            ("nothing kept", bench.cold), ("a new pair", bench.new), ("the same pair again", bench.again)
        ):  # fmt: skip
            times = [found for query in every if (found := measure(query)) is not None]
            print(f"{name:36} {median(times):9.3f} {max(times):9.3f}")


if __name__ == "__main__":
    main()
