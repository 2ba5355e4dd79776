"""What the tactician orders, and how its units carry it out."""

from __future__ import annotations

from itertools import chain

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Option
from rulesets.engine.system import Advice
from rulesets.mail_pike_powder import charges, leaders, moves, orders
from rulesets.mail_pike_powder.state import Leader, State, Unit
from rulesets.mail_pike_powder.tactics import plan, worth
from rulesets.mail_pike_powder.tactics.answers import allowed, plain
from rulesets.mail_pike_powder.wording import tactics as words

_WAIT = 24.0  # inches from its goal at which horse waits
_LEAST = 0.75  # of worth, below which nobody is ordered


def initiative(battle: Battle, decision: Decision) -> Advice:
    """Charge on initiative where it pays, else leave units to their orders (MPP-7.1.c)."""
    state: State = battle.state
    best, most = None, plan.CHARGE_AT
    for option in decision.fitting({"do": "charge"}):
        unit = state.units[option.key["unit"]]
        way = charges.way_to(state, unit, state.units[option.key["target"]], moves.rate(unit))
        if way is not None and (found := worth.charge(state, way)) > most:
            best, most = option, found
    if best is None:
        return Advice({"do": "done"}, words.NO_INITIATIVE)
    target = state.units[best.key["target"]]
    return Advice(plain(best), words.charge(target.name, most))


# -- orders ---------------------------------------------------------------------------------------


def order(battle: Battle, decision: Decision) -> Advice:
    """Order what is worth most, with its chance: a failure ends the commander's orders (MPP-7.1.d)."""
    state: State = battle.state
    best: Option | None = None
    most, gains = _LEAST, dict[str, tuple[float, float]]()
    kept, waiting = _kept(state, decision.side)
    for option in decision.options:
        if option.key["do"] == "away":
            unit = state.units[option.key["unit"]]
            if _in_danger(state, unit) and unit.id not in waiting:
                return Advice(plain(option), words.AWAY)
            continue
        if option.key["do"] not in ("order", "order-all"):
            continue
        worth_ = _order_value(state, option, gains) - kept.get(option.key["leader"], 0.0)
        if worth_ > most:
            best, most = option, worth_
    if best is None:
        return Advice({"do": "done"}, words.NO_ORDER)
    return Advice(plain(best), words.ORDER)


def _kept(state: State, side: int) -> tuple[dict[str, float], set[str]]:
    """Return the commanders who had better keep their order to rally a unit, with what that is worth, and the
    units: who has given an order does not rally any more (MPP-C-12).
    """
    leaders_ = [
        leader for leader in state.leaders.values()
        if leader.side == side and leader.alive and not leader.spent and not leader.ordered
    ]  # fmt: skip
    kept, waiting = dict[str, float](), set[str]()
    for unit in state.on_field(side):
        if not unit.shaken or not orders.may_be_ordered(state, unit):
            continue
        able = [
            (worth.rally(state, leader, unit), leader.id) for leader in leaders_
            if leader.id not in kept and leaders.reaches(leader, unit)
            and (leader.command == unit.command or leader.commander_in_chief)
        ]  # fmt: skip
        if able:
            value, id_ = max(able)
            kept[id_] = value
            waiting.add(unit.id)
    return kept, waiting


def _order_value(state: State, option: Option, gains: dict[str, tuple[float, float]]) -> float:
    key = option.key
    leader = state.leaders[key["leader"]]
    if "unit" in key:
        units = [state.units[key["unit"]]]
    else:
        units = orders.together(state, state.commands[key["battalia"]].units)
    total = 0.0
    for unit in units:
        if unit.id not in gains:
            gains[unit.id] = _gains(state, unit)
        moving, charging = gains[unit.id]
        total += charging if key["intent"] == "charge" else moving
    chance = orders.passing(state, leader, units)
    mine = "unit" not in key or state.units[key["unit"]].command == leader.command
    return total * chance - (0.0 if mine else 0.3)


def _gains(state: State, unit: Unit) -> tuple[float, float]:
    """Return what it is worth to order a unit to move, and to charge."""
    goal = plan.target(state, unit)
    if goal is None:
        return 0.0, 0.0
    far = geometry.gap(unit.place, goal.place)
    inches = plan.moves_of(unit)
    moving = 0.0
    if unit.guns or unit.unit_class == "baggage":
        return (1.0 if unit.formation == "limbered" else 0.0), 0.0
    if worth.fights(unit) and not unit.unsteady:
        if plan.presses(state, unit):
            moving = min(far, 3 * inches) / inches
        else:
            peril = plan.danger(state, unit, unit.place)
            moving = min(peril or max(0.0, far - _WAIT), 3 * inches) / inches
    elif unit.profile.range_in and not unit.unsteady:
        moving = max(0.0, min(far - unit.profile.range_in * 0.8, 3 * inches)) / inches
    _, edge = plan.best_charge(state, unit, 3)
    if edge <= plan.CHARGE_AT:
        return moving, 0.0
    return moving * 0.4, 2.0 + 2.0 * edge


def _in_danger(state: State, unit: Unit) -> bool:
    return unit.shaken and any(
        geometry.near(unit.place, enemy.place, 18.0) and worth.fights(enemy) for enemy in state.enemies(unit)
    )


# -- carrying out ---------------------------------------------------------------------------------


def move(battle: Battle, decision: Decision) -> Advice:
    """Charge where it pays, else take the best place that a move leads to (MPP-C-06)."""
    state: State = battle.state
    unit = state.units[decision.subject]
    best, most = None, plan.CHARGE_AT
    for option in decision.fitting({"do": "charge"}):
        way = charges.way_to(state, unit, state.units[option.key["target"]], 3 * moves.rate(unit))
        if way is not None and (found := worth.charge(state, way)) > most:
            best, most = option, found
    if best is not None:
        return Advice(plain(best), words.charge(state.units[best.key["target"]].name, most))
    goal = plan.target(state, unit)
    offered = chain.from_iterable(
        decision.fitting({"do": do}) for do in ("advance", "form", "turn", "back", "leave")
    )
    choice, _ = (None, 0.0) if goal is None else plan.best_move(state, unit, offered, goal)
    if choice is None:
        if decision.offers(do="stop"):
            return Advice({"do": "stop", "unit": unit.id}, words.STAY)
        return Advice(plain(decision.options[0]), words.AWAY)
    if goal is None or (not plan.presses(state, unit) and plan.danger(state, unit, unit.place)):
        return Advice(choice, words.OUT_OF_REACH)
    return Advice(choice, words.towards(goal.name))


# -- commanders -----------------------------------------------------------------------------------


def commander(battle: Battle, decision: Decision) -> Advice:
    """Rally who is shaken, lead a charge that pays, else stay close to the battalia (MPP-7.1.e)."""
    state: State = battle.state
    best: Choice | None = None
    most, reason = 0.0, ""
    for option in decision.fitting({"do": "rally"}):
        unit, leader = state.units[option.key["unit"]], state.leaders[option.key["leader"]]
        found = worth.rally(state, leader, unit)
        if found > most:
            best, most, reason = plain(option), found, words.RALLY
    for option in decision.fitting({"do": "follow-me"}):
        unit = state.units[option.key["unit"]]
        way, edge = plan.best_charge(state, unit, 1)
        if way is not None and edge > most:
            best, most, reason = plain(option), edge, words.FOLLOW_ME
    if best is not None:
        return Advice(best, reason)
    for leader in state.leaders.values():
        if leader.side == decision.side and leader.alive and not leader.moved:
            found_ = _near_battalia(state, leader, decision)
            if found_ is not None:
                return Advice(found_, words.NEAR)
    return Advice({"do": "done"}, words.NO_ORDER)


def _near_battalia(state: State, leader: Leader, decision: Decision) -> Choice | None:
    """Return a move of a commander who has fallen behind his battalia; None if he need not move."""
    units = [state.units[id_] for id_ in state.commands[leader.command].units]
    units = [unit for unit in units if unit.on_field]
    if not units:
        return None
    x = sum(unit.place.cx for unit in units) / len(units)
    y = sum(unit.place.cy for unit in units) / len(units)
    back = -4.0 if leader.side == 0 else 4.0
    if abs(leader.x - x) + abs(leader.y - (y + back)) < 6.0:
        return None
    option = next(decision.fitting({"do": "leader-move", "leader": leader.id}), None)
    if option is None:
        return None
    for dx, dy in ((0.0, 0.0), (3.0, 0.0), (-3.0, 0.0), (0.0, back), (6.0, back), (-6.0, back)):
        choice = plain(option, x=round(x + dx, 2), y=round(y + back + dy, 2))
        if allowed(option, choice):
            return choice
    return None
