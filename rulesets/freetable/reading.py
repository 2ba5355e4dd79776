"""Terrain that players have agreed on, read from a setup document with the path of what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from rulesets.engine.document import SetupError
from rulesets.engine.errors import fault_of
from rulesets.freetable import wording

P = TypeVar("P")
M = TypeVar("M", bound=BaseModel)

MAX_PIECES = 60


def read_pieces(
    values: Sequence[Any],
    read: Callable[[Any, str, str], P],
    id_of: Callable[[P], str],
    check: Callable[[P, str], None],
) -> list[P]:
    """Return the pieces of `values`, each `read` and then `check`ed; raises SetupError.

    `read` is given the value, the id for a piece that names none, and the path; `check` the path.
    """
    if len(values) > MAX_PIECES:
        raise SetupError(wording.too_many(len(values), MAX_PIECES), path="terrain")
    pieces: dict[str, P] = {}
    for number, value in enumerate(values):
        path = f"terrain[{number}]"
        piece = read(value, f"t{number + 1}", path)
        if id_of(piece) in pieces:
            raise SetupError(wording.id_taken(id_of(piece)), path=f"{path}.id")
        check(piece, path)
        pieces[id_of(piece)] = piece
    return list(pieces.values())


def validated(model: type[M], value: Any, path: str, kinds: Mapping[str, Any] | Sequence[str]) -> M:
    """Return a value as a model of one of the `kinds`; raises SetupError with the path of its first fault."""
    try:
        found = model.model_validate(value)
    except ValidationError as error:
        fault = fault_of(error.errors(include_url=False)[0])
        raise SetupError(fault.message, path=f"{path}.{fault.path}".rstrip(".")) from None
    kind = getattr(found, "kind", "")
    if kind not in kinds:
        raise SetupError(wording.no_such_kind(kind, kinds), path=f"{path}.kind")
    return found
