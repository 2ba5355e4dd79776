"""What lies before, beside and behind a base: edges, corridors, arcs.

Seen from a base, `u` runs to its right and `v` ahead, from the midpoint of its front edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, radians, tan
from typing import Literal, TypeAlias

from rulesets.engine.geometry.base import GRAZE, OVERLAP, Base

Side: TypeAlias = Literal["front", "right", "rear", "left"]
Edge: TypeAlias = tuple[float, float, float, float]
Four: TypeAlias = tuple[float, float, float, float]

_FIRST_CORNER = {"front": 0, "right": 2, "rear": 4, "left": 6}


def edge(b: Base, side: Side) -> Edge:
    """Return an edge as (x1, y1, x2, y2), from left to right for somebody on the base who faces it."""
    first = _FIRST_CORNER[side]
    x1, y1, x2, y2 = (*b.corners, *b.corners[:2])[first : first + 4]
    return (x1, y1, x2, y2)


def edge_midpoint(b: Base, side: Side) -> tuple[float, float]:
    """Return the midpoint of an edge."""
    x1, y1, x2, y2 = edge(b, side)
    return ((x1 + x2) / 2, (y1 + y2) / 2)


def seen_from(b: Base, other: Base) -> tuple[Four, Four]:
    """Return the corners of `other` as `b` sees them: their four u (to the right) and four v (ahead of the
    front line).
    """
    ex, ey = other.cx - b.x, other.cy - b.y
    bfx, bfy = b.fx, b.fy
    c = bfx * other.fx + bfy * other.fy
    s = bfx * other.fy - bfy * other.fx
    u, v = ex * bfy - ey * bfx, ex * bfx + ey * bfy
    hw, hd = other.half_width, other.half_depth
    du, dv, wu, wv = -s * hd, c * hd, c * hw, s * hw
    return (
        (u + du - wu, u + du + wu, u - du + wu, u - du - wu),
        (v + dv - wv, v + dv + wv, v - dv + wv, v - dv - wv),
    )


def extent(along: Four, across: Four, low: float, high: float) -> tuple[float, float] | None:
    """Return least and greatest `across` of the part of a rectangle whose `along` is from `low` to `high`;
    None if none is. The rectangle's corners are given in order, by their two coordinates.
    """
    # From the last corner on, so that the edge between the last and the first is walked too.
    least, most = inf, -inf
    s1, t1 = along[3], across[3]
    for s2, t2 in zip(along, across, strict=True):
        if not (s1 < low and s2 < low) and not (s1 > high and s2 > high):
            for s, t in ((s1, t1), (s2, t2)):
                if s < low:
                    t += (low - s) * ((t2 - t1) / (s2 - s1))
                elif s > high:
                    t += (high - s) * ((t2 - t1) / (s2 - s1))
                if t < least:
                    least = t
                if t > most:
                    most = t
        s1, t1 = s2, t2
    return None if least > most else (least, most)


def front_corridor_overlap(b: Base, other: Base) -> float:
    """Return the length of b's front edge before which a part of `other` lies, at any distance; 0 if none
    does.

    The front corridor is the strip that the front edge sweeps when it moves straight ahead.
    """
    us, vs = seen_from(b, other)
    if max(vs) <= OVERLAP:
        return 0.0
    found = extent(vs, us, 0.0, inf)
    if found is None:
        return 0.0
    return max(0.0, min(found[1], b.half_width) - max(found[0], -b.half_width))


def in_front_corridor(b: Base, other: Base) -> bool:
    """Return whether any part of `other` lies in b's front corridor; what only borders on it does not."""
    return front_corridor_overlap(b, other) > OVERLAP


def rear_corridor_gap(b: Base, other: Base) -> float | None:
    """Return how far behind b's rear edge the nearest part of `other` in the rear corridor lies; None if no
    part does.

    The rear corridor is the strip that the rear edge sweeps when the base moves straight back.
    """
    us, vs = seen_from(b, other)
    found = extent(us, vs, GRAZE - b.half_width, b.half_width - GRAZE)
    if found is None or -found[0] - b.depth <= OVERLAP:
        return None
    return max(0.0, -found[1] - b.depth)


def wholly_behind_front_line(b: Base, other: Base) -> bool:
    """Return whether all of `other` is behind the endless line through b's front edge (or on it)."""
    return max(seen_from(b, other)[1]) <= OVERLAP


def in_arc(side: Edge, other: Base, degrees: float = 45.0) -> bool:
    """Return whether any part of `other` lies in the arc of an edge.

    The arc is the area beyond the edge between two rays from its ends, each opened outwards by `degrees`
    (less than 90) from the direction straight out. What only borders on the arc is not in it.
    """
    x1, y1, x2, y2 = side
    length = hypot(x2 - x1, y2 - y1)
    rx, ry = (x2 - x1) / length, (y2 - y1) / length
    mx, my, half, slope = (x1 + x2) / 2, (y1 + y2) / 2, length / 2, tan(radians(degrees))
    # How far inside the two rays and the edge a point is, by its centre first: that settles most cases.
    x, y = other.cx - mx, other.cy - my
    ahead, spare = y * rx - x * ry, half - abs(x * rx + y * ry)
    if ahead >= OVERLAP and spare + slope * ahead >= OVERLAP:
        return True
    if ahead < -other.radius or spare + slope * ahead < -other.radius * hypot(1.0, slope):
        return False
    corners = []
    for x, y in zip(other.corners[::2], other.corners[1::2], strict=True):
        x, y = x - mx, y - my
        ahead, along = y * rx - x * ry - OVERLAP, x * rx + y * ry
        reach = half + slope * (ahead + OVERLAP) - OVERLAP
        corners.append((ahead, reach + along, reach - along))
    return _some_part_inside(corners)


def projection_overlap(a_edge: Edge, b_edge: Edge) -> float:
    """Return the length of `b_edge` covered by `a_edge`, projected at right angles on its line."""
    x1, y1, x2, y2 = b_edge
    dx, dy = x2 - x1, y2 - y1
    length = hypot(dx, dy)
    first = ((a_edge[0] - x1) * dx + (a_edge[1] - y1) * dy) / length
    second = ((a_edge[2] - x1) * dx + (a_edge[3] - y1) * dy) / length
    return max(0.0, min(max(first, second), length) - max(min(first, second), 0.0))


def _some_part_inside(polygon: Sequence[tuple[float, ...]]) -> bool:
    """Return whether any point of a convex polygon has no negative coordinate, found by clipping it."""
    for axis in range(len(polygon[0])):
        kept: list[tuple[float, ...]] = []
        p = polygon[-1]
        for q in polygon:
            if p[axis] * q[axis] < 0.0:
                t = p[axis] / (p[axis] - q[axis])
                kept.append(tuple(a + t * (b - a) for a, b in zip(p, q, strict=True)))
            if q[axis] >= 0.0:
                kept.append(q)
            p = q
        if not kept:
            return False
        polygon = kept
    return True
