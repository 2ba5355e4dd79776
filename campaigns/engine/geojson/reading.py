"""Reading GeoJSON as a map, with the names and ids of what a file from anywhere holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import degrees
from typing import Any, Literal, get_args

from campaigns.engine import borders
from campaigns.engine.geojson.geometry import Mending, Positions, Shape, holds, lighten, middle
from campaigns.engine.geojson.writing import NOWHERE, OWN, ROLE
from campaigns.engine.maps import (
    EARTH_RADIUS,
    CampaignMap,
    FeatureKind,
    MapError,
    Point,
    Projection,
    read_map,
)
from campaigns.wording import maps as words
from rulesets.engine.errors import Fault

MAX_FEATURES = 20_000
MAX_FAULTS = 50
AREA_FIELDS = ("terrain", "owner", "home", "income", "supply", "victory")
LINK_FIELDS = ("a", "b", "kind", "cost", "km", "name")
Role = Literal["area", "link", "river", "land", "feature"]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A feature of the file: where it stands there, what it is on the map, its shape in degrees, its
    properties.
    """

    index: int
    role: Role
    shape: Shape
    properties: Mapping[str, Any]

    @property
    def path(self) -> str:
        """Its path in the file."""
        return f"features[{self.index}]"


@dataclass(slots=True)
class Sheet:
    """A map in the making: its document, and which feature of the file each part of it is from."""

    document: Json
    sources: dict[str, list[int]] = field(default_factory=dict)

    def add(self, name: str, value: Any, part: Part) -> None:
        """Add a part to the list `name` of the document."""
        self.document.setdefault(name, []).append(value)
        self.sources.setdefault(name, []).append(part.index)

    def path(self, path: str) -> str:
        """Where in the file it stands what the document has at `path`."""
        if path.startswith("features"):
            return path
        head, bracket, rest = path.partition("[")
        number, _, inner = rest.partition("]")
        if not bracket or head not in self.sources:
            return f"{OWN}.{path}" if path else OWN
        feature = f"features[{self.sources[head][int(number)]}]"
        if inner.startswith((".outlines", ".line", ".at")) or not inner:
            return f"{feature}.geometry" if inner else feature
        return f"{feature}.properties{inner}"


def read_geojson(value: Any, least: float = borders.LEAST_BORDER) -> CampaignMap:
    """Return the map that a GeoJSON document makes; areas that share `least` km of border are linked, if the
    file gives no links. Raises MapError with every fault and its path in the file.
    """
    collection = _collection(value)
    parts = _parts(collection["features"])
    own = collection.get(OWN)
    if isinstance(own, Mapping):
        lists = ("areas", "links", "rivers", "land")
        sheet = Sheet({key: each for key, each in own.items() if key not in lists})
    else:
        sheet = Sheet(_frame(parts, collection))
    try:
        projection = _projection(sheet.document)
        _fill(sheet, parts, projection, own=isinstance(own, Mapping))
        if not isinstance(own, Mapping) and "links" not in sheet.document:
            areas = sheet.document.get("areas", [])
            outlines = {each["id"]: each["outlines"] for each in areas if each["outlines"]}
            pairs = borders.neighbours(outlines, least)
            sheet.document["links"] = [{"a": a, "b": b, "kind": "track"} for a, b, _ in pairs]
        return read_map(sheet.document)
    except MapError as error:
        raise MapError(*(Fault(sheet.path(each.path), each.message) for each in error.faults)) from None


def _collection(value: Any) -> Mapping[str, Any]:
    """Return the FeatureCollection that a value is, with features in it."""
    if not isinstance(value, Mapping) or value.get("type") != "FeatureCollection":
        raise MapError(Fault("type", words.NOT_A_COLLECTION))
    features = value.get("features")
    if not isinstance(features, list) or not features:
        raise MapError(Fault("features", words.NO_AREAS))
    if len(features) > MAX_FEATURES:
        raise MapError(Fault("features", words.too_many_areas(len(features), MAX_FEATURES)))
    return value


def _parts(features: list[Any]) -> list[Part]:
    """Return the features of a file, read; all faults at once."""
    positions, faults, parts = Positions(), list[Fault](), list[Part]()
    for index, each in enumerate(features):
        try:
            parts.append(_part(index, each, positions))
        except MapError as error:
            faults += error.faults
        if len(faults) >= MAX_FAULTS or positions.left < 0:
            break
    if faults:
        raise MapError(*faults)
    return parts


def _part(index: int, value: Any, positions: Positions) -> Part:
    path = f"features[{index}]"
    if not isinstance(value, Mapping) or value.get("type") != "Feature":
        raise MapError(Fault(path, words.NOT_A_FEATURE))
    properties = value.get("properties")
    if properties is not None and not isinstance(properties, Mapping):
        raise MapError(Fault(f"{path}.properties", words.NOT_AN_OBJECT))
    properties = {"id": value.get("id")} | dict(properties or {})
    shape = positions.shape(value.get("geometry"), f"{path}.geometry")
    if properties.get("at") is not None:
        properties["at"] = positions.position(properties["at"], f"{path}.properties.at")
    return Part(index, _role(properties, shape, path), shape, properties)


def _role(properties: Mapping[str, Any], shape: Shape, path: str) -> Role:
    """Return what a feature is on the map: what it says, else what its geometry suggests."""
    role = properties.get(ROLE)
    if role not in (None, *get_args(Role)):
        raise MapError(Fault(f"{path}.properties.{ROLE}", words.none_of(", ".join(get_args(Role)))))
    fitting: tuple[Role, ...]
    if shape.lines:
        fitting = ("link", "river") if {"a", "b"} <= properties.keys() else ("river", "link")
    elif shape.rings:
        fitting = ("area", "land")
    else:
        fitting = (
            ("feature", "area") if properties.get("kind") in get_args(FeatureKind) else ("area", "feature")
        )
    if role is not None and role not in fitting:
        raise MapError(Fault(f"{path}.geometry", words.no_geometry_for(role)))
    return fitting[0] if role is None else role


def _frame(parts: list[Part], collection: Mapping[str, Any]) -> Json:
    """Return the size of a map that says none: around everything in the file."""
    shapes = [part.shape for part in parts]
    places = [place for each in shapes for line in (*each.lines, *each.rings) for place in line]
    places += [each.point for each in shapes if each.point is not None]
    west, east = min(lon for lon, _ in places), max(lon for lon, _ in places)
    south, north = min(lat for _, lat in places), max(lat for _, lat in places)
    margin = max(0.02 * max(east - west, north - south), degrees(1 / EARTH_RADIUS))
    if north + margin > 85 or south - margin < -85 or east - west > 180 or west - margin > 180:
        raise MapError(Fault("features", words.REACHES_TOO_FAR))
    middle = round((north + south) / 2, 3)
    projection = Projection(west=max(-180, west - margin), north=north + margin, parallel=middle)
    width, height = projection.to_km((east + margin, south - margin))
    name = collection.get("name")
    return {
        "name": name if isinstance(name, str) else "",
        "width": width,
        "height": height,
        "projection": projection.model_dump(),
    }


def _projection(document: Json) -> Projection:
    """Where the map lies; raises MapError if the document says it wrongly."""
    properties = document.get("projection")
    empty = {"width": 1, "height": 1, "areas": [{"id": "x", "name": "", "at": (0, 0)}]}
    return read_map(empty | {"projection": properties}).projection or NOWHERE


def _fill(sheet: Sheet, parts: list[Part], projection: Projection, *, own: bool) -> None:
    """Put the parts of the file into the document, in kilometres."""
    names, mending = Names(own=own), Mending()
    for part in parts:
        for ring in () if own else part.shape.rings:
            mending.expect(ring, f"{part.path}.geometry")
        if part.role == "area":
            sheet.add("areas", _area(part, projection, names), part)
        elif part.role == "river":
            for line in part.shape.lines:
                sheet.add(
                    "rivers", {"name": said(part.properties, "name"), "line": _line(line, projection)}, part
                )
        elif part.role == "land":
            for ring in part.shape.rings:
                sheet.add("land", _line(ring, projection), part)
        elif part.role == "link":
            value = {key: part.properties[key] for key in LINK_FIELDS if part.properties.get(key) is not None}
            sheet.add("links", value, part)
    for part in parts:
        if part.role == "feature":
            _feature(sheet, part, projection, names)
    if not own:
        lighten(sheet.document)


def _line(places: list[Point], projection: Projection) -> list[Point]:
    return [projection.to_km(each) for each in places]


def _area(part: Part, projection: Projection, names: Names) -> Json:
    """Return an area of the document."""
    rings = [_line(each, projection) for each in part.shape.rings]
    order = part.properties.get("order")
    if isinstance(order, list) and sorted(order, key=str) == sorted(range(len(rings)), key=str):
        rings = [ring for _, ring in sorted(zip(order, rings, strict=True), key=lambda each: int(each[0]))]
    value: Json = {key: part.properties[key] for key in AREA_FIELDS if part.properties.get(key) is not None}
    for key in ("owner", "home"):
        if key in value:
            value[key] = names.key(value[key])
    given = part.properties.get("features")
    features = list(given) if isinstance(given, list) else []
    for index, each in enumerate(features):
        if isinstance(each, Mapping) and each.get("at") is not None:
            spot = Positions().position(each["at"], f"{part.path}.properties.features[{index}].at")
            features[index] = {**each, "at": projection.to_km(spot)}
    name = names.name(part.properties, part.index)
    at = part.shape.point or part.properties.get("at")
    place = projection.to_km(at) if at is not None else middle(rings)
    return value | {
        "id": names.unique(part.properties.get("id"), name), "name": name, "at": place, "outlines": rings,
        "features": features,
    }  # fmt: skip


def _feature(sheet: Sheet, part: Part, projection: Projection, names: Names) -> None:
    """Put a city, a ford ... into the area that it lies in; without one it is an area itself."""
    assert part.shape.point is not None
    place = projection.to_km(part.shape.point)
    value: Json = {"kind": part.properties.get("kind"), "name": said(part.properties, "name"), "at": place}
    if part.properties.get("strength") is not None:
        value["strength"] = part.properties["strength"]
    found = next((each for each in sheet.document.get("areas", []) if holds(each, place)), None)
    if found is None:
        area = _area(part, projection, names)
        area["features"].append(value | {"at": None})
        sheet.add("areas", area, part)
    else:
        found["features"].append(value)


NAMES = ("name", "NAME", "Name", "name_en", "NAME_EN", "title")
MOST = 60
UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Names:
    """Names and ids of areas: those of our `own` files as they are, others made to fit."""

    def __init__(self, *, own: bool) -> None:
        self.own = own
        self.taken: set[str] = set()

    def name(self, properties: Mapping[str, Any], index: int) -> str:
        """Return what a feature is called, a number if nothing says it."""
        if self.own:
            return said(properties, "name")
        return next((shown for key in NAMES if (shown := said(properties, key))), f"Area {index + 1}")

    def unique(self, value: Any, name: str) -> Any:
        """Return the id of an area, which no other has."""
        if self.own:
            return value
        found = wanted = self.key(value) or self.key(name) or "area"
        number = 1
        while found in self.taken:
            number += 1
            found = f"{wanted[: MOST - 8]}-{number}"
        self.taken.add(found)
        return found

    def key(self, value: Any) -> Any:
        """Return an id made of a name or number."""
        if self.own:
            return value
        shown = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        plain = unicodedata.normalize("NFKD", shown[:400].replace("ł", "l").replace("Ł", "L"))
        return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-")[:MOST]


def said(properties: Mapping[str, Any], key: str) -> str:
    """Return a property as text, without what no text may hold."""
    value = properties.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    shown = str(value) if isinstance(value, str) or abs(value) < 10**30 else ""
    return UNWRITABLE.sub(" ", shown).strip()[:120].strip()
