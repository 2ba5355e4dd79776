"""Baroque on its reference pages: names of chapters, facts of a book, tables of a unit and of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulesets.baroque import reference, tables
from rulesets.baroque.armies import BaroqueBook, books
from rulesets.baroque.roster import provenance_sentences
from rulesets.contract.library import Introduction, Library, TableGroup, cell
from rulesets.engine.books import Book
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.roster import ReferenceTable, UnitCard

CHAPTERS = {
    "BQ-0": "What the game is about",
    "BQ-1": "Bases and measures",
    "BQ-2": "Armies, units and leaders",
    "BQ-3": "Terrain and deployment",
    "BQ-4": "The turn",
    "BQ-5": "Movement and charges",
    "BQ-6": "Shooting and cohesion",
    "BQ-7": "Melee",
    "BQ-LO": "Linear obstacles",
    "BQ-8": "Special characteristics",
    "BQ-9": "Victory",
    "BQ-A": "Army lists",
}


def facts(book: Book[Any]) -> Iterator[Figure]:
    """Yield the command structure and whether the general may be charismatic (BQ-2.6.2.a, BQ-2.7.1)."""
    assert isinstance(book, BaroqueBook)
    marked = {*book.provenance.ours, *book.provenance.reconstructed}
    quality = book.command_structure
    reach = tables.command_structure(quality).range_bu
    yield Figure(
        "Command structure",
        f"{quality}, {reach:g} BU",
        "How far a leader’s orders reach",
        "BQ-2.6.2.a",
        "command_structure" in marked,
    )
    yield Figure(
        "Charismatic general",
        "allowed" if book.charismatic_allowed else "not allowed",
        "Whether the commander-in-chief may be a Charismatic Leader",
        "BQ-2.7.1",
        "charismatic_allowed" in marked,
    )


def unit_tables(book: Book[Any], entry: str, options: Sequence[str] = ()) -> Sequence[ReferenceTable]:
    """Return what one unit needs at the table, with the dice of its weapons and its distances."""
    assert isinstance(book, BaroqueBook)
    return tuple(reference.army_tables([book.unit(entry, options)], ()))


def trait(name: str) -> Trait:
    """Return what a weapon or special characteristic does (BQ-8.0)."""
    for row in tables.tables().characteristic:
        if row.name == name:
            return Trait(name, row.rule, row.effect)
    weapon = tables.weapon(name)
    return Trait(name, weapon.rule if weapon else reference.WEAPON_RULES.get(name, ""))


def losses(card: UnitCard) -> tuple[str, str]:
    """Return what a unit has to lose, and which loss exhausts it (BQ-2.5.1.a)."""
    exhausted = f"; loss number {card.exhausted_by} exhausts it" if card.exhausted_by else ""
    return f"It has {card.boxes} VBU to lose{exhausted}.", "BQ-2.5.1.a"


# ---------------------------------------------------------------------------- all tables


def all_tables() -> tuple[TableGroup, ...]:
    """Return the tables of the play sheet for every unit, then those of troops, orders, camp and terrain."""
    every = [book.unit(entry.id) for book in books().values() for entry in book.entries]
    levels = [row.level for row in tables.tables().leader_level]
    return (
        TableGroup("At the table", tuple(reference.army_tables(every, levels))),
        *(TableGroup(title, tuple(_table(*columns) for columns in group)) for title, group in _GROUPS),
    )


def _table(name: str, title: str, columns: dict[str, str]) -> ReferenceTable:
    """Return the table `name` of tables.toml with the fields that are named, and the rule of each row."""
    rows = getattr(tables.tables(), name)
    return ReferenceTable(
        title,
        min(getattr(row, "rule", "") for row in rows),
        tuple(columns.values()),
        tuple(tuple(cell(getattr(row, key)) for key in columns) for row in rows),
    )


_GROUPS = (
    (
        "Troops",
        (
            (
                "troop_type",
                "Types of troops",
                {
                    "name": "Type",
                    "code": "Code",
                    "category": "Class",
                    "always_massed": "Always massed",
                    "must_pursue": "Must pursue",
                    "evade_from": "Evades from",
                    "defensive_fire": "Defensive fire",
                    "pike_denies_impetus": "Pikes",
                },
            ),
            ("base_size", "Depth of a base in BU", {"troops": "Troops", "default_depth_bu": "Depth"}),
            (
                "characteristic",
                "Special characteristics",
                {"name": "Characteristic", "rule": "Rule", "effect": "Effect"},
            ),
        ),
    ),
    (
        "Orders",
        (
            (
                "discipline_modifier",
                "Every modifier of a discipline test",
                {"condition": "When", "tests": "In tests of", "modifier": "To the die"},
            ),
            ("discipline_test", "A failed discipline test", {"test": "Test of", "on_fail": "If it fails"}),
            (
                "charge_direction",
                "From where a charge comes",
                {"direction": "On the", "condition": "When", "effects": "What it does"},
            ),
            ("impetus_denied", "No impetus bonus", {"charger": "Charging", "against": "Against"}),
        ),
    ),
    (
        "Army and camp",
        (
            (
                "army_size",
                "Size of a battle",
                {
                    "points_min": "Points from",
                    "points_max": "to",
                    "minimum_factor": "Minima ×",
                    "maximum_factor": "Maxima ×",
                    "commands_min": "Commands from",
                    "commands_max": "to ",
                },
            ),
            (
                "command_structure",
                "Command structure",
                {"quality": "Quality", "range_bu": "Range in BU", "tie_break_rank": "Rank in ties"},
            ),
            (
                "baggage",
                "Baggage",
                {
                    "kind": "Kind",
                    "vbu": "VBU",
                    "cost_points": "Points",
                    "vdt_loss_if_sacked": "VDT lost if sacked",
                },
            ),
            ("leader_loss", "Loss of a leader", {"cause": "In", "d6": "Die", "result": "What happens"}),
            ("agitators", "Agitators and preachers", {"initiative_double": "Double", "effect": "Effect"}),
        ),
    ),
    (
        "Terrain",
        (
            (
                "terrain_movement",
                "Movement over terrain",
                {
                    "troops": "Troops",
                    "broken": "Broken",
                    "difficult": "Difficult",
                    "linear_obstacle": "Obstacle",
                },
            ),
            (
                "terrain_kind",
                "Pieces of terrain",
                {
                    "name": "Piece",
                    "ground": "Ground",
                    "visibility_bu": "Sight, BU",
                    "cover": "Cover",
                    "height": "Height",
                },
            ),
            (
                "terrain_option",
                "Price of a piece",
                {"terrain": "Piece", "options": "Options", "max_count": "At most"},
            ),
            (
                "river_roll",
                "A river, two dice",
                {"roll_2d6_min": "From", "roll_2d6_max": "to", "state": "State", "effect": "Effect"},
            ),
        ),
    ),
)


INTRODUCTION = Introduction(
    what="Big battles on a free table: whole units of pike, shot and horse march, charge and break.",
    rulebook="Baroque",
    publisher="Dadi & Piombo",
    needs="You need nothing to play here. On a real table you need the rulebook and an army on bases.",
)

LIBRARY = Library(
    chapters=CHAPTERS,
    sentences=provenance_sentences,
    facts=lambda book: tuple(facts(book)),
    unit_tables=unit_tables,
    tables=all_tables,
    trait=trait,
    columns=("M", "VBU", "I", "D", "VD", "SM", "MM"),
    reading=(
        "“Units” is how many of them an army of 600 points must and may have. Rows joined by a bracket share"
        " one range: their numbers are added up",
        "BQ-A.1",
    ),
    losses=losses,
    odds=(("Its odds when it fires", "shot"), ("Its odds in melee", "melee")),
    names={each: each.upper() for each in ("vbu", "vd", "vdt", "vdc", "bu", "sm", "mm", "d")},
    introduction=INTRODUCTION,
)
