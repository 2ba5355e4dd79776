"""What tournaments say of points: formulas, what is wrong with them, and typical results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.wording.commands import points

DIVIDES_BY_NOTHING = "must not be 0: you cannot divide by 0"
STEPS_OF_NOTHING = "need a figure to apply to"
STEPS_RISE = "must rise with each step"
LEAST_ABOVE_MOST = "is above the maximum"
OWN_VOTE = "is a vote for themselves"
FIGURES = {
    "score": "own score",
    "enemy_score": "enemy’s score",
    "difference": "difference of the scores",
    "losses": "own losses",
    "enemy_losses": "enemy’s losses",
    "losses_share": "own losses in per cent",
    "enemy_losses_share": "enemy’s losses in per cent",
    "strength": "own strength",
    "enemy_strength": "enemy’s strength",
    "objectives": "own points for objectives",
    "enemy_objectives": "enemy’s points for objectives",
    "won": "1 for a win",
    "drawn": "1 for a draw",
}
TYPICAL = {
    "rout": "One side is destroyed",
    "clear": "A clear win",
    "narrow": "A narrow win",
    "draw": "A draw, both hurt",
    "nothing": "A draw, nothing happened",
    "no_show": "The second player does not turn up",
}


def may_be_nothing(figure: str) -> str:
    return f"can be 0 ({FIGURES[figure]}): say what the term is then worth"


def mark_outside(most: float) -> str:
    return f"must be from 0 to {most:g}"


def needed(field: str) -> str:
    return f"is missing: the scoring needs the {field} of both sides"


def typical(found: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return what typical results are worth, with their names and figures in words."""
    return [
        (
            TYPICAL[key],
            {
                "points": tuple(map(points, worth.points)), "small": tuple(map(points, worth.small)),
                "level": worth.level,
            },
        )
        for key, worth in found.items()
    ]  # fmt: skip
