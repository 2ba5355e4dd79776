"""What the pages of leagues say that templates do not."""

from __future__ import annotations

GUESTS = "Sign up first: a league is somebody’s for a year."
RUN_BOTH = "Only who runs both the league and the tournament can add it."
CHOOSE_TWO = "Choose two different people of this league."
MET = "These two were in the same event, so they are two people."
BOTH_FROM_A_FILE = "Both came with the league’s file: say in the file who they are."
NAME_OR_FILE = "Give the league a name, or choose a file."
NOT_POINTS = "Write numbers with commas between them, such as 12, 10, 8."
SAVED = "The settings are saved."
LINKED = "They count as one person."
UNLINKED = "They count as two people."
RATING_OVER_TIME = "Rating of {name} after each event"
EVENT = "event"


def too_many(most: int) -> str:
    return f"a league has at most {most} events"


def added(name: str) -> str:
    return f"{name} is in the league."


def removed(name: str) -> str:
    return f"{name} is out of the league."
