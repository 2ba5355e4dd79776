"""Tables that the players have agreed on or saved (BFS-31.1): their pieces read from a document."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.pieces import LINEAR, OBSTACLE_DEPTH, Piece, make, overhang
from rulesets.by_fire_and_sword.wording import terrain as words
from rulesets.engine.document import SetupError
from rulesets.freetable import reading

_ON_TABLE = 0.01

Length = Annotated[float, Field(gt=0, le=800)]


class _PieceModel(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    id: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9._-]*$")] = ""
    name: Annotated[str, Field(max_length=120)] = ""
    kind: str
    x: float
    y: float
    width: Length
    depth: Length | None = None
    angle: Annotated[float, Field(ge=-360, le=360)] = 0.0
    buildings: Literal[2, 3] | None = None
    on: str = ""
    scenario: str = ""
    placed_by: Literal[0, 1] | None = None
    choice: int | None = None


def read_pieces(values: Sequence[Any], width: float, depth: float) -> list[Piece]:
    """Return the pieces of an agreed table of that size (cm); raise SetupError with the path of what is
    wrong.

    What another meeting shows of a piece can be given as it is: by whom it was placed is left out.
    """

    def check(piece: Piece, path: str) -> None:
        if piece["kind"] not in LINEAR and overhang(piece, width, depth) > _ON_TABLE:
            raise SetupError(words.beyond_table_of(width, depth), path=path)

    return reading.read_pieces(values, _read, itemgetter("id"), check)


def _read(value: Any, id_: str, path: str) -> Piece:
    model = reading.validated(_PieceModel, value, path, pieces.kinds())
    depth = model.depth if model.depth is not None else _usual_depth(model.kind, path)
    more: dict[str, Any] = {"id": model.id or id_}
    if model.name:
        more["name"] = model.name
    if model.kind == "village":
        more["buildings"] = model.buildings or 2
    return make(model.kind, model.x, model.y, model.width, depth, model.angle, **more)


def _usual_depth(kind: str, path: str) -> float:
    """Return the depth, which goes without saying only for linear pieces; raise SetupError for others."""
    if kind == "obstacle":
        return OBSTACLE_DEPTH
    if kind in LINEAR:
        return pieces.kinds()[kind].size_cm[1]
    raise SetupError(words.DEPTH_MISSING, path=f"{path}.depth")
