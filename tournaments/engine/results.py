"""Battles as results of a tournament: those fought on a board, and those recorded on a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError
from tournaments import wording as words
from tournaments.engine.document import Result


def result_of(system: str, battle: Mapping[str, Any], *, first: int = 0) -> Result:
    """Return the result of a finished battle of a system.

    `battle`: its result as JSON, or the score of a record. `first`: the side of the battle that the first
    player of the pairing had. Raises LeaguerError for a system whose battles have no figures.
    """
    part = registry.get(system).results
    if part is None:
        raise LeaguerError(words.no_figures(registry.get(system).name), path="system", code="system")
    sides = part.figures(battle)
    ours, theirs = sides[first], sides[1 - first]
    winner = battle["winner"]
    return Result(
        scores=(ours.score, theirs.score), losses=(ours.losses, theirs.losses),
        strength=(ours.strength, theirs.strength), objectives=(ours.objectives, theirs.objectives),
        winner="draw" if winner is None else 0 if winner == first else 1,
    )  # fmt: skip
