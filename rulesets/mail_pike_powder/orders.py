"""The Command phase: initiative moves, orders, blunders (MPP-2, MPP-7.1.c-d, MPP-C-06 to C-11, MPP-C-33)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Group, Menu, Option, Steps
from rulesets.engine.dice import Modifier, total
from rulesets.engine.geometry import Base
from rulesets.freetable.ways import Why
from rulesets.mail_pike_powder import breaktest, charges, moves, shooting, tables, terrain
from rulesets.mail_pike_powder.events import Activated, Moved, MoveMade, OrderGiven, Rerolled, Silenced
from rulesets.mail_pike_powder.state import Command, Leader, State, Unit
from rulesets.mail_pike_powder.wording import orders as words

BLUNDER = 12  # a natural 12 on the order dice (MPP-C-08)
BLUNDERS = 1 / 36  # its chance
_QUARTERS = {"left": 90.0, "right": -90.0, "front": 0.0, "rear": 180.0}


# -- initiative -----------------------------------------------------------------------------------


def near_enemies(state: State, side: int) -> list[str]:
    """Return the units of a side that have an enemy within 6 inches (MPP-7.1.c)."""
    reach = tables.figures().initiative
    return [
        unit.id for unit in state.on_field(side)
        if any(moves.within(unit.place, enemy.place, reach) for enemy in state.enemies(unit))
    ]  # fmt: skip


def initiative(battle: Battle, side: int) -> Steps[None]:
    """Let units near the enemy make one move by themselves; they get no order then (MPP-7.1.c, MPP-C-10)."""
    state: State = battle.state
    near = near_enemies(state, side)
    while True:
        units = [state.units[id_] for id_ in near]
        units = [unit for unit in units if why_not_by_itself(state, unit) is None]
        menu = Menu(*(group for unit in units for group in _by_itself(state, unit)))
        if not moves.anything(battle, "initiative", side, menu):
            return
        done = Option({"do": "done"}, words.NO_MORE_INITIATIVE, "MPP-7.1.c")
        menu = menu.followed_by(({"do": "done"}, partial(iter, (done,))))
        text = words.initiative(state.sides[side].name)
        choice = yield Decision("initiative", side, text, "MPP-7.1.c", menu)
        if choice["do"] == "done":
            return
        unit = state.units[choice["unit"]]
        battle.apply(Activated("MPP-C-10", unit.id, words.ON_INITIATIVE))
        if choice["do"] == "charge":
            yield from charges.charge(battle, unit, state.units[choice["target"]], 1)
        else:
            yield from step(battle, unit, choice)


def why_not_by_itself(state: State, unit: Unit) -> Why | None:
    """Return why a unit cannot move by its own initiative; None if it can (MPP-C-10, MPP-C-24)."""
    if not unit.on_field or unit.ordered:
        return "MPP-C-10", words.HAS_MOVED
    if unit.disordered:
        return "MPP-C-24", words.DISORDERED
    return moves.why_no_move(state, unit)


def _by_itself(state: State, unit: Unit) -> Iterator[Group]:
    yield from moves.groups(state, unit, away=breaktest.battalia_broken(state, unit))
    yield {"do": "charge", "unit": unit.id}, partial(charges.options, state, unit, 1)


# -- orders ---------------------------------------------------------------------------------------


def phase(battle: Battle, side: int) -> Steps[None]:
    """Let commanders give orders, and shaken or disordered units move away, in any order (MPP-7.1.d)."""
    state: State = battle.state
    while True:
        menu = Menu(*_groups(state, side))
        if not moves.anything(battle, "order", side, menu):
            return
        done = Option({"do": "done"}, words.NO_MORE_ORDERS, "MPP-7.1.d")
        menu = menu.followed_by(({"do": "done"}, partial(iter, (done,))))
        text = words.who_is_ordered(state.sides[side].name)
        choice = yield Decision("order", side, text, "MPP-7.1.d", menu)
        if choice["do"] == "done":
            return
        if choice["do"] == "away":
            yield from _away(battle, state.units[choice["unit"]])
        else:
            yield from _order(battle, choice)


def _groups(state: State, side: int) -> Iterator[Group]:
    for unit in state.on_field(side):
        if may_be_ordered(state, unit):
            yield {"do": "order", "unit": unit.id}, partial(_orders_to, state, unit)
        if unit.unsteady and not unit.ordered:
            yield {"do": "away", "unit": unit.id}, partial(_falling_back, state, unit)
    for command in state.commands.values():
        if command.side == side:
            yield {"do": "order-all", "battalia": command.id}, partial(_battalia_orders, state, command)


def _falling_back(state: State, unit: Unit) -> Iterator[Option]:
    if may_fall_back(state, unit):
        yield Option({"do": "away", "unit": unit.id}, words.away(unit.name), "MPP-4.6")


def may_be_ordered(state: State, unit: Unit) -> bool:
    """Return whether a unit can still be given an order this turn (MPP-C-07, MPP-C-24)."""
    return (
        unit.on_field and not unit.ordered and not unit.disordered and not state.silenced
        and moves.why_no_move(state, unit) is None
    )  # fmt: skip


def may_fall_back(state: State, unit: Unit) -> bool:
    """Return whether a shaken or disordered unit can make its free move (MPP-4.6)."""
    return (
        unit.unsteady and not unit.ordered and unit.formation not in ("building", "hedgehog")
        and moves.why_no_move(state, unit) is None and any(moves.options(state, unit, away=True))
    )  # fmt: skip


def commanders_of(state: State, unit: Unit) -> Iterator[Leader]:
    """Yield who may order a unit: its own commander, and the general (MPP-C-07)."""
    own, general = state.leader_of(unit), state.general(unit.side)
    for leader in (own, general if general is not own else None):
        if leader is not None and not leader.spent:
            yield leader


def _orders_to(state: State, unit: Unit) -> Iterator[Option]:
    for leader in commanders_of(state, unit):
        key = {"do": "order", "leader": leader.id, "unit": unit.id}
        yield from _intents(state, key, leader, [unit], "MPP-C-06")


def _battalia_orders(state: State, command: Command) -> Iterator[Option]:
    leader = state.leaders[command.leader]
    units = together(state, command.units)
    if leader.alive and not leader.spent and units:
        key = {"do": "order-all", "leader": leader.id, "battalia": command.id}
        yield from _intents(state, key, leader, units, "MPP-C-07")


def _intents(
    state: State, key: dict[str, str], leader: Leader, units: Sequence[Unit], rule: str
) -> Iterator[Option]:
    """Yield the order to move, and that to charge where anybody may and has an enemy near enough."""
    label = partial(_label, state, leader, units)
    yield Option({**key, "intent": "move"}, partial(label, "move"), rule)
    if any(charges.why_no_charge(state, unit) is None and charges.any_near(state, unit) for unit in units):
        yield Option({**key, "intent": "charge"}, partial(label, "charge"), rule)


def _label(state: State, leader: Leader, units: Sequence[Unit], intent: str) -> str:
    whom = units[0].name if len(units) == 1 else state.commands[leader.command].name
    return words.order_to(whom, intent, leader.name, passing(state, leader, units))


def together(state: State, ids: Sequence[str]) -> list[Unit]:
    """Return the units of a battalia that one order can reach: two or more that can be ordered, each within 6
    inches of another; empty if they stand too far apart (MPP-C-07). Rabble needs orders of its own.
    """
    units = [state.units[id_] for id_ in ids]
    units = [unit for unit in units if may_be_ordered(state, unit) and not unit.has("Rabble")]
    if len(units) < 2:
        return []
    reach = tables.figures().battalia_order
    group, rest = [units[0]], units[1:]
    while rest:
        near = [u for u in rest if any(moves.within(u.place, g.place, reach) for g in group)]
        if not near:
            return []
        group += near
        rest = [u for u in rest if u not in near]
    return units


def _order(battle: Battle, choice: dict[str, str]) -> Steps[None]:
    state: State = battle.state
    leader = state.leaders[choice["leader"]]
    if "unit" in choice:
        units = [state.units[choice["unit"]]]
    else:
        units = together(state, state.commands[choice["battalia"]].units)
    made = yield from take(battle, leader, units, choice["intent"], battalia=choice["do"] == "order-all")
    for unit in units:
        if not unit.on_field or made < 0:
            continue
        count = made or _free_moves(unit, choice["intent"])
        charging = choice["intent"] == "charge" and (made > 0 or unit.has("Eager"))
        yield from carry_out(battle, unit, count, charging=charging)


def _free_moves(unit: Unit, intent: str) -> int:
    """Return the moves of a unit whose order failed (MPP-4.5, MPP-C-35)."""
    if unit.formation in ("march_column", "square", "limbered") or unit.unit_class == "baggage":
        return 1
    return int(unit.has("Superbly Drilled") or (unit.has("Eager") and intent == "charge"))


# -- the test -------------------------------------------------------------------------------------


def modifiers(state: State, leader: Leader, unit: Unit) -> tuple[Modifier, ...]:
    """Return what changes the rating of a commander for an order to a unit (MPP-2.1 to 2.4, MPP-C-33)."""
    figures = tables.figures()
    found = []
    steps = 0
    if leader.attached != unit.id and not unit.has("Marauder"):
        steps = int((geometry.point_gap(leader.x, leader.y, unit.place) + 1e-6) // figures.command_step)
    near = any(moves.within(unit.place, enemy.place, figures.enemy_near) for enemy in state.enemies(unit))
    found += command_modifiers(unit.formation, steps, near=near, road=terrain.on_road(state, unit.place))
    if unit.has("Reliable"):
        found.append(Modifier("MPP-C-35", 1, words.RELIABLE))
    return tuple(found)


def command_modifiers(formation: str, steps: int, *, near: bool, road: bool) -> list[Modifier]:
    """Return the sheet's command modifiers (MPP-2); `steps`: full 12 inches to the commander."""
    found = []
    if steps:
        found.append(tables.modifier("command", "distance").times(steps))
    if near:
        found.append(tables.modifier("command", "enemy_near").times())
    if formation in ("march_column", "limbered") and road:
        found.append(tables.modifier("command", "road").times())
    elif formation in ("attack_column", "march_column", "limbered"):
        found.append(tables.modifier("command", "column").times())
    return found


def worst(state: State, leader: Leader, units: Sequence[Unit]) -> tuple[Modifier, ...]:
    """Return the modifiers of the unit that is hardest to order (MPP-C-07)."""
    return min((modifiers(state, leader, unit) for unit in units), key=total)


def passing(state: State, leader: Leader, units: Sequence[Unit]) -> float:
    """Return the chance that an order succeeds, without any reroll (MPP-C-06)."""
    militia = any(unit.has("Militia") for unit in units)
    return chance_of(leader.rating + total(worst(state, leader, units)), militia=militia)


def chance_of(rating: int, moves: int = 1, *, militia: bool = False) -> float:
    """Return the chance of at least so many moves with a rating, modifiers in it (MPP-C-06, MPP-C-08)."""
    least = next(row.margin for row in tables.tables().order_result if row.moves == moves)
    least = max(least, 1) if militia else least
    ways = sum(1 for a in range(1, 7) for b in range(1, 7) if a + b < BLUNDER and rating - a - b >= least)
    return ways / 36


def take(
    battle: Battle, leader: Leader, units: Sequence[Unit], intent: str, *, battalia: bool = False
) -> Steps[int]:
    """Take an order test; return the moves that it gives, 0 for none, -1 for a blunder that was carried out
    (MPP-C-06, MPP-C-08). The general may reroll one failed order of his army a turn (MPP-C-09).
    """
    state: State = battle.state
    changes = worst(state, leader, units)
    rating = leader.rating + total(changes)
    militia = any(unit.has("Militia") for unit in units)
    made = yield from _roll(battle, leader, rating, changes, militia)
    general = state.general(leader.side)
    if made <= 0 and general is not None and not general.rerolled:
        options = (
            Option({"do": "reroll"}, words.REROLL, "MPP-C-09"),
            Option({"do": "keep"}, words.KEEP, "MPP-C-09"),
        )
        choice = yield Decision(
            "reroll order", leader.side, words.reroll(made < 0), "MPP-C-09", options, leader.id
        )
        if choice["do"] == "reroll":
            battle.apply(Rerolled("MPP-C-09", general.id))
            made = yield from _roll(battle, leader, rating, changes, militia)
    named = "" if battalia else units[0].id
    battle.apply(OrderGiven("MPP-C-06", leader.id, named, intent, max(0, made), made <= 0))
    for unit in units:
        battle.apply(Activated("MPP-C-07", unit.id, words.ordered(intent)))
    if made < 0:
        if leader.commander_in_chief:
            battle.apply(Silenced("MPP-C-08", leader.id))
        yield from blunder(battle, units)
    return made


def _roll(
    battle: Battle, leader: Leader, rating: int, changes: Sequence[Modifier], militia: bool
) -> Steps[int]:
    """Return the moves that a throw gives, -1 for a blunder."""
    roll: dict[str, Any] = {"rule": "MPP-C-06", "side": leader.side, "unit": leader.id}
    dice = yield from battle.roll(words.ORDER, count=2, **roll)
    margin = rating - sum(dice)
    made = (
        -1
        if sum(dice) == BLUNDER
        else 0
        if margin < 0 or (militia and not margin)
        else tables.moves_for(margin)
    )
    battle.record(words.ORDER, dice, words.result(made), target=rating, modifiers=changes, **roll)
    return made


# -- carrying out ---------------------------------------------------------------------------------


def carry_out(battle: Battle, unit: Unit, count: int, *, charging: bool) -> Steps[None]:
    """Let a unit make so many moves; with an order to charge, one of them may be a charge (MPP-C-06)."""
    state: State = battle.state
    left = count
    while left > 0 and unit.on_field and moves.why_no_move(state, unit) is None:
        away = breaktest.battalia_broken(state, unit)
        groups = list(moves.groups(state, unit, away=away))
        if charging and not unit.unsteady:
            groups.insert(0, ({"do": "charge", "unit": unit.id}, partial(charges.options, state, unit, left)))
        menu = Menu(*groups)
        if not moves.anything(battle, "move", unit.side, menu):
            return
        stop = Option({"do": "stop", "unit": unit.id}, words.STOP, "MPP-C-06")
        menu = menu.followed_by(({"do": "stop", "unit": unit.id}, partial(iter, (stop,))))
        text = words.move_of(unit.name, count - left + 1, count)
        choice = yield Decision("move", unit.side, text, "MPP-3.1", menu, unit.id)
        if choice["do"] == "stop":
            return
        if choice["do"] == "charge":
            yield from charges.charge(battle, unit, state.units[choice["target"]], left)
            return
        before = unit.moves
        yield from step(battle, unit, choice)
        left -= unit.moves - before


def step(battle: Battle, unit: Unit, choice: dict[str, object]) -> Steps[None]:
    """Make a move that was chosen; enemies whose front it crosses may shoot (MPP-9.2.e)."""
    start = moves.make(battle, unit, choice)
    if choice["do"] in ("advance", "back", "side"):
        yield from shooting.traversed(battle, unit, start)


def _away(battle: Battle, unit: Unit) -> Steps[None]:
    """Let a shaken or disordered unit make its free move (MPP-4.6)."""
    state: State = battle.state
    battle.apply(Activated("MPP-4.6", unit.id, words.FALLS_BACK))
    options = tuple(moves.options(state, unit, away=True))
    choice = yield Decision("move", unit.side, words.move_of(unit.name, 1, 1), "MPP-4.6", options, unit.id)
    yield from step(battle, unit, choice)


# -- blunders -------------------------------------------------------------------------------------


def blunder(battle: Battle, units: Sequence[Unit]) -> Steps[None]:
    """Let units that misunderstood an order do what one die says for all (MPP-C-08)."""
    first = units[0]
    roll: dict[str, Any] = {"rule": "MPP-C-08", "side": first.side, "unit": first.id}
    dice = yield from battle.roll(words.BLUNDER, **roll)
    row, count = tables.blunder(dice[0]), tables.blunder(dice[0]).moves
    battle.record(words.BLUNDER, dice, words.blunders(row.where, count), **roll)
    if row.where == "nearest":
        second = yield from battle.roll(words.HOW_FAR, **roll)
        count = (second[0] + 1) // 2
        battle.record(words.HOW_FAR, second, words.so_many(count), **roll)
    for unit in units:
        if unit.on_field and moves.why_no_move(battle.state, unit) is None:
            yield from _blunders(battle, unit, row.where, count)


def _blunders(battle: Battle, unit: Unit, where: tables.Where, count: int) -> Steps[None]:
    """Charge whom it can reach that way, or move that way as far as it can (MPP-C-08)."""
    state: State = battle.state
    if where != "rear":
        found = [
            each for each in charges.reachable(state, unit, count or 1, bound=False)
            if where == "nearest" or _in_quarter(unit.place, each.target.place, _QUARTERS[where])
        ]  # fmt: skip
        if found:
            nearest = min(found, key=lambda each: (each.inches, each.target.id))
            yield from charges.charge(battle, unit, nearest.target, count or 1)
            return
    inches = moves.rate(unit) * count
    if not inches or unit.formation == "building":
        return
    turn = 0.0 if where == "nearest" else _QUARTERS[where]
    facing = geometry.turned_about_centre(unit.place, unit.place.heading + turn)
    if turn and moves.why_not_there(state, unit, facing) is not None:
        return
    room = moves.room(state, moves.straight(state, unit, facing, facing.fx, facing.fy, inches))
    end = geometry.advance(facing, room)
    battle.apply(Moved("MPP-C-08", unit.id, end.x, end.y, end.heading, "blunder", geometry.rounded(room)))
    battle.apply(MoveMade("MPP-C-08", unit.id))


def _in_quarter(base: Base, enemy: Base, turn: float) -> bool:
    return moves.in_front(geometry.turned_about_centre(base, base.heading + turn), enemy)
