"""Terrain pieces made from a few numbers, as players place them (BQ-3.2): BU and degrees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import cos, hypot, radians, sin
from typing import Literal

from rulesets.baroque.state import Piece
from rulesets.baroque.tables import terrain_kind
from rulesets.engine.geometry import Polygon, edges, ellipse, rectangle, rounded

Form = Literal["area", "river", "road", "obstacle", "shore"]
Table = tuple[float, float]

KINDS = (
    "gentle_hill", "ridge", "broken", "steep_hill", "wooded_hill", "wood", "village", "swamp", "rocks",
    "lake", "open_field", "orchard", "linear_obstacle", "road", "river", "shore",
)  # fmt: skip
_FORMS: Mapping[str, Form] = {
    "river": "river", "road": "road", "linear_obstacle": "obstacle", "shore": "shore",
}  # fmt: skip
_RECTANGULAR = frozenset({"village", "open_field", "orchard"})  # BQ-3.2.a; the others are oval
_SIDES = 16


def form_of(kind: str) -> Form:
    """What numbers make a piece of that kind: see the functions below."""
    return _FORMS.get(kind, "area")


def make_piece(
    kind: str, id_: str, numbers: Mapping[str, float], table: Table, *, placed_by: int = -1, options: int = 0
) -> Piece:
    """A piece from the numbers of its form; raises KeyError for a missing number.

    area: x, y (middle), width, depth, heading. river: near, middle, far (x at the edges and between), width.
    road: x1, y1, x2, y2, width. obstacle: x, y (middle), length, heading, turn (its angle).
    shore: side, depth.
    """
    made = _MAKERS[form_of(kind)](kind, id_, numbers, table)
    return replace(made, placed_by=placed_by, options=options)


def plain_piece(kind: str, id_: str, outline: Polygon = (), line: tuple[float, ...] = ()) -> Piece:
    """A piece with the marks that its kind has by itself (BQ-3.1.1.e, BQ-3.1.4.c, BQ-3.1.4.i)."""
    row = terrain_kind(kind)
    return Piece(
        id_, kind, outline, line,
        ridge=kind == "ridge", blocks_sight=row.visibility_bu == 0.0, enclosed=row.edged,
    )  # fmt: skip


def apart(a: Polygon, b: Polygon) -> float:
    """How far two convex polygons are apart at least; negative: how deeply they overlap."""
    return max(_apart(a, b), _apart(b, a))


def _apart(a: Polygon, b: Polygon) -> float:
    best = -1e9
    for px, py, qx, qy in edges(a):
        length = hypot(qx - px, qy - py)
        if length:
            nx, ny = (qy - py) / length, (px - qx) / length
            nearest = min(b[i] * nx + b[i + 1] * ny for i in range(0, len(b), 2))
            best = max(best, nearest - px * nx - py * ny)
    return best


def _area(kind: str, id_: str, n: Mapping[str, float], table: Table) -> Piece:
    x, y, w, h, heading = n["x"], n["y"], n["width"], n["depth"], n["heading"]
    if kind in _RECTANGULAR:
        return plain_piece(kind, id_, rectangle(x, y, w, h, heading))
    made = plain_piece(kind, id_, ellipse(x, y, w, h, heading, _SIDES))
    if not made.ridge:
        return made
    along = heading if w >= h else heading + 90.0
    return replace(made, line=_stretch(x, y, max(w, h), along))


def _river(kind: str, id_: str, n: Mapping[str, float], table: Table) -> Piece:
    depth = table[1]
    line = (n["near"], 0.0, n["middle"], rounded(depth / 2), n["far"], depth)
    return replace(plain_piece(kind, id_, line=line), width=n["width"])


def _road(kind: str, id_: str, n: Mapping[str, float], table: Table) -> Piece:
    return replace(plain_piece(kind, id_, line=(n["x1"], n["y1"], n["x2"], n["y2"])), width=n["width"])


def _obstacle(kind: str, id_: str, n: Mapping[str, float], table: Table) -> Piece:
    half, back, ahead = n["length"] / 2, radians(n["heading"]), radians(n["heading"] + n["turn"])
    x, y = n["x"], n["y"]
    line = (
        rounded(x - cos(back) * half), rounded(y - sin(back) * half), x, y,
        rounded(x + cos(ahead) * half), rounded(y + sin(ahead) * half),
    )  # fmt: skip
    return plain_piece(kind, id_, line=line if n["turn"] else (*line[:2], *line[4:]))


def _shore(kind: str, id_: str, n: Mapping[str, float], table: Table) -> Piece:
    width, depth = table
    reach = n["depth"]
    middle = width - reach / 2 if n["side"] else reach / 2
    return plain_piece(kind, id_, rectangle(middle, depth / 2, reach, depth))


def _stretch(x: float, y: float, length: float, heading: float) -> tuple[float, ...]:
    dx, dy = cos(radians(heading)) * length / 2, sin(radians(heading)) * length / 2
    return (rounded(x - dx), rounded(y - dy), rounded(x + dx), rounded(y + dy))


_MAKERS = {"area": _area, "river": _river, "road": _road, "obstacle": _obstacle, "shore": _shore}
