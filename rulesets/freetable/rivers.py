"""Rivers: which way they run, and what crosses them at their fords and bridges."""

from __future__ import annotations

from itertools import product
from math import hypot

from rulesets.engine.geometry import OVERLAP, Base, Polygon, edges, segment_crosses_polyline
from rulesets.freetable.shapes import Crossing, Line, Segment, Shape, offset, stretches


def crossing(x: float, y: float, half: float, *, line: Line = (), outline: Polygon = ()) -> Crossing:
    """Return a ford or bridge of a river that is drawn as a line or an outline: across its nearest stretch,
    or across its longest side.
    """
    if line:
        x1, y1, x2, y2 = min(stretches(line), key=lambda s: offset(s, x, y))
    else:
        x1, y1, x2, y2 = max(edges(outline), key=lambda s: hypot(s[2] - s[0], s[3] - s[1]))
    length = hypot(x2 - x1, y2 - y1)
    return Crossing(x, y, (x2 - x1) / length, (y2 - y1) / length, half)


def on_crossing(shape: Shape, x: float, y: float) -> bool:
    """Return whether a point of the river is on one of its crossings."""
    return any(crossing.holds(x, y) for crossing in shape.crossings)


def crosses(shape: Shape, base: Base, dx: float, dy: float, ahead: float) -> bool:
    """Return whether a move straight forward or back leads over a crossing to the other bank, which is looked
    for up to `ahead`.

    What of the line through the midpoints of front and rear lies over the river must be on the crossing.
    """
    if not shape.crossings or abs(dx * base.fy - dy * base.fx) > OVERLAP:
        return False
    forward = dx * base.fx + dy * base.fy > 0.0
    back, front = (base.depth, ahead) if forward else (base.depth + ahead, 0.0)
    axis = (
        base.x - base.fx * back, base.y - base.fy * back, base.x + base.fx * front, base.y + base.fy * front,
    )  # fmt: skip
    over = [found for part in shape.parts if (found := clipped(axis, part)) is not None]
    return bool(over) and any(
        all(crossing.holds(stretch[end], stretch[end + 1]) for stretch in over for end in (0, 2))
        for crossing in shape.crossings
    )


def clipped(line: Segment, part: Polygon) -> Segment | None:
    """Return the stretch of a segment that lies in a polygon; None if it is no longer than a rounding."""
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


def meetings(line: Line, other: Line) -> list[tuple[float, float]]:
    """Return where two lines meet: where a road comes to the middle of a river."""
    found = []
    for a, b in product(stretches(line), stretches(other)):
        if segment_crosses_polyline(*a, b):
            (x1, y1, x2, y2), (x3, y3, x4, y4) = a, b
            dx, dy, ex, ey = x2 - x1, y2 - y1, x4 - x3, y4 - y3
            cross = dx * ey - dy * ex
            t = ((x3 - x1) * ey - (y3 - y1) * ex) / cross if cross else 0.5
            found.append((round(x1 + dx * t, 4) + 0.0, round(y1 + dy * t, 4) + 0.0))
    return found
