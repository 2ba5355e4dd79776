"""Snaphance army books, and a stand as it takes the field (SN-15.0.a, SN-C-archetypes)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache, cached_property
from pathlib import Path

from rulesets.engine.books import Book, Entry, changed_profile, data, read_books, unit_points
from rulesets.engine.books import read_book as read_any_book
from rulesets.snaphance.armies.profiles import Profile, StandProfile
from rulesets.snaphance.sheet import DATA

BOOKS = DATA / "books"


@data
class SnaphanceBook(Book[Profile]):
    """A Snaphance army book: rows of army lists. How many of a row an army has, nothing limits."""

    entries: tuple[Entry[Profile], ...]

    @cached_property
    def _profiles(self) -> dict[tuple[str, tuple[str, ...]], StandProfile]:
        return {}

    def stand(self, entry_id: str, options: Sequence[str] = ()) -> StandProfile:
        """The stand with its options; options that its entry may not take change nothing. Raises KeyError."""
        key = (entry_id, tuple(options))
        if key not in self._profiles:
            self._profiles[key] = _stand(self, entry_id, options)
        return self._profiles[key]


@cache
def books() -> Mapping[str, SnaphanceBook]:
    """The army books by key, in the order of their names; raises BookError."""
    return read_books(BOOKS, read_book)


def read_book(path: Path) -> SnaphanceBook:
    """One army book; raises BookError."""
    return read_any_book(path, SnaphanceBook)


def stand_profile(book: SnaphanceBook | str, entry_id: str, options: Sequence[str] = ()) -> StandProfile:
    """A stand of `book` (or of the shipped book with that key) with its options; raises KeyError."""
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
