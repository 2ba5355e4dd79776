"""How fast two forces meet: `python -m benchmarks.bench_meeting [--rounds 3]`.

Every pair of sample skirmish forces meets automatically, from the comparison of their strength to the
deployed table, both sides by the policy; the meeting is then replayed from its document. Times are of the
processor, the best of some rounds. Aim: a whole automatic meeting in less than 50 ms. Beside it the odds of
the same pair, not kept from one round to the next.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from statistics import median
from time import process_time
from typing import Any

from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.meeting.chances import effect_chances
from rulesets.by_fire_and_sword.odds.answer import answered
from rulesets.by_fire_and_sword.odds.query import read
from rulesets.contract import registry
from rulesets.engine.battle import Battle
from rulesets.engine.document import begin, replay, to_document

SYSTEM = "by_fire_and_sword"
AGREED = {"choice_of_effects": True, "numerical_superiority": True}
MS = 1000


@dataclass(frozen=True)
class Row:
    """One pairing: events of its meeting, milliseconds to begin and play it, to replay it, to reckon its
    odds.
    """

    names: str
    events: int
    meet: float
    replay: float
    odds: float


@cache
def forces() -> dict[str, dict[str, Any]]:
    """The sample skirmish forces, as documents."""
    return {name: army.to_json() for name, army in sample_lists().items() if force(army).kind == "skirmish"}


def met(one: str, two: str) -> Battle:
    """An automatic meeting of two sample forces."""
    setup = {
        "system": SYSTEM, "lists": [forces()[one], forces()[two]], "sides": [one, two], "options": AGREED,
    }  # fmt: skip
    battle = begin(registry.get(SYSTEM), setup, f"{one} {two}")
    tactician = battle.system.core.tactician
    battle.play([tactician, tactician])
    return battle


def calculated(one: str, two: str) -> dict[str, Any]:
    """The odds of two sample forces, not kept from before."""
    effect_chances.cache_clear()
    return answered(read({"forces": [{"sample": one}, {"sample": two}]}))


def best(work: Callable[[], Any], rounds: int) -> float:
    """The shortest processor time of some rounds, in milliseconds."""
    times = []
    for _ in range(rounds):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times) * MS


def rows(rounds: int) -> Iterator[Row]:
    """Every pair of sample forces."""
    for one, two in combinations(sorted(forces()), 2):
        battle = met(one, two)
        document = to_document(battle)
        if not replay(battle.system, document).same:
            raise SystemExit(f"the meeting of {one} and {two} did not replay")
        yield Row(
            f"{one} - {two}",
            len(battle.entries),
            best(lambda one=one, two=two: met(one, two), rounds),  # type: ignore[misc]
            best(lambda battle=battle, document=document: replay(battle.system, document), rounds),  # type: ignore[misc]
            best(lambda one=one, two=two: calculated(one, two), rounds),  # type: ignore[misc]
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    found = list(rows(parser.parse_args().rounds))
    wide = max(len(row.names) for row in found)
    print(f"{'pairing':{wide}}  events  meet ms  replay ms  odds ms")
    for row in found:
        print(f"{row.names:{wide}}  {row.events:6}  {row.meet:7.1f}  {row.replay:9.1f}  {row.odds:7.1f}")
    print(
        f"meeting: median {median(row.meet for row in found):.1f} ms, "
        f"worst {max(row.meet for row in found):.1f} ms"
    )


if __name__ == "__main__":
    main()
