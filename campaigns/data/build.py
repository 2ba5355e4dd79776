"""Builds the maps that ship: `python -m campaigns.data.build` makes maps/<name>.json of sources/<name>.toml.

A source gives coasts and rivers as lines, each area by its town, and the roads. What borders were is not
drawn anywhere that could be shipped, so an area is all land that is nearer to its town than to another one
(a Voronoi cell), cut off by the coast and by the source's outer `border`. The cells' straight edges are bent
a little, always in the same way, so that they look drawn by hand. Neighbours are linked: by a road where the
source says so, else by a track, or by a crossing where a river is in the way and nobody built a bridge.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, pairwise
from math import asin, cos, hypot, radians, sin, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from shapely import LineString, MultiPoint, Point, Polygon, union_all
from shapely.ops import nearest_points, polygonize, voronoi_diagram

from campaigns.engine import borders
from campaigns.engine.maps import EARTH_RADIUS, Projection, read_map

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

HERE = Path(__file__).resolve().parent
SOURCES, MAPS = HERE / "sources", HERE / "maps"
Place = tuple[float, float]


def build(source: dict[str, Any]) -> dict[str, Any]:
    """Return the map document that a source makes; raises MapError for one that makes none."""
    sheet = Sheet(source)
    areas = [sheet.area(each) for each in source["areas"]]
    document = {
        "format": "leaguer-campaign-map", "version": 1, "name": source["name"], "width": source["width"],
        "height": source["height"], "projection": source.get("projection"), "notes": source.get("notes", ""),
        "sources": source.get("sources", []), "land": rings_of(sheet.land),
        "rivers": [
            {"name": each["name"], "line": line_of(part)}
            for each in source.get("rivers", [])
            for part in lines_of(LineString(sheet.line(each["line"])).intersection(sheet.frame))
        ],
        "areas": areas, "links": list(sheet.links(areas)),
    }  # fmt: skip
    return read_map(document).to_json()


class Sheet:
    """A source laid out on its map, in kilometres."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.source = source
        given = source.get("projection")
        self.projection = Projection(**given) if given else None
        self.reach = source["width"] / 10
        self.frame = Polygon(
            [(0, 0), (source["width"], 0), (source["width"], source["height"]), (0, source["height"])]
        )
        rings = [Polygon(self.coast(each["line"])).buffer(0) for each in source["coasts"]]
        empty = [ring for each, ring in zip(source["coasts"], rings, strict=True) if each.get("empty")]
        lakes = [Polygon(self.line(each["line"])).buffer(0) for each in source.get("lakes", [])]
        self.land = union_all(rings).difference(union_all(lakes)).intersection(self.frame)
        self.land = self.land.simplify(source.get("detail", 0.5))
        border = source.get("border")
        within = Polygon(self.line(border)).buffer(0) if border else self.frame
        self.seats = {each["id"]: self.place(each["at"]) for each in source["areas"]}
        self.cells = self._cells(self.land.intersection(within).difference(union_all(empty).buffer(1)))

    def place(self, at: list[float]) -> Place:
        """Return a place of the source on the map."""
        lon, lat = at
        return self.projection.to_km((lon, lat)) if self.projection else (lon, lat)

    def line(self, places: list[list[float]]) -> list[Place]:
        """Return a line of the source on the map."""
        return [self.place(each) for each in places]

    def coast(self, places: list[list[float]]) -> list[Place]:
        """Return a coast of the source on the map, bent where it says that it is drawn roughly."""
        line, bend = self.line(places), self.source.get("coast_bend", 0)
        edges = pairwise([*line, line[0]])
        return [corner for a, b in edges for corner in bent_edge(a, b, bend, self.reach)[:-1]]

    def _cells(self, ground: BaseGeometry) -> dict[str, list[Polygon]]:
        """Return the parts of each area. Towns share the piece of land they stand on; a piece without a town,
        such as a small island, goes to the nearest one.
        """
        found: dict[str, list[Polygon]] = {name: [] for name in self.seats}
        pieces = polygons_of(ground)
        towns = [ashore(pieces, town) for town in self.seats.values()]
        for number, piece in enumerate(pieces):
            there = zip(self.seats, towns, strict=True)
            inside = {name: town for name, (where, town) in there if where == number}
            if len(inside) > 1:
                for name, part in self._divided(piece, inside):
                    found[name].append(part)
            else:
                found[nearest(piece, inside or self.seats)].append(piece)
        smallest = self.source.get("smallest", 15.0)
        return {name: merged(each, smallest) for name, each in found.items()}

    def _divided(self, piece: Polygon, towns: dict[str, Place]) -> Iterator[tuple[str, Polygon]]:
        """Yield a piece of land cut along bent edges, and whose each part is."""
        straight = voronoi_diagram(
            MultiPoint(list(towns.values())), envelope=self.frame.buffer(50), edges=True
        )
        edges: set[tuple[Place, Place]] = set()
        for line in lines_of(straight):
            edges |= {(min(a, b), max(a, b)) for a, b in pairwise((x, y) for x, y, *_ in line.coords)}
        bend = self.source.get("bend", 0.12)
        bent = [LineString(bent_edge(a, b, bend, self.reach)) for a, b in sorted(edges)]
        cut = polygonize(union_all([*bent, piece.boundary]))
        parts = [each for each in cut if piece.contains(each.representative_point())]
        yield from joined(parts, towns)

    def area(self, source: dict[str, Any]) -> dict[str, Any]:
        """Return an area of the map document."""
        rest = {key: value for key, value in source.items() if key not in ("at", "features")}
        outlines = [ring for part in self.cells[source["id"]] for ring in rings_of(part)]
        features = []
        for text in source.get(
            "features", []
        ):  # "port", "fortress 6" (its strength), "bridge: London Bridge"
            kind, _, name = text.partition(":")
            kind, _, strength = kind.strip().partition(" ")
            features.append({"kind": kind, "strength": int(strength or 0), "name": name.strip()})
        return {**rest, "at": rounded(self.seats[source["id"]]), "outlines": outlines, "features": features}

    def links(self, areas: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the ways between areas: those of the source, then tracks and crossings to neighbours."""
        linked: set[frozenset[str]] = set()
        for kind in ("road", "pass", "sea", "crossing", "track"):
            for way in self.source.get("ways", {}).get(kind, []):
                linked |= {frozenset(pair) for pair in pairwise(way)}
                yield from (self.link(a, b, kind) for a, b in pairwise(way))
        outlines = {each["id"]: each["outlines"] for each in areas}
        for a, b, _ in borders.neighbours(outlines, self.source.get("least_border", 5.0)):
            if frozenset((a, b)) not in linked:
                yield self.link(a, b, "crossing" if self.river_between(a, b) else "track")

    def link(self, a: str, b: str, kind: str) -> dict[str, Any]:
        """Return a link as long as its great circle; it costs what the source says, times its kind."""
        km = self.km(a, b)
        cost = 0.0
        if "km_a_point" in self.source:
            hard = self.source.get("hard", {}).get(kind, 1)
            cost = max(0.5, round(km / self.source["km_a_point"] * hard * 2) / 2)
        name = self.river_between(a, b) if kind == "crossing" else ""
        return {"a": a, "b": b, "kind": kind, "km": km, "cost": cost, "name": name}

    def km(self, a: str, b: str) -> int:
        """How far it is from one town to another, in kilometres."""
        if self.projection is None:
            (ax, ay), (bx, by) = self.seats[a], self.seats[b]
            return round(hypot(ax - bx, ay - by))
        at = {each["id"]: each["at"] for each in self.source["areas"]}
        return round(great_circle(tuple(at[a]), tuple(at[b])))

    def river_between(self, a: str, b: str) -> str:
        """Return the name of the river that the straight way between two towns goes over, "" without one."""
        way = LineString([self.seats[a], self.seats[b]])
        rivers = self.source.get("rivers", [])
        return next((each["name"] for each in rivers if way.crosses(LineString(self.line(each["line"])))), "")


def great_circle(a: Place, b: Place) -> float:
    """Return how far two places (longitude, latitude in degrees) are from each other, in kilometres."""
    (lon_a, lat_a), (lon_b, lat_b) = a, b
    across = sin(radians(lon_b - lon_a) / 2) ** 2
    along = sin(radians(lat_b - lat_a) / 2) ** 2
    haversine = along + cos(radians(lat_a)) * cos(radians(lat_b)) * across
    return 2 * EARTH_RADIUS * asin(min(1.0, sqrt(haversine)))


def ashore(pieces: list[Polygon], town: Place) -> tuple[int, Place]:
    """Return the piece of land that a town stands on, by its number, and the town's place on it: a port that
    a rough coast leaves in the water is moved to the shore.
    """
    spot = Point(town)
    number = min(range(len(pieces)), key=lambda each: (pieces[each].distance(spot), each))
    if pieces[number].contains(spot):
        return number, town
    dry = nearest_points(pieces[number].buffer(-0.5), spot)[0]
    return number, (dry.x, dry.y)


def joined(parts: list[Polygon], towns: dict[str, Place]) -> Iterator[tuple[str, Polygon]]:
    """Whose each part is: its town's, or, for what a bay cut off from its town, that of the part with which
    it has the longest border.
    """
    found = {name: next(each for each in parts if each.covers(Point(town))) for name, town in towns.items()}
    yield from found.items()
    rest = [each for each in parts if each not in found.values()]
    while rest:
        length, number, name = max(
            (each.boundary.intersection(shape.boundary).length, number, name)
            for number, each in enumerate(rest)
            for name, shape in found.items()
        )
        part = rest.pop(number)
        if length:
            found[name] = cast("Polygon", found[name].union(part))  # they have a border in common
        yield name, part


def nearest(part: Polygon, towns: dict[str, Place]) -> str:
    """Return the town nearest to a part."""
    middle = part.representative_point()
    return min(towns, key=lambda name: (middle.distance(Point(towns[name])), name))


def bent_edge(a: Place, b: Place, bend: float, reach: float) -> list[Place]:
    """Return a line from a to b that wanders like a border, at most `bend` of `reach` km to a side, in steps
    of a tenth of that; the same two ends always give the same line.
    """
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length < reach / 10:
        return [a, b]
    ends = ",".join(f"{number:.3f}" for number in (*a, *b))
    share = int.from_bytes(sha256(ends.encode()).digest()[:4], "big") / 2**31 - 1
    push = share * bend * min(length, reach) / length
    middle = ((a[0] + b[0]) / 2 - (b[1] - a[1]) * push, (a[1] + b[1]) / 2 + (b[0] - a[0]) * push)
    middle = (round(middle[0], 1), round(middle[1], 1))
    return [*bent_edge(a, middle, bend, reach), *bent_edge(middle, b, bend, reach)[1:]]


def merged(parts: list[Polygon], smallest: float) -> list[Polygon]:
    """Parts joined to whole surfaces, the largest first, without specks of less than `smallest` km²."""
    joined = sorted(polygons_of(union_all(parts)), key=lambda each: -each.area)
    return [each for number, each in enumerate(joined) if number == 0 or each.area >= smallest]


def polygons_of(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a shape."""
    return [
        each for each in getattr(shape, "geoms", [shape]) if isinstance(each, Polygon) and not each.is_empty
    ]


def lines_of(shape: BaseGeometry) -> list[LineString]:
    """Return the lines of a shape, however deep they lie."""
    if isinstance(shape, LineString):
        return [] if shape.is_empty else [shape]
    return list(chain.from_iterable(lines_of(each) for each in getattr(shape, "geoms", [])))


def rings_of(shape: BaseGeometry) -> list[list[Place]]:
    """Return the rings of a shape, open and to 100 m; a hole is a ring in a ring."""
    rings = [ring for each in polygons_of(shape) for ring in (each.exterior, *each.interiors)]
    return [line_of(ring)[:-1] for ring in rings]


def line_of(line: Any) -> list[Place]:
    """Return the corners of a line to 100 m, none twice in a row."""
    corners = [rounded(each) for each in line.coords]
    return [corners[0], *(b for a, b in pairwise(corners) if a != b)]


def rounded(place: Place) -> Place:
    """Return a place to 100 m."""
    return (round(place[0], 1), round(place[1], 1))


def main(names: list[str]) -> None:
    """Build the maps of those names, all of them without a name."""
    for path in sorted(SOURCES.glob("*.toml")):
        if not names or path.stem in names:
            document = build(tomllib.loads(path.read_text(encoding="utf-8")))
            text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
            (MAPS / path.name).with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
