"""Terrain pieces as shapes: what the terrain tables say of each, and the layout of a table. In BU."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from rulesets.baroque.state import Piece
from rulesets.baroque.tables import terrain_kind
from rulesets.freetable.rivers import crossing
from rulesets.freetable.shapes import Crossing, Layouts, Nature, Shape, shaped

CROSSING = 0.5  # half the width of a ford or bridge (BQ-3.1.2.a)


def _make(piece: Piece, river: str) -> Shape:
    """BQ-3.1.1, BQ-3.1.4: the shape of a piece while rivers are in a state; "" is that before the roll."""
    crossings = tuple(_usable(piece, river)) if piece.kind == "river" else ()
    return shaped(
        piece.id, _nature(piece, river), outline=piece.outline, line=piece.line, width=piece.width,
        enclosed=piece.enclosed, crossings=crossings,
    )  # fmt: skip


def _nature(piece: Piece, river: str) -> Nature:
    kind = terrain_kind(piece.kind)
    sight = (terrain_kind("ridge") if kind.height and piece.ridge else kind).visibility_bu
    if kind.ground == "impassable":
        sight = 0.0 if piece.blocks_sight else None
    flows, hinders = piece.kind == "river", kind.ground not in ("open", "road")
    return Nature(
        piece.kind, kind.name.lower(), "broken" if flows and river == "dry" else kind.ground, sight,
        kind.cover, kind.height, flows, kind.ground == "linear_obstacle", hinders,
    )  # fmt: skip


def _usable(piece: Piece, river: str) -> Iterator[Crossing]:
    """BQ-3.1.1.h: bridges, and fords unless the river is deep."""
    for kind, x, y in piece.crossings:
        if kind == "bridge" or river == "normal":
            yield crossing(x, y, CROSSING, line=piece.line, outline=piece.outline)


_layouts = Layouts(_make, attrgetter("river"))
layout = _layouts.of
"""The terrain of a battle's table, a dry river being Broken Terrain (BQ-3.1.1.h)."""
shape_of = _layouts.shape
"""The shape of a piece, a river as before its roll; raises KeyError for a kind that no table knows."""
