"""What scenarios say: the words of zones, and what is wrong with a document."""

from __future__ import annotations

from collections.abc import Sequence

# -- scenarios/frame.py

AREA_ON_MAP = "the area drawn on the map"


def block(width: float, depth: float) -> str:
    return f"a rectangle of {width:g} x {depth:g} cm"


def around(reach: float, name: str) -> str:
    return f"within {reach:g} cm of the {name}"


def inside(name: str) -> str:
    return f"in the {name}"


def along(deep: float, edge: str) -> str:
    return f"within {deep:g} cm of {edge}"


def around_point(radius: float) -> str:
    return f"within {radius:g} cm of the point on the map"


def around_centre(radius: float, name: str) -> str:
    return f"within {radius:g} cm of the centre of the {name}"


# -- scenarios/own.py


def value_of(value: int, variable: bool) -> str:
    return f"{value} FSP{' or more' if variable else ''}"


def at_most(most: Sequence[str]) -> str:
    return f"{' and '.join(most)} at most"


ALONG_OWN_EDGE = "Along the whole of the own table edge."


# -- scenarios/reading.py


NOT_A_LIST_OF_SCENARIOS = "must be a list of scenario documents"
NOT_A_SCENARIO = "must be a scenario document, an object"


def used_by_two(key: str) -> str:
    return f"{key!r} is used by two scenarios"


VALUES_WITHOUT_WORDS = "a variable scenario says what each of its values buys"
ONE_VALUE_ONLY = "only a variable scenario has several values: set variable = true"


def values_must_rise(value: int) -> str:
    return f"the values must rise one by one from value_fsp, which is {value}"


PLACE_MISSING = "is missing: give it, or across = true"


def not_terrain_before(terrain: str) -> str:
    return f"{terrain!r} is not terrain that stands before it in this scenario"


def needs_river(kind: str) -> str:
    return f"a {kind} lies on a river: name it"


def beyond_smallest_table(smallest: float) -> str:
    return f"reaches beyond the edges of the smallest table, {smallest:g} x {smallest:g} cm"


BUILDINGS_OF_VILLAGES = "a village, and nothing else, has 2 or 3 buildings"
NEEDS_EDGES_FIRST = "terrain off the middle line, or askew on it, needs edges_first = true"


def nobody_deploys(part: str) -> str:
    return f"nothing says where the {part} side deploys"


TURN_MISSING = "is missing: units that come late come in some turn"
ZONES_MISSING = "is missing: units are deployed in some zone"


def after_last_turn(turns: int) -> str:
    return f"is after the last turn, which is {turns}"


def no_zone_at(value: int) -> str:
    return f"none of them is open at the value of {value} FSP"


def last_step_takes_the_rest(part: str) -> str:
    return f"the last step of the {part} side must be for all or for the rest"


ONE_DEPTH_ONLY = "give either depth or depth_cm"
MUST_LIE_BEFORE_STOP = "must lie before stop"
NOT_CONVEX = "must be the corners of a convex area, one after the other"


def not_terrain(terrain: str) -> str:
    return f"{terrain!r} is not terrain of this scenario"


BELOW_VALUE_FROM = "must not be below value_from"


def not_an_objective(objective: str) -> str:
    return f"{objective!r} is not an objective of this scenario"


EDGES = {
    "own": "the own table edge",
    "enemy": "the enemy’s table edge",
    "left": "the western table edge",
    "right": "the eastern table edge",
}

UNREADABLE = {"missing": "is missing", "unexpected_keyword_argument": "is not a known field"}
