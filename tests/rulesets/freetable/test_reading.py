"""Agreed terrain: each fault with its path."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from rulesets.engine.document import SetupError
from rulesets.freetable.reading import MAX_PIECES, read_pieces, validated


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: str
    id: str = ""
    corners: list[float] = []


def read(values: list[Any]) -> list[Model]:
    def one(value: Any, id_: str, path: str) -> Model:
        found = validated(Model, value, path, ("wood", "pond"))
        return found.model_copy(update={"id": found.id or id_})

    def check(piece: Model, path: str) -> None:
        if piece.corners == [99.0]:
            raise SetupError("lies off the table", path=path)

    return read_pieces(values, one, attrgetter("id"), check)


def test_pieces_without_an_id_get_one() -> None:
    pieces = read([{"kind": "wood"}, {"kind": "pond", "id": "x"}, {"kind": "pond"}])
    assert [piece.id for piece in pieces] == ["t1", "x", "t3"]


@pytest.mark.parametrize(("value", "path"), [
    ({"kind": "lava"}, "terrain[1].kind"), ({}, "terrain[1].kind"), ("wood", "terrain[1]"),
    ({"kind": "wood", "corners": [1, "a"]}, "terrain[1].corners[1]"),
    ({"kind": "wood", "id": "t1"}, "terrain[1].id"),
    ({"kind": "wood", "corners": [99.0]}, "terrain[1]"), ({"kind": "wood", "size": 3}, "terrain[1].size"),
])  # fmt: skip
def test_a_fault_is_told_with_its_path(value: Any, path: str) -> None:
    with pytest.raises(SetupError) as caught:
        read([{"kind": "wood"}, value])
    assert caught.value.path == path


def test_there_are_never_too_many() -> None:
    with pytest.raises(SetupError):
        read([{"kind": "wood"}] * (MAX_PIECES + 1))
