"""Writing a map as GeoJSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from campaigns.engine.borders import mended
from campaigns.engine.geojson.common import NOWHERE, OWN, ROLE
from campaigns.engine.maps import Area, CampaignMap, Link, Point, Projection, River
from campaigns.engine.projections import to_degrees

Json = dict[str, Any]


def to_geojson(map: CampaignMap) -> Json:
    """The map as a FeatureCollection: areas, links, rivers, land, in their order."""
    writer = Writer(map.projection or NOWHERE)
    features = [
        *(writer.area(each) for each in map.areas),
        *(writer.link(each, map) for each in map.links),
        *(writer.river(each) for each in map.rivers),
        *(writer.land(each) for each in map.land),
    ]
    own = map.model_dump(mode="json", exclude={"areas", "links", "rivers", "land"})
    return {"type": "FeatureCollection", OWN: own, "features": features}


class Writer:
    """Writes the parts of a map that lies on the earth as its projection says."""

    def __init__(self, projection: Projection) -> None:
        self.projection = projection

    def area(self, area: Area) -> Json:
        """An area: its outlines, or its place if it has none; where its town lies is a property."""
        properties = area.model_dump(mode="json", exclude={"outlines", "features", "at"})
        properties["features"] = [self.feature_json(each.model_dump(mode="json")) for each in area.features]
        if not area.outlines:
            geometry = {"type": "Point", "coordinates": self.place(area.at)}
            return feature("area", geometry, properties)
        groups = polygons_of(area.outlines)
        order = [index for group in groups for index in group]
        if order != sorted(order):
            properties["order"] = order
        polygons = [[self.ring(area.outlines[index]) for index in group] for group in groups]
        geometry = {"type": "MultiPolygon", "coordinates": polygons}
        return feature("area", geometry, properties | {"at": self.place(area.at)})

    def feature_json(self, value: Json) -> Json:
        """A feature of an area; its place, if it has one of its own, in degrees."""
        return value | {"at": self.place(value["at"]) if value["at"] is not None else None}

    def link(self, link: Link, map: CampaignMap) -> Json:
        """A link: the straight line between its ends."""
        ends = [self.place(map.by_id[end].at) for end in (link.a, link.b)]
        return feature("link", {"type": "LineString", "coordinates": ends}, link.model_dump(mode="json"))

    def river(self, river: River) -> Json:
        """A river."""
        line = [self.place(each) for each in river.line]
        return feature("river", {"type": "LineString", "coordinates": line}, {"name": river.name})

    def land(self, ring: Sequence[Point]) -> Json:
        """A piece of land."""
        return feature("land", {"type": "Polygon", "coordinates": [self.ring(ring)]}, {})

    def ring(self, ring: Sequence[Point]) -> list[list[float]]:
        """A ring, closed as GeoJSON wants it."""
        return [self.place(each) for each in (*ring, ring[0])]

    def place(self, place: Sequence[float]) -> list[float]:
        """A place in degrees."""
        return list(to_degrees(self.projection, (place[0], place[1])))


def feature(role: str, geometry: Json, properties: Json) -> Json:
    """A feature of the collection."""
    return {"type": "Feature", "geometry": geometry, "properties": {ROLE: role} | properties}


def polygons_of(rings: Sequence[Sequence[Point]]) -> list[list[int]]:
    """Which rings make which polygon, by their numbers: each outer one, and after it the holes in it."""
    if len(rings) == 1:
        return [[0]]
    shapes = [mended(each) for each in rings]
    sizes = [(-each.area, index) for index, each in enumerate(shapes)]
    around = [
        [other for other in range(len(rings)) if sizes[other] < sizes[index] and shapes[other].contains(each)]
        for index, each in enumerate(shapes)
    ]
    outer = [index for index, found in enumerate(around) if not found]
    return list(_with_holes(outer, around))


def _with_holes(outer: list[int], around: list[list[int]]) -> Iterator[list[int]]:
    """Each outer ring, and the rings that it is the first to lie around; a ring in a hole counts as one."""
    for index in outer:
        yield [
            index,
            *(inner for inner, found in enumerate(around) if found and _first(found, outer) == index),
        ]


def _first(found: list[int], outer: list[int]) -> int:
    return next((each for each in found if each in outer), outer[0])
