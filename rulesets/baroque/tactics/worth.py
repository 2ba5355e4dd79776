"""What a shot or a round of melee is worth, from exact distributions. Values in VD, the points that break an
army.

A unit costs its army its VD when it is Exhausted and twice its VD when it is eliminated (BQ-9.1.b-c). Half
of a loss is counted by those steps and half evenly by VBU, so that wearing a unit down is worth something
before it gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rulesets.baroque import morale
from rulesets.baroque.melee import dice
from rulesets.baroque.melee.dice import Fighter
from rulesets.baroque.state import Unit
from rulesets.baroque.traits import traits
from rulesets.engine.chance import Pass
from rulesets.engine.dice import Modifier
from rulesets.engine.hits import hit_distribution
from rulesets.engine.records import record

DISORDER = 0.3
"""What a Disorder is worth, as a share of the unit's VD."""


@record
class Losses:
    """Exact chances after the Cohesion Test for given hits dice.

    `harm`: expected value lost in VD; `by_losses[n]`: probability of n losses of a failed test (they lose a
    melee, BQ-7.5.2.a); `rout`: probability that VBU falls to 0.
    """

    harm: float
    by_losses: tuple[float, ...]
    rout: float


def cost(vd: int, original: int, vbu: int) -> float:
    """Return what a unit of `original` VBU has cost its army when it has `vbu` left, in VD."""
    vbu = max(0, vbu)
    # Half of the VD counts by steps, as the army loses it (at Exhausted and at rout), half by each point of
    # VBU, so that a loss between the steps is worth something too.
    step = 2.0 if vbu == 0 else 1.0 if 2 * vbu < original else 0.0
    return vd * (0.5 * step + 0.5 * 2.0 * (original - vbu) / original)


def of_fire(
    unit: Unit, count: int, passes: tuple[Pass, ...], modifiers: Iterable[Modifier], leader: bool
) -> Losses:
    """Return what `count` dice do to `unit`; `modifiers`: of the distance (BQ-6.2.c)."""
    own = morale.own_modifiers(leader=leader, disordered=unit.disordered, inflamed=unit.cohesion_bonus)
    added = sum(modifier.value for modifier in (*own, *modifiers))
    return _losses(count, passes, unit.vbu, added, unit.disordered,
                   morale.cohesion_passes(traits(unit.profile), feared=False),
                   unit.profile.vd, unit.profile.vbu)  # fmt: skip


def of_melee(struck: Fighter, striker: Fighter, support: int = 0) -> Losses:
    """Return what a round does to `struck`: dice of `striker` and `support` of its Support Units."""
    own = morale.own_modifiers(leader=struck.leader, disordered=struck.disordered)
    added = sum(modifier.value for modifier in (*own, *dice.melee_cohesion(struck)))
    return _losses(dice.melee_dice(striker) + support, dice.passes(striker), struck.vbu, added,
    struck.disordered,
                   morale.cohesion_passes(traits(struck.profile), feared=struck.enemy.feared),
                   struck.profile.vd, struck.profile.vbu)  # fmt: skip


# The same few dice meet the same few units again and again while a side thinks about its move.
@lru_cache(maxsize=65536)
def _losses(
    count: int, passes: tuple[Pass, ...], vbu: int, added: int, disordered: bool, tests: tuple[Pass, ...],
    vd: int, original: int,
) -> Losses:  # fmt: skip
    harm = rout = 0.0
    # More than 5 losses are counted as 5: that settles who has lost more in nearly every melee.
    by_losses = [0.0] * 6
    before = cost(vd, original, vbu)
    for scored, p in _hits(count, passes):
        if not scored:
            by_losses[0] += p
            continue
        critical = max(1, vbu - scored + added)
        for die, q in _dice(tests):
            made = morale.outcome(die, critical, disordered)
            left = vbu - made.losses - made.disorder_losses
            by_losses[min(5, made.losses)] += p * q
            rout += p * q * (left <= 0)
            harm += (
                p
                * q
                # A unit that is Disordered already cannot be Disordered once more, and to a routed one it
                # does not matter.
                * (cost(vd, original, left) - before + (0 if disordered or left <= 0 else DISORDER * vd))
            )
    return Losses(harm, tuple(by_losses), rout)


@lru_cache(maxsize=1024)
def _hits(count: int, passes: tuple[Pass, ...]) -> tuple[tuple[int, float], ...]:
    return tuple((scored, float(p)) for scored, p in hit_distribution(count, passes).items())


@lru_cache(maxsize=16)
def _dice(tests: tuple[Pass, ...]) -> tuple[tuple[int, float], ...]:
    return tuple((die, float(p)) for die, p in morale.die_distribution(tests).items())


@record
class Exchange:
    """A round of melee for one side: harm done and taken in VD, chances to win and to lose."""

    done: float
    taken: float
    win: float
    lose: float

    @property
    def balance(self) -> float:
        return self.done - self.taken


def exchange(mine: Fighter, theirs: Fighter, *, my_support: int = 0, their_support: int = 0) -> Exchange:
    """Return a round of two Main Units (BQ-7.5); a loser on flank or rear routs (BQ-7.2.3.c)."""
    to_them = of_melee(theirs, mine, my_support)
    to_me = of_melee(mine, theirs, their_support)
    win = lose = 0.0
    for i, p in enumerate(to_them.by_losses):
        for j, q in enumerate(to_me.by_losses):
            win += p * q * (i > j)
            lose += p * q * (j > i)
    return Exchange(to_them.harm + win * _rest(theirs), to_me.harm + lose * _rest(mine), win, lose)


def _rest(fighter: Fighter) -> float:
    """Return what losing costs beyond losses: all that is left of a rout, else a little for ground."""
    profile = fighter.profile
    if fighter.flanked and not dice.ignores_flanks(profile):
        return cost(profile.vd, profile.vbu, 0) - cost(profile.vd, profile.vbu, fighter.vbu)
    # A retreat costs ground and order; a quarter of the VD is an estimate of both.
    return 0.25 * profile.vd
