"""What the papers of a tournament say."""

from __future__ import annotations

from fractions import Fraction

from rulesets.engine.wording import capfirst, counted, ordinal
from tournaments.wording.commands import points

ATTACHED = "The tournament: settings, players and rounds"
NAMELESS = "Tournament"
BYE = "Bye"
CHECK_IN = "QR code: check in"
TEAMS, PLAYERS = "Teams", "Players"
ONESELF = "×"
NOTHING = "–"
MINUS = "−"
_LETTERS = {"win": "W", "draw": "D", "loss": "L"}


def no_round(wanted: int, last: int) -> str:
    if last == 0:
        return "No round has been paired yet."
    return f"There is no round {wanted}: the last one paired is round {last}."


def standings_after(number: int) -> str:
    return f"Standings after round {number}" if number else "Standings before the first round"


def cross_after(number: int) -> str:
    return f"Cross table after round {number}" if number else "Cross table"


def group(key: str) -> str:
    """Name a group that players belong to, as the head of a column."""
    return {"book": "Army book"}.get(key, capfirst(key))


def way_to_table(table: int) -> str:
    return f"QR code: report the result of table {table}"


def figure(value: Fraction | None) -> str:
    """Write the value of a tie-break, nothing where there is none."""
    return "" if value is None else points(value).replace("-", MINUS)


def met(opponent: int | None, outcome: str, won: str, *, played: bool) -> str:
    """Write a round in a cross table: `12 W 3`, in brackets if there was no battle."""
    if opponent is None:
        return f"bye {won}"
    found = f"{opponent} {_LETTERS[outcome]} {won}"
    return found if played else f"({found})"


def place(rank: int, players: int, *, champion: bool = False) -> str:
    found = f"{ordinal(rank)} place of {players}"
    return f"Champion, {found}" if champion else found


def points_won(worth: Fraction) -> str:
    number = points(worth)
    return counted(worth.numerator, "point") if worth.denominator == 1 else f"{number} points"


def no_such_player(key: str) -> str:
    return f"There is no player “{key}” in this tournament."


def cannot_write(output: str, why: str) -> str:
    return f"{output}: cannot be written: {why}"
