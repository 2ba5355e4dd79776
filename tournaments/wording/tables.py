"""What is said of tables of tournaments, and the headings of those that are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

PLAYERS = ("Id", "Name", "Club", "Nation", "Team", "Allegiance", "Army book", "Rating")
PEOPLE = ("First person", "Second person")
PAIRINGS = ("Round", "Table", "First player", "Second player", "Scenario")
RESULTS = (
    "Round", "Table", "First player", "First score", "Second score", "Second player", "First points",
    "Second points", "Result",
)  # fmt: skip
BESIDE = {
    "losses": ("First losses", "Second losses"), "strength": ("First strength", "Second strength"),
    "objectives": ("First objectives", "Second objectives"), "winner": ("Winner",),
    "forfeit": ("No-show",), "goes_on": ("Goes through",),
}  # fmt: skip
SIDES: Mapping[int | str, str] = {0: "first", 1: "second"}
STANDINGS = ("Place", "Player", "Team", "Club", "Army book", "Points")
SHEETS = {"players": "Players", "pairings": "Pairings", "results": "Results", "standings": "Standings"}
BYES = {"bye": "bye", "half": "half a bye", "zero": "round off", "full": "full bye"}
NO_SHOW = "no battle"
NAME = "Name"

TOO_LARGE = "is larger than 2 MB, the most that a table may have"
TOO_MANY_ROWS = "has more than 2,000 rows"
OLD_WORKBOOK = "is an old Excel workbook: save it as XLSX or CSV"
NO_TABLE = "is neither CSV nor XLSX"
EMPTY = "is empty"
NO_PLAYERS = "has headings but no players"
NO_NAMES = "there is no heading Name (or First name and Last name)"
NO_RESULTS = "has no results"
NO_TABLES = "there is no heading Table, nor First player and Second player"
NO_SUCH_ROUND = "is no round that is published"
NO_SUCH_TABLE = "there is no such table in this round"
ANOTHER_TABLE = "these two do not play each other at this table"
TABLE_TWICE = "the result of this table is already in another row"
HAS_A_RESULT = "another result already counts at this table: change it on its page"
DISPUTED = "the players disagree: decide it on the page of the round"
HALF = "is missing: give the figures of both sides"
NAME_MISSING = "the name is missing"
OF_FIELDS = {
    "string_pattern_mismatch": "may only have letters from A to Z, digits, - and _",
    "float_parsing": "must be a number",
}
TWO_COLUMNS = "has the same meaning as another column: remove one of them"


def row(number: int) -> str:
    return f"row {number}"


def place(number: int, heading: str) -> str:
    return f"row {number}, {heading}"


def bad_csv(why: str) -> str:
    return f"cannot be read as CSV: {why}"


def damaged(why: str) -> str:
    return f"is a damaged or locked workbook ({why})"


def id_taken(key: str) -> str:
    return f"another player has the id “{key}”"


def name_taken(name: str) -> str:
    return f"“{name}” has already been entered"


def ignored(headings: Sequence[str]) -> str:
    return f"Columns not used: {', '.join(headings)}."


def nobody_called(name: str) -> str:
    return f"nobody here is called “{name}”"


def a_side(other: str) -> str:
    return f"must be first, second or {other}"


def taken(what: str, count: int) -> str:
    """Say how many players or results were read in."""
    return f"{count} {what if count != 1 else what[:-1]} entered."
