"""Reading GeoJSON as a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from campaigns.engine import borders
from campaigns.engine.geojson import lighter
from campaigns.engine.geojson.common import NOWHERE, OWN, ROLE
from campaigns.engine.geojson.geometry import Positions, Shape
from campaigns.engine.geojson.named import Names, said
from campaigns.engine.maps import CampaignMap, FeatureKind, MapError, Point, Projection, read_map
from campaigns.engine.projections import degrees_of, to_km
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
        """Adds a part to the list `name` of the document."""
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
    """The map that a GeoJSON document makes; areas that share `least` km of border are linked, if the file
    tells no links. Raises MapError with every fault and its path in the file.
    """
    collection = _collection(value)
    parts = _parts(collection["features"])
    own = collection.get(OWN)
    sheet = Sheet(_written_frame(own) if isinstance(own, Mapping) else _frame(parts, collection))
    try:
        projection = _projection(sheet.document)
        _fill(sheet, parts, projection, own=isinstance(own, Mapping))
        if not isinstance(own, Mapping):
            _link_neighbours(sheet, least)
        return read_map(sheet.document)
    except MapError as error:
        raise MapError(*(Fault(sheet.path(each.path), each.message) for each in error.faults)) from None


def _collection(value: Any) -> Mapping[str, Any]:
    """The FeatureCollection that a value is, with features in it."""
    if not isinstance(value, Mapping) or value.get("type") != "FeatureCollection":
        raise MapError(Fault("type", "is no FeatureCollection: a map as GeoJSON is one"))
    features = value.get("features")
    if not isinstance(features, list) or not features:
        raise MapError(Fault("features", "is empty: a map needs an area"))
    if len(features) > MAX_FEATURES:
        raise MapError(Fault("features", f"are {len(features):,}: a map may have {MAX_FEATURES:,} of them"))
    return value


def _parts(features: list[Any]) -> list[Part]:
    """The features of a file, read; all faults at once."""
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
        raise MapError(Fault(path, "is no Feature"))
    properties = value.get("properties")
    if properties is not None and not isinstance(properties, Mapping):
        raise MapError(Fault(f"{path}.properties", "is no object"))
    properties = {"id": value.get("id")} | dict(properties or {})
    shape = positions.shape(value.get("geometry"), f"{path}.geometry")
    if properties.get("at") is not None:
        properties["at"] = positions.position(properties["at"], f"{path}.properties.at")
    return Part(index, _role(properties, shape, path), shape, properties)


def _role(properties: Mapping[str, Any], shape: Shape, path: str) -> Role:
    """What a feature is on the map: what it says, else what its geometry suggests."""
    role = properties.get(ROLE)
    if role not in (None, *get_args(Role)):
        raise MapError(Fault(f"{path}.properties.{ROLE}", f"is none of {', '.join(get_args(Role))}"))
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
        raise MapError(Fault(f"{path}.geometry", f"is no geometry for {role}"))
    return fitting[0] if role is None else role


def _written_frame(own: Mapping[str, Any]) -> Json:
    """What one of our own files says of its map as a whole."""
    return {key: value for key, value in own.items() if key not in ("areas", "links", "rivers", "land")}


def _frame(parts: list[Part], collection: Mapping[str, Any]) -> Json:
    """The size of a map that says none: around everything in the file."""
    places = [place for part in parts for place in _places(part.shape)]
    west, east = min(lon for lon, _ in places), max(lon for lon, _ in places)
    south, north = min(lat for _, lat in places), max(lat for _, lat in places)
    margin = max(0.02 * max(east - west, north - south), degrees_of(1))
    if north + margin > 85 or south - margin < -85 or east - west > 180 or west - margin > 180:
        raise MapError(Fault("features", "reach too far: a map is a part of the earth away from the poles"))
    middle = round((north + south) / 2, 3)
    projection = Projection(west=max(-180, west - margin), north=north + margin, parallel=middle)
    width, height = to_km(projection, (east + margin, south - margin))
    name = collection.get("name")
    return {
        "name": name if isinstance(name, str) else "",
        "width": width,
        "height": height,
        "projection": projection.model_dump(),
    }


def _places(shape: Shape) -> Iterator[Point]:
    if shape.point is not None:
        yield shape.point
    for each in (*shape.lines, *shape.rings):
        yield from each


def _projection(document: Json) -> Projection:
    """Where the map lies; raises MapError if the document says it wrongly."""
    properties = document.get("projection")
    empty = {"width": 1, "height": 1, "areas": [{"id": "x", "name": "", "at": (0, 0)}]}
    return read_map(empty | {"projection": properties}).projection or NOWHERE


def _fill(sheet: Sheet, parts: list[Part], projection: Projection, *, own: bool) -> None:
    """Puts the parts of the file into the document, in kilometres."""
    names, mending = Names(own=own), lighter.Mending()
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
        lighter.lighten(sheet.document)


def _line(places: list[Point], projection: Projection) -> list[Point]:
    return [to_km(projection, each) for each in places]


def _area(part: Part, projection: Projection, names: Names) -> Json:
    """An area of the document."""
    rings = [_line(each, projection) for each in part.shape.rings]
    order = part.properties.get("order")
    if isinstance(order, list) and sorted(order, key=str) == sorted(range(len(rings)), key=str):
        rings = [ring for _, ring in sorted(zip(order, rings, strict=True), key=lambda each: int(each[0]))]
    value: Json = {key: part.properties[key] for key in AREA_FIELDS if part.properties.get(key) is not None}
    for key in ("owner", "home"):
        if key in value:
            value[key] = names.key(value[key])
    name = names.name(part.properties, part.index)
    at = part.shape.point or part.properties.get("at")
    place = to_km(projection, at) if at is not None else lighter.middle(rings)
    return value | {
        "id": names.unique(part.properties.get("id"), name), "name": name, "at": place, "outlines": rings,
        "features": list(_features(part, projection)),
    }  # fmt: skip


def _features(part: Part, projection: Projection) -> Iterator[Any]:
    """The features that an area tells in its properties, their places in kilometres."""
    properties = part.properties.get("features")
    for index, each in enumerate(properties if isinstance(properties, list) else []):
        if isinstance(each, Mapping) and each.get("at") is not None:
            at = Positions().position(each["at"], f"{part.path}.properties.features[{index}].at")
            yield dict(each) | {"at": to_km(projection, at)}
        else:
            yield each


def _feature(sheet: Sheet, part: Part, projection: Projection, names: Names) -> None:
    """A city, a ford ...: it belongs to the area that it lies in; without one, it is an area itself."""
    assert part.shape.point is not None
    place = to_km(projection, part.shape.point)
    value: Json = {"kind": part.properties.get("kind"), "name": said(part.properties, "name"), "at": place}
    if part.properties.get("strength") is not None:
        value["strength"] = part.properties["strength"]
    found = next((each for each in sheet.document.get("areas", []) if lighter.holds(each, place)), None)
    if found is None:
        area = _area(part, projection, names)
        area["features"].append(value | {"at": None})
        sheet.add("areas", area, part)
    else:
        found["features"].append(value)


def _link_neighbours(sheet: Sheet, least: float) -> None:
    """Links areas that share a border, unless the file tells links."""
    if "links" in sheet.document:
        return
    outlines = {each["id"]: each["outlines"] for each in sheet.document.get("areas", []) if each["outlines"]}
    pairs = borders.neighbours(outlines, least)
    sheet.document["links"] = [{"a": a, "b": b, "kind": "track"} for a, b, _ in pairs]
