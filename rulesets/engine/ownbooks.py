"""What the books that users write have in common, whatever system they are for: how one is read, the ids of
its rows, fields of its form, what it may begin from.

A system's module `armies.own` makes its BookRules of these and of what it alone knows. A user's document does
not know the key that its book will be stored under, and a copy is stored under another: so ids stand bare
in documents, and get the key when the book is read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rulesets.engine.bookform import BookForm, Group, Part, Table, rows_of, title
from rulesets.engine.bookrules import BookRules, Captioned, Document, Preview
from rulesets.engine.books import Book, Entry, book_problems, data_schema, read_document
from rulesets.engine.digits import whole
from rulesets.engine.errors import Fault, FaultyBookError
from rulesets.engine.fields import Field
from rulesets.engine.roster import UnitCard
from rulesets.engine.wording import books as words

AnyBook = TypeVar("AnyBook", bound=Book[Any])

_PREVIEWED = "own.preview"

# ------------------------------------------------------------------------------------------------ the rules


def no_faults(_document: Any) -> Iterable[Fault]:
    """Return no fault: the types say all that can be wrong."""
    return ()


def entries_rules(
    kind: type[AnyBook],
    system: str,
    name: str,
    folder: Path,
    one: str,
    form: Callable[[], BookForm],
    card: Callable[[Book[Any], str, Sequence[str]], UnitCard],
    caption: Callable[[AnyBook, Entry[Any]], str],
    *,
    previewed: Sequence[str] = ("entries",),
    empty: Mapping[str, Any],
    faults: Callable[[Mapping[str, Any]], Iterable[Fault]] = no_faults,
    rows: Callable[[AnyBook], Iterable[Fault]] = no_faults,
) -> BookRules:
    """Return the rules of the books of entries and options that users of a system write.

    `name`: that of the system; `folder`: its shipped books; `one`: what an entry is called.
    `card(book, entry, options)`: a unit, shown with its `caption` as the preview of a row of the `previewed`
    tables; `empty`: what a new book holds besides its name; `faults(document)`: those that its types do not
    tell; `rows(book)`: those of figures whose types are right.
    """

    def read(document: Mapping[str, Any], key: str, version: str = "1") -> AnyBook:
        own = [*entries_faults(document, system, one), *faults(document)]
        return read_entries(kind, document, key, version, own, rows)

    def preview(document: Mapping[str, Any], part: str) -> Preview | None:
        table, row = row_at(document, part) or ("", {})
        if table not in previewed:
            return None
        try:
            book = read(_only(document, table, row), _PREVIEWED)
        except FaultyBookError:
            return None
        taken = tuple(option.id for option in book.options)
        cards = []
        for entry in book.entries:
            made = card(book, entry.id, taken)
            bare_id = entry.id.removeprefix(f"{_PREVIEWED}.")
            cards.append(Captioned(replace(made, id=f"{bare_id}{len(taken)}"), caption(book, entry)))
        return Preview("units", tuple(cards))

    about = words.about_books(name)
    return BookRules(
        system=system,
        kind="book",
        read=read,
        schema=lambda: book_schema(kind, system, name, about),
        empty=lambda called: {"system": system, "name": called, "entries": [], **empty},
        form=form,
        preview=preview,
        shipped=lambda: {key: tidied(document) for key, document in documents(folder).items()},
        tidy=tidied,
    )


def _only(document: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Document:
    """Return the document with no rows but an entry, or an option and the entries that may take it."""
    if table != "options":
        return {**document, "entries": [row], "options": []}
    wanted = row.get("applies_to")
    named = wanted if isinstance(wanted, list) else []
    entries = [each for each in rows_of(document, "entries") if each.get("id") in named]
    option = {**row, "applies_to": [each["id"] for each in entries]}
    return {**document, "entries": entries, "options": [option]}


# ------------------------------------------------------------------------------------------------ reading


def read_entries(
    kind: type[AnyBook], document: Mapping[str, Any], key: str, version: str, own: Iterable[Fault],
    rows: Callable[[AnyBook], Iterable[Fault]] = lambda _book: (),
) -> AnyBook:  # fmt: skip
    """Return the book of entries and options in a document, stored as `key`; raises FaultyBookError with
    everything that is wrong.

    `own`: faults that its types do not tell; `rows(book)`: those of figures whose types are right.
    """
    faults = list(own)
    try:
        book = read_document(keyed(document, key, version), kind)
    except FaultyBookError as error:
        raise FaultyBookError(*dict.fromkeys((*error.faults, *faults))) from None
    if not faults:
        faults += book_problems(book)
        faults += rows(book)
    if faults:
        raise FaultyBookError(*dict.fromkeys(faults))
    return book


def entries_faults(document: Mapping[str, Any], system: str, what: str) -> Iterator[Fault]:
    """Yield faults of a document: another system, no entry yet (a `what`), ids that no list could name."""
    if document.get("system", system) != system:
        yield Fault("system", f"is {document['system']!r}, not {system!r}")
    if document.get("entries") in (None, []):
        yield Fault("entries", words.no_rows_yet(what))
    yield from id_faults(document)


def row_at(document: Mapping[str, Any], part: str) -> tuple[str, dict[str, Any]] | None:
    """Return the table and the row that `part` names, such as `entries[3]`; None where there is none."""
    table, _, number = part.removesuffix("]").partition("[")
    rows, index = rows_of(document, table), whole(number)
    return (table, rows[index]) if 0 <= index < len(rows) else None


# ------------------------------------------------------------------------------------------------ ids

MAX_BARE_ID = 60
"""Letters: a list names it with the key of the book before it, in 120."""
TABLES = ("entries", "options")
_ID = re.compile(rf"^[a-z0-9][a-z0-9._-]{{0,{MAX_BARE_ID - 1}}}$")


def bare(each: str, document: Mapping[str, Any]) -> str:
    """Return an id without the key of its book."""
    key = document.get("key")
    return each.removeprefix(f"{key}.") if isinstance(key, str) and key else each


def tidied(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document from elsewhere as it is stored: ids without the key of the book, no version."""
    new = {name: value for name, value in document.items() if name not in ("key", "version")}
    for table in TABLES:
        if isinstance(new.get(table), list):
            new[table] = [_with_ids(row, lambda each: bare(each, document)) for row in new[table]]
    return new


def keyed(document: Mapping[str, Any], key: str, version: str) -> dict[str, Any]:
    """Return the document as a shipped book has it: under its key, every id with the key before it, every
    entry with a label.
    """
    new = {**document, "key": key, "version": version}
    for table in TABLES:
        if isinstance(new.get(table), list):
            new[table] = [_with_ids(row, lambda each: f"{key}.{bare(each, document)}") for row in new[table]]
    if isinstance(new.get("entries"), list):
        for row in new["entries"]:
            if isinstance(row, dict) and "name" in row and not row.get("label"):
                row["label"] = row["name"]
    return new


def id_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield ids that no list could name."""
    for table in TABLES:
        for i, row in enumerate(rows_of(document, table)):
            found = bare(str(row.get("id", "")), document)
            if "id" in row and not _ID.match(found):
                text = words.not_an_id(found, MAX_BARE_ID)
                yield Fault(f"{table}[{i}].id", text)


def _with_ids(row: Any, change: Callable[[str], str]) -> Any:
    if not isinstance(row, Mapping):
        return row
    new = dict(row)
    if isinstance(new.get("id"), str):
        new["id"] = change(new["id"])
    if isinstance(new.get("applies_to"), list):
        new["applies_to"] = [change(each) if isinstance(each, str) else each for each in new["applies_to"]]
    return new


# ------------------------------------------------------------------------------------------------ the form

ROW_ID = Field("id", "Id", "key", optional=True, help=words.HELP_OF_ID)
"""The id of a row of a book."""


ABOUT = (
    Field("name", words.NAME_OF_BOOK),
    Field("period", "Period", optional=True, help=words.HELP_OF_PERIOD),
    Field("theatre", "Theatre", optional=True, help=words.HELP_OF_THEATRE),
)
"""What stands at the head of every book."""


def entry_fields(what: str, points: str, least: str, most: int, no_limit: str = "") -> tuple[Field, ...]:
    """Return the fields of an entry before its profile: words of help, and the highest maximum."""
    return (
        Field("name", "Name"),
        Field("label", words.NAME_IN_LISTS, optional=True, help=words.help_of_label(what)),
        Field("points", "Points", "whole", low=0, high=999, help=points),
        Field("min", "At least", "whole", low=0, high=60, help=least),
        Field("max", "At most", "whole", low=0, high=most, help=no_limit),
        Field("group", "Range shared", "key", optional=True, help=words.HELP_OF_GROUP),
    )


def entries_table(
    label: str, one: str, fields: Sequence[Part], profile: Group, origin: Group, new: Mapping[str, Any]
) -> Table:
    """Return entries of a book: `fields` before the `profile`."""
    return Table(
        "entries", label, one, (*fields, profile, ROW_ID, origin), title("label", "name", "id"), new=new
    )


def options_table(
    what: str, limit: Group, changes: Sequence[Part], rule: str, origin: Group, *, without: str = ""
) -> Table:
    """Return options of a book: what they change, for how many of `what`; `without` a kind. `rule` is an
    example.
    """
    kinds = tuple((kind, text) for kind, text in words.KINDS.items() if kind != without)
    return Table(
        "options",
        "Options",
        "option",
        (
            Field("name", "Name"),
            Field("effect", words.WHAT_IT_DOES, wide=True, help=words.HELP_OF_EFFECT),
            Field("kind", "It is", "choice", choices=kinds),
            Field("applies_to", words.for_which(what), "references", refers=("entries",), wide=True),
            Field("points", "Points", "whole", low=-500, high=500, optional=True, help="The difference"),
            Field("points_total", words.NEW_PRICE, "whole", low=0, high=999, optional=True),
            limit,
            *changes,
            Field("rules", "Rules", "names", optional=True, help=words.help_of_rules(rule)),
            ROW_ID,
            origin,
        ),
        title("name", "id"),
        new={"name": "", "effect": "", "kind": "upgrade", "applies_to": [], "points": 0,
             "limit": {"type": "any"}},
    )  # fmt: skip


def as_changes(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Return the fields of a profile as those that an option may change, each left out unless it does."""
    found = []
    for each in fields:
        field = replace(each, optional=True, default=None)
        if field.kind == "flag":
            field = replace(field, kind="yesno")
        elif field.kind == "choice":
            unset = "-" if "" in field.values else ""
            field = replace(field, unset=unset, choices=((unset, "unchanged"), *field.choices))
        found.append(field)
    return tuple(found)


def provenance(keys: str, *print_: Field) -> Group:
    """Return where the values of a book or of a row come from. `keys`: some that a writer may call their own;
    `print_`: fields for what a print shows, where one there is.
    """
    sure = (("high", "high"), ("medium", "medium"), ("low", "low"))
    return Group(
        "provenance",
        words.WHERE_VALUES_COME_FROM,
        (
            Field("note", "Note", "text", optional=True, wide=True),
            Field("ours", words.YOUR_OWN_VALUES, "names", optional=True, help=words.their_keys(keys)),
            *print_,
            Field("confidence", "How sure", "choice", choices=sure, optional=True, default="high"),
        ),
        optional=True,
        folded=True,
    )


# ------------------------------------------------------------------------------------------------ beginning


@cache
def documents(folder: Path) -> Mapping[str, Document]:
    """Return the documents of the books in a folder by their keys, in the order of their names."""
    found = [tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")]
    return {each["key"]: each for each in sorted(found, key=lambda each: str(each["name"]))}


def book_schema(kind: type[Any], system: str, name: str, about: str) -> dict[str, Any]:
    """Return the JSON Schema of a book's document: what is read as a `kind`, without its key and version,
    which are given when it is saved. `name`: that of the system; `about` says what such a document is.
    """
    whole = data_schema(kind)
    for part, schema in whole["$defs"].items():
        if part.startswith("Entry"):  # one without a label is called by its name
            schema["required"] = [each for each in schema["required"] if each != "label"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{system}_book.schema.json",
        **whole,
        "title": words.army_book(name),
        "description": about,
        "required": [each for each in whole["required"] if each not in ("key", "version")],
    }
