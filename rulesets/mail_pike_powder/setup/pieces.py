"""Terrain: pieces of a setup document, and the 4 to 8 that the players lay in turn (MPP-C-29). Inches.

A piece of a setup is `{"kind": "wood", "x": 30, "y": 24, "width": 10, "depth": 8, "heading": 0}`, or drawn:
`outline` (a convex polygon as [x1, y1, x2, y2 ...]) or `line`. Where the players lay the terrain,
`options.ground` may say what there is to lay (`pool`, kinds) and what lies there before (`pieces`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Number, Option, Refusal, Steps
from rulesets.engine.document import SetupError
from rulesets.engine.geometry import OVERLAP, polygon
from rulesets.engine.records import record
from rulesets.freetable import reading, wording
from rulesets.freetable.making import Form, Table, draw
from rulesets.freetable.placing import grid, heading, offered, on_table, place_at, point, shapes_apart
from rulesets.mail_pike_powder import tables, terrain
from rulesets.mail_pike_powder.events import PiecePlaced
from rulesets.mail_pike_powder.state import Piece, State
from rulesets.mail_pike_powder.wording import setup as words

Length = Annotated[float, Field(gt=0, le=200)]
KINDS = tuple(row.key for row in tables.tables().terrain)
_SQUARE = frozenset({"crops", "building", "fort"})  # the others are oval
_ACROSS, _ALONG = (0.12, 0.31, 0.5, 0.69, 0.88), (0.3, 0.5, 0.7)
_EVERY = 3  # of the places on the grid, each kind is offered every third
_APART = 2.0  # inches between pieces, so that a base gets through


class _PieceModel(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    id: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9._-]*$")] = ""
    kind: str
    x: float | None = None
    y: float | None = None
    width: Annotated[float, Field(ge=0, le=200)] | None = None
    depth: Length | None = None
    heading: float = 0.0
    outline: Annotated[list[float], Field(max_length=200)] = []
    line: Annotated[list[float], Field(max_length=200)] = []
    placed_by: Literal[-1, 0, 1] = -1


@record
class Ground:
    """`pool`: how many pieces of each kind may be laid, None for any; `pieces`: what lies there already."""

    pool: Mapping[str, int] | None = None
    pieces: tuple[Piece, ...] = ()


def form_of(kind: str) -> Form:
    """Return what numbers make a piece of that kind (`freetable.making.draw`)."""
    going = tables.terrain(kind).going
    return "obstacle" if going == "linear" else "road" if going == "road" else "area"


def make_piece(
    kind: str, id_: str, numbers: Mapping[str, float], table: Table, *, placed_by: int = -1
) -> Piece:
    """Return a piece from the numbers of its form; raises KeyError for a missing number."""
    drawn = draw(form_of(kind), numbers, table, oval=kind not in _SQUARE)
    return Piece(id_, kind, drawn.outline, drawn.line, drawn.width, placed_by)


# -- read -----------------------------------------------------------------------------------------


def read_pieces(values: Sequence[Any], width: float, depth: float) -> list[Piece]:
    """Return the pieces of a setup; raises SetupError with the path of what is wrong."""
    table = (width, depth)
    return reading.read_pieces(
        values, partial(_read, table=table), attrgetter("id"), partial(_check_on_table, table=table)
    )


def _read(value: Any, id_: str, path: str, table: Table) -> Piece:
    model = reading.validated(_PieceModel, value, path, KINDS)
    id_, kind, form = model.id or id_, model.kind, form_of(model.kind)
    if form != "area" and model.line:
        line = _points(model.line, f"{path}.line")
        width = (model.width or tables.terrain(kind).size[1]) if form == "road" else 0.0
        return Piece(id_, kind, line=line, width=width, placed_by=model.placed_by)
    if model.outline and form == "area":
        try:
            return Piece(id_, kind, polygon(model.outline), placed_by=model.placed_by)
        except ValueError as error:
            raise SetupError(str(error), path=f"{path}.outline") from None
    if form != "area" or None in (model.x, model.y, model.width, model.depth) or not model.width:
        raise SetupError(words.NO_PLACE, path=path)
    numbers = {name: getattr(model, name) for name in ("x", "y", "width", "depth", "heading")}
    return make_piece(kind, id_, numbers, table, placed_by=model.placed_by)


def _points(line: Sequence[float], path: str) -> tuple[float, ...]:
    points = [(line[i], line[i + 1]) for i in range(0, len(line) - 1, 2)]
    if len(line) % 2 or len(points) < 2 or any(a == b for a, b in pairwise(points)):
        raise SetupError(words.NEEDS_POINTS, path=path)
    return tuple(round(value, 4) + 0.0 for value in line)


def _check_on_table(piece: Piece, path: str, table: Table) -> None:
    if not on_table(piece.outline or piece.line, table, OVERLAP):
        raise SetupError(words.beyond_table(table[0], table[1]), path=path)


def ground_of(setup: Mapping[str, Any]) -> Ground:
    """Return the ground in the options of a set-up; raises SetupError with the path of what is wrong."""
    path, value = "options.ground", setup["options"].get("ground", {})
    if not isinstance(value, Mapping) or not value.keys() <= {"pool", "pieces"}:
        raise SetupError(words.MUST_BE_GROUND, path=path)
    pool, pieces = value.get("pool"), value.get("pieces", [])
    if not isinstance(pieces, list) or not isinstance(pool, list | None):
        raise SetupError(words.MUST_BE_GROUND, path=path)
    for number, kind in enumerate(pool or ()):
        if kind not in KINDS:
            raise SetupError(wording.no_such_kind(kind, KINDS), path=f"{path}.pool[{number}]")
    try:
        found = read_pieces(pieces, setup["table"]["width"], setup["table"]["depth"])
    except SetupError as error:
        raise SetupError(error.message, path=f"{path}.pieces{error.path.removeprefix('terrain')}") from None
    there = tuple(
        replace(piece, id=f"g{number}", placed_by=-1) for number, piece in enumerate(found, start=1)
    )
    return Ground(None if pool is None else Counter(pool), there)


# -- laid in turn ---------------------------------------------------------------------------------


def lay_terrain(battle: Battle, first: int) -> Steps[None]:
    """Lay the terrain as the setup has it, or piece by piece in turn, 4 to 8 of them (MPP-C-29)."""
    state: State = battle.state
    wanted = battle.setup["terrain"]
    if wanted == "roll":
        yield from _in_turn(battle, first)
    elif wanted != "open":
        for piece in read_pieces(wanted, state.width, state.depth):
            battle.apply(PiecePlaced("MPP-C-29", piece))


def _in_turn(battle: Battle, side: int) -> Steps[None]:
    state: State = battle.state
    figures, ground = tables.figures(), ground_of(battle.setup)
    for piece in ground.pieces:
        battle.apply(PiecePlaced("MPP-C-29", piece))
    for number in range(1, figures.pieces_most + 1):
        id_ = f"t{number}"
        groups: list[Group] = [
            ({"do": "place", "kind": kind}, partial(_placings, state, side, id_, kind))
            for kind in KINDS if _left(state, ground, kind)
        ]  # fmt: skip
        enough = number > figures.pieces_least
        done = Option({"do": "done"}, words.FINISH_TERRAIN, "MPP-C-29")
        if enough or not any("at" in each.key for _, made in groups for each in made()):
            groups.append(({"do": "done"}, partial(iter, (done,))))
        text = words.place_terrain(number - 1, figures.pieces_least, figures.pieces_most)
        choice = yield Decision("place terrain", side, text, "MPP-C-29", Menu(*groups))
        if choice["do"] == "done":
            return
        kind, table = choice["kind"], (state.width, state.depth)
        numbers = numbers_of(state, kind, choice["at"]) if "at" in choice else choice
        battle.apply(PiecePlaced("MPP-C-29", make_piece(kind, id_, numbers, table, placed_by=side)))
        side = 1 - side


def _left(state: State, ground: Ground, kind: str) -> bool:
    if ground.pool is None:
        return True
    there = sum(piece.kind == kind and piece.placed_by >= 0 for piece in state.terrain.values())
    return there < ground.pool.get(kind, 0)


def _placings(state: State, side: int, id_: str, kind: str) -> Iterator[Option]:
    """Yield the ready-made places of a kind, and a place of the player's own."""
    name, table = tables.terrain(kind).name, (state.width, state.depth)
    key = {"do": "place", "kind": kind}
    first: Mapping[str, float] | None = None
    for at, _ in suggestions(state, kind, side, id_):
        first = first or numbers_of(state, kind, at)
        yield Option({**key, "at": at}, words.piece(name, at), "MPP-C-29")
    if first is not None:

        def check(choice: Choice) -> None:
            made = make_piece(kind, id_, choice, table, placed_by=side)
            if not fits(state, made):
                raise Refusal(words.NO_ROOM, rule="MPP-C-29", path="choice.x")

        yield Option(key, words.own_piece(name), "MPP-C-29", _numbers(state, kind, first), check)


def _numbers(state: State, kind: str, first: Mapping[str, float]) -> tuple[Number, ...]:
    form, box = form_of(kind), (0.0, 0.0, state.width, state.depth)
    if form == "road":
        ends = (
            *point(box, "in", first["x1"], first["y1"], "1"),
            *point(box, "in", first["x2"], first["y2"], "2"),
        )
        return (*ends, Number("width", 1.0, 3.0, "in", default=first["width"]))
    place = point(box, "in", first["x"], first["y"])
    if form == "obstacle":
        return (
            *place, Number("length", 2.0, 24.0, "in", default=first["length"]), heading(),
            Number("turn", -135.0, 135.0, "degrees", default=0.0),
        )  # fmt: skip
    sizes = (Number(name, 3.0, 18.0, "in", default=first[name]) for name in ("width", "depth"))
    return (*place, *sizes, heading())


def suggestions(state: State, kind: str, side: int, id_: str) -> Iterator[tuple[str, Piece]]:
    """Yield the places offered for a piece of a kind, by their number."""
    make = partial(make_piece, kind, id_, table=(state.width, state.depth), placed_by=side)
    thinned = (_EVERY, KINDS.index(kind) % _EVERY) if form_of(kind) == "area" else ()
    yield from offered(list(_places(state, kind)), make, partial(fits, state), *thinned)


def numbers_of(state: State, kind: str, at: str) -> Mapping[str, float]:
    """Return the numbers of the place `at`, as a player would type them; raises LookupError."""
    return place_at(list(_places(state, kind)), at)


def suggested(state: State, kind: str, at: str) -> Piece:
    """Return the piece of that kind at the place with the number `at`; raises LookupError."""
    return make_piece(kind, "", numbers_of(state, kind, at), (state.width, state.depth))


def _places(state: State, kind: str) -> Iterator[dict[str, float]]:
    form, (width, depth) = form_of(kind), tables.terrain(kind).size
    if form == "road":
        for x in (round(state.width * 0.25, 2), round(state.width * 0.75, 2)):
            yield {"x1": x, "y1": 0.0, "x2": x, "y2": state.depth, "width": depth}
        middle = round(state.depth / 2, 2)
        yield {"x1": 0.0, "y1": middle, "x2": state.width, "y2": middle, "width": depth}
        return
    for x, y in grid((state.width, state.depth), (width, max(depth, 0.1)), _ACROSS, _ALONG):
        if form == "obstacle":
            yield {"x": x, "y": y, "length": width, "heading": 0.0, "turn": 0.0}
        else:
            yield {"x": x, "y": y, "width": width, "depth": depth, "heading": 0.0}


def fits(state: State, piece: Piece) -> bool:
    """Return whether a piece lies on the table, and apart from the others; a road may run across anything but
    buildings and water.
    """
    if not on_table(piece.outline or piece.line, (state.width, state.depth), OVERLAP):
        return False
    points = list(zip(piece.line[::2], piece.line[1::2], strict=True))
    if any(a == b for a, b in pairwise(points)):
        return False
    shape = terrain.shape_of(piece)
    for other in state.terrain.values():
        if "road" in (piece.kind, other.kind):
            rest = other.kind if piece.kind == "road" else piece.kind
            if tables.terrain(rest).going not in ("building", "impassable"):
                continue
        gap = shapes_apart(shape, terrain.shape_of(other), _APART)
        if gap is not None and gap < _APART:
            return False
    return True
