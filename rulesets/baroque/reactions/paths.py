"""The way of the unit that is reacted to: where it is at each moment of its move (BQ-6.5.b, BQ-5.4.2.d)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesets.baroque.state import Unit
from rulesets.engine import geometry
from rulesets.engine.geometry import Base

AT_ONCE = frozenset({"about-face", "face-side", "turn-gun", "withdraw"})
"""Moves without a way: they are answered where the unit stands."""


def pose_at(start: Base, end: Base, how: str, part: float) -> Base:
    """Return where a base is after `part` (0 to 1) of its move `how` from `start` to `end`."""
    if part <= 0.0 or how in AT_ONCE:
        return start
    if part >= 1.0:
        return end
    if how == "wheel":
        turn = (end.heading - start.heading + 180.0) % 360.0 - 180.0
        return geometry.wheel(start, "left" if turn > 0 else "right", abs(turn) * part)
    x, y = start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part
    return geometry.placed(start, x, y, start.heading)


def swept(start: Base, distance: float) -> Base:
    """Return everything that a base passes over when it moves `distance` straight ahead."""
    end = geometry.advance(start, distance)
    return Base(end.x, end.y, end.heading, start.width, start.depth + distance)


@contextmanager
def standing(unit: Unit, base: Base) -> Iterator[None]:
    """Treat `unit` as if it stood on `base`. Nothing may be applied to the battle meanwhile."""
    place = unit.base
    unit.base = base
    try:
        yield
    finally:
        unit.base = place
