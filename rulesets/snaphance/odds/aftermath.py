"""What dice do to stands, exactly: volleys one after the other, and a round of melee (SN-8, SN-11)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Literal, TypeAlias

from rulesets.engine.chance import Distribution
from rulesets.engine.dice import Modifier
from rulesets.engine.records import record
from rulesets.snaphance import morale
from rulesets.snaphance.classes import StandClass
from rulesets.snaphance.events.fire import ranks_after
from rulesets.snaphance.melee.results import DRAWN, WON, Fallen, cost, winner

After: TypeAlias = tuple[bool, int, int]
"""Whether there was a test, the (greatest) morale loss, the SP lost."""
Fate: TypeAlias = Literal["steady", "shaken", "bounces", "retreats", "eliminated"]
"""How a stand is after a round of melee; `shaken`: disordered where it stands."""


@record
class Sufferer:
    """The facts of a stand that is hit. `initial`: SP of a rank; `ranks`: those left in each, front first."""

    kind: StandClass
    initial: int
    ranks: tuple[int, ...]
    disordered: bool
    general: bool

    @property
    def sp(self) -> int:
        """The SP left in all ranks."""
        return sum(self.ranks)

    @property
    def front(self) -> int:
        """The SP left in its front rank."""
        return self.ranks[0] if self.ranks else 0

    def modifiers(self) -> list[Modifier]:
        """Return what changes its morale, but for hits (SN-8.0.b)."""
        losses = self.initial - self.ranks[0]
        return morale.modifiers(hits=0, losses=losses, disordered=self.disordered, general=self.general)

    def adjusted(self, hits: int) -> int:
        """Return its adjusted morale against these hits (SN-8.0.b)."""
        return morale.number(self.initial, [*self.modifiers(), Modifier("SN-8.0.b", -hits, "hits")])

    @property
    def unlimited(self) -> int:
        """Its morale before hits, which may be below 1."""
        return self.initial + sum(each.value for each in self.modifiers())

    def struck(self, done: After) -> Sufferer | None:
        """Return the stand after a test; None if it is eliminated."""
        left = ranks_after(list(self.ranks), done[2])
        if not left:
            return None
        return replace(self, ranks=tuple(left), disordered=self.disordered or done[0])


def volleys(target: Sufferer, shots: Sequence[tuple[int, int]]) -> Distribution:
    """Return what volleys of (dice, cap), one after the other, do to a stand: After (SN-7.3.a, SN-8)."""
    return _volleys(target, tuple(shots))


@lru_cache(maxsize=2048)
def _volleys(target: Sufferer, shots: tuple[tuple[int, int], ...]) -> Distribution:
    if not shots:
        return Distribution((((False, 0, 0), 1),), 1)
    (count, cap), rest = shots[0], shots[1:]
    first = morale.distribution(((count, ()),), target.unlimited, target.disordered, cap)
    shares: defaultdict[After, Fraction] = defaultdict(Fraction)
    for (tested, loss, harm), share in first.items():
        lost = min(harm, target.sp)
        left = target.struck((tested, loss, lost))
        if left is None or not rest:
            shares[tested, loss, lost] += share
            continue
        for (again, more, further), chance in _volleys(left, rest).items():
            # The greatest morale loss, and the sum of the SP, for each rank's volley is tested by itself.
            shares[tested or again, max(loss, more), lost + further] += share * chance
    return _whole(shares)


@dataclass(frozen=True, slots=True)
class Contender:
    """A Battle Stand in a round of melee, whose side throws so many `dice`. `alone`: nobody supports it.

    `garrison`: it holds a fortified building and need not retreat. `bounces`: it goes back from a draw
    (SN-11.1.d).
    """

    stand: Sufferer
    dice: int
    alone: bool = True
    garrison: bool = False
    bounces: bool = False

    def fallen(self, test: After) -> Fallen:
        """Return what its Morale Test has shown."""
        shaken = test[0] and self.stand.disordered
        return Fallen(
            self.stand.kind, test[1], shaken, self.stand.sp, alone=self.alone, garrison=self.garrison
        )

    def fate(self, verdict: int, test: After, lost: int) -> Fate:
        """Return the fate of the stand after the round."""
        beaten = verdict not in (WON, DRAWN)
        if lost >= self.stand.sp or (beaten and self.stand.kind.code == "Art"):  # SN-11.1.e
            return "eliminated"
        if beaten and not self.garrison:
            return "retreats"
        if verdict == DRAWN and self.bounces:
            return "bounces"
        return "shaken" if test[0] or self.stand.disordered else "steady"


@dataclass(frozen=True, slots=True)
class Round:
    """What a round of melee comes to. `verdicts`: of the first side. For each side `after`, a distribution of
    After with the SP really lost, and its `fates`.
    """

    verdicts: Distribution
    after: tuple[Distribution, Distribution]
    fates: tuple[Distribution, Distribution]


def melee(sides: tuple[Contender, Contender]) -> Round:
    """Return a round between two Battle Stands, in whole weights (SN-11)."""
    tests = [
        morale.distribution(((foe.dice, ()),), own.stand.unlimited, own.stand.disordered, 0)
        for own, foe in (sides, sides[::-1])
    ]
    fallen = [[own.fallen(test) for test, _ in tests[side].weights] for side, own in enumerate(sides)]
    # How often each test of either side goes with each verdict: what it costs hangs on nothing else.
    shares = [[Counter[int]() for _ in of_side] for of_side in fallen]
    for mine, one, (_, first) in zip(fallen[0], shares[0], tests[0].weights, strict=True):
        for theirs, other, (_, second) in zip(fallen[1], shares[1], tests[1].weights, strict=True):
            verdict = winner(mine, theirs)
            one[verdict] += second
            other[-verdict] += first
    whole = tests[0].denominator * tests[1].denominator
    verdicts = Counter[int]()
    after: tuple[Counter[After], Counter[After]] = (Counter(), Counter())
    fates: tuple[Counter[Fate], Counter[Fate]] = (Counter(), Counter())
    for side, own in enumerate(sides):
        # Only the kind of the enemy matters to the cost, and that is the same in all its results.
        foe, left = fallen[1 - side][0], own.stand.sp
        for (test, weight), its, share in zip(tests[side].weights, fallen[side], shares[side], strict=True):
            for verdict, times in share.items():
                lost = min(cost(its, foe, verdict), left)
                after[side][test[0], test[1], lost] += weight * times
                fates[side][own.fate(verdict, test, lost)] += weight * times
                if side == 0:
                    verdicts[verdict] += weight * times

    def weighed(found: Mapping[Any, int]) -> Distribution:
        return Distribution(tuple(sorted(found.items())), whole)

    return Round(
        weighed(verdicts), (weighed(after[0]), weighed(after[1])), (weighed(fates[0]), weighed(fates[1]))
    )


def _whole(shares: Mapping[After, Fraction]) -> Distribution:
    """Return shares that add up to 1 as whole weights."""
    denominator = lcm(*(share.denominator for share in shares.values()))
    weights = {outcome: int(share * denominator) for outcome, share in shares.items()}
    return Distribution(tuple(sorted(weights.items())), denominator)
