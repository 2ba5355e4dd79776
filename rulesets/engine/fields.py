"""A field to be filled in, whatever it belongs to: forms, limits and what is read come from its description.

A field is written down, or derived from the annotation of a pydantic model: kind, limits, choices and default
are those of the type, and `Asked` in the annotation adds what a form shows.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union, get_args, get_origin

from rulesets.engine.wording import documents as words

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

Kind: TypeAlias = Literal[
    "line", "text", "key", "whole", "decimal", "wholes", "choice", "radio", "many", "flag", "yesno", "names",
    "lines", "reference", "references", "pairs", "search",
]  # fmt: skip
Choices: TypeAlias = Sequence[tuple[Any, Any]]
"""What a field may be, as value and words; or a heading with the choices under it."""


MOST = 1000
"""The highest whole number where a field names no other."""


@dataclass(frozen=True, slots=True)
class Field:
    """One value. `optional`: it may be left empty, or out of a document where it is empty or as `default`.

    `choices`: what it may be; `suggest`: what a text or the names of a list mostly are; `refers`: the
    tables, by their path, whose rows a `reference` names by their id. A `yesno` is a flag that may be left
    open, `lines` a list with a text in each line, `search` words that choices are searched for, `many` any
    of the choices. `low`, `high`: limits of a number. `unset`: what a choice sends for no value at all,
    where an empty text is one. `rule`: the rule that it settles. `most`: more of it can be read, but is
    never legal. `negated`: a flag that says the opposite of the value it stands for. `forgotten(value)`: a
    value that is no choice, but is left in an address from something else that was chosen before.
    """

    key: str
    label: str
    kind: Kind = "line"
    help: str = ""
    choices: Choices = ()
    suggest: tuple[str, ...] = ()
    refers: tuple[str, ...] = ()
    low: int | float | None = None
    high: int | float | None = None
    optional: bool = False
    default: Any = None
    unset: str = ""
    wide: bool = False
    rule: str = ""
    most: int | None = None
    negated: bool = False
    forgotten: Callable[[str], bool] | None = None

    @property
    def values(self) -> tuple[Any, ...]:
        """The values among which a flag or a choice chooses."""
        return (False, True) if self.kind == "flag" else tuple(value for value, _ in self.choices)

    def problem(self, value: Any) -> str | None:
        """Return why the value of a flag, a choice or a whole number cannot be read; None if it can."""
        if self.kind == "flag":
            return None if isinstance(value, bool) else words.NOT_TRUE_OR_FALSE
        if self.kind == "choice":
            return None if value in self.values else words.not_one_of(self.values)
        if isinstance(value, bool) or not isinstance(value, int):
            return words.NOT_A_WHOLE_NUMBER
        low, high = self.low or 0, MOST if self.high is None else self.high
        return None if low <= value <= high else words.must_be_within(low, high)


def alike(*values: Any) -> Choices:
    """Return choices that are called by their values."""
    return tuple((value, str(value).replace("_", " ")) for value in values)


@dataclass(frozen=True, slots=True)
class Asked:
    """How a form asks for a value of a model: stands in the annotation of the value.

    `key`: its name in the form if that is another; `words`: what its values are called, in their order;
    `choices()`: what it may be where its type does not tell; `initial`: what the form begins with instead of
    the default; `optional`: it may be left empty all the same; `negated`: the form asks for the opposite.
    """

    label: str
    help: str = ""
    key: str = ""
    words: tuple[str, ...] = ()
    choices: Callable[[], Choices] | None = None
    initial: Any = None
    optional: bool = False
    negated: bool = False


def fields_of(model: type[BaseModel]) -> dict[str, Field]:
    """Return the fields that a form asks for, by their names in the model: those annotated with `Asked`."""
    found = {}
    for name, info in model.model_fields.items():
        asked = next((each for each in info.metadata if isinstance(each, Asked)), None)
        if asked is not None:
            found[name] = _derived(name, info, asked)
    return found


def values_of(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a model from what was given to its fields; those left empty are left out."""
    found: dict[str, Any] = {}
    for name, field in fields_of(model).items():
        value = given.get(field.key)
        # Zero and False are answers; only nothing at all counts as left empty.
        if value is not None and value != "":
            found[name] = bool(value) is not field.negated if field.kind == "flag" else value
    return found


def bare(annotation: Any) -> Any:
    """Return a type without the None that may stand beside it."""
    if get_origin(annotation) in (Union, types.UnionType):
        return next(each for each in get_args(annotation) if each is not types.NoneType)
    return annotation


def _derived(name: str, info: FieldInfo, asked: Asked) -> Field:
    kind = bare(info.annotation)
    # What a form begins with need not be the default, which the model uses when nothing is asked.
    initial = info.get_default() if asked.initial is None and not info.is_required() else asked.initial
    listed, flag = get_origin(kind) is list, kind is bool
    shown = "flag" if flag else "many" if listed else _KINDS.get(kind, "choice")
    return Field(
        key=asked.key or name,
        label=asked.label,
        kind="choice" if asked.choices and not listed else shown,
        help=asked.help,
        choices=tuple(_choices(kind, asked)),
        low=next((limit.ge for limit in info.metadata if hasattr(limit, "ge")), None),
        high=next((limit.le for limit in info.metadata if hasattr(limit, "le")), None),
        optional=asked.optional or flag or listed or initial is None,
        default=None if asked.optional or flag or listed else initial,
        negated=asked.negated,
    )


_KINDS: Mapping[Any, Kind] = {int: "whole", float: "decimal", str: "line"}


def _choices(kind: Any, asked: Asked) -> Iterator[tuple[str, Any]]:
    if asked.choices is not None:
        yield from asked.choices()
    elif get_origin(kind) is Literal:
        values = get_args(kind)
        yield from zip(values, asked.words or values, strict=True)
