"""Answers to what the enemy does, and what follows a melee."""

from __future__ import annotations

from rulesets.baroque import command
from rulesets.baroque.actiontypes import Band
from rulesets.baroque.state import State, Unit
from rulesets.baroque.tactics import enemies
from rulesets.baroque.tactics.options import offered, pick, plain
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision


def react(battle: Battle, decision: Decision) -> Choice:
    """The reaction worth most, with the chance of its test; none if all are worth less than nothing."""
    state: State = battle.state
    active = state.activation
    if active is None:
        return pick(decision, "none")
    threat = state.units[active.unit]
    best, most = offered(decision, "none") or decision.options[0], 0.0
    for option in decision.options:
        if option.key["do"] == "none":
            continue
        value = _value(state, state.units[option.key["unit"]], threat, option.key["do"])
        if value > most:
            best, most = option, value
    return plain(best)


def _value(state: State, unit: Unit, threat: Unit, do: str) -> float:
    """What a reaction is worth in VD if its test is passed, times that chance (general modifiers only)."""
    chance = command.discipline_chance(state, unit)
    if not threat.on_field:
        return 0.0
    if do == "defensive-fire":
        return (chance + 0.3) * (0.05 + enemies.fire_worth(unit, threat, "point_blank"))
    if do == "opportunity-fire":
        near = enemies.distance(unit, threat)
        band: Band = "point_blank" if near <= 1 else "short" if near <= 2 else "long"
        return chance * (enemies.fire_worth(unit, threat, band) - 0.1)
    stood = enemies.fight(state, unit, threat, charging=False, charged=True).balance
    if do == "evade":
        dispersed = unit.profile.type == "S"
        return chance * ((2.0 if dispersed else 0.0) * unit.profile.vd - min(0.0, stood) - 0.1)
    if do == "countercharge":
        return chance * (enemies.fight(state, unit, threat, charging=True, charged=True).balance - stood)
    if do == "opportunity-charge":
        behind = enemies.from_behind(unit, threat)
        return chance * enemies.fight(state, unit, threat, charging=True, flank=behind).balance - 0.1
    return 0.0


def pursue(battle: Battle, decision: Decision) -> Choice:
    """Pursue when the next round with the beaten enemy is good for the unit."""
    state: State = battle.state
    unit = state.units[decision.subject]
    fresh = not unit.exhausted and unit.vbu >= 3
    return pick(decision, "pursue" if fresh and unit.profile.mounted else "hold")


def break_off(battle: Battle, decision: Decision) -> Choice:
    """Mounted break off a draw with Foot that they would lose by staying."""
    state: State = battle.state
    unit = state.units[decision.subject]
    foes = state.engaged_with(unit.id)
    balance = sum(enemies.fight(state, unit, foe, charging=False).balance for foe in foes)
    return pick(decision, "break-off" if balance < 0 else "stay")


def direction(battle: Battle, decision: Decision) -> Choice:
    """After the beaten enemy."""
    return pick(decision, "follow", "straight")


def caracole(battle: Battle, decision: Decision) -> Choice:
    """A second fire is worth a test when most are passed."""
    state: State = battle.state
    unit = state.units[decision.subject]
    likely = command.discipline_chance(state, unit) >= 0.5
    return pick(decision, "caracole" if likely else "none")


def destiny(battle: Battle, decision: Decision) -> Choice:
    """A Roll of Destiny is never worth more than when it is used early on a test that went wrong."""
    return pick(decision, "destiny", "accept")
