"""What an active unit does: rally, fight, get away, else strike or move. Values in VD, distances in BU."""

from __future__ import annotations

from rulesets.baroque import command
from rulesets.baroque.state import State, Unit
from rulesets.baroque.tactics import enemies, moves, strike
from rulesets.baroque.tactics.options import offered, pick, plain
from rulesets.baroque.wording import tactics as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.engine.system import Advice

OUT_OF_REACH = 3.0
"""With the enemy farther than this a unit has the time for a forced rally."""


LED = 0.15
"""What a leader must be worth in a round of melee, in VD, to share its danger."""


def advise(battle: Battle, decision: Decision) -> Advice:
    """Choose the action of the unit from what is offered."""
    state: State = battle.state
    unit = state.units[decision.subject]
    if offered(decision, "put-behind"):
        return pick(decision, "put-behind", words.PUTS_BEHIND)
    if offered(decision, "forced-rally"):
        return _forced(state, unit, decision)
    if offered(decision, "fight"):
        return _join(state, unit, decision) or _melee(state, unit, decision)
    if offered(decision, "rally"):
        chance = command.discipline_chance(state, unit)
        return pick(decision, "rally", words.rallies(chance))
    return (
        _leave(state, unit, decision)
        or strike.advise(state, unit, decision)
        or moves.advise(state, unit, decision)
    )


def _forced(state: State, unit: Unit, decision: Decision) -> Advice:
    """Force a rally, which costs the activation, if it is likely or the enemy is out of reach."""
    _, far = enemies.nearest(state, unit)
    chance = command.forced_rally_chance(state, unit)
    if chance > 0.6:
        return pick(decision, "forced-rally", words.forces_rally(chance))
    if far > OUT_OF_REACH:
        why = words.forces_rally_far(chance, far)
        return pick(decision, "forced-rally", why)
    why = words.acts_disordered(chance, far)
    return pick(decision, "stay", why)


def _melee(state: State, unit: Unit, decision: Decision) -> Advice:
    """Fight, unless the fight is lost beforehand and the unit can get away."""
    clash = enemies.melee(state, unit)
    away = offered(decision, "disengage")
    if away is not None and clash.balance < -0.5 * unit.profile.vd:
        why = words.breaks_away(clash.taken, clash.done)
        return Advice(plain(away), why)
    return pick(decision, "fight", words.fights(clash.done, clash.taken))


def _join(state: State, unit: Unit, decision: Decision) -> Advice | None:
    """Send a leader to a unit in melee if it turns the round (BQ-2.6.1.f, BQ-7.4.f)."""
    option = offered(decision, "leader-join", unit=unit.id)
    if option is None:
        return None
    without, led = enemies.melee(state, unit).balance, enemies.melee(state, unit, led=True).balance
    if led - without < LED:
        return None
    name = state.leaders[option.key["leader"]].name
    return Advice(plain(option), words.joins_melee(name, unit.name, led - without))


def _leave(state: State, unit: Unit, decision: Decision) -> Advice | None:
    """Withdraw an Exhausted unit: its VD is lost already and cannot be lost twice (BQ-2.5.1.1.e)."""
    if not unit.exhausted or offered(decision, "withdraw") is None:
        return None
    _, far = enemies.nearest(state, unit)
    if far >= 4.5 or unit.vbu > 2:
        return None
    why = words.withdraws(unit.vbu, far, unit.profile.vd)
    return pick(decision, "withdraw", why)
