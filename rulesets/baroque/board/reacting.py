"""Why a unit that is ready to react is not asked to, or not for this (BQ-4.1.3.l)."""

from __future__ import annotations

from collections.abc import Callable

from rulesets.baroque.charge import plan
from rulesets.baroque.events.field import Declared
from rulesets.baroque.melee.contact import face_struck
from rulesets.baroque.reactions import who
from rulesets.baroque.reactions.who import Charge
from rulesets.baroque.shooting import defence
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording.reactions import NOT_BEFORE_FRONT
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.freetable.ways import Why

CHARGES = frozenset({"BQ-5.4.b", "BQ-5.4.6.a"})
"""The rules by which charges are declared."""


def charge_answered(battle: Battle) -> Charge | None:
    """Return the declared charge that the pending decision asks answers to; None for none."""
    state: State = battle.state
    pending = battle.pending
    if pending is None or pending.kind != "react" or pending.subject not in state.units:
        return None
    declared = (entry.event for entry in reversed(battle.entries) if isinstance(entry.event, Declared))
    last = next((event for event in declared if event.unit == pending.subject), None)
    if last is None or last.rule not in CHARGES:
        return None
    unit, target = state.units[last.unit], state.units[last.target]
    return Charge(unit, target, plan.reach(unit.profile, bonus="bonus" in last.action))


def why_not_asked(battle: Battle, unit: Unit, do: str) -> Why:
    """Return why the reaction `do` of a unit of the side that is asked is not on offer."""
    state: State = battle.state
    charge = charge_answered(battle)
    if charge is None:
        why = _OTHERWISE.get(do)
    else:
        mark = who.declared(state, charge)
        struck = frozenset(u.id for u in (*mark.screens, *mark.together)) if mark is not None else frozenset()
        why = _TO_CHARGES[do](state, unit, charge, struck)
    return why or ("BQ-4.1.3.c", "one unit alone may react to an action, and may not evade as well")


def _no_charge(state: State, unit: Unit, charge: Charge, struck: frozenset[str]) -> Why | None:
    if unit.id in struck:
        return "BQ-5.4.2.a", "who is the target of a charge countercharges instead"
    why = who.why_not_intercept(state, unit, charge.unit)
    return why or ("BQ-5.4.2.d", "the enemy does not come before it")


def _no_countercharge(state: State, unit: Unit, charge: Charge, struck: frozenset[str]) -> Why | None:
    distance = _distance(unit, charge)
    if unit.id not in struck or distance is None:
        return "BQ-5.4.3.a", "the charge does not meet it"
    return who.why_no_counter(state, unit, charge, distance)


def _no_defence(state: State, unit: Unit, charge: Charge, struck: frozenset[str]) -> Why | None:
    distance = _distance(unit, charge)
    if unit.id not in struck or distance is None:
        return "BQ-6.6.a", "it is not the target of the charge"
    face = face_struck(charge.unit.place, who.end_of(charge, distance), unit.place)
    why = defence.why_no_defence(state, unit, face or "front")
    return why or ("BQ-6.6.d", "only the main unit of the coming melee may fire")


def _no_evasion(state: State, unit: Unit, charge: Charge, _struck: frozenset[str]) -> Why | None:
    kind = "charging_mounted" if charge.unit.profile.mounted else "charging_foot"
    why = who.why_no_evasion(state, unit, kind)
    if why is not None:
        return why
    met = {enemy.id: distance for enemy, distance in who.contactable(state, charge)}
    if unit.id not in met:
        return "BQ-5.6.b", "the charge could not meet it"
    if not who.can_evade(state, unit, charge, met[unit.id]):
        return "BQ-5.6.f", NOT_BEFORE_FRONT
    return None


def _distance(unit: Unit, charge: Charge) -> float | None:
    return geometry.advance_to_contact(charge.unit.place, unit.place, charge.limit)


_OTHERWISE: dict[str, Why] = {
    "opportunity-fire": ("BQ-6.5.b", "it cannot fire at the enemy anywhere on the way"),
    "opportunity-charge": ("BQ-5.4.2.d", "the enemy does not come within its charge"),
    "countercharge": ("BQ-5.4.3.a", "nobody charges it"),
    "defensive-fire": ("BQ-6.6.a", "nobody charges it"),
    "evade": ("BQ-5.6.a", "it is neither charged nor fired at from before its front"),
}

_TO_CHARGES: dict[str, Callable[[State, Unit, Charge, frozenset[str]], Why | None]] = {
    "opportunity-fire": lambda *_: _OTHERWISE["opportunity-fire"],
    "opportunity-charge": _no_charge,
    "countercharge": _no_countercharge,
    "defensive-fire": _no_defence,
    "evade": _no_evasion,
}
