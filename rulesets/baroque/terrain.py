"""Terrain on the table: shapes, what units stand on, what moves, sight and fire meet (BQ-3.1, BQ-LO)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Literal

from rulesets.baroque import tables
from rulesets.baroque.state import Piece, State, Unit
from rulesets.baroque.wording import movement as words
from rulesets.engine.dice import Modifier
from rulesets.engine.geometry import Base, Hand, overlaps_polygon, wheel
from rulesets.engine.records import record
from rulesets.freetable import ground as on
from rulesets.freetable import obstacles, sight
from rulesets.freetable import passage as way_of
from rulesets.freetable.ground import contains
from rulesets.freetable.passage import BARRED, Going, Goings, Stop, Straight
from rulesets.freetable.rivers import crosses, crossing
from rulesets.freetable.shapes import Crossing, Layouts, Nature, Segment, Shape, shaped

CROSSING = 0.5  # half the width of a ford or bridge (BQ-3.1.2.a)


def _make(piece: Piece, river: str) -> Shape:
    """Return the shape of a piece at a state of rivers, "" before the roll (BQ-3.1.1, BQ-3.1.4)."""
    crossings = tuple(_usable(piece, river)) if piece.kind == "river" else ()
    return shaped(
        piece.id, _nature(piece, river), outline=piece.outline, line=piece.line, width=piece.width,
        enclosed=piece.enclosed, crossings=crossings,
    )  # fmt: skip


def _nature(piece: Piece, river: str) -> Nature:
    kind = tables.terrain_kind(piece.kind)
    limit = (tables.terrain_kind("ridge") if kind.height and piece.ridge else kind).visibility_bu
    if kind.ground == "impassable":
        limit = 0.0 if piece.blocks_sight else None
    flows, hinders = piece.kind == "river", kind.ground not in ("open", "road")
    return Nature(
        piece.kind, kind.name.lower(), "broken" if flows and river == "dry" else kind.ground, limit,
        kind.cover, kind.height, flows, kind.ground == "linear_obstacle", hinders,
    )  # fmt: skip


def _usable(piece: Piece, river: str) -> Iterator[Crossing]:
    """Yield bridges, and fords unless the river is deep (BQ-3.1.1.h)."""
    for kind, x, y in piece.crossings:
        if kind == "bridge" or river == "normal":
            yield crossing(x, y, CROSSING, line=piece.line, outline=piece.outline)


_layouts = Layouts(_make, attrgetter("river"))
layout = _layouts.of
"""The terrain of a battle's table, a dry river being Broken Terrain (BQ-3.1.1.h)."""
shape_of = _layouts.shape
"""The shape of a piece, a river as before its roll; raises KeyError for a kind that no table knows."""


Ground = Literal["open", "broken", "difficult"]

_GROUNDS: tuple[Ground, ...] = ("open", "broken", "difficult")
_RANKS = {"broken": 1, "difficult": 2}
_HILLS = frozenset({"gentle_hill", "ridge", "steep_hill", "wooded_hill"})
_IMPASSABLE = frozenset({"impassable"})


def ground(state: State, base: Base) -> Ground:
    """Return the worst ground that at least half of the base is in (BQ-3.1.b)."""
    return _GROUNDS[on.worst(layout(state), base, _RANKS)]


def wholly_in(state: State, base: Base, *grounds: str) -> bool:
    """Return whether the whole base lies in one piece of such ground ("broken", "difficult")."""
    return on.wholly_in(layout(state), base, grounds)


def mostly_in(state: State, base: Base, *grounds: str) -> bool:
    """Return whether over half of the base lies in one piece of such ground (BQ-7.3.e: the greater part)."""
    return on.mostly_in(layout(state), base, grounds)


def in_kind(state: State, base: Base, *kinds: str) -> bool:
    """Return whether at least half of a base is in a piece of one of these kinds (BQ-3.1.b)."""
    return on.in_kind(layout(state), base, kinds)


def on_hill(state: State, base: Base) -> bool:
    """Return whether at least half of the base is on a hill, gentle, steep or wooded (BQ-6.4.a)."""
    return on.in_kind(layout(state), base, _HILLS)


def higher(state: State, base: Base, enemy_base: Base) -> bool:
    """Return whether it stands on a gentle hill, its front nearer to the ridge or middle (BQ-3.1.4.d)."""
    return on.higher(layout(state), base, enemy_base)


def may_stand(state: State, base: Base) -> bool:
    """Return whether no part of the base is in Impassable Terrain (BQ-3.1.1.d)."""
    return on.clear_of(layout(state), base, _IMPASSABLE)


def leader_may_stand(state: State, x: float, y: float) -> bool:
    """Return whether a Leader may stand at a point of the table, fords among them (BQ-3.1.3)."""
    if not (0.0 <= x <= state.width and 0.0 <= y <= state.depth):
        return False
    return on.point_clear_of(layout(state), x, y, "impassable")


# -- sight ----------------------------------------------------------------------------------------


def visible(state: State, viewer: Base, target: Base) -> bool:
    """Return whether a line from the viewer's front midpoint to any side's midpoint is free (BQ-3.1.4.b)."""
    return sight.visible(layout(state).limiting, viewer, target)


def sight_line_free(state: State, x1: float, y1: float, x2: float, y2: float) -> bool:
    """Return whether terrain lets a line of sight or fire through (BQ-3.1.4.b, BQ-6.3.3.a)."""
    return sight.line_free(layout(state).limiting, x1, y1, x2, y2)


def sight_limited(state: State) -> bool:
    """Return whether there is anything on the table that could end a line of sight."""
    return bool(layout(state).limiting)


Reason = tuple[str, str]

_STEP = 0.1  # BU between the points at which a river with angles is examined
_BEYOND = 6.0  # BU ahead that the way over the river is examined


@record
class Passage:
    """How far terrain lets a move go, what Disorders the unit on that way, and what stops it, as (rule, why).

    `distance` is in BU, for a wheel in degrees.
    """

    distance: float
    disorder: tuple[Reason, ...] = ()
    stop: Reason | None = None


def passage(
    state: State, unit: Unit, base: Base, dx: float, dy: float, *, limit_difficult: bool = True
) -> Passage:
    """Return how far `base` may be moved straight by (dx, dy) (BQ-3.1.1).

    `limit_difficult=False` for moves that slow ground does not shorten (evasion, retreat, pursuit): they
    stop only at Impassable Terrain. An action that would bring half the base into Difficult Terrain goes
    1 BU at most; one that has gone farther before ends just short of it.
    """
    way = way_of.straight(base, dx, dy, _STEP)
    met = way_of.met(layout(state), way)
    if not met:
        return Passage(way.length)
    distance, stop = way_of.furthest(way, met, _goings(unit, limit_difficult))
    return Passage(distance, tuple(_disorder(unit, met, way, distance)), _reason(stop))


def free_way(
    state: State, unit: Unit, base: Base, dx: float, dy: float, *, limit_difficult: bool = True
) -> tuple[float, Reason | None]:
    """Return `distance` and `stop` of a `passage`, without what Disorders on it."""
    way = way_of.straight(base, dx, dy, _STEP)
    met = way_of.met(layout(state), way)
    if not met:
        return way.length, None
    distance, stop = way_of.furthest(way, met, _goings(unit, limit_difficult))
    return distance, _reason(stop)


def wheel_passage(state: State, unit: Unit, base: Base, corner: Hand, degrees: float) -> Passage:
    """Return how far `base` may wheel around a front corner (BQ-3.1.1): `distance` is in degrees.

    In Difficult Terrain the moving corner travels 1 BU at most. The way is examined every few degrees.
    """
    met = met_in_wheel(state, base, corner, degrees)
    if not met:
        return Passage(degrees)
    turn = way_of.wheeled(base, corner, degrees)
    limit, stop = way_of.furthest_turn(turn, met, _wheeling)
    bases = [pose for angle, pose in zip(turn.angles, turn.bases, strict=True) if angle <= limit]
    bases.append(wheel(base, corner, limit))
    return Passage(limit, tuple(_turn_disorder(unit, met, bases)), _reason(stop))


def free_wheel(state: State, base: Base, corner: Hand, degrees: float) -> tuple[float, Reason | None]:
    """Return `distance` and `stop` of a `wheel_passage`, without what Disorders on it."""
    # Only what stops a wheel is examined: most ground lets it through, and the search is slow.
    met = [
        shape
        for shape in met_in_wheel(state, base, corner, degrees)
        if (going := _wheeling(shape)).barred or going.most is not None
    ]
    if not met:
        return degrees, None
    limit, stop = way_of.furthest_turn(way_of.wheeled(base, corner, degrees), met, _wheeling)
    return limit, _reason(stop)


def met_in_wheel(state: State, base: Base, corner: Hand, degrees: float) -> list[Shape]:
    """Return the pieces that a wheel of so many degrees could meet."""
    return way_of.met_in_wheel(layout(state), base, corner, degrees, _wheeling)


def facing_disorder(state: State, unit: Unit, start: Base, end: Base) -> tuple[Reason, ...]:
    """Return what Disorders a unit whose base comes to lie otherwise by a facing (BQ-3.1.1).

    That is ground which it enters by it, or an obstacle that it comes to stand across. A unit that stays in
    the same ground does not move in it.
    """
    found: list[Reason] = []
    for shape in layout(state).hindering:
        if shape.near(end):
            bases = (start, end)
            found += _ground_disorder(unit, shape, way_of.enters(shape, bases) or None, end)
            found += _obstacle_disorder(unit, way_of.turns_across(shape, bases))
    return tuple(found)


# -- how far ------------------------------------------------------------------------------------


def _goings(unit: Unit, slow: bool) -> Goings:
    """Return what each piece means for a unit that moves straight; `slow`: slow ground shortens its move.

    BQ-3.1.1.d; BQ-3.1.2.a: over a river at a ford or bridge, at half speed.
    """

    def going(shape: Shape) -> Going:
        if shape.ground == "impassable":
            if not shape.crossings:
                return BARRED
            half = unit.profile.m_bu * tables.ground("ford_or_bridge").move_factor
            return Going(barred=True, over=half, ahead=_BEYOND) if slow else Going(barred=True, ahead=_BEYOND)
        return _slowing(shape.ground, shape.river) if slow else way_of.FREE

    return going


def _wheeling(shape: Shape) -> Going:
    """Return what a piece means for anybody who wheels."""
    return BARRED if shape.ground == "impassable" else _slowing(shape.ground, shape.river)


@cache
def _slowing(ground: str, river: bool) -> Going:
    """Return the most that an action may go in a piece (BQ-3.1.1.c), a dry river too (BQ-3.1.1.h)."""
    return Going(most=tables.ground("difficult" if river else ground).max_move_bu)


def _reason(stop: Stop | None) -> Reason | None:
    """Return what ends a move in the words of the rules."""
    if stop is None:
        return None
    shape = stop.shape
    if stop.how == "over":
        return tables.ground("ford_or_bridge").rule, words.half_speed_at_crossing(stop.most)
    rule = "BQ-3.1.1.h" if shape.river else tables.ground(shape.ground).rule
    if stop.how == "barred":
        return rule, words.not_entered(shape.name)
    if stop.how == "before":
        return rule, words.stops_at(shape.name)
    return rule, words.limited_in(stop.most, shape.name)


# -- what Disorders -----------------------------------------------------------------------------


def _disorder(unit: Unit, met: list[Shape], way: Straight, distance: float) -> Iterator[Reason]:
    if distance <= 0.0:
        return
    done, end = way.upto(distance), way.at(distance)
    for shape in met:
        if shape.ground == "impassable":
            if crosses(shape, way.base, way.dx, way.dy, _BEYOND):
                yield from _crossing_disorder(shape, done, end)
        elif _troubles(unit, shape.ground):
            yield from _ground_disorder(unit, shape, way_of.half_inside(shape, done), end)
        yield from _obstacle_disorder(unit, way_of.comes_across(shape, done))


def _turn_disorder(unit: Unit, met: list[Shape], bases: Sequence[Base]) -> Iterator[Reason]:
    """Yield what Disorders in a turn; `bases`: where it is on its way, from start to end."""
    for shape in met:
        yield from _ground_disorder(unit, shape, way_of.enters(shape, bases), bases[-1])
        yield from _obstacle_disorder(unit, way_of.turns_across(shape, bases))


def _ground_disorder(unit: Unit, shape: Shape, entered: float | None, end: Base) -> Iterator[Reason]:
    """Yield Disorder by entering such ground or moving in it; leaving does not (BQ-3.1.1.b-c).

    `entered`: when half the base is first inside, 0 if from the start, None if never.
    """
    # Troops that the ground does not trouble are the usual case and need no geometry.
    if entered is None or not _troubles(unit, shape.ground):
        return
    # A unit that has stood in it and is out of it at the end has only left it.
    if entered == 0.0 and not shape.holds(end):
        return
    yield tables.ground(shape.ground).rule, words.disordered_by(shape.name, entered == 0.0)


def _crossing_disorder(shape: Shape, done: Straight, end: Base) -> Iterator[Reason]:
    """Yield Disorder by going on a ford or bridge, at once (BQ-3.1.2.a)."""
    if way_of.contact(shape, done) is None:
        return
    # A unit that stands on the crossing already and leaves it has been Disordered before.
    on_it = any(overlaps_polygon(done.base, part) for part in shape.parts)
    if not on_it or any(overlaps_polygon(end, part) for part in shape.parts):
        yield tables.ground("ford_or_bridge").rule, words.ON_CROSSING


def _obstacle_disorder(unit: Unit, crossed: bool) -> Iterator[Reason]:
    """Yield Disorder after crossing a linear obstacle (BQ-3.1.1.f)."""
    if crossed and _troubles(unit, "linear_obstacle"):
        yield tables.ground("linear_obstacle").rule, words.CROSSES_OBSTACLE


def _troubles(unit: Unit, ground: str) -> bool:
    """Return whether such ground Disorders troops of the unit's type."""
    row = tables.ground(ground)
    return row.disorders and tables.troop_type(unit.profile.type).code not in row.disorder_exempt


TOUCH = 0.1  # BU: a base this near to the middle of a hedge or wall touches it


def edge_cover(
    state: State, _firer_base: Base, target_base: Base, lines: Iterable[Segment], artillery: bool
) -> Modifier | None:
    """Return the die less against a target at the edge of cover or behind an obstacle, or None (BQ-6.1.3.6).

    `lines`: the lines of fire (x1, y1, x2, y2), from the firer. A target that can be fired at at all and
    has its whole base in a wood or built-up area is at its edge. Only one of the two counts (BQ-6.1.3).
    """
    if artillery or not state.terrain:
        return None
    table = layout(state)
    for shape in table.shapes:
        if shape.cover and shape.near(target_base) and contains(shape, target_base):
            return tables.firing_modifier("target_in_cover").why(words.at_edge_of(shape.name))
    if obstacles.protects(table, target_base, tuple(lines), TOUCH):
        return tables.firing_modifier("target_behind_obstacle").why(words.BEHIND_OBSTACLE)
    return None


def obstacle_crossed(state: State, start: Base, end: Base) -> bool:
    """Return whether a straight charge crosses a linear obstacle or brings the front to one (BQ-LO.3)."""
    return obstacles.crossed(layout(state), start, end, TOUCH)


def defends_obstacle(state: State, unit_base: Base, enemy_base: Base) -> bool:
    """Return whether the unit touches a linear obstacle that lies between it and the enemy (BQ-7.5.e)."""
    return obstacles.defends(layout(state), unit_base, enemy_base, TOUCH)
