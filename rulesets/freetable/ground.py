"""What a base stands on, who is higher, and where nobody may stand. Grounds are the system's own words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import hypot

from rulesets.engine.geometry import OVERLAP, Base, inside_polygon, overlaps_polygon
from rulesets.freetable.rivers import on_crossing
from rulesets.freetable.shapes import HALF, Layout, Shape, offset


def worst(layout: Layout, base: Base, ranks: Mapping[str, int]) -> int:
    """Return the rank of the worst ground that holds half of a base; 0 for any that has none."""
    rank = 0
    for shape in layout.hindering:
        here = ranks.get(shape.ground, 0)
        if here > rank and shape.near(base) and shape.holds(base):
            rank = here
    return rank


def around(layout: Layout, base: Base) -> Iterator[Shape]:
    """Return the areas that the base could lie in."""
    return (shape for shape in layout.shapes if shape.parts and shape.near(base))


def contains(shape: Shape, base: Base) -> bool:
    """Return whether the whole base lies in the piece."""
    if len(shape.parts) == 1:
        return inside_polygon(base, shape.parts[0])
    return shape.share(base) > 1.0 - OVERLAP


def wholly_in(layout: Layout, base: Base, grounds: Collection[str]) -> bool:
    """Return whether the whole base lies in one piece of such ground."""
    return any(shape.ground in grounds and contains(shape, base) for shape in around(layout, base))


def mostly_in(layout: Layout, base: Base, grounds: Collection[str]) -> bool:
    """Return whether more than half of the base lies in one piece of such ground."""
    return any(shape.ground in grounds and shape.share(base) > 1.0 - HALF for shape in around(layout, base))


def in_kind(layout: Layout, base: Base, kinds: Collection[str]) -> bool:
    """Return whether at least half of the base lies in one piece of these kinds."""
    return any(shape.kind in kinds and shape.holds(base) for shape in around(layout, base))


def higher(layout: Layout, base: Base, other: Base) -> bool:
    """Return whether the base is on a height, its front nearer to the ridge or middle than the other's."""
    return any(
        shape.height and shape.holds(base) and from_top(shape, base) < from_top(shape, other) - OVERLAP
        for shape in around(layout, base)
    )


def from_top(shape: Shape, base: Base) -> float:
    """Return how far the front midpoint is from the ridge line, or from the middle where none is drawn."""
    if shape.ridge:
        return min(offset(stretch, base.x, base.y) for stretch in shape.ridge)
    return hypot(base.x - shape.cx, base.y - shape.cy)


def clear_of(layout: Layout, base: Base, grounds: Collection[str]) -> bool:
    """Return whether no part of the base is in such ground."""
    return not any(
        shape.ground in grounds and any(overlaps_polygon(base, part) for part in shape.parts)
        for shape in around(layout, base)
    )


def point_clear_of(layout: Layout, x: float, y: float, ground: str) -> bool:
    """Return whether a point is in no such ground, unless it is a river and the point on one of its
    crossings.
    """
    point = Base(x, y, 90.0, 2 * OVERLAP, 2 * OVERLAP)
    for shape in layout.hindering:
        ex, ey, near = x - shape.cx, y - shape.cy, shape.radius + 3 * OVERLAP
        if ex * ex + ey * ey > near * near or shape.ground != ground:
            continue
        inside = any(overlaps_polygon(point, part, 0.0) for part in shape.parts)
        if inside and not on_crossing(shape, x, y):
            return False
    return True
