"""Books that users write, for any rule system: how a document is read, checked, filled in, carried in files.

A system that lets its users write books or scenarios has BookRules for each. A document is plain JSON values;
the same as TOML is what a shipped book is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Literal

import tomli_w

from rulesets.engine.bookchecks import TooMuch, limit_faults, with_ids
from rulesets.engine.bookform import BookForm, rows_of
from rulesets.engine.errors import MISSING, Fault, FaultyBookError, first_faults
from rulesets.engine.jsontext import JSONError, more_values, read_json
from rulesets.engine.lists.document import FORMAT as LIST_FORMAT
from rulesets.engine.tomltext import read_toml
from rulesets.engine.wording import books as words
from rulesets.engine.wording import capfirst
from rulesets.engine.wording import documents as shared

Document = dict[str, Any]
BookKind = Literal["book", "scenario"]
KINDS: tuple[BookKind, ...] = ("book", "scenario")
MAX_BYTES = 500_000
MAX_VALUES = 20_000
MAX_DEPTH = 12
_CHECKED = "own.checked"
_LISTED = 12


@dataclass(frozen=True, slots=True)
class Captioned:
    """The card of a unit, and what a book says of it beside."""

    card: Any
    words: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A part of a document drawn: which template draws it, and what it draws.

    `units`: cards of units, each with a sentence (Captioned); `card`: a card of an army book;
    `characteristics`: units in one line each; `plan`: the table of a scenario.
    """

    kind: str
    data: Any


@dataclass(frozen=True)
class BookRules:
    """How the books (or scenarios) that users write for one system are read and filled in.

    `read(document, key, version)`: the book, with the key and version it is stored under; raises
    FaultyBookError with everything that is wrong. `schema()`: the JSON Schema of its document. `empty(name)`:
    a document to begin with. `form()`: what it consists of. `preview(document, part)`: a row of it drawn, by
    its path; None where there is nothing to draw. `shipped()`: documents to begin from, by their keys.
    `tidy(document)`: one from elsewhere in the form it is stored in. `unknown_names(document)`: names that
    the rules do not know: a draft is warned of them, a version that was saved is read with them.
    """

    system: str
    kind: BookKind
    read: Callable[[Mapping[str, Any], str, str], Any]
    schema: Callable[[], dict[str, Any]]
    empty: Callable[[str], Document]
    form: Callable[[], BookForm]
    preview: Callable[[Mapping[str, Any], str], Preview | None] = field(default=lambda _document, _part: None)
    shipped: Callable[[], Mapping[str, Document]] = field(default=dict)
    tidy: Callable[[Document], Document] = field(default=dict)
    unknown_names: Callable[[Mapping[str, Any]], Iterable[Fault]] = field(default=lambda _document: ())

    def kept(self, document: Document) -> Document:
        """Return a document from elsewhere as it is stored: tidy, and every row with an id."""
        return with_ids(self.form(), self.tidy(document))

    def faults(self, document: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Return everything that keeps `document` from being played with, each with its path."""
        limits = list(limit_faults(self.form(), document))
        # What is too much is not read: that would cost too much as well.
        if too_much := [fault for fault in limits if isinstance(fault, TooMuch)]:
            return first_faults(too_much)
        found = [*limits, *self.unknown_names(document)]
        # Reversed, so that the first fault found at a path is the one that stays.
        faults = {fault.path: fault for fault in reversed(found)}
        try:
            self.read(document, _CHECKED, "1")
        except FaultyBookError as error:
            # The key that a book is checked under is no part of the user's document.
            bare = [replace(each, message=each.message.replace(f"{_CHECKED}.", "")) for each in error.faults]
            every = [*faults.values(), *dict.fromkeys(each for each in bare if each.path not in faults)]
            return first_faults(_without_ids_to_come(every))
        return first_faults(faults.values())


def _without_ids_to_come(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield the faults, but none of an id that the row gets by itself once its other faults are cured."""
    inside = Counter(path for fault in faults for path in _rows_around(fault.path))
    for fault in faults:
        row = fault.path.removesuffix(".id")
        if row == fault.path or fault.code != MISSING:
            yield fault
        elif inside[row] == 1:  # the fault itself
            yield Fault(fault.path, words.NAME_OR_ID_MISSING)


def _rows_around(path: str) -> Iterator[str]:
    """`units[2].profile.id`: `units[2].profile`, `units[2]`"""
    while "." in path:
        path = path.rpartition(".")[0]
        yield path


# ------------------------------------------------------------------------------------------------ files


def read_file(data: bytes) -> Document:
    """Return the document in the bytes of a TOML or JSON file; raises FaultyBookError."""
    check_size(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FaultyBookError(Fault("", shared.not_utf8(error.start))) from None
    return read_text(text)


def read_text(text: str) -> Document:
    """Return the document in a TOML or JSON text; raises FaultyBookError."""
    check_size(text.encode("utf-8", "surrogatepass"))
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise FaultyBookError(Fault("", words.NOTHING_GIVEN))
    try:
        if text.lstrip()[:1] == "{":
            found = read_json(text)
        else:
            found = read_toml(text.replace("\r\n", "\n"))
    except JSONError as error:
        raise FaultyBookError(Fault(error.path, error.message)) from None
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError is a ValueError
        raise FaultyBookError(Fault("", shared.not_toml(error))) from None
    return plain(found)


def check_size(data: bytes) -> None:
    """Raise FaultyBookError for more bytes than a book or scenario has."""
    if len(data) > MAX_BYTES:
        raise FaultyBookError(Fault("", shared.too_large(MAX_BYTES, "book")))


def plain(value: Any) -> Document:
    """Return `value` as plain JSON values; raises FaultyBookError for what is no table or no JSON."""
    if not isinstance(value, Mapping):
        raise FaultyBookError(Fault("", words.NOT_A_BOOK))
    if value.get("format") == LIST_FORMAT:
        raise FaultyBookError(Fault("", words.IS_AN_ARMY_LIST))
    if more_values(value, MAX_VALUES):
        raise FaultyBookError(Fault("", shared.too_many_values(MAX_VALUES, "book")))
    faults = list(_alien(value, "", MAX_DEPTH))
    if faults:
        raise FaultyBookError(*faults)
    # Only now is the size known of what was no text, such as the body of a request.
    check_size(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    copy: Document = json.loads(json.dumps(value))
    return copy


def _alien(value: Any, path: str, depth: int) -> Iterator[Fault]:
    if depth == 0:
        yield Fault(path, shared.NESTED_TOO_DEEPLY)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _alien(each, f"{path}.{key}".removeprefix("."), depth - 1)
    elif isinstance(value, (list, tuple)):
        for index, each in enumerate(value):
            yield from _alien(each, f"{path}[{index}]", depth - 1)
    elif isinstance(value, float) and value not in (float("inf"), float("-inf")) and value == value:
        return
    elif isinstance(value, str):
        if any(0xD800 <= ord(each) <= 0xDFFF or each == "\0" for each in value):
            yield Fault(path, shared.NOT_TEXT)
    elif not isinstance(value, (bool, int)) or (isinstance(value, int) and abs(value) > 10**12):
        yield Fault(path, words.NOT_A_VALUE)


def to_json(document: Mapping[str, Any]) -> str:
    """Return the document as JSON text."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def to_toml(document: Mapping[str, Any]) -> str:
    """Return the document as TOML text: values first, tables after them, as TOML wants it."""
    return tomli_w.dumps(_tables_last(document), indent=2)


def _tables_last(value: Any) -> Any:
    # TOML has no way back from a table to the values of the table around it.
    if isinstance(value, Mapping):
        order = sorted(value, key=lambda key: _is_table(value[key]))
        return {key: _tables_last(value[key]) for key in order}
    if isinstance(value, (list, tuple)):
        return [_tables_last(each) for each in value]
    return value


def _is_table(value: Any) -> bool:
    rows = value if isinstance(value, (list, tuple)) else [value]
    return bool(rows) and all(isinstance(row, Mapping) for row in rows)


# ------------------------------------------------------------------------------------------------ changes


@dataclass(frozen=True, slots=True)
class Change:
    """What differs in a document from an earlier one: the row, and the sentence."""

    path: str
    words: str


def changes(form: BookForm, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    """Return what changed from one version of a document to another, row by row, known by their ids."""
    found = list(_head_changes(form, old, new))
    for table in form.tables:
        before, after = _by_id(rows_of(old, table.key)), _by_id(rows_of(new, table.key))
        name = capfirst(table.one)
        for key, row in before.items():
            if key not in after:
                found.append(Change(table.key, words.taken_out(name, table.title(row) or key)))
        for key, row in after.items():
            where = f"{table.key}.{key}"
            if key not in before:
                found.append(Change(where, words.is_new(name, table.title(row) or key)))
            elif differing := list(_differing(before[key], row)):
                text = "; ".join(differing[:8]) + (words.AND_MORE if len(differing) > 8 else "")
                found.append(Change(where, words.row_changed(name, table.title(row) or key, text)))
        # An order is compared among rows that both versions have: new rows alone do not change it.
        both = [key for key in before if key in after]
        if both != [key for key in after if key in before]:
            found.append(Change(table.key, words.another_order(table.label)))
    return found


def _head_changes(form: BookForm, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    tables = {table.key for table in form.tables}
    labels = {part.key: part.label for part in form.head}
    for key in dict.fromkeys([*old, *new]):
        if key not in tables and old.get(key) != new.get(key):
            inner = list(_differing({key: old.get(key)}, {key: new.get(key)}))
            text = "; ".join(each.removeprefix(key) for each in inner[:4]).strip()
            yield Change(key, words.changed(labels.get(key, key), text))


def _by_id(rows: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {str(row.get("id") or f"#{index + 1}"): row for index, row in enumerate(rows)}


def _differing(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Yield what differs, value by value: `strength 3 became 4`."""
    if {old is None, new is None} == {True, False} and isinstance(old or new, Mapping):
        old, new = old or {}, new or {}  # value by value, as a reader knows them
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            if old.get(key) != new.get(key):
                yield from _differing(old.get(key), new.get(key), f"{path} {key}".strip())
    elif _is_rows(old) and _is_rows(new):
        before, after = _by_id(old or []), _by_id(new or [])
        for key in dict.fromkeys([*before, *after]):
            if before.get(key) != after.get(key):
                yield from _differing(before.get(key), after.get(key), f"{path} {key}".strip())
    elif _is_long(old) and _is_long(new):
        differing = sum(one != two for one, two in zip_longest(old, new))
        yield words.lines_changed(path, differing, max(len(old), len(new)))
    else:
        yield words.became(path, _words(old), _words(new))


def _is_long(value: Any) -> bool:
    """Return whether a list is too long to be shown, such as the rows of a map."""
    return isinstance(value, (list, tuple)) and len(value) > _LISTED


def _is_rows(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(row, Mapping) for row in value))


def _words(value: Any) -> str:
    if value is None or value == "" or value == []:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)) and not any(isinstance(each, Mapping) for each in value):
        return ", ".join(str(each) for each in value)
    if isinstance(value, (Mapping, list, tuple)):
        return "a part" if value else "nothing"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
