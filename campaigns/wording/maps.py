"""Maps, GeoJSON and the map editor: what is wrong with them."""

from __future__ import annotations


def area_twice(key: str) -> str:
    return f"“{key}” is used twice: each area needs its own"


LINK_TO_ITSELF = "is the same area: a link joins two areas"


def linked_twice(a: str, b: str, kind: str) -> str:
    return (
        f"{a} and {b} are linked twice by the same {kind}: "
        "remove one, or give it another kind or another name"
    )


TOO_SHORT = "needs at least {min_length}, but has {actual_length}"
TOO_LONG = "has more than {max_length}"


def full_of_faults(count: int) -> str:
    return f"has {count:,} faults: it cannot be a document of this kind"


NO_GEOMETRY = "is missing: a feature needs a geometry"


def not_supported(kind: str) -> str:
    return f"{kind} is not supported: use points, lines or polygons"


NOT_A_RING = "is not a ring: it needs three corners"
NOT_A_LINE = "is not a line: it needs two positions"
NOT_COORDINATES = "is not a list of coordinates"


def too_many_positions(most: int) -> str:
    return f"is too many: a map can have at most {most:,} positions"


NOT_A_POSITION = "is not a position: two numbers, longitude and latitude"


def not_a_number(name: str) -> str:
    return f"the {name} is not a number"


def not_on_earth(name: str) -> str:
    return f"the {name} is not a place on the earth, in degrees"


CROSSES_ITSELF = "its line crosses itself too often: fix it in a map program"


def area_no_more(key: str) -> str:
    return f"there is no area “{key}” any more"


NAME_NEW_FACTION = "type the name of the new faction"


def not_number_said(value: str) -> str:
    return f"“{value}” is not a number"


NOT_A_MAP = "is not a map document: a map is an object with areas and links"


def picture_too_large(kilobytes: int) -> str:
    return f"is larger than {kilobytes} kB: make it smaller first"


NOT_A_PICTURE = "is not a PNG, JPEG or WebP"

AREA_WITHOUT_NAME = "Area without a name"


def link_between(ends: str) -> str:
    return f"Link between {ends}"


THE_MAP = "The map"
ADD_AN_AREA = "add at least one area"
NAME_IT = "give it a name"
OUTSIDE_MAP = "lies outside the map"
NO_LINK = "has no link: nobody can march there"
FAR_OUTSIDE_OUTLINE = "is placed far outside its outline"


def severed(others: int) -> str:
    return f"and {others} more have no link to the rest of the map"


def not_a_place(said: str, number: int) -> str:
    return f"“{said}” (no. {number}) is not a place: write x,y in kilometres"


NOT_A_FEATURE_LINE = "is not a feature: write its kind first"
NOT_A_LINK = "is not a link: write the ids of two areas"
NOT_A_RIVER = "is not a river: write its name, a colon, its points"

NOT_A_COLLECTION = "is not a FeatureCollection, which a GeoJSON map has to be"
NO_AREAS = "is empty: a map needs at least one area"


def too_many_areas(count: int, most: int) -> str:
    return f"are too many ({count:,}): a map can have at most {most:,}"


NOT_A_FEATURE = "is not a Feature"
NOT_AN_OBJECT = "is not an object"


def none_of(names: str) -> str:
    return f"is none of {names}"


def no_geometry_for(role: str) -> str:
    return f"is not a geometry for {role}"


REACHES_TOO_FAR = "reach too far: a map cannot reach the poles"
