"""Ids of the rows of books: in a document bare, in a book with its key before them.

A user's document does not know the key that its book will be kept by, and a copy is kept by another. So ids
stand bare in documents, and get the key when the book is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulesets.engine.bookform import rows_of
from rulesets.engine.errors import Fault

MAX_BARE_ID = 60
"""Letters: a list names it with the key of the book before it, in 120."""
TABLES = ("entries", "options")
_ID = re.compile(rf"^[a-z0-9][a-z0-9._-]{{0,{MAX_BARE_ID - 1}}}$")


def bare(each: str, document: Mapping[str, Any]) -> str:
    """An id without the key of its book."""
    key = document.get("key")
    return each.removeprefix(f"{key}.") if isinstance(key, str) and key else each


def tidied(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document from elsewhere as it is kept: ids without the key of the book, no version of its own."""
    new = {name: value for name, value in document.items() if name not in ("key", "version")}
    for table in TABLES:
        if isinstance(new.get(table), list):
            new[table] = [_with_ids(row, lambda each: bare(each, document)) for row in new[table]]
    return new


def keyed(document: Mapping[str, Any], key: str, version: str) -> dict[str, Any]:
    """The document as a shipped book has it: under its key, every id with the key before it, every entry
    with a label.
    """
    new = {**document, "key": key, "version": version}
    for table in TABLES:
        if isinstance(new.get(table), list):
            rows = [_with_ids(row, lambda each: f"{key}.{bare(each, document)}") for row in new[table]]
            new[table] = [_labelled(row) if table == "entries" else row for row in rows]
    return new


def id_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Ids that no list could name."""
    for table in TABLES:
        for i, row in enumerate(rows_of(document, table)):
            found = bare(str(row.get("id", "")), document)
            if "id" in row and not _ID.match(found):
                words = f"{found!r} is no id: at most {MAX_BARE_ID} small letters, digits, hyphens and dots"
                yield Fault(f"{table}[{i}].id", words)


def _with_ids(row: Any, change: Callable[[str], str]) -> Any:
    if not isinstance(row, Mapping):
        return row
    new = dict(row)
    if isinstance(new.get("id"), str):
        new["id"] = change(new["id"])
    if isinstance(new.get("applies_to"), list):
        new["applies_to"] = [change(each) if isinstance(each, str) else each for each in new["applies_to"]]
    return new


def _labelled(row: Any) -> Any:
    """An entry that has no label is called by its name."""
    if isinstance(row, dict) and "name" in row and not row.get("label"):
        return {**row, "label": row["name"]}
    return row
