"""Army books that users write: how they are read, and what the editor asks for (MPP-C-01, MPP-C-28).

The document is that of a shipped book, but its ids stand without the key of the book before them: the key is
given when the book is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rulesets.engine.bookform import BookForm, Group
from rulesets.engine.books import Book, Entry, changed_profile, option_points
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
from rulesets.mail_pike_powder.armies.price import price
from rulesets.mail_pike_powder.armies.profiles import BOOKS as SHIPPED
from rulesets.mail_pike_powder.armies.profiles import Formation, PowderBook, Profile, book_faults
from rulesets.mail_pike_powder.armies.tables import specials
from rulesets.mail_pike_powder.wording import armies as words

_PROVENANCE = provenance("points, clash")
_LIMITS = {
    "cavalry": {"part": 1, "whole": 2},
    "elite": {"part": 1, "whole": 4},
    "units_per_gun": 3,
    "least_rating": 7,
}
"""The limits of a new book (MPP-C-28)."""


@cache
def form() -> BookForm:
    """Return what a book consists of."""
    profile = tuple(_profile())
    part = Field("part", words.PART, "whole", low=0, high=60)
    whole = replace(part, key="whole", label=words.WHOLE, low=1)
    limits = Group("limits", words.LIMITS_OF_ARMY, (
        Group("cavalry", words.CAVALRY_SHARE, (part, whole)),
        Group("elite", words.ELITE_SHARE, (part, whole)),
        Field("units_per_gun", words.UNITS_PER_GUN, "whole", low=1, high=60),
        Field("least_rating", words.LEAST_RATING, "whole", low=6, high=10),
    ), help="MPP-C-28")  # fmt: skip
    new = {
        "name": "", "min": 0, "max": 4, "points": 28,
        "profile": {
            "unit_class": "infantry", "clash": 2, "sustained": 2, "short": 3, "long": 3,
            "weapon": "smoothbore_musket", "morale": 5, "stamina": 3, "formations": ["line", "march_column"],
        },
    }  # fmt: skip
    rows = entry_fields("unit", words.PREVIEW, words.IN_1000_POINTS, 60)
    line = Group("profile", words.STAT_LINE, profile)
    entries = entries_table(words.UNITS, "unit", rows, line, _PROVENANCE, new)
    limit = Group("limit", words.HOW_MANY, (
        Field("type", words.LIMIT, "choice", choices=words.LIMITS),
        Field("count", words.UNITS, "whole", low=1, high=60, optional=True),
    ))  # fmt: skip
    changes = as_changes(profile)
    names = tuple(each for each in changes if each.kind == "names")
    changed = (
        Group("sets", words.CHANGES, changes, optional=True, folded=True),
        Group("adds", words.ADDS, names, optional=True, folded=True),
    )
    options = options_table("unit", limit, changed, "MPP-C-35", _PROVENANCE)
    return BookForm(head=(*ABOUT, limits, _PROVENANCE), tables=(entries, options))


def _profile() -> Iterator[Field]:
    """Yield the fields of a row (MPP-C-01), each by the type that it has in a profile."""
    suggest = {"formations": get_args(Formation), "special": tuple(specials())}
    types = get_type_hints(Profile)
    for each in fields(Profile):
        kind, values = types[each.name], get_args(types[each.name])
        named = each.name.replace("_", " ").capitalize()
        field = Field(each.name, named, "whole", words.HELP.get(each.name, ""), low=0, high=20)
        if get_origin(kind) is tuple:
            field = replace(field, kind="names", suggest=suggest[each.name], wide=True)
        elif get_origin(kind) is Literal and isinstance(values[0], str):
            choices = tuple((value, value.replace("_", " ") or "–") for value in values)
            field = replace(field, kind="choice", choices=choices)
        elif get_origin(kind) is Literal:
            field = replace(field, high=values[-1])
        elif kind is bool:
            field = replace(field, kind="flag")
        given = each.default is not MISSING
        yield replace(field, optional=given, default=each.default if given else None)


# ------------------------------------------------------------------------------------------------ cards


def _card(book: Book[Any], entry: str, options: Sequence[str]) -> UnitCard:
    from rulesets.mail_pike_powder.roster import card  # noqa: PLC0415  # the roster shows lists, and lists name the books

    return card(book, entry, options)


def _words(book: PowderBook, entry: Entry[Any]) -> str:
    """Return how many units there may be or what an option costs, and what the formula asks (MPP-C-27)."""
    if not book.options:
        return words.range_of(entry.min, entry.max, price(entry.profile), entry.points)
    option = book.options[0]
    asked = price(changed_profile(entry.profile, [option])) - price(entry.profile)
    return words.option(option.name, option_points(entry, option), asked)


BOOKS = entries_rules(
    PowderBook, "mail_pike_powder", "Mail, Pike & Powder", SHIPPED, "unit", form, _card, _words,
    previewed=("entries", "options"),
    empty={"limits": _LIMITS, "options": []},
    rows=lambda book: (Fault(place, text) for place, text in book_faults(book)),
)  # fmt: skip
