"""The map of a campaign: areas or points with links between them.

`{"format": "leaguer-campaign-map", "version": 1, "name": ..., "width": km, "height": km, "areas": [...],
"links": [...], "rivers": [...], "land": [...]}`. x runs to the east, y to the south, both in kilometres from
the north-west corner. An area has outlines (rings of corners); a point has none and is drawn as a town.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import cos, radians
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from campaigns.wording import documents, unknown
from campaigns.wording import maps as words
from rulesets.engine.errors import Fault, FaultyDocumentError, fault_of

FORMAT = "leaguer-campaign-map"
VERSION = 1
MAX_AREAS = 2000
MAX_LINKS = 8000
EARTH_RADIUS = 6371.0088
"""Of the earth, in kilometres."""
KM_A_DEGREE = radians(1) * EARTH_RADIUS

Key: TypeAlias = Annotated[str, StringConstraints(max_length=60, pattern=r"^[a-z0-9][a-z0-9-]*$")]
KeyOrNone: TypeAlias = Annotated[str, StringConstraints(max_length=60, pattern=r"^([a-z0-9][a-z0-9-]*)?$")]
Text: TypeAlias = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=120, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"),
]
Percent: TypeAlias = Annotated[int, Field(ge=0, le=100)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = Annotated[list[Point], Field(min_length=3, max_length=2000)]
Line: TypeAlias = Annotated[list[Point], Field(min_length=2, max_length=2000)]

Terrain = Literal["fields", "open", "hills", "mountains", "forest", "marsh", "steppe", "moor", "sea"]
FeatureKind = Literal["city", "fortress", "village", "ford", "bridge", "magazine", "port"]
LinkKind = Literal["road", "track", "crossing", "pass", "sea"]
LINK_KINDS: tuple[LinkKind, ...] = get_args(LinkKind)
USUAL_COSTS = (1, 2, 2, 3, 3)
"""What links cost by their kinds where rules say nothing else, to compare links that have no cost of their
own.
"""


class MapError(FaultyDocumentError):
    """A map cannot be read: every fault with its path."""

    document = "map"


class Strict(BaseModel):
    """A part of a document: unknown fields are faults, numbers are finite."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Feature(Strict):
    """Something that lies in an area. `strength`: of a fortress's walls, 0 for all else; `at`: where, if it
    is not drawn at the area's own place.
    """

    kind: FeatureKind
    name: Text = ""
    strength: Annotated[int, Field(ge=0, le=100)] = 0
    at: Point | None = None


class Area(Strict):
    """An area (with outlines) or a point of the map (without).

    `at`: its town, where its name and its forces are drawn. `owner`: the faction that holds it at the
    beginning, "" if nobody does; `home`: whose own country it is. `income` in the campaign's currency,
    `supply`: how many units it feeds, `victory` points for who holds it at the end.
    """

    id: Key
    name: Text
    terrain: Terrain = "fields"
    at: Point
    outlines: Annotated[list[Ring], Field(max_length=40)] = []
    features: Annotated[list[Feature], Field(max_length=12)] = []
    owner: KeyOrNone = ""
    home: KeyOrNone = ""
    income: Annotated[int, Field(ge=0, le=10_000)] = 0
    supply: Annotated[int, Field(ge=0, le=10_000)] = 10
    victory: Annotated[int, Field(ge=0, le=1000)] = 0

    def has(self, kind: FeatureKind) -> bool:
        """Whether it has such a feature."""
        return any(each.kind == kind for each in self.features)

    @property
    def walls(self) -> int:
        """The strength of its fortress, 0 without one."""
        return max((each.strength for each in self.features if each.kind == "fortress"), default=0)


class Link(Strict):
    """A way between two areas, for both directions. `cost` in march points, 0: what the rules give its kind;
    `km`: how long it is, 0: as the crow flies; `name`: of the road, river or strait.
    """

    a: Key
    b: Key
    kind: LinkKind = "road"
    cost: Annotated[float, Field(ge=0, le=100)] = 0
    km: Annotated[float, Field(ge=0, le=5000)] = 0
    name: Text = ""

    @property
    def key(self) -> str:
        """What it is called: both ends in the order of their ids."""
        return "~".join(sorted((self.a, self.b)))

    @property
    def haste(self) -> tuple[bool, float, int]:
        """What sorts links between the same two areas by which of them forces take."""
        order = LINK_KINDS.index(self.kind)
        return self.kind == "sea", self.cost or USUAL_COSTS[order], order

    def other(self, end: str) -> str:
        """Return the end that is not `end`."""
        return self.b if end == self.a else self.a


class River(Strict):
    """A river or a border to draw; it hinders nobody, links do."""

    name: Text = ""
    line: Line


class Projection(Strict):
    """Where the map lies on the earth: the longitude and latitude (degrees) of its north-west corner, and the
    latitude whose degree of longitude sets the scale from west to east.
    """

    west: Annotated[float, Field(ge=-180, le=180)]
    north: Annotated[float, Field(ge=-85, le=85)]
    parallel: Annotated[float, Field(ge=-85, le=85)]

    def to_km(self, place: Point) -> Point:
        """Return where a place (longitude, latitude in degrees) lies on the map, in km, to the metre."""
        lon, lat = place
        scale = KM_A_DEGREE * cos(radians(self.parallel))
        return (round((lon - self.west) * scale, 3), round((self.north - lat) * KM_A_DEGREE, 3))

    def to_degrees(self, place: Point) -> Point:
        """Return the longitude and latitude in degrees of a place on the map."""
        x, y = place
        scale = KM_A_DEGREE * cos(radians(self.parallel))
        return (round(self.west + x / scale, 9), round(self.north - y / KM_A_DEGREE, 9))


class CampaignMap(Strict):
    """The map document."""

    format: Literal["leaguer-campaign-map"] = "leaguer-campaign-map"
    version: Literal[1] = 1
    name: Text = ""
    width: Annotated[float, Field(gt=0, le=10_000)]
    height: Annotated[float, Field(gt=0, le=10_000)]
    projection: Projection | None = None
    land: Annotated[list[Ring], Field(max_length=400)] = []
    rivers: Annotated[list[River], Field(max_length=400)] = []
    areas: Annotated[list[Area], Field(min_length=1, max_length=MAX_AREAS)]
    links: Annotated[list[Link], Field(max_length=MAX_LINKS)] = []
    picture: Annotated[
        str, Field(max_length=3_000_000, pattern=r"^(data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]*)?$")
    ] = ""
    notes: Annotated[str, Field(max_length=5000)] = ""
    sources: Annotated[list[Annotated[str, Field(max_length=500)]], Field(max_length=40)] = []

    @model_validator(mode="after")
    def _joined(self) -> Self:
        """Ids are unique; links join two different areas that there are. Two areas may be joined by several
        links of different kinds, or of one kind and different names.
        """
        known: set[str] = set()
        for index, area in enumerate(self.areas):
            if area.id in known:
                raise MapError(Fault(f"areas[{index}].id", words.area_twice(area.id)))
            known.add(area.id)
        pairs: set[tuple[str, str, str]] = set()
        for index, link in enumerate(self.links):
            for end in ("a", "b"):
                if getattr(link, end) not in known:
                    raise MapError(Fault(f"links[{index}].{end}", unknown.area(getattr(link, end))))
            if link.a == link.b:
                raise MapError(Fault(f"links[{index}].b", words.LINK_TO_ITSELF))
            alike = (link.key, link.kind, link.name.casefold())
            if alike in pairs:
                raise MapError(Fault(f"links[{index}]", words.linked_twice(link.a, link.b, link.kind)))
            pairs.add(alike)
        return self

    @cached_property
    def by_id(self) -> Mapping[str, Area]:
        """The areas by their ids."""
        return {area.id: area for area in self.areas}

    @cached_property
    def ways(self) -> Mapping[str, Mapping[str, Link]]:
        """The links from each area, by the area at their other end: of several between two areas the one that
        forces take, over land before over sea, then the quickest.
        """
        found: dict[str, dict[str, Link]] = {area.id: {} for area in self.areas}
        for link in self.links:
            for start, goal in ((link.a, link.b), (link.b, link.a)):
                now = found[start].get(goal)
                if now is None or link.haste < now.haste:
                    found[start][goal] = link
        return found

    @cached_property
    def all_ways(self) -> Mapping[str, tuple[Link, ...]]:
        """All links from each area, those that run beside another too."""
        found: dict[str, list[Link]] = {area.id: [] for area in self.areas}
        for link in self.links:
            found[link.a].append(link)
            found[link.b].append(link)
        return {key: tuple(links) for key, links in found.items()}

    def to_json(self) -> dict[str, Any]:
        """Return the document as JSON values."""
        return self.model_dump(mode="json")


def read_map(value: Any) -> CampaignMap:
    """Return a map document; raises MapError with every fault and its path."""
    if isinstance(value, Mapping) and isinstance(value.get("version"), int) and value["version"] > VERSION:
        raise MapError(Fault("version", documents.newer_than_this(value["version"])))
    try:
        return CampaignMap.model_validate(value)
    except ValidationError as error:
        raise MapError(*faults_of(error)) from None


def faults_of(error: ValidationError) -> list[Fault]:
    """Return the faults that pydantic found, with their paths as they are written here (`areas[3].name`); one
    alone of a document that is full of them.
    """
    if (count := error.error_count()) > _TOO_MANY:
        return [Fault("", words.full_of_faults(count))]
    return [fault_of(each, _WORDS) for each in error.errors(include_url=False)]


_TOO_MANY = 2_000
_WORDS = {
    "too_short": words.TOO_SHORT,
    "too_long": words.TOO_LONG,
}
