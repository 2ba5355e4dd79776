"""Opportunity Charges and Opportunity Fire against a unit on its way (BQ-5.4.2, BQ-6.5). Distances in BU."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from rulesets.baroque.charge import assault as assaults
from rulesets.baroque.charge import plan
from rulesets.baroque.events.field import Declared, Moved
from rulesets.baroque.morale import disorder
from rulesets.baroque.shooting import targets, volley
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording import common
from rulesets.baroque.wording import reactions as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.geometry import Base

if TYPE_CHECKING:
    from rulesets.baroque.charge.assault import Assault
    from rulesets.baroque.reactions.who import Course


def bonus_roll(battle: Battle, unit: Unit) -> Steps[int]:
    """Roll the charge bonus in BU (BQ-5.4.1.a-b)."""
    rule = "BQ-5.4.1.b"
    dice = yield from battle.roll(words.CHARGE_BONUS, side=unit.side, unit=unit.id, rule=rule)
    bonus = plan.bonus_dice(unit.profile)[dice[0] - 1]
    shown = words.bonus(dice[0], bonus, unit.profile.m_bu + bonus)
    battle.record(words.CHARGE_BONUS, dice, shown, rule=rule, side=unit.side, unit=unit.id)
    return bonus


def opportunity_charge(
    battle: Battle, unit: Unit, enemy: Unit, *, bonus: bool, charging: Assault | None = None
) -> Steps[bool]:
    """Make an Opportunity Charge, its test passed, at an enemy where it is struck. True if it made contact
    (BQ-5.4.2).

    `charging`: the enemy's own charge, if it makes one: it has its impetus too if its front is struck. It may
    strike another enemy on its way (BQ-4.1.3.f). A bonus die that does not bring contact Disorders
    (BQ-5.4.1.c).
    """
    state: State = battle.state
    battle.apply(Declared("BQ-5.4.2.a", unit.id, "opportunity charge", enemy.id))
    limit = unit.profile.m_bu + ((yield from bonus_roll(battle, unit)) if bonus else 0)
    assault = assaults.begin(battle, unit, enemy, limit)
    yield from assaults.drive(battle, assault)
    face = geometry.contact_face(unit.place, enemy.place) if unit.on_field and enemy.on_field else None
    both = charging is not None and face == "front"
    if charging is not None and charging.crossed:
        assault.others_crossed.add(enemy.id)
    contact = yield from assaults.clash(battle, assault, also=frozenset([enemy.id] if both else []))
    missed = not contact and enemy.id not in assault.dispersed
    if bonus and missed and unit.on_field:
        disorder(battle, unit, common.CHARGE_FAILED, "BQ-5.4.1.c")
    # An enemy that won the clash and is still active goes on with its own move.
    return enemy.id in assault.dispersed or (contact and not (enemy.on_field and state.is_active(enemy)))


def opportunity_fire(battle: Battle, unit: Unit, enemy: Unit) -> Steps[None]:
    """Fire by opportunity, its test passed, at an enemy where it stands now (BQ-6.5)."""
    # The enemy was halted at the moment that was chosen, but other reactions may have closed the line of
    # fire.
    aim = targets.best_aim(battle.state, unit, enemy)
    if aim is not None:
        fired = yield from volley.roll_volley(battle, unit, aim, fire="opportunity")
        yield from volley.suffer(battle, fired)


def halt(battle: Battle, course: Course, part: float, rule: str) -> None:
    """Halt the acting unit at a point of its way, where it is fired at or struck (BQ-6.5.b, BQ-5.4.2.d)."""
    _put(battle, course.unit, course.at(part), "halt", rule)


def resume(battle: Battle, course: Course, rule: str) -> bool:
    """Return whether the move that was halted is to be made from its beginning (BQ-6.5.b).

    False if somebody has come to stand there meanwhile: then it ends where it was halted.
    """
    unit, start = course.unit, course.start
    if not unit.on_field:
        return False
    others = (one.place for one in battle.state.on_field() if one is not unit)
    if any(geometry.overlap(start, place) for place in others):
        here = unit.place
        way = round(hypot(here.x - start.x, here.y - start.y), 4)
        battle.apply(Moved(rule, unit.id, here.x, here.y, here.heading, course.how, way, action=True))
        return False
    _put(battle, unit, start, "resume", rule)
    return True


def _put(battle: Battle, unit: Unit, base: Base, how: str, rule: str) -> None:
    place = unit.place
    if base != place:
        way = round(hypot(base.x - place.x, base.y - place.y), 4) if how == "halt" else 0.0
        battle.apply(Moved(rule, unit.id, base.x, base.y, base.heading, how, way))
