"""Demoralisation of commands and armies, and the end of the battle (BQ-9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rulesets.baroque import tables
from rulesets.baroque.command import discipline_test
from rulesets.baroque.events.command import CommandBroken, TurnEnded
from rulesets.baroque.events.field import BattleEnded
from rulesets.baroque.morale import remove
from rulesets.baroque.setup.lineup import zone_of
from rulesets.baroque.state import BAGGAGE, ELIMINATED, Command, Piece, State, Unit, enemy
from rulesets.baroque.terrain import shape_of
from rulesets.baroque.wording import morale as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.geometry import Base, overlaps_polygon
from rulesets.engine.records import record
from rulesets.engine.system import Result
from rulesets.freetable.ground import contains


@record
class Loss:
    """VD lost by one unit, the Baggage or a village (`subject`: its id), under `rule`."""

    rule: str
    subject: str
    vd: int
    why: str


@record
class VdLost:
    """What a side has lost of its VDT, and for what."""

    total: int
    lines: tuple[Loss, ...]


def vd_lost(state: State, side: int) -> VdLost:
    """Return the VD that an army has lost by now (BQ-9.1.b-e)."""
    lines = tuple(_losses(state, side))
    return VdLost(sum(line.vd for line in lines), lines)


def vdc_lost(state: State, command: Command) -> int:
    """Return the VD that a command has lost by its own units (BQ-9.1.g)."""
    losses = (_unit_loss(state, state.units[id_]) for id_ in command.units)
    return sum(loss.vd for loss in losses if loss is not None)


def remaining(state: State, side: int) -> Fraction:
    """Return the part of its VDT that an army has left; below 0 when it has lost more than it had."""
    vdt = max(1, state.sides[side].vdt)
    return Fraction(vdt - vd_lost(state, side).total, vdt)


def end_of_turn(battle: Battle) -> Steps[Result | None]:
    """End a turn: break points of armies, then of commands, then of armies again (BQ-9.1).

    Returns the result when the battle is over. After the last turn agreed on, as when both armies break at
    once, the greater remaining part of the VDT decides (BQ-9.1.f).
    """
    state: State = battle.state
    lost, before = _lost(state), len(battle.entries)
    if not _broken(state, lost):
        yield from _test_commands(battle)
        # Adding up the losses of an army takes time: it is repeated only if a command has lost something
        # meanwhile.
        if len(battle.entries) > before:
            lost = _lost(state)
    vdt = (state.sides[0].vdt, state.sides[1].vdt)
    battle.apply(TurnEnded("BQ-9.1.f", state.turn, vdt, lost, battle.state_hash()))
    broken = _broken(state, lost)
    if len(broken) == 1:
        winner = enemy(broken[0])
        return _end(battle, winner, words.ENEMY_ROUTED)
    if broken:
        return _compare(battle, words.BOTH_ROUTED)
    if state.turn >= state.max_turns:
        return _compare(battle, words.LAST_TURN)
    if not any(_troops(state)):
        return _compare(battle, words.NOBODY_LEFT)
    return None


# -- losses ---------------------------------------------------------------------------------------


def _losses(state: State, side: int) -> Iterator[Loss]:
    for unit in state.units.values():
        if unit.side == side and (loss := _unit_loss(state, unit)) is not None:
            yield loss
    if state.sides[side].baggage_sacked:  # BQ-9.1.d
        baggage = tables.victory_loss("BQ-9.1.d")
        yield Loss(baggage.rule, f"{'ab'[side]}.baggage", baggage.points, "sacked")
    for piece in _lost_villages(state, side):
        village = tables.victory_loss("BQ-9.1.e")
        yield Loss(village.rule, piece.id, village.points, words.VILLAGE_LOST)


def _unit_loss(state: State, unit: Unit) -> Loss | None:
    """Return what one unit costs (BQ-9.1.b, BQ-9.1.c, BQ-2.5.1.1.e); None if nothing.

    A unit that came Exhausted costs nothing for that, as it was not lost in this battle; eliminated, it costs
    what any other does.
    """
    vd = unit.profile.vd
    if unit.profile.type == BAGGAGE:
        return None
    if unit.status in ELIMINATED:  # twice is the total, not added to the Exhausted loss
        row = tables.victory_loss("BQ-9.1.c")
        return Loss(row.rule, unit.id, vd * row.vd_factor, unit.status)
    row = tables.victory_loss("BQ-9.1.b")
    if unit.status == "withdrawn":
        if unit.exhausted or state.options.get("withdrawn_fresh_units_count"):
            return Loss("BQ-2.5.1.1.e", unit.id, vd * row.vd_factor, "withdrawn")
        return None
    if unit.exhausted and unit.on_field and not unit.came_exhausted:
        return Loss(row.rule, unit.id, vd * row.vd_factor, "exhausted")
    return None


def _lost_villages(state: State, side: int) -> Iterator[Piece]:
    """Yield the villages at least partly in the side's zone that the enemy holds now (BQ-9.1.e).

    A village is held by who has a unit wholly inside while the other has none that counts as inside.
    """
    zone = zone_of(state, side)
    area = Base(zone.middle, zone.y1, 90.0, zone.x1 - zone.x0, zone.depth)
    for piece in state.terrain.values():
        if piece.kind != "village" or not overlaps_polygon(area, piece.outline):
            continue
        shape = shape_of(piece)
        troops = [unit for unit in _troops(state) if shape.near(unit.place)]
        held = any(unit.side != side and contains(shape, unit.place) for unit in troops)
        if held and not any(unit.side == side and shape.holds(unit.place) for unit in troops):
            yield piece


def _troops(state: State) -> Iterator[Unit]:
    """Return everybody on the table but the Baggage."""
    return (unit for unit in state.on_field() if unit.profile.type != BAGGAGE)


# -- break points ---------------------------------------------------------------------------------


def _lost(state: State) -> tuple[int, int]:
    """Return the VD that both armies have lost by now."""
    return vd_lost(state, 0).total, vd_lost(state, 1).total


def _broken(state: State, lost: tuple[int, int]) -> list[int]:
    limit = tables.tables().victory.army_break_at
    return [side for side in (0, 1) if state.sides[side].vdt - lost[side] <= limit]


def _test_commands(battle: Battle) -> Steps[None]:
    """Test every unit left of a demoralised command; a unit that fails is lost (BQ-9.1.h).

    The test is repeated at the end of every turn, unless the players have agreed on once only.
    """
    state: State = battle.state
    for command in state.commands.values():
        lost = vdc_lost(state, command)
        if command.vdc - lost > tables.tables().victory.command_break_at:
            continue
        if command.broken and state.options.get("command_break_once"):
            continue
        left = [unit for unit in map(state.units.__getitem__, command.units) if unit.on_field]
        if left:
            battle.apply(CommandBroken("BQ-9.1.h", command.id, command.vdc, lost))
        for unit in left:
            if not (yield from discipline_test(battle, unit, words.COMMAND_DEMORALISED_TEST, "BQ-9.1.h")):
                remove(battle, unit, "routed", words.COMMAND_DEMORALISED, "BQ-9.1.h")


# -- the end --------------------------------------------------------------------------------------


def _compare(battle: Battle, how: str) -> Result:
    """End the battle: the greater remaining part of the VDT wins, equal parts draw (BQ-9.1.f)."""
    parts = [remaining(battle.state, side) for side in (0, 1)]
    winner = None if parts[0] == parts[1] else parts.index(max(parts))
    return _end(battle, winner, words.compared(how, [_percent(part) for part in parts]))


def _end(battle: Battle, winner: int | None, how: str) -> Result:
    state: State = battle.state
    left = [state.sides[side].vdt - vd_lost(state, side).total for side in (0, 1)]
    battle.apply(BattleEnded("BQ-9.1.f", -1 if winner is None else winner, how, (left[0], left[1])))
    return Result(winner, "BQ-9.1.f", how, state.turn, scores(state))


def scores(state: State) -> tuple[dict[str, Any], ...]:
    """Return the figures of both sides as they stand (BQ-9.1.a-e)."""
    return score(state, 0), score(state, 1)


def score(state: State, side: int) -> dict[str, Any]:
    """Return the figures of one side: VDT, VD lost and left, and every loss by command with its rule."""
    lost = vd_lost(state, side)
    vdt = state.sides[side].vdt
    commands = [command for command in state.commands.values() if command.side == side]
    owned = {id_ for command in commands for id_ in command.units}
    return {
        "vdt": vdt,
        "lost": lost.total,
        "left": vdt - lost.total,
        "percentage": _percent(remaining(state, side)),
        "commands": [_command_score(state, command, lost) for command in commands],
        "other": [_line(state, line) for line in lost.lines if line.subject not in owned],
    }


def _command_score(state: State, command: Command, lost: VdLost) -> dict[str, Any]:
    lines = [_line(state, line) for line in lost.lines if line.subject in command.units]
    return {
        "id": command.id,
        "name": command.name,
        "vdc": command.vdc,
        "lost": sum(line["vd"] for line in lines),
        "broken": command.broken,
        "leader_alive": state.leaders[command.leader].alive,
        "lines": lines,
    }


def _line(state: State, line: Loss) -> dict[str, Any]:
    unit = state.units.get(line.subject)
    name = unit.name if unit is not None else tables.terrain_kind(state.terrain[line.subject].kind).name
    return {"subject": line.subject, "name": name, "rule": line.rule, "vd": line.vd, "why": line.why}


def _percent(part: Fraction) -> float:
    return round(float(100 * part), 1)
