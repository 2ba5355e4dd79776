"""What a charge, a shot or a melee leaves to decide: main units, going on, pursuit, breaking off, destiny."""

from __future__ import annotations

from rulesets.baroque import command, morale
from rulesets.baroque.charge import plan
from rulesets.baroque.state import State
from rulesets.baroque.tactics import enemies
from rulesets.baroque.tactics.options import offered, pick, plain
from rulesets.baroque.traits import traits
from rulesets.baroque.wording import tactics as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Number
from rulesets.engine.events import Rolled
from rulesets.engine.system import Advice

WORTH_A_ROLL = 0.5
"""By how many VBU a new Cohesion Test must be better on average."""


def main_units(battle: Battle, decision: Decision) -> Advice:
    """Choose the pair that is best for one's own side."""
    state: State = battle.state
    found = []
    for option in decision.options:
        unit, foe = state.units[option.key["unit"]], state.units[option.key["target"]]
        found.append((enemies.fight(state, unit, foe, charging=False).balance, unit, foe, option))
    balance, unit, foe, option = max(found, key=lambda pair: pair[0])
    why = words.main_units(unit.name, foe.name, balance, len(found))
    return Advice(plain(option), why)


def charge_on(battle: Battle, decision: Decision) -> Advice:
    """Choose after a charge that missed: near the enemy; after dispersion: into the next if good."""
    state: State = battle.state
    unit = state.units[decision.subject]
    on, stop = offered(decision, "go-on"), offered(decision, "stop")
    if on is None:
        return pick(decision, "stop", words.CANNOT_GO_ON)
    if stop is None:
        number = next(param for param in on.params if isinstance(param, Number))
        why = words.goes_on(number.high)
        return Advice(plain(on, bu=number.high), why)
    made = plan.path(state, unit, unit.profile.m_bu)
    gain = sum(
        enemies.fight(state, unit, foe, charging=True, flank=enemies.from_behind(unit, foe)).balance
        for foe in made.enemies
    )
    if made.enemies and gain > 0.0:
        return Advice(plain(on), words.goes_into(made.enemies[0].name, gain))
    if made.enemies:
        return Advice(plain(stop), words.stops_before(made.enemies[0].name, -gain))
    return Advice(plain(stop), words.NOBODY_BEYOND)


def pursue(battle: Battle, decision: Decision) -> Advice:
    """Pursue when the next round with the beaten enemy is good for the unit."""
    state: State = battle.state
    unit = state.units[decision.subject]
    foes = state.engaged_with(unit.id)
    if not foes:
        beyond = decision.rule == "BQ-7.5.4.b"
        why = words.BAD_GROUND if beyond else words.NOBODY_LEFT
        return pick(decision, "hold", words.holds(why))
    gain = sum(enemies.fight(state, unit, foe, charging=True).balance for foe in foes)
    name = foes[0].name
    if unit.exhausted:
        return pick(decision, "hold", words.holds_exhausted(name))
    if gain > 0:
        return pick(decision, "pursue", words.pursues(name, gain))
    return pick(decision, "hold", words.would_cost(name, -gain))


def direction(_battle: Battle, decision: Decision) -> Advice:
    """Turn after the beaten enemy."""
    return pick(decision, "follow", words.TURNS_AFTER)


def break_off(battle: Battle, decision: Decision) -> Advice:
    """Break off a draw with Foot that Mounted would lose by staying."""
    state: State = battle.state
    clash = enemies.melee(state, state.units[decision.subject])
    figures = words.another_round(clash.done, clash.taken)
    if clash.balance < 0:
        return pick(decision, "break-off", words.breaks_off(figures))
    return pick(decision, "stay", words.stays(figures))


def caracole(battle: Battle, decision: Decision) -> Advice:
    """Fire a second time if most tests are passed."""
    state: State = battle.state
    chance = command.discipline_chance(state, state.units[decision.subject])
    if chance >= 0.5:
        return pick(decision, "caracole", words.fires_again(chance))
    return pick(decision, "none", words.no_caracole(chance))


def destiny(battle: Battle, decision: Decision) -> Advice:
    """Use a Roll of Destiny when a new test is better by half a loss or more on average."""
    state: State = battle.state
    unit = state.units[decision.subject]
    rolls = (entry.event.roll for entry in reversed(battle.entries) if isinstance(entry.event, Rolled))
    roll = next(roll for roll in rolls if roll.target is not None and roll.unit == unit.id)
    die = roll.rerolls[-1][1] if roll.rerolls else roll.dice[0]
    critical = roll.target or 1
    adds = bool(state.options.get(morale.ADDED))
    lost = _losses(die, critical, disordered=unit.disordered, adds=adds)
    tests = morale.cohesion_passes(traits(unit.profile), feared=False)
    mean = sum(
        float(p) * _losses(face, critical, disordered=unit.disordered, adds=adds)
        for face, p in morale.die_distribution(tests).items()
    )
    better = lost - mean if unit.side == decision.side else mean - lost
    figures = words.new_test(unit.name, lost, mean)
    if better >= WORTH_A_ROLL:
        return pick(decision, "destiny", words.repeats(figures))
    return pick(decision, "accept", words.accepts(figures))


def _losses(die: int, critical: int, *, disordered: bool, adds: bool) -> int:
    """Return what a die of a Cohesion Test costs in VBU."""
    made = morale.outcome(die, critical, disordered, adds=adds)
    return made.losses + made.disorder_losses
