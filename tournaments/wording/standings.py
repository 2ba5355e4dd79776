"""How standings were worked out, in words."""

from __future__ import annotations

from collections.abc import Sequence

DRAWN = "by lot"
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


def game(number: int, outcome: str, opponent: str, points: str, small: str, *, played: bool) -> str:
    """Say what a round brought."""
    if not opponent:
        return f"Round {number}: no opponent, {points}"
    what = f"{_BEAT[outcome]} {opponent}" if played else f"no battle against {opponent}"
    return f"Round {number}: {what}, {points}" + (f" and {small} small" if small != "0" else "")
