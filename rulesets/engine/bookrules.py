"""Books that users write, for any rule system: how a document is read, checked, filled in, carried in files.

A system that lets its users write books or scenarios has BookRules for each. A document is plain JSON values;
the same as TOML is what a shipped book is.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Literal

import tomli_w

from rulesets.engine.bookchecks import limit_faults, with_ids
from rulesets.engine.bookform import BookForm, rows_of
from rulesets.engine.errors import Fault, FaultyBookError
from rulesets.engine.lists.document import FORMAT as LIST_FORMAT
from rulesets.engine.wording import capfirst

Document = dict[str, Any]
BookKind = Literal["book", "scenario"]
KINDS: tuple[BookKind, ...] = ("book", "scenario")
MAX_BYTES = 500_000
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
        found = [*limit_faults(self.form(), document), *self.unknown_names(document)]
        # Reversed, so that the first fault found at a path is the one that stays.
        faults = {fault.path: fault for fault in reversed(found)}
        try:
            self.read(document, _CHECKED, "1")
        except FaultyBookError as error:
            # The key that a book is checked under is no part of the user's document.
            bare = [Fault(each.path, each.message.replace(f"{_CHECKED}.", "")) for each in error.faults]
            every = [*faults.values(), *dict.fromkeys(each for each in bare if each.path not in faults)]
            return tuple(_without_ids_to_come(every))
        return tuple(faults.values())


def _without_ids_to_come(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield the faults, but none of an id that the row gets by itself once its other faults are cured."""
    for fault in faults:
        row = fault.path.removesuffix(".id")
        if row == fault.path or fault.message != "is missing":
            yield fault
        elif not any(other.path.startswith(f"{row}.") and other is not fault for other in faults):
            yield Fault(fault.path, "is missing: give the row a name, or an id")


# ------------------------------------------------------------------------------------------------ files


def read_file(data: bytes) -> Document:
    """Return the document in the bytes of a TOML or JSON file; raises FaultyBookError."""
    _check_size(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FaultyBookError(Fault("", f"is not text in UTF-8 (byte {error.start})")) from None
    return read_text(text)


def read_text(text: str) -> Document:
    """Return the document in a TOML or JSON text; raises FaultyBookError."""
    _check_size(text.encode("utf-8", "surrogatepass"))
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise FaultyBookError(Fault("", "is empty; give a book as TOML or JSON"))
    kind = "JSON" if text.lstrip()[:1] == "{" else "TOML"
    try:
        if kind == "JSON":
            found = json.loads(text, parse_constant=_no_number)
        else:
            found = tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError is a ValueError
        raise FaultyBookError(Fault("", f"is not readable {kind}: {error}")) from None
    return plain(found)


def _check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise FaultyBookError(Fault("", f"is larger than {MAX_BYTES // 1000} kB, as no book is"))


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def plain(value: Any) -> Document:
    """Return `value` as plain JSON values; raises FaultyBookError for what is no table or no JSON."""
    if not isinstance(value, Mapping):
        raise FaultyBookError(Fault("", "is no book: a book is a table of values"))
    if value.get("format") == LIST_FORMAT:
        words = "is an army list, not a book: upload it among the lists, or try check_list"
        raise FaultyBookError(Fault("", words))
    faults = list(_alien(value, "", MAX_DEPTH))
    if faults:
        raise FaultyBookError(*faults)
    _check_size(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    copy: Document = json.loads(json.dumps(value))
    return copy


def _alien(value: Any, path: str, depth: int) -> Iterator[Fault]:
    if depth == 0:
        yield Fault(path, "is nested too deeply")
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _alien(each, f"{path}.{key}".removeprefix("."), depth - 1)
    # Only now is the size known of what was no text, such as the body of a request.
    elif isinstance(value, (list, tuple)):
        for index, each in enumerate(value):
            yield from _alien(each, f"{path}[{index}]", depth - 1)
    elif isinstance(value, float) and value not in (float("inf"), float("-inf")) and value == value:
        return
    elif isinstance(value, str):
        if any(0xD800 <= ord(each) <= 0xDFFF or each == "\0" for each in value):
            yield Fault(path, "holds what is no text")
    elif not isinstance(value, (bool, int)) or (isinstance(value, int) and abs(value) > 10**12):
        yield Fault(path, "must be a text, a number, yes or no, a list or a table")


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
                found.append(Change(table.key, f"{name} {table.title(row) or key} was taken out."))
        for key, row in after.items():
            where = f"{table.key}.{key}"
            if key not in before:
                found.append(Change(where, f"{name} {table.title(row) or key} is new."))
            elif differing := list(_differing(before[key], row)):
                words = "; ".join(differing[:8]) + ("; and more" if len(differing) > 8 else "")
                found.append(Change(where, f"{name} {table.title(row) or key}: {words}."))
        # An order is compared among rows that both versions have: new rows alone do not change it.
        both = [key for key in before if key in after]
        if both != [key for key in after if key in before]:
            found.append(Change(table.key, f"{table.label} stand in another order."))
    return found


def _head_changes(form: BookForm, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    tables = {table.key for table in form.tables}
    labels = {part.key: part.label for part in form.head}
    for key in dict.fromkeys([*old, *new]):
        if key not in tables and old.get(key) != new.get(key):
            inner = list(_differing({key: old.get(key)}, {key: new.get(key)}))
            words = "; ".join(each.removeprefix(key) for each in inner[:4]).strip()
            yield Change(key, f"{labels.get(key, key)}: {words}.")


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
        yield f"{path}: {differing} of {max(len(old), len(new))} lines"
    else:
        yield f"{path} {_words(old)} became {_words(new)}"


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
