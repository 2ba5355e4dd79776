"""By Fire and Sword on its reference pages: chapters, facts of a book, tables of a unit and of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword import playtables, reference
from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.provenance import sentences
from rulesets.by_fire_and_sword.tables import DATA, plain_rows
from rulesets.contract.library import Introduction, Library, TableGroup, groups
from rulesets.engine.books import Book
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.roster import ReferenceTable, UnitCard
from rulesets.engine.wording import counted

CHAPTERS = {
    "BFS-1": "What you need to know",
    "BFS-2": "Organisation",
    "BFS-3": "Units",
    "BFS-4": "The order of play",
    "BFS-5": "The Initiative Phase",
    "BFS-6": "The Orders Phase",
    "BFS-7": "The Movement Phase",
    "BFS-8": "Formations and movement",
    "BFS-9": "Maneuvers",
    "BFS-10": "Charging",
    "BFS-11": "The Combat Phase",
    "BFS-12": "Shooting",
    "BFS-13": "Ranged weapons",
    "BFS-14": "Close combat",
    "BFS-15": "Close combat weapons",
    "BFS-16": "The Reorganization Phase",
    "BFS-17": "Open Order",
    "BFS-18": "Morale and Motivation",
    "BFS-19": "Marching, passing, charging: more of it",
    "BFS-20": "Terrain",
    "BFS-21": "Squadrons",
    "BFS-22": "Special rules",
    "BFS-23": "Commanders",
    "BFS-24": "Wagons",
    "BFS-25": "Artillery",
    "BFS-26": "Ammunition",
    "BFS-27": "Optional rules",
    "BFS-28": "Portable obstacles",
    "BFS-29": "Army lists",
    "BFS-30": "Scenarios",
    "BFS-31": "Setting up terrain",
    "BFS-32": "Additional effects",
    "BFS-33": "Reconnaissance",
    "BFS-34": "Victory",
    "BFS-35": "The turn in short",
    "BFS-QR": "Quick reference",
}
COLUMNS = ("Skill", "Mor.", "Arm.", "CC", "Sh.", "Move", "SP")


def facts(book: Book[Any]) -> Iterator[Figure]:
    """Yield how many cards of which kind a book has (BFS-29.1)."""
    assert isinstance(book, BfsBook)
    kinds = {"skirmish": "Skirmish Forces", "regiment": "Regiments", "division": "Divisions"}
    for kind, words in kinds.items():
        number = sum(card.kind == kind for card in book.document.card)
        if number:
            yield Figure(words, str(number), f"Cards of {words}", "BFS-29.1")


def entries(book: Book[Any]) -> tuple[str, ...]:
    """Return the first of the places where a unit stands on cards, for each unit of the book."""
    assert isinstance(book, BfsBook)
    found: dict[str, str] = {}
    for place in book.place_by_entry.values():
        if place.unit is not None:
            found.setdefault(place.unit.id, place.entry)
    return tuple(found.values())


def unit_tables(book: Book[Any], entry: str, options: Sequence[str] = ()) -> Sequence[ReferenceTable]:
    """Return what one unit needs at the table."""
    assert isinstance(book, BfsBook)
    profile = book.unit(entry, options)
    return () if profile.type == "commander" else tuple(reference.force_tables([profile]))


def trait(name: str) -> Trait:
    """Return what a weapon or a special rule does (BFS-13, BFS-15, BFS-22)."""
    if name.lower() in playtables.specials():
        return reference.special(name)
    rule = reference.weapon_rule(name, mounted=False)
    return Trait(name, rule)


def losses(card: UnitCard) -> tuple[str, str]:
    """Return what a unit has to lose (BFS-3.8, BFS-34.4)."""
    number = counted(card.boxes, "base")
    strength = next((figure.value for figure in card.figures if figure.label == "SP"), "")
    words = f"It has {number} of {strength} Strength Points each; a base that fled counts half a loss."
    return words, "BFS-3.8"


# ---------------------------------------------------------------------------- all tables


@dataclass(frozen=True, slots=True)
class _Everything:
    """A unit that bears every weapon and has every special rule of a type of troops."""

    type: str
    skill: int
    weapons: tuple[str, ...]
    special: tuple[str, ...]
    gun: str


def all_tables() -> tuple[TableGroup, ...]:
    """Return the tables of the play sheet for every unit, then those of all else."""
    return (
        TableGroup("At the table", tuple(reference.force_tables(_everything()))),
        *groups(DATA / "library.toml", plain_rows),
    )


@cache
def _everything() -> tuple[_Everything, ...]:
    ranged = [row.weapon for row in playtables.ranged_weapons()]
    close = [row.weapon for row in playtables.close_weapons()]
    guns = [row.key for row in playtables.guns()]
    names = tuple(special.name for special in playtables.specials().values())
    skills = [row["skill"] for row in plain_rows("skill_levels")]
    kinds = [("cavalry", ""), ("dragoons", ""), ("infantry", ""), ("artillery", "light")]
    return tuple(
        _Everything(kind, skill, tuple(guns if gun else [*ranged, *close]), names, gun)
        for kind, gun in kinds
        for skill in skills
    )


INTRODUCTION = Introduction(
    what="Raids and battles of Poland, Sweden, Muscovy and the Turks: prepared here, fought on a real table.",
    rulebook="By Fire and Sword",
    publisher="Wargamer",
    needs="Lists, preparation and scores are done here. The battle needs the rulebook and figures.",
)

LIBRARY = Library(
    chapters=CHAPTERS,
    sentences=sentences,
    facts=lambda book: tuple(facts(book)),
    unit_tables=unit_tables,
    tables=all_tables,
    trait=trait,
    columns=COLUMNS,
    cards=(
        "A filled square is a base that comes with the price, an outlined one may be bought as the notes say",
        "BFS-29.2.4",
    ),
    reading=("A card is read from its core upwards: no level may be skipped", "BFS-29.2.5"),
    losses=losses,
    entries=entries,
    names={each: each.upper() for each in ("fsp", "fv", "rp", "cp", "vp")},
    introduction=INTRODUCTION,
)
