"""Ready-made places for terrain, so that nobody has to think in numbers; legal wherever they are offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from rulesets.baroque.setup.placing import check_piece
from rulesets.baroque.state import Piece, State
from rulesets.baroque.terrain.making import KINDS, form_of, make_piece
from rulesets.engine.decisions import Refusal
from rulesets.freetable.placing import grid, offered, place_at, steps

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
    """The places offered for a piece of that kind, by their number."""
    table = (state.width, state.depth)
    make = partial(make_piece, kind, id_, table=table, placed_by=side, options=options)
    thinned = (_EVERY, KINDS.index(kind) % _EVERY) if form_of(kind) == "area" else ()
    yield from offered(list(_places(state, kind)), make, partial(fits, state), *thinned)


def suggested(state: State, kind: str, at: str) -> Piece:
    """The piece of that kind at the place with the number `at`; raises LookupError if there is none."""
    return make_piece(kind, "", numbers_of(state, kind, at), (state.width, state.depth))


def numbers_of(state: State, kind: str, at: str) -> Numbers:
    """What a player would have to type in for the place with the number `at`; raises LookupError if there is
    none.
    """
    return place_at(list(_places(state, kind)), at)


def fits(state: State, piece: Piece) -> bool:
    """Whether `check_piece` has nothing against the piece."""
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
    """A grid over the table, kept clear of its sides."""
    for x, y in grid((state.width, state.depth), (width, depth), _ACROSS, _ALONG):
        yield {"x": x, "y": y, "width": width, "depth": depth, "heading": 0.0}


def _roads(state: State) -> Iterator[Numbers]:
    """Roads over the whole table: two that lead from army to army, one from side to side."""
    width, depth = state.width, state.depth
    for x in (round(width * 0.25, 2), round(width * 0.75, 2)):
        yield {"x1": x, "y1": 0.0, "x2": x, "y2": depth, "width": 1.0}
    middle = round(depth / 2, 2)
    yield {"x1": 0.0, "y1": middle, "x2": width, "y2": middle, "width": 1.0}
