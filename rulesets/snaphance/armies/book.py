"""Snaphance army books, and a stand as it takes the field (SN-15.0.a, SN-C-archetypes)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from rulesets.engine.books import Book, Entry, Provenance, changed_profile, data, read_books, unit_points
from rulesets.engine.books import read_book as read_any_book
from rulesets.snaphance.classes import CLASSES, Code, StandClass
from rulesets.snaphance.sheet import DATA

Weapon = Literal[
    "none", "pistol", "arquebus", "musket", "carbine", "cannon_light", "cannon_field", "cannon_heavy"
]
PursuitTable = Literal["infantry", "cavalry", "none"]


@data
class Profile:
    """SN-15.0.a: a row of an army list; SP of one rank, MP of a single move.

    `mix_dice`: what a Pike and Shot stand loses of its firing dice for its pikes (0 or less).
    `contact_fire_dice`: SN-7.6.a.
    """

    code: Code
    sp: int
    ranks: int
    mp: int
    charge_bonus: int
    charge_bonus_after_loss: int
    order_rating: Literal["A", "B", "C"]
    break_points: int
    weapon: Weapon
    mix_dice: int
    contact_fire_dice: int
    pursuit_table: PursuitTable
    must_pursue: bool
    may_contact_mcs: bool


@dataclass(frozen=True, slots=True)
class StandProfile(Profile):
    """A stand as it takes the field, its ranks in one hex (SN-8.4.a); `points` of all of it.

    `kind`: its sub-category (SN-2.0.b), which its code names.
    """

    entry: str
    name: str
    points: int
    label: str = ""
    provenance: Provenance = field(default_factory=Provenance)
    kind: StandClass = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", CLASSES[self.code])


BOOKS = DATA / "books"


@data
class SnaphanceBook(Book[Profile]):
    """A Snaphance army book: rows of army lists. How many of a row an army has, nothing limits."""

    entries: tuple[Entry[Profile], ...]

    @cached_property
    def _profiles(self) -> dict[tuple[str, tuple[str, ...]], StandProfile]:
        return {}

    def stand(self, entry_id: str, options: Sequence[str] = ()) -> StandProfile:
        """Return the stand with its options, of which it has only those it may take; raises KeyError."""
        # Profiles are shared: the same stand is asked for by every list, battle and page.
        key = (entry_id, tuple(options))
        if key not in self._profiles:
            self._profiles[key] = _stand(self, entry_id, options)
        return self._profiles[key]


@cache
def books() -> Mapping[str, SnaphanceBook]:
    """Return the army books by key, in the order of their names; raises BookError."""
    return read_books(BOOKS, read_book)


def read_book(path: Path) -> SnaphanceBook:
    """Return one army book; raises BookError."""
    return read_any_book(path, SnaphanceBook)


def stand_profile(book: SnaphanceBook | str, entry_id: str, options: Sequence[str] = ()) -> StandProfile:
    """Return a stand of `book` (or of the shipped book with that key) with its options; raises KeyError."""
    return (books()[book] if isinstance(book, str) else book).stand(entry_id, options)


def _stand(book: SnaphanceBook, entry_id: str, options: Sequence[str]) -> StandProfile:
    entry = book.entry_by_id[entry_id]
    taken = book.taken(entry_id, options)
    profile = changed_profile(entry.profile, taken)
    figures = {each.name: getattr(profile, each.name) for each in fields(profile)}
    return StandProfile(
        entry=entry.id,
        name=entry.name,
        points=unit_points(book, entry, options),
        label=entry.label,
        provenance=entry.provenance,
        **figures,
    )
