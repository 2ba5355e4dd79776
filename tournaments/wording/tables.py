"""What is said of tables of tournaments, and the headings of those that are made."""

from __future__ import annotations

from collections.abc import Sequence

PLAYERS = ("Id", "Name", "Club", "Nation", "Team", "Allegiance", "Army book", "Rating")
PEOPLE = ("First person", "Second person")
PAIRINGS = ("Round", "Table", "First player", "Second player", "Scenario")
RESULTS = (
    "Round", "Table", "First player", "First score", "Second score", "Second player", "First points",
    "Second points", "Result",
)  # fmt: skip
STANDINGS = ("Place", "Player", "Team", "Club", "Army book", "Points")
SHEETS = {"players": "Players", "pairings": "Pairings", "results": "Results", "standings": "Standings"}
BYES = {"bye": "bye", "half": "half a bye", "zero": "round off", "full": "full bye"}
NO_SHOW = "no battle"
NAME = "Name"

TOO_LARGE = "is larger than 2 MB, the most that a table of players may have"
TOO_MANY_ROWS = "has more than 2,000 players"
OLD_WORKBOOK = "is an old Excel workbook: save it as XLSX or CSV"
NO_TABLE = "is neither CSV nor XLSX"
EMPTY = "is empty"
NO_PLAYERS = "has headings but no players"
NO_NAMES = "there is no heading Name (or First name and Last name)"
NAME_MISSING = "the name is missing"
OF_FIELDS = {"string_pattern_mismatch": "may only have letters from A to Z, digits, - and _"}
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
