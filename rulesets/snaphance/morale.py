"""The Morale Test (SN-8.0 to SN-8.4), SP lost, disorder, and stands that are gone (SN-1.3.b, SN-14.0.a).

`test` does the whole of it. In a melee the cap of the losses depends on who has lost (SN-8.1.d), so there
both sides `throw` first and `suffer` afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, TypeAlias

from rulesets.engine.battle import Battle
from rulesets.engine.chance import Distribution
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier, total
from rulesets.engine.hits import Pool, pooled_distribution
from rulesets.engine.records import record
from rulesets.engine.wording import counted
from rulesets.snaphance import generals
from rulesets.snaphance.events.fire import Disordered, LostSP, Removed, ranks_after
from rulesets.snaphance.state import Stand, State, Status
from rulesets.snaphance.wording import melee as words


def lose(battle: Battle, stand: Stand, sp: int, why: str, rule: str) -> bool:
    """Take permanent losses from the rear rank first; True if they eliminate the stand (SN-1.3.b, SN-8.4.b).

    Each rank that comes to 0 SP is removed and its break points are lost (SN-14.0.a).
    """
    # No more than the stand has: what is logged is what was really lost.
    sp = min(sp, sum(stand.ranks))
    if sp <= 0:
        return not stand.on_field
    gone = len(stand.ranks) - len(ranks_after(stand.ranks, sp))
    battle.apply(LostSP(rule, stand.id, sp, gone, gone * stand.profile.break_points, why))
    if stand.ranks:
        return False
    remove(battle, stand, "destroyed", "SN-1.3.b", words.NO_SP_LEFT)
    return True


def remove(battle: Battle, stand: Stand, how: Status, rule: str, why: str = "") -> None:
    """Take a stand from the map: `destroyed`, `fled` off the board (SN-12.0.h) or `pursued` off it.

    The break points of the ranks that it still had are lost, but not by pursuit (SN-13.0.h). Its General's
    fate is settled (SN-3.2.b, SN-3.2.c). A stand that is gone already stays as it is.
    """
    if not stand.on_field:
        return
    # The event takes the stand off its hex, where its General may be.
    place = stand.place
    points = 0 if how == "pursued" else len(stand.ranks) * stand.profile.break_points
    battle.apply(Removed(rule, stand.id, how, points, why))
    generals.after_removal(battle, stand, place)


def disorder(battle: Battle, stand: Stand, why: str, rule: str) -> None:
    """Disorder a stand in order, which loses its opportunity (SN-6.1.c)."""
    if stand.on_field and not stand.disordered:
        battle.apply(Disordered(rule, stand.id, why))


Cause: TypeAlias = Literal["fire", "melee"]

Harm: TypeAlias = tuple[bool, int, int]
"""Whether there was a test, the morale loss, the SP lost; they are capped, not by the SP that are left."""


@record
class Tried:
    """A Morale Test that has been thrown but not suffered: `disordered` before it. `loss`: morale loss.

    `tested` is False when there was no hit, so no test.
    """

    loss: int = 0
    passed: bool = True
    disordered: bool = False
    tested: bool = False


@record
class Outcome:
    """What a Morale Test did: its morale loss, whether it was passed, the SP lost.

    `tested` is False when there was no hit, so no test: the loss is 0 and nothing has happened.
    """

    loss: int = 0
    passed: bool = True
    sp_lost: int = 0
    tested: bool = False


# ---------------------------------------------------------------------------- the test as figures


def modifiers(*, hits: int, losses: int, disordered: bool, general: bool) -> list[Modifier]:
    """Return all that changes morale from the initial SP of the front stand (SN-8.0.b, SN-3.2.a).

    `losses`: permanent ones of the front stand; while it has rear ranks it has none (SN-8.4.c).
    `disordered`: before this test. `general`: one is attached.
    """
    found = []
    if hits:
        found.append(Modifier("SN-8.0.b", -hits, counted(hits, "hit")))
    if losses:
        found.append(Modifier("SN-8.0.b", -losses, words.LOST_BEFORE))
    if disordered:
        found.append(Modifier("SN-8.0.b", -1, words.DISORDERED))
    if general:
        found.append(Modifier("SN-3.2.a", 1, words.GENERAL_ATTACHED))
    return found


def number(sp: int, changes: Iterable[Modifier]) -> int:
    """Return adjusted morale from the initial SP and its modifiers, never less than 1 (SN-8.0.b)."""
    return max(1, sp + total(changes))


def morale_loss(die: int, adjusted: int) -> int:
    """Return by how much the die exceeds adjusted morale; 0 is a pass (SN-8.0.a, SN-8.0.c, SN-8.0.d).

    A 1 passes; a 6 fails, with a loss of 1 where it does not exceed adjusted morale.
    """
    if die == 1:
        return 0
    return max(die - adjusted, 1 if die == 6 else 0)


def sp_lost(loss: int, *, disordered: bool, cap: int) -> int:
    """Return the SP that a test costs, at least one if disordered before (SN-8.1.a, SN-8.1.b, SN-8.3.b)."""
    return min(cap, max(loss, 1 if disordered else 0))


def adjusted(state: State, stand: Stand, hits: int) -> tuple[int, list[Modifier]]:
    """Return the adjusted morale against these hits, and the modifiers to the initial SP (SN-8.0.b)."""
    found = modifiers(
        hits=hits,
        losses=stand.losses,
        disordered=stand.disordered,
        general=state.attached_general(stand) is not None,
    )
    return number(stand.profile.sp, found), found


@lru_cache(maxsize=4096)
def distribution(pools: tuple[Pool, ...], morale: int, disordered: bool, cap: int) -> Distribution:
    """Return the exact Harm of dice of fire or melee; `morale` before hits, not yet limited to 1."""
    struck = pooled_distribution(pools)
    weights: Counter[Harm] = Counter()
    for scored, weight in struck.weights:
        if not scored:
            # No hit means no test; its weight is spread over six faces like the rest.
            weights[False, 0, 0] += weight * 6
            continue
        for die in range(1, 7):
            loss = morale_loss(die, max(1, morale - scored))
            weights[True, loss, sp_lost(loss, disordered=disordered, cap=cap)] += weight
    return Distribution(tuple(sorted(weights.items())), struck.denominator * 6)


# ---------------------------------------------------------------------------- the test in play


def test(battle: Battle, stand: Stand, hits: int, *, cap: int, cause: Cause, rule: str) -> Steps[Outcome]:
    """Take the Morale Test of a stand that took `hits`, with its effects; none without a hit (SN-8.0.a)."""
    tried = yield from throw(battle, stand, hits, rule=rule)
    return suffer(battle, stand, tried, cap=cap, cause=cause)


def throw(battle: Battle, stand: Stand, hits: int, *, rule: str = "SN-8.0.a") -> Steps[Tried]:
    """Roll and log the die of a Morale Test; nothing comes of it yet, and no hit means no test (SN-8.0.a)."""
    if hits < 1 or not stand.on_field:
        return Tried()
    needs, found = adjusted(battle.state, stand, hits)
    dice = yield from battle.roll(words.MORALE_TEST, side=stand.side, unit=stand.id, rule=rule)
    loss = morale_loss(dice[0], needs)
    changes = [(each.why, each.value) for each in found]
    battle.record(
        words.MORALE_TEST, dice, words.morale_tested(needs, stand.profile.sp, changes, dice[0], loss),
        rule=rule, side=stand.side, unit=stand.id, target=needs, modifiers=found,
    )  # fmt: skip
    return Tried(loss, not loss, stand.disordered, True)


def suffer(battle: Battle, stand: Stand, tried: Tried, *, cap: int, cause: Cause) -> Outcome:
    """Apply the result of a Morale Test: SP lost, disorder in any case, elimination (SN-8.1, SN-8.3)."""
    if not tried.tested or not stand.on_field:
        return Outcome(tried.loss, tried.passed, 0, tried.tested)
    lost = sp_lost(tried.loss, disordered=tried.disordered, cap=cap)
    if lost:
        why, by = (words.HIT, "SN-8.1.a") if tried.loss else (words.HIT_IN_DISORDER, "SN-8.3.b")
        if lose(battle, stand, lost, why[cause], by):
            return Outcome(tried.loss, tried.passed, lost, True)
    disorder(battle, stand, words.HIT[cause], "SN-8.3.a")
    return Outcome(tried.loss, tried.passed, lost, True)
