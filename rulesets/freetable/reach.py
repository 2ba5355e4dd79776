"""What a base reaches, as outlines: flat polygons (x1, y1, x2, y2 ...). Angles in degrees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import atan2, ceil, cos, degrees, radians, sin, sqrt

from rulesets.engine import geometry
from rulesets.engine.geometry import Base

Point = tuple[float, float]
Outline = tuple[float, ...]

_STEP = 6.0  # degrees between the points of an arc


def flat(points: Iterable[Point]) -> Outline:
    """Return points as a flat outline, rounded like places on the table."""
    return tuple(geometry.rounded(value) for point in points for value in point)


def arc(x: float, y: float, radius: float, start: float, end: float) -> Iterator[Point]:
    """Yield points of an arc about a centre from one angle to another, both included."""
    steps = max(1, ceil(abs(end - start) / _STEP))
    for step in range(steps + 1):
        turn = radians(start + (end - start) * step / steps)
        yield x + radius * cos(turn), y + radius * sin(turn)


def circle(x: float, y: float, radius: float) -> Outline:
    """Return a circle."""
    return flat(list(arc(x, y, radius, 0.0, 360.0))[:-1])


def around(base: Base, margin: float) -> Outline:
    """Return everything within `margin` of a base: its rectangle with a rounded rim."""
    points: list[Point] = []
    for turn, (x, y) in zip((90.0, 0.0, -90.0, -180.0), corners(base), strict=True):
        points += arc(x, y, margin, base.heading + turn, base.heading + turn - 90.0)
    return flat(points)


def corridor(base: Base, ahead: float) -> Outline:
    """Return what lies straight before the front edge, so far ahead."""
    return geometry.advance(Base(base.x, base.y, base.heading, base.width, max(ahead, 1e-4)), ahead).corners


def fire_arc(firing: Base, opening: float, reach: float, beyond: float = 0.0) -> Outline:
    """Return what is before the front edge, between two rays from its ends opened by `opening`, farther than
    `beyond` and within `reach` of its midpoint.
    """
    far = list(_rim(firing, opening, reach))
    near = list(_rim(firing, opening, beyond)) if beyond > 0.0 else []
    return flat([*far, *reversed(near)])


def _rim(firing: Base, opening: float, reach: float) -> Iterator[Point]:
    """Yield the bounds of the arc at a distance, from its left end to its right."""
    half = min(firing.half_width, reach)
    # how long a ray from an end of the edge is until it is `reach` away from the midpoint
    side = half * sin(radians(opening))
    along = max(0.0, sqrt(max(0.0, side * side + reach * reach - half * half)) - side)
    out = degrees(atan2(half + along * sin(radians(opening)), along * cos(radians(opening))))
    yield _seen(firing, -half, 0.0)
    yield from arc(firing.x, firing.y, reach, firing.heading + out, firing.heading - out)
    yield _seen(firing, half, 0.0)


def _seen(base: Base, right: float, ahead: float) -> Point:
    return base.x + base.fy * right + base.fx * ahead, base.y - base.fx * right + base.fy * ahead


def tracks(
    start: Base, turned: Iterable[Base], most: int, move: Callable[[Base], tuple[Base, bool] | None]
) -> list[list[Base]]:
    """Return where a unit stands after each of so many moves: straight on, and straight on after each turn.

    `move`: where a base comes to by its next move straight ahead, and whether that is the last; None if it
    cannot go on.
    """
    return [_track(start, most, move), *([base, *_track(base, most - 1, move)] for base in turned)]


def _track(base: Base, most: int, move: Callable[[Base], tuple[Base, bool] | None]) -> list[Base]:
    found: list[Base] = []
    while len(found) < most and (made := move(base)) is not None:
        base, last = made
        found.append(base)
        if last:
            break
    return found


def corners(base: Base) -> Iterator[Point]:
    """Yield the corners of a base."""
    yield from zip(base.corners[::2], base.corners[1::2], strict=True)


def hull(points: Iterable[Point]) -> Outline:
    """Return the convex outline of points, anticlockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return flat(ordered)
    return flat([*_chain(ordered)[:-1], *_chain(ordered[::-1])[:-1]])


def _chain(points: list[Point]) -> list[Point]:
    """Return one half of a convex outline."""
    found: list[Point] = []
    for x, y in points:
        while len(found) > 1:
            (ax, ay), (bx, by) = found[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:  # a turn to the left
                break
            found.pop()
        found.append((x, y))
    return found
