"""What a rule system says of the result of a battle to tournaments: plain figures for every system alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SideFigures:
    """A side of a battle: the score by which the system compares both sides, what it has lost of its
    `strength`, and what it has for objectives (both in the system's own measure).
    """

    score: int
    losses: int
    strength: int
    objectives: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """A level of victory: from which difference of scores on, what it is called, and the tournament points
    of winner and loser that the rules suggest; `rule`: where they do.
    """

    least: int
    name: str
    points: tuple[int, int]
    rule: str


@dataclass(frozen=True, slots=True)
class Results:
    """How a system's battles become figures. `figures(result)` reads a finished battle, or a score, as JSON;
    its `winner` (0, 1, None for a draw) stands in it. `levels()`: its levels of victory, () for none;
    `measure`: what losses and strength are counted in, for people.
    """

    figures: Callable[[Mapping[str, Any]], tuple[SideFigures, SideFigures]]
    measure: str
    levels: Callable[[], tuple[Level, ...]] = tuple


def inflicted(sides: tuple[tuple[int, int], tuple[int, int]]) -> tuple[SideFigures, SideFigures]:
    """Return the figures of two sides (losses, strength) whose score is what the enemy has lost."""
    (first, strength), (second, other) = sides
    # Armies without any strength can lose none: 1 keeps their share at 0.
    return SideFigures(second, first, max(1, strength)), SideFigures(first, second, max(1, other))
