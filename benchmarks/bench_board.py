"""How fast a piece is taken in hand: `python -m benchmarks.bench_board [--every 5]`.

Every pair of 600-point sample armies fights an automatic battle; after every few choices each unit and Leader
on the table is taken in hand, by turn the median, the slowest twentieth and the worst in milliseconds of the
processor. Aim: a hand of a late battle under 60 ms.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from time import process_time

from benchmarks.bench_engine import Begin, pairs
from rulesets.baroque import tactics
from rulesets.baroque.state import State
from rulesets.contract import registry
from rulesets.engine.battle import Battle

HEAD = f"{'':28} {'hands':>7} {'median':>8} {'95 %':>8} {'worst':>8}"


def pieces(state: State) -> Iterator[str]:
    """All that can be taken in hand."""
    yield from (unit.id for unit in state.units.values() if unit.status in ("field", "reserve"))
    yield from (leader.id for leader in state.leaders.values() if leader.alive)


def hands(battle: Battle) -> Iterator[float]:
    """Milliseconds for each piece on the table."""
    found = registry.get("baroque").board
    assert found is not None
    for piece in pieces(battle.state):
        begun = process_time()
        found.inspect(battle, piece).to_json()
        yield 1000 * (process_time() - begun)


def measured(begun: Begin, every: int, times: dict[str, list[float]]) -> None:
    """A battle fought with hands looked at; adds to `times` by who is active and by turn."""
    battle = begun()

    def look(battle: Battle) -> None:
        if battle.pending is None or len(battle.choices) % every:
            return
        turn = battle.state.turn
        for piece, took in zip(pieces(battle.state), hands(battle), strict=True):
            times["deployment" if not turn else f"turn {turn}" if turn < 6 else "turn 6 and later"].append(
                took
            )
            if turn and battle.state.activation is not None and battle.state.activation.unit == piece:
                times["the active unit"].append(took)
            times["all"].append(took)

    battle.play([tactics.choose, tactics.choose], after=look)


def row(name: str, values: list[float]) -> str:
    """A line of the table."""
    values = sorted(values)
    late = values[int(len(values) * 0.95)]
    return f"{name:28} {len(values):7} {median(values):8.1f} {late:8.1f} {values[-1]:8.1f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=5, help="look after so many choices")
    parser.add_argument("--pairs", type=int, default=2, help="how many battles")
    given = parser.parse_args()
    times: dict[str, list[float]] = defaultdict(list)
    for _, begun in list(pairs("baroque"))[: given.pairs]:
        measured(begun, given.every, times)
    print(HEAD)
    for name in sorted(times):
        print(row(name, times[name]))


if __name__ == "__main__":
    main()
