"""Snaphance army books that users write: how they are read, and what the editor asks for (SN-15.0.a-b).

The document is that of a shipped book, but its ids stand without the key of the book before them: the key is
given when the book is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, get_args

from rulesets.engine.bookform import BookForm, Group
from rulesets.engine.books import MANY, Book, Entry
from rulesets.engine.errors import Fault
from rulesets.engine.fields import Field, Kind
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
from rulesets.snaphance.armies.book import BOOKS as SHIPPED
from rulesets.snaphance.armies.book import PursuitTable, SnaphanceBook, Weapon
from rulesets.snaphance.armies.lists import price
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.sheet import load
from rulesets.snaphance.wording import armies as words

MOST_RANKS = 3
"""SN-8.4.a: the front stand and up to two ranks behind it."""


def _row_faults(book: SnaphanceBook) -> Iterator[Fault]:
    """Yield figures that no stand has, in rows whose types are right (SN-15.0.a)."""
    for number, entry in enumerate(book.entries):
        path, profile = f"entries[{number}].profile", entry.profile
        stand = CLASSES[profile.code]
        if profile.sp < 1:
            yield Fault(f"{path}.sp", words.at_least(1))
        if not 1 <= profile.ranks <= MOST_RANKS:
            yield Fault(f"{path}.ranks", words.at_most(MOST_RANKS))
        if profile.mp < 0:
            yield Fault(f"{path}.mp", words.at_least(0))
        if profile.charge_bonus < 0:
            yield Fault(f"{path}.charge_bonus", words.at_least(0))
        if not 0 <= profile.charge_bonus_after_loss <= max(0, profile.charge_bonus):
            yield Fault(f"{path}.charge_bonus_after_loss", words.up_to_bonus(profile.charge_bonus))
        if not 1 <= profile.break_points <= 3:
            yield Fault(f"{path}.break_points", words.BREAK_POINTS)
        if profile.mix_dice > 0:
            yield Fault(f"{path}.mix_dice", words.TAKES_DICE)
        if profile.contact_fire_dice < 0:
            yield Fault(f"{path}.contact_fire_dice", words.at_least(0))
        if profile.pursuit_table != "none" and not stand.combat:
            yield Fault(f"{path}.pursuit_table", words.no_pursuit(stand.name))
        if profile.may_contact_mcs and stand.mounted:
            yield Fault(f"{path}.may_contact_mcs", words.FOOT_ALONE)


# ------------------------------------------------------------------------------------------------ the form


_PROVENANCE = provenance("points, sp")


@cache
def form() -> BookForm:
    """Return what a Snaphance book consists of; options are what some stands may have beside (SN-15.0.b)."""
    profile = _profile()
    new = {
        "name": "", "points": 0, "min": 0, "max": MANY,
        "profile": {
            "code": "PS", "sp": 6, "ranks": 1, "mp": 1, "charge_bonus": 1, "charge_bonus_after_loss": 1,
            "order_rating": "B", "break_points": 2, "weapon": "musket", "mix_dice": -2,
            "contact_fire_dice": 0, "pursuit_table": "infantry", "must_pursue": False,
            "may_contact_mcs": False,
        },
    }  # fmt: skip
    fields = entry_fields("stand", words.PREVIEW, "", MANY, words.for_any_number(MANY))
    figures = Group("profile", words.FIGURES, profile)
    entries = entries_table(words.STANDS, "stand", fields, figures, _PROVENANCE, new)
    limit = Group("limit", words.HOW_MANY, (
        Field("type", words.LIMIT, "choice", choices=words.LIMITS),
        Field("count", words.STANDS, "whole", low=1, high=60, optional=True),
    ))  # fmt: skip
    changes = Group("sets", words.CHANGES, as_changes(profile), optional=True, folded=True)
    options = options_table("stand", limit, (changes,), "SN-8.4.a", _PROVENANCE, without="replace")
    return BookForm(head=(*ABOUT, _PROVENANCE), tables=(entries, options))


def _profile() -> tuple[Field, ...]:
    """Return the fields of a row of an army list (SN-15.0.a)."""
    classes = tuple((code, words.class_with_code(stand.name, code)) for code, stand in CLASSES.items())
    arms = tuple((key, load().weapons[key].name) for key in get_args(Weapon))
    tables = tuple((key, key) for key in get_args(PursuitTable))
    return (
        _field("code", "choice", choices=classes),
        _field("sp", "whole", low=1, high=12),
        _field("ranks", "whole", low=1, high=MOST_RANKS),
        _field("mp", "whole", low=0, high=8),
        _field("charge_bonus", "whole", low=0, high=9),
        _field("charge_bonus_after_loss", "whole", low=0, high=9),
        _field("order_rating", "choice", choices=words.RATINGS),
        _field("break_points", "whole", low=1, high=3),
        _field("weapon", "choice", choices=arms),
        _field("mix_dice", "whole", low=-6, high=0),
        _field("contact_fire_dice", "whole", low=0, high=6),
        _field("pursuit_table", "choice", choices=tables),
        _field("must_pursue", "flag"),
        _field("may_contact_mcs", "flag"),
    )


def _field(key: str, kind: Kind, **more: Any) -> Field:
    label, help_ = words.FIELDS[key]
    return Field(key, label, kind, help=help_, **more)


# ------------------------------------------------------------------------------------------------ cards


def _card(book: Book[Any], entry: str, options: Sequence[str]) -> UnitCard:
    from rulesets.snaphance.roster import card  # noqa: PLC0415  # the roster shows lists, and lists name the books

    return card(book, entry, options)


def _words(_book: SnaphanceBook, entry: Entry[Any]) -> str:
    """Return what the formula asks for a stand, where that is another price (SN-C-points)."""
    asked = price(entry.profile)
    return words.asked_by_formula(asked) if asked != entry.points else ""


BOOKS = entries_rules(
    SnaphanceBook, "snaphance", "Snaphance", SHIPPED, "stand", form, _card, _words, empty={}, rows=_row_faults
)
