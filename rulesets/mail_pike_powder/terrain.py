"""Terrain on the table: what it does to moves, sight, saves and combat (MPP-4, MPP-5, MPP-6.1.e,
MPP-C-39).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, hypot

from rulesets.engine.geometry import OVERLAP, Base, overlaps_polygon, rounded_down
from rulesets.freetable import ground as on
from rulesets.freetable import obstacles, passage, sight
from rulesets.freetable.passage import BARRED, FREE, Going, Stop, Straight
from rulesets.freetable.shapes import Layout, Layouts, Nature, Segment, Shape, shaped
from rulesets.freetable.ways import Why
from rulesets.mail_pike_powder import tables
from rulesets.mail_pike_powder.state import Piece, State, Unit
from rulesets.mail_pike_powder.wording import moves as words

_STEP = 0.25  # inches between the points at which a stream with angles is examined
TOUCH = 0.25  # inches: who is so near to a hedge or wall stands behind it
_CLEAR = 0.05  # inches that a base which has crossed an obstacle stands beyond it


def _make(piece: Piece, _condition: str) -> Shape:
    row = tables.terrain(piece.kind)
    wall = row.going == "linear"
    nature = Nature(
        piece.kind, row.name.lower(), row.going, row.sight, bool(row.cover), row.height, False, wall,
        row.going not in ("open", "road"),
    )  # fmt: skip
    return shaped(piece.id, nature, outline=piece.outline, line=piece.line, width=piece.width)


_layouts = Layouts(_make, lambda _state: "")
layout = _layouts.of
"""The terrain of a battle's table."""
shape_of = _layouts.shape
"""The shape of a piece; raises KeyError for a kind that no table knows."""


# -- where a base stands --------------------------------------------------------------------------


def in_going(state: State, base: Base, going: tables.Going) -> bool:
    """Return whether at least half of a base is in such ground."""
    return any(shape.ground == going and shape.holds(base) for shape in on.around(layout(state), base))


def on_road(state: State, base: Base) -> bool:
    """Return whether at least half of a base is on a road (MPP-2.4)."""
    return in_going(state, base, "road")


def higher(state: State, base: Base, other: Base) -> bool:
    """Return whether a base is on a hill, and its middle nearer to the top than the other's (MPP-8.1.f)."""
    return any(
        shape.height and shape.holds(base)
        and hypot(base.cx - shape.cx, base.cy - shape.cy)
        < hypot(other.cx - shape.cx, other.cy - shape.cy) - OVERLAP
        for shape in on.around(layout(state), base)
    )  # fmt: skip


def on_height(state: State, base: Base) -> bool:
    """Return whether at least half of a base is on a hill."""
    return any(shape.height and shape.holds(base) for shape in on.around(layout(state), base))


def may_stand(state: State, unit: Unit, base: Base, formation: str = "") -> Why | None:
    """Return why a unit may not stand on a base: woods need open order, water and buildings bar (MPP-4.1,
    MPP-4.4); None if it may.
    """
    loose = (formation or unit.formation) == "skirmish"
    for shape in on.around(layout(state), base):
        if shape.walls or not any(overlaps_polygon(base, part) for part in shape.parts):
            continue
        if shape.ground == "impassable":
            return "MPP-4.2", words.impassable(shape.name)
        if shape.ground == "building":
            return "MPP-4.4", words.ENTER_BUILDING
        if shape.ground == "woods" and not loose and shape.holds(base):
            return "MPP-4.1", words.WOODS
    return None


def leader_may_stand(state: State, x: float, y: float) -> bool:
    """Return whether a commander may stand at a point (MPP-4.1: he enters woods)."""
    return (
        0.0 <= x <= state.width
        and 0.0 <= y <= state.depth
        and on.point_clear_of(layout(state), x, y, "impassable")
    )


# -- moves ----------------------------------------------------------------------------------------


def goings(unit: Unit, inches: float) -> passage.Goings:
    """Return what pieces mean for a unit that may move so many inches in this move."""

    def going(shape: Shape) -> Going:
        match shape.ground:
            case "impassable" | "building":
                return BARRED
            case "woods" if not unit.loose:
                return BARRED
            case "woods" if not unit.profile.open_order:
                return Going(most=inches / 2)  # MPP-4.1: open order by troops that are no skirmishers
            case "rough" if not unit.loose and unit.moves > 0:
                return BARRED  # MPP-4.2: only one move in the turn
        return FREE

    return going


def free_way(
    state: State, unit: Unit, base: Base, ux: float, uy: float, inches: float
) -> tuple[float, Why | None]:
    """Return how far terrain lets a unit go straight in a direction in one move, and what stops it (MPP-4).

    Who is not in open order and meets a hedge, wall or stream either stops before it, or crosses it and stops
    beyond it (MPP-4.3): the way ends where the base has just crossed.
    """
    way = passage.straight(base, ux * inches, uy * inches, _STEP)
    shapes = passage.met(layout(state), way)
    if not shapes:
        return inches, None
    distance, stop = passage.furthest(way, shapes, goings(unit, inches))
    why = _why(stop) if stop is not None else None
    if not unit.loose:
        for shape in shapes:
            if shape.walls and passage.comes_across(shape, way.upto(distance) if distance else way):
                ends = _crossing(shape, way, distance)
                if ends is not None and ends < distance:
                    distance, why = ends, ("MPP-4.3", words.crosses(shape.name))
    return distance, why


def _crossing(shape: Shape, way: Straight, limit: float) -> float | None:
    """Return where a move ends that crosses an obstacle: just beyond it, or before it if the move is too
    short for that; None if it ends before it anyway.
    """
    begun = min(
        (part for wall in shape.walls
         if (part := obstacles.wall_begun(wall, way.base, way.dx, way.dy)) is not None), default=None,
    )  # fmt: skip
    if begun is None:
        return None
    before = rounded_down(begun * way.length)
    beyond = before + _CLEAR
    while beyond <= limit:
        if not any(obstacles.stands_across(wall, way.at(beyond)) for wall in shape.walls):
            return rounded_down(beyond)
        beyond += _STEP
    return max(0.0, before)


def blocks(state: State, base: Base, ux: float, uy: float, distance: float) -> bool:
    """Return whether a straight move would end across a hedge, wall or stream."""
    end = passage.straight(base, ux * distance, uy * distance, _STEP).at(distance) if distance else base
    return any(
        obstacles.stands_across(wall, end)
        for shape in layout(state).walled if shape.near(end) for wall in shape.walls
    )  # fmt: skip


def _why(stop: Stop) -> Why:
    name = stop.shape.name
    match stop.shape.ground:
        case "woods":
            return "MPP-4.1", words.WOODS if stop.how == "barred" else words.HALF_IN_WOODS
        case "rough":
            return "MPP-4.2", words.ONE_MOVE_IN_ROUGH
        case "building":
            return "MPP-4.4", words.ENTER_BUILDING
    return "MPP-4.2", words.impassable(name)


# -- sight and cover ------------------------------------------------------------------------------


def line_free(state: State, x1: float, y1: float, x2: float, y2: float) -> bool:
    """Return whether terrain lets a line of sight through, but for the piece that either end stands in."""
    limiting = layout(state).limiting
    return not limiting or sight.line_free(limiting, x1, y1, x2, y2)


def cover_of(state: State, target: Unit, lines: tuple[Segment, ...]) -> tables.Cover:
    """Return the best cover of a target against what comes along lines to it (MPP-5.2, 5.3, 5.8,
    MPP-C-39).
    """
    best: tables.Cover = ""
    base = target.place
    for shape in layout(state).shapes:
        row = tables.terrain(shape.kind)
        if not row.cover or not shape.near(base, TOUCH):
            continue
        held = (
            not shape.walls
            and (target.formation == "building" or row.going != "building")
            and shape.holds(base)
        )
        if held or (shape.walls and _behind(shape, base, lines)):
            best = max(best, row.cover, key=_COVERS.index)
    return best


_COVERS: tuple[tables.Cover, ...] = ("", "light", "heavy", "fortification")


def _behind(shape: Shape, base: Base, lines: tuple[Segment, ...]) -> bool:
    if any(obstacles.stands_across(wall, base) for wall in shape.walls):
        return False  # it has come over it to strike at who stands behind
    return obstacles.protects(Layout((shape,), walled=(shape,)), base, lines, TOUCH)


def defended(state: State, unit: Unit, enemy: Unit) -> bool:
    """Return whether a unit holds a building or fortification against an enemy (MPP-6.1.e)."""
    if unit.formation == "building":
        return True
    line = (enemy.place.cx, enemy.place.cy, unit.place.cx, unit.place.cy)
    return cover_of(state, unit, (line,)) == "fortification"


# -- buildings ------------------------------------------------------------------------------------


def buildings(state: State) -> Iterator[Piece]:
    """Yield the pieces that hold a unit (MPP-4.4, MPP-C-39)."""
    for piece in state.terrain.values():
        if piece.outline and tables.terrain(piece.kind).going == "building":
            yield piece


def building_base(piece: Piece, heading: float) -> Base:
    """Return the base of a unit that holds a building: its rectangle, facing as nearly as it can that way."""
    x1, y1, x2, y2, x3, y3, x4, y4 = piece.outline[:8]
    cx, cy = (x1 + x2 + x3 + x4) / 4, (y1 + y2 + y3 + y4) / 4
    along = degrees(atan2(y2 - y1, x2 - x1))
    one, other = hypot(x2 - x1, y2 - y1), hypot(x3 - x2, y3 - y2)
    turn = min((along + 90.0 * k for k in range(4)), key=lambda h: abs((h - heading + 180.0) % 360.0 - 180.0))
    quarter = round((turn - along) / 90.0) % 2
    width, depth = (other, one) if quarter == 0 else (one, other)
    made = Base(0.0, 0.0, turn, round(width, 4), round(depth, 4))
    return Base(cx + made.fx * depth / 2, cy + made.fy * depth / 2, turn, made.width, made.depth)


def held_by(state: State, piece: Piece) -> Unit | None:
    """Return the unit in a building; None if it is empty."""
    x = sum(piece.outline[:8:2]) / 4
    y = sum(piece.outline[1:8:2]) / 4
    for unit in state.on_field():
        if unit.formation == "building" and hypot(unit.place.cx - x, unit.place.cy - y) < unit.place.radius:
            return unit
    return None
