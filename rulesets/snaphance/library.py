"""Snaphance on its reference pages: names of chapters, facts of a book, tables of the rules and of the sheet.

The tables of the rules' own figures and the Summary Sheet, which no source gives, stand apart: every row of
the sheet says where it comes from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rulesets.contract.library import Introduction, Library, TableGroup, cell, groups
from rulesets.engine.books import Book
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.roster import ReferenceTable, UnitCard
from rulesets.engine.wording import signed
from rulesets.snaphance import reference
from rulesets.snaphance.armies.book import SnaphanceBook, books
from rulesets.snaphance.roster import sentences
from rulesets.snaphance.sheet import DATA, load

CHAPTERS = {
    "SN-1": "What the game is about",
    "SN-2": "Types of stands",
    "SN-3": "Command and Generals",
    "SN-4": "Movement",
    "SN-5": "Evasion",
    "SN-6": "Opportunity",
    "SN-7": "Fire",
    "SN-8": "Morale Tests and losses",
    "SN-9": "Disorder and recovery",
    "SN-10": "Melee",
    "SN-11": "Results of melee",
    "SN-12": "Retreat",
    "SN-13": "Pursuit",
    "SN-14": "Victory",
    "SN-15": "Army lists",
}


def facts(book: Book[Any]) -> Iterator[Figure]:
    """Yield the number of kinds of stands in a book (SN-15.0.a)."""
    assert isinstance(book, SnaphanceBook)
    yield Figure("Kinds of stands", str(len(book.entries)), "Rows of its army list", "SN-15.0.a")


def unit_tables(book: Book[Any], entry: str, options: Sequence[str] = ()) -> Sequence[ReferenceTable]:
    """Return what one stand needs at the table."""
    assert isinstance(book, SnaphanceBook)
    return tuple(reference.army_tables([book.stand(entry, options)]))


def trait(name: str) -> Trait:
    """Return what a weapon or an ability does (SN-7.0.c, SN-15.0.b)."""
    if name in {row.name for row in load().weapons.values()}:
        return Trait(name, "SN-7.0.c")
    return reference.ability(name)


def losses(card: UnitCard) -> tuple[str, str]:
    """Return what a stand has to lose (SN-1.3.b, SN-8.4.b)."""
    ranks = f" in each of {len(card.box_rows)} ranks, the rear one first" if card.box_rows else ""
    return f"It has {card.boxes} SP to lose{ranks}; at 0 it is gone.", "SN-1.3.b"


# ---------------------------------------------------------------------------- all tables


@cache
def _rows() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the tables of the rules' own figures, as they stand in tables.toml."""
    return tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))


def all_tables() -> tuple[TableGroup, ...]:
    """Return the tables of the play sheet for every stand, those of the rules, and those of the sheet."""
    shown = groups(DATA / "library.toml", lambda name: _rows()[name], _cell)
    every = [book.stand(entry.id) for book in books().values() for entry in book.entries]
    return (
        TableGroup("At the table", tuple(reference.army_tables(every))),
        *(TableGroup(f"The rules: {group.title.lower()}", group.tables) for group in shown),
        TableGroup("The Summary Sheet, which no source gives", tuple(reference.sheet_tables(load()))),
    )


def _cell(value: Any) -> str:
    """Return a value with its sign where it is a modifier."""
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return signed(value)
    return cell(value)


INTRODUCTION = Introduction(
    what="Small battles on a map of hexes: every stand counts, and the rules are quick to learn.",
    rulebook="Snaphance",
    publisher="",
    needs="You need nothing to play here. On a real table you need a hex mat and about a dozen bases.",
)

LIBRARY = Library(
    chapters=CHAPTERS,
    sentences=sentences,
    facts=lambda book: tuple(facts(book)),
    unit_tables=unit_tables,
    tables=all_tables,
    trait=trait,
    columns=("SP", "MP", "CB", "O", "BP", "Pikes"),
    reading=(
        "Nothing limits how many stands of a row an army has, but the scenario",
        "SN-15.0.a",
    ),
    losses=losses,
    names={each: each.upper() for each in ("sp", "mp", "bs", "pb", "lc", "zoc", "h")},
    introduction=INTRODUCTION,
)
