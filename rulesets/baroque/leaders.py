"""Leaders on the table: their moves, joining and leaving units, making way (BQ-2.6.1). Distances in BU."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import cos, hypot, radians, sin

from rulesets.baroque import tables, terrain
from rulesets.baroque.events.command import LeaderAttached, LeaderDetached, LeaderMoved
from rulesets.baroque.state import BAGGAGE, Leader, State, Unit
from rulesets.baroque.wording import command as words
from rulesets.baroque.wording import common
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Group, Menu, Number, Option, Refusal
from rulesets.engine.geometry import Base, Hand

NEARLY = 1e-4  # places are stored to so many BU
_STEP = 0.25  # BU between the places that are tried when a Leader makes way
_BEARINGS = tuple(range(0, 360, 15))
_BEHIND = (
    0.3  # BU from a unit's rear to where its leader stands after leaving it, unless the player says otherwise
)

Point = tuple[float, float]


# ---------------------------------------------------------------------------- the Leader's own move


def allowance(leader: Leader) -> float:
    """Return the BU that a Leader may still move in this activation of the Command (BQ-2.6.1.a)."""
    if leader.barred and leader.moved:
        return 0.0  # BQ-2.6.1.k: whose unit was destroyed moves only without having moved
    return max(0.0, round(tables.tables().leader.move_bu - leader.moved, 4))


def leader_options(state: State) -> Menu:
    """Return what the Leader of the active Command may do now (BQ-2.6.1): move, join a unit or leave one."""
    return Menu(*_groups(state))


def _groups(state: State) -> Iterator[Group]:
    command = state.commands.get(state.active_command)
    leader = state.leaders.get(command.leader) if command else None
    if leader is None or not leader.alive or not leader.placed:
        return
    reach = allowance(leader)
    if not leader.attached:
        yield {"do": "leader-move"}, partial(_move, state, leader, reach)
        yield from _joins(state, leader, reach)
    elif not leader.joined and not leader.left:
        # BQ-2.6.1.i: one of the two in an activation; BQ-2.6.1.g: the leader goes with the unit
        yield {"do": "leader-leave"}, partial(_leave, state, leader, reach)


def _move(state: State, leader: Leader, reach: float) -> Iterator[Option]:
    if reach > NEARLY:
        yield Option(
            {"do": "leader-move", "leader": leader.id},
            words.moves_up_to(leader.name, reach),
            "BQ-2.6.1.a",
            _around(state, (leader.x, leader.y), reach, (leader.x, leader.y)),
            partial(_check_move, state, leader, reach),
        )


def _joins(state: State, leader: Leader, reach: float) -> Iterator[Group]:
    if leader.joined or leader.left or leader.barred:
        return
    for unit in state.on_field(leader.side):
        yield {"do": "leader-join", "unit": unit.id}, partial(_join, state, leader, unit, reach)


def _join(state: State, leader: Leader, unit: Unit, reach: float) -> Iterator[Option]:
    if may_join(state, leader, unit) and _reaches(state, leader, unit, reach):
        key = {"do": "leader-join", "leader": leader.id, "unit": unit.id}
        yield Option(key, words.joins(leader.name, unit.name), "BQ-2.6.1.e")


def _reaches(state: State, leader: Leader, unit: Unit, reach: float) -> bool:
    """Return whether a Leader can reach the unit, over no Impassable Terrain (BQ-2.6.1.e, BQ-3.1.3)."""
    if geometry.point_gap(leader.x, leader.y, unit.place) > reach + NEARLY:
        return False
    return _way_is_free(state, leader.x, leader.y, *geometry.nearest_point(leader.x, leader.y, unit.place))


def _leave(state: State, leader: Leader, reach: float) -> Iterator[Option]:
    base = state.units[leader.attached].place
    back = base.depth + _BEHIND
    behind = (base.x - base.fx * back, base.y - base.fy * back)
    yield Option(
        {"do": "leader-leave", "leader": leader.id},
        words.leaves_unit(leader.name),
        "BQ-2.6.1.i",
        _around(state, (base.cx, base.cy), reach + base.radius, behind),
        partial(_check_leave, state, base, reach),
    )


def may_join(state: State, leader: Leader, unit: Unit) -> bool:
    """Return whether a Leader may join: own Command, C-in-C any; no Artillery; one Leader (BQ-2.6.1.e)."""
    if unit.profile.type == BAGGAGE or unit.profile.type in tables.tables().leader.cannot_join:
        return False
    own = unit.command == leader.command or leader.commander_in_chief
    return own and unit.side == leader.side and state.attached_leader(unit.id) is None


def move_leader(battle: Battle, choice: Choice) -> None:
    """Carry out one of the `leader_options` (BQ-2.6.1.a, BQ-2.6.1.e, BQ-2.6.1.i)."""
    state: State = battle.state
    leader = state.leaders[choice["leader"]]
    if choice["do"] == "leader-join":
        unit = state.units[choice["unit"]]
        used = round(geometry.point_gap(leader.x, leader.y, unit.place), 4)
        battle.apply(LeaderAttached("BQ-2.6.1.e", leader.id, unit.id, used))
        return
    x, y = choice["x"], choice["y"]
    if choice["do"] == "leader-leave":
        used = geometry.point_gap(x, y, state.units[leader.attached].place)
        battle.apply(LeaderDetached("BQ-2.6.1.i", leader.id, x, y, used=round(used, 4)))
    else:
        used = hypot(x - leader.x, y - leader.y)
        battle.apply(LeaderMoved("BQ-2.6.1.a", leader.id, x, y, round(used, 4)))


def _around(state: State, middle: Point, reach: float, place: Point) -> tuple[Number, Number]:
    """Return the numbers of a place within `reach` of `middle` on the table, at first `place`."""
    return (
        _coordinate("x", middle[0], reach, state.width, place[0]),
        _coordinate("y", middle[1], reach, state.depth, place[1]),
    )


def _coordinate(name: str, middle: float, reach: float, table: float, place: float) -> Number:
    low, high = round(max(0.0, middle - reach), 4), round(min(table, middle + reach), 4)
    return Number(name, low, high, "BU", default=min(high, max(low, round(place, 4))))


def _check_move(state: State, leader: Leader, reach: float, choice: Choice) -> None:
    x, y = choice["x"], choice["y"]
    way = hypot(x - leader.x, y - leader.y)
    if way < NEARLY:
        raise Refusal(words.LEADER_STANDS_THERE, rule="BQ-2.6.1.a", path="choice.x")
    if way > reach + NEARLY:
        raise Refusal(words.too_far(way, reach), rule="BQ-2.6.1.a", code="range")
    if not _way_is_free(state, leader.x, leader.y, x, y):
        raise Refusal(common.IMPASSABLE_IN_WAY, rule="BQ-3.1.3")
    _check_place(state, x, y)


def _check_leave(state: State, base: Base, reach: float, choice: Choice) -> None:
    x, y = choice["x"], choice["y"]
    way = geometry.point_gap(x, y, base)
    if way > reach + NEARLY:
        raise Refusal(words.too_far_from_unit(way, reach), rule="BQ-2.6.1.a")
    if not _way_is_free(state, *geometry.nearest_point(x, y, base), x, y):
        raise Refusal(common.IMPASSABLE_IN_WAY, rule="BQ-3.1.3")
    _check_place(state, x, y)


def _way_is_free(state: State, x1: float, y1: float, x2: float, y2: float) -> bool:
    """Return whether a straight way of a Leader is clear of Impassable Terrain (BQ-3.1.3)."""
    if not state.terrain:
        return True
    steps = max(1, int(hypot(x2 - x1, y2 - y1) / _STEP))
    return all(
        terrain.leader_may_stand(state, x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps)
        for step in range(1, steps + 1)
    )


def _check_place(state: State, x: float, y: float) -> None:
    if not terrain.leader_may_stand(state, x, y):
        raise Refusal(words.NO_LEADER_IN_IMPASSABLE, rule="BQ-3.1.3")
    for unit in state.on_field():
        if geometry.point_gap(x, y, unit.place) == 0.0:
            raise Refusal(common.stands_there(unit.name), rule="BQ-2.6.1.a", code="taken")


# ---------------------------------------------------------------------------- making way


def make_way(battle: Battle, path: Sequence[Base]) -> None:
    """Make free leaders step aside from a move that has just been made (BQ-2.6.1.b).

    `path` are the poses of the mover from the first to the last; between two with the same heading it moved
    straight. Each Leader goes to the nearest free place at least 1 BU from every enemy, the owner has
    nothing to decide.
    """
    state: State = battle.state
    for leader in _free_leaders_near(state, path[0], path[-1]):
        if swept(path, leader.x, leader.y):
            place = _free_place(state, leader, path)
            if place is not None:
                battle.apply(LeaderMoved("BQ-2.6.1.b", leader.id, *place, 0.0))


def make_way_for_wheel(battle: Battle, start: Base, corner: Hand, degrees: float) -> None:
    """Make free leaders step aside from a wheel that has just been made (BQ-2.6.1.b)."""
    # A wheel is no straight sweep: thirteen poses follow its curve closely enough for a leader's point.
    end = geometry.wheel(start, corner, degrees)
    if _free_leaders_near(battle.state, start, end):
        make_way(battle, [geometry.wheel(start, corner, degrees * part / 12) for part in range(13)])


def _free_leaders_near(state: State, start: Base, end: Base) -> list[Leader]:
    """Return the free Leaders whom a move from `start` to `end` could pass over."""
    reach = hypot(end.cx - start.cx, end.cy - start.cy) + start.radius + end.radius
    return [
        leader for leader in state.leaders.values()
        if leader.placed and leader.alive and not leader.attached
        and hypot(leader.x - start.cx, leader.y - start.cy) <= reach
    ]  # fmt: skip


def swept(path: Sequence[Base], x: float, y: float) -> bool:
    """Return whether a mover passed over the point on its path."""
    if geometry.point_gap(x, y, path[-1]) == 0.0:
        return True
    for before, after in pairwise(path):
        dx, dy = after.x - before.x, after.y - before.y
        if before.heading != after.heading:
            dx = dy = 0.0
        if geometry.segment_hits(x, y, x - dx, y - dy, before, 0.0):
            return True
    return False


def _free_place(state: State, leader: Leader, path: Sequence[Base]) -> tuple[float, float] | None:
    """Return the nearest place on a grid of rings around the Leader, from the own edge on."""
    home = 270 if leader.side == 0 else 90
    clearances = _clearances(state, leader.side)
    for ring in range(1, int(hypot(state.width, state.depth) / _STEP)):
        for bearing in _BEARINGS:
            turn = radians(home + bearing)
            x = geometry.rounded(leader.x + cos(turn) * ring * _STEP)
            y = geometry.rounded(leader.y + sin(turn) * ring * _STEP)
            if _is_free(state, clearances, x, y) and not swept(path, x, y):
                return x, y
    return None


def _clearances(state: State, side: int) -> list[tuple[Base, float]]:
    """Return all bases, and how far a displaced leader of `side` stays from each (BQ-2.6.1.b)."""
    least = tables.tables().leader.min_distance_from_enemy_when_displaced_bu
    return [(unit.place, 0.0 if unit.side == side else least) for unit in state.on_field()]


def _is_free(state: State, clearances: list[tuple[Base, float]], x: float, y: float) -> bool:
    if not (0.0 <= x <= state.width and 0.0 <= y <= state.depth):
        return False
    for base, least in clearances:
        ex, ey, near = x - base.cx, y - base.cy, base.radius + least
        if ex * ex + ey * ey > near * near:
            continue
        away = geometry.point_gap(x, y, base)
        if away == 0.0 or away < least:
            return False
    return terrain.leader_may_stand(state, x, y)
