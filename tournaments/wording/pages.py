"""What the pages of tournaments say that templates do not."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.wording.commands import points

if TYPE_CHECKING:
    from tournaments.engine.document import Result

BYES = {"bye": "has a bye", "half": "asked for a bye", "zero": "does not play", "full": "has a bye"}
STATES = {
    "before": "Not started",
    "proposed": "Round {number} is proposed but not published",
    "running": "Round {number} is being played",
    "between": "Round {number} is over",
    "over": "Finished",
}
FIGURES = {
    "scores": "Score", "losses": "Losses", "strength": "Strength before the battle",
    "objectives": "Objectives",
}  # fmt: skip
_BESIDE = {"objectives": "objectives", "losses": "losses", "strength": "strength"}
SAVED = "Settings saved."
CHECKED_IN = "{name} is checked in."
ENTERED = "You have entered."
ON_THE_WAITING_LIST = "All places are taken, so you are on the waiting list."
CLAIMED = "You are now playing as {name}."
TOO_LONG = "A name, club or army book has at most 120 letters."
NOT_AN_OBJECT = "Write the settings as one JSON object, in braces."
NO_TEAM_LINE = "Write one team per line."
NO_TEAM_NAME = "The team has no name."
NO_LINE = "Write one player per line."


def result(found: Result, names: tuple[str, str], *, scores: bool = True) -> str:
    """Say everything of a result in the order of the pairing. `scores`: whether these count here."""
    return _result(found, names, ("", ""), scores=scores)


def reported(found: Result, names: tuple[str, str], *, scores: bool = True) -> str:
    """Say everything of a result with both names beside their scores: whoever reads it may be either."""
    return _result(found, names, names, scores=scores)


def _result(found: Result, names: tuple[str, str], beside: tuple[str, str], *, scores: bool) -> str:
    if found.forfeit == "both":
        return "neither turned up"
    if found.forfeit is not None:
        return f"{names[found.forfeit == 'second']} did not turn up"
    said = [each for _, each in figures_of(found)]
    if scores or any(found.scores) or not said:
        said.insert(0, f"{beside[0]} {_pair(found.scores)} {beside[1]}".strip())
    else:
        said.insert(0, " : ".join(beside) if any(beside) else "")
    if found.winner is not None:
        said.append("a draw" if found.winner == "draw" else f"{names[found.winner]} wins")
    if found.goes_on is not None:
        said.append(f"{names[found.goes_on]} goes through")
    return ", ".join(each for each in said if each)


def figures_of(found: Result, side: int = 0) -> list[tuple[str, str]]:
    """Say what was entered beside the scores, with the key of each; the figure of `side` first."""
    order = (side, 1 - side)
    return [
        (key, f"{said} {_pair(tuple(pair[each] for each in order))}")
        for key, said in _BESIDE.items()
        if (pair := getattr(found, key)) is not None and any(pair)
    ]


def scores_of(found: Result, side: int) -> str:
    """Say the scores, that of `side` first."""
    return _pair((found.scores[side], found.scores[1 - side]))


def _pair(figures: Sequence[float]) -> str:
    return " : ".join(points(Fraction(each)) for each in figures)


def with_level(said: str, level: str) -> str:
    """Say the level of the victory after a result."""
    return f"{said}, {level}" if level else said


def worth(first: str, second: str) -> str:
    """Say what a result gives both sides."""
    return f"{first} : {second}"


def worth_points(first: str, second: str, level: str) -> str:
    """Say the points that a result gives both players, and the level of the victory."""
    return with_level(f"{worth(first, second)} points", level)


def side(one: str, other: str) -> str:
    """Name a side of doubles."""
    return f"{one} / {other}"[:120]


def entered(count: int) -> str:
    return "One player added." if count == 1 else f"{count} players added."


def too_many(most: int) -> str:
    return f"A tournament has at most {most} players."


def too_many_teams(most: int) -> str:
    return f"At most {most} teams can be added at once."


def too_many_members(most: int) -> str:
    return f"A team has at most {most} members."


def teams_entered(count: int) -> str:
    return "One team added." if count == 1 else f"{count} teams added."


def line_fault(at: int, message: str) -> str:
    return f"Line {at}: {message}"


FACTS = {
    "allegiance": "allegiance", "book": "army book", "club": "club", "nation": "nation", "team": "team",
}  # fmt: skip


def columns(facts: Sequence[str]) -> str:
    """Say what a line of players holds, after the name."""
    named = ", ".join(FACTS[each] for each in facts)
    return (
        f"One player per line: name, {named}. Only the name is needed. For two who play as one side in "
        "doubles, write: Anna / Bob."
    )


def unknown(fact: str) -> str:
    """Say that a criterion has nothing to go by."""
    name = FACTS[fact]
    article = "an" if name[0] == "a" else "a"
    return f"The pairing criteria use the {name} of players, but nobody has {article} {name}."


def soft_of(name: str, player: str) -> str:
    """Name the field of a soft score."""
    return f"{name}: {player}"


def soft_saved(count: int) -> str:
    if not count:
        return "Nothing was changed."
    return "One score saved." if count == 1 else f"{count} scores saved."


def of_file(message: str) -> str:
    """Say what is wrong with a whole file."""
    return f"The file {message}"


def renewed(name: str) -> str:
    return f"The calendar of {name} has a new address. The old one no longer works."
