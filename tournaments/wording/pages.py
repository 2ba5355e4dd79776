"""What the pages of tournaments say that templates do not."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.wording.commands import points

if TYPE_CHECKING:
    from tournaments.engine.document import Result

BYES = {"bye": "has a bye", "half": "asked for a bye", "zero": "does not play", "full": "has a bye"}
STATES = {
    "before": "Not started",
    "proposed": "Round {number} is proposed, not published",
    "running": "Round {number} is being played",
    "between": "Round {number} is over",
    "over": "Finished",
}
FIGURES = {
    "scores": "Score", "losses": "Losses", "strength": "Strength before the battle",
    "objectives": "Objectives",
}  # fmt: skip
BY_HAND = "An organiser made this pairing by hand."
SAVED = "The settings are saved."
ENTERED = "You are entered."
ON_THE_WAITING_LIST = "All places are taken. You are on the waiting list."
CLAIMED = "You play as {name}."
TOO_LONG = "A name, club or army book has at most 120 letters."
NOT_AN_OBJECT = "Write the settings as one JSON object, in braces."
NO_TEAM_LINE = "Write one team on each line."
NO_TEAM_NAME = "The team has no name."
NO_LINE = "Write one player on each line."


def result(found: Result, names: tuple[str, str]) -> str:
    """Say a result in the order of the pairing."""
    return _result(found, names, ("", ""))


def reported(found: Result, names: tuple[str, str]) -> str:
    """Say a result with both names beside their scores: whoever reads it may be either."""
    return _result(found, names, names)


def _result(found: Result, names: tuple[str, str], beside: tuple[str, str]) -> str:
    if found.forfeit == "both":
        return "neither appeared"
    if found.forfeit is not None:
        return f"{names[found.forfeit == 'second']} did not appear"
    first, second = (points(Fraction(each)) for each in found.scores)
    said = f"{beside[0]} {first} : {second} {beside[1]}".strip()
    if found.winner is None:
        return said
    return f"{said}, a draw" if found.winner == "draw" else f"{said}, {names[found.winner]} wins"


def worth(first: str, second: str, level: str) -> str:
    """Say what a result gives both players, and the level of the victory."""
    return f"{first} : {second}" + (f", {level}" if level else "")


def entered(count: int) -> str:
    return "One player is entered." if count == 1 else f"{count} players are entered."


def appointed(name: str, role: str) -> str:
    return f"{name} is {role.lower()} now."


def too_many(most: int) -> str:
    return f"No more than {most} players can be entered."


def too_many_teams(most: int) -> str:
    return f"No more than {most} teams can be entered at once."


def too_many_members(most: int) -> str:
    return f"A team has at most {most} members."


def teams_entered(count: int) -> str:
    return "One team is entered." if count == 1 else f"{count} teams are entered."


def line_fault(at: int, message: str) -> str:
    return f"Line {at}: {message}"
