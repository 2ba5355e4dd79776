"""What is said of tables of tournaments, and the headings of those that are made."""

from __future__ import annotations

from collections.abc import Sequence

PLAYERS = ("Id", "Name", "Club", "Nation", "Team", "Allegiance", "Army book", "Rating")
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

TOO_LARGE = "is too large: a table of players has at most 2 MB"
TOO_MANY_ROWS = "has more than 2,000 players"
OLD_WORKBOOK = "is an old Excel workbook: save it as XLSX or CSV"
NO_TABLE = "is neither CSV nor XLSX"
EMPTY = "is empty"
NO_PLAYERS = "has headings, but no players"
NO_NAMES = "needs headings, one of which is Name (or First name and Last name)"
TWO_COLUMNS = "says the same as another column: leave one of them out"


def row(number: int) -> str:
    return f"row {number}"


def place(number: int, heading: str) -> str:
    return f"row {number}, {heading}"


def bad_csv(why: str) -> str:
    return f"cannot be read as CSV: {why}"


def damaged(why: str) -> str:
    return f"is a damaged or locked workbook ({why})"


def id_taken(key: str) -> str:
    return f"“{key}” is the id of another player"


def name_taken(name: str) -> str:
    return f"“{name}” is entered already"


def ignored(headings: Sequence[str]) -> str:
    return f"Columns that were left out: {', '.join(headings)}."
