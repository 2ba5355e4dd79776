"""What the odds of a meeting say: the fields of the question, and what is wrong with an answer."""

from __future__ import annotations

from collections.abc import Iterable

# -- odds/answer.py


def difference_too_large(advantage: int, most: int) -> str:
    return f"differ by {advantage} FSP: Leaguer can work out {most} at most"


def more_than_advantage(advantage: int) -> str:
    return f"is more than the advantage of {advantage} FSP"


def too_many_chosen(choosing: int, due: int) -> str:
    return f"are more than the {choosing} of {due} effects that may be chosen (BFS-32.12)"


def may_not_be_chosen(effect: object) -> str:
    return f"{effect} may not be chosen (BFS-32.12)"


# -- odds/query.py

COMMAND_POINTS = "Command Points of its commander"
NEVER_DELAYED = "of them never delayed"
INSUBORDINATE = "of them Insubordinate"
NAMED = "of them with a name in history"
DEFENSIVE = "Defensive Skirmish Force"
SPENT = "FSP spent on scenario and fortifications"
CHOICE_OF_EFFECTS = "Choice of Effects is used"
CHOSEN = "Chosen before rolling"


def not_an_effect(effect: str, known: str) -> str:
    return f"{effect!r} is not an effect: choose from {known}"


NO_FORCE_GIVEN = "give a sample, a list or figures"


def not_a_sample(sample: str, samples: Iterable[str]) -> str:
    return f"{sample!r} is not a sample list: choose from {', '.join(samples)}"


CANNOT_FIGHT = "has no commander, no units, or figures that are far too high"


def more_than_there_are(most: int) -> str:
    return f"is more than the {most} that there are"
