"""What the books that users write have in common, whatever system they are for: how one is read, fields of
its form, what it may begin from.

A system's module `armies.own` makes its BookRules of these and of what it alone knows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rulesets.engine.bookform import Field, Group, rows_of
from rulesets.engine.bookids import id_faults, keyed
from rulesets.engine.bookrules import Document
from rulesets.engine.books import Book, book_problems, data_schema, read_document
from rulesets.engine.errors import Fault, FaultyBookError

AnyBook = TypeVar("AnyBook", bound=Book[Any])

# ------------------------------------------------------------------------------------------------ reading


def read_entries(
    kind: type[AnyBook], document: Mapping[str, Any], key: str, version: str, own: Iterable[Fault],
    rows: Callable[[AnyBook], Iterable[Fault]] = lambda _book: (),
) -> AnyBook:  # fmt: skip
    """The book of entries and options in a document, kept as `key`; raises FaultyBookError with everything
    that is wrong.

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
    """That a document is for another system, has no entry yet (`what` one is called) or ids that no list
    could name."""
    if document.get("system", system) != system:
        yield Fault("system", f"is {document['system']!r}, not {system!r}")
    if document.get("entries") in (None, []):
        yield Fault("entries", f"holds no {what} yet: add one")
    yield from id_faults(document)


def row_at(document: Mapping[str, Any], part: str) -> tuple[str, dict[str, Any]] | None:
    """The table and the row that `part` names, such as `entries[3]`; None where there is none."""
    table, _, number = part.removesuffix("]").partition("[")
    rows = rows_of(document, table)
    return (table, rows[int(number)]) if number.isdigit() and int(number) < len(rows) else None


# ------------------------------------------------------------------------------------------------ the form

ROW_ID = Field("id", "Id", "key", optional=True, help="Lists know it by this; made from the name if empty")
"""The id of a row of a book."""


def provenance(keys: str, *print_: Field) -> Group:
    """Where the values of a book or of a row come from. `keys`: some that a writer may call his own;
    `print_`: fields for what a print shows, where one there is."""
    sure = (("high", "high"), ("medium", "medium"), ("low", "low"))
    return Group(
        "provenance",
        "Where the values come from",
        (
            Field("note", "Note", "text", optional=True, wide=True),
            Field("ours", "Your own values", "names", optional=True, help=f"Their keys: {keys}"),
            *print_,
            Field("confidence", "How sure", "choice", choices=sure, optional=True, default="high"),
        ),
        optional=True,
        folded=True,
    )


# ------------------------------------------------------------------------------------------------ beginning


@cache
def documents(folder: Path) -> Mapping[str, Document]:
    """The documents of the books in a folder by their keys, in the order of their names."""
    found = [tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")]
    return {each["key"]: each for each in sorted(found, key=lambda each: str(each["name"]))}


def book_schema(kind: type[Any], system: str, name: str, about: str) -> dict[str, Any]:
    """The JSON Schema of a book's document: what is read as a `kind`, without its key and version, which are
    given when it is kept. `name`: that of the system; `about` says what such a document is."""
    whole = data_schema(kind)
    for part, schema in whole["$defs"].items():
        if part.startswith("Entry"):  # one without a label is called by its name
            schema["required"] = [each for each in schema["required"] if each != "label"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{system}_book.schema.json",
        **whole,
        "title": f"{name} army book",
        "description": about,
        "required": [each for each in whole["required"] if each not in ("key", "version")],
    }
