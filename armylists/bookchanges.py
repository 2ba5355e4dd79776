"""Changes of a book's draft in the editor, as pure functions from a draft to a draft."""

from __future__ import annotations

import copy
from dataclasses import dataclass

from armylists.bookeditor import HEAD, known_sheet, table_of
from armylists.wording import lists as words
from rulesets.contract.scenarios import field_id
from rulesets.engine.bookform import BookForm, Table, Typed, filled, part_at, rows_of, steps, value_at
from rulesets.engine.bookrules import BookRules, Document


class EditRefused(Exception):  # noqa: N818 (it is no fault of the program)
    """A change of the draft that cannot be made: the sentence says why."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The draft after a change; the sheet to show, and the id of the part that it was about."""

    document: Document
    at: str
    anchor: str = ""


def changed(rules: BookRules, draft: Document, at: str, typed: Typed, do: str) -> Changed:
    """Return the draft with what was typed into a sheet, and with what its button asks for.

    `add:<table>`, `remove:<row>`, `up:<row>`, `down:<row>`, `copy:<row>`, `drop:<key>`; anything else only
    saves what was typed. Raises EditRefused for a part that is not there.
    """
    form = rules.form()
    at = known_sheet(form, draft, at)
    document = copy.deepcopy(draft)
    table, number = table_of(form, at)
    if table is None:
        document = filled(form.head, document, typed, HEAD)
    else:
        rows = rows_of(document, table.key)
        rows[number] = filled(table.parts, rows[number], typed, at)
        document[table.key] = rows
    verb, _, path = do.partition(":")
    try:
        if verb == "add":
            return _add(form, document, at, path)
        if verb == "drop":
            holder, key = _holder(document, path)
            del holder[key]
        if verb in ("remove", "copy", "up", "down"):
            return _arranged(form, document, at, path, verb)
    except (LookupError, ValueError, TypeError):
        raise EditRefused(words.PART_GONE) from None
    return Changed(document, at)


def _holder(document: Document, path: str) -> tuple[Document, str]:
    """Return the table of values that holds what is at a path, and its key there; raises LookupError."""
    above, _, key = path.rpartition(".")
    holder = value_at(document, above) if above else document
    if not isinstance(holder, dict):
        raise LookupError(path)
    return holder, key


def _add(form: BookForm, document: Document, at: str, path: str) -> Changed:
    table = part_at(form, path)
    if not isinstance(table, Table):
        raise LookupError(path)
    holder, key = _holder(document, path)
    rows = rows_of(holder, key)
    if len(rows) >= table.most:
        raise EditRefused(words.already_most(table.most))
    holder[key] = [*rows, copy.deepcopy(dict(table.new))]
    new = f"{path}[{len(rows)}]"
    return Changed(document, new if table in form.tables else at, field_id(new))


def _arranged(form: BookForm, document: Document, at: str, path: str, verb: str) -> Changed:
    """Remove or copy a row, or move it one up or down, where the first and the last stay."""
    where = steps(path)
    if not where or not isinstance(number := where[-1], int):
        raise LookupError(path)
    table = path[: path.rindex("[")]
    part_at(form, table)
    rows = value_at(document, table)
    row = rows[number]
    if verb == "remove":
        del rows[number]
        return Changed(document, HEAD if path == at else at, field_id(table))
    if verb == "copy":
        new = number + 1
        twin = {key: value for key, value in row.items() if key != "id"} if isinstance(row, dict) else row
        rows.insert(new, copy.deepcopy(twin))
    else:
        new = min(max(number + (1 if verb == "down" else -1), 0), len(rows) - 1)
        rows[number], rows[new] = rows[new], row
    moved = f"{table}[{new}]"
    return Changed(document, moved if path == at else at, field_id(moved))
