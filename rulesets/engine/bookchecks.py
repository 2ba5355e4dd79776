"""What the description of a document says of one that somebody wrote: missing ids, limits, references."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from rulesets.engine.bookform import BookForm, Group, Part, Table, joined, rows_of, title
from rulesets.engine.errors import Fault
from rulesets.engine.fields import Field, Kind
from rulesets.engine.wording import books as words
from rulesets.engine.wording import documents as shared

MAX_LINE = 120
MAX_TEXT = 5000
MAX_NAMES = 60
MAX_ID = 24  # letters of an id that is made of a name
_NAME = title("label", "name", "rank", "unit", "id")
_KEY = re.compile(r"^[a-z0-9][a-z0-9._-]*$")

# ------------------------------------------------------------------------------------------------ ids


def with_ids(form: BookForm, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return `document` with an id for each named row that has none, used nowhere else in it."""
    return _identified(form.parts, document, set(_ids(form.parts, document)))


def _ids(parts: Sequence[Part], values: Mapping[str, Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Group) and isinstance(values.get(part.key), Mapping):
            yield from _ids(part.parts, values[part.key])
        elif isinstance(part, Table):
            for row in rows_of(values, part.key):
                yield str(row.get("id", ""))
                yield from _ids(part.parts, row)


def _identified(parts: Sequence[Part], values: Mapping[str, Any], taken: set[str]) -> dict[str, Any]:
    new = dict(values)
    for part in parts:
        value = values.get(part.key)
        if isinstance(part, Group) and isinstance(value, Mapping):
            new[part.key] = _identified(part.parts, value, taken)
        elif isinstance(part, Table) and isinstance(value, (list, tuple)):
            new[part.key] = [_row_identified(part, row, taken) for row in value]
    return new


def _row_identified(table: Table, row: Any, taken: set[str]) -> Any:
    if not isinstance(row, Mapping):
        return row
    row = dict(row)
    name = _name_of(table, row)
    if name and any(part.key == "id" for part in table.parts) and row.get("id") in (None, ""):
        found = free_id(name, taken)
        row = {"id": found} | {key: value for key, value in row.items() if key != "id"}
        taken.add(found)
    return _identified(table.parts, row, taken)


def _name_of(table: Table, row: Mapping[str, Any]) -> str:
    """Return what a row is called; one that is not called anything, by the first row in it that is."""
    inner = (
        _name_of(part, each)
        for part in table.parts
        if isinstance(part, Table)
        for each in rows_of(row, part.key)
    )
    return table.title(row) or next((name for name in inner if name), "")


def free_id(name: str, taken: Container[str]) -> str:
    """Return a key made of a name, that is not `taken`: `winged-hussars-2`."""
    # NFKD splits letters from their accents, but leaves the Polish l with a stroke as it is.
    letters = unicodedata.normalize("NFKD", name.replace("ł", "l").replace("Ł", "L")).encode(
        "ascii", "ignore"
    )
    slug = re.sub(r"[^a-z0-9]+", "-", letters.decode().lower()).strip("-")[:MAX_ID].strip("-") or "row"
    number, found = 2, slug
    while found in taken:
        found, number = f"{slug}-{number}", number + 1
    return found


# ------------------------------------------------------------------------------------------------ limits


class TooMuch(Fault):
    """A part is longer or has more rows than any book: what is in it is not looked at."""


def limit_faults(form: BookForm, document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what breaks a limit of the description: long texts, too many rows, numbers out of their range,
    references to nothing.

    Wrong types are not reported here: the reading of the document does.
    """
    yield from _part_faults(form.parts, document, "")
    for table in form.tables:
        # Rows beyond the limit are reported once by their number, not one by one.
        for index, row in enumerate(rows_of(document, table.key)[: table.most]):
            yield from _reference_faults(table.parts, row, f"{table.key}[{index}]", document, row)


def _reference_faults(
    parts: Sequence[Part],
    values: Mapping[str, Any],
    at: str,
    document: Mapping[str, Any],
    row: Mapping[str, Any],
) -> Iterator[Fault]:
    """Yield references of a top row, and of all that is in it, to rows that are not there."""
    for part in parts:
        path, value = joined(at, part.key), values.get(part.key)
        if isinstance(part, Group) and isinstance(value, Mapping):
            yield from _reference_faults(part.parts, value, path, document, row)
        elif isinstance(part, Table):
            for index, inner in enumerate(rows_of(values, part.key)[: part.most]):
                yield from _reference_faults(part.parts, inner, f"{path}[{index}]", document, row)
        elif isinstance(part, Field) and part.refers and value:
            there = referred(part, document, row)
            for each in value if isinstance(value, (list, tuple)) else (value,):
                if isinstance(each, str) and each not in there:
                    yield Fault(path, words.refers_to_nothing(each))


def referred(field: Field, document: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, str]:
    """Return the ids that a reference may name, each with the words that name its row.

    `row` is the row of a top table that the reference is in: a way with a dot before it begins there.
    """
    found: dict[str, str] = {}
    for way in field.refers:
        holder = row if way.startswith(".") else document
        found |= _rows_at(holder, way.removeprefix(".").split("."))
    return found


def _rows_at(value: Any, way: Sequence[str]) -> dict[str, str]:
    """Return the ids of all rows at the end of a way through tables."""
    found: dict[str, str] = {}
    for row in value if isinstance(value, (list, tuple)) else [value]:
        inner = row.get(way[0]) if isinstance(row, Mapping) else None
        if len(way) > 1:
            found |= _rows_at(inner, way[1:])
            continue
        for each in inner if isinstance(inner, (list, tuple)) else []:
            if isinstance(each, Mapping) and isinstance(each.get("id"), str) and (id_ := each["id"]):
                name = _NAME(each)
                found[id_] = name if name == id_ else f"{name} ({id_})"
    return found


def _part_faults(parts: Sequence[Part], values: Mapping[str, Any], at: str) -> Iterator[Fault]:
    for part in parts:
        path = joined(at, part.key)
        value = values.get(part.key)
        if isinstance(part, Field):
            if value is not None:
                yield from _field_faults(part, path, value)
        elif isinstance(part, Group):
            if isinstance(value, Mapping):
                yield from _part_faults(part.parts, value, path)
        elif isinstance(value, (list, tuple)):
            if len(value) > part.most:
                yield TooMuch(path, words.too_many(len(value), part.most))
                continue
            for index, row in enumerate(value[: part.most]):
                if isinstance(row, Mapping):
                    yield from _part_faults(part.parts, row, f"{path}[{index}]")


def _field_faults(field: Field, path: str, value: Any) -> Iterator[Fault]:
    if isinstance(value, str):
        yield from _text_faults(field, path, value)
    elif isinstance(value, bool):  # before numbers, for True and False are numbers in Python
        return
    elif isinstance(value, (int, float)):
        low, high = -9999 if field.low is None else field.low, 9999 if field.high is None else field.high
        if not low <= value <= high:
            yield Fault(path, shared.out_of_range(value, low, high))
    elif isinstance(value, (list, tuple, Mapping)):
        if len(value) > MAX_NAMES:
            yield TooMuch(path, words.too_many(len(value), MAX_NAMES))
        elif isinstance(value, Mapping):
            for text in chain.from_iterable(value.items()):
                yield from _field_faults(Field(field.key, field.label), path, text)
        else:
            kind: Kind = "text" if field.kind == "lines" else "line"
            one = Field(field.key, field.label, kind, low=field.low, high=field.high)
            for each in value:
                yield from _field_faults(one, path, each)


def _text_faults(field: Field, path: str, value: str) -> Iterator[Fault]:
    most = MAX_TEXT if field.kind == "text" else MAX_LINE
    if len(value) > most:
        yield TooMuch(path, shared.too_long(most))
        return
    breaks = "\n" if field.kind == "text" else ""
    if any(each not in breaks and unicodedata.category(each) in _CONTROLS for each in value):
        yield Fault(path, shared.NOT_ONE_LINE)
    if field.kind == "key" and value and not _KEY.match(value):
        yield Fault(path, words.not_a_key(value))
    if field.kind == "line" and not field.optional and not value.strip():
        yield Fault(path, words.EMPTY)
    if field.kind == "reference" and not field.optional and not value:
        yield Fault(path, words.NOT_CHOSEN)


_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
