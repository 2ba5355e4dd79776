"""Rivers: their state, and what may cross them where (BQ-3.1.1.h, BQ-3.1.2)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from rulesets.baroque.state import State
from rulesets.baroque.terrain.shapes import CROSSING, Segment, Shape, stretches
from rulesets.engine.geometry import OVERLAP, Base, Polygon, edges

_BEYOND = 6.0  # how far ahead the way over the river is looked at


def usable_crossings(state: State, shape: Shape) -> Iterator[tuple[float, float]]:
    """BQ-3.1.1.h: bridges, and fords unless the river is deep."""
    for kind, x, y in shape.piece.crossings:
        if kind == "bridge" or state.river == "normal":
            yield x, y


def on_crossing(state: State, shape: Shape, x: float, y: float) -> bool:
    """Whether a point of the river is on a ford or bridge that can be used."""
    return any(_in_strip(shape, crossing, x, y) for crossing in usable_crossings(state, shape))


def crosses(state: State, shape: Shape, base: Base, dx: float, dy: float) -> bool:
    """BQ-3.1.2.b: whether a move straight forward or back leads over a ford or bridge to the other bank.

    What of the line through the midpoints of front and rear lies over the river must be on the crossing.
    """
    if abs(dx * base.fy - dy * base.fx) > OVERLAP:
        return False
    forward = dx * base.fx + dy * base.fy > 0.0
    back, ahead = (base.depth, _BEYOND) if forward else (base.depth + _BEYOND, 0.0)
    axis = (
        base.x - base.fx * back, base.y - base.fy * back, base.x + base.fx * ahead, base.y + base.fy * ahead,
    )  # fmt: skip
    over = [found for part in shape.parts if (found := clipped(axis, part)) is not None]
    return bool(over) and any(
        all(_in_strip(shape, crossing, *stretch[end : end + 2]) for stretch in over for end in (0, 2))
        for crossing in usable_crossings(state, shape)
    )


def clipped(line: Segment, part: Polygon) -> Segment | None:
    """The stretch of a segment that lies in a polygon; None if it is no longer than a rounding."""
    x1, y1, x2, y2 = line
    dx, dy = x2 - x1, y2 - y1
    enter, leave = 0.0, 1.0
    for px, py, qx, qy in edges(part):
        ex, ey = qx - px, qy - py
        place, speed = ex * (y1 - py) - ey * (x1 - px), ex * dy - ey * dx
        if abs(speed) < 1e-12:
            if place < 0.0:
                return None
        elif speed > 0.0:
            enter = max(enter, -place / speed)
        else:
            leave = min(leave, -place / speed)
    if (leave - enter) * hypot(dx, dy) <= OVERLAP:
        return None
    return x1 + dx * enter, y1 + dy * enter, x1 + dx * leave, y1 + dy * leave


def _in_strip(shape: Shape, crossing: tuple[float, float], x: float, y: float) -> bool:
    """Whether a point of the river lies within the width of a crossing, measured along the river."""
    ux, uy = _along(shape, *crossing)
    return abs((x - crossing[0]) * ux + (y - crossing[1]) * uy) <= CROSSING + OVERLAP


def _along(shape: Shape, x: float, y: float) -> tuple[float, float]:
    """The direction of the river at a point: of its nearest stretch, or of its longest side."""
    piece = shape.piece
    if piece.line:
        x1, y1, x2, y2 = min(stretches(piece.line), key=lambda s: offset(s, x, y))
    else:
        x1, y1, x2, y2 = max(edges(piece.outline), key=lambda s: hypot(s[2] - s[0], s[3] - s[1]))
    length = hypot(x2 - x1, y2 - y1)
    return (x2 - x1) / length, (y2 - y1) / length


def offset(stretch: Segment, x: float, y: float) -> float:
    """The distance of a point from a stretch of a line."""
    x1, y1, x2, y2 = stretch
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy or 1.0  # of bases that touch the line of sight may be a point
    t = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / length))
    return hypot(x - x1 - t * dx, y - y1 - t * dy)
