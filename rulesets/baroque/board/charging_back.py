"""What a charge in answer would come to: an Opportunity Charge, a Countercharge (BQ-5.4.2, BQ-5.4.3).

The enemy is put on a sketch of the table where it would be struck, and the clash is made there by the
procedures themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesets.baroque.board.clash import Clash, contact_lines, dispersal, made, reaching
from rulesets.baroque.board.reacting import charge_answered
from rulesets.baroque.board.what_if import Sketch
from rulesets.baroque.charge import assault as assaults
from rulesets.baroque.charge import plan
from rulesets.baroque.charge.run import meet_half_way
from rulesets.baroque.melee.contact import strike
from rulesets.baroque.melee.rout import disperses
from rulesets.baroque.reactions.offers import ChargeMoment
from rulesets.baroque.state import Unit
from rulesets.baroque.wording import charge as words
from rulesets.contract.board import Figure
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.freetable.ghosts import first_number


def opportunity_lines(battle: Battle, unit: Unit, option: Option) -> Iterator[Figure]:
    """Yield what an Opportunity Charge would come to, at the moment that is proposed (BQ-5.4.2)."""
    moment = option.check
    if not isinstance(moment, ChargeMoment):
        return
    number, course = first_number(option), moment.course
    sketch = Sketch(battle)
    enemy = sketch.state.units[course.unit.id]
    enemy.base = course.at((number.default if number else None) or 0.0)
    over = course.how == "charge" and assaults.meet_ground(sketch, enemy, course.unit.place)
    mover = sketch.state.units[unit.id]
    mark = _met(sketch, mover, enemy, plan.reach(unit.profile, bonus=moment.bonus))
    if mark is None:
        return
    yield from reaching(mover, mark)
    if disperses(sketch.state, mark.target):
        yield dispersal(mark.target)
        return
    clash = made(sketch, mover, mark)
    if course.how == "charge":
        clash = _charged(clash, clash.state.units[enemy.id], over=over)
    yield from contact_lines(clash)


def counter_lines(battle: Battle, unit: Unit, *, bonus: bool) -> Iterator[Figure]:
    """Yield what a Countercharge would come to where it meets the charger (BQ-5.4.3.d)."""
    charge = charge_answered(battle)
    if charge is None:
        return
    sketch = Sketch(battle)
    units = sketch.state.units
    mover, charger = units[unit.id], units[charge.unit.id]
    theirs = assaults.begin(sketch, charger, units[charge.target.id], charge.limit)
    limit = plan.reach(unit.profile, bonus=bonus)
    own = sketch.settle(meet_half_way(sketch, theirs, mover, limit), unit.id)
    if not mover.on_field or not charger.on_field:
        return
    strike(sketch, charger, theirs.start, "BQ-7.1.a", theirs.stood)
    crossed = {one.unit.id for one in (own, theirs) if one.crossed}
    struck = tuple(sketch.state.engaged_with(mover.id))
    both = frozenset([mover.id, charger.id])
    yield from contact_lines(Clash(sketch, mover, charger, struck, both, frozenset(crossed)))


def comes_first(battle: Battle, option: Option) -> list[str]:
    """Return what a charge in answer has to wait for, and what may change its odds: the shot that it answers
    (BQ-5.4.2.b), the bonus die of a charger that it meets (BQ-5.4.1.a).
    """
    moment, charge = option.check, charge_answered(battle)
    found = [words.THE_SHOT] if isinstance(moment, ChargeMoment) and moment.course.how == "shoot" else []
    if option.key["do"] == "countercharge" and charge and charge.limit > charge.unit.profile.m_bu:
        found.append(words.ENEMY_BONUS)
    return found


def _met(sketch: Sketch, unit: Unit, enemy: Unit, limit: float) -> plan.Mark | None:
    """Return the enemy that is charged, or else who stands before it: the charge ends there (BQ-4.1.3.f)."""
    marks = plan.marks(sketch.state, unit, limit)
    found = next((mark for mark in marks if mark.target is enemy), None)
    return found or (marks[-1] if marks else None)


def _charged(clash: Clash, enemy: Unit, *, over: bool) -> Clash:
    """Return the clash with the impetus of an enemy that charges itself, if its front is struck."""
    if geometry.contact_face(clash.unit.place, enemy.place) != "front":
        return clash
    crossed = clash.crossed | ({enemy.id} if over else set())
    return replace(clash, charging=clash.charging | {enemy.id}, crossed=crossed)
