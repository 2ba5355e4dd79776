"""A Leader in hand: level, range, what they may do (BQ-2.6.1, BQ-2.6.2). Distances in BU."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.baroque import leaders, tables
from rulesets.baroque.command import command_range
from rulesets.baroque.setup.lineup import behind
from rulesets.baroque.state import Leader, State
from rulesets.contract.board import Action, Area, Fact, Ghost, Move, UnitInspection
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.wording.battles import BATTLE_OVER, DRAWING_UP, OTHER_DECISION_FIRST
from rulesets.freetable.ghosts import first_number
from rulesets.freetable.reach import around, circle
from rulesets.freetable.ways import Why

_MARK = 0.3  # BU: the radius of a Leader's ghost


def inspect_leader(battle: Battle, leader: Leader, options: Sequence[Option]) -> UnitInspection:
    """Return everything about a Leader; `options` of the pending decision about them."""
    state: State = battle.state
    return UnitInspection(
        leader.id,
        leader.name,
        leader.side,
        facts=tuple(_facts(state, leader)),
        actions=(
            *(Action(o.label, True, "", o.rule, o.key) for o in options),
            *_barred(battle, leader, options),
        ),
        moves=tuple(_moves(state, leader, options)),
        areas=tuple(_areas(state, leader)) if leader.placed else (),
    )


def _facts(state: State, leader: Leader) -> Iterator[Fact]:
    level = tables.leader_level(leader.level)
    yield Fact("Level", level.name, level.rule)
    yield Fact("Leadership bonus", f"+{level.leadership_bonus}", level.rule)
    if leader.commander_in_chief:
        yield Fact("Rank", "commander-in-chief", "BQ-2.6.1.e")
    yield Fact("Command", state.commands[leader.command].name, "BQ-2.1.a")
    yield Fact("Command range", f"{_range(state, leader):g} BU", "BQ-2.6.2.a")
    if leader.attached:
        yield Fact("Attached to", state.units[leader.attached].name, "BQ-2.6.1.g")
    if leader.placed and state.active_command == leader.command:
        yield Fact("Movement left", f"{leaders.allowance(leader):g} BU", "BQ-2.6.1.a")
    if leader.barred:
        yield Fact("Own unit", "was destroyed: the leader joins no other this turn", "BQ-2.6.1.k")


def _range(state: State, leader: Leader) -> float:
    return command_range(state, leader.side, attached=bool(leader.attached))


# ---------------------------------------------------------------------------- may


def _barred(battle: Battle, leader: Leader, options: Sequence[Option]) -> Iterator[Action]:
    offered = {option.key["do"] for option in options}
    for what, do in (
        ("Move", "leader-move"),
        ("Join a unit", "leader-join"),
        ("Leave the unit", "leader-leave"),
    ):
        if do not in offered:
            rule, why = _why_not(battle, leader, do)
            yield Action(what, False, why, rule)


def _why_not(battle: Battle, leader: Leader, do: str) -> Why:
    state: State = battle.state
    if battle.pending is None:
        return "", BATTLE_OVER
    if not state.turn or not leader.placed:
        return "BQ-4.1.a", DRAWING_UP
    if do == "leader-leave" and not leader.attached:
        return "BQ-2.6.1.i", "the leader is with no unit"
    if do != "leader-leave" and leader.attached:
        return "BQ-2.6.1.g", "the leader goes with the unit"
    if state.active_command != leader.command:
        if state.commands[leader.command].activated:
            return "BQ-2.6.1.a", "the command has been activated this turn"
        return "BQ-2.6.1.a", "the leader moves while the command is active"
    if do == "leader-move":
        return "BQ-2.6.1.a", OTHER_DECISION_FIRST if leaders.allowance(
            leader
        ) else "the leader has moved 4 BU"
    if leader.joined or leader.left:
        return "BQ-2.6.1.i", "the leader has joined or left a unit in this activation"
    if leader.barred:
        return "BQ-2.6.1.k", "the leader’s unit was destroyed in this activation"
    if do == "leader-join" and not leaders.leader_options(state).holds({"do": "leader-join"}):
        return "BQ-2.6.1.e", "no unit that the leader may join is within reach"
    return "BQ-2.6.1.a", OTHER_DECISION_FIRST


# ---------------------------------------------------------------------------- moves and areas


def _moves(state: State, leader: Leader, options: Sequence[Option]) -> Iterator[Move]:
    """Yield the moves of a leader; only joining a unit and going behind one have ghosts (BQ-2.6.1)."""
    for option in options:
        ghosts: tuple[Ghost, ...] = ()
        if option.key["do"] == "leader-join":
            base = state.units[option.key["unit"]].place
            ghosts = (Ghost(0.0, base.corners, base.heading, "with this unit"),)
        elif option.key["do"] == "behind":
            x, y = behind(state, state.commands[leader.command])
            ghosts = (Ghost(0.0, circle(x, y, _MARK), 90.0 if leader.side == 0 else 270.0),)
        number = first_number(option)
        yield Move(option.key, option.label, option.rule, "" if number is None else number.name, ghosts)


def _areas(state: State, leader: Leader) -> Iterator[Area]:
    """Yield who is in range (BQ-2.6.2.b) and where a leader may go (BQ-2.6.1.a)."""
    reach = _range(state, leader)
    label, rule = f"command range, {reach:g} BU", "BQ-2.6.2.b"
    if leader.attached:
        base = state.units[leader.attached].place
        yield Area("leader", label, "BQ-2.6.1.h", around(base, reach))
        return
    yield Area("leader", label, rule, circle(leader.x, leader.y, reach))
    active = state.active_command == leader.command
    left = leaders.allowance(leader) if active else tables.tables().leader.move_bu
    if left:
        yield Area("leader", f"move, {left:g} BU", "BQ-2.6.1.a", circle(leader.x, leader.y, left), step=1)
