"""What a rule system tells of its battles to those who draw and list them: one `Showing` a system.

A system's package may hold a module `showing` with a `SHOWING`; without one a battle has no turns and its log
alone is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rulesets.registry import PACKAGES


@dataclass(frozen=True, slots=True)
class Standing:
    """How one side stands: what it began with, lost and has left of the measure that decides a battle."""

    total: int
    lost: int

    @property
    def left(self) -> int:
        """What is left, below 0 when more was lost than there was."""
        return self.total - self.lost

    def to_json(self) -> dict[str, int]:
        return {"total": self.total, "lost": self.lost, "left": self.left}


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of the table, in the system's unit of length."""

    x: float
    y: float
    width: float
    depth: float


def _no_standing(state: Any) -> tuple[Standing, ...]:
    return ()


def _no_zones(state: Mapping[str, Any]) -> tuple[Rectangle, ...]:
    return ()


def _no_place(state: Any, key: Mapping[str, Any]) -> tuple[float, ...]:
    return ()


def _own_name(kind: str) -> str:
    return kind.replace("_", " ")


@dataclass(frozen=True)
class Showing:
    """How a system's battles are shown.

    `length`: the unit of length, `strength`: what a unit's strength is called. `turn_began`: the kind of
    event that opens a turn. `major`: kinds of events that a reader looks for in a log, `minor` those that he
    may skip, `retold` those that say no more than the roll before them. `measure`: the short name of what
    decides a battle, `standing(state)` tells it by side. `zones(state as JSON)` are the deployment zones by
    side, `terrain_name(kind)` is a word for a terrain piece. `place(state, key)` is the outline of the
    ready-made place for terrain that an option with that key names, () if it names none.
    """

    turn_began: str = ""
    major: frozenset[str] = frozenset()
    minor: frozenset[str] = frozenset()
    retold: frozenset[str] = frozenset()
    measure: str = ""
    measure_name: str = ""
    length: str = ""
    strength: str = "strength"
    standing: Callable[[Any], tuple[Standing, ...]] = _no_standing
    zones: Callable[[Mapping[str, Any]], tuple[Rectangle, ...]] = _no_zones
    terrain_name: Callable[[str], str] = field(default=_own_name)
    place: Callable[[Any, Mapping[str, Any]], tuple[float, ...]] = _no_place


@cache
def showing(slug: str) -> Showing:
    """How the battles of the system `slug` are shown."""
    package = PACKAGES.get(slug, "")
    if not package or find_spec(f"{package}.showing") is None:
        return Showing()
    found: Showing = import_module(f"{package}.showing").SHOWING
    return found
