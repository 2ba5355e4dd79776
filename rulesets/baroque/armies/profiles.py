"""Baroque army books and the profile of a unit after its options (BQ-2.3.a, BQ-A.4, BQ-A.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from rulesets.baroque import tables
from rulesets.baroque.tabletypes import TroopType
from rulesets.baroque.wording import armies as words
from rulesets.engine.books import Book, BookError, Entry, Provenance, changed_profile, data, option_points
from rulesets.engine.books import read_book as read_any_book
from rulesets.engine.books import read_books as read_all_books
from rulesets.engine.constraints import Constraint

Quality = Literal["poor", "average", "good"]
BOOKS = tables.DATA / "books"


@data
class Profile:
    """BQ-2.3.a: the characteristics of an entry as its book prints them; M in BU."""

    type: str
    m_bu: float
    speed: Literal["", "S", "F"]
    vbu: int
    i: int
    d: Literal["A", "B", "C"]
    vd: int
    weapons: tuple[str, ...]
    sm: int
    mm: int
    special: tuple[str, ...]
    massed: bool


@data
class StructurePoints:
    """BQ-2.6.2.a: what each quality of Command Structure costs this army."""

    poor: int
    average: int
    good: int


@data
class BaroqueBook(Book[Profile]):
    """A Baroque army book. `command_structure` is the quality an army has unless it buys another."""

    entries: tuple[Entry[Profile], ...]
    charismatic_allowed: bool
    command_structure: Quality
    command_structure_points: StructurePoints

    @cached_property
    def _profiles(self) -> dict[tuple[str, tuple[str, ...]], UnitProfile]:
        return {}

    @cached_property
    def demands(self) -> dict[int, tuple[Constraint, ...]]:
        """Return what an army of this book must satisfy, by the least points of its size."""
        return {}

    @cached_property
    def artillery(self) -> frozenset[str]:
        """Return ids of the Artillery entries."""
        return frozenset(entry.id for entry in self.entries if entry.profile.type == "ART")

    def unit(self, entry_id: str, options: Sequence[str] = ()) -> UnitProfile:
        """Return the unit with its options, less those its entry may not take. Raises KeyError."""
        key = (entry_id, tuple(options))
        if key not in self._profiles:
            self._profiles[key] = _unit(self, entry_id, options)
        return self._profiles[key]


@dataclass(frozen=True, slots=True)
class UnitProfile:
    """A unit as it takes the field: its entry's characteristics after its options. M in BU, points in all."""

    entry: str
    name: str
    type: str
    type_name: str
    m_bu: float
    speed: Literal["", "S", "F"]
    vbu: int
    i: int
    d: Literal["A", "B", "C"]
    vd: int
    points: int
    weapons: tuple[str, ...]
    sm: int
    mm: int
    special: tuple[str, ...]
    massed: bool
    label: str = ""
    options: tuple[str, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)

    @property
    def mounted(self) -> bool:
        """Return whether the unit is of the class Mounted (BQ-2.2.a)."""
        return tables.is_mounted(self.type)

    @property
    def pikes(self) -> bool:
        """Return whether the weapons include the pike (BQ-2.2.h)."""
        return "Pike" in self.weapons

    def has(self, characteristic: str) -> bool:
        """Return whether the unit has a special characteristic or weapon of that name."""
        return characteristic in self.special or characteristic in self.weapons

    @property
    def move(self) -> str:
        """Return M as the books print it: `2F`, `1S`, `1`."""
        return f"{self.m_bu:g}{self.speed}"


@cache
def books() -> Mapping[str, BaroqueBook]:
    """Return the seven army books by key, in the order of their names; raises BookError."""
    return read_all_books(BOOKS, read_book)


def read_book(path: Path) -> BaroqueBook:
    """Read one army book; raise BookError also for types and characteristics that the rules do not know."""
    book = read_any_book(path, BaroqueBook)
    for entry in book.entries:
        _check_names(path, book.unit(entry.id), entry.id)
        for option in book.options_for(entry.id):
            _check_names(path, book.unit(entry.id, [option.id]), option.id)
    return book


def unit_profile(book: BaroqueBook | str, entry_id: str, options: Sequence[str] = ()) -> UnitProfile:
    """Return a unit of `book` (or of the book with that key) with its options (BQ-A.4); raises KeyError."""
    return (books()[book] if isinstance(book, str) else book).unit(entry_id, options)


def _unit(book: BaroqueBook, entry_id: str, options: Sequence[str]) -> UnitProfile:
    entry = book.entry_by_id[entry_id]
    taken = book.taken(entry_id, options)
    profile = changed_profile(entry.profile, taken)
    troop = tables.troop_type(profile.type)
    massed = profile.massed or troop.always_massed
    return UnitProfile(
        entry=entry.id,
        name=entry.name,
        type=troop.code,
        type_name=troop.name,
        m_bu=profile.m_bu,
        speed="S" if _always_slow(troop, profile) else profile.speed,
        vbu=profile.vbu,
        i=profile.i,
        d=profile.d,
        vd=profile.vd,
        points=entry.points + sum(option_points(entry, option) for option in taken),
        weapons=profile.weapons,
        sm=profile.sm,
        mm=profile.mm or (tables.tables().massed.melee_modifier if massed else 0),  # BQ-2.3.1.a
        special=profile.special,
        massed=massed,
        label=entry.label,
        options=tuple(option.id for option in taken),
        provenance=entry.provenance,
    )


def _always_slow(troop: TroopType, profile: Profile) -> bool:
    """Return whether a type or a characteristic makes it Slow, whatever M its book gives (BQ-2.2.g,
    BQ-8.2.3).
    """
    return troop.always_slow or any(
        row.always_slow and row.name in profile.special for row in tables.tables().characteristic
    )


@cache
def known_names() -> frozenset[str]:
    """Return the special characteristics, and the weapon that does not shoot (BQ-2.2.h, BQ-8.0)."""
    return frozenset({each.name for each in tables.tables().characteristic} | {"Pike"})


def _check_names(path: Path, unit: UnitProfile, row: str) -> None:
    """Raise BookError for a characteristic or weapon that the tables do not have."""
    known = known_names()
    for name in [*unit.special, *unit.weapons]:
        if name not in known and tables.weapon(name) is None:
            raise BookError(path.name, f"{row}: {words.not_of_the_rules(name)}")
