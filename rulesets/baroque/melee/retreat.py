"""Retreats after a lost melee and breaking off after a draw (BQ-7.5.2.c-i, BQ-7.5.3, BQ-7.6.j). Distances
in BU.
"""

from __future__ import annotations

from rulesets.baroque import tables
from rulesets.baroque.melee.rout import rout
from rulesets.baroque.morale import disorder
from rulesets.baroque.movement import falling
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps


def retreat_dice(unit: Unit) -> tuple[int, ...]:
    """BQ-7.5.2.i: how far the unit retreats on each die from 1 to 6."""
    column = tables.dice_column(unit.profile.type, unit.profile.speed)
    return tuple(tables.retreat(column, die) for die in range(1, 7))


def retreat(battle: Battle, unit: Unit) -> Steps[None]:
    """BQ-7.5.2.d Retreat straight back by the table; a unit that cannot even start is destroyed
    (BQ-7.5.2.f).

    A unit that was struck on its side slides back along the enemy (BQ-7.5.3.a) by the same procedure. The
    Baggage never retreats (BQ-7.9.a).
    """
    if unit.profile.type == BAGGAGE:
        return
    dice = yield from battle.roll("Retreat", side=unit.side, unit=unit.id, rule="BQ-7.5.2.i")
    bu = retreat_dice(unit)[dice[0] - 1]
    battle.record("Retreat", dice, f"{dice[0]}: {bu} BU", rule="BQ-7.5.2.i", side=unit.side, unit=unit.id)
    fallen = yield from falling.fall_back(battle, unit, bu, "retreat", "BQ-7.5.2.d", forced=True)
    if not fallen.started and unit.on_field:
        rout(battle, unit, "it cannot retreat", "BQ-7.5.2.f", "destroyed")


def retreat_support(battle: Battle, unit: Unit) -> Steps[None]:
    """BQ-7.6.j: a Support Unit of a beaten Main Unit is Disordered and retreats with a die of its own."""
    disorder(battle, unit, "its main unit is beaten", "BQ-7.6.j")
    yield from retreat(battle, unit)


def may_break_off(state: State, unit: Unit, enemy: Unit) -> bool:
    """BQ-7.5.2.c: whether a Mounted unit may retire 1 BU from a draw with Foot, and has the room to."""
    if not unit.on_field or not unit.profile.mounted:
        return False
    if enemy.profile.mounted or enemy.profile.type == BAGGAGE:  # BQ-7.9.a: nobody leaves the Baggage so
        return False
    plan = falling.plan(state, unit, _break_off_distance(), forced=True)
    return plan.started and not plan.off_table


def break_off(battle: Battle, unit: Unit, enemy: Unit) -> Steps[None]:
    """BQ-7.5.2.c: after a draw against Foot, Mounted may retire 1 BU if they wish."""
    if not may_break_off(battle.state, unit, enemy):
        return
    bu, rule = _break_off_distance(), "BQ-7.5.2.c"
    options = (
        Option({"do": "stay", "unit": unit.id}, "Stay in contact", rule),
        Option({"do": "break-off", "unit": unit.id}, f"Break off {bu:g} BU", rule),
    )
    text = f"The melee is a draw. Does {unit.name} break off?"
    choice = yield Decision("break off", unit.side, text, rule, options, unit.id)
    if choice["do"] == "break-off":
        yield from falling.fall_back(battle, unit, bu, "break-off", rule, forced=True)


def _break_off_distance() -> float:
    return tables.tables().melee_general.draw_mounted_vs_foot_retreat_bu
