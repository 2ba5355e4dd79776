"""What a base stands on (BQ-3.1.b), who is higher (BQ-3.1.4.d), and where nobody may stand (BQ-3.1.1.d)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Literal

from rulesets.baroque.state import State
from rulesets.baroque.terrain.river import offset, on_crossing
from rulesets.baroque.terrain.shapes import HALF, Shape, ground_of, layout, shapes, stretches
from rulesets.engine.geometry import OVERLAP, Base, inside_polygon, overlaps_polygon

Ground = Literal["open", "broken", "difficult"]

_HILLS = frozenset({"gentle_hill", "ridge", "steep_hill", "wooded_hill"})


def ground(state: State, base: Base) -> Ground:
    """BQ-3.1.b: the worst ground that at least half of the base is in."""
    worst: Ground = "open"
    for shape in layout(state).hindering:
        if not shape.parts or not shape.near(base):
            continue
        here = ground_of(state, shape)
        if here == "difficult" and shape.holds_half(base):
            return "difficult"
        if here == "broken" and worst == "open" and shape.holds_half(base):
            worst = "broken"
    return worst


def wholly_in(state: State, base: Base, *grounds: str) -> bool:
    """Whether the whole base lies in one piece of such ground ("broken", "difficult")."""
    return any(ground_of(state, shape) in grounds and contains(shape, base) for shape in _around(state, base))


def mostly_in(state: State, base: Base, *grounds: str) -> bool:
    """Whether more than half of the base lies in one piece of such ground (BQ-7.3.e: the greater part)."""
    return any(
        ground_of(state, shape) in grounds and shape.share(base) > 1.0 - HALF
        for shape in _around(state, base)
    )


def contains(shape: Shape, base: Base) -> bool:
    """Whether the whole base lies in the piece."""
    if len(shape.parts) == 1:
        return inside_polygon(base, shape.parts[0])
    return shape.share(base) > 1.0 - OVERLAP


def on_hill(state: State, base: Base) -> bool:
    """BQ-6.4.a: whether at least half of the base is on a hill, gentle, steep or wooded."""
    return any(shape.piece.kind in _HILLS and shape.holds_half(base) for shape in _around(state, base))


def higher(state: State, base: Base, enemy_base: Base) -> bool:
    """BQ-3.1.4.d: on a gentle hill, with the front nearer to its ridge or middle than the enemy's front."""
    for shape in _around(state, base):
        if shape.height and shape.holds_half(base):
            mine, theirs = _from_top(shape, base), _from_top(shape, enemy_base)
            if mine < theirs - OVERLAP:
                return True
    return False


def may_stand(state: State, base: Base) -> bool:
    """BQ-3.1.1.d: whether no part of the base is in Impassable Terrain."""
    return not any(
        ground_of(state, shape) == "impassable" and any(overlaps_polygon(base, part) for part in shape.parts)
        for shape in _around(state, base)
    )


def leader_may_stand(state: State, x: float, y: float) -> bool:
    """BQ-3.1.3: whether a Leader may stand at a point: on the table and not in Impassable Terrain.

    A ford or bridge that can be used is none.
    """
    if not (0.0 <= x <= state.width and 0.0 <= y <= state.depth):
        return False
    return not any(_keeps_out(state, shape, x, y) for shape in layout(state).hindering)


def _keeps_out(state: State, shape: Shape, x: float, y: float) -> bool:
    ex, ey, near = x - shape.cx, y - shape.cy, shape.radius + 3 * OVERLAP
    if ex * ex + ey * ey > near * near or ground_of(state, shape) != "impassable":
        return False
    point = Base(x, y, 90.0, 2 * OVERLAP, 2 * OVERLAP)
    inside = any(overlaps_polygon(point, part, 0.0) for part in shape.parts)
    return inside and not (shape.river and on_crossing(state, shape, x, y))


def _around(state: State, base: Base) -> Iterator[Shape]:
    return (shape for shape in shapes(state) if shape.parts and shape.near(base))


def _from_top(shape: Shape, base: Base) -> float:
    """How far the front midpoint is from the ridge line, or from the middle where none is drawn."""
    ridge = shape.piece.line
    if ridge:
        return min(offset(stretch, base.x, base.y) for stretch in stretches(ridge))
    return hypot(base.x - shape.cx, base.y - shape.cy)
