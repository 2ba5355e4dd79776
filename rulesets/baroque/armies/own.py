"""Baroque army books that users write: how they are read, and what the editor asks for (BQ-2.3.a, BQ-A.1-5).

The document is that of a shipped book, but its ids stand without the key of the book before them: the key is
given when the book is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rulesets.baroque import tables
from rulesets.baroque.armies.profiles import BOOKS as SHIPPED
from rulesets.baroque.armies.profiles import BaroqueBook, books, known_names
from rulesets.baroque.wording import armies as words
from rulesets.engine.bookform import BookForm, Group, Table, rows_of
from rulesets.engine.books import Book, CountLimit, Entry, FractionLimit, option_points
from rulesets.engine.errors import Fault
from rulesets.engine.fields import Field
from rulesets.engine.ownbooks import (
    ABOUT,
    as_changes,
    entries_rules,
    entries_table,
    entry_fields,
    options_table,
    provenance,
)
from rulesets.engine.roster import UnitCard


def _faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what a book that is not shipped may get wrong beside what its types check."""
    for i, entry in enumerate(rows_of(document, "entries")):
        yield from _profile_faults(f"entries[{i}].profile", entry.get("profile"))
    for i, option in enumerate(rows_of(document, "options")):
        yield from _profile_faults(f"options[{i}].sets", option.get("sets"))
        yield from _profile_faults(f"options[{i}].adds", option.get("adds"))
        limit = option.get("limit")
        if isinstance(limit, Mapping) and limit.get("type") == "fraction":
            part, whole = limit.get("numerator"), limit.get("denominator")
            if isinstance(part, int) and isinstance(whole, int) and not 0 < part <= whole:  # BQ-A.4
                yield Fault(f"options[{i}].limit.denominator", words.no_share(part, whole))


def _profile_faults(path: str, values: Any) -> Iterator[Fault]:
    """Yield types of troops, weapons and characteristics that the rules lack (BQ-2.2.a, BQ-2.3.a)."""
    if not isinstance(values, Mapping):
        return
    types = {code for row in tables.tables().troop_type for code in (row.code, *row.aliases)}
    kind = values.get("type")
    if isinstance(kind, str) and kind not in types:
        yield Fault(f"{path}.type", words.no_type(kind, sorted(types)))
    for part in ("weapons", "special"):
        names = values.get(part)
        for name in names if isinstance(names, (list, tuple)) else ():
            if isinstance(name, str) and name not in known_names() and tables.weapon(name) is None:
                yield Fault(f"{path}.{part}", words.not_of_the_rules(name))


# ------------------------------------------------------------------------------------------------ the form


_PROVENANCE = provenance(
    "points, vbu",
    Field("reconstructed", words.RECONSTRUCTED, "names", optional=True, help=words.REBUILT),
    Field("reread", words.REREAD, "names", optional=True),
    Field("printed", words.PRINTED, "pairs", optional=True, help=words.ONE_A_LINE),
)


@cache
def form() -> BookForm:
    """Return what a Baroque book consists of."""
    qualities = (("poor", "poor"), ("average", "average"), ("good", "good"))
    price = tuple(Field(key, key.capitalize(), "whole", low=0, high=500) for key, _ in qualities)
    head = (
        *ABOUT,
        Field("charismatic_allowed", words.CHARISMATIC_ALLOWED, "flag", help="BQ-2.7.a"),
        Field("command_structure", words.COMMAND_STRUCTURE, "choice", choices=qualities, help="BQ-2.6.2.a"),
        Group("command_structure_points", words.PRICE_OF_STRUCTURE, price),
        _PROVENANCE,
    )
    profile = _profile()
    new = {
        "name": "", "min": 0, "max": 2, "points": 40,
        "profile": {
            "type": "RE", "m_bu": 2, "speed": "", "vbu": 5, "i": 1, "d": "B", "vd": 2,
            "weapons": [], "sm": 0, "mm": 0, "special": [], "massed": False,
        },
    }  # fmt: skip
    entries = entries_table(
        words.UNITS, "unit", entry_fields("unit", "", words.IN_600_POINTS, 60),
        Group("profile", words.CHARACTERISTICS, profile), _PROVENANCE, new,
    )  # fmt: skip
    return BookForm(head=head, tables=(entries, _options(profile)))


def _profile() -> tuple[Field, ...]:
    """Return the characteristics of a unit (BQ-2.3.a), with the weapons that the shipped books name."""
    types = tuple((row.code, f"{row.code} {row.name}") for row in tables.tables().troop_type)

    letters = (("A", "A"), ("B", "B"), ("C", "C"))
    profiles = [entry.profile for book in books().values() for entry in book.entries]
    weapons = tuple(sorted({name for profile in profiles for name in profile.weapons}))
    special = tuple(sorted({row.name for row in tables.tables().characteristic}))
    return (
        Field("type", words.TYPE, "choice", choices=types),
        Field("m_bu", "M", "decimal", words.MOVE_IN_BU, low=0, high=6),
        Field("speed", words.SPEED, "choice", choices=words.SPEEDS),
        Field("vbu", "VBU", "whole", low=1, high=20),
        Field("i", "I", "whole", low=0, high=20),
        Field("d", "D", "choice", choices=letters),
        Field("vd", "VD", "whole", low=0, high=20),
        Field("sm", "SM", "whole", low=-9, high=9),
        Field("mm", "MM", "whole", low=-9, high=9),
        Field("weapons", words.WEAPONS, "names", suggest=weapons, wide=True),
        Field("special", words.SPECIAL, "names", suggest=special, wide=True),
        Field("massed", words.MASSED, "flag"),
    )


def _options(profile: Sequence[Field]) -> Table:
    limit = Group("limit", words.HOW_MANY, (
        Field("type", words.LIMIT, "choice", choices=words.LIMITS),
        Field("numerator", words.SHARE, "whole", low=1, high=60, optional=True),
        Field("denominator", words.OUT_OF, "whole", low=1, high=60, optional=True),
        Field("count", words.UNITS, "whole", low=1, high=60, optional=True),
    ), help="BQ-A.4")  # fmt: skip
    changes = as_changes(profile)
    added = tuple(field for field in changes if field.kind == "names")
    changed = (
        Group("sets", words.CHANGES, changes, optional=True, folded=True),
        Group("adds", words.ADDS, added, optional=True, folded=True),
    )
    return options_table("unit", limit, changed, "BQ-A.4", _PROVENANCE)


# ------------------------------------------------------------------------------------------------ cards


def _card(book: Book[Any], entry: str, options: Sequence[str]) -> UnitCard:
    from rulesets.baroque.roster import card  # noqa: PLC0415  # the roster shows lists, and lists name the books

    return card(book, entry, options)


def _words(book: BaroqueBook, entry: Entry[Any]) -> str:
    """Return how many units there may be, or what the option does and for how many (BQ-A.1, BQ-A.4)."""
    if book.options:
        option = book.options[0]
        match option.limit:
            case FractionLimit(numerator=part, denominator=whole):
                limit = words.up_to_share(part, whole)
            case CountLimit(count=count):
                limit = words.up_to(count)
            case other:
                limit = words.ANY_NUMBER if other.type == "any" else words.ONE_OR_MORE
        return words.option(option.name, option_points(entry, option), limit)
    return words.range_of(entry.min, entry.max, entry.group)


BOOKS = entries_rules(
    BaroqueBook, "baroque", "Baroque", SHIPPED, "unit", form, _card, _words,
    previewed=("entries", "options"),
    empty={
        "charismatic_allowed": False,
        "command_structure": "average",
        "command_structure_points": {"poor": 0, "average": 10, "good": 20},
        "options": [],
    },
    faults=_faults,
)  # fmt: skip
