"""How standings were worked out, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import listed

DRAWN = "by lot"
BONUSES = {
    "objectives": "objectives", "enemy_objectives": "the enemy’s objectives", "losses": "own losses",
    "enemy_losses": "the enemy’s losses", "losses_share": "own losses",
    "enemy_losses_share": "the enemy’s losses",
    "strength": "own strength", "enemy_strength": "the enemy’s strength", "score": "the own score",
    "enemy_score": "the enemy’s score", "difference": "the difference of the scores", "won": "a win",
    "drawn": "a draw", "": "the battle",
}  # fmt: skip
_BEAT = {"win": "beat", "draw": "drew with", "loss": "lost to"}


def round_number(number: int) -> str:
    return f"round {number}"


def part(worth: str, who: str, *, cut: bool) -> str:
    """Say what one opponent or round adds; in brackets where it is left out."""
    said = f"{worth} ({who})" if who else worth
    return f"[{said}]" if cut else said


def sum_of(parts: Sequence[str]) -> str:
    """Say what was added up."""
    return " + ".join(parts)


def game(number: int, outcome: str, opponent: str, points: str, small: str, *, played: str | None) -> str:
    """Say what a round brought. `played`: the result in words, None where there was no battle."""
    if not opponent:
        return f"Round {number}: no opponent, {points}"
    what = f"no battle against {opponent}" if played is None else f"{_BEAT[outcome]} {opponent}"
    shown = f" ({played})" if played else ""
    return f"Round {number}: {what}{shown}, {points}" + (f" and {small} small" if small != "0" else "")


def battle(scores: str, figures: Sequence[str], level: str) -> str:
    """Say a result from one side."""
    return ", ".join(each for each in (scores, *figures, level) if each)


def with_bonus(points: str, bonus: str, kinds: Sequence[str]) -> str:
    """Say how many of the points of a round are its bonus, and what that is for."""
    sign = "" if bonus.startswith("-") else "+"
    return f"{points} (with {sign}{bonus} for {listed([BONUSES.get(each, each) for each in kinds])})"
