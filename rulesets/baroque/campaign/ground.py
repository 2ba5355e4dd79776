"""What the ground of a campaign's map becomes on a Baroque table (BQ-3.2, BQ-3.3).

The terrain is placed by the procedure, from pieces that are drawn as likely as `data/campaigning.toml` says.
What the map itself says lies there before: a river that is fought over, the hedges and walls of a side that
is fortified.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rulesets.baroque import tables
from rulesets.contract.campaign import BattleGround, GroundRow, Grounds
from rulesets.engine.books import data, read_toml
from rulesets.engine.dice import SeededDice, drawn


@data
class TableGround(GroundRow):
    """A ground on a table. `pool`: how likely each kind of piece is."""

    pool: Mapping[str, int]


@data
class TableGrounds(Grounds[TableGround]):
    """data/campaigning.toml."""

    ground: tuple[TableGround, ...]
    draws: int
    crossings: int
    walls: int


@cache
def grounds() -> TableGrounds:
    """Return the grounds of maps; raises BookError."""
    return read_toml(tables.DATA / "campaigning.toml", TableGrounds)


def ground_option(ground: BattleGround, width: float, depth: float, seed: str) -> dict[str, Any]:
    """Return the `ground` of a set-up on a table of that size, in BU."""
    found = grounds()
    dice = SeededDice(f"{seed}|ground")
    pool = [drawn(dice, found.row(ground.terrain).pool) for _ in range(found.draws)]
    return {"pool": pool, "pieces": [*_river(ground, width, depth), *_works(ground, width, depth)]}


def river_state(ground: BattleGround) -> str:
    """Return the state of a river that is fought over: dry, but not in bad weather (BQ-3.1.1.h)."""
    if not ground.river:
        return "roll"
    return "normal" if ground.bad else "dry"


def _river(ground: BattleGround, width: float, depth: float) -> Iterator[dict[str, Any]]:
    """Yield a river between the armies, with a bridge in the middle and fords beside it."""
    if not ground.river:
        return
    number = grounds().crossings
    places = [round(width * (2 * each + 1) / (2 * number), 2) for each in range(number)]
    middle = round(depth / 2, 2)
    yield {
        "kind": "river",
        "line": [0, middle, width, middle],
        "width": 1.0,
        "crossings": [
            ["bridge" if each == number // 2 else "ford", x, middle] for each, x in enumerate(places)
        ],
    }


def _works(ground: BattleGround, width: float, depth: float) -> Iterator[dict[str, Any]]:
    """Yield linear obstacles before the zone of a fortified side, more of them for stronger walls."""
    if ground.fortified is None:
        return
    zone = tables.tables().deployment.depth_from_own_edge_bu
    number = min(grounds().walls, 1 + ground.walls)
    half = (tables.terrain_size("simple linear obstacle").length_max_bu or 0.0) / 2
    for place in range(number):
        x = width * (2 * place + 1) / (2 * number)
        y = zone + 0.5 if ground.fortified == 0 else depth - zone - 0.5
        yield {"kind": "linear_obstacle", "line": [round(each, 2) for each in (x - half, y, x + half, y)]}
