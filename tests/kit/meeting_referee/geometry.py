"""Distances between pieces of terrain, reckoned plainly from their corners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from rulesets.by_fire_and_sword.pieces import outline


def bare(piece: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in piece.items() if key not in ("choice", "placed_by")}


def corners_of(shape: Sequence[float]) -> list[tuple[float, float]]:
    return list(zip(shape[::2], shape[1::2], strict=True))


def holds(polygon: Sequence[Sequence[float]], x: float, y: float) -> bool:
    """Whether a convex polygon holds a point, its edge included."""
    signs = set()
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        turn = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if abs(turn) > 1e-3:
            signs.add(turn > 0)
    return len(signs) < 2


def apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """cm between two pieces, 0 if they meet: from every corner to every side."""
    around = (hypot(one["width"], one["depth"]) + hypot(other["width"], other["depth"])) / 2
    if hypot(one["x"] - other["x"], one["y"] - other["y"]) > around + 10.5:
        return 11.0
    a, b = corners_of(outline(one)), corners_of(outline(other))
    if depth_inside(one, other) > 0:
        return 0.0
    return min(min(to_sides(point, b) for point in a), min(to_sides(point, a) for point in b))


def to_sides(point: tuple[float, float], corners: Sequence[tuple[float, float]]) -> float:
    best = 1e9
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        long = (x2 - x1) ** 2 + (y2 - y1) ** 2
        share = 0.0 if not long else ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / long
        share = min(1.0, max(0.0, share))
        best = min(best, hypot(point[0] - x1 - share * (x2 - x1), point[1] - y1 - share * (y2 - y1)))
    return best


def depth_inside(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """How deep two convex pieces lie in one another, in cm: by the narrowest overlap along any side."""
    a, b = corners_of(outline(one)), corners_of(outline(other))
    least = 1e9
    for corners in (a, b):
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            long = hypot(x2 - x1, y2 - y1)
            if long < 1e-9:
                continue
            nx, ny = (y2 - y1) / long, (x1 - x2) / long
            mine = [x * nx + y * ny for x, y in a]
            theirs = [x * nx + y * ny for x, y in b]
            least = min(least, max(mine) - min(theirs), max(theirs) - min(mine))
    return max(0.0, least)
