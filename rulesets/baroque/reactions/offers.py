"""What the inactive side is asked: one decision with every reaction and evasion (BQ-4.1.3.b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from rulesets.baroque.charge import plan
from rulesets.baroque.charge.plan import Mark
from rulesets.baroque.command import discipline_chance
from rulesets.baroque.melee.rout import disperses
from rulesets.baroque.movement import falling
from rulesets.baroque.reactions import discipline, who
from rulesets.baroque.reactions.who import Charge, Course
from rulesets.baroque.shooting import targets
from rulesets.baroque.shooting.dice import reach as range_of
from rulesets.baroque.state import BAGGAGE, State, Unit, enemy
from rulesets.baroque.wording import reactions as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Number, Option, Refusal, Steps
from rulesets.engine.records import record

NONE: Choice = {"do": "none"}


def ask(battle: Battle, side: int, text: str, answers: Menu, subject: str) -> Steps[Choice]:
    """Ask `side` for its reaction; without any possible nobody is asked."""
    if not _anything(battle, side, answers):
        return dict(NONE)
    none = Option(NONE, words.DO_NOTHING, "BQ-4.1.3.a")
    menu = answers.followed_by((NONE, lambda: (none,)))
    return (yield Decision("react", side, text, "BQ-4.1.3.a", menu, subject))


def _anything(battle: Battle, side: int, answers: Menu) -> bool:
    """Return whether any answer is possible; the one that is made next is tried first."""
    foreseen, known = battle.foreseen, battle.comes_next("react", side)
    if known and foreseen.get("do") != "none":
        return answers.covers(foreseen)  # else another question comes before the answer
    return known is not False and (answers.holds(foreseen) or bool(answers))


def unasked(battle: Battle, side: int) -> bool:
    """Return whether a battle that is recalled is known to go on without an answer of `side`."""
    return battle.comes_next("react", side) is False


# ---------------------------------------------------------------------------- what may be answered
#
# A group is one unit's reaction of one kind: a choice needs the reactions of its own unit only.


def against_course(state: State, course: Course, besides: frozenset[str] = frozenset()) -> Iterator[Group]:
    """Yield Opportunity Fire and Charges against a unit on its way (BQ-6.5.a, BQ-5.4.2.a).

    `besides`: units that the action is aimed at, which have other answers than an Opportunity Charge.
    """
    for unit, fires, charges in _near(state, course):
        if fires:
            yield _group("opportunity-fire", unit, _fire, state, unit, course)
        if charges and unit.id not in besides:
            yield _group("opportunity-charge", unit, _charges, state, unit, course)


def against_shot(state: State, firer: Unit, target: Unit) -> Iterator[Group]:
    """Yield answers to fire; only the target may evade (BQ-6.5.c, BQ-5.4.2.b, BQ-5.6.e)."""
    yield _group("evade", target, _evasion_from_shot, state, target, firer)
    course = Course(firer, firer.place, firer.place, "shoot")
    for unit, fires, charges in _near(state, course):
        if fires:
            yield _group("opportunity-fire", unit, _fire_back, state, unit, firer)
        if charges:
            yield _group("opportunity-charge", unit, _charges, state, unit, course)


def _near(state: State, course: Course) -> Iterator[tuple[Unit, bool, bool]]:
    """Yield the enemies of the acting unit who can react and come near enough to it to fire or to charge."""
    for unit in state.on_field(enemy(course.unit.side)):
        if unit.profile.type == BAGGAGE:  # BQ-2.8.c
            continue
        shot, charge = range_of(unit.profile), plan.reach(unit.profile)
        if course.comes_within(unit.place, max(shot, charge)) and who.why_not_ready(state, unit) is None:
            yield unit, course.comes_within(unit.place, shot), course.comes_within(unit.place, charge)


def answers_to_charge(state: State, charge: Charge, mark: Mark | None) -> Menu:
    """Return evasions from a charge, and reactions to it if it meets anybody, `mark` (BQ-4.1.3.l)."""
    evading = Menu(
        *(  # BQ-5.6.b, BQ-5.4.6.d
            _group("evade", unit, _evasion_from_charge, state, unit, charge, distance)
            for unit, distance in who.contactable(state, charge)
        )
    )
    return evading if mark is None else evading.followed_by(*against_charge(state, charge, mark))


def against_charge(state: State, charge: Charge, mark: Mark) -> Iterator[Group]:
    """Return the reactions to a charge that meets `mark` (BQ-4.1.3.l); evasions are asked with them.

    Those who would be struck have Defensive Fire and the Countercharge, others the Opportunity Charge, all
    of them Opportunity Fire.
    """
    main = who.main_of(charge, mark.together, mark.distance)
    for unit in mark.screens:
        yield _group("defensive-fire", unit, _defence, state, unit, charge)
    for unit in mark.together:
        if unit is main or disperses(state, unit):  # BQ-6.6.d
            yield _group("defensive-fire", unit, _defence, state, unit, charge)
        yield _group("countercharge", unit, _counter, state, unit, charge, mark.distance)
    course = Course(charge.unit, charge.unit.place, who.end_of(charge, mark.distance), "charge")
    aimed_at = frozenset(unit.id for unit in (*mark.screens, *mark.together))
    yield from against_course(state, course, aimed_at)


def _group(do: str, unit: Unit, make: Callable[..., Iterable[Option]], *facts: Any) -> Group:
    return {"do": do, "unit": unit.id}, partial(make, *facts)


# ---------------------------------------------------------------------------- one reaction


def evasion(state: State, unit: Unit, threat: Unit, *, from_foot: bool) -> Option:
    """Return the option to evade, with its chance."""

    def label() -> str:
        chance = _chance(state, unit, "evade", from_foot=from_foot)
        off = falling.plan(state, unit, unit.profile.m_bu, forced=False).off_table  # BQ-5.8.a
        return words.evades(unit.name, threat.name, chance, off)

    return Option({"do": "evade", "unit": unit.id}, label, "BQ-5.6.a")


def _chance(state: State, unit: Unit, reaction: str, **how: bool) -> float:
    """Return the chance to pass the test of a reaction."""
    return discipline_chance(state, unit, discipline.modifiers(unit, reaction, **how))


def _evasion_from_shot(state: State, unit: Unit, firer: Unit) -> Iterator[Option]:
    if who.can_evade_shot(state, unit, firer):
        yield evasion(state, unit, firer, from_foot=False)


def _evasion_from_charge(state: State, unit: Unit, charge: Charge, distance: float) -> Iterator[Option]:
    if who.can_evade(state, unit, charge, distance):
        yield evasion(state, unit, charge.unit, from_foot=not charge.unit.profile.mounted)


def _fire_back(state: State, unit: Unit, firer: Unit) -> Iterator[Option]:
    """Yield fire in answer to fire (BQ-6.5.c)."""
    if targets.best_aim(state, unit, firer) is not None:
        # The chance is worked out only when the option is shown: most options of a menu never are.
        def label() -> str:
            return words.fires_back(unit.name, _chance(state, unit, "opportunity-fire", to_shot=True))

        yield Option({"do": "opportunity-fire", "unit": unit.id}, label, "BQ-6.5.c")


def _fire(state: State, unit: Unit, course: Course) -> Iterator[Option]:
    moment = who.fire_moment(state, unit, course)
    if moment is None:
        return

    def label() -> str:
        return words.opportunity_fire(unit.name, _chance(state, unit, "opportunity-fire"), moment.worth)

    key = {"do": "opportunity-fire", "unit": unit.id}
    yield Option(key, label, "BQ-6.5.a", _at(course, moment.part), FireMoment(state, unit, course))


def _charges(state: State, unit: Unit, course: Course) -> Iterator[Option]:
    """Yield an Opportunity Charge, with the bonus die only where M alone does not reach (BQ-5.4.2.c)."""
    plain = who.charge_moment(state, unit, course, bonus=False)
    moment = plain or who.charge_moment(state, unit, course, bonus=True)
    if moment is None:
        return
    bonus, way = plain is None, -moment.worth

    def label() -> str:
        reached = float(plan.reach_chance(unit.profile, way)) if bonus else None
        return words.opportunity_charge(unit.name, _chance(state, unit, "opportunity-charge"), way, reached)

    check = ChargeMoment(state, unit, course, bonus)
    key = {"do": "opportunity-charge", "unit": unit.id, "bonus": bonus}
    yield Option(key, label, "BQ-5.4.2.a", _at(course, moment.part), check)


def _defence(state: State, unit: Unit, charge: Charge) -> Iterator[Option]:
    """Yield Defensive Fire; a screen may fire before it is dispersed (BQ-6.6.a, BQ-7.2.3.b, BQ-7.7.d)."""
    if who.may_defend(state, unit, charge):

        def label() -> str:
            return words.defensive_fire(unit.name, _chance(state, unit, "defensive-fire"))

        yield Option({"do": "defensive-fire", "unit": unit.id}, label, "BQ-6.6.a")


def _counter(state: State, unit: Unit, charge: Charge, distance: float) -> Iterator[Option]:
    """Yield a countercharge, with a bonus die only where half of the way is beyond M (BQ-5.4.3)."""
    if who.why_no_counter(state, unit, charge, distance) is not None:
        return

    def label(bonus: bool) -> str:
        return words.countercharge(unit.name, _chance(state, unit, "countercharge"), bonus)

    key = {"do": "countercharge", "unit": unit.id}
    yield Option({**key, "bonus": False}, partial(label, False), "BQ-5.4.3.a")
    if distance / 2 > unit.profile.m_bu:
        yield Option({**key, "bonus": True}, partial(label, True), "BQ-5.4.3.a")


def _at(course: Course, part: float) -> tuple[Number, ...]:
    """Return the moment of the enemy's move, as a part of the way, to choose (BQ-6.5.b, BQ-5.4.2.d)."""
    if course.stays:
        return ()
    way = words.of_way(course.unit.name, course.way)
    return (Number("at", 0.0, 1.0, way, default=part, label=words.WHERE),)


@record
class FireMoment:
    """BQ-6.5.b: refuses a moment of the enemy's `course` at which the unit cannot fire."""

    state: State
    unit: Unit
    course: Course

    def __call__(self, choice: Choice) -> None:
        if who.fire_worth(self.state, self.unit, self.course, choice.get("at", 0.0)) is None:
            fault = words.cannot_fire_there(self.unit.name)
            raise Refusal(fault, rule="BQ-6.5.b", path="choice.at")


@record
class ChargeMoment:
    """BQ-5.4.2.d: refuses a moment of the enemy's `course` at which the unit cannot strike."""

    state: State
    unit: Unit
    course: Course
    bonus: bool

    def __call__(self, choice: Choice) -> None:
        limit = plan.reach(self.unit.profile, bonus=self.bonus)
        if who.charge_worth(self.state, self.unit, self.course, choice.get("at", 0.0), limit) is None:
            fault = words.cannot_strike_there(self.unit.name)
            raise Refusal(fault, rule="BQ-5.4.2.d", path="choice.at")
