"""Campaign files and documents: what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import listed


def newer_than_this(version: str) -> str:
    return f"is {version}, newer than this Leaguer can read: update Leaguer"


NEEDS_MAP = "is missing: a campaign on a map needs one"


def used_twice(key: str) -> str:
    return f"“{key}” is used twice"


NEEDS_SCENE = "is empty: a story needs at least one scene"
TWO_FACTIONS_OR_NONE = "needs two factions, or none"


def no_campaigns_with(slug: str) -> str:
    return f"armies of “{slug}” cannot fight in a campaign"


NO_UNITS = "has no units"
TWO_BOOKS = "forces of two books cannot take the field as one army"


def command(number: int) -> str:
    """Name a command that has no name, nor its leader."""
    return f"Command {number}"


def nobody_left_to_fight(force: str) -> str:
    return f"{force} has nobody left who can fight"


def not_fields_of(kind: str) -> str:
    return f"its fields are not those of “{kind}”"


def file_too_large(megabytes: int) -> str:
    return f"is larger than {megabytes} MB, too large for a campaign"


NOT_A_CAMPAIGN = "is not a campaign"
NOT_OF_THE_MAP = "is not an area of the map"


def missing(key: str) -> str:
    return f"{key} is missing"


NAMES_NOTHING_KNOWN = "names factions or forces that do not exist"


def wrong_number(number: int, expected: int) -> str:
    return f"is {number} instead of {expected}"


NOT_AN_ENTRY = "is not an entry of a log"
ENTRY_CHANGED = "does not follow from the entry before it: the file was changed"
NOT_THE_PART_BEFORE = "does not match the part before it"
NOT_THE_SEED = "does not match the hash of the seed"
APPEARS_TWICE = "appears twice"


def turn_changed(turn: int) -> str:
    return f"turn {turn} was changed after it was sealed"


SEAL_CHANGED = "this is not the seal of the last turn: the file was changed after it was sealed"
PARTS_OF_FILE = {
    "document": "its beginning",
    "members": "its people",
    "orders": "its orders",
    "engagements": "its battles",
    "disclosures": "its entries of Fair play",
    "settings": "its name and settings",
}


def parts_changed(parts: Sequence[str]) -> str:
    return f"since the file was downloaded, somebody changed {listed(parts)}"


BEGINNING_UNREADABLE = "its beginning cannot be checked"
NOT_FROM_BEGINNING = "the first turn does not follow from the beginning"
NOT_FROM_LAST_TURN = "the present state does not follow from the last turn"


def turn_does_not_follow(turn: int) -> str:
    return f"turn {turn} does not follow from what happened before it"
