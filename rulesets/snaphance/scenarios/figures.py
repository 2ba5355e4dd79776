"""What the figures of a scenario's own Summary Sheet may be: beyond these limits is a slip of the hand.

The sheet itself reads any number, a musket with -99 D6 too (SN-1.0.a).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.engine.errors import Fault
from rulesets.snaphance.scenarios.maps import MOST_COLUMNS, MOST_ROWS

DICE = (-9, 9)
MOST_RANGE = 20
"""H that a weapon reaches at most."""
MOST_ENTRY = 12
"""MP that a hex costs at most."""
LIMITS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "weapons": {"points": (0, 99)},
    "fire": {"dice": DICE},
    "melee": {"dice": DICE},
    "terrain": {"cover": DICE, "attacker": DICE, "defender": DICE, "level": (0, 2)},
    "generals": {"initiative": DICE, "command_range": (1, 60)},
    "numbers": {
        "columns": (1, MOST_COLUMNS), "rows": (1, MOST_ROWS), "zone_depth": (1, MOST_ROWS), "rounds": (0, 60),
        "break_percent": (1, 100), "well_trained_range": (1, 60), "poorly_trained_range": (1, 60),
    },
}  # fmt: skip
"""The least and the most of each figure, by the part of the sheet."""


def figure_problems(changes: Mapping[str, Any]) -> Iterator[Fault]:
    """What is beyond its limits in the changes of a sheet, which the sheet itself has read."""
    for part, rows in changes.items():
        if part == "numbers":
            yield from _beyond(part, rows, LIMITS[part])
            continue
        for key, row in rows.items():
            yield from _beyond(f"{part}.{key}", row, LIMITS[part])
            if part == "weapons":
                yield from _ranges(f"{part}.{key}.dice", row.get("dice", {}))
            elif part == "terrain":
                costs = {group: cost for group, cost in row.get("entry", {}).items() if isinstance(cost, int)}
                yield from _beyond(f"{part}.{key}.entry", costs, dict.fromkeys(costs, (1, MOST_ENTRY)))


def _beyond(path: str, row: Mapping[str, Any], limits: Mapping[str, tuple[int, int]]) -> Iterator[Fault]:
    for name, (low, high) in limits.items():
        if name in row and not low <= row[name] <= high:
            yield Fault(f"{path}.{name}", f"is {row[name]}: it must be {low} to {high}")


def _ranges(path: str, dice: Mapping[str, int]) -> Iterator[Fault]:
    for distance in dice:
        known = distance.isascii() and distance.isdigit() and str(int(distance)) == distance
        if not known or not 1 <= int(distance) <= MOST_RANGE:
            yield Fault(f"{path}.{distance}", f"is no range: H, from 1 to {MOST_RANGE}")
    yield from _beyond(path, dice, dict.fromkeys(dice, DICE))
