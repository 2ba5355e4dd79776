"""What a document of a rule system consists of, as somebody fills it in: fields, groups of fields, tables.

The description serves three ends: the editor draws its forms from it, what was typed is read back by it into
plain JSON values, and its limits are checked, so that the three cannot differ. Texts that are no number where
a number belongs stay as they were typed: the reading of the document says what is wrong with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulesets.engine.fields import Field

MAX_ROWS = 200

_WHOLE = re.compile(r"^[+-]?\d{1,9}$")
_DECIMAL = re.compile(r"^[+-]?\d{1,9}[.,]\d{1,6}$")


@dataclass(frozen=True, slots=True)
class Group:
    """Values that belong together, in a table of the document; an `optional` one is left out when empty."""

    key: str
    label: str
    parts: tuple[Part, ...]
    optional: bool = False
    folded: bool = False
    help: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one kind. `one`: what a row is called; `title(row)` names it; `new`: what it begins with."""

    key: str
    label: str
    one: str
    parts: tuple[Part, ...]
    title: Callable[[Mapping[str, Any]], str]
    new: Mapping[str, Any] = field(default_factory=dict)
    most: int = MAX_ROWS
    help: str = ""


Part: TypeAlias = Field | Group | Table


@dataclass(frozen=True, slots=True)
class BookForm:
    """A whole document: what stands at its head, and its tables, each row of which is edited by itself."""

    head: tuple[Part, ...]
    tables: tuple[Table, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return every part, the head first."""
        return (*self.head, *self.tables)

    def table(self, key: str) -> Table | None:
        """Return the table of that key."""
        return next((table for table in self.tables if table.key == key), None)


def title(*keys: str) -> Callable[[Mapping[str, Any]], str]:
    """Name a row by the first of these values that it has."""
    return lambda row: next((str(row[key]) for key in keys if row.get(key)), "")


# ------------------------------------------------------------------------------------------------ filled in


@dataclass(frozen=True, slots=True)
class Typed:
    """What a browser sent: the values under each name."""

    get: Callable[[str], Sequence[str]]

    def has(self, name: str) -> bool:
        return bool(self.get(name))

    def one(self, name: str) -> str:
        values = self.get(name)
        return values[-1] if values else ""


def filled(parts: Sequence[Part], old: Mapping[str, Any], typed: Typed, at: str) -> dict[str, Any]:
    """Return `old` with what was typed into the table at `at`; what was not on the page stays.

    The name of a field is its path (`cards[0].name`). What a browser does not send where nothing is ticked, a
    flag or references, is known to have been on the page by a `<path>#`.
    """
    values = dict(old)
    for part in parts:
        path = joined(at, part.key)
        if isinstance(part, Field):
            if typed.has(path) or typed.has(f"{path}#"):
                _put(values, part, typed_value(part, typed, path))
        elif isinstance(part, Group):
            before = values.get(part.key)
            inner = filled(part.parts, before if isinstance(before, Mapping) else {}, typed, path)
            if inner:
                # An optional group disappears with its last value, as if it had never been filled in.
                values[part.key] = inner
            elif part.optional:
                values.pop(part.key, None)
        elif part.key in values and isinstance(values[part.key], (list, tuple)):
            values[part.key] = [
                filled(part.parts, row, typed, f"{path}[{index}]")
                for index, row in enumerate(rows_of(values, part.key))
            ]
    return values


def _put(values: dict[str, Any], field: Field, value: Any) -> None:
    empty = value is None or value == [] or value == {} or (value == "" and not field.unset)
    if field.optional and (empty or value == field.default):
        values.pop(field.key, None)
    else:
        values[field.key] = value


def typed_value(field: Field, typed: Typed, path: str) -> Any:
    """Return what was typed into a field, as a JSON value."""
    if field.kind == "flag":
        return typed.has(path)
    if field.kind == "references":
        return [value for value in typed.get(path) if value]
    text = typed.one(path)
    if field.kind == "text":
        return text.replace("\r\n", "\n").strip()
    if field.kind == "lines":
        return [words for line in text.splitlines() if (words := " ".join(line.split()))]
    if field.kind == "names":
        # Names may hold commas: where the writer uses semicolons or lines, commas belong to the names.
        apart = r"[;\n]" if re.search(r"[;\n]", text) else ","
        return [name for part in re.split(apart, text) if (name := " ".join(part.split()))]
    if field.kind == "pairs":
        lines = [line.partition(":") for line in text.split("\n") if line.strip()]
        return {name.strip(): value.strip() for name, _, value in lines}
    if field.kind == "wholes":
        return [number(part, whole=True) for part in re.split(r"[\s,;/]+", text.strip()) if part]
    text = " ".join(text.split())
    if field.unset and text == field.unset:
        return None
    if field.kind == "yesno":
        return {"yes": True, "no": False}.get(text)
    if field.kind in ("whole", "decimal"):
        return number(text, whole=field.kind == "whole") if text or not field.optional else None
    return text


def number(text: str, *, whole: bool) -> int | float | str:
    """Return the number that `text` is, or `text` itself."""
    if _WHOLE.match(text):
        return int(text)
    if not whole and _DECIMAL.match(text):
        return float(text.replace(",", "."))
    return text


# ------------------------------------------------------------------------------------------------ shown


def shown(field: Field, value: Any) -> str:
    """Return a value as it stands in its field."""
    if value is None:
        return field.unset
    if isinstance(value, bool):
        return "yes" if value else "no"
    if field.kind == "names" and isinstance(value, (list, tuple)):
        names = [str(each) for each in value]  # semicolons where a name has a comma in it
        return "; ".join([*names, ""]).strip() if any("," in name for name in names) else ", ".join(names)
    if field.kind == "lines" and isinstance(value, (list, tuple)):
        return "\n".join(" ".join(str(each).split()) for each in value)
    if field.kind == "wholes" and isinstance(value, (list, tuple)):
        return "/".join(str(each) for each in value)
    if field.kind == "pairs" and isinstance(value, Mapping):
        return "\n".join(f"{key}: {each}" for key, each in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)


def shown_number(value: Any) -> str:
    """Return a number as it is shown; nothing for what is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    return f"{value:g}"


def joined(at: str, key: str) -> str:
    """Return the path of a key in the table at `at`."""
    return f"{at}.{key}" if at else key


def rows_of(values: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the rows of a table; what is no row counts as an empty one, so that it can be filled in."""
    rows = values.get(key)
    if not isinstance(rows, (list, tuple)):
        return []
    return [dict(row) if isinstance(row, Mapping) else {} for row in rows]


# ------------------------------------------------------------------------------------------------ rows

_STEP = re.compile(r"\.?([A-Za-z_][A-Za-z0-9_-]*)|\[(\d{1,4})\]")


def steps(path: str) -> list[str | int]:
    """Return the steps of a path: `card[0].level` is card, 0, level; raises ValueError for no path."""
    found: list[str | int] = []
    place = 0
    while place < len(path):
        step = _STEP.match(path, place)
        if step is None:
            raise ValueError(f"{path!r} is not a path")
        found.append(step[1] if step[1] is not None else int(step[2]))
        place = step.end()
    return found


def value_at(document: Any, path: str) -> Any:
    """Return what stands at a path; raises LookupError or ValueError where there is nothing."""
    value = document
    for step in steps(path):
        kind: type[Any] = list if isinstance(step, int) else dict
        if not isinstance(value, kind):
            raise LookupError(path)
        value = value[step]
    return value


def part_at(form: BookForm, path: str) -> Part:
    """Return the part of the description that a path leads to; raises LookupError or ValueError."""
    parts: Sequence[Part] = form.parts
    part: Part | None = None
    for step in steps(path):
        if isinstance(step, int):
            if not isinstance(part, Table):
                raise LookupError(path)
            continue
        part = next((each for each in parts if each.key == step), None)
        if part is None:
            raise LookupError(path)
        parts = () if isinstance(part, Field) else part.parts
    if part is None:
        raise LookupError(path)
    return part
