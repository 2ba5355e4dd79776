"""Army books, and a unit as it takes the field: its stat line after size and options (MPP-C-01, MPP-C-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from rulesets.engine.books import (
    Book,
    BookError,
    Entry,
    Provenance,
    changed_profile,
    data,
    read_books,
    unit_points,
)
from rulesets.engine.books import read_book as read_any_book
from rulesets.engine.constraints import Constraint
from rulesets.mail_pike_powder.armies.tables import Size, specials, unit_size, weapons
from rulesets.mail_pike_powder.tables import DATA
from rulesets.mail_pike_powder.wording import armies as words

BOOKS = DATA / "books"

UnitClass = Literal["infantry", "cavalry", "skirmishers", "artillery", "baggage"]
Gun = Literal["", "light", "medium", "heavy"]
Weapon = Literal[
    "", "pistol", "thrown_weapon", "short_bow", "smoothbore_carbine", "bow", "crossbow", "smoothbore_musket",
    "light_artillery", "medium_artillery", "heavy_artillery",
]  # fmt: skip
Formation = Literal[
    "line", "block", "attack_column", "march_column", "skirmish", "square", "hedgehog", "mixed", "warband",
    "deployed", "limbered",
]  # fmt: skip
Number = Annotated[int, Field(ge=0, le=20)]
Least1 = Annotated[int, Field(ge=1, le=20)]


@data
class Profile:
    """MPP-C-01: a row of a book, as a standard unit has it. `morale`: the least die that saves, 0 for none.

    `pikes`: MPP-6.1.c; `heavy`: MPP-9.2.d; `open_order`: MPP-3.3, MPP-4.1; the dice of a gun by range:
    MPP-C-31. `formations`: those it may take, first the one in which it deploys (MPP-C-14). `special`:
    MPP-C-35; `elite`: its Elite number, 0 for none (MPP-C-36).
    """

    unit_class: UnitClass
    clash: Least1
    sustained: Least1
    short: Number
    long: Number
    weapon: Weapon = ""
    morale: Literal[0, 2, 3, 4, 5, 6]
    stamina: Least1
    size: Size = "standard"
    mounted: bool = False
    pikes: bool = False
    heavy: bool = False
    open_order: bool = False
    gun: Gun = ""
    dice_close: Number = 0
    dice_medium: Number = 0
    dice_long: Number = 0
    formations: Annotated[tuple[Formation, ...], Field(min_length=1)]
    special: tuple[str, ...] = ()
    elite: Literal[0, 3, 4, 5] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitProfile(Profile):
    """A unit as it takes the field. Every figure is final: after its size, options and special rules.

    `range_in`: inches that its weapon reaches (MPP-9.1).
    """

    entry: str
    name: str
    label: str
    range_in: float
    points: int
    options: tuple[str, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)

    def has(self, rule: str) -> bool:
        """Return whether the unit has a special rule of that name (MPP-C-35)."""
        return rule in self.special


@data
class Share:
    """At most `part` of every `whole` units."""

    part: Annotated[int, Field(ge=0, le=60)]
    whole: Annotated[int, Field(ge=1, le=60)]


@data
class Limits:
    """MPP-C-28: the shares of the units that may be cavalry and Elite, how many other units each gun needs,
    and the least rating of a commander.
    """

    cavalry: Share
    elite: Share
    units_per_gun: Annotated[int, Field(ge=1, le=60)]
    least_rating: Annotated[int, Field(ge=6, le=10)]


@data
class PowderBook(Book[Profile]):
    """An army book of Mail, Pike & Powder, with the limits of its armies (MPP-C-28)."""

    entries: tuple[Entry[Profile], ...]
    limits: Limits

    @cached_property
    def _profiles(self) -> dict[tuple[str, tuple[str, ...]], UnitProfile]:
        return {}

    @cached_property
    def demands(self) -> dict[int, tuple[Constraint, ...]]:
        """Return what an army of this book must satisfy, by the points up to which its size goes."""
        return {}

    def unit(self, entry_id: str, options: Sequence[str] = ()) -> UnitProfile:
        """Return the unit with its options, less those its entry may not take; raises KeyError."""
        key = (entry_id, tuple(options))
        if key not in self._profiles:
            self._profiles[key] = _unit(self, entry_id, options)
        return self._profiles[key]


@cache
def books() -> Mapping[str, PowderBook]:
    """Return the army books by key, in the order of their names; raises BookError."""
    return read_books(BOOKS, read_book)


def read_book(path: Path) -> PowderBook:
    """Read one army book; raise BookError also for special rules that there are not."""
    book = read_any_book(path, PowderBook)
    for where, fault in book_faults(book):
        raise BookError(path.name, f"{where}: {fault}")
    return book


def unit_profile(book: PowderBook | str, entry_id: str, options: Sequence[str] = ()) -> UnitProfile:
    """Return a unit of `book` (or of the shipped book with that key) with its options; raises KeyError."""
    return (books()[book] if isinstance(book, str) else book).unit(entry_id, options)


def book_faults(book: PowderBook) -> Iterator[tuple[str, str]]:
    """Yield the place of each fault that types do not find, and what it is: a special rule that there is not
    (MPP-C-35), a gun that is none.
    """
    rows = [(f"entries[{i}].profile", each.profile.special) for i, each in enumerate(book.entries)]
    rows += [(f"options[{i}].adds", each.adds.get("special", ())) for i, each in enumerate(book.options)]
    rows += [(f"options[{i}].sets", each.sets.get("special", ())) for i, each in enumerate(book.options)]
    for where, names in rows:
        for name in names:
            if name not in specials():
                yield f"{where}.special", words.no_special(name)
    for i, each in enumerate(book.entries):
        if (each.profile.unit_class == "artillery") != bool(each.profile.gun):
            yield f"entries[{i}].profile.gun", words.GUN


def sized(profile: Profile) -> Profile:
    """Return the figures of a unit of its size (MPP-C-03); no die of a kind that it has falls below 1."""
    row = unit_size(profile.size)

    def changed(value: int, by: int) -> int:
        if not value:
            return 0
        return by if row.fixed else max(1, value + by)

    missiles = row.shooting if profile.weapon or row.fixed else 0  # dice of support are none of shooting
    return replace(
        profile,
        clash=changed(profile.clash, row.combat),
        sustained=changed(profile.sustained, row.combat),
        short=changed(profile.short, missiles),
        long=changed(profile.long, missiles),
        stamina=changed(profile.stamina, row.stamina),
    )


def _unit(book: PowderBook, entry_id: str, options: Sequence[str]) -> UnitProfile:
    entry = book.entry_by_id[entry_id]
    taken = book.taken(entry_id, options)
    profile = sized(changed_profile(entry.profile, taken))
    return UnitProfile(
        entry=entry.id,
        name=entry.name,
        label=entry.label,
        range_in=weapons()[profile.weapon].range_in if profile.weapon else 0.0,
        points=unit_points(book, entry, [option.id for option in taken]),
        options=tuple(option.id for option in taken),
        provenance=entry.provenance,
        **{each.name: getattr(profile, each.name) for each in fields(Profile)},
    )
