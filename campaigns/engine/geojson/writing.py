"""Writing a map as GeoJSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.engine.borders import mended
from campaigns.engine.maps import Area, CampaignMap, Point, Projection

OWN = "leaguer"
"""The collection's member that holds what GeoJSON has no place for."""

ROLE = "leaguer"
"""The property of a feature that says what it is on the map."""

NOWHERE = Projection(west=0, north=0, parallel=0)
"""Where a map is written that lies nowhere on the earth."""


Json = dict[str, Any]


def to_geojson(map: CampaignMap) -> Json:
    """Return the map as a FeatureCollection: areas, links, rivers, land, in their order."""
    writer = Writer(map.projection or NOWHERE)
    features = [writer.area(each) for each in map.areas]
    for link in map.links:
        ends = [map.by_id[end].at for end in (link.a, link.b)]
        features.append(writer.line("link", ends, link.model_dump(mode="json")))
    features += [writer.line("river", each.line, {"name": each.name}) for each in map.rivers]
    for ring in map.land:
        features.append(feature("land", {"type": "Polygon", "coordinates": [writer.ring(ring)]}, {}))
    own = map.model_dump(mode="json", exclude={"areas", "links", "rivers", "land"})
    return {"type": "FeatureCollection", OWN: own, "features": features}


class Writer:
    """Writes the parts of a map that lies on the earth as its projection says."""

    def __init__(self, projection: Projection) -> None:
        self.projection = projection

    def area(self, area: Area) -> Json:
        """Return an area: its outlines, or its place if it has none; where its town lies is a property."""
        properties = area.model_dump(mode="json", exclude={"outlines", "features", "at"}) | {"features": []}
        for each in area.features:
            at = None if each.at is None else self.place(each.at)
            properties["features"].append(each.model_dump(mode="json") | {"at": at})
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

    def line(self, role: str, line: Sequence[Point], properties: Json) -> Json:
        """Return a river, or a link as the straight line between its ends."""
        places = [self.place(each) for each in line]
        return feature(role, {"type": "LineString", "coordinates": places}, properties)

    def ring(self, ring: Sequence[Point]) -> list[list[float]]:
        """Return a ring, closed as GeoJSON wants it."""
        return [self.place(each) for each in (*ring, ring[0])]

    def place(self, place: Sequence[float]) -> list[float]:
        """Return a place in degrees."""
        return list(self.projection.to_degrees((place[0], place[1])))


def feature(role: str, geometry: Json, properties: Json) -> Json:
    """Return a feature of the collection."""
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
    # Each outer ring, and the rings that it is the first to lie around; a ring in a hole counts as one.
    groups = {index: [index] for index, found in enumerate(around) if not found}
    for inner, found in enumerate(around):
        if found:
            groups[next((each for each in found if each in groups), min(groups))].append(inner)
    return list(groups.values())
