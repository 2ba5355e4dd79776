"""Baroque army books that users write: how they are read, and what the editor asks for (BQ-2.3.a, BQ-A.1-5).

The document is that of a shipped book, but its ids stand without the key of the book before them: the key is
given when the book is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from rulesets.baroque import tables
from rulesets.baroque.armies.profiles import BOOKS as SHIPPED
from rulesets.baroque.armies.profiles import BaroqueBook, books, known_names
from rulesets.engine.bookform import BookForm, Group, Part, Table, rows_of, title
from rulesets.engine.bookids import TABLES, tidied
from rulesets.engine.bookrules import BookRules, Captioned, Document, Preview
from rulesets.engine.books import (
    CountLimit,
    Entry,
    FractionLimit,
    option_points,
)
from rulesets.engine.errors import Fault, FaultyBookError
from rulesets.engine.fields import Field
from rulesets.engine.ownbooks import (
    ABOUT,
    ROW_ID,
    as_changes,
    book_schema,
    documents,
    entries_faults,
    entry_fields,
    options_table,
    provenance,
    read_entries,
    row_at,
)

SYSTEM = "baroque"


def read(document: Mapping[str, Any], key: str, version: str = "1") -> BaroqueBook:
    """The book in a document, kept as `key`; raises FaultyBookError with everything that is wrong."""
    return read_entries(BaroqueBook, document, key, version, _own_faults(document))


def _own_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """What a book that is not shipped may get wrong beside what its types tell."""
    yield from entries_faults(document, SYSTEM, "unit")
    for i, entry in enumerate(rows_of(document, "entries")):
        yield from _profile_faults(f"entries[{i}].profile", entry.get("profile"))
    for i, option in enumerate(rows_of(document, "options")):
        yield from _profile_faults(f"options[{i}].sets", option.get("sets"))
        yield from _profile_faults(f"options[{i}].adds", option.get("adds"))
        yield from _limit_faults(f"options[{i}].limit", option.get("limit"))


def _profile_faults(path: str, values: Any) -> Iterator[Fault]:
    """BQ-2.2.a, BQ-2.3.a: a type of troops, and weapons and characteristics that the rules have."""
    if not isinstance(values, Mapping):
        return
    types = {code for row in tables.tables().troop_type for code in (row.code, *row.aliases)}
    kind = values.get("type")
    if isinstance(kind, str) and kind not in types:
        yield Fault(f"{path}.type", f"{kind!r} is no type of troops; there are {', '.join(sorted(types))}")
    for part in ("weapons", "special"):
        names = values.get(part)
        for name in names if isinstance(names, (list, tuple)) else ():
            if isinstance(name, str) and name not in known_names() and tables.weapon(name) is None:
                yield Fault(f"{path}.{part}", f"{name!r} is no weapon or characteristic of the rules")


def _limit_faults(path: str, limit: Any) -> Iterator[Fault]:
    """BQ-A.4: a fraction is one."""
    if not isinstance(limit, Mapping) or limit.get("type") != "fraction":
        return
    part, whole = limit.get("numerator"), limit.get("denominator")
    if isinstance(part, int) and isinstance(whole, int) and not 0 < part <= whole:
        yield Fault(f"{path}.denominator", f"{part}/{whole} is no share of the units")


# ------------------------------------------------------------------------------------------------ the form


_PROVENANCE = provenance(
    "points, vbu",
    Field("reconstructed", "Reconstructed", "names", optional=True, help="Lost in print and rebuilt"),
    Field("reread", "Damaged in print but readable", "names", optional=True),
    Field("printed", "What the print shows instead", "pairs", optional=True, help="One a line: vbu: 6"),
)


@cache
def form() -> BookForm:
    """What a Baroque book consists of."""
    return BookForm(head=_head(), tables=(_entries(), _options()))


def _head() -> tuple[Part, ...]:
    price = tuple(
        Field(quality, quality.capitalize(), "whole", low=0, high=500)
        for quality in ("poor", "average", "good")
    )
    qualities = (("poor", "poor"), ("average", "average"), ("good", "good"))
    return (
        *ABOUT,
        Field("charismatic_allowed", "A charismatic leader is allowed", "flag", help="BQ-2.7.a"),
        Field("command_structure", "Command structure", "choice", choices=qualities, help="BQ-2.6.2.a"),
        Group("command_structure_points", "Price of the command structure", price),
        _PROVENANCE,
    )


def _entries() -> Table:
    return Table(
        "entries",
        "Units",
        "unit",
        (
            *entry_fields("unit", "", "In 600 points, BQ-A.1", 60),
            Group("profile", "Characteristics", _profile()),
            ROW_ID,
            _PROVENANCE,
        ),
        title("label", "name", "id"),
        new={
            "name": "", "min": 0, "max": 2, "points": 40,
            "profile": {
                "type": "RE", "m_bu": 2, "speed": "", "vbu": 5, "i": 1, "d": "B", "vd": 2,
                "weapons": [], "sm": 0, "mm": 0, "special": [], "massed": False,
            },
        },
    )  # fmt: skip


def _profile() -> tuple[Field, ...]:
    """BQ-2.3.a."""
    types = tuple((row.code, f"{row.code} {row.name}") for row in tables.tables().troop_type)
    speeds = (("", "as its type"), ("S", "S, slow"), ("F", "F, fast"))
    letters = (("A", "A"), ("B", "B"), ("C", "C"))
    weapons, special = _suggestions()
    return (
        Field("type", "Type", "choice", choices=types),
        Field("m_bu", "M", "decimal", "Move in BU", low=0, high=6),
        Field("speed", "Speed", "choice", choices=speeds),
        Field("vbu", "VBU", "whole", low=1, high=20),
        Field("i", "I", "whole", low=0, high=20),
        Field("d", "D", "choice", choices=letters),
        Field("vd", "VD", "whole", low=0, high=20),
        Field("sm", "SM", "whole", low=-9, high=9),
        Field("mm", "MM", "whole", low=-9, high=9),
        Field("weapons", "Weapons", "names", suggest=weapons, wide=True),
        Field("special", "Special characteristics", "names", suggest=special, wide=True),
        Field("massed", "Massed", "flag"),
    )  # fmt: skip


def _suggestions() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The weapons that the shipped books name, and the special characteristics of the rules."""
    profiles = [entry.profile for book in books().values() for entry in book.entries]
    weapons = {name for profile in profiles for name in profile.weapons}
    special = {row.name for row in tables.tables().characteristic}
    return tuple(sorted(weapons)), tuple(sorted(special))


def _options() -> Table:
    limits = (
        ("any", "any number of units"),
        ("one_or_more", "one or more units"),
        ("count", "so many units of the army"),
        ("fraction", "a share of the units"),
    )
    limit = Group("limit", "How many may take it", (
        Field("type", "Limit", "choice", choices=limits),
        Field("numerator", "A share: so many", "whole", low=1, high=60, optional=True),
        Field("denominator", "out of", "whole", low=1, high=60, optional=True),
        Field("count", "Units", "whole", low=1, high=60, optional=True),
    ), help="BQ-A.4")  # fmt: skip
    changes = as_changes(_profile())
    added = tuple(field for field in changes if field.kind == "names")
    changed = (
        Group("sets", "Changes", changes, optional=True, folded=True),
        Group("adds", "Adds", added, optional=True, folded=True),
    )
    return options_table("unit", limit, changed, "BQ-A.4", _PROVENANCE)


# ------------------------------------------------------------------------------------------------ beginning


def empty(name: str) -> Document:
    """A book without a unit."""
    return {
        "system": SYSTEM,
        "name": name,
        "charismatic_allowed": False,
        "command_structure": "average",
        "command_structure_points": {"poor": 0, "average": 10, "good": 20},
        "entries": [],
        "options": [],
    }


def shipped() -> Mapping[str, Document]:
    """The documents of the shipped books, by their keys."""
    return {key: tidied(document) for key, document in documents(SHIPPED).items()}


def schema() -> dict[str, Any]:
    """The JSON Schema of a book's document."""
    about = "A Baroque army book of one's own. Ids may stand with or without the key of the book before them."
    return book_schema(BaroqueBook, SYSTEM, "Baroque", about)


def preview(document: Mapping[str, Any], part: str) -> Preview | None:
    """The cards of a unit, or of the units that an option makes; None while it has faults."""
    from rulesets.baroque.roster import card  # noqa: PLC0415  # the roster shows lists, and lists name the books

    table, row = row_at(document, part) or ("", {})
    if table not in TABLES:
        return None
    wanted = row.get("applies_to") if table == "options" else [row.get("id")]
    if not isinstance(wanted, list):
        return None
    entries = [each for each in rows_of(document, "entries") if each.get("id") in wanted]
    small = {**document, "entries": entries if table == "options" else [row], "options": []}
    if table == "options":
        small["options"] = [{**row, "applies_to": [each["id"] for each in entries]}]
    try:
        book = read(small, "own.preview")
    except FaultyBookError:
        return None
    taken = tuple(option.id for option in book.options)
    cards = [card(book, entry.id, taken) for entry in book.entries]
    words = [_words(book, entry) for entry in book.entries]
    named = [replace(each, id=f"{each.entry.removeprefix('own.preview.')}{len(taken)}") for each in cards]
    return Preview("units", tuple(Captioned(*each) for each in zip(named, words, strict=True)))


def _words(book: BaroqueBook, entry: Entry[Any]) -> str:
    """BQ-A.1, BQ-A.4: how many units there may be, or what the option does and for how many."""
    if book.options:
        option = book.options[0]
        price = option_points(entry, option)
        return f"{option.name}, {price:+d} points: {_limit_words(option.limit)}."
    number = f"{entry.min}" if entry.min == entry.max else f"{entry.min} to {entry.max}"
    together = f", together with all of “{entry.group}”" if entry.group else ""
    return f"{number} of them in 600 points{together}."


def _limit_words(limit: Any) -> str:
    if isinstance(limit, FractionLimit):
        return f"up to {limit.numerator}/{limit.denominator} of the units"
    if isinstance(limit, CountLimit):
        return "one unit" if limit.count == 1 else f"up to {limit.count} units"
    return "any number of units" if limit.type == "any" else "one unit or more"


BOOKS = BookRules(
    system=SYSTEM,
    kind="book",
    read=read,
    schema=schema,
    empty=empty,
    form=form,
    preview=preview,
    shipped=shipped,
    tidy=tidied,
)
