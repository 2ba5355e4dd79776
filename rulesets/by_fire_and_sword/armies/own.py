"""Books of cards that users write: what the editor asks for, and how they are read (BFS-29).

The document is that of a shipped book (cards.py); its key and version are given when it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_args

from rulesets.by_fire_and_sword.armies.book import BOOKS as SHIPPED
from rulesets.by_fire_and_sword.armies.book import BfsBook, books, read_document
from rulesets.by_fire_and_sword.armies.cards import MOUNTED, BookDocument, UnitType
from rulesets.by_fire_and_sword.armies.offers import OBSTACLES
from rulesets.by_fire_and_sword.armies.printed import characteristics, printed_card
from rulesets.by_fire_and_sword.reference import key_of, knows_special, weapon_rule
from rulesets.engine.bookform import BookForm, Group, Part, Table, rows_of, title
from rulesets.engine.bookrules import BookRules, Document, Preview
from rulesets.engine.errors import Fault
from rulesets.engine.fields import Field
from rulesets.engine.ownbooks import ROW_ID, as_changes, book_schema, documents, provenance, row_at

SYSTEM = "by_fire_and_sword"
_LEVEL = Field(
    "level", "From level", "whole", low=0, high=100, optional=True, default=0, help="Its FSP; 0: the core"
)


def read(document: Mapping[str, Any], key: str, version: str = "1") -> BfsBook:
    """The book in a document, kept as `key`; raises FaultyBookError with everything that is wrong."""
    return read_document({"system": SYSTEM, **document, "key": key, "version": version}, key, version)


def tidy(document: Document) -> Document:
    """A document from elsewhere as it is kept: its key and version are given to it here."""
    return {name: value for name, value in document.items() if name not in ("key", "version")}


def _knows_weapon(mounted: bool) -> Callable[[str], bool]:
    return lambda name: bool(weapon_rule(name, mounted))


def unknown_names(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Weapons and special rules of units that neither the rules know nor the book itself tells of.

    They are found by their names (BFS-3.9), so that one that is misspelt would do nothing at the table.
    """
    named = {key_of(str(row.get("name", ""))) for row in rows_of(document, "special_rule")}
    for index, row in enumerate(rows_of(document, "unit")):
        mounted = str(row.get("type")) in MOUNTED
        kinds = (("weapons", "weapon", _knows_weapon(mounted)), ("special", "special rule", knows_special))
        for key, what, known in kinds:
            names = row.get(key)
            for name in names if isinstance(names, (list, tuple)) else ():
                if isinstance(name, str) and key_of(name) not in named and not known(name):
                    cure = "spell it as they do, or add it to the special rules of the book"
                    yield Fault(f"unit[{index}].{key}", f"{name!r} is no {what} of the rules: {cure}")


# ------------------------------------------------------------------------------------------------ the form


_PROVENANCE = provenance(
    "skill, morale",
    Field("reconstructed", "Reconstructed", "names", optional=True, help="Not in print, worked out"),
    Field("reread", "Hard to read in print", "names", optional=True),
    Field("printed", "What the print shows", "pairs", optional=True, help="One a line: skill: 5"),
)


@cache
def form() -> BookForm:
    """What a book of cards consists of."""
    head: tuple[Part, ...] = (
        Field("name", "Name of the book"),
        Field("period", "Period", optional=True, help="As a reader sees it: 1648-1676"),
        Field("theatre", "Theatre", optional=True),
        _PROVENANCE,
    )
    return BookForm(head=head, tables=(_units(), _cards(), _special_rules()))


def _whole(key: str, label: str, low: int, high: int, help: str = "", default: int | None = None) -> Field:
    optional = default is not None
    return Field(key, label, "whole", help, low=low, high=high, optional=optional, default=default)


def _characteristics() -> tuple[Field, ...]:
    """BFS-3."""
    weapons, special = _suggestions()
    values = (("skill", "Skill", 10), ("morale", "Morale", 10), ("armor", "Armor", 20))
    combat = (("close_combat", "Close combat"), ("shooting", "Shooting"))
    return (
        *(Field(key, label, "whole", low=0, high=most) for key, label, most in values),
        Field("crew_armor", "Crew’s Armor", "whole", low=0, high=20, optional=True, help="War wagons only"),
        *(Field(key, label, "whole", low=0, high=20) for key, label in combat),
        Field("move_cm", "Move", "wholes", "Basic and additional in cm: 20/10", low=0, high=100),
        Field("strength", "Strength", "whole", low=1, high=100, optional=True, default=3),
        Field("weapons", "Weapons", "names", suggest=weapons, optional=True, wide=True),
        Field("special", "Special rules", "names", suggest=special, optional=True, wide=True),
    )  # fmt: skip


@cache
def _suggestions() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The weapons and special rules that the shipped books name."""
    units = [unit for book in books().values() for unit in book.document.unit]
    weapons = {name for unit in units for name in unit.weapons}
    return tuple(sorted(weapons)), tuple(sorted({name for unit in units for name in unit.special}))


def _units() -> Table:
    types = tuple((name, name) for name in get_args(UnitType))
    wagons = (("", "none"), ("war", "a war wagon"), ("transport", "transport"), ("ammunition", "ammunition"))
    guns = (("", "none"), ("light", "light"), ("medium", "medium"), ("heavy", "heavy"))
    return Table(
        "unit",
        "Units",
        "unit",
        (
            Field("name", "Name"),
            Field("type", "Type", "choice", choices=types),
            *_characteristics(),
            Field("wagon", "Wagon", "choice", choices=wagons, optional=True, default=""),
            Field("gun", "Gun", "choice", choices=guns, optional=True, default=""),
            Field("carries", "May carry", "names", "Portable obstacles, BFS-28.1.1", suggest=tuple(OBSTACLES),
                  optional=True),
            Field("like", "Squadrons with", "key", optional=True, help="One word for all of them"),
            Field("reserves", "May be drawn as reserves", "flag", "BFS-32.6: not trains and rabble",
                  optional=True, default=True),
            ROW_ID,
            _PROVENANCE,
        ),
        title("name", "id"),
        new={"name": "", "type": "cavalry", "skill": 4, "morale": 5, "armor": 2, "close_combat": 1,
             "shooting": 0, "move_cm": [20, 10]},
    )  # fmt: skip


def _special_rules() -> Table:
    return Table(
        "special_rule",
        "Special rules",
        "special rule",
        (
            Field("name", "Name", help="As cards and units give it"),
            _whole("reconnaissance", "Reconnaissance Points", 0, 100, "That a force with it has more", 0),
            Field("text", "What it says", "text", optional=True, wide=True),
            _PROVENANCE,
        ),
        title("name"),
        new={"name": ""},
    )


def _cards() -> Table:
    kinds = (("skirmish", "a Skirmish Force"), ("regiment", "a Regiment"), ("division", "a Division"))
    figures = (("total", "the running total"), ("price", "the price of the level"))
    core = Group("core", "Core", (_whole("fsp", "FSP", 0, 100), _commanders(), _slots()))
    return Table(
        "card",
        "Cards",
        "card",
        (
            Field("name", "Name", wide=True),
            Field("kind", "It is", "choice", choices=kinds),
            _whole("period_from", "From the year", 1, 3000),
            _whole("period_to", "To the year", 1, 3000),
            Field("special_rules", "Special rules of the force", "names", optional=True, wide=True),
            Field("defensive", "Defensive", "flag", optional=True, default=False),
            Field("small", "Small", "flag", optional=True, default=False),
            Field("level_figure", "The figure of a level is", "choice", choices=figures, optional=True,
                  default="total", help="BFS-29.2.6"),
            Field("motivation_percent", "Motivation in %", "whole", low=1, high=100, optional=True,
                  help="Regiments only, BFS-29.3.1"),
            Field("banner", "Banner", optional=True, help="Regiments only, BFS-29.3.2"),
            core,
            _levels(),
            _additional(),
            _notes(),
            _regiments("regiment", "Regiments of the base", "count", "So many", "BFS-29.4.1"),
            _regiments("allowed", "Additional regiments", "max_each", "At most so many", "BFS-29.4.2"),
            _whole("additional_max", "Additional regiments", 0, 100, "Divisions only: at most so many", 2),
            Field("additional_units", "Additional units", "whole", low=0, high=100, optional=True,
                  help="Divisions only: as many as regiments if empty"),
            Field("notes_text", "Further text of the card", "text", optional=True, wide=True),
            ROW_ID,
            _PROVENANCE,
        ),
        title("name", "id"),
        new={"name": "", "kind": "skirmish", "period_from": 1648, "period_to": 1660,
             "core": {"fsp": 4, "commander": [{"id": "colonel", "rank": "Colonel", "command_points": 2}],
                      "slot": []}},
        most=60,
    )  # fmt: skip


def _commanders() -> Table:
    return Table(
        "commander",
        "Commanders",
        "commander",
        (
            Field("rank", "Rank"),
            _whole("command_points", "Command points", 1, 100),
            Field("name", "Name", optional=True, help="Of a historical one"),
            Field("historical", "Historical", "flag", optional=True, default=False),
            ROW_ID,
            _PROVENANCE,
        ),
        title("rank", "id"),
        new={"rank": "", "command_points": 1},
        help="The first one leads the force.",
    )


def _slots() -> Table:
    return Table(
        "slot",
        "Rows of bases",
        "row of bases",
        (
            Field("unit", "Unit", "reference", refers=("unit",)),
            _whole("bases", "Black bases", 1, 100),
            _whole("optional", "Grey bases", 0, 100, "A note says what they cost", 0),
            _whole("units", "Units alike", 1, 100, default=1),
            Field("compulsory", "Compulsory", "flag", optional=True, default=True),
            _whole("fsp", "FSP of a unit", 0, 100, "If it is not compulsory", 0),
            Field("name", "Name of its own", optional=True),
            Field("equipment", "What its bases bear", optional=True),
            ROW_ID,
            _PROVENANCE,
        ),
        title("name", "unit", "id"),
        new={"unit": "", "bases": 3},
    )


def _levels() -> Table:
    more = Table(
        "more_bases",
        "Or bases for units that are there",
        "line of bases",
        (
            Field("slot", "Unit", "reference", refers=(".core.slot", ".level.pick.slot")),
            _whole("bases", "Bases more", 1, 100),
        ),
        title("slot"),
        new={"slot": "", "bases": 1},
    )
    picks = Table(
        "pick",
        "Picks",
        "pick",
        (Field("name", "Name", optional=True), ROW_ID, _slots(), more, _PROVENANCE),
        title("name", "id"),
        new={"name": ""},
    )
    return Table(
        "level",
        "Levels",
        "level",
        (
            _whole("fsp", "FSP", 1, 100, "The figure at its left"),
            _whole("picks", "May be taken of its picks", 1, 100, default=1),
            picks,
        ),
        lambda row: f"Level {row['fsp']}" if row.get("fsp") else "",
        new={"fsp": 5, "pick": [{"slot": [{"unit": "", "bases": 3}]}]},
        help="In order: something of each level must be taken before the next one, BFS-29.2.5.",
    )


def _additional() -> Table:
    kinds = (("unit", "a unit"), ("commander", "a commander"))
    roles = (("", "none"), ("artillery", "divisional artillery"),
             ("artillery_commander", "its commander"), ("crew", "extra gun crews"))  # fmt: skip
    by_level = Table(
        "by_level",
        "Bases by level",
        "level of bases",
        (_whole("level", "Level", 0, 100), _whole("bases", "Up to so many bases", 1, 100)),
        lambda row: f"Level {row.get('level', '')}",
        new={"level": 5, "bases": 2},
    )
    fsp_steps = Table(
        "fsp_steps",
        "Price by bases",
        "price",
        (_whole("bases", "Up to so many bases", 1, 100), _whole("fsp", "FSP", 0, 100)),
        lambda row: f"{row.get('bases', '')} bases",
        new={"bases": 2, "fsp": 1},
    )
    return Table(
        "additional",
        "Right-hand column",
        "line",
        (
            Field("kind", "It is", "choice", choices=kinds),
            _LEVEL,
            Field("unit", "Unit", "reference", refers=("unit",), optional=True, default=""),
            Field("rank", "Rank", optional=True, help="Of a commander"),
            _whole("command_points", "Command points", 0, 100, "Of a commander", 0),
            _whole("fsp", "FSP", 0, 100, default=0),
            _whole("bases", "Black bases", 0, 100, "Free", 0),
            _whole("optional", "Grey bases", 0, 100, default=0),
            _whole("max", "At most so many", 1, 100, default=1),
            Field("role", "Role", "choice", choices=roles, optional=True, default=""),
            Field("name", "Name of its own", optional=True),
            Field("historical", "Historical", "flag", optional=True, default=False),
            Field("equipment", "What its bases bear", optional=True),
            by_level,
            fsp_steps,
            ROW_ID,
            _PROVENANCE,
        ),
        title("name", "rank", "unit", "id"),
        new={"kind": "unit", "unit": ""},
        help="Additional commanders and units, BFS-29.2.7.",
    )


def _notes() -> Table:
    kinds = (("command_points", "command points"), ("bases", "grey bases"), ("equipment", "equipment"),
             ("free_bases", "free bases above a size"), ("restriction", "a restriction"))  # fmt: skip
    per = (("unit", "a unit"), ("base", "a base"), ("card", "the card"))
    slots = (".core.slot", ".level.pick.slot", ".additional", ".level.pick")
    every = (".core.commander", *slots)
    changes = as_changes(field for field in _characteristics() if field.key != "crew_armor")
    return Table(
        "note",
        "Notes",
        "note",
        (
            Field("name", "Name"),
            Field("kind", "It is about", "choice", choices=kinds),
            _whole("fsp", "FSP", 0, 100, default=0),
            Field("per", "For", "choice", choices=per, optional=True, default="unit",
                  help="Of equipment: what the FSP buy it for"),
            _whole("max", "At most so often", 0, 100, "0: no limit", 0),
            Field("applies_to", "About", "references", refers=every, optional=True, wide=True),
            _whole("command_points", "Command points", 0, 100, "That the commander then has", 0),
            Field("rank", "Rank", optional=True, help="That he then has"),
            _whole("bases", "Bases", 0, 100, "Bought together, or free", 0),
            _whole("from_bases", "From so many bases on", 0, 500, "Of free bases", 0),
            Field("most_units", "At most units", "whole", low=0, high=100, optional=True),
            Field("most_bases", "At most bases", "whole", low=0, high=100, optional=True),
            _whole("needs_level", "Only from level", 0, 100, default=0),
            Field("needs_pick", "Only with one of", "references", refers=(".level.pick",), optional=True,
                  wide=True),
            Field("excludes", "Not together with", "references", refers=slots, optional=True, wide=True),
            Group("sets", "Changes", changes, optional=True, folded=True),
            Group("adds", "Adds", tuple(
                field for field in changes if field.kind == "names"
            ), optional=True, folded=True),
            Field("text", "Its words on the card", "text", optional=True, wide=True),
            ROW_ID,
            _PROVENANCE,
        ),
        title("name", "id"),
        new={"name": "", "kind": "equipment", "fsp": 1},
        help="What FSP buy beside units, and conditions, BFS-29.2.8.",
    )  # fmt: skip


def _regiments(key: str, name: str, number: str, label: str, rule: str) -> Table:
    """Regiments of a division; `number` is the key of how many of a card there are, `label` its label."""
    return Table(
        key,
        name,
        "regiment",
        (
            Field("card", "Card", "reference", refers=("card",)),
            _whole(number, label, 1, 100, default=1),
            Field("allied", "Allied", "flag", optional=True, default=False),
        ),
        title("card"),
        new={"card": ""},
        help=f"Division cards only, {rule}.",
    )


# ------------------------------------------------------------------------------------------------ beginning


def empty(name: str) -> Document:
    """A book without units and cards."""
    return {"system": SYSTEM, "name": name, "unit": [], "card": []}


def shipped() -> Mapping[str, Document]:
    """The documents of the shipped books, by their keys."""
    return {key: tidy(document) for key, document in documents(SHIPPED).items()}


def schema() -> dict[str, Any]:
    """The JSON Schema of a book's document."""
    about = "A book of cards of one's own: units and the cards that they stand on."
    return book_schema(BookDocument, SYSTEM, "By Fire and Sword", about)


def preview(document: Mapping[str, Any], part: str) -> Preview | None:
    """A card as it is printed, or a unit with its characteristics."""
    table, row = row_at(document, part) or ("", {})
    if table == "card":
        return Preview("card", printed_card(document, row))
    return Preview("characteristics", (characteristics(row),)) if table == "unit" else None


BOOKS = BookRules(
    system=SYSTEM,
    kind="book",
    read=read,
    schema=schema,
    empty=empty,
    form=form,
    preview=preview,
    shipped=shipped,
    tidy=tidy,
    unknown_names=unknown_names,
)
