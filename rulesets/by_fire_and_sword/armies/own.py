"""Books of cards that users write: what the editor asks for, and how they are read (BFS-29).

The document is that of a shipped book (cards.py); its key and version are given when it is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

from rulesets.by_fire_and_sword.armies.book import BOOKS as SHIPPED
from rulesets.by_fire_and_sword.armies.book import BfsBook, books, read_document
from rulesets.by_fire_and_sword.armies.cards import MOUNTED, BookDocument, UnitType
from rulesets.by_fire_and_sword.armies.offers import OBSTACLES
from rulesets.by_fire_and_sword.armies.printed import characteristics, printed_card
from rulesets.by_fire_and_sword.reference import key_of, knows_special, weapon_rule
from rulesets.by_fire_and_sword.wording import books as words
from rulesets.engine.bookform import BookForm, Group, Part, Table, rows_of, title
from rulesets.engine.bookrules import BookRules, Document, Preview
from rulesets.engine.errors import Fault
from rulesets.engine.fields import Field, Kind
from rulesets.engine.ownbooks import ROW_ID, as_changes, book_schema, documents, provenance, row_at

SYSTEM = "by_fire_and_sword"


def read(document: Mapping[str, Any], key: str, version: str = "1") -> BfsBook:
    """Return the book in a document, stored as `key`; raise FaultyBookError with everything that is wrong."""
    return read_document({"system": SYSTEM, **document, "key": key, "version": version}, key, version)


def tidy(document: Document) -> Document:
    """Return a document from elsewhere as it is stored: its key and version are given to it here."""
    return {name: value for name, value in document.items() if name not in ("key", "version")}


def unknown_names(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the weapons and special rules of units that neither the rules nor the book itself know.

    They are found by their names (BFS-3.9), so that one that is misspelt would do nothing at the table.
    """
    named = {key_of(str(row.get("name", ""))) for row in rows_of(document, "special_rule")}
    for index, row in enumerate(rows_of(document, "unit")):
        mounted = str(row.get("type")) in MOUNTED
        for key, what in (("weapons", "weapon"), ("special", "special rule")):
            names = row.get(key)
            for name in names if isinstance(names, (list, tuple)) else ():
                if not isinstance(name, str) or key_of(name) in named:
                    continue
                if not (weapon_rule(name, mounted) if key == "weapons" else knows_special(name)):
                    yield Fault(f"unit[{index}].{key}", words.not_of_the_rules(name, what))


# ------------------------------------------------------------------------------------------------ the form


def _optional(key: str, label: str, kind: Kind = "line", help: str = "", **more: Any) -> Field:
    return Field(key, label, kind, help, optional=True, **more)


_PROVENANCE = provenance(
    "skill, morale",
    _optional("reconstructed", "Reconstructed", "names", "Not in print, worked out"),
    _optional("reread", "Hard to read in print", "names"),
    _optional("printed", "What the print shows", "pairs", "One per line, such as skill: 5"),
)


@cache
def form() -> BookForm:
    """Return what a book of cards consists of."""
    head: tuple[Part, ...] = (
        Field("name", "Name of the book"),
        _optional("period", "Period", "line", "As readers see it: 1648-1676"),
        _optional("theatre", "Theatre"),
        _PROVENANCE,
    )
    return BookForm(head=head, tables=(_units(), _cards(), _special_rules()))


def _whole(key: str, label: str, low: int, high: int, help: str = "", default: int | None = None) -> Field:
    optional = default is not None
    return Field(key, label, "whole", help, low=low, high=high, optional=optional, default=default)


@cache
def _characteristics() -> tuple[Field, ...]:
    """Return the characteristics of a unit (BFS-3), with the weapons and rules of the shipped books."""
    units = [unit for book in books().values() for unit in book.document.unit]
    weapons = tuple(sorted({name for unit in units for name in unit.weapons}))
    special = tuple(sorted({name for unit in units for name in unit.special}))
    values = (("skill", "Skill", 10), ("morale", "Morale", 10), ("armor", "Armor", 20))
    combat = (("close_combat", "Close combat"), ("shooting", "Shooting"))
    return (
        *(Field(key, label, "whole", low=0, high=most) for key, label, most in values),
        _optional("crew_armor", "Crew’s Armor", "whole", "War wagons only", low=0, high=20),
        *(Field(key, label, "whole", low=0, high=20) for key, label in combat),
        Field("move_cm", "Move", "wholes", "Basic and additional in cm: 20/10", low=0, high=100),
        _optional("strength", "Strength", "whole", low=1, high=100, default=3),
        _optional("weapons", "Weapons", "names", suggest=weapons, wide=True),
        _optional("special", "Special rules", "names", suggest=special, wide=True),
    )


def _units() -> Table:
    types = tuple((name, name) for name in get_args(UnitType))
    wagons = (("", "none"), ("war", "a war wagon"), ("transport", "transport"), ("ammunition", "ammunition"))
    guns = (("", "none"), ("light", "light"), ("medium", "medium"), ("heavy", "heavy"))
    parts: tuple[Part, ...] = (
        Field("name", "Name"),
        Field("type", "Type", "choice", choices=types),
        *_characteristics(),
        _optional("wagon", "Wagon", "choice", choices=wagons, default=""),
        _optional("gun", "Gun", "choice", choices=guns, default=""),
        _optional(
            "carries", "May carry", "names", "Portable obstacles, BFS-28.1.1", suggest=tuple(OBSTACLES)
        ),
        _optional("like", "Squadrons with", "key", "One word for all of them"),
        _optional(
            "reserves", "May be drawn as reserves", "flag", "BFS-32.6: not trains and rabble", default=True
        ),
        ROW_ID,
        _PROVENANCE,
    )
    figures = {"skill": 4, "morale": 5, "armor": 2, "close_combat": 1, "shooting": 0, "move_cm": [20, 10]}
    return Table(
        "unit", "Units", "unit", parts, title("name", "id"), new={"name": "", "type": "cavalry", **figures}
    )


def _special_rules() -> Table:
    parts = (
        Field("name", "Name", help="As cards and units spell it"),
        _whole("reconnaissance", "Reconnaissance Points", 0, 100, "That it adds to its force", 0),
        _optional("text", "What it says", "text", wide=True),
        _PROVENANCE,
    )
    return Table("special_rule", "Special rules", "special rule", parts, title("name"), new={"name": ""})


def _cards() -> Table:
    kinds = (("skirmish", "a Skirmish Force"), ("regiment", "a Regiment"), ("division", "a Division"))
    figures = (("total", "the running total"), ("price", "the price of the level"))
    core = Group("core", "Core", (_whole("fsp", "FSP", 0, 100), _commanders(), _slots()))
    parts = (
        Field("name", "Name", wide=True),
        Field("kind", "It is", "choice", choices=kinds),
        _whole("period_from", "From the year", 1, 3000),
        _whole("period_to", "To the year", 1, 3000),
        _optional("special_rules", "Special rules of the force", "names", wide=True),
        _optional("defensive", "Defensive", "flag", default=False),
        _optional("small", "Small", "flag", default=False),
        _optional(
            "level_figure",
            "The figure of a level is",
            "choice",
            "BFS-29.2.6",
            choices=figures,
            default="total",
        ),
        _optional(
            "motivation_percent", "Motivation in %", "whole", "Regiments only, BFS-29.3.1", low=1, high=100
        ),
        _optional("banner", "Banner", "line", "Regiments only, BFS-29.3.2"),
        core,
        _levels(),
        _additional(),
        _notes(),
        _regiments("regiment", "Regiments of the base", "count", "How many", "BFS-29.4.1"),
        _regiments("allowed", "Additional regiments", "max_each", "At most", "BFS-29.4.2"),
        _whole("additional_max", "Additional regiments", 0, 100, "Divisions only: how many at most", 2),
        _optional(
            "additional_units",
            "Additional units",
            "whole",
            "Divisions only: as many as regiments if empty",
            low=0,
            high=100,
        ),
        _optional("notes_text", "Further text of the card", "text", wide=True),
        ROW_ID,
        _PROVENANCE,
    )
    chief = {"id": "colonel", "rank": "Colonel", "command_points": 2}
    begun = {"fsp": 4, "commander": [chief], "slot": []}
    new = {"name": "", "kind": "skirmish", "period_from": 1648, "period_to": 1660, "core": begun}
    return Table("card", "Cards", "card", parts, title("name", "id"), new, most=60)


def _commanders() -> Table:
    parts = (
        Field("rank", "Rank"),
        _whole("command_points", "Command points", 1, 100),
        _optional("name", "Name", "line", "If historical"),
        _optional("historical", "Historical", "flag", default=False),
        ROW_ID,
        _PROVENANCE,
    )
    new, help = {"rank": "", "command_points": 1}, "The first one leads the force."
    return Table("commander", "Commanders", "commander", parts, title("rank", "id"), new, help=help)


def _slots() -> Table:
    parts = (
        Field("unit", "Unit", "reference", refers=("unit",)),
        _whole("bases", "Black bases", 1, 100),
        _whole("optional", "Grey bases", 0, 100, "A note says what they cost", 0),
        _whole("units", "Units alike", 1, 100, default=1),
        _optional("compulsory", "Compulsory", "flag", default=True),
        _whole("fsp", "FSP of a unit", 0, 100, "If it is not compulsory", 0),
        _optional("name", "Name of its own"),
        _optional("equipment", "What its bases carry"),
        ROW_ID,
        _PROVENANCE,
    )
    new = {"unit": "", "bases": 3}
    return Table("slot", "Rows of bases", "row of bases", parts, title("name", "unit", "id"), new)


def _levels() -> Table:
    more_parts = (
        Field("slot", "Unit", "reference", refers=(".core.slot", ".level.pick.slot")),
        _whole("bases", "Additional bases", 1, 100),
    )
    label, new = "Or bases for units already taken", {"slot": "", "bases": 1}
    more = Table("more_bases", label, "line of bases", more_parts, title("slot"), new)
    picks_parts = (_optional("name", "Name"), ROW_ID, _slots(), more, _PROVENANCE)
    picks = Table("pick", "Picks", "pick", picks_parts, title("name", "id"), new={"name": ""})
    parts = (
        _whole("fsp", "FSP", 1, 100, "The figure on its left"),
        _whole("picks", "Picks that may be taken", 1, 100, default=1),
        picks,
    )
    new = {"fsp": 5, "pick": [{"slot": [{"unit": "", "bases": 3}]}]}
    help = "In order: something of each level must be taken before the next one, BFS-29.2.5."
    return Table("level", "Levels", "level", parts, _level, new, help=help)


def _level(row: Mapping[str, Any]) -> str:
    return f"Level {row['fsp']}" if row.get("fsp") else ""


def _additional() -> Table:
    kinds = (("unit", "a unit"), ("commander", "a commander"))
    roles = (("", "none"), ("artillery", "divisional artillery"),
             ("artillery_commander", "its commander"), ("crew", "extra gun crews"))  # fmt: skip
    by_level_parts = (_whole("level", "Level", 0, 100), _whole("bases", "Up to how many bases", 1, 100))
    by_level = Table(
        "by_level", "Bases by level", "level of bases", by_level_parts,
        lambda row: f"Level {row.get('level', '')}", {"level": 5, "bases": 2},
    )  # fmt: skip
    fsp_steps_parts = (_whole("bases", "Up to how many bases", 1, 100), _whole("fsp", "FSP", 0, 100))
    fsp_steps = Table(
        "fsp_steps", "Price by bases", "price", fsp_steps_parts,
        lambda row: f"{row.get('bases', '')} bases", {"bases": 2, "fsp": 1},
    )  # fmt: skip
    parts = (
        Field("kind", "It is", "choice", choices=kinds),
        _whole("level", "From level", 0, 100, "Its FSP; 0: the core", 0),
        _optional("unit", "Unit", "reference", refers=("unit",), default=""),
        _optional("rank", "Rank", "line", "Of a commander"),
        _whole("command_points", "Command points", 0, 100, "Of a commander", 0),
        _whole("fsp", "FSP", 0, 100, default=0),
        _whole("bases", "Black bases", 0, 100, "Free", 0),
        _whole("optional", "Grey bases", 0, 100, default=0),
        _whole("max", "At most", 1, 100, default=1),
        _optional("role", "Role", "choice", choices=roles, default=""),
        _optional("name", "Name of its own"),
        _optional("historical", "Historical", "flag", default=False),
        _optional("equipment", "What its bases carry"),
        by_level,
        fsp_steps,
        ROW_ID,
        _PROVENANCE,
    )
    named, new = title("name", "rank", "unit", "id"), {"kind": "unit", "unit": ""}
    help = "Additional commanders and units, BFS-29.2.7."
    return Table("additional", "Right-hand column", "line", parts, named, new, help=help)


def _notes() -> Table:
    kinds = (("command_points", "command points"), ("bases", "grey bases"), ("equipment", "equipment"),
             ("free_bases", "free bases above a size"), ("restriction", "a restriction"))  # fmt: skip
    per = (("unit", "a unit"), ("base", "a base"), ("card", "the card"))
    slots = (".core.slot", ".level.pick.slot", ".additional", ".level.pick")
    every = (".core.commander", *slots)
    changes = as_changes(field for field in _characteristics() if field.key != "crew_armor")
    names = tuple(field for field in changes if field.kind == "names")
    parts = (
        Field("name", "Name"),
        Field("kind", "Kind of note", "choice", choices=kinds),
        _whole("fsp", "FSP", 0, 100, default=0),
        _optional(
            "per", "For", "choice", "Of equipment: what the FSP buy it for", choices=per, default="unit"
        ),
        _whole("max", "Times at most", 0, 100, "0: no limit", 0),
        _optional("applies_to", "About", "references", refers=every, wide=True),
        _whole("command_points", "Command points", 0, 100, "That the commander then has", 0),
        _optional("rank", "Rank", "line", "That the commander then has"),
        _whole("bases", "Bases", 0, 100, "Bought together, or free", 0),
        _whole("from_bases", "From how many bases on", 0, 500, "Of free bases", 0),
        _optional("most_units", "At most units", "whole", low=0, high=100),
        _optional("most_bases", "At most bases", "whole", low=0, high=100),
        _whole("needs_level", "Only from level", 0, 100, default=0),
        _optional("needs_pick", "Only with one of", "references", refers=(".level.pick",), wide=True),
        _optional("excludes", "Not together with", "references", refers=slots, wide=True),
        Group("sets", "Changes", changes, optional=True, folded=True),
        Group("adds", "Adds", names, optional=True, folded=True),
        _optional("text", "Text on the card", "text", wide=True),
        ROW_ID,
        _PROVENANCE,
    )
    new = {"name": "", "kind": "equipment", "fsp": 1}
    help = "What FSP buy besides units, and conditions, BFS-29.2.8."
    return Table("note", "Notes", "note", parts, title("name", "id"), new, help=help)


def _regiments(key: str, name: str, number: str, label: str, rule: str) -> Table:
    """Yield fields of a division's regiments; `number`: the key of how many, `label`: its label."""
    parts = (
        Field("card", "Card", "reference", refers=("card",)),
        _whole(number, label, 1, 100, default=1),
        _optional("allied", "Allied", "flag", default=False),
    )
    return Table(
        key, name, "regiment", parts, title("card"), new={"card": ""}, help=f"Division cards only, {rule}."
    )


# ------------------------------------------------------------------------------------------------ beginning


def shipped() -> Mapping[str, Document]:
    """Return the documents of the shipped books, by their keys."""
    return {key: tidy(document) for key, document in documents(SHIPPED).items()}


def preview(document: Mapping[str, Any], part: str) -> Preview | None:
    """Return a card as it is printed, or a unit with its characteristics."""
    table, row = row_at(document, part) or ("", {})
    if table == "card":
        return Preview("card", printed_card(document, row))
    return Preview("characteristics", (characteristics(row),)) if table == "unit" else None


_ABOUT = "A book of cards of one’s own: units and the cards that they stand on."

BOOKS = BookRules(
    system=SYSTEM,
    kind="book",
    read=read,
    schema=lambda: book_schema(BookDocument, SYSTEM, "By Fire and Sword", _ABOUT),
    empty=lambda name: {"system": SYSTEM, "name": name, "unit": [], "card": []},
    form=form,
    preview=preview,
    shipped=shipped,
    tidy=tidy,
    unknown_names=unknown_names,
)
