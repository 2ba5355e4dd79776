"""The geometries of GeoJSON, read with care for what files from anywhere may hold and made as light as a
campaign's map needs; and what lies in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any

from shapely import Point as Dot
from shapely import Polygon, coverage_simplify

from campaigns.engine.borders import mended, shape_of
from campaigns.engine.maps import MapError, Point
from campaigns.wording import maps as words
from rulesets.engine.errors import Fault

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

MAX_POSITIONS = 200_000
MAX_DEGREES = (360.0, 90.0)


@dataclass(slots=True)
class Shape:
    """A geometry: a point, lines, or the rings of polygons (open, holes after the ring that they lie in)."""

    point: Point | None = None
    lines: list[list[Point]] = field(default_factory=list)
    rings: list[list[Point]] = field(default_factory=list)


class Positions:
    """Reads positions and counts them, so that no file is read for ever."""

    def __init__(self) -> None:
        self.left = MAX_POSITIONS

    def shape(self, value: Any, path: str) -> Shape:
        """Return a geometry; raises MapError with the path of what is wrong with it."""
        if not isinstance(value, Mapping):
            raise MapError(Fault(path, words.NO_GEOMETRY))
        kind, coordinates, inner = value.get("type"), value.get("coordinates"), f"{path}.coordinates"
        if kind == "Point":
            return Shape(point=self.position(coordinates, inner))
        if kind == "LineString":
            return Shape(lines=[self.line(coordinates, inner)])
        if kind == "MultiLineString":
            return Shape(lines=[self.line(each, where) for each, where in self.parts(coordinates, inner)])
        if kind == "Polygon":
            return Shape(rings=list(self.rings(coordinates, inner)))
        if kind == "MultiPolygon":
            polygons = self.parts(coordinates, inner)
            return Shape(rings=[ring for each, where in polygons for ring in self.rings(each, where)])
        shown = kind if isinstance(kind, str) and len(kind) < 40 else "that"
        raise MapError(Fault(f"{path}.type", words.not_supported(shown)))

    def rings(self, value: Any, path: str) -> Iterator[list[Point]]:
        """Yield the rings of a polygon, without the last corner, which is the first again."""
        for each, where in self.parts(value, path):
            ring = self.line(each, where)
            if len(ring) > 3 and ring[0] == ring[-1]:
                ring.pop()
            if len(ring) < 3:
                raise MapError(Fault(where, words.NOT_A_RING))
            yield ring

    def line(self, value: Any, path: str) -> list[Point]:
        """Two positions or more."""
        line = [self.position(each, where) for each, where in self.parts(value, path)]
        if len(line) < 2:
            raise MapError(Fault(path, words.NOT_A_LINE))
        return line

    def parts(self, value: Any, path: str) -> Iterator[tuple[Any, str]]:
        """Yield the parts of a list, each with its path."""
        if not isinstance(value, Sequence) or isinstance(value, str) or not value:
            raise MapError(Fault(path, words.NOT_COORDINATES))
        if len(value) > self.left:
            raise MapError(Fault(path, words.too_many_positions(MAX_POSITIONS)))
        return ((each, f"{path}[{index}]") for index, each in enumerate(value))

    def position(self, value: Any, path: str) -> Point:
        """Longitude and latitude in degrees; a height is passed over."""
        self.left -= 1
        if self.left < 0:
            raise MapError(Fault(path, words.too_many_positions(MAX_POSITIONS)))
        if not isinstance(value, Sequence) or isinstance(value, str) or not 2 <= len(value) <= 10:
            raise MapError(Fault(path, words.NOT_A_POSITION))
        for number, most, name in zip(value, MAX_DEGREES, ("longitude", "latitude"), strict=False):
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise MapError(Fault(path, words.not_a_number(name)))
            if not -most <= number <= most or not isfinite(number):
                raise MapError(Fault(path, words.not_on_earth(name)))
        return (float(value[0]), float(value[1]))


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
        """Raise MapError for a ring that crosses itself, if that would take too long to mend."""
        if not Polygon(ring).is_valid:
            self.left -= len(ring) ** 2
        if self.left < 0:
            raise MapError(Fault(path, words.CROSSES_ITSELF))


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
    """Return the rings of a surface, open, to the metre."""
    parts = [each for each in getattr(shape, "geoms", [shape]) if isinstance(each, Polygon) and each.area]
    rings = [ring for each in parts for ring in (each.exterior, *each.interiors)]
    return [[(round(x, 3), round(y, 3)) for x, y, *_ in ring.coords][:-1] for ring in rings]


def middle(rings: Sequence[Sequence[Point]]) -> Point:
    """Return a place inside of outlines, far from their edges where possible."""
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
