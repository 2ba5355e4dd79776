"""What may be placed where in the terrain procedure (BQ-3.2, BQ-3.3.e), and what it costs in options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, degrees, hypot

from rulesets.baroque import tables
from rulesets.baroque.state import Piece, State
from rulesets.baroque.terrain.making import form_of
from rulesets.baroque.terrain.shapes import shape_of
from rulesets.engine.decisions import Refusal
from rulesets.freetable.placing import edge_at, on_table, shapes_apart
from rulesets.freetable.shapes import offset, stretches

SLANT = 30.0  # degrees that a river may be out of parallel with the short sides
_EDGE = 1e-3
_INTO = 0.01  # pieces may push into each other by this much: rounding
_OPPOSITE = ({"left", "right"}, {"near", "far"})
_SPANNED = frozenset({"gentle_hill", "ridge", "river", "road"})  # what a road may run across


def option_cost(kind: str, *, large: bool = False) -> int:
    """BQ-3.3.e: how many options a piece of that kind takes; one more out of format (BQ-3.2.b)."""
    row = tables.terrain_option(tables.terrain_kind(kind).option)
    if not large:
        return row.options
    if row.options_out_of_format is None:
        raise Refusal(f"no {_name(kind)} may be out of format", rule="BQ-3.3.e")
    return row.options_out_of_format


def is_large(kind: str, numbers: Mapping[str, float]) -> bool:
    """BQ-3.2.a-b: whether an area of these measures is out of format."""
    limit = tables.terrain_size("standard piece").max_square_bu or 0.0
    return form_of(kind) == "area" and max(numbers["width"], numbers["depth"]) > limit + _EDGE


def count_left(state: State, kind: str) -> bool:
    """BQ-3.3.e: whether one more piece of that kind may be placed."""
    name = tables.terrain_kind(kind).option
    most = tables.terrain_option(name).max_count
    there = sum(tables.terrain_kind(piece.kind).option == name for piece in state.terrain.values())
    return most is None or there < most


def check_piece(state: State, piece: Piece) -> None:
    """BQ-3.2: raises Refusal if the piece may not lie there among the other pieces of the table."""
    others = [other for other in state.terrain.values() if other.id != piece.id]
    if any(hypot(x2 - x1, y2 - y1) <= _EDGE for x1, y1, x2, y2 in stretches(piece.line)):
        raise Refusal("a line must lead somewhere: its ends are one point", rule="BQ-3.2.a")
    form = form_of(piece.kind)
    if form == "river":
        _check_river(piece)
    elif form == "road":
        _check_road(state, piece, others)
    _check_inside(state, piece)
    if _large(piece) and any(_large(other) for other in others):
        raise Refusal(
            "only one piece may be larger than 4 x 4 BU, and one is already: make this one smaller",
            rule="BQ-3.2.b",
        )
    for other in others:
        _check_pair(piece, other)


def _check_river(piece: Piece) -> None:
    """BQ-3.2.c: more or less parallel to the short sides."""
    for x1, y1, x2, y2 in stretches(piece.line):
        if abs(degrees(atan2(x2 - x1, y2 - y1))) > SLANT + _EDGE:
            raise Refusal(f"a river may slant by {SLANT:g} degrees at most", rule="BQ-3.2.c")


def _check_road(state: State, piece: Piece, others: Iterable[Piece]) -> None:
    """BQ-3.2.f: from one table side to the opposite one, or from a side to a road that is there."""
    x1, y1, x2, y2 = piece.line
    sides = [edge_at(x, y, (state.width, state.depth), _EDGE) for x, y in ((x1, y1), (x2, y2))]
    if set(sides) in _OPPOSITE:
        return
    roads = [other for other in others if other.kind == "road"]
    for end, (x, y) in zip(sides, ((x2, y2), (x1, y1)), strict=True):
        if end and any(_on_road(x, y, road) for road in roads):
            return
    raise Refusal("a road leads to two opposite table sides, or from one to another road", rule="BQ-3.2.f")


def _on_road(x: float, y: float, road: Piece) -> bool:
    return any(offset(stretch, x, y) <= road.width / 2 + _EDGE for stretch in stretches(road.line))


def _check_inside(state: State, piece: Piece) -> None:
    if not on_table(piece.outline or piece.line, (state.width, state.depth), _EDGE):
        raise Refusal("a piece lies wholly on the table", rule="BQ-3.2.a")


def _check_pair(piece: Piece, other: Piece) -> None:
    """No two pieces overlap but roads and what they run across; one out of format stands alone (BQ-3.2.b)."""
    if "road" in (piece.kind, other.kind) and {piece.kind, other.kind} <= _SPANNED:
        return
    gap = shapes_apart(shape_of(piece), shape_of(other), _INTO)
    if gap is None:
        return
    if (_large(piece) or _large(other)) and gap <= _INTO:
        raise Refusal(f"a piece out of format may not border on a {_name(other.kind)}", rule="BQ-3.2.b")
    if gap < -_INTO:
        raise Refusal(f"there is a {_name(other.kind)} in the way", rule="BQ-3.2.a")


def _large(piece: Piece) -> bool:
    row = tables.terrain_option(tables.terrain_kind(piece.kind).option)
    return row.options_out_of_format is not None and piece.options == row.options_out_of_format


def _name(kind: str) -> str:
    return tables.terrain_kind(kind).name.lower()
