"""Ready-made places for terrain, so that nobody has to think in numbers; legal wherever they are offered.

A spot's number is its place in the full list of its kind: it means the same place in every meeting on a table
of that size.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulesets.by_fire_and_sword.meeting.placing import limits
from rulesets.by_fire_and_sword.pieces import Piece, kinds, make
from rulesets.freetable.placing import grid, steps

SHARES = (0.12, 0.31, 0.5, 0.69, 0.88)
_PAIR_SHARES = (0.2, 0.5, 0.8)
_ROADS = (0.1, 0.25, 0.4, 0.6, 0.75, 0.9)
_ROAD_MOST = 120.0
_ALSO_SMALL = frozenset({"grove", "obstacle"})
_SMALL = 10.0  # cm: the sides of the smaller piece that is proposed where a usual one has no room
PAIR_FIELD = (14.0, 12.0)
"""cm: the proposed width and depth of each of two fields."""
STEPS = steps(12.0, ("west", "east", "south", "north"))
"""How far a piece is shifted by a ready-made shift, in cm."""


@lru_cache(maxsize=256)
def spots(kind: str, width: float, depth: float) -> tuple[tuple[float, float, float, float, float], ...]:
    """Return x, y, width, depth, angle of each spot of a kind on a table of that size."""
    across, deep = kinds()[kind].size_cm
    sizes = [(across, deep)] + [(min(across, _SMALL), min(deep, _SMALL))] * (kind in _ALSO_SMALL)
    found = []
    for size in sizes:
        for number, (x, y) in enumerate(grid((width, depth), size, SHARES, SHARES)):
            aside = number % len(SHARES) in (0, len(SHARES) - 1)
            found.append((x, y, *size, 90.0 if kind == "obstacle" and aside else 0.0))
    return tuple(found)


def spot(kind: str, number: int, width: float, depth: float, *, id_: str) -> Piece:
    """Return the piece of that kind on its spot `number` (from 1); raise IndexError if there is none."""
    more = {"buildings": 2} if kind == "village" else {}
    if number < 1:
        raise IndexError(number)
    return make(kind, *spots(kind, width, depth)[number - 1], id=id_, **more)


def pair_spots(first: str, second: str, width: float, depth: float) -> Iterator[tuple[Piece, Piece]]:
    """Return two fields side by side, at each of the places that are proposed for them (BFS-31.6.3)."""
    across, deep = PAIR_FIELD
    half = (across + limits().spacing) / 2 + 0.1
    for x, y in grid((width, depth), (2 * half + across, deep), _PAIR_SHARES, _PAIR_SHARES):
        yield make(first, x - half, y, across, deep), make(second, x + half, y, across, deep)


def roads(width: float, depth: float) -> Iterator[tuple[float, float, float, float]]:
    """Return straight roads from each table edge: x1, y1, x2, y2, no longer than the effect allows."""
    for share in _ROADS:
        x, y = round(width * share, 1), round(depth * share, 1)
        for reach in (1.0, 0.5):
            far_y, far_x = min(depth * reach, _ROAD_MOST), min(width * reach, _ROAD_MOST)
            yield x, 0.0, x, far_y
            yield x, depth, x, depth - far_y
            yield 0.0, y, far_x, y
            yield width, y, width - far_x, y
