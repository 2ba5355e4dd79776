"""What dice do to a unit, exactly: the distribution of what is left after its Cohesion Test (BQ-6.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from rulesets.baroque import morale, tables
from rulesets.baroque.morale import Cause, critical_number, leader_fate
from rulesets.engine.chance import Distribution, Pass
from rulesets.engine.dice import Modifier, total
from rulesets.engine.hits import Pool, pooled_distribution

Harm: TypeAlias = tuple[int, int, bool, bool]
"""(losses of a failed test, losses by accumulated Disorder, whether there was a test, whether its die was a
6)
"""


@dataclass(frozen=True, slots=True)
class Sufferer:
    """The facts of a unit that is hit. `vbu`: current; `original`: at the start; `passes`: its re-rolls.

    `modifiers`: all that changes its Critical Number. `adds`: a failed test costs the loss for accumulated
    Disorder too (BQ-6.2.1.b).
    """

    vbu: int
    original: int
    disordered: bool
    leader: bool
    modifiers: tuple[Modifier, ...]
    passes: tuple[Pass, ...]
    cause: Cause
    adds: bool = False

    def after(self, pools: tuple[Pool, ...]) -> Distribution:
        """Return what dice with their re-rolls do to it: a distribution of Harm."""
        return harm(pools, self.vbu, total(self.modifiers), self.disordered, self.passes, self.adds)

    def lost(self, done: Harm) -> int:
        """Return all permanent losses, in VBU: no more than it has."""
        # Two kinds of loss may together be more than is left of the unit.
        return min(self.vbu, done[0] + done[1])

    def routed(self, done: Harm) -> bool:
        """Return whether its VBU has fallen to 0 (BQ-2.5.2)."""
        return self.lost(done) == self.vbu

    def exhausted(self, done: Harm) -> bool:
        """Return whether it is Exhausted, but still there (BQ-2.5.1.a)."""
        return not self.routed(done) and 2 * (self.vbu - self.lost(done)) < self.original

    def disordered_by(self, done: Harm) -> bool:
        """Return whether it stands there Disordered afterwards."""
        return not self.routed(done) and (self.disordered or done[2])


# A page asks for chances, averages and losses of the same dice one after the other.
@lru_cache(maxsize=4096)
def harm(
    pools: tuple[Pool, ...], vbu: int, added: int, disordered: bool, tests: tuple[Pass, ...],
    adds: bool = False,
) -> Distribution:  # fmt: skip
    """Return the Harm of the dice of one unit or several, in whole weights (BQ-6.2). `added`: to the Critical
    Number.
    """
    struck, die = pooled_distribution(pools), morale.die_distribution(tests)
    six = tables.tables().cohesion_test.natural_fail
    weights: Counter[Harm] = Counter()
    for scored, weight in struck.weights:
        if not scored:
            # Without hits no die is rolled, but the weights must stay parts of the same whole.
            weights[0, 0, False, False] += weight * die.denominator
            continue
        critical = critical_number(vbu, scored, [Modifier("", added, "")])
        for face, share in die.weights:
            made = morale.outcome(face, critical, disordered, adds=adds)
            weights[made.losses, made.disorder_losses, True, face == six] += weight * share
    return Distribution(tuple(sorted(weights.items())), struck.denominator * die.denominator)


def leader_risk(sufferer: Sufferer, after: Distribution) -> Fraction:
    """Return the probability that the attached Leader is lost (BQ-6.2.2, BQ-7.5.6)."""
    if not sufferer.leader:
        return Fraction()
    fatal = sum(leader_fate(sufferer.cause, die) > 0 for die in range(1, 7))
    return after.probability(lambda done: done[3]) * Fraction(fatal, 6)
