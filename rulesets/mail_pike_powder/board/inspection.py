"""What a unit or commander is, and what it may do now or why not (MPP-7, MPP-C-06 to C-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.contract.board import Action, Area, Fact, Ghost, Move, UnitInspection
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.wording import counted
from rulesets.engine.wording.battles import (
    BATTLE_OVER,
    DRAWING_UP,
    NOT_ITS_TURN_TO_DEPLOY,
    OTHER_DECISION_FIRST,
)
from rulesets.freetable.ghosts import first_number
from rulesets.freetable.reach import circle
from rulesets.freetable.ways import Why
from rulesets.mail_pike_powder import charges, leaders, moves, orders, shooting, tables
from rulesets.mail_pike_powder.board.targets import most_moves, order_words
from rulesets.mail_pike_powder.state import Leader, State, Unit
from rulesets.mail_pike_powder.wording.armies import CLASSES
from rulesets.mail_pike_powder.wording.events import FORMATIONS, PHASES

# -- facts ----------------------------------------------------------------------------------------


def facts(state: State, unit: Unit) -> tuple[Fact, ...]:
    """Return all that is known of a unit: its stat line, its condition, what it has done this turn."""
    return (*_profile(state, unit), *_condition(state, unit))


def _profile(state: State, unit: Unit) -> Iterator[Fact]:
    profile = unit.profile
    yield Fact("Class", CLASSES[unit.unit_class], "MPP-C-04")
    yield Fact("Battalia", state.commands[unit.command].name, "MPP-C-04")
    yield Fact("Clash, Sustained", f"{profile.clash}, {profile.sustained}", "MPP-C-21")
    if profile.range_in:
        shots = f"{profile.dice_close}/{profile.dice_medium}/{profile.dice_long}"
        shots = shots if unit.guns else f"{profile.short}, {profile.long}"
        yield Fact("Dice by range" if unit.guns else "Short, Long", shots, "MPP-9.3")
        yield Fact("Range", f"{profile.range_in:g} in", "MPP-9.1")
    yield Fact("Morale", f"{unit.morale}+" if unit.morale else "no save", "MPP-5.1")
    yield Fact("Formation", FORMATIONS[unit.formation], "MPP-C-14")
    yield Fact("Move", f"{moves.rate(unit):g} in", "MPP-3.1")
    for name in profile.special:
        yield Fact("Special rule", name, "MPP-C-35")
    if profile.elite:
        yield Fact("Elite", f"{profile.elite}+", "MPP-C-36")


def _condition(state: State, unit: Unit) -> Iterator[Fact]:
    more = "shaken" if unit.shaken else f"{counted(unit.casualties, 'casualty', 'casualties')}"
    yield Fact("Stamina", f"{max(0, unit.stamina - unit.casualties)} of {unit.stamina}, {more}", "MPP-1.1.a")
    if unit.disordered:
        yield Fact("Order", "disordered", "MPP-C-24")
    for enemy in state.engaged_with(unit.id):
        yield Fact("In combat with", enemy.name, "MPP-7.3")
    for leader in state.joined(unit.id):
        yield Fact("Commander", leader.name, "MPP-C-38")
    if unit.moves:
        yield Fact("Moves", f"{unit.moves} made this turn", "MPP-C-06")
    if unit.shot:
        yield Fact("Shot", "this turn", "MPP-7.2")


# -- what a unit may do ---------------------------------------------------------------------------


def actions(battle: Battle, unit: Unit, options: Sequence[Option]) -> tuple[Action, ...]:
    """Return all that the unit may do, then what it may not, and why."""
    state: State = battle.state
    offered = [
        Action(option.label, True, order_words(state, option.key), option.rule, option.key)
        for option in options
    ]
    if unit.base is None:
        return tuple(offered) or (Action("Deploy", False, NOT_ITS_TURN_TO_DEPLOY, "MPP-C-29"),)
    done = {
        (option.key["do"], option.key.get("intent") or option.key.get("formation", "")) for option in options
    }
    barred = (
        Action(what, False, why[1], why[0])
        for what, do, why in _bars(battle, unit)
        if not any(do[0] == each and do[1] in (more, "") for each, more in done)
    )
    return (*offered, *barred)


def _bars(battle: Battle, unit: Unit) -> Iterator[tuple[str, tuple[str, str], Why]]:
    """Yield every action with the options that do it and what bars it, or that it is not its moment."""
    state: State = battle.state
    now = _not_now(battle, unit)
    yield "Get an order", ("order", ""), _why_no_order(state, unit) or now
    near = unit.id in orders.near_enemies(state, unit.side)
    alone = orders.why_not_by_itself(state, unit) if near else ("MPP-7.1.c", "no enemy is within 6 in")
    yield "Move on its own initiative", ("advance", ""), alone or now
    if (blocked := moves.why_no_move(state, unit) or moves.why_no_advance(state, unit)) is not None:
        yield "Move forward", ("advance", ""), blocked
    yield "Charge", ("charge", ""), _why_no_charge(state, unit) or now
    yield "Shoot", ("shoot", ""), _why_no_shot(state, unit) or now
    if not unit.unsteady:
        yield "Move away without an order", ("away", ""), ("MPP-4.6", "only shaken or disordered units do")
    for formation in unit.profile.formations:
        if formation != unit.formation:
            why = moves.why_no_move(state, unit) or moves.why_no_formation(state, unit, formation)
            yield f"Form {FORMATIONS[formation]}", ("form", formation), why or now


def _not_now(battle: Battle, unit: Unit) -> Why:
    """Return why a unit that could act otherwise cannot act at this moment."""
    state: State = battle.state
    if battle.pending is None:
        return "", BATTLE_OVER
    if not state.turn:
        return "MPP-C-29", DRAWING_UP
    if state.active != unit.side:
        return "MPP-C-13", "it is the enemy’s turn"
    if battle.pending.side != unit.side or battle.pending.subject not in ("", unit.id):
        return "MPP-C-13", OTHER_DECISION_FIRST
    return "MPP-7.1", f"not in this part of the turn: {PHASES[state.phase].lower()}"


def _why_no_order(state: State, unit: Unit) -> Why | None:
    if unit.ordered:
        return "MPP-C-07", "it has had its order, or has moved by itself"
    if unit.disordered:
        return "MPP-C-24", "disordered units get no orders"
    if state.silenced:
        return "MPP-C-08", "the general has blundered: no more orders this turn"
    if not any(orders.commanders_of(state, unit)):
        return "MPP-C-07", "no commander can give it an order any more"
    return moves.why_no_move(state, unit)


def _why_no_charge(state: State, unit: Unit) -> Why | None:
    why = charges.why_no_charge(state, unit)
    if why is None and not any(charges.reachable(state, unit, most_moves())):
        return "MPP-C-15", "it reaches no enemy, even with three moves"
    return why


def _why_no_shot(state: State, unit: Unit) -> Why | None:
    why = shooting.why_no_shot(state, unit)
    if why is None and not shooting.targets(state, unit):
        enemy, _ = moves.nearest_enemy(state, unit)
        bar = shooting.why_not_at(state, unit, enemy) if enemy is not None else None
        return (bar[0], f"{enemy.name} is {bar[1]}") if enemy and bar else ("MPP-C-30", "there is no target")
    return why


# -- commanders -----------------------------------------------------------------------------------


def inspect_leader(battle: Battle, leader: Leader, options: Sequence[Option]) -> UnitInspection:
    """Return everything about a commander; `options` of the pending decision about them."""
    state: State = battle.state
    ghosts = {}
    for option in options:
        if option.key["do"] in ("leader-join", "rally", "follow-me"):
            base = state.units[option.key["unit"]].place
            ghosts[option.label] = (Ghost(0.0, base.corners, base.heading, "with this unit"),)
    made = tuple(
        Move(option.key, option.label, option.rule, number.name if (number := first_number(option)) else "",
             ghosts.get(option.label, ()))
        for option in options if option.params or option.label in ghosts
    )  # fmt: skip
    offered = tuple(Action(o.label, True, order_words(state, o.key), o.rule, o.key) for o in options)
    return UnitInspection(
        leader.id, leader.name, leader.side,
        facts=tuple(_leader_facts(state, leader)),
        actions=offered or tuple(_leader_bars(battle, leader)),
        moves=made,
        areas=tuple(_leader_areas(leader)) if leader.placed else (),
    )  # fmt: skip


def _leader_facts(state: State, leader: Leader) -> Iterator[Fact]:
    yield Fact("Rating", leader.level, "MPP-C-05")
    yield Fact("Battalia", state.commands[leader.command].name, "MPP-C-04")
    if leader.commander_in_chief:
        yield Fact("Rank", "general: may order any unit, and reroll one order a turn", "MPP-C-09")
    yield Fact("Move", f"{leaders.reach(leader):g} in", "MPP-3.7" if leader.mounted else "MPP-3.6")
    if leader.attached:
        yield Fact("With", state.units[leader.attached].name, "MPP-C-38")
    if leader.spent:
        yield Fact("Orders", "an order has failed: no more this turn", "MPP-C-07")


def _leader_bars(battle: Battle, leader: Leader) -> Iterator[Action]:
    state: State = battle.state
    why: Why = ("MPP-C-13", OTHER_DECISION_FIRST)
    if battle.pending is None:
        why = ("", BATTLE_OVER)
    elif not state.turn:
        why = ("MPP-C-29", DRAWING_UP)
    elif state.active != leader.side:
        why = ("MPP-C-13", "it is the enemy’s turn")
    elif leader.moved:
        why = ("MPP-7.1.e", "they have moved this turn")
    yield Action("Move or join a unit", False, why[1], why[0])
    ordering = ("MPP-C-07", "an order has failed: no more this turn") if leader.spent else why
    yield Action("Give an order", False, ordering[1], ordering[0])


def _leader_areas(leader: Leader) -> Iterator[Area]:
    step = tables.figures().command_step
    for number in (1, 2):
        far = step * number
        label = f"orders within {far:g} in: {-(number - 1) or 'no'} modifier for distance"
        yield Area("leader", label, "MPP-2.1", circle(leader.x, leader.y, far), step=number - 1)
    far = leaders.reach(leader)
    yield Area("leader", f"move, {far:g} in", "MPP-3.7", circle(leader.x, leader.y, far), step=2)
