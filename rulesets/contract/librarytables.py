"""Tables of the rules as a system's reference pages show them: which, in which groups and under which heads,
stands in the file `library.toml` of its data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulesets.engine.books import data, read_toml
from rulesets.engine.roster import ReferenceTable
from rulesets.library import TableGroup, in_words

Rows = Sequence[Mapping[str, Any]]


@data
class TableShown:
    """A table of the rules: its name there, its title, and the head of each column by the key of its
    values."""

    name: str
    title: str
    columns: Mapping[str, str]


@data
class GroupShown:
    """Tables under one title."""

    title: str
    table: tuple[TableShown, ...]


@data
class Shown:
    """All that is shown."""

    group: tuple[GroupShown, ...]


def cell(value: Any) -> str:
    """A value in its cell; a dash where there is none."""
    return (in_words(value) if value not in ((), "") else "–").replace("_", " ")


def groups(
    file: Path, rows: Callable[[str], Rows], cell: Callable[[Any], str] = cell
) -> Iterator[TableGroup]:
    """The groups of tables in `file`. `rows(name)`: the rows of a table; `cell`: how a value is shown."""
    for group in read_toml(file, Shown).group:
        yield TableGroup(group.title, tuple(_table(each, rows(each.name), cell) for each in group.table))


def _table(shown: TableShown, rows: Rows, cell: Callable[[Any], str]) -> ReferenceTable:
    return ReferenceTable(
        shown.title,
        next((str(row["rule"]) for row in rows if "rule" in row), ""),
        tuple(shown.columns.values()),
        tuple(_capitalised(tuple(cell(row.get(key)) for key in shown.columns)) for row in rows),
    )


def _capitalised(cells: tuple[str, ...]) -> tuple[str, ...]:
    """The name of a row begins with a capital."""
    return (f"{cells[0][:1].upper()}{cells[0][1:]}", *cells[1:])
