"""Sentences about pieces of terrain that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable


def too_many(pieces: int, most: int) -> str:
    return f"holds {pieces} pieces: at most {most} can be read"


def id_taken(id_: str) -> str:
    return f"{id_!r} is the id of two pieces"


def no_such_kind(kind: str, kinds: Iterable[str]) -> str:
    return f"{kind!r} is not a kind of terrain: choose one of {', '.join(kinds)}"
