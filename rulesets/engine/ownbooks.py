"""What the books that users write have in common, whatever system they are for: how one is read, fields of
its form, what it may begin from.

A system's module `armies.own` makes its BookRules of these and of what it alone knows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rulesets.engine.bookform import Group, Part, Table, rows_of, title
from rulesets.engine.bookids import id_faults, keyed
from rulesets.engine.bookrules import Document
from rulesets.engine.books import Book, book_problems, data_schema, read_document
from rulesets.engine.errors import Fault, FaultyBookError
from rulesets.engine.fields import Field

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


ABOUT = (
    Field("name", "Name of the book"),
    Field("period", "Period", optional=True, help="As a reader sees it: about 1642-1651"),
    Field("theatre", "Theatre", optional=True, help="The war, or where it was fought"),
)
"""What stands at the head of every book."""

_KINDS = {
    "upgrade": "an upgrade",
    "downgrade": "a downgrade",
    "replace": "another unit in its place",
    "formation": "a formation",
}


def entry_fields(what: str, points: str, least: str, most: int, no_limit: str = "") -> tuple[Field, ...]:
    """The fields of an entry before its profile. `what` one is called; words of help; the highest maximum."""
    return (
        Field("name", "Name"),
        Field("label", "Name in lists", optional=True, help=f"Where two {what}s have the same name"),
        Field("points", "Points", "whole", low=0, high=999, help=points),
        Field("min", "At least", "whole", low=0, high=60, help=least),
        Field("max", "At most", "whole", low=0, high=most, help=no_limit),
        Field("group", "Range shared", "key", optional=True, help="One word for all that share it"),
    )


def options_table(
    what: str, limit: Group, changes: Sequence[Part], rule: str, origin: Group, *, without: str = ""
) -> Table:
    """Options of a book: what they change, for how many of `what`; `without` a kind. `rule` is an example."""
    kinds = tuple((kind, words) for kind, words in _KINDS.items() if kind != without)
    return Table(
        "options",
        "Options",
        "option",
        (
            Field("name", "Name"),
            Field("effect", "What it does", wide=True, help="In words, as a reader sees it"),
            Field("kind", "It is", "choice", choices=kinds),
            Field("applies_to", f"For which {what}s", "references", refers=("entries",), wide=True),
            Field("points", "Points", "whole", low=-500, high=500, optional=True, help="The difference"),
            Field("points_total", "Or the new price", "whole", low=0, high=999, optional=True),
            limit,
            *changes,
            Field("rules", "Rules", "names", optional=True, help=f"Ids of rules, such as {rule}"),
            ROW_ID,
            origin,
        ),
        title("name", "id"),
        new={"name": "", "effect": "", "kind": "upgrade", "applies_to": [], "points": 0,
             "limit": {"type": "any"}},
    )  # fmt: skip


def as_changes(fields: Iterable[Field]) -> tuple[Field, ...]:
    """The fields of a profile as those that an option may change, each left out unless it does."""
    return tuple(map(_as_change, fields))


def _as_change(field: Field) -> Field:
    field = replace(field, optional=True, default=None)
    if field.kind == "flag":
        return replace(field, kind="yesno")
    if field.kind != "choice":
        return field
    unset = "-" if "" in field.values else ""
    return replace(field, unset=unset, choices=((unset, "unchanged"), *field.choices))


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
