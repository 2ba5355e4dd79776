"""The ground of a battle whose terrain is placed by the procedure (BQ-3.3): what there is to place, and what
lies there before.

`options.ground` of a set-up: `{"pool": ["wood", "wood", "gentle_hill"], "pieces": [...]}`. Of each kind the
First Player may place as many pieces as the pool names; without a pool he is free. `pieces` are as in an
agreed terrain (BQ-3.3.a); they count for nobody's options, and nobody moves them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulesets.baroque.setup.pieces import read_pieces
from rulesets.baroque.state import Piece
from rulesets.baroque.terrain.making import KINDS
from rulesets.engine.document import SetupError
from rulesets.freetable.reading import MAX_PIECES

_PATH = "options.ground"


@dataclass(frozen=True, slots=True)
class Ground:
    """`pool`: how many pieces of each kind may be placed, None for any; `pieces`: what lies there already."""

    pool: Mapping[str, int] | None = None
    pieces: tuple[Piece, ...] = ()

    def left(self, kind: str, placed: Iterable[Piece]) -> bool:
        """Whether one more piece of a kind may be placed."""
        if self.pool is None:
            return True
        there = sum(piece.kind == kind and piece.placed_by >= 0 for piece in placed)
        return there < self.pool.get(kind, 0)


def ground_of(setup: Mapping[str, Any]) -> Ground:
    """The ground of a checked set-up."""
    return read_ground(setup["options"].get("ground", {}), setup)


def read_ground(value: Any, setup: Mapping[str, Any]) -> Ground:
    """The ground in the options of a set-up; raises SetupError with the path of what is wrong."""
    if not isinstance(value, Mapping):
        raise SetupError("must be an object with pool and pieces", path=_PATH)
    if value and setup["terrain"] != "roll":
        raise SetupError("is for terrain that is placed by the procedure: set terrain to roll", path=_PATH)
    for key in value:
        if key not in ("pool", "pieces"):
            raise SetupError("is no part of a ground: there are pool, pieces", path=f"{_PATH}.{key}")
    pool = value.get("pool")
    pieces = tuple(_pieces(value.get("pieces", []), setup["table"]))
    return Ground(None if pool is None else _pool(pool), pieces)


def _pool(value: Any) -> Mapping[str, int]:
    path = f"{_PATH}.pool"
    if not isinstance(value, list):
        raise SetupError("must be a list of kinds of terrain", path=path)
    if len(value) > MAX_PIECES:
        raise SetupError(f"holds {len(value)} pieces: at most {MAX_PIECES} can be read", path=path)
    for number, kind in enumerate(value):
        if kind not in KINDS:
            raise SetupError(f"{kind!r} is no kind of terrain: {', '.join(KINDS)}", path=f"{path}[{number}]")
    return Counter(value)


def _pieces(value: Any, table: Mapping[str, float]) -> Iterator[Piece]:
    """The pieces that lie there already, with ids of their own."""
    if not isinstance(value, list):
        raise SetupError("must be a list of pieces of terrain", path=f"{_PATH}.pieces")
    try:
        found = read_pieces(value, table["width"], table["depth"])
    except SetupError as error:
        where = error.path.removeprefix("terrain")
        raise SetupError(error.message, path=f"{_PATH}.pieces{where}") from None
    for number, piece in enumerate(found, start=1):
        yield replace(piece, id=f"g{number}", placed_by=-1, options=0)
