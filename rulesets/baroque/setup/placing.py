"""What may be placed where in the terrain procedure (BQ-3.2, BQ-3.3.e), at what cost in options.

Ready-made places are suggested too, so that nobody has to think in numbers; they are legal where offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from math import atan2, degrees, hypot

from rulesets.baroque import tables
from rulesets.baroque.setup.pieces import KINDS, form_of, make_piece
from rulesets.baroque.state import Piece, State
from rulesets.baroque.terrain import shape_of
from rulesets.baroque.wording import setup as words
from rulesets.engine.decisions import Refusal
from rulesets.freetable.placing import edge_at, grid, offered, on_table, place_at, shapes_apart, steps
from rulesets.freetable.shapes import offset, stretches

SLANT = 30.0  # degrees that a river may be out of parallel with the short sides
_EDGE = 1e-3
_INTO = 0.01  # pieces may push into each other by this much: rounding
_OPPOSITE = ({"left", "right"}, {"near", "far"})
_SPANNED = frozenset({"gentle_hill", "ridge", "river", "road"})  # what a road may run across


def option_cost(kind: str, *, large: bool = False) -> int:
    """Return how many options a piece of that kind takes (BQ-3.3.e); one more out of format (BQ-3.2.b)."""
    row = tables.terrain_option(tables.terrain_kind(kind).option)
    if not large:
        return row.options
    if row.options_out_of_format is None:
        raise Refusal(words.not_out_of_format(_name(kind)), rule="BQ-3.3.e")
    return row.options_out_of_format


def is_large(kind: str, numbers: Mapping[str, float]) -> bool:
    """Return whether an area of these measures is out of format (BQ-3.2.a-b)."""
    limit = tables.terrain_size("standard piece").max_square_bu or 0.0
    return form_of(kind) == "area" and max(numbers["width"], numbers["depth"]) > limit + _EDGE


def count_left(state: State, kind: str) -> bool:
    """Return whether one more piece of that kind may be placed (BQ-3.3.e)."""
    name = tables.terrain_kind(kind).option
    most = tables.terrain_option(name).max_count
    there = sum(tables.terrain_kind(piece.kind).option == name for piece in state.terrain.values())
    return most is None or there < most


def check_piece(state: State, piece: Piece) -> None:
    """Raise Refusal if the piece may not lie there among the other pieces of the table (BQ-3.2)."""
    others = [other for other in state.terrain.values() if other.id != piece.id]
    if any(hypot(x2 - x1, y2 - y1) <= _EDGE for x1, y1, x2, y2 in stretches(piece.line)):
        raise Refusal(words.LEADS_NOWHERE, rule="BQ-3.2.a")
    form = form_of(piece.kind)
    if form == "river":
        _check_river(piece)
    elif form == "road":
        _check_road(state, piece, others)
    if not on_table(piece.outline or piece.line, (state.width, state.depth), _EDGE):
        raise Refusal(words.NOT_WHOLLY_ON_TABLE, rule="BQ-3.2.a")
    if _large(piece) and any(_large(other) for other in others):
        raise Refusal(
            words.ONE_LARGE_PIECE,
            rule="BQ-3.2.b",
        )
    for other in others:
        _check_pair(piece, other)


def _check_river(piece: Piece) -> None:
    """Raise Refusal unless a river is more or less parallel to the short sides (BQ-3.2.c)."""
    for x1, y1, x2, y2 in stretches(piece.line):
        if abs(degrees(atan2(x2 - x1, y2 - y1))) > SLANT + _EDGE:
            raise Refusal(words.river_slants(SLANT), rule="BQ-3.2.c")


def _check_road(state: State, piece: Piece, others: Iterable[Piece]) -> None:
    """Raise Refusal unless a road joins two opposite table sides, or a side and a road (BQ-3.2.f)."""
    x1, y1, x2, y2 = piece.line
    sides = [edge_at(x, y, (state.width, state.depth), _EDGE) for x, y in ((x1, y1), (x2, y2))]
    if set(sides) in _OPPOSITE:
        return
    # Each end is tried with the other: one must be on an edge while the other is on a road.
    roads = [other for other in others if other.kind == "road"]
    for end, (x, y) in zip(sides, ((x2, y2), (x1, y1)), strict=True):
        for road in roads if end else ():
            if any(offset(stretch, x, y) <= road.width / 2 + _EDGE for stretch in stretches(road.line)):
                return
    raise Refusal(words.ROAD_LEADS, rule="BQ-3.2.f")


def _check_pair(piece: Piece, other: Piece) -> None:
    """Raise Refusal if two pieces overlap, but for roads, or if both are out of format (BQ-3.2.b)."""
    if "road" in (piece.kind, other.kind) and {piece.kind, other.kind} <= _SPANNED:
        return
    gap = shapes_apart(shape_of(piece), shape_of(other), _INTO)
    if gap is None:
        return
    if (_large(piece) or _large(other)) and gap <= _INTO:
        raise Refusal(words.borders_on(_name(other.kind)), rule="BQ-3.2.b")
    if gap < -_INTO:
        raise Refusal(words.piece_in_way(_name(other.kind)), rule="BQ-3.2.a")


def _large(piece: Piece) -> bool:
    row = tables.terrain_option(tables.terrain_kind(piece.kind).option)
    return row.options_out_of_format is not None and piece.options == row.options_out_of_format


def _name(kind: str) -> str:
    return tables.terrain_kind(kind).name.lower()


Numbers = Mapping[str, float]

_ACROSS = (0.15, 0.325, 0.5, 0.675, 0.85)
_ALONG = (0.2, 0.5, 0.8)
_EVERY = 3  # of the spots on the grid, each kind is offered every third
_SIZES = {
    "gentle_hill": (3.5, 2.5), "ridge": (4.0, 2.5), "broken": (3.0, 3.0), "steep_hill": (3.0, 2.5),
    "wooded_hill": (3.0, 2.5), "wood": (3.0, 2.5), "village": (2.5, 2.5), "swamp": (3.0, 2.0),
    "rocks": (2.0, 2.0), "lake": (3.0, 2.0), "open_field": (3.0, 2.5), "orchard": (3.0, 2.5),
}  # fmt: skip
_MARGIN = 3.0  # BU from a short side at which a river runs without cutting the table in two
STEPS = steps(3.0, ("left", "right", "near", "far"))


def suggestions(state: State, kind: str, id_: str, side: int, options: int) -> Iterator[tuple[str, Piece]]:
    """Yield the places offered for a piece of that kind, by their number."""
    table = (state.width, state.depth)
    make = partial(make_piece, kind, id_, table=table, placed_by=side, options=options)
    thinned = (_EVERY, KINDS.index(kind) % _EVERY) if form_of(kind) == "area" else ()
    yield from offered(list(_places(state, kind)), make, partial(fits, state), *thinned)


def suggested(state: State, kind: str, at: str) -> Piece:
    """Return the piece of that kind at the place with the number `at`; raises LookupError."""
    return make_piece(kind, "", numbers_of(state, kind, at), (state.width, state.depth))


def numbers_of(state: State, kind: str, at: str) -> Numbers:
    """Return the numbers of the place `at`, as a player would type them; raises LookupError."""
    return place_at(list(_places(state, kind)), at)


def fits(state: State, piece: Piece) -> bool:
    """Return whether `check_piece` has nothing against the piece."""
    try:
        check_piece(state, piece)
    except Refusal:
        return False
    return True


def _places(state: State, kind: str) -> Iterator[Numbers]:
    form = form_of(kind)
    if form == "area":
        yield from _spots(state, *_SIZES[kind])
        yield from _spots(state, 2.0, 2.0)
    elif form == "obstacle":
        for spot in _spots(state, 3.0, 0.1):
            yield {"x": spot["x"], "y": spot["y"], "length": 3.0, "heading": 0.0, "turn": 0.0}
    elif form == "road":
        yield from _roads(state)
    elif form == "river":
        for x in (_MARGIN, state.width - _MARGIN):
            yield {"near": x, "middle": x, "far": x, "width": 1.0}
    else:
        yield from ({"side": side, "depth": 2.0} for side in (0, 1))


def _spots(state: State, width: float, depth: float) -> Iterator[Numbers]:
    """Yield a grid over the table, kept clear of its sides."""
    for x, y in grid((state.width, state.depth), (width, depth), _ACROSS, _ALONG):
        yield {"x": x, "y": y, "width": width, "depth": depth, "heading": 0.0}


def _roads(state: State) -> Iterator[Numbers]:
    """Yield roads over the whole table: two that lead from army to army, one from side to side."""
    width, depth = state.width, state.depth
    for x in (round(width * 0.25, 2), round(width * 0.75, 2)):
        yield {"x1": x, "y1": 0.0, "x2": x, "y2": depth, "width": 1.0}
    middle = round(depth / 2, 2)
    yield {"x1": 0.0, "y1": middle, "x2": width, "y2": middle, "width": 1.0}
