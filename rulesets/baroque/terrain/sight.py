"""Visibility (BQ-3.1.4): the stretch of a line of sight inside each piece counts, not the distance."""

from __future__ import annotations

from rulesets.baroque.state import State
from rulesets.baroque.terrain.shapes import Shape, layout
from rulesets.engine.geometry import OVERLAP, Base, segment_length_inside


def visible(state: State, viewer: Base, target: Base) -> bool:
    """BQ-3.1.4.b: whether the line from the viewer's front midpoint to any side's midpoint is free."""
    limiting = layout(state).limiting
    if not limiting:
        return True
    x1, y1, x2, y2, x3, y3, x4, y4 = target.corners
    return any(
        _free(limiting, viewer.x, viewer.y, x, y)
        for x, y in (
            (target.x, target.y),
            ((x2 + x3) / 2, (y2 + y3) / 2),
            ((x3 + x4) / 2, (y3 + y4) / 2),
            ((x4 + x1) / 2, (y4 + y1) / 2),
        )
    )


def sight_line_free(state: State, x1: float, y1: float, x2: float, y2: float) -> bool:
    """BQ-3.1.4.b, BQ-6.3.3.a: whether terrain lets a line of sight or fire through."""
    return _free(layout(state).limiting, x1, y1, x2, y2)


def sight_limited(state: State) -> bool:
    """Whether there is anything on the table that could end a line of sight."""
    return bool(layout(state).limiting)


def _free(limiting: tuple[tuple[Shape, float], ...], x1: float, y1: float, x2: float, y2: float) -> bool:
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy or 1.0
    for shape, limit in limiting:
        ex, ey = shape.cx - x1, shape.cy - y1
        part = (ex * dx + ey * dy) / square
        part = 0.0 if part < 0.0 else 1.0 if part > 1.0 else part
        ex, ey = ex - part * dx, ey - part * dy
        if ex * ex + ey * ey > shape.radius * shape.radius:
            continue
        inside = sum(segment_length_inside(x1, y1, x2, y2, part) for part in shape.parts)
        if inside > limit + OVERLAP:
            return False
    return True
