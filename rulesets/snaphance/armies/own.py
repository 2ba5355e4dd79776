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
from rulesets.snaphance.armies.book import BOOKS as SHIPPED
from rulesets.snaphance.armies.book import PursuitTable, SnaphanceBook, Weapon
from rulesets.snaphance.armies.lists import price
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.sheet import load

MOST_RANKS = 3
"""SN-8.4.a: the front stand and up to two ranks behind it."""


def _row_faults(book: SnaphanceBook) -> Iterator[Fault]:
    """Yield figures that no stand has, in rows whose types are right (SN-15.0.a)."""
    for number, entry in enumerate(book.entries):
        path, profile = f"entries[{number}].profile", entry.profile
        stand = CLASSES[profile.code]
        if profile.sp < 1:
            yield Fault(f"{path}.sp", "must be 1 or more")
        if not 1 <= profile.ranks <= MOST_RANKS:
            yield Fault(f"{path}.ranks", f"must be 1 to {MOST_RANKS}")
        if profile.mp < 0:
            yield Fault(f"{path}.mp", "must be 0 or more")
        if profile.charge_bonus < 0:
            yield Fault(f"{path}.charge_bonus", "must be 0 or more")
        if not 0 <= profile.charge_bonus_after_loss <= max(0, profile.charge_bonus):
            words = f"must be 0 to the Charge Bonus, {profile.charge_bonus}"
            yield Fault(f"{path}.charge_bonus_after_loss", words)
        if not 1 <= profile.break_points <= 3:
            yield Fault(f"{path}.break_points", "must be 1, 2 or 3")
        if profile.mix_dice > 0:
            yield Fault(f"{path}.mix_dice", "takes dice away: it must be 0 or less")
        if profile.contact_fire_dice < 0:
            yield Fault(f"{path}.contact_fire_dice", "must be 0 or more")
        if profile.pursuit_table != "none" and not stand.combat:
            yield Fault(f"{path}.pursuit_table", f"must be none: {stand.name} are Support Stands")
        if profile.may_contact_mcs and stand.mounted:
            yield Fault(f"{path}.may_contact_mcs", "is for foot alone")


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
    fields = entry_fields("stand", "The preview shows what we would ask", "", MANY, f"{MANY} for any number")
    entries = entries_table("Stands", "stand", fields, Group("profile", "Figures", profile), _PROVENANCE, new)
    limits = (("any", "any number of stands"), ("count", "so many stands of the army"))
    limit = Group("limit", "How many may take it", (
        Field("type", "Limit", "choice", choices=limits),
        Field("count", "Stands", "whole", low=1, high=60, optional=True),
    ))  # fmt: skip
    changes = Group("sets", "Changes", as_changes(profile), optional=True, folded=True)
    options = options_table("stand", limit, (changes,), "SN-8.4.a", _PROVENANCE, without="replace")
    return BookForm(head=(*ABOUT, _PROVENANCE), tables=(entries, options))


def _profile() -> tuple[Field, ...]:
    """Return the fields of a row of an army list (SN-15.0.a)."""
    classes = tuple((code, f"{stand.name} ({code})") for code, stand in CLASSES.items())
    ratings = (("A", "A, the best"), ("B", "B"), ("C", "C, the worst"))
    arms = tuple((key, load().weapons[key].name) for key in get_args(Weapon))
    tables = tuple((key, key) for key in get_args(PursuitTable))
    return (
        Field("code", "Class", "choice", choices=classes, help="SN-2.0.b"),
        Field("sp", "SP", "whole", low=1, high=12, help="Of each rank"),
        Field("ranks", "Ranks", "whole", low=1, high=MOST_RANKS),
        Field("mp", "MP", "whole", low=0, high=8),
        Field("charge_bonus", "Charge Bonus", "whole", low=0, high=9),
        Field("charge_bonus_after_loss", "Charge Bonus after a loss", "whole", low=0, high=9,
              help="1 unless it keeps more, SN-10.3.g"),
        Field("order_rating", "Order rating", "choice", choices=ratings),
        Field("break_points", "Break points", "whole", low=1, high=3, help="Of each rank"),
        Field("weapon", "Firearm", "choice", choices=arms),
        Field("mix_dice", "Dice lost for pikes", "whole", low=-6, high=0, help="Pike and Shot: -1 to -3"),
        Field("contact_fire_dice", "Contact fire", "whole", low=0, high=6, help="Horse: 2, SN-7.6.a"),
        Field("pursuit_table", "Pursuit table", "choice", choices=tables, help="SN-13.0.b"),
        Field("must_pursue", "Must try to pursue", "flag", help="SN-13.0.d"),
        Field("may_contact_mcs", "Foot that may contact horse", "flag", help="SN-10.0.c"),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ cards


def _card(book: Book[Any], entry: str, options: Sequence[str]) -> UnitCard:
    from rulesets.snaphance.roster import card  # noqa: PLC0415  # the roster shows lists, and lists name the books

    return card(book, entry, options)


def _words(_book: SnaphanceBook, entry: Entry[Any]) -> str:
    """Return what the formula asks for a stand, where that is another price (SN-C-points)."""
    asked = price(entry.profile)
    return f"The formula of points would ask {asked}." if asked != entry.points else ""


BOOKS = entries_rules(
    SnaphanceBook, "snaphance", "Snaphance", SHIPPED, "stand", form, _card, _words, empty={}, rows=_row_faults
)
