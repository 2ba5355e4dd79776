"""How strong the tactician plays: the same tactician, who slips more or less often.

A slip is a legal choice by chance instead of the best one: a kind of action first, then one of that kind. It
follows from what everybody knows of the battle, so that it can be said again; no die of the battle is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.engine.decisions import Choice, Decision, Dice, Number, Option, Refusal
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import documents as words

if TYPE_CHECKING:
    from rulesets.engine.battle import Battle

RECRUIT, REGULAR, VETERAN = "recruit", "regular", "veteran"
STRENGTHS = (RECRUIT, REGULAR, VETERAN)
"""From the weakest to the strongest, who never slips."""

_TRIES = 12


class StrengthError(LeaguerError):
    """A strength that there is not."""


def strengths_of(setup: Mapping[str, Any]) -> tuple[str, str]:
    """Return how strong the tactician plays for each side."""
    first, second = setup.get("strengths") or (VETERAN, VETERAN)
    return first, second


def read_strengths(text: str) -> list[str]:
    """Return the strengths of both sides from one word, or from two with a comma between them.

    Raises StrengthError.
    """
    said = [word.strip().lower() for word in text.split(",")]
    if len(said) > 2 or not set(said) <= set(STRENGTHS):
        raise StrengthError(words.not_a_strength(STRENGTHS), path="strength")
    return said * 2 if len(said) == 1 else said


def choice_of(battle: Battle, decision: Decision) -> Choice:
    """Return what the tactician chooses for the side that decides, as strong as the set-up says."""
    return choice_as(battle, decision, strengths_of(battle.setup)[decision.side])


def choice_as(battle: Battle, decision: Decision, strength: str) -> Choice:
    """Return what a tactician of this strength chooses."""
    core = battle.system.core
    chance = core.slips.get(strength, 0.0)
    # From the log's hash and not from the dice: nobody may learn of dice to come by watching slips.
    luck = Random(f"{battle.hash}/{len(battle.choices)}")
    if chance and luck.random() < chance:
        slip = _slip(decision, luck)
        if slip is not None:
            # What was planned does not fit any more.
            battle.note = None
            return slip
    return core.tactician(battle, decision)


def _slip(decision: Decision, luck: Random) -> Choice | None:
    """Return a legal choice by chance; None if it would be about dice, or if none is found."""
    kinds: dict[str, list[Option]] = {}
    for option in decision.options:
        if any(isinstance(param, Dice) for param in option.params):
            return None
        kinds.setdefault(str(option.key.get("do")), []).append(option)
    for _ in range(_TRIES):
        option = luck.choice(kinds[luck.choice(sorted(kinds))])
        try:
            return decision.read({**option.key, **dict(_numbers(option, luck))})
        except Refusal:
            continue  # numbers that do not go together
    return None


def _numbers(option: Option, luck: Random) -> Iterator[tuple[str, float]]:
    for param in option.params:
        if isinstance(param, Number):
            value = luck.uniform(param.low, param.high)
            yield param.name, round(value) if param.whole else round(value, 2)
