"""Every way that the dice of a procedure can fall, tried out on the procedure itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from rulesets.engine.decisions import Choice, Decision, Steps
from tests.rulesets.mail_pike_powder.positions import Table

Fallen = tuple[tuple[int, ...], Fraction]


class Branching(Table):
    """A table whose dice fall as `path` says: at each roll the number of one of the ways they may fall.

    `cuts`: by unit, the least faces that matter of its dice; other faces are alike. Two dice for a sum are
    not told apart by anything but the sum.
    """

    path: Sequence[int] = ()
    cuts: Mapping[str, tuple[int, ...]] = {}

    def begin(self, path: Sequence[int], cuts: Mapping[str, tuple[int, ...]]) -> None:
        self.path, self.cuts = path, cuts
        self.sizes: list[int] = []
        self.share = Fraction(1)

    def roll(  # type: ignore[override]
        self, purpose: str, *, side: int, count: int = 1, sides: int = 6, unit: str = "", rule: str = ""
    ) -> Generator[Decision, Choice, tuple[int, ...]]:
        cuts = self.cuts.get(f"{purpose} {unit}", self.cuts.get(unit, ()))
        added = purpose in ("Break test", "Order", "Commander at risk")
        ways = list(sums() if added else falls(count, cuts))
        at = len(self.sizes)
        self.sizes.append(len(ways))
        dice, share = ways[self.path[at] if at < len(self.path) else 0]
        self.share *= share
        return dice
        yield  # nobody is asked


def sums() -> Iterator[Fallen]:
    """Two dice by their sum."""
    for score in range(2, 13):
        first = min(6, score - 1)
        yield (first, score - first), Fraction(6 - abs(score - 7), 36)


def falls(count: int, cuts: tuple[int, ...]) -> Iterator[Fallen]:
    """So many dice by how many of them reach each cut."""
    least = (1, *cuts)
    sizes = [high - low for low, high in zip(least, (*cuts, 7), strict=True)]
    for drawn in combinations_with_replacement(range(len(least)), count):
        times = Counter(drawn)
        ways = factorial(count) // prod(factorial(n) for n in times.values())
        yield (
            tuple(least[kind] for kind in drawn),
            Fraction(ways * prod(sizes[kind] for kind in drawn), 6**count),
        )


def exhausted(
    make: Callable[[], Branching], run: Callable[[Branching], Steps[Any]],
    found: Callable[[Branching], Hashable], cuts: Mapping[str, tuple[int, ...]],
) -> dict[Any, Fraction]:  # fmt: skip
    """What a procedure comes to, by its probability: every way that its dice can fall is played."""
    shares: Counter[Any] = Counter()
    path: list[int] = []
    while True:
        table = make()
        table.begin(path, cuts)
        _play(table, run(table))
        shares[found(table)] += table.share
        path = [*path, *[0] * (len(table.sizes) - len(path))]
        while path and path[-1] + 1 == table.sizes[len(path) - 1]:
            path.pop()
        if not path:
            return dict(shares)
        path[-1] += 1


WISHES = ("stay", "retreat", "reroll", "stand")


def _play(table: Branching, steps: Steps[Any]) -> None:
    try:
        decision = next(steps)
        while True:
            table.asked.append(decision)
            offered = {option.key["do"]: option for option in decision.options}
            wish = next(wish for wish in WISHES if wish in offered)
            decision = steps.send(decision.read(dict(offered[wish].key)))
    except StopIteration:
        return
