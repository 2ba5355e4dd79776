"""Terrain and lines: convex polygons and segments against bases.

A polygon is a flat tuple (x1, y1, x2, y2, ...) of its corners, convex and anticlockwise: `polygon` makes sure
of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, pi, radians, sin, sqrt
from typing import TypeAlias

from rulesets.engine.geometry.base import OVERLAP, Base, rounded
from rulesets.engine.geometry.measure import point_gap

Polygon: TypeAlias = tuple[float, ...]

_CLOSE = 1e-5  # how near to the place a move is known at which a share of a base is inside
_AT_ONCE = 4e-3  # how soon after its centre half of a base is over a straight side


def polygon(points: Sequence[float]) -> Polygon:
    """Return a polygon from flat coordinates in either sense; raises ValueError unless it is convex with an
    area.
    """
    if len(points) < 6 or len(points) % 2:
        raise ValueError("a polygon needs at least three corners, each with x and y")
    flat = tuple(rounded(value) for value in points)
    if _area(flat) < 0.0:
        flat = tuple(value for i in range(len(flat) - 2, -1, -2) for value in flat[i : i + 2])
    # Small errors of rounding bend an outline inwards a little; a full turn rules out one that crosses
    # itself.
    turns = _turns(flat)
    if min(turns) < -1e-3 or not 6.28 < sum(turns) < 6.29:
        raise ValueError("the corners do not make a convex polygon")
    return flat


def rectangle(cx: float, cy: float, w: float, h: float, heading: float = 0.0) -> Polygon:
    """Return a rectangle of w by h around (cx, cy); `heading` turns its w side anticlockwise from +x."""
    corners = ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    return _turned(corners, cx, cy, heading)


def ellipse(cx: float, cy: float, w: float, h: float, heading: float = 0.0, sides: int = 24) -> Polygon:
    """Return a polygon on an ellipse of w by h around (cx, cy); `heading` turns its w axis."""
    angles = [2 * pi * i / sides for i in range(sides)]
    return _turned([(cos(a) * w / 2, sin(a) * h / 2) for a in angles], cx, cy, heading)


def edges(shape: Polygon) -> Iterator[tuple[float, float, float, float]]:
    """Yield the edges (x1, y1, x2, y2), anticlockwise."""
    x1, y1 = shape[-2], shape[-1]
    for i in range(0, len(shape), 2):
        x2, y2 = shape[i], shape[i + 1]
        yield x1, y1, x2, y2
        x1, y1 = x2, y2


# -- segments ---------------------------------------------------------------------------------


def segment_hits(x1: float, y1: float, x2: float, y2: float, b: Base, tolerance: float = OVERLAP) -> bool:
    """Return whether a segment passes through a base, deeper than `tolerance` below its edges."""
    ex, ey, dx, dy = x1 - b.cx, y1 - b.cy, x2 - x1, y2 - y1
    enter, leave = 0.0, 1.0
    for place, speed, half in (
        (ex * b.fx + ey * b.fy, dx * b.fx + dy * b.fy, b.half_depth - tolerance),
        (ex * b.fy - ey * b.fx, dx * b.fy - dy * b.fx, b.half_width - tolerance),
    ):
        if -1e-12 < speed < 1e-12:
            if abs(place) > half:
                return False
            continue
        first, second = (-half - place) / speed, (half - place) / speed
        if first > second:
            first, second = second, first
        if first > enter:
            enter = first
        if second < leave:
            leave = second
        if enter > leave:
            return False
    return True


def segment_crosses_polyline(x1: float, y1: float, x2: float, y2: float, line: Sequence[float]) -> bool:
    """Return whether a segment meets an open line given as flat coordinates; touching it counts."""
    return any(_segments_meet(x1, y1, x2, y2, *line[i : i + 4]) for i in range(0, len(line) - 3, 2))


def segment_length_inside(x1: float, y1: float, x2: float, y2: float, shape: Polygon) -> float:
    """Return the length of the part of a segment that lies in a polygon."""
    dx, dy = x2 - x1, y2 - y1
    enter, leave = 0.0, 1.0
    for px, py, qx, qy in edges(shape):
        ex, ey = qx - px, qy - py
        place, speed = ex * (y1 - py) - ey * (x1 - px), ex * dy - ey * dx
        if abs(speed) < 1e-12:
            if place < 0.0:
                return 0.0
        elif speed > 0.0:
            enter = max(enter, -place / speed)
        else:
            leave = min(leave, -place / speed)
        if enter >= leave:
            return 0.0
    return (leave - enter) * hypot(dx, dy)


def segment_gap(x1: float, y1: float, x2: float, y2: float, b: Base) -> float:
    """Return the distance between a segment and a base; 0 if they meet."""
    if segment_hits(x1, y1, x2, y2, b, 0.0):
        return 0.0
    corners = zip(b.corners[::2], b.corners[1::2], strict=True)
    nearest = min(_point_segment(x, y, x1, y1, x2, y2) for x, y in corners)
    return min(nearest, point_gap(x1, y1, b), point_gap(x2, y2, b))


# -- bases in polygons ------------------------------------------------------------------------


def share_inside(b: Base, shape: Polygon) -> float:
    """Return the share of a base's area, 0 to 1, that lies in a polygon."""
    return _share(b, 0.0, 0.0, shape)


def holds_share(b: Base, shape: Polygon, share: float = 0.5) -> bool:
    """Return whether at least `share` (at most a half) of a base lies in a polygon: most often its centre
    tells.

    A line at t from the centre cuts off no less than the part beyond it, no more than (1 - t / radius) / 2.
    """
    cx, cy, reach = b.cx, b.cy, b.radius * b.radius
    margin = b.radius * (1.0 - 2.0 * share) + 1e-9
    cut = 0
    px, py = shape[-2], shape[-1]
    for i in range(0, len(shape), 2):
        qx, qy = shape[i], shape[i + 1]
        ex, ey = qx - px, qy - py
        centre = ex * (cy - py) - ey * (cx - px)
        square = ex * ex + ey * ey
        if centre < 0.0:
            if centre * centre > margin * margin * square:
                return False
            cut += 2
        elif centre * centre < reach * square:
            cut += 1
        px, py = qx, qy
    return cut < 2 or _share(b, 0.0, 0.0, shape) >= share


def within_circle(x: float, y: float, radius: float, shape: Polygon) -> bool:
    """Return whether a polygon may lie within `radius` of a point: quick, and False only if it does not."""
    px, py = shape[-2], shape[-1]
    for i in range(0, len(shape), 2):
        qx, qy = shape[i], shape[i + 1]
        ex, ey = qx - px, qy - py
        place = ex * (y - py) - ey * (x - px)
        if place < 0.0 and place * place > radius * radius * (ex * ex + ey * ey):
            return False
        px, py = qx, qy
    return True


def overlaps_polygon(b: Base, shape: Polygon, tolerance: float = OVERLAP) -> bool:
    """Return whether a base and a polygon overlap by more than `tolerance`."""
    return all(apart < -tolerance for apart, _ in _separations(b, 0.0, 0.0, shape))


def inside_polygon(b: Base, shape: Polygon, tolerance: float = OVERLAP) -> bool:
    """Return whether the whole base lies in a polygon, to within `tolerance`."""
    corners = b.corners
    for px, py, qx, qy in edges(shape):
        ex, ey = qx - px, qy - py
        limit = -tolerance * hypot(ex, ey)
        if any(ex * (corners[i + 1] - py) - ey * (corners[i] - px) < limit for i in (0, 2, 4, 6)):
            return False
    return True


def inset_gap(b: Base, shape: Polygon) -> float:
    """Return the distance from a base, inside or outside, to the nearest edge of a polygon; 0 if one runs
    through it.
    """
    return min(segment_gap(*side, b) for side in edges(shape))


def polygon_contact(
    b: Base, dx: float, dy: float, shape: Polygon, tolerance: float = OVERLAP
) -> float | None:
    """Return how much of the move by (dx, dy), 0 to 1, a base makes before it would overlap a polygon by
    `tolerance`.

    None if it is free; 0 if it overlaps at the start.
    """
    found = _meeting(b, dx, dy, shape, tolerance)
    return None if found is None else found[0]


def polygon_sweep(b: Base, dx: float, dy: float, shape: Polygon, share: float = 0.5) -> float | None:
    """Return the distance of a straight move in the direction (dx, dy) after which `share` of the base is in
    a polygon.

    None if the move by (dx, dy) never brings it so far in. The share of one convex shape in another that
    passes rises to one peak and falls again, so the first place is found by closing in on it: to 1e-5, never
    too short.
    """
    found = _centre_near(b, dx, dy, shape, b.radius * max(0.0, 1.0 - 2.0 * share) + 1e-9)
    if found is None:
        return None
    low, end = found
    before = _share(b, dx * low, dy * low, shape)
    if before >= share:
        return low * hypot(dx, dy)
    high = _far_enough(b, dx, dy, shape, share, low, end, before)
    return None if high is None else _first(b, dx, dy, shape, share, (low, before), high) * hypot(dx, dy)


def _centre_near(b: Base, dx: float, dy: float, shape: Polygon, margin: float) -> tuple[float, float] | None:
    """Return the part of the move in which the centre of a base is in a polygon or within `margin` of it. A
    line through the centre halves the base, and one at t from it cuts off no more than (1 - t / radius) / 2
    of it: elsewhere no larger share of the base can be inside.
    """
    enter, leave = 0.0, 1.0
    px, py = shape[-2], shape[-1]
    for i in range(0, len(shape), 2):
        qx, qy = shape[i], shape[i + 1]
        ex, ey = qx - px, qy - py
        inside = ex * (b.cy - py) - ey * (b.cx - px) + margin * hypot(ex, ey)
        speed = ex * dy - ey * dx
        if abs(speed) < 1e-12:
            if inside < 0.0:
                return None
        elif speed > 0.0:
            enter = max(enter, -inside / speed)
        else:
            leave = min(leave, -inside / speed)
        if enter > leave:
            return None
        px, py = qx, qy
    return enter, leave


def _far_enough(
    b: Base, dx: float, dy: float, shape: Polygon, share: float, low: float, high: float, before: float
) -> tuple[float, float] | None:
    """Return a part of the move at which `share` of the base is inside, with what is: just after the
    beginning, as it is where a base comes over one side, at the end, or found on the way to the peak.
    `before` is inside at `low`.

    The root of the share is a concave function of the way (Brunn and Minkowski), so that a line through two
    of its points lies above it beyond them: where no such line comes up to `share`, nothing does.
    """
    length = hypot(dx, dy)
    after = 0.0
    for part in (min(high, low + _AT_ONCE / length), high):
        after = _share(b, dx * part, dy * part, shape)
        if after >= share:
            return part, after
    wanted, left, right = sqrt(share) - 1e-6, sqrt(before), sqrt(after)
    while (high - low) * length > _CLOSE:
        first, second = low + (high - low) * 0.45, low + (high - low) * 0.55
        there = _share(b, dx * first, dy * first, shape)
        beyond = _share(b, dx * second, dy * second, shape)
        if there >= share:
            return first, there
        if beyond >= share:
            return second, beyond
        near, far = sqrt(there), sqrt(beyond)
        # The outer pieces are 4.5 times as long as the one between the two places.
        between = min(near + (near - left) / 4.5, far + (far - right) / 4.5)
        outside = max(near, far) + 4.5 * abs(far - near)
        if left > 0.0 and right > 0.0 and max(between, outside) < wanted:
            return None
        if there < beyond:
            low, left = first, near
        else:
            high, right = second, far
    return None


def _first(
    b: Base, dx: float, dy: float, shape: Polygon, share: float, below: tuple[float, float],
    enough: tuple[float, float],
) -> float:  # fmt: skip
    """Return the first part of the move with `share` of the base inside, between one with less and one with
    enough.

    Aimed a little to either side of where a straight line between the two would have it, so that both close
    in on it; halved every third time.
    """
    (low, less), (high, more) = below, enough
    close = _CLOSE / hypot(dx, dy)
    aside, turn = 0.4 * close, 0
    while high - low > close:
        turn += 1
        part = low + (high - low) * (share - less) / (more - less) + aside if turn % 3 else (low + high) / 2
        if not low < part < high:
            part = (low + high) / 2
        there = _share(b, dx * part, dy * part, shape)
        if there >= share:
            high, more, aside = part, there, -0.4 * close
        else:
            low, less, aside = part, there, 0.4 * close
    return high


# -- inside -----------------------------------------------------------------------------------


def _share(b: Base, dx: float, dy: float, shape: Polygon) -> float:
    """Return the share of base b, moved by (dx, dy), in a polygon, by Sutherland and Hodgman's clipping."""
    cx, cy, reach = b.cx + dx, b.cy + dy, b.radius * b.radius
    corners = b.corners
    points = [(corners[i] + dx, corners[i + 1] + dy) for i in (6, 4, 2, 0)]
    clipped = False
    px, py = shape[-2], shape[-1]
    for i in range(0, len(shape), 2):
        qx, qy = shape[i], shape[i + 1]
        ex, ey = qx - px, qy - py
        centre = ex * (cy - py) - ey * (cx - px)
        # A side that passes the circle around the base cuts nothing off, or everything.
        if centre * centre < reach * (ex * ex + ey * ey):
            points = _clipped(points, px, py, ex, ey)
            clipped = True
            if not points:
                return 0.0
        elif centre < 0.0:
            return 0.0
        px, py = qx, qy
    if not clipped:
        return 1.0
    double, (px, py) = 0.0, points[-1]
    for qx, qy in points:
        double += px * qy - qx * py
        px, py = qx, qy
    return min(1.0, max(0.0, double / 2) / (b.width * b.depth))


def _clipped(
    points: list[tuple[float, float]], px: float, py: float, ex: float, ey: float
) -> list[tuple[float, float]]:
    """Return the part of a polygon to the left of the line through p along e."""
    kept = []
    x1, y1 = points[-1]
    before = ex * (y1 - py) - ey * (x1 - px)
    for x2, y2 in points:
        after = ex * (y2 - py) - ey * (x2 - px)
        if before * after < 0.0:
            t = before / (before - after)
            kept.append((x1 + t * (x2 - x1), y1 + t * (y2 - y1)))
        if after >= 0.0:
            kept.append((x2, y2))
        x1, y1, before = x2, y2, after
    return kept


def _separations(b: Base, dx: float, dy: float, shape: Polygon) -> Iterator[tuple[float, float]]:
    """Yield for each line across an edge how far base and polygon are apart on it, and how the move adds."""
    fx, fy, cx, cy, hd, hw = b.fx, b.fy, b.cx, b.cy, b.half_depth, b.half_width
    px, py = shape[-2], shape[-1]
    for i in range(0, len(shape), 2):
        qx, qy = shape[i], shape[i + 1]
        nx, ny = qy - py, px - qx
        length = hypot(nx, ny)
        if length:
            nx, ny = nx / length, ny / length
            reach = hd * abs(fx * nx + fy * ny) + hw * abs(fy * nx - fx * ny)
            yield (cx - px) * nx + (cy - py) * ny - reach, dx * nx + dy * ny
        px, py = qx, qy
    for nx, ny, half in ((fx, fy, hd), (fy, -fx, hw)):
        places = [(shape[i] - cx) * nx + (shape[i + 1] - cy) * ny for i in range(0, len(shape), 2)]
        speed = dx * nx + dy * ny
        yield min(places) - half, -speed
        yield -max(places) - half, speed


def _meeting(b: Base, dx: float, dy: float, shape: Polygon, tolerance: float) -> tuple[float, float] | None:
    """Return the part of the move in which base and polygon overlap by more than `tolerance`."""
    enter, leave = 0.0, 1.0
    for apart, speed in _separations(b, dx, dy, shape):
        apart += tolerance
        if abs(speed) < 1e-12:
            if apart >= 0.0:
                return None
        elif speed < 0.0:
            enter = max(enter, apart / -speed)
        else:
            leave = min(leave, -apart / speed)
        if enter >= leave:
            return None
    return enter, leave


def _turned(points: Sequence[tuple[float, float]], cx: float, cy: float, heading: float) -> Polygon:
    c, s = cos(radians(heading)), sin(radians(heading))
    return tuple(rounded(value) for x, y in points for value in (cx + x * c - y * s, cy + x * s + y * c))


def _area(shape: Sequence[float]) -> float:
    """Return the signed area: positive for anticlockwise."""
    double, x1, y1 = 0.0, shape[-2], shape[-1]
    for i in range(0, len(shape), 2):
        x2, y2 = shape[i], shape[i + 1]
        double += x1 * y2 - x2 * y1
        x1, y1 = x2, y2
    return double / 2


def _turns(shape: Polygon) -> list[float]:
    """Return by how many radians the outline turns left at each corner."""
    sides = [(x2 - x1, y2 - y1) for x1, y1, x2, y2 in edges(shape) if (x1, y1) != (x2, y2)]
    return [
        atan2(px * qy - py * qx, px * qx + py * qy)
        for (px, py), (qx, qy) in zip(sides, sides[1:] + sides[:1], strict=True)
    ]


def _cross(x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> float:
    """Return a positive value if the third point is left of the line from the first to the second."""
    return (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1)


def _point_segment(x: float, y: float, x1: float, y1: float, x2: float, y2: float) -> float:
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    t = 0.0 if square == 0.0 else min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / square))
    return hypot(x - x1 - t * dx, y - y1 - t * dy)


def _segments_meet(
    x1: float, y1: float, x2: float, y2: float, x3: float, y3: float, x4: float, y4: float
) -> bool:
    if max(x1, x2) < min(x3, x4) or max(x3, x4) < min(x1, x2):
        return False
    if max(y1, y2) < min(y3, y4) or max(y3, y4) < min(y1, y2):
        return False
    first, second = _cross(x1, y1, x2, y2, x3, y3), _cross(x1, y1, x2, y2, x4, y4)
    third, fourth = _cross(x3, y3, x4, y4, x1, y1), _cross(x3, y3, x4, y4, x2, y2)
    return min(first, second) <= 0.0 <= max(first, second) and min(third, fourth) <= 0.0 <= max(third, fourth)
