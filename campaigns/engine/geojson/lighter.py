"""Outlines of maps from elsewhere: made as light as a campaign's map needs, and what lies in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shapely import Point as Dot
from shapely import Polygon, coverage_simplify

from campaigns.engine.borders import mended, shape_of
from campaigns.engine.maps import MapError, Point
from rulesets.engine.errors import Fault

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

MOST_CORNERS = 2000
MOST_RINGS = 40
STEPS = 16
"""How often the tolerance is doubled before what is left over is cut off."""

MOST_MENDED = 500_000
"""Corners times corners of all rings that cross themselves: mending takes as long."""


class Mending:
    """Lets pass what can be mended in a short time."""

    def __init__(self) -> None:
        self.left = MOST_MENDED

    def expect(self, ring: Sequence[Point], path: str) -> None:
        """Raises MapError for a ring that crosses itself, if that would take too long to mend."""
        if not Polygon(ring).is_valid:
            self.left -= len(ring) ** 2
        if self.left < 0:
            raise MapError(Fault(path, "its line crosses itself too often: mend it in a map program"))


def lighten(document: dict[str, Any]) -> None:
    """Simplifies areas that have too many corners, all together, so that their borders still meet; then
    rivers and land, each alone.
    """
    areas = [each for each in document.get("areas", []) if each["outlines"]]
    if any(len(ring) > MOST_CORNERS for each in areas for ring in each["outlines"]):
        _lighten_areas(areas, document["width"] / 20_000)
    for area in areas:
        area["outlines"] = sorted(area["outlines"], key=len, reverse=True)[:MOST_RINGS]
    for river in document.get("rivers", []):
        river["line"] = _thinned(river["line"])
    if "land" in document:
        document["land"] = [_thinned(each) for each in document["land"]]


def _lighten_areas(areas: Sequence[dict[str, Any]], tolerance: float) -> None:
    shapes = [shape_of(each["outlines"]) for each in areas]
    for step in range(STEPS):
        simple = [rings_of(each) for each in coverage_simplify(shapes, tolerance * 2**step)]
        if all(len(ring) <= MOST_CORNERS for rings in simple for ring in rings):
            break
    for area, rings in zip(areas, simple, strict=True):
        area["outlines"] = rings or area["outlines"][:1]
        area["outlines"] = [_thinned(each) for each in area["outlines"]]


def _thinned(line: list[Point]) -> list[Point]:
    """Every second corner of a line, every third ..., until there are few enough."""
    return line[:: len(line) // MOST_CORNERS + 1] if len(line) > MOST_CORNERS else line


def rings_of(shape: BaseGeometry) -> list[list[Point]]:
    """The rings of a surface, open, to the metre."""
    parts = [each for each in getattr(shape, "geoms", [shape]) if isinstance(each, Polygon) and each.area]
    rings = [ring for each in parts for ring in (each.exterior, *each.interiors)]
    return [[(round(x, 3), round(y, 3)) for x, y, *_ in ring.coords][:-1] for ring in rings]


def middle(rings: Sequence[Sequence[Point]]) -> Point:
    """A place inside of outlines, far from their edges where possible."""
    shape = shape_of(rings)
    inside = shape.representative_point() if not shape.is_empty else None
    if inside is None or inside.is_empty:
        return rings[0][0]
    return (round(inside.x, 3), round(inside.y, 3))


def holds(area: Mapping[str, Any], place: Point) -> bool:
    """Whether a place lies in an area's outlines."""
    (x, y), inside = place, False
    for ring in area["outlines"]:
        xs, ys = [corner[0] for corner in ring], [corner[1] for corner in ring]
        if min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys):
            inside ^= bool(mended(ring).intersects(Dot(place)))
    return inside
