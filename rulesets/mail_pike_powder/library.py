"""Mail, Pike & Powder on its reference pages: chapters, facts of a book, tables of units and of the sheet."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rulesets.contract.library import Introduction, Library, TableGroup, groups
from rulesets.engine.books import Book
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.roster import ReferenceTable, UnitCard
from rulesets.mail_pike_powder import reference
from rulesets.mail_pike_powder.armies.profiles import PowderBook, books
from rulesets.mail_pike_powder.armies.tables import elite_numbers, specials, weapons
from rulesets.mail_pike_powder.roster import provenance_sentences
from rulesets.mail_pike_powder.tables import DATA

CHAPTERS = {
    "MPP-1": "Break tests",
    "MPP-2": "Command modifiers",
    "MPP-3": "Movement",
    "MPP-4": "Movement modifiers",
    "MPP-5": "Morale saves",
    "MPP-6": "Combat modifiers",
    "MPP-7": "Sequence of play",
    "MPP-8": "Hand-to-hand",
    "MPP-9": "Shooting",
}


def facts(book: Book[Any]) -> Iterator[Figure]:
    """Yield the limits of the armies of a book (MPP-C-28)."""
    assert isinstance(book, PowderBook)
    limits = book.limits
    shown = (
        ("Cavalry", f"up to {limits.cavalry.part}/{limits.cavalry.whole}", "Of all units but baggage"),
        ("Elite units", f"up to {limits.elite.part}/{limits.elite.whole}", "Of all units but baggage"),
        ("Guns", f"one for {limits.units_per_gun} others", "Of all units but guns and baggage"),
        ("Commanders", f"rating {limits.least_rating} or more", "Of each battalia"),
    )
    for label, value, title in shown:
        yield Figure(label, value, title, "MPP-C-28", "limits" in book.provenance.ours)


def unit_tables(book: Book[Any], entry: str, options: Sequence[str] = ()) -> Sequence[ReferenceTable]:
    """Return what one unit needs at the table."""
    assert isinstance(book, PowderBook)
    return tuple(reference.army_tables([book.unit(entry, options)]))


def trait(name: str) -> Trait:
    """Return what a weapon or special rule does (MPP-C-35)."""
    if row := specials().get(name):
        return Trait(name, row.rule, row.effect)
    armed = any(name.startswith(row.name) for row in weapons().values())
    known = {each.name: each for each in (*reference.abilities(), *map(reference.elite, elite_numbers()))}
    return known.get(name, Trait(name, "MPP-9.1" if armed else "MPP-C-35"))


def losses(card: UnitCard) -> tuple[str, str]:
    """Return what a unit has to lose (MPP-1.1.a, MPP-C-19)."""
    shattered = f"{2 * card.boxes} casualties in one combat shatter it"
    return f"Its Stamina is {card.boxes}: with so many casualties it is shaken; {shattered}.", "MPP-1.1.a"


@cache
def _rows() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    files = ("tables", "army_tables", "specials")
    read = [tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8")) for name in files]
    return {name: rows for each in read for name, rows in each.items()}


def all_tables() -> tuple[TableGroup, ...]:
    """Return the sheet for every unit, then what armies are built by."""
    every = [book.unit(entry) for book in books().values() for entry in book.entry_by_id]
    sheet = TableGroup("At the table", tuple(reference.army_tables(every)))
    return (sheet, *groups(DATA / "library.toml", lambda name: _rows()[name]))


INTRODUCTION = Introduction(
    what="Battles of whole battalias on a free table: orders on two dice, saves, and break tests by a table.",
    rulebook="Mail, Pike & Powder",
    publisher="",
    needs="You need nothing to play here. On a real table you need the play sheet and about a dozen units.",
)

LIBRARY = Library(
    chapters=CHAPTERS,
    sentences=provenance_sentences,
    facts=lambda book: tuple(facts(book)),
    unit_tables=unit_tables,
    tables=all_tables,
    trait=trait,
    columns=("Cl", "Su", "Sh", "Lo", "Mor", "Sta", "Move", "Rng"),
    reading=("“Units” is how many of them an army of 1,000 points must and may have", "MPP-C-28"),
    losses=losses,
    odds=(("Its odds when it shoots", "shot"), ("Its odds in hand-to-hand", "melee")),
    introduction=INTRODUCTION,
)
