"""A unit or commander as rosters and army cards show it: figures, weapons, special rules, map sign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulesets.by_fire_and_sword import reference
from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import UnitProfile
from rulesets.by_fire_and_sword.provenance import marks, sentences
from rulesets.engine.books import Book
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.lists import ListUnit, Violation
from rulesets.engine.roster import UnitCard, unknown_card

COMMANDER = "Commander"
"""What kind of unit a commander is shown as."""

USUAL_STRENGTH = 3


def card(book: Book[Any], entry_id: str, options: Sequence[str] = ()) -> UnitCard:
    """Return a unit of `book` outside of a list; raise KeyError for an entry that the book does not have."""
    assert isinstance(book, BfsBook)
    unit = ListUnit(id="unit", entry=entry_id, options=tuple(options))
    entry = book.entry_by_id[entry_id]
    return unit_card(book, unit, "", entry.profile.bases, entry.points)


def unit_card(
    book: BfsBook, unit: ListUnit, path: str, bases: int, price: int, findings: tuple[Violation, ...] = ()
) -> UnitCard:
    """Return a unit of a list, of so many bases at such a price; `path` is empty for one outside."""
    if unit.entry not in book.entry_by_id:
        return unknown_card(unit, path, findings, free=True)
    profile = book.unit(unit.entry, unit.options)
    place = book.place_by_entry[unit.entry]
    taken = book.taken(unit.entry, unit.options)
    rows = (book.entry_by_id[unit.entry].provenance, *(option.provenance for option in taken))
    ours = book.marked(unit.entry, unit.options)
    commander = profile.type == "commander"
    points = Figure(
        "CP", str(profile.command_points), "Command points", "BFS-29.2.3", "command_points" in ours
    )
    figures = (points,) if commander else _figures(profile, ours, whole=not path)
    return UnitCard(
        id=unit.id,
        path=path,
        entry=unit.entry,
        name=unit.name,
        label=profile.name,
        sign=sign(profile, place.chief and place.card.kind != "regiment"),
        kind=COMMANDER if commander else profile.type.capitalize(),
        points=price,
        points_marked=bool(price and ours & {"fsp", "fsp_steps"}),
        figures=tuple(figures),
        weapons=tuple(
            Trait(
                name, reference.weapon_rule(name, profile.type in reference.MOUNTED), marked="weapons" in ours
            )
            for name in profile.weapons
        ),
        traits=tuple(special_trait(book, name, "special" in ours) for name in profile.special),
        options=tuple(option.name for option in taken),
        option_ids=unit.options,
        boxes=profile.command_points if commander else bases,
        exhausted_by=0,
        sources=tuple(sentence for row in rows for sentence in sentences(row)),
        findings=findings,
        box_rows=("CP",) if commander else ("destroyed", "fled"),
        half_rows=("fled",),
        states=("killed", "fled") if commander else (),
        free=True,
        size=f"{bases} base{'' if bases == 1 else 's'}" if bases and not commander else "",
        bearing=profile.equipment,
        size_marked="bases" in ours,
    )


def special_trait(book: BfsBook, name: str, marked: bool) -> Trait:
    """Return a special rule as its book words it, else as the rules do."""
    row = book.special_rule_by_name.get(name)
    ours = bool(row and "text" in marks(row.provenance))
    return reference.special(name, row.text.strip() if row else "", marked or ours)


def sign(profile: UnitProfile, chief: bool = False) -> str:
    """Return the map sign of a unit, by its type, weapons and special rules; of a commander the flag."""
    if profile.type == "commander":
        return "chief" if chief else "leader"
    special = {name.lower() for name in profile.special}
    weapons = " ".join(profile.weapons).lower()
    if profile.type == "cavalry":
        if special & {"light cavalry", "feigned flight"}:
            return "CL"
        return "GA" if "lance" in weapons else "RE" if "pistol" in weapons else "TR"
    if profile.type == "infantry":
        if "rabble" in special:
            return "WB"
        if "skirmishers" in special:
            return "S"
        return "PK" if "pike" in weapons and not profile.shooting else "T" if profile.shooting else "WB"
    return {"dragoons": "DR", "artillery": "ART", "wagons": "baggage"}[profile.type]


def _figures(profile: UnitProfile, ours: frozenset[str], whole: bool) -> Iterator[Figure]:
    """Yield a unit's characteristics (BFS-3.1); its Strength Points if `whole` or unusual (BFS-3.8)."""
    skill, morale = str(profile.skill), str(profile.morale)
    yield Figure("Skill", skill, "Skill: hits on it or less", "BFS-3.7", "skill" in ours)
    yield Figure("Mor.", morale, "Morale: tests are passed on it or less", "BFS-3.6", "morale" in ours)
    armor, words = str(profile.armor), "Armor: saves from a hit on it or less"
    if profile.crew_armor is not None:
        armor, words = f"{armor}/{profile.crew_armor}", f"{words}; of the wagon and of its crew"
    yield Figure("Arm.", armor, words, "BFS-3.5", bool(ours & {"armor", "crew_armor"}))
    close, shots = str(profile.close_combat), str(profile.shooting)
    yield Figure("CC", close, "Close Combat: dice by base", "BFS-3.3", "close_combat" in ours)
    yield Figure("Sh.", shots, "Shooting: dice by base", "BFS-3.4", "shooting" in ours)
    move = "/".join(str(each) for each in profile.move_cm)
    yield Figure("Move", move, "Basic and additional Move in cm", "BFS-3.2", "move_cm" in ours)
    if profile.strength != USUAL_STRENGTH or whole:
        strength = str(profile.strength)
        yield Figure("SP", strength, "Strength Points of a base", "BFS-3.8", "strength" in ours)
