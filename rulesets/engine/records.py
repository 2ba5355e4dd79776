"""Records: frozen dataclasses that are quick to make.

A battle makes them by the hundred thousand, and what keeps a frozen dataclass from being changed costs more
than all else while one is set up. Here the type checker alone sees to that: to it a record is frozen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, make_dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class Shown:
    """What is shown and hashed with all its fields, by their names."""

    __slots__: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make `cls` a frozen dataclass with slots whose fields are set by plain assignments. Records may inherit
    from frozen dataclasses and those from records.
    """
    made: Any = dataclass(frozen=True, slots=True)(cls)
    made.__setattr__, made.__delattr__ = object.__setattr__, object.__delattr__
    made.__init__ = _setting_up(made)
    return made  # type: ignore[no-any-return]


def _setting_up(cls: type[Any]) -> Callable[..., None]:
    """Return the `__init__` of a dataclass with the same fields that is not frozen."""
    same = [(each.name, each.type, _like(each)) for each in fields(cls)]
    namespace = {"__post_init__": None} if hasattr(cls, "__post_init__") else {}
    made: Any = make_dataclass(cls.__name__, same, namespace=namespace)
    return made.__init__  # type: ignore[no-any-return]


def _like(each: Any) -> Any:
    return field(
        default=each.default, default_factory=each.default_factory, init=each.init, kw_only=each.kw_only
    )
