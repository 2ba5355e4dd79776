"""Answers to what the enemy does: reactions and evasions (BQ-4.1.3). Values in VD, distances in BU."""

from __future__ import annotations

from rulesets.baroque.actiontypes import Band
from rulesets.baroque.command import discipline_chance
from rulesets.baroque.events.field import Declared
from rulesets.baroque.movement.falling import plan as plan_fall_back
from rulesets.baroque.reactions import discipline
from rulesets.baroque.shooting.targets import best_aim
from rulesets.baroque.state import State, Unit
from rulesets.baroque.tactics import enemies
from rulesets.baroque.tactics.options import pick, plain
from rulesets.baroque.wording import tactics as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option
from rulesets.engine.events import Rolled
from rulesets.engine.records import record
from rulesets.engine.system import Advice

TROUBLE = 0.1
"""What a reaction costs in any case: it is the only one of the turn, and it may come to nothing."""

BRAVE = 0.3
"""Defensive Fire costs nothing that could be used better once the charge comes home: as if so much more
likely.
"""


@record
class Threat:
    """The unit that is answered, and what it has declared: `charge`, `fire` or `move`."""

    unit: Unit
    action: str


def react(battle: Battle, decision: Decision) -> Advice:
    """Choose the reaction worth most, its chance counted in; none if all are worth nothing."""
    state: State = battle.state
    active = state.activation
    threat = None if active is None else _threat(battle, state.units[active.unit])
    answers = [option for option in decision.options if option.key["do"] != "none"]
    found = [] if threat is None else [_weighed(state, option, threat) for option in answers]
    best = max(found, key=lambda answer: answer.value, default=None)
    if best is None or best.value <= 0.0:
        return pick(decision, "none", _declined(best, len(answers)))
    name = state.units[best.option.key["unit"]].name
    why = words.answers(name, best.option.key["do"], best.chance, best.value, len(found))
    return Advice(plain(best.option), why)


@record
class Answer:
    """A reaction with the chance of its test and its value in VD, that chance counted in."""

    option: Option
    chance: float
    value: float


def _declined(best: Answer | None, count: int) -> str:
    if best is None:
        return words.NOTHING_TO_DO
    return words.declines(count, best.value)


def _threat(battle: Battle, unit: Unit) -> Threat | None:
    """Return what the active unit has just declared; without anything declared it moves."""
    if not unit.on_field:
        return None
    for entry in reversed(battle.entries):
        event = entry.event
        if isinstance(event, Rolled) and event.roll.unit == unit.id:
            break
        if isinstance(event, Declared) and event.unit == unit.id:
            if "charge" in event.action:
                return Threat(unit, "charge")
            return Threat(unit, "fire" if event.action in ("fire", "caracole") else "move")
    return Threat(unit, "move")


def _weighed(state: State, option: Option, threat: Threat) -> Answer:
    unit, do = state.units[option.key["unit"]], option.key["do"]
    shot = threat.action == "fire"
    from_foot = threat.action == "charge" and not threat.unit.profile.mounted
    tests = discipline.modifiers(unit, do, to_shot=shot, from_foot=from_foot)
    chance = discipline_chance(state, unit, tests)
    return Answer(option, chance, _value(state, unit, threat, do, chance))


def _value(state: State, unit: Unit, threat: Threat, do: str, chance: float) -> float:
    """Return what a reaction is worth in VD, with the chance of its test."""
    enemy = threat.unit
    if do == "defensive-fire":
        return (chance + BRAVE) * (0.05 + enemies.fire_worth(unit, enemy, "point_blank"))
    if do == "opportunity-fire":
        near = enemies.distance(unit, enemy)
        band: Band = "point_blank" if near <= 1 else "short" if near <= 2 else "long"
        return chance * (enemies.fire_worth(unit, enemy, band) - TROUBLE)
    if do == "evade":
        return _evasion(state, unit, threat, chance)
    stood = enemies.fight(state, unit, enemy, charging=False, charged=True).balance
    if do == "countercharge":
        return chance * (enemies.fight(state, unit, enemy, charging=True, charged=True).balance - stood)
    if do == "opportunity-charge":
        behind = enemies.from_behind(unit, enemy)
        return chance * enemies.fight(state, unit, enemy, charging=True, flank=behind).balance - TROUBLE
    return 0.0


def _evasion(state: State, unit: Unit, threat: Threat, chance: float) -> float:
    """Return what an evasion spares: a melee with the enemy, being dispersed by it, a part of the shot.

    Who gets away from fire is out of the firer's charge as well. Over the edge of the table all is lost.
    """
    if plan_fall_back(state, unit, unit.profile.m_bu, forced=False).off_table:
        return -2.0 * unit.profile.vd
    spared = _spared(state, unit, threat.unit) if threat.action == "fire" else 0.0
    stood = enemies.fight(state, unit, threat.unit, charging=False, charged=True).balance
    dispersed = unit.profile.type == "S"
    near = (2.0 if dispersed else 0.0) * unit.profile.vd - min(0.0, stood)
    return chance * (spared + near - TROUBLE)


def _spared(state: State, unit: Unit, firer: Unit) -> float:
    """Return what an evasion takes from the harm of a shot."""
    aim = best_aim(state, firer, unit)
    if aim is None:
        return 0.0
    full, evading = (
        enemies.shot_worth(state, firer, unit, aim, moves=firer.moves, evading=how) for how in (False, True)
    )
    return full - evading
