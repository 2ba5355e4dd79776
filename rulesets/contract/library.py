"""What a rule system says of its own reference pages: one `Library` a system, and the tables in it.

Which tables of the rules are shown, in which groups and under which heads, stands in the file `library.toml`
of a system's data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulesets.contract import wording
from rulesets.engine.books import Book, Provenance, data, read_toml
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.roster import ReferenceTable, UnitCard
from rulesets.engine.wording import capfirst


@dataclass(frozen=True, slots=True)
class TableGroup:
    """Tables that stand under one heading."""

    title: str
    tables: tuple[ReferenceTable, ...]


@dataclass(frozen=True, slots=True)
class Introduction:
    """A rule system for somebody who has never heard of it: what it is, the name of its rulebook and who
    publishes it ("" if that is not known), and what one needs to own. Each a sentence but the names.
    """

    what: str
    rulebook: str
    publisher: str
    needs: str


@dataclass(frozen=True)
class Library:
    """What a system says of its own reference pages.

    `chapters`: names by the first part of a rule's id. `sentences(provenance)`: which values are not as
    printed. `facts(book)`: what holds for the whole army. `unit_tables(book, entry, options)`: the tables
    that one unit needs. `tables()`: all tables of the rules. `trait(name)`: what a weapon or special
    characteristic does. `columns`: the figures of a unit that are columns of a book's table. `reading`:
    how the range of an entry is read, with the rule it follows; `cards`: the same of a card.
    `losses(card)`: what a unit has to lose, with the rule. `odds`: the questions on odds that a unit can
    be asked, as words and kind. `names`: words of its tables and examples that are not written as they
    stand, such as `vbu` for VBU. `entries(book)`: the entries that a book's page lists, all of them
    unless the book repeats its units.
    `introduction`: the system for a newcomer. A library that names its chapters alone shows books and rules.
    """

    chapters: Mapping[str, str]
    sentences: Callable[[Provenance], Iterable[str]] = lambda _provenance: ()
    facts: Callable[[Book[Any]], Sequence[Figure]] = lambda _book: ()
    unit_tables: Callable[[Book[Any], str, Sequence[str]], Sequence[ReferenceTable]] = (
        lambda _book, _entry, _options: ()
    )
    tables: Callable[[], Sequence[TableGroup]] = tuple
    trait: Callable[[str], Trait] = Trait
    columns: tuple[str, ...] = ()
    reading: tuple[str, str] = ("", "")
    cards: tuple[str, str] = ("", "")
    losses: Callable[[UnitCard], tuple[str, str]] = lambda card: (
        wording.gone_after(card.boxes),
        "",
    )
    odds: tuple[tuple[str, str], ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    entries: Callable[[Book[Any]], Sequence[str]] = lambda book: tuple(book.entry_by_id)
    introduction: Introduction | None = None


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
    """Return a value in its cell; a dash where there is none."""
    return (in_words(value) if value not in ((), "") else "–").replace("_", " ")


def groups(
    file: Path, rows: Callable[[str], Rows], cell: Callable[[Any], str] = cell
) -> Iterator[TableGroup]:
    """Yield the groups of tables in `file`. `rows(name)`: rows of a table; `cell`: how a value is shown."""
    for group in read_toml(file, Shown).group:
        yield TableGroup(group.title, tuple(_table(each, rows(each.name), cell) for each in group.table))


def _table(shown: TableShown, rows: Rows, cell: Callable[[Any], str]) -> ReferenceTable:
    lines = ([cell(row.get(key)) for key in shown.columns] for row in rows)
    return ReferenceTable(
        shown.title,
        next((str(row["rule"]) for row in rows if "rule" in row), ""),
        tuple(shown.columns.values()),
        tuple((capfirst(cells[0]), *cells[1:]) for cells in lines),
    )


def in_words(value: Any) -> str:
    """Return a value of a table or an example as a reader sees it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return "; ".join(f"{key.replace('_', ' ')}: {in_words(each)}" for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(
            f"({in_words(each)})" if isinstance(each, list) else in_words(each) for each in value
        )
    return str(value)
