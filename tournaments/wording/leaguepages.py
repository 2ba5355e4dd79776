"""What the pages of leagues say that templates do not."""

from __future__ import annotations

GUESTS = "Sign up first: guests cannot run a league."
RUN_BOTH = "Only someone who runs both the league and the tournament can add it."
CHOOSE_TWO = "Choose two different people of this league."
MET = "These two played in the same event, so they cannot be the same person."
BOTH_FROM_A_FILE = "Both came from the league’s file: correct them in the file."
NAME_OR_FILE = "Give the league a name, or choose a file."
NOT_POINTS = "Write numbers separated by commas, such as 12, 10, 8."
SAVED = "Settings saved."
LINKED = "They now count as one person."
UNLINKED = "They now count as two people."
RATING_OVER_TIME = "Rating of {name} after each event"
EVENT = "event"


def too_many(most: int) -> str:
    return f"a league has at most {most} events"


def added(name: str) -> str:
    return f"{name} has been added to the league."


def removed(name: str) -> str:
    return f"{name} has been removed from the league."
