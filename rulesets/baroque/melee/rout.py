"""Units that leave a melee: retreats, routs, dispersion, the Baggage sacked (BQ-7.5.2-3, BQ-7.7-9)."""

from __future__ import annotations

from rulesets.baroque import tables, terrain
from rulesets.baroque.events.field import BaggageSacked
from rulesets.baroque.morale import disorder, lose_vbu, remove
from rulesets.baroque.movement import falling
from rulesets.baroque.state import BAGGAGE, State, Status, Unit
from rulesets.baroque.wording import melee as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.geometry import CONTACT, Base

SPARES_THOSE_BEHIND = frozenset({"S", "T", "DR", "CL", "ART"})
"""BQ-7.5.2.h: types whose rout has no effect on units behind them."""


def rout(battle: Battle, unit: Unit, why: str, rule: str, status: Status = "routed") -> None:
    """Remove a unit that is beaten in melee, with the effect on those behind it."""
    base = unit.place
    remove(battle, unit, status, why, rule)
    shake_those_behind(battle, unit, base)


def shake_those_behind(battle: Battle, unit: Unit, base: Base) -> None:
    """Disorder friends within 1 BU straight behind a unit routed in melee; in contact they lose 1 VBU too
    (BQ-7.5.2.h).

    `base` is where it stood. A friend that routs by that has the same effect in its turn.
    """
    rule = "BQ-7.5.2.h"
    if unit.profile.type == BAGGAGE:
        battle.apply(BaggageSacked("BQ-7.9.b", unit.side))
        return
    if unit.profile.type in SPARES_THOSE_BEHIND:
        return
    general = tables.tables().melee_general
    for friend, away in _behind(battle.state, unit, base, general.rout_disorder_distance_bu):
        if not friend.on_field:
            continue
        # Its place is noted first: a friend that routs by the loss has none afterwards.
        place = friend.place
        losses = general.rout_contact_loss_vbu if away <= CONTACT else 0
        if losses and lose_vbu(battle, friend, losses, words.routs_into(unit.name), rule):
            shake_those_behind(battle, friend, place)
        elif friend.on_field:
            disorder(battle, friend, words.routs_before(unit.name), rule)


def _behind(state: State, unit: Unit, base: Base, reach: float) -> list[tuple[Unit, float]]:
    found = []
    for friend in state.on_field(unit.side):
        if friend.profile.type == BAGGAGE or not geometry.near(base, friend.place, reach):
            continue
        away = geometry.rear_corridor_gap(base, friend.place)
        if away is not None and away <= reach + CONTACT:
            found.append((friend, away))
    return found


# ---------------------------------------------------------------------------- dispersion


def disperses(state: State, unit: Unit) -> bool:
    """Return whether contact disperses: Artillery; Skirmishers but in difficult ground (BQ-7.7.a, BQ-7.8)."""
    if unit.profile.type == BAGGAGE or not tables.troop_type(unit.profile.type).dispersed_when_charged:
        return False
    return unit.profile.type == "ART" or not terrain.wholly_in(state, unit.place, "difficult")


def disperse(battle: Battle, unit: Unit, by: Unit) -> None:
    """Remove a unit without a fight (BQ-7.7.a, BQ-7.8)."""
    rule = "BQ-7.8" if unit.profile.type == "ART" else "BQ-7.7.a"
    remove(battle, unit, "dispersed", words.charged_by(by.name), rule)


def retreat_dice(unit: Unit) -> tuple[int, ...]:
    """Return how far the unit retreats on each die from 1 to 6 (BQ-7.5.2.i)."""
    column = tables.dice_column(unit.profile.type, unit.profile.speed)
    return tables.retreat(column).move_bu


def retreat(battle: Battle, unit: Unit) -> Steps[None]:
    """Retreat straight back by the table; a unit that cannot even start is destroyed (BQ-7.5.2.d,
    BQ-7.5.2.f).

    A unit that was struck on its side slides back along the enemy (BQ-7.5.3.a) by the same procedure. The
    Baggage never retreats (BQ-7.9.a).
    """
    if unit.profile.type == BAGGAGE:
        return
    dice = yield from battle.roll(words.RETREAT, side=unit.side, unit=unit.id, rule="BQ-7.5.2.i")
    bu = retreat_dice(unit)[dice[0] - 1]
    battle.record(
        words.RETREAT, dice, words.rolled_bu(dice[0], bu), rule="BQ-7.5.2.i", side=unit.side, unit=unit.id
    )
    fallen = yield from falling.fall_back(battle, unit, bu, "retreat", "BQ-7.5.2.d", forced=True)
    if not fallen.started and unit.on_field:
        rout(battle, unit, words.CANNOT_RETREAT, "BQ-7.5.2.f", "destroyed")


def retreat_support(battle: Battle, unit: Unit) -> Steps[None]:
    """Disorder a Support Unit of a beaten Main Unit; it retreats with a die of its own (BQ-7.6.j)."""
    disorder(battle, unit, words.MAIN_UNIT_BEATEN, "BQ-7.6.j")
    yield from retreat(battle, unit)


def may_break_off(state: State, unit: Unit, enemy: Unit) -> bool:
    """Return whether Mounted may retire 1 BU from a draw with Foot and have the room (BQ-7.5.2.c)."""
    if not unit.on_field or not unit.profile.mounted:
        return False
    if enemy.profile.mounted or enemy.profile.type == BAGGAGE:  # BQ-7.9.a: nobody leaves the Baggage so
        return False
    plan = falling.plan(state, unit, _break_off_distance(), forced=True)
    return plan.started and not plan.off_table


def break_off(battle: Battle, unit: Unit, enemy: Unit) -> Steps[None]:
    """Offer Mounted to retire 1 BU after a draw against Foot (BQ-7.5.2.c)."""
    if not may_break_off(battle.state, unit, enemy):
        return
    bu, rule = _break_off_distance(), "BQ-7.5.2.c"
    options = (
        Option({"do": "stay", "unit": unit.id}, words.STAY_IN_CONTACT, rule),
        Option({"do": "break-off", "unit": unit.id}, words.break_off(bu), rule),
    )
    text = words.melee_drawn(unit.name)
    choice = yield Decision("break off", unit.side, text, rule, options, unit.id)
    if choice["do"] == "break-off":
        yield from falling.fall_back(battle, unit, bu, "break-off", rule, forced=True)


def _break_off_distance() -> float:
    return tables.tables().melee_general.draw_mounted_vs_foot_retreat_bu
