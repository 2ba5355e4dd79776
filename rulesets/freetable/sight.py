"""Sight: of a line of sight the stretch inside each piece counts, not its whole length.

A piece lets so much of a line through as its `sight` says; 0 ends every line that comes into it.
"""

from __future__ import annotations

from rulesets.engine.geometry import OVERLAP, Base, segment_length_inside
from rulesets.freetable.shapes import Shape

Limiting = tuple[tuple[Shape, float], ...]


def visible(limiting: Limiting, viewer: Base, target: Base) -> bool:
    """Return whether the line from the viewer's front midpoint to the midpoint of any of the target's sides
    is free.
    """
    if not limiting:
        return True
    x1, y1, x2, y2, x3, y3, x4, y4 = target.corners
    return any(
        line_free(limiting, viewer.x, viewer.y, x, y)
        for x, y in (
            (target.x, target.y),
            ((x2 + x3) / 2, (y2 + y3) / 2),
            ((x3 + x4) / 2, (y3 + y4) / 2),
            ((x4 + x1) / 2, (y4 + y1) / 2),
        )
    )


def line_free(limiting: Limiting, x1: float, y1: float, x2: float, y2: float) -> bool:
    """Return whether the pieces that limit sight let a line of sight or fire through."""
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
