"""Copies of states: what `copy.deepcopy` would give, in a tenth of its time."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel

from campaigns.engine.state import State

_PLAIN = frozenset({str, int, float, bool, type(None)})
T = TypeVar("T")


def copied(state: State) -> State:
    """A state that shares nothing that can change: only its rules and its map, which no turn changes."""
    return _copy(state)


def _copy(value: T) -> T:
    kind: type[Any] = type(value)
    if kind in _PLAIN or isinstance(value, BaseModel):
        return value
    found: Any
    if isinstance(value, list):
        found = [each if type(each) in _PLAIN else _copy(each) for each in value]
    elif isinstance(value, dict):
        found = {key: each if type(each) in _PLAIN else _copy(each) for key, each in value.items()}
    else:
        found = kind.__new__(kind)
        for name in _names(kind):
            each = getattr(value, name)
            setattr(found, name, each if type(each) in _PLAIN else _copy(each))
    return found  # type: ignore[no-any-return]


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass; raises TypeError for anything else."""
    return tuple(each.name for each in fields(kind))
