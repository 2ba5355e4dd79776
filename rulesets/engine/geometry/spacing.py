"""Convex polygons among themselves: how far they are apart, what lies in them, what lies around them."""

from __future__ import annotations

from math import atan2, ceil, cos, hypot, pi, sin

from rulesets.engine.geometry.base import OVERLAP
from rulesets.engine.geometry.polygons import Polygon, edges, polygon

_ARC = pi / 12  # of a turn at most between two corners of a rounded outline
_SHORT = 5e-3  # but not so near to each other that rounding would bend the outline inwards


def polygon_gap(a: Polygon, b: Polygon) -> float:
    """Return the distance between the nearest points of two polygons; 0 if they meet."""
    if _apart(a, b) <= 0.0 and _apart(b, a) <= 0.0:
        return 0.0
    return min(_corners_gap(a, b), _corners_gap(b, a))


def at_least_apart(a: Polygon, b: Polygon, reach: float) -> bool:
    """Return whether two polygons are `reach` or more apart; quicker than their distance."""
    apart = max(_apart(a, b), _apart(b, a))
    if apart >= reach:
        return True
    return apart > 0.0 and min(_corners_gap(a, b), _corners_gap(b, a)) >= reach


def polygon_depth(a: Polygon, b: Polygon) -> float:
    """Return how deeply two polygons overlap; 0 if they do not."""
    return max(0.0, -max(_apart(a, b), _apart(b, a)))


def point_inside(x: float, y: float, shape: Polygon, tolerance: float = OVERLAP) -> bool:
    """Return whether a point lies in a polygon or within `tolerance` of its sides."""
    for px, py, qx, qy in edges(shape):
        ex, ey = qx - px, qy - py
        if ex * (y - py) - ey * (x - px) < -tolerance * hypot(ex, ey):
            return False
    return True


def point_polygon_gap(x: float, y: float, shape: Polygon) -> float:
    """Return the distance of a point from a polygon; 0 inside."""
    if point_inside(x, y, shape, 0.0):
        return 0.0
    return min(_point_segment(x, y, *side) for side in edges(shape))


def widened(shape: Polygon, reach: float) -> Polygon:
    """Return a polygon with all that lies within `reach` of it, its corners rounded (outside of the true arc
    by a hundredth of `reach` at most, never inside of it; tiny ones are not rounded).
    """
    if reach <= 0.0:
        return shape
    points: list[float] = []
    corners = [(shape[i], shape[i + 1]) for i in range(0, len(shape), 2)]
    for number, (x, y) in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        start = atan2(y - before[1], x - before[0]) - pi / 2
        turn = (atan2(after[1] - y, after[0] - x) - pi / 2 - start) % (2 * pi)
        parts = max(1, min(ceil(turn / _ARC), int(turn * reach / _SHORT)))
        # The corners lie outside the arc, so that the straight sides between them touch it.
        radius = reach / cos(turn / parts / 2)
        for part in range(parts):
            angle = start + turn * (part + 0.5) / parts
            points += [x + radius * cos(angle), y + radius * sin(angle)]
    return polygon(points)


def _apart(a: Polygon, b: Polygon) -> float:
    """Return how far b lies beyond that side of a which it lies farthest beyond; negative if beyond none."""
    best = -1e9
    for px, py, qx, qy in edges(a):
        length = hypot(qx - px, qy - py)
        if length:
            nx, ny = (qy - py) / length, (px - qx) / length
            best = max(best, min(b[i] * nx + b[i + 1] * ny for i in range(0, len(b), 2)) - px * nx - py * ny)
    return best


def _corners_gap(a: Polygon, b: Polygon) -> float:
    sides = tuple(edges(b))
    return min(_point_segment(a[i], a[i + 1], *side) for i in range(0, len(a), 2) for side in sides)


def _point_segment(x: float, y: float, x1: float, y1: float, x2: float, y2: float) -> float:
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    part = 0.0 if square == 0.0 else max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / square))
    return hypot(x - x1 - dx * part, y - y1 - dy * part)
