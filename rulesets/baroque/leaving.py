"""Leaving a fight or the field of one's own will: withdrawal (BQ-2.5.1.1) and disengagement (BQ-5.7)."""

from __future__ import annotations

from rulesets.baroque import morale, tables
from rulesets.baroque.command import discipline_test
from rulesets.baroque.events.field import Declared, Disengaged, Spent
from rulesets.baroque.melee.fight import fight
from rulesets.baroque.movement import falling
from rulesets.baroque.reactions.answer import answer_withdrawal
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording import common
from rulesets.baroque.wording import movement as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Option, Steps
from rulesets.freetable.ways import Why

_SPEEDS = {"S": 0, "": 1, "F": 2}


def options(battle: Battle, unit: Unit) -> list[Option]:
    """Return the options of the active unit to withdraw from the field or to break off its melee."""
    found = []
    if why_no_withdrawal(battle.state, unit) is None:
        label = words.WITHDRAW
        found.append(Option({"do": "withdraw", "unit": unit.id}, label, "BQ-2.5.1.1.a"))
    if why_no_disengagement(battle.state, unit) is None:
        label = words.DISENGAGE
        if falling.plan(battle.state, unit, unit.profile.m_bu, forced=False, slow=True).off_table:
            label += words.OFF_TABLE  # BQ-5.8.a
        found.append(Option({"do": "disengage", "unit": unit.id}, label, "BQ-5.7.a"))
    return found


def perform(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Carry out one of the `options`."""
    yield from (withdraw(battle, unit) if choice["do"] == "withdraw" else disengage(battle, unit))


# ---------------------------------------------------------------------------- withdrawal


def why_no_withdrawal(state: State, unit: Unit) -> Why | None:
    """Return why the active unit cannot try to leave the field (BQ-2.5.1.1.a); None if it can."""
    activation = state.activation
    if unit.profile.type == BAGGAGE:
        return "BQ-7.9.a", common.BAGGAGE_STAYS
    if state.engaged(unit.id):
        return "BQ-2.5.1.1.a", common.IN_MELEE
    if activation is None or activation.unit != unit.id or activation.acted:
        return "BQ-2.5.1.1.a", words.WITHDRAWING_IS_ONLY_ACTION
    return None


def withdraw(battle: Battle, unit: Unit) -> Steps[None]:
    """Try to withdraw a unit by a Discipline Test, its only action but for a rally (BQ-2.5.1.1)."""
    rule = "BQ-2.5.1.1.a"
    battle.apply(Declared(rule, unit.id, words.TRIES_TO_WITHDRAW))
    if not (yield from answer_withdrawal(battle, unit)):  # BQ-2.5.1.1.d
        return
    if (yield from discipline_test(battle, unit, words.WITHDRAWAL, rule)):
        why = words.TEST_PASSED
        morale.remove(battle, unit, "withdrawn", why, rule)  # BQ-2.5.1.1.c: with its Leader
    else:
        battle.apply(Spent("BQ-2.5.1.1.b", unit.id, done=True, why=words.CANNOT_WITHDRAW))


# ---------------------------------------------------------------------------- disengagement


def is_faster(unit: Unit, enemy: Unit) -> bool:
    """Return whether M is higher or, if the same, the speed better (Fast, normal, Slow) (BQ-5.7.b)."""
    mine, theirs = unit.profile, enemy.profile
    return (mine.m_bu, _SPEEDS[mine.speed]) > (theirs.m_bu, _SPEEDS[theirs.speed])


def why_no_disengagement(state: State, unit: Unit) -> Why | None:
    """Return why the active unit cannot try to break off its melee (BQ-5.7.a-c); None if it can."""
    activation = state.activation
    enemies = state.engaged_with(unit.id)
    if not enemies:
        return "BQ-5.7.a", words.NOT_IN_MELEE
    if activation is None or activation.unit != unit.id or activation.acted:
        return "BQ-5.7.c", words.ONLY_AFTER_ACTIVATION
    if not tables.troop_type(unit.profile.type).can_disengage:
        return "BQ-5.7.a", words.NEVER_DISENGAGE
    if any(enemy.profile.type == BAGGAGE for enemy in enemies):
        return "BQ-5.7.a", words.BAGGAGE_HOLDS
    if any(pair[1] == unit.id and face != "front" for pair, face in state.contacts.items()):
        return "BQ-5.7.a", words.ENGAGED_ELSEWHERE
    for enemy in enemies:
        if not is_faster(unit, enemy):
            return "BQ-5.7.b", words.not_faster(enemy.name)
    if not falling.plan(state, unit, unit.profile.m_bu, forced=False, slow=True).started:
        return "BQ-5.7.d", common.NO_ROOM_BEHIND
    return None


def disengage(battle: Battle, unit: Unit) -> Steps[None]:
    """Try to disengage: the unit falls back Disordered, or fights if its test fails (BQ-5.7.d)."""
    rule = "BQ-5.7.d"
    if not (yield from discipline_test(battle, unit, words.DISENGAGEMENT, rule)):
        yield from fight(battle, unit, charge=None)
        return
    yield from falling.fall_back(battle, unit, unit.profile.m_bu, "disengage", rule, forced=False)
    if unit.on_field:
        morale.disorder(battle, unit, words.DISENGAGES, rule)
        battle.apply(Disengaged(rule, unit.id))
