"""How fast the engine is: `python -m benchmarks.bench_engine [--rounds 3]`.

Every pair of 600-point sample armies fights an automatic battle, both sides played by the tactician, and the
battle is replayed from its document. Times are of the processor, the best of some rounds: the clock of a
machine that does other work as well tells little. Aims: replaying 20,000 events a second, an automatic battle
under 0.6 s, one battle in less than 60 MB.
"""

from __future__ import annotations

import argparse
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from time import process_time
from typing import Any

from rulesets import registry
from rulesets.baroque import tactics
from rulesets.engine.battle import Battle
from rulesets.engine.document import replay, to_document
from tests.kit.battles import SAMPLES, baroque, sample

POINTS = 600


@dataclass(frozen=True)
class Row:
    """One pairing: choices and events of its battle, seconds to fight and to replay it."""

    names: str
    choices: int
    events: int
    fight: float
    replay: float

    @property
    def rate(self) -> float:
        """Events a second while replaying."""
        return self.events / self.replay


def pairs() -> Iterator[tuple[str, str]]:
    """The sample armies of 600 points, two by two."""
    names = sorted(path.stem for path in SAMPLES.glob("*.json"))
    yield from combinations([name for name in names if sample(name)["points"] == POINTS], 2)


def fought(one: str, two: str) -> Battle:
    """An automatic battle of two sample armies."""
    battle = baroque(sample(one), sample(two), seed=f"{one} {two}")
    battle.play([tactics.choose, tactics.choose])
    return battle


def best(work: Callable[[], Any], rounds: int) -> float:
    """The shortest processor time of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return min(times)


def measured(one: str, two: str, rounds: int) -> Row:
    """A pairing fought and replayed."""
    battle = fought(one, two)
    document, system = to_document(battle), registry.get("baroque")
    if not replay(system, document).same:
        raise SystemExit(f"{one} against {two} did not replay to the same events")
    return Row(
        f"{one} - {two}", len(battle.choices), len(battle.entries), best(lambda: fought(one, two), rounds),
        best(lambda: replay(system, document), rounds),
    )  # fmt: skip


def peak(one: str, two: str) -> float:
    """The most memory that a battle and its document take, in MB."""
    tracemalloc.start()
    to_document(fought(one, two))
    most = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    fought(*next(pairs()))  # books and tables are read, caches are warm
    rows = []
    print(f"{'pairing':<60} choices events fight s replay s events/s")
    for one, two in pairs():
        row = measured(one, two, rounds)
        rows.append(row)
        print(
            f"{row.names:<60} {row.choices:>7} {row.events:>6} {row.fight:>7.3f}"
            f" {row.replay:>8.3f} {row.rate:>8.0f}",
            flush=True,
        )
    longest = max(rows, key=lambda row: row.events)
    total = sum(row.events for row in rows) / sum(row.replay for row in rows)
    print(
        f"\nreplaying: {total:,.0f} events/s over all, median {median(row.rate for row in rows):,.0f}", end=""
    )
    print(f", slowest {min(row.rate for row in rows):,.0f}")
    fights = [row.fight for row in rows]
    print(f"automatic battle: median {median(fights):.2f} s, worst {max(fights):.2f} s of {len(rows)}")
    print(
        f"memory of the longest ({longest.events} events): {peak(*longest.names.split(' - ')):.1f} MB at most"
    )


if __name__ == "__main__":
    main()
