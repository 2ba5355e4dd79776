"""Distances between bases: apart, touching, overlapping."""

from __future__ import annotations

from math import hypot, sqrt

from rulesets.engine.geometry.base import CONTACT, OVERLAP, Base


def near(a: Base, b: Base, reach: float) -> bool:
    """Return whether the circles around the bases are within `reach`: a quick test that no base within
    `reach` fails.
    """
    limit = a.radius + b.radius + reach
    dx, dy = b.cx - a.cx, b.cy - a.cy
    return dx * dx + dy * dy <= limit * limit


def passes_near(b: Base, dx: float, dy: float, other: Base, reach: float) -> bool:
    """Return the same for the circle around b on its way by (dx, dy)."""
    ex, ey = other.cx - b.cx, other.cy - b.cy
    ahead, way = ex * dx + ey * dy, dx * dx + dy * dy
    # The point of the way that is nearest to the other base, if it lies ahead at all.
    if ahead > 0.0:
        part = ahead / way if ahead < way else 1.0
        ex -= part * dx
        ey -= part * dy
    limit = b.radius + other.radius + reach
    return ex * ex + ey * ey <= limit * limit


def separation(a: Base, b: Base) -> float:
    """Return how far apart the bases are across the best line between them; negative: how deeply they
    overlap.

    Never more than the true distance, and 0 exactly where they begin to overlap.
    """
    ex, ey = b.cx - a.cx, b.cy - a.cy
    afx, afy, bfx, bfy = a.fx, a.fy, b.fx, b.fy
    c = abs(afx * bfx + afy * bfy)
    s = abs(afx * bfy - afy * bfx)
    aw, ad, bw, bd = a.half_width, a.half_depth, b.half_width, b.half_depth
    return max(
        abs(ex * afx + ey * afy) - ad - bd * c - bw * s,
        abs(ex * afy - ey * afx) - aw - bw * c - bd * s,
        abs(ex * bfx + ey * bfy) - bd - ad * c - aw * s,
        abs(ex * bfy - ey * bfx) - bw - aw * c - ad * s,
    )


def overlap(a: Base, b: Base, tolerance: float = OVERLAP) -> bool:
    """Return whether the bases overlap by more than `tolerance`."""
    reach = a.radius + b.radius
    ex, ey = b.cx - a.cx, b.cy - a.cy
    return ex * ex + ey * ey < reach * reach and separation(a, b) < -tolerance


def gap(a: Base, b: Base) -> float:
    """Return the shortest distance between the bases; 0 if they touch or overlap."""
    if separation(a, b) <= 0.0:
        return 0.0
    return sqrt(min(_nearest_corner(a, b), _nearest_corner(b, a)))  # of two convex shapes, one gives a corner


def touching(a: Base, b: Base, tolerance: float = CONTACT) -> bool:
    """Return whether the bases are in contact: overlapping, or no farther apart than `tolerance`."""
    return near(a, b, tolerance) and gap(a, b) <= tolerance


def point_gap(x: float, y: float, b: Base) -> float:
    """Return the distance of a point from a base; 0 inside it."""
    ex, ey = x - b.cx, y - b.cy
    u = abs(ex * b.fy - ey * b.fx) - b.half_width
    v = abs(ex * b.fx + ey * b.fy) - b.half_depth
    if u <= 0.0:
        return v if v > 0.0 else 0.0
    return u if v <= 0.0 else hypot(u, v)


def nearest_point(x: float, y: float, b: Base) -> tuple[float, float]:
    """Return the point of a base that is nearest to (x, y); the point itself if it lies in the base."""
    ex, ey = x - b.cx, y - b.cy
    u = max(-b.half_width, min(b.half_width, ex * b.fy - ey * b.fx))
    v = max(-b.half_depth, min(b.half_depth, ex * b.fx + ey * b.fy))
    return b.cx + u * b.fy + v * b.fx, b.cy - u * b.fx + v * b.fy


def within(b: Base, x0: float, y0: float, x1: float, y1: float, tolerance: float = OVERLAP) -> bool:
    """Return whether the base lies wholly in the rectangle from (x0, y0) to (x1, y1), within `tolerance`."""
    xs, ys = b.corners[::2], b.corners[1::2]
    return (
        min(xs) >= x0 - tolerance
        and max(xs) <= x1 + tolerance
        and min(ys) >= y0 - tolerance
        and max(ys) <= y1 + tolerance
    )


def _nearest_corner(a: Base, b: Base) -> float:
    """Return the squared distance from `a` to the nearest corner of `b`."""
    fx, fy, cx, cy, hw, hd = a.fx, a.fy, a.cx, a.cy, a.half_width, a.half_depth
    x1, y1, x2, y2, x3, y3, x4, y4 = b.corners
    best = 1e300
    for x, y in ((x1, y1), (x2, y2), (x3, y3), (x4, y4)):
        x -= cx
        y -= cy
        u = abs(x * fy - y * fx) - hw
        v = abs(x * fx + y * fy) - hd
        if u <= 0.0:
            square = v * v if v > 0.0 else 0.0
        elif v <= 0.0:
            square = u * u
        else:
            square = u * u + v * v
        if square < best:
            best = square
    return best
