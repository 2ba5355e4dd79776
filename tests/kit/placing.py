"""Tables of By Fire and Sword that are set up in turns: who places what, and where."""

from __future__ import annotations

from typing import Any

from rulesets.by_fire_and_sword.meeting import terrain
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice
from tests.kit.table import table

FIRST = 3  # a die that lets side 0 begin
SOUTH = 3  # a die that gives the weaker side the southern edge
CORNERS = ((15.0, 15.0), (85.0, 15.0), (15.0, 85.0), (85.0, 85.0))


def placing(*dice: int, **changes: Any) -> Battle:
    """A table of 100 x 100 cm (4 elements), side 0 to place."""
    return table(terrain.set_up, dice=dice or (FIRST, SOUTH), **{"width": 100, "depth": 100, **changes})


def put(kind: str = "grove", x: float = 15, y: float = 15, width: float = 10, depth: float = 10,
        angle: float = 0, **more: Any) -> Choice:  # fmt: skip
    """A piece placed there."""
    return {
        "do": "place",
        "kind": kind,
        "x": x,
        "y": y,
        "width": width,
        "depth": depth,
        "angle": angle,
        **more,
    }


def wall(x: float, y: float, length: float = 20, angle: float = 0) -> Choice:
    """An obstacle placed there."""
    return {"do": "place", "kind": "obstacle", "x": x, "y": y, "width": length, "angle": angle}


def propose(kind: str, x: float = 50, y: float = 50, **numbers: float) -> Choice:
    """A piece that needs consent."""
    return {**put(kind, x, y, **numbers), "do": "propose"}
