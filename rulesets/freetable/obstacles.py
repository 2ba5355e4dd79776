"""Linear obstacles, hedges and walls: who crosses them, and whom they protect.

`touch`: a hedge or wall is no line, and a base so near to its middle touches it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from rulesets.engine.geometry import (
    CONTACT,
    OVERLAP,
    Base,
    overlaps_polygon,
    polygon_contact,
    segment_crosses_polyline,
    segment_gap,
)
from rulesets.freetable.shapes import Layout, Segment, Wall, thick


def crossed(layout: Layout, start: Base, end: Base, touch: float) -> bool:
    """Return whether a straight move crosses a linear obstacle or brings the front to one."""
    dx, dy = end.cx - start.cx, end.cy - start.cy
    near = [shape for shape in layout.walled if shape.near(start, hypot(dx, dy) + touch)]
    for wall in (wall for shape in near for wall in shape.walls):
        if wall_begun(wall, start, dx, dy) is not None:
            return True
        if any(_before(stretch, end, touch) and not _before(stretch, start, touch) for stretch in wall):
            return True
    return False


def protects(layout: Layout, target: Base, lines: Sequence[Segment], touch: float) -> bool:
    """Return whether the target touches an obstacle across which one of the `lines` (x1, y1, x2, y2) comes to
    it.
    """
    for wall in (wall for shape in layout.walled if shape.near(target, touch) for wall in shape.walls):
        touched = any(segment_gap(*stretch, target) <= touch for stretch in wall)
        if touched and any(_comes_across(line, wall, target, touch) for line in lines):
            return True
    return False


def defends(layout: Layout, base: Base, enemy: Base, touch: float) -> bool:
    """Return whether a base touches a linear obstacle that lies between it and an enemy."""
    return bool(layout.walled) and protects(layout, base, ((enemy.cx, enemy.cy, base.cx, base.cy),), touch)


def wall_begun(wall: Wall, start: Base, dx: float, dy: float) -> float | None:
    """Return the part of a straight move, 0 to 1, after which a base begins to cross an obstacle, or None. A
    base that stands across the obstacle already has begun before.
    """
    if stands_across(wall, start):
        return None
    found = [polygon_contact(start, dx, dy, thick(stretch), CONTACT) for stretch in wall]
    return min((part for part in found if part is not None), default=None)


def stands_across(wall: Wall, base: Base) -> bool:
    """Return whether an obstacle runs through a base."""
    return any(overlaps_polygon(base, thick(stretch), CONTACT) for stretch in wall)


def _comes_across(line: Segment, wall: Wall, target: Base, touch: float) -> bool:
    """Return whether a line that ends at the target meets a stretch from its far side.

    The line is drawn out a little: the obstacle may lie just behind the edge that the line ends at.
    """
    x1, y1, x2, y2 = line
    length = hypot(x2 - x1, y2 - y1)
    more = touch / length if length else 0.0
    ex, ey = x2 + (x2 - x1) * more, y2 + (y2 - y1) * more
    return any(
        _side(stretch, x1, y1) * _side(stretch, target.cx, target.cy) < 0.0
        and segment_crosses_polyline(x1, y1, ex, ey, stretch)
        for stretch in wall
    )


def _side(stretch: Segment, x: float, y: float) -> float:
    x1, y1, x2, y2 = stretch
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)


def _before(stretch: Segment, base: Base, touch: float) -> bool:
    """Return whether the front edge of a base touches the stretch."""
    front = Base(base.x, base.y, base.heading, base.width, OVERLAP)
    return segment_gap(*stretch, front) <= touch
