"""Serializers of dataclasses, for the schema: what a dataclass's `to_json()` gives, described once."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

_PLAIN: Mapping[Any, Any] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
}


@cache
def shape(kind: type, without: tuple[str, ...] = (), **more: Any) -> type[serializers.Serializer[Any]]:
    """Return the serializer of a dataclass: its own fields, but `without` some, and `more`, each of its type.

    What has a default may be left out of the answer.
    """
    assert is_dataclass(kind), f"{kind.__name__} is not a dataclass"
    hints = get_type_hints(kind)
    body = {
        each.name: _field(
            hints[each.name], required=each.default is MISSING and each.default_factory is MISSING
        )
        for each in fields(kind)
        if each.name not in (*without, *more)
    }
    body |= {name: _field(hint) for name, hint in more.items()}
    return type(f"{kind.__name__}Serializer", (serializers.Serializer,), {**body, "__doc__": kind.__doc__})


def _field(hint: Any, **options: Any) -> Any:
    """Return the field of a type: a dataclass, a sequence, a mapping, or a plain value that may be None."""
    origin, args = get_origin(hint), [each for each in get_args(hint) if each not in (type(None), ...)]
    if origin in (Union, types.UnionType) and len(args) == 1:
        return _field(args[0], allow_null=True, **options)
    if is_dataclass(hint) and isinstance(hint, type):
        return shape(hint)(**options)
    if hint is str:
        return serializers.CharField(allow_blank=True, **options)
    if hint in _PLAIN:
        return _PLAIN[hint](**options)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        item = args[0]
        many = is_dataclass(item) and isinstance(item, type)
        return (
            shape(item)(many=True, **options)
            if many
            else serializers.ListField(child=_field(item), **options)
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return serializers.DictField(child=serializers.JSONField(), **options)
    return serializers.JSONField(**options)
