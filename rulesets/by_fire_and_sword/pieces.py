"""Terrain pieces on a table: `{"kind", "x", "y", "width", "depth", "angle", ...}`, in cm and degrees.

`x`, `y`: the centre, from the south-western corner of the table, y to the north; `angle`: how far the width
is turned anticlockwise from the east. A piece may also hold `id`, `name`, `buildings` (of a built-up area),
`scenario` (the key by which its scenario knows it), `on` (the id of the piece it belongs to) and `placed_by`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import count
from math import cos, hypot, radians, sin
from typing import Any, Literal, TypeAlias

from rulesets.by_fire_and_sword.tables import DATA
from rulesets.engine.books import data, read_toml
from rulesets.engine.geometry import Polygon, ellipse, rectangle, rounded
from rulesets.engine.geometry.spacing import polygon_gap
from rulesets.freetable.placing import boxes_apart
from rulesets.freetable.placing import overhang as beyond

Piece: TypeAlias = dict[str, Any]

CONTACT = 0.01
"""cm: pieces no farther apart than this are in contact."""
OBSTACLE_DEPTH = 1.0
"""cm: how thick a linear obstacle is drawn."""
ROAD_WIDTH = 4.0
"""cm: a road is always one base wide (BFS-20.8.2)."""
_SIDES = 24
_INSIDE = 0.99  # of the radius of a disc that lies within an oval drawn with so many sides
_STREET = 3.0  # cm between the buildings of a village and its fence
LINEAR = frozenset({"stream", "river", "road"})
"""Kinds that run over the table and may reach beyond its edges."""


@data
class PieceKind:
    """A kind of terrain piece; `element`: its row in the table of BFS-31.5 and BFS-31.6, "" for none."""

    key: str
    name: str
    element: str
    shape: Literal["oval", "rectangle"]
    size_cm: tuple[float, float]
    rule: str
    impassable: bool = False


@data
class _Kinds:
    kind: tuple[PieceKind, ...]


@cache
def kinds() -> Mapping[str, PieceKind]:
    """Return every kind of piece by its key."""
    return {kind.key: kind for kind in read_toml(DATA / "terrain.toml", _Kinds).kind}


def make(kind: str, x: float, y: float, width: float, depth: float, angle: float = 0.0, **more: Any) -> Piece:
    """Return a piece with its numbers rounded as they are stored; `more`: what else it holds."""
    return {
        "kind": kind, "x": rounded(x), "y": rounded(y), "width": rounded(width), "depth": rounded(depth),
        "angle": rounded(angle % 360.0) % 360.0, **more,
    }  # fmt: skip


def outline(piece: Mapping[str, Any]) -> Polygon:
    """Return the piece as a convex polygon: an oval for woods, hills, bogs and lakes, else a rectangle."""
    return _outline(
        kinds()[piece["kind"]].shape, piece["x"], piece["y"], piece["width"], piece["depth"], piece["angle"]
    )


@lru_cache(maxsize=1024)
def _outline(shape: str, x: float, y: float, width: float, depth: float, angle: float) -> Polygon:
    if shape == "oval":
        return ellipse(x, y, width, depth, angle, _SIDES)
    return rectangle(x, y, width, depth, angle)


def gap(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
    """Return the cm between two pieces; 0 if they meet."""
    return polygon_gap(outline(a), outline(b))


def clear(a: Mapping[str, Any], b: Mapping[str, Any], reach: float) -> bool:
    """Return whether two pieces are `reach` cm or more apart; inner discs often decide without outlines."""
    inner = (min(a["width"], a["depth"]) + min(b["width"], b["depth"])) / 2 * _INSIDE
    if hypot(a["x"] - b["x"], a["y"] - b["y"]) < inner + reach:
        return False
    return boxes_apart(outline(a), outline(b), reach)


def overhang(piece: Mapping[str, Any], width: float, depth: float) -> float:
    """Return the cm by which a piece reaches beyond the edges of a table of that size."""
    return beyond(outline(piece), (width, depth))


def words(piece: Mapping[str, Any]) -> str:
    """Return the piece as players speak of it: its name, or its kind."""
    return str(piece.get("name") or kinds()[piece["kind"]].name)


def buildings(piece: Mapping[str, Any]) -> tuple[Polygon, ...]:
    """Return the two or three houses of a built-up area, whose outline is a fence (BFS-31.6.1)."""
    number = int(piece.get("buildings") or 0)
    if not number:
        return ()
    across = min((piece["width"] - _STREET * (number + 1)) / number, 9.0)
    height = min(piece["depth"] - 2 * _STREET, 7.0)
    step = piece["width"] / number
    found, turn = [], radians(piece["angle"])
    for place in range(number):
        along = (place + 0.5) * step - piece["width"] / 2
        aside = (piece["depth"] / 2 - _STREET - height / 2) * (1 if place % 2 else -1)
        x = rounded(piece["x"] + along * cos(turn) - aside * sin(turn))
        y = rounded(piece["y"] + along * sin(turn) + aside * cos(turn))
        found.append(rectangle(x, y, max(across, 1.0), max(height, 1.0), piece["angle"]))
    return tuple(found)


def new_id(terrain: list[Piece]) -> str:
    """Return an id that no piece of the table has."""
    taken = {piece.get("id") for piece in terrain}
    return next(f"t{number}" for number in count(len(terrain) + 1) if f"t{number}" not in taken)
