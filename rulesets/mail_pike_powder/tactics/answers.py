"""What the tactician answers where it is asked in the middle of something."""

from __future__ import annotations

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Refusal
from rulesets.engine.system import Advice
from rulesets.mail_pike_powder import charges, moves
from rulesets.mail_pike_powder.state import State, Unit
from rulesets.mail_pike_powder.tactics import plan, worth
from rulesets.mail_pike_powder.wording import tactics as words


def plain(option: Option, **numbers: float) -> Choice:
    """Return the choice of an option with these numbers, others at their default or the least."""
    choice: Choice = dict(option.key)
    for param in option.params:
        if isinstance(param, Number):
            value = numbers.get(param.name, param.default if param.default is not None else param.low)
            choice[param.name] = min(max(value, param.low), param.high)
    return choice


def allowed(option: Option, choice: Choice) -> bool:
    """Return whether the option takes these numbers."""
    try:
        option.read(choice)
    except Refusal:
        return False
    return True


def first(_battle: Battle, decision: Decision) -> Advice:
    """Advise the first option, of a kind of decision that the tactician has no opinion on."""
    return Advice(plain(next(iter(decision.options))), words.FIRST)


def _pick(decision: Decision, *kinds: str) -> Option:
    """Return the first option of the first of these kinds that is offered; raises LookupError."""
    for do in kinds:
        for option in decision.fitting({"do": do}):
            return option
    raise LookupError(f"{decision.kind} offers none of {kinds}")


def terrain(_battle: Battle, decision: Decision) -> Advice:
    """Finish the terrain as soon as there is enough, else take a ready-made place (MPP-C-29)."""
    if decision.offers(do="done"):
        return Advice({"do": "done"}, words.ENOUGH)
    for kind in ("hill", "wood", "rough", "crops", "hedge", "building"):
        for option in decision.fitting({"do": "place", "kind": kind}):
            if "at" in option.key:
                return Advice(plain(option), words.FIRST)
    return Advice(plain(next(option for option in decision.options if "at" in option.key)), words.FIRST)


def draw_up(_battle: Battle, decision: Decision) -> Advice:
    """Draw up the whole battalia (MPP-C-29)."""
    return Advice(plain(_pick(decision, "line-up")), words.LINE_UP)


def reroll(_battle: Battle, _decision: Decision) -> Advice:
    """Reroll whatever has failed (MPP-C-09, MPP-C-35)."""
    return Advice({"do": "reroll"}, words.REROLL)


def shoot_always(_battle: Battle, _decision: Decision) -> Advice:
    """Shoot at who crosses the front (MPP-9.2.e)."""
    return Advice({"do": "shoot"}, words.SHOOT)


def shoot(battle: Battle, decision: Decision) -> Advice:
    """Shoot where it is worth most (MPP-7.2)."""
    state: State = battle.state
    best, most = None, 0.0
    for option in decision.fitting({"do": "shoot"}):
        unit, target = state.units[option.key["unit"]], state.units[option.key["target"]]
        found = worth.shot(state, unit, target)
        if found > most:
            best, most = option, found
    if best is None:
        return Advice({"do": "done"}, words.NO_SHOT)
    return Advice(plain(best), words.shot(state.units[best.key["target"]].name, most))


def charge_answer(battle: Battle, decision: Decision) -> Advice:
    """Countercharge an equal, form against horse, shoot, or get out of the way (MPP-C-15)."""
    state: State = battle.state
    target = state.units[decision.subject]
    offered = {option.key["do"]: option for option in decision.options}
    charger = _charger(battle, target)
    edge = worth.edge(target, charger, charging="countercharge" in offered) if charger else 0.0
    for do in ("hedgehog", "square"):
        if do in offered and charger is not None and charger.horse:
            return Advice({"do": do}, words.FORM)
    if "countercharge" in offered:
        return Advice({"do": "countercharge"}, words.COUNTER)
    if "fire-evade" in offered and edge < 1.0:
        return Advice({"do": "fire-evade"}, words.EVADE)
    if "evade" in offered and edge < 0.5:
        return Advice({"do": "evade"}, words.EVADE)
    for do, reason in (("closing", words.SHOOT), ("face", words.FACE), ("stand", words.STAND)):
        if do in offered:
            return Advice({"do": do}, reason)
    return first(battle, decision)


def _charger(battle: Battle, target: Unit) -> Unit | None:
    """Return who charges a unit: the last declaration in the log."""
    for entry in reversed(battle.entries):
        if entry.event.kind == "declared" and getattr(entry.event, "target", "") == target.id:
            found: Unit = battle.state.units[getattr(entry.event, "unit", "")]
            return found
    return None


def break_result(battle: Battle, decision: Decision) -> Advice:
    """Retreat where a worn unit would face a charge, else hold (MPP-1.3.1.a)."""
    state: State = battle.state
    unit = state.units[decision.subject]
    near = any(
        worth.fights(enemy) and geometry.gap(unit.place, enemy.place) < 2 * moves.rate(enemy)
        for enemy in state.enemies(unit)
    )
    edge = unit.place.y < 8.0 if unit.side == 0 else unit.place.y > state.depth - 8.0
    if near and 2 * unit.casualties >= unit.stamina and not edge:
        return Advice({"do": "retreat"}, words.RETREAT)
    return Advice({"do": "hold"}, words.HOLD)


def follow_up(battle: Battle, decision: Decision) -> Advice:
    """Follow who would lose the next round too (MPP-C-22)."""
    state: State = battle.state
    option = _pick(decision, "follow")
    unit, enemy = state.units[decision.subject], state.units[option.key["target"]]
    edge = worth.blows(unit, enemy, charging=True) + worth.bonus(unit, enemy)
    edge -= worth.blows(enemy, unit, charging=False) + worth.bonus(enemy, unit)
    if edge > -0.2 and not unit.shaken:
        return Advice(plain(option), words.follow(enemy.name))
    return Advice(plain(_pick(decision, "stay", "follow")), words.STAND)


def sweep(battle: Battle, decision: Decision) -> Advice:
    """Sweep on into an enemy where a charge would pay (MPP-C-22)."""
    state: State = battle.state
    unit = state.units[decision.subject]
    best, most = None, plan.CHARGE_AT
    for option in decision.fitting({"do": "sweep"}):
        way = charges.way_to(state, unit, state.units[option.key["target"]], moves.rate(unit))
        if way is not None and (found := worth.charge(state, way)) > most:
            best, most = option, found
    if best is not None:
        return Advice(plain(best), words.charge(state.units[best.key["target"]].name, most))
    return Advice(plain(_pick(decision, "stay", "sweep")), words.STAND)
