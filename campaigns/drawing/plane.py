"""Where the kilometres of a map lie on its drawing.

However large a map is, its areas are drawn about as large: counters and words have one size on all maps, and
a map of many areas is a larger drawing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from weakref import finalize

from campaigns.engine.maps import CampaignMap, Point
from rulesets.engine import svg

AREA = 124.0
"""Drawn units from area to area, on the average."""
LEAST, MOST = 640.0, 5200.0
"""How long the longer side of a drawing is."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The drawing of a map: `scale` drawn units for a kilometre."""

    scale: float
    width: float
    height: float

    def at(self, point: Point) -> tuple[float, float]:
        """Return a place of the map on the drawing."""
        return point[0] * self.scale, point[1] * self.scale

    def ring(self, points: Iterable[Point]) -> str:
        """Return a closed outline as data of an SVG path."""
        return svg.line([(x * self.scale, y * self.scale) for x, y in points], "z")

    def line(self, points: Iterable[Point]) -> str:
        """Return an open line as data of an SVG path."""
        return svg.line([(x * self.scale, y * self.scale) for x, y in points])


def plane_of(map: CampaignMap) -> Plane:
    """Return the plane that a map is drawn on."""
    xs, ys = zip(*(area.at for area in map.areas), strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    # A map whose places lie on a line has no area; its length has to do instead.
    room = max(wide * high, (wide * wide + high * high) / 8, 1e-6)
    each = sqrt(room / max(1, len(map.areas) - 1))
    longer = max(map.width, map.height)
    scale = min(MOST / longer, max(LEAST / longer, AREA / each))
    return Plane(scale, round(map.width * scale, 1), round(map.height * scale, 1))


_cache: dict[int, dict[str, str]] = {}


def remembered(map: CampaignMap, what: str, make: Callable[[], Iterable[str]]) -> str:
    """Return what is drawn of a map whoever holds it: made once, stored as long as the map is in use."""
    # By identity: maps are shared and never changed, and comparing two large ones is slow.
    key = id(map)
    if key not in _cache:
        _cache[key] = {}
        # An id is given to another object once the map is gone: its drawings have to go first.
        finalize(map, _cache.pop, key, None)
    if what not in _cache[key]:
        _cache[key][what] = "".join(make())
    return _cache[key][what]


def along(points: Sequence[tuple[float, float]], far: float) -> tuple[float, float, float, float]:
    """Return the place `far` drawn units along a line of drawn points, and the direction there (a unit
    vector).
    """
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        if length and far <= length:
            dx, dy = (x2 - x1) / length, (y2 - y1) / length
            return x1 + dx * far, y1 + dy * far, dx, dy
        far -= length
    (x1, y1), (x2, y2) = points[-2:] if len(points) > 1 else (points[0], points[0])
    length = hypot(x2 - x1, y2 - y1) or 1.0
    return x2, y2, (x2 - x1) / length, (y2 - y1) / length


def length_of(points: Sequence[tuple[float, float]]) -> float:
    """Return how long a line is."""
    return sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in itertools.pairwise(points))
