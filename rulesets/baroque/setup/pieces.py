"""Terrain that the players have agreed on (BQ-3.3.a), read from a setup document.

A piece is `{"kind": "wood", "x": 8, "y": 7, "width": 3, "depth": 3, "heading": 0}`, or drawn: `outline` (a
convex polygon as [x1, y1, x2, y2 ...]) or `line`. What a battle shows of a piece can be given back as it is.

Where terrain is placed by the procedure (BQ-3.3) `options.ground` may say what there is to place, and what
lies there before: `{"pool": ["wood", "wood", "gentle_hill"], "pieces": [...]}`. Of each kind the First Player
may place as many pieces as the pool names; `pieces` count for nobody's options, and nobody moves them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rulesets.baroque.state import Piece
from rulesets.baroque.tables import terrain_kind
from rulesets.baroque.wording import setup as words
from rulesets.engine.document import SetupError
from rulesets.engine.geometry import OVERLAP, Polygon, polygon
from rulesets.freetable import reading, wording
from rulesets.freetable.making import Form, Table, draw, ridge
from rulesets.freetable.placing import on_table
from rulesets.freetable.reading import MAX_PIECES

_SIZES = ("x", "y", "width", "depth")

Length = Annotated[float, Field(gt=0, le=80)]


class _PieceModel(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    id: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9._-]*$")] = ""
    kind: str
    x: float | None = None
    y: float | None = None
    width: Annotated[float, Field(ge=0, le=80)] | None = None
    depth: Length | None = None
    heading: float = 0.0
    outline: Annotated[list[float], Field(max_length=200)] = []
    line: Annotated[list[float], Field(max_length=200)] = []
    ridge: bool | None = None
    blocks_sight: bool | None = None
    enclosed: bool | None = None
    crossings: Annotated[list[tuple[Literal["ford", "bridge"], float, float]], Field(max_length=20)] = []
    placed_by: Literal[-1, 0, 1] = -1
    options: Annotated[int, Field(ge=0, le=9)] = 0


def read_pieces(values: Sequence[Any], width: float, depth: float) -> list[Piece]:
    """Return the pieces of a setup; raises SetupError with the path of what is wrong."""
    table = (width, depth)
    return reading.read_pieces(
        values, partial(_read, table=table), attrgetter("id"), partial(_check_on_table, table=table)
    )


def _read(value: Any, id_: str, path: str, table: Table) -> Piece:
    model = reading.validated(_PieceModel, value, path, KINDS)
    made = _drawn(model, model.id or id_, path, table)
    marks = {name: getattr(model, name) for name in ("ridge", "blocks_sight", "enclosed")}
    given = {name: value for name, value in marks.items() if value is not None}
    made = replace(made, placed_by=model.placed_by, options=model.options, **given)
    return replace(made, crossings=tuple(model.crossings)) if model.crossings else made


def _drawn(model: _PieceModel, id_: str, path: str, table: Table) -> Piece:
    """Return the piece with its outline or line; raises SetupError."""
    if form_of(model.kind) in ("road", "river", "obstacle") and not model.outline:
        return _line(model, id_, path)
    if not model.outline:
        missing = [name for name in _SIZES if getattr(model, name) is None]
        if missing or form_of(model.kind) != "area" or not model.width:
            raise SetupError(words.no_place(form_of(model.kind) == "area"), path=path)
        numbers = {name: getattr(model, name) for name in (*_SIZES, "heading")}
        return make_piece(model.kind, id_, numbers, table)
    try:
        outline = polygon(model.outline)
    except ValueError as error:
        raise SetupError(str(error), path=f"{path}.outline") from None
    return plain_piece(model.kind, id_, outline, _points(model.line, f"{path}.line") if model.line else ())


def _line(model: _PieceModel, id_: str, path: str) -> Piece:
    line = _points(model.line, f"{path}.line")
    made = plain_piece(model.kind, id_, line=line)
    if form_of(model.kind) == "obstacle":
        return made
    return replace(made, width=model.width or 1.0)


def _points(line: Sequence[float], path: str) -> tuple[float, ...]:
    """Return a polyline of two or more different points; raises SetupError."""
    points = [(line[i], line[i + 1]) for i in range(0, len(line) - 1, 2)]
    if len(line) % 2 or len(points) < 2 or any(a == b for a, b in pairwise(points)):
        raise SetupError(words.NEEDS_POINTS, path=path)
    return tuple(round(value, 4) + 0.0 for value in line)


def _check_on_table(piece: Piece, path: str, table: Table) -> None:
    if not on_table(piece.outline or piece.line, table, OVERLAP):
        raise SetupError(words.beyond_table(table[0], table[1]), path=path)


KINDS = (
    "gentle_hill", "ridge", "broken", "steep_hill", "wooded_hill", "wood", "village", "swamp", "rocks",
    "lake", "open_field", "orchard", "linear_obstacle", "road", "river", "shore",
)  # fmt: skip
_FORMS: Mapping[str, Form] = {
    "river": "river", "road": "road", "linear_obstacle": "obstacle", "shore": "shore",
}  # fmt: skip
_RECTANGULAR = frozenset({"village", "open_field", "orchard"})  # BQ-3.2.a; the others are oval


def form_of(kind: str) -> Form:
    """Return what numbers make a piece of that kind (`draw`)."""
    return _FORMS.get(kind, "area")


def make_piece(
    kind: str, id_: str, numbers: Mapping[str, float], table: Table, *, placed_by: int = -1, options: int = 0
) -> Piece:
    """Return a piece from the numbers of its form; raises KeyError for a missing number."""
    drawn = draw(form_of(kind), numbers, table, oval=kind not in _RECTANGULAR)
    made = plain_piece(kind, id_, drawn.outline, drawn.line)
    if made.ridge:
        made = replace(made, line=ridge(numbers))
    return replace(made, width=drawn.width, placed_by=placed_by, options=options)


def plain_piece(kind: str, id_: str, outline: Polygon = (), line: tuple[float, ...] = ()) -> Piece:
    """Return a piece with the marks that its kind has by itself (BQ-3.1.1.e, BQ-3.1.4.c, BQ-3.1.4.i)."""
    row = terrain_kind(kind)
    return Piece(
        id_, kind, outline, line,
        ridge=kind == "ridge", blocks_sight=row.visibility_bu == 0.0, enclosed=row.edged,
    )  # fmt: skip


_PATH = "options.ground"


@dataclass(frozen=True, slots=True)
class Ground:
    """`pool`: how many pieces of each kind may be placed, None for any; `pieces`: what lies there already."""

    pool: Mapping[str, int] | None = None
    pieces: tuple[Piece, ...] = ()

    def left(self, kind: str, placed: Iterable[Piece]) -> bool:
        """Return whether one more piece of a kind may be placed."""
        if self.pool is None:
            return True
        there = sum(piece.kind == kind and piece.placed_by >= 0 for piece in placed)
        return there < self.pool.get(kind, 0)


def ground_of(setup: Mapping[str, Any]) -> Ground:
    """Return the ground in the options of a set-up; raises SetupError with the path of what is wrong."""
    value = setup["options"].get("ground", {})
    if not isinstance(value, Mapping):
        raise SetupError(words.MUST_BE_GROUND, path=_PATH)
    if value and setup["terrain"] != "roll":
        raise SetupError(words.FOR_PROCEDURE, path=_PATH)
    for key in value:
        if key not in ("pool", "pieces"):
            raise SetupError(words.NOT_PART_OF_GROUND, path=f"{_PATH}.{key}")
    pool = value.get("pool")
    pieces = tuple(_pieces(value.get("pieces", []), setup["table"]))
    return Ground(None if pool is None else _pool(pool), pieces)


def _pool(value: Any) -> Mapping[str, int]:
    path = f"{_PATH}.pool"
    if not isinstance(value, list):
        raise SetupError(words.MUST_BE_KINDS, path=path)
    if len(value) > MAX_PIECES:
        raise SetupError(wording.too_many(len(value), MAX_PIECES), path=path)
    for number, kind in enumerate(value):
        if kind not in KINDS:
            raise SetupError(
                wording.no_such_kind(kind, KINDS),
                path=f"{path}[{number}]",
            )
    return Counter(value)


def _pieces(value: Any, table: Mapping[str, float]) -> Iterator[Piece]:
    """Yield the pieces that lie there already, with ids of their own."""
    if not isinstance(value, list):
        raise SetupError(words.MUST_BE_PIECES, path=f"{_PATH}.pieces")
    try:
        found = read_pieces(value, table["width"], table["depth"])
    except SetupError as error:
        where = error.path.removeprefix("terrain")
        raise SetupError(error.message, path=f"{_PATH}.pieces{where}") from None
    for number, piece in enumerate(found, start=1):
        yield replace(piece, id=f"g{number}", placed_by=-1, options=0)
