"""Linear obstacles and cover: fire (BQ-LO.1, BQ-6.1.3.6), charges and defence (BQ-LO.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from rulesets.baroque.state import State
from rulesets.baroque.tables import firing_modifier
from rulesets.baroque.terrain.ground import contains
from rulesets.baroque.terrain.shapes import WALL, Segment, layout, shapes
from rulesets.engine.dice import Modifier
from rulesets.engine.geometry import (
    CONTACT,
    OVERLAP,
    Base,
    Polygon,
    overlaps_polygon,
    polygon_contact,
    segment_crosses_polyline,
    segment_gap,
)

Wall = tuple[Segment, ...]

TOUCH = 0.1  # a hedge or wall is no line: a base this near to its middle touches it


def edge_cover(
    state: State, firer_base: Base, target_base: Base, lines: Iterable[Segment], artillery: bool
) -> Modifier | None:
    """BQ-6.1.3.6: the die less against a target at the edge of cover or behind an obstacle, or None.

    `lines`: the lines of fire (x1, y1, x2, y2), from the firer. A target that can be fired at at all and
    has its whole base in a wood or built-up area is at its edge. Only one of the two counts (BQ-6.1.3).
    """
    if artillery or not state.terrain:
        return None
    for shape in shapes(state):
        if shape.cover and shape.near(target_base) and contains(shape, target_base):
            row = firing_modifier("target_in_cover")
            return Modifier(row.rule, row.dice, f"target at the edge of the {shape.name}")
    lines = tuple(lines)
    if any(_protects(wall, firer_base, target_base, lines) for wall in _walls(state, target_base)):
        row = firing_modifier("target_behind_obstacle")
        return Modifier(row.rule, row.dice, "target behind a linear obstacle")
    return None


def obstacle_crossed(state: State, start: Base, end: Base) -> bool:
    """BQ-LO.3: whether a straight charge crosses a linear obstacle or brings the front to one."""
    dx, dy = end.cx - start.cx, end.cy - start.cy
    for wall in _walls(state, start, hypot(dx, dy)):
        if wall_begun(wall, start, dx, dy) is not None:
            return True
        if any(_before(stretch, end) and not _before(stretch, start) for stretch in wall):
            return True
    return False


def defends_obstacle(state: State, unit_base: Base, enemy_base: Base) -> bool:
    """BQ-7.5.e: whether the unit touches a linear obstacle that lies between it and the enemy."""
    between = ((enemy_base.cx, enemy_base.cy, unit_base.cx, unit_base.cy),)
    return any(_protects(wall, enemy_base, unit_base, between) for wall in _walls(state, unit_base))


def wall_begun(wall: Wall, start: Base, dx: float, dy: float) -> float | None:
    """After which part of a straight move, 0 to 1, a base begins to cross an obstacle; None if it does not.

    A base that stands across the obstacle already has begun before.
    """
    if stands_across(wall, start):
        return None
    found = [polygon_contact(start, dx, dy, thick(stretch), CONTACT) for stretch in wall]
    return min((part for part in found if part is not None), default=None)


def stands_across(wall: Wall, base: Base) -> bool:
    """Whether an obstacle runs through a base."""
    return any(overlaps_polygon(base, thick(stretch), CONTACT) for stretch in wall)


def thick(stretch: Segment) -> Polygon:
    """A stretch of an obstacle as a narrow polygon."""
    x1, y1, x2, y2 = stretch
    nx, ny = y1 - y2, x2 - x1
    scale = WALL / hypot(nx, ny)
    nx, ny = nx * scale, ny * scale
    return (x1 - nx, y1 - ny, x2 - nx, y2 - ny, x2 + nx, y2 + ny, x1 + nx, y1 + ny)


def _walls(state: State, base: Base, reach: float = 0.0) -> Iterator[Wall]:
    for shape in layout(state).walled:
        if shape.near(base, reach + TOUCH):
            yield from shape.walls


def _protects(wall: Wall, enemy: Base, unit: Base, lines: Iterable[Segment]) -> bool:
    """BQ-LO.1: the unit touches the obstacle, and a line from the enemy comes to it across the obstacle."""
    touched = [stretch for stretch in wall if segment_gap(*stretch, unit) <= TOUCH]
    return bool(touched) and any(_comes_across(line, wall, unit) for line in lines)


def _comes_across(line: Segment, wall: Wall, unit: Base) -> bool:
    """Whether a line that ends at the unit meets a stretch from its far side.

    The line is drawn out a little: the obstacle may lie just behind the edge that the line ends at.
    """
    x1, y1, x2, y2 = line
    length = hypot(x2 - x1, y2 - y1)
    more = TOUCH / length if length else 0.0
    ex, ey = x2 + (x2 - x1) * more, y2 + (y2 - y1) * more
    return any(
        _side(stretch, x1, y1) * _side(stretch, unit.cx, unit.cy) < 0.0
        and segment_crosses_polyline(x1, y1, ex, ey, stretch)
        for stretch in wall
    )


def _side(stretch: Segment, x: float, y: float) -> float:
    x1, y1, x2, y2 = stretch
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)


def _before(stretch: Segment, base: Base) -> bool:
    """Whether the front edge of a base touches the stretch."""
    front = Base(base.x, base.y, base.heading, base.width, OVERLAP)
    return segment_gap(*stretch, front) <= TOUCH
