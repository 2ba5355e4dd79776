"""Sentences of set-ups, of deployment, and of the ground that dice give."""

from __future__ import annotations

from collections.abc import Sequence

# -- what a battle is set up with -------------------------------------------------------------------

NO_PIECES = "pieces of terrain are not for a map of hexes: give a scenario"
NO_SUCH_OPTION = "is not an option: choose from scenario, losses"
OTHER_LIST = "is not the list of the scenario"
NO_DOCUMENT = "must be the document of a scenario"
GENERAL_MISSING = "is missing: every group of a battle has a General (SN-1.1.a)"
NOBODY_TO_FIGHT = "have no stands: there is nobody to fight with"
THE_SCENARIO = "the scenario"


def whole_number_of(what: str) -> str:
    return f"must be a whole number of {what}"


def not_in_book(entry: str, book: str) -> str:
    return f"{entry!r} is not a stand of {book}"


def too_few_hexes(room: int, stands: int) -> str:
    return f"has room for {room} stands a side, too few for {stands}"


def armies_not_taken(scenario: str, why: object) -> str:
    return f"{scenario} does not take these armies: {why}"


def group(number: int) -> str:
    return f"Group {number}"


def general_of(name: str) -> str:
    return f"the General of {name}"


def sides(one: str, other: str) -> str:
    return f"{one} and {other}"


# -- deployment -------------------------------------------------------------------------------------

DEPLOY_WHICH = "Which group do you deploy now?"
WHO_DEPLOYS_FIRST = "Who deploys first"


def lower_modifiers(mine: int, theirs: int) -> str:
    return f"its Generals’ modifiers come to {mine:+d}, the enemy’s to {theirs:+d}"


def lower_die(mine: int, theirs: int) -> str:
    return f"{mine} against {theirs}"


def draw_up(name: str) -> str:
    return f"Draw up {name} in line"


def draw_up_others(number: int) -> str:
    return f"Draw up the other {number}"


def place_where(stand: str) -> str:
    return f"{stand}: place it where?"


def place_facing(place: str, facing: str) -> str:
    return f"{place}, facing {facing}"


def general_with_which(general: str) -> str:
    return f"Which stand is {general} with?"


def with_stand(stand: str) -> str:
    return f"With {stand}"


def arrives(stand: str, place: str, facing: str) -> str:
    return f"{stand} arrives in {place}, facing {facing}"


# -- ground that dice give --------------------------------------------------------------------------

PIECES = {
    "village": "a village", "marsh": "a marsh", "rough": "rough ground", "woods": "a wood", "hill": "a hill",
    "enclosures": "enclosed fields", "ridge": "a steep hill", "": "open ground",
}  # fmt: skip
STREAM = "a stream with fords"
RIVER = "a river with fords"
ROAD = "a road"

SIZE_AND_PLACE = "Its size and place"
STREAM_OR_ROAD = "Stream or road"
STREAM_AND_ROAD = "stream and road"
NEITHER = "neither"
WHERE_IT_RUNS = "Where it runs"

_THIRDS: Sequence[str] = ("on the left", "in the middle", "on the right")


def ground_in(third: int) -> str:
    return f"Ground {_THIRDS[third]}"


def around(place: str) -> str:
    return f"around {place}"
