"""How fast the engine is: `python -m benchmarks.bench_engine [--system baroque] [--rounds 3]`.

Armies fight automatic battles, both sides played by the tactician: in Baroque every pair of 600-point sample
armies; in Snaphance every pair of sample armies, and the scenarios that ship. The battle is then played again
twice over: recalled, as it is when it comes back from the database and gives the hash that was kept there;
and replayed from its document with every choice checked, as it is when a document is read in or the rules
have changed. Times are of the processor, for each pairing the best of some rounds over all of them: the clock
of a machine that does other work as well tells little. Aims: 20,000 events a second when a battle is played
again; an automatic battle of Baroque under 0.6 s, one of Snaphance with forty stands a side under 2 s; one
battle in less than 60 MB.
"""

from __future__ import annotations

import argparse
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import inf
from statistics import median
from time import process_time
from typing import Any, TypeAlias

from rulesets.engine.battle import Battle, Kept
from rulesets.engine.collecting import uncollected
from rulesets.engine.document import begin, replay, to_document
from rulesets.snaphance import SYSTEM as SNAPHANCE
from rulesets.snaphance import scenarios
from rulesets.snaphance.armies import sample_lists
from rulesets.snaphance.scenario_editor import setup as staged
from tests.kit.battles import SAMPLES, baroque, inches, sample
from tests.kit.hexlists import snaphance

Begin: TypeAlias = Callable[[], Battle]
"""What begins a battle anew."""

POINTS = 600


class Row:
    """One pairing: its battle, and the least seconds that it took to fight it, to replay and to recall it."""

    def __init__(self, names: str, begun: Begin) -> None:
        self.names, self.begun = names, begun
        battle = fought(begun)
        document = to_document(battle)
        self.choices, self.events, self._document, self._battle = (
            len(battle.choices), len(battle.entries), document, battle,
        )  # fmt: skip
        self._kept: list[Kept] = [
            (made["side"], made["decision"], made["choice"]) for made in document["choices"]
        ]
        if not replay(battle.system, document).same:
            raise SystemExit(f"{self.names} did not replay to the same events")
        self.fight = self._replay = self._recall = inf

    def measure(self) -> None:
        """One round more."""
        system = self._battle.system
        self.fight = min(self.fight, seconds(lambda: fought(self.begun)))
        self._replay = min(self._replay, seconds(lambda: replay(system, self._document)))
        self._recall = min(self._recall, seconds(lambda: recalled(self._battle, self._kept)))

    @property
    def checked(self) -> float:
        """Events a second with every choice checked."""
        return self.events / self._replay

    @property
    def recalled(self) -> float:
        """Events a second while it is recalled."""
        return self.events / self._recall


def pairs(system: str) -> Iterator[tuple[str, Begin]]:
    """The battles of a system, each with the names of its armies."""
    made = {"baroque": _of_baroque, "mail_pike_powder": _of_inches, "snaphance": _of_snaphance}
    yield from made[system]()


def _of_inches() -> Iterator[tuple[str, Begin]]:
    """The sample armies of 500 points of Mail, Pike & Powder, two by two."""
    for one, two in combinations(sorted(path.stem for path in SAMPLES.glob("*-500.json")), 2):
        yield f"{one} - {two}", partial(inches, sample(one), sample(two), f"{one} {two}")


def _of_baroque() -> Iterator[tuple[str, Begin]]:
    """The sample armies of 600 points, two by two."""
    names = sorted(path.stem for path in SAMPLES.glob("*.json"))
    for one, two in combinations([name for name in names if sample(name).get("points") == POINTS], 2):
        yield f"{one} - {two}", partial(baroque, sample(one), sample(two), f"{one} {two}")


def _of_snaphance() -> Iterator[tuple[str, Begin]]:
    """The sample armies two by two, and the scenarios."""
    lists = {name: army.to_json() for name, army in sample_lists().items()}
    for one, two in combinations(sorted(lists), 2):
        yield f"{one} - {two}", partial(snaphance, lists[one], lists[two], f"{one} {two}")
    for key, scenario in scenarios.shipped().items():
        stands = [sum(len(group.units) for group in side.army.commands) for side in scenario.sides]
        name = f"{key}, {stands[0]} stands against {stands[1]}"
        yield name, partial(begin, SNAPHANCE, staged(scenarios.documents()[key]), key)


def fought(begun: Begin) -> Battle:
    """An automatic battle."""
    battle = begun()
    tactician = battle.system.core.tactician
    battle.play([tactician, tactician])
    return battle


def recalled(battle: Battle, choices: list[Kept]) -> Battle:
    """The battle played again from its choices, which are believed; checked by its hash."""
    with uncollected():
        again = Battle(battle.system, battle.setup, battle.seed)
        again.recall(choices)
    if again.hash != battle.hash:
        raise SystemExit("a battle was not recalled with the same hash")
    return again


def seconds(work: Callable[[], Any]) -> float:
    """The processor time that some work takes."""
    begun = process_time()
    work()
    return process_time() - begun


def peak(begun: Begin) -> float:
    """The most memory that a battle and its document take, in MB."""
    tracemalloc.start()
    to_document(fought(begun))
    most = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=("baroque", "mail_pike_powder", "snaphance"), default="baroque")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    battles = list(pairs(asked.system))
    fought(battles[0][1])  # books and tables are read, caches are warm
    rows = [Row(*each) for each in battles]
    for _ in range(asked.rounds):
        for row in rows:
            row.measure()
    print(f"{'pairing':<60} choices events fight s  checked recalled")
    print(f"{'':<60} {'':<23}     events a second")
    for row in rows:
        print(
            f"{row.names:<60} {row.choices:>7} {row.events:>6} {row.fight:>7.3f}"
            f" {row.checked:>8.0f} {row.recalled:>8.0f}"
        )
    longest = max(rows, key=lambda row: row.events)
    print()
    events = [row.events for row in rows]
    _summary("recalled", events, [row.recalled for row in rows])
    _summary("every choice checked", events, [row.checked for row in rows])
    fights = [row.fight for row in rows]
    print(f"automatic battle: median {median(fights):.2f} s, worst {max(fights):.2f} s of {len(rows)}")
    print(f"memory of the longest ({longest.events} events): {peak(longest.begun):.1f} MB at most")


def _summary(what: str, events: list[int], rates: list[float]) -> None:
    whole = sum(events) / sum(each / rate for each, rate in zip(events, rates, strict=True))
    print(
        f"played again, {what}: {whole:,.0f} events/s over all, median {median(rates):,.0f},"
        f" slowest {min(rates):,.0f}"
    )


if __name__ == "__main__":
    main()
