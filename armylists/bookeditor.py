"""The editor of a book as dataclasses: what it consists of, one part of it to be filled in, its faults.

A sheet is what is filled in at a time: the head of the book, or one row of one of its tables (`card[2]`) with
everything in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from armylists.wording import lists as words
from rulesets.contract.scenarios import field_id
from rulesets.engine.bookchecks import referred
from rulesets.engine.bookform import (
    BookForm,
    Group,
    Part,
    Table,
    joined,
    rows_of,
    shown,
    steps,
    value_at,
)
from rulesets.engine.bookrules import BookRules, Document, Preview
from rulesets.engine.errors import UNKNOWN_KEY, Fault
from rulesets.engine.fields import Field

HEAD = ""


@dataclass(frozen=True, slots=True)
class FaultLine:
    """Something wrong: its path and the same in words, the sheet and the field that cure it.

    `removable`: the cure is to take away a key that nobody knows.
    """

    path: str
    where: str
    words: str
    sheet: str
    anchor: str
    removable: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a sheet, with the faults that are about it and about nothing inside it."""

    path: str
    faults: tuple[FaultLine, ...]

    @property
    def id(self) -> str:
        """Its id on the page."""
        return field_id(self.path)


@dataclass(frozen=True, slots=True)
class FieldBox(Box):
    """A field to be filled in. `choices`: values, their words, whether they are chosen; `suggestions`: the id
    of the list of what it mostly is.
    """

    field: Field
    value: str
    ticked: bool
    choices: tuple[tuple[str, str, bool], ...]
    suggestions: str

    part = "field"


@dataclass(frozen=True, slots=True)
class GroupBox(Box):
    """Fields that belong together."""

    group: Group
    parts: tuple[Box, ...]

    part = "group"


@dataclass(frozen=True, slots=True)
class RowBox(Box):
    """A row of a table in a sheet."""

    title: str
    parts: tuple[Box, ...]
    first: bool
    last: bool
    wrong: bool


@dataclass(frozen=True, slots=True)
class TableBox(Box):
    """The rows of one kind in a sheet."""

    table: Table
    rows: tuple[RowBox, ...]

    part = "table"


@dataclass(frozen=True, slots=True)
class Line:
    """A sheet in the contents: what it is called, how many faults it has."""

    at: str
    title: str
    faults: int
    now: bool


@dataclass(frozen=True, slots=True)
class EditorPage:
    """The whole editor, with one sheet open. `sections`: the tables of the contents with their sheets."""

    at: str
    title: str
    table: Table | None
    first: bool
    last: bool
    parts: tuple[Box, ...]
    loose: tuple[FaultLine, ...]
    head: Line
    sections: tuple[tuple[Table, tuple[Line, ...]], ...]
    faults: tuple[FaultLine, ...]
    suggestions: tuple[tuple[str, tuple[str, ...]], ...]
    preview: Preview | None

    @property
    def blank(self) -> bool:
        """True for a book of tables without a row: its contents are where one begins."""
        return bool(self.sections) and not any(lines for _, lines in self.sections)


def editor_page(rules: BookRules, draft: Document, at: str) -> EditorPage:
    """Return the editor with the sheet at `at` open; the head of the book if there is no such sheet."""

    def line(path: str, title: str) -> Line:
        return Line(path, title, counts[path], path == at)

    def lines(of: Table) -> tuple[Line, ...]:
        rows = enumerate(rows_of(draft, of.key))
        return tuple(line(f"{of.key}[{i}]", _titled(of, row)) for i, row in rows)

    form = rules.form()
    at = known_sheet(form, draft, at)
    faults = [_fault_line(form, draft, fault) for fault in rules.faults(draft)]
    table, number = table_of(form, at)
    values = rows_of(draft, table.key)[number] if table else draft
    builder = _Builder(draft, [fault for fault in faults if fault.sheet == at])
    parts = builder.boxes(table.parts if table else form.head, values, at)
    counts = Counter(fault.sheet for fault in faults)
    return EditorPage(
        at=at,
        title=_titled(table, values) if table else words.THE_BOOK,
        table=table,
        first=number == 0,
        last=table is not None and number == len(rows_of(draft, table.key)) - 1,
        parts=parts,
        loose=tuple(builder.faults),
        head=line(HEAD, words.THE_BOOK),
        sections=tuple((each, lines(each)) for each in form.tables),
        faults=tuple(faults),
        suggestions=tuple(builder.suggestions.items()),
        preview=rules.preview(draft, at),
    )


def known_sheet(form: BookForm, draft: Mapping[str, Any], at: str) -> str:
    """`at` if it is a sheet of the draft, else the head."""
    table, number = table_of(form, at)
    return at if table is not None and number < len(rows_of(draft, table.key)) else HEAD


def table_of(form: BookForm, at: str) -> tuple[Table | None, int]:
    """Return the table and the number of the row that a sheet shows; None and 0 for the head."""
    found = re.fullmatch(r"([a-z_]+)\[(\d{1,4})\]", at)
    return (form.table(found[1]), int(found[2])) if found else (None, 0)


def _titled(table: Table, row: Mapping[str, Any]) -> str:
    return table.title(row) or f"New {table.one}"


def _fault_line(form: BookForm, draft: Document, fault: Fault) -> FaultLine:
    """Return a fault with the sheet that it belongs to and where it stands in words."""
    found = re.match(r"([a-z_]+)\[\d{1,4}\]", fault.path)
    sheet = found[0] if found and form.table(found[1]) else HEAD
    where = where_in_words(form, draft, fault.path)
    unknown = fault.code == UNKNOWN_KEY
    return FaultLine(fault.path, where, fault.message, sheet, field_id(fault.path), unknown)


def where_in_words(form: BookForm, draft: Mapping[str, Any], path: str) -> str:
    """Return a path in the editor's words: `Boyars › Skill`, `Muscovite force › Core › row of bases 2`.

    What the editor does not know stands as it is in the document.
    """
    try:
        way = steps(path)
    except ValueError:
        return path
    parts, value, words = form.parts, cast("Any", draft), list[str]()
    table: Table | None = None
    for step in way:
        try:
            value = value[step]
        except (LookupError, TypeError):
            value = None
        if isinstance(step, int):
            name = _title(draft, table, value, path) if table and isinstance(value, Mapping) else ""
            words[-1:] = [name or f"{table.one if table else words[-1]} {step + 1}"]
            continue
        part = next((each for each in parts if each.key == step), None)
        table = part if isinstance(part, Table) else None
        parts = part.parts if isinstance(part, (Group, Table)) else ()
        words.append(part.label if part else step)
    return " › ".join(words)


def _title(draft: Mapping[str, Any], table: Table, row: Mapping[str, Any], path: str) -> str:
    """Return what a row is called; one that is called by what it refers to has the name of that."""
    found = table.title(row)
    for part in table.parts:
        if isinstance(part, Field) and part.kind == "reference" and found and row.get(part.key) == found:
            words = dict(_referred(draft, part, joined(path, part.key))).get(found, found)
            return words.removesuffix(f" ({found})")
    return found


def _referred(draft: Mapping[str, Any], field: Field, path: str) -> list[tuple[str, str]]:
    """Return the rows that a reference may name."""
    sheet = re.match(r"[a-z_]+\[\d+\]", path)
    row = value_at(draft, sheet[0]) if sheet else {}
    return list(referred(field, draft, row if isinstance(row, Mapping) else {}).items())


class _Builder:
    """Makes the boxes of a sheet, and hands each fault to the innermost box that it is about."""

    def __init__(self, draft: Document, faults: list[FaultLine]) -> None:
        self.draft, self.faults = draft, faults
        self.suggestions: dict[str, tuple[str, ...]] = {}

    def boxes(self, parts: Sequence[Part], values: Mapping[str, Any], at: str) -> tuple[Box, ...]:
        return tuple(self._box(part, values, joined(at, part.key)) for part in parts)

    def _box(self, part: Part, values: Mapping[str, Any], path: str) -> Box:
        value = values.get(part.key)
        if isinstance(part, Field):
            return self._field(part, value, path)
        if isinstance(part, Group):
            parts = self.boxes(part.parts, value if isinstance(value, Mapping) else {}, path)
            return GroupBox(path, self._take(path), part, parts)
        rows = rows_of(values, part.key)
        boxes = tuple(self._row(part, rows, index, path) for index in range(len(rows)))
        return TableBox(path, self._take(path), part, boxes)

    def _row(self, table: Table, rows: Sequence[Mapping[str, Any]], index: int, path: str) -> RowBox:
        here = f"{path}[{index}]"
        wrong = any(_within(fault.path, here) for fault in self.faults)
        parts = self.boxes(table.parts, rows[index], here)
        title = _title(self.draft, table, rows[index], here) or f"New {table.one}"
        last = index == len(rows) - 1
        return RowBox(here, self._take(here), title, parts, index == 0, last, wrong)

    def _field(self, field: Field, value: Any, path: str) -> FieldBox:
        text = shown(field, value if value is not None else field.default)
        return FieldBox(
            path=path,
            faults=self._take(path),
            field=field,
            value=text,
            ticked=field.kind == "flag" and (field.default is True if value is None else value is True),
            choices=tuple(self._choices(field, value, text, path)),
            suggestions=self._suggested(field),
        )

    def _choices(self, field: Field, value: Any, text: str, path: str) -> list[tuple[str, str, bool]]:
        if field.kind == "yesno":
            offered = [("", "unchanged"), ("yes", "yes"), ("no", "no")]
        elif field.kind == "choice":
            offered = list(field.choices)
        elif field.kind in ("reference", "references"):
            offered = _referred(self.draft, field, path)
        else:
            return []
        chosen = [str(each) for each in value] if isinstance(value, (list, tuple)) else [text]
        known = {key for key, _ in offered}
        strays = [(each, f"{each} (missing)") for each in chosen if each and each not in known]
        if field.kind == "reference" and "" not in known:
            offered = [("", "choose"), *offered]
        return [(key, words, key in chosen) for key, words in (*offered, *strays)]

    def _suggested(self, field: Field) -> str:
        if not field.suggest:
            return ""
        name = next((key for key, each in self.suggestions.items() if each == field.suggest), None)
        if name is None:
            name = f"suggest-{len(self.suggestions) + 1}"
            self.suggestions[name] = field.suggest
        return name

    def _take(self, path: str) -> tuple[FaultLine, ...]:
        mine = tuple(fault for fault in self.faults if _within(fault.path, path))
        self.faults = [fault for fault in self.faults if fault not in mine]
        return mine


def _within(path: str, part: str) -> bool:
    return path == part or path.startswith((f"{part}.", f"{part}["))
