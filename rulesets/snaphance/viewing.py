"""A battle as JSON for those who draw it: the map, where stands lie on its plane, what they control.

The plane is that of `hexes.size`: x to the right, y upwards, in H. Nothing in a Snaphance battle is secret,
so every side and every onlooker sees the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

from rulesets.snaphance import hexes, zones
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import General, Stand, State

FRONT, DEPTH, BEHIND = 0.84, 0.42, 0.1
"""H that a stand is drawn wide and deep, and that each further rank adds to its depth."""

ASIDE = (0.3, -0.27)
"""Where in a stand's hex a General stands who is not attached to it."""

Outline = tuple[float, ...]


@dataclass(slots=True)
class Battlefield(State):
    """The state of a battle that is played, with what is needed to draw it."""

    def view(self, side: int | None) -> dict[str, Any]:
        """Return what `side` may know: the whole state as JSON, with the map and the places on its plane."""
        value = self.to_json()
        value["width"], value["depth"] = hexes.size(self.map.columns, self.map.rows)
        value["map"] = map_json(self.map)
        value["terrain"] = []
        value["zones"] = [] if self.turn else [sorted(map(hexes.label, each)) for each in self.plan.zones]
        for unit, stand in zip(value["units"], self.stands.values(), strict=True):
            unit |= {
                "base": base(stand, self.map.rows),
                "whole": stand.profile.sp * stand.profile.ranks,
                "faces": hexes.facing_words(stand.facing),
                "controls": controls(self, stand),
            }
        for leader, general in zip(value["leaders"], self.generals.values(), strict=True):
            leader |= post(self, general)
        return value


def base(stand: Stand, rows: int) -> list[float] | None:
    """Return where a base lies: middle of its front, heading in degrees, width, depth; None off the map."""
    if stand.hex is None or not stand.on_field:
        return None
    return base_at(stand, stand.hex, stand.facing, rows)


def base_at(stand: Stand, place: Hex, facing: int, rows: int) -> list[float]:
    """Return where the base of a stand would lie in a hex with a facing, as `base`."""
    x, y = hexes.centre(place, rows)
    heading = hexes.heading(facing)
    depth = round(DEPTH + BEHIND * max(0, len(stand.ranks) - 1), 4)
    turn = radians(heading)
    # Poses name the middle of the front, which lies half the depth before the centre.
    return [round(x + cos(turn) * depth / 2, 4), round(y + sin(turn) * depth / 2, 4), heading, FRONT, depth]


def outline(place: Hex, rows: int, part: float = 1.0) -> Outline:
    """Return the points of a hex; `part` below 1 keeps that far inside its border."""
    x, y = hexes.centre(place, rows)
    points = []
    for facing in range(6):
        turn = radians(hexes.heading(facing))
        points += [x + part * hexes.RADIUS * cos(turn), y + part * hexes.RADIUS * sin(turn)]
    return tuple(round(value, 4) for value in points)


def controls(state: State, stand: Stand) -> list[Outline]:
    """Return the outlines of the hexes in a stand's zone of control (SN-4.6.a)."""
    if stand.hex is None or not stand.on_field or not zones.has_zone(state, stand):
        return []
    return [outline(place, state.map.rows, 0.94) for place in stand.front if place in state.map]


def post(state: State, general: General) -> dict[str, Any]:
    """Return where a General on the map is drawn: in the middle of a free hex, else aside."""
    if general.hex is None or not general.alive:
        return {"placed": False, "x": 0.0, "y": 0.0}
    x, y = hexes.centre(general.hex, state.map.rows)
    if state.stand_at(general.hex) is not None:
        x, y = x + ASIDE[0], y + ASIDE[1]
    return {"placed": True, "x": round(x, 4), "y": round(y, 4)}


# -- the map ---------------------------------------------------------------------------------------


def map_json(map_: Map) -> dict[str, Any]:
    """Return a map as JSON: each hex that is not plain by its label; each side once, as `0705 E`."""
    # Stored with the map: every poll of a board would make the same JSON again.
    found: dict[str, Any] | None = map_.surveyed.get("json")
    if found is None:
        found = map_.surveyed["json"] = {
            "columns": map_.columns,
            "rows": map_.rows,
            "cells": {
                hexes.label(place): [cell.terrain, cell.level, cell.road, *filter(None, [cell.lane])]
                for place, cell in sorted(map_.cells.items(), key=lambda each: each[0][::-1])
            },
            "sides": {
                f"{hexes.label(place)} {hexes.SIDES[towards]}": kind
                for (place, towards), kind in sorted(map_.sides.items())
                if towards in (0, 4, 5)
            },
        }
    return found


def map_of(value: Mapping[str, Any]) -> Map:
    """Return the map that a result of `map_json` describes."""
    cells = {hexes.named(label): Cell(*cell) for label, cell in value["cells"].items()}
    sides: dict[tuple[Hex, int], str] = {}
    for name, kind in value["sides"].items():
        label, towards = name.split()
        place, direction = hexes.named(label), hexes.SIDES.index(towards)
        sides[place, direction] = kind
        sides[hexes.neighbour(place, direction), (direction + 3) % 6] = kind
    return Map(value["columns"], value["rows"], cells, sides)
