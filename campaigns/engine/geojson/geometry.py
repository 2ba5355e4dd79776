"""The geometries of GeoJSON: their coordinates, read with care for what files from anywhere may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from campaigns.engine.maps import MapError, Point
from rulesets.engine.errors import Fault

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
        """A geometry; raises MapError with the path of what is wrong with it."""
        if not isinstance(value, Mapping):
            raise MapError(Fault(path, "is missing: a feature needs a geometry"))
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
        raise MapError(Fault(f"{path}.type", f"{shown} is not read: points, lines and polygons are"))

    def rings(self, value: Any, path: str) -> Iterator[list[Point]]:
        """The rings of a polygon, without the last corner, which is the first again."""
        for each, where in self.parts(value, path):
            ring = self.line(each, where)
            if len(ring) > 3 and ring[0] == ring[-1]:
                ring.pop()
            if len(ring) < 3:
                raise MapError(Fault(where, "is no ring: it needs three corners"))
            yield ring

    def line(self, value: Any, path: str) -> list[Point]:
        """Two positions or more."""
        line = [self.position(each, where) for each, where in self.parts(value, path)]
        if len(line) < 2:
            raise MapError(Fault(path, "is no line: it needs two positions"))
        return line

    def parts(self, value: Any, path: str) -> Iterator[tuple[Any, str]]:
        """The parts of a list, each with its path."""
        if not isinstance(value, Sequence) or isinstance(value, str) or not value:
            raise MapError(Fault(path, "is no list of coordinates"))
        if len(value) > self.left:
            raise MapError(Fault(path, f"is too much: a map may have {MAX_POSITIONS:,} positions in all"))
        return ((each, f"{path}[{index}]") for index, each in enumerate(value))

    def position(self, value: Any, path: str) -> Point:
        """Longitude and latitude in degrees; a height is passed over."""
        self.left -= 1
        if self.left < 0:
            raise MapError(Fault(path, f"is too much: a map may have {MAX_POSITIONS:,} positions in all"))
        if not isinstance(value, Sequence) or isinstance(value, str) or not 2 <= len(value) <= 10:
            raise MapError(Fault(path, "is no position: two numbers, longitude and latitude"))
        for number, most, name in zip(value, MAX_DEGREES, ("longitude", "latitude"), strict=False):
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise MapError(Fault(path, f"the {name} is no number"))
            if not -most <= number <= most or not isfinite(number):
                raise MapError(Fault(path, f"the {name} is no place on the earth, in degrees"))
        return (float(value[0]), float(value[1]))
