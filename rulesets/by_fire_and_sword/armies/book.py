"""A book of By Fire and Sword as lists use it: its cards, what they offer, and how a document becomes one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.armies.cards import (
    BookDocument,
    Card,
    Note,
    SpecialRule,
    UnitProfile,
    UnitRow,
)
from rulesets.by_fire_and_sword.armies.faults import faults
from rulesets.by_fire_and_sword.armies.offers import Place, Use, entries, options, places
from rulesets.by_fire_and_sword.provenance import marks
from rulesets.engine import books as engine
from rulesets.engine.books import Book, BookError, Entry, data
from rulesets.engine.errors import FaultyBookError

BOOKS = tables.DATA / "books"


@data
class BfsBook(Book[UnitProfile]):
    """A book of cards. Its entries are the places of all its cards, in the order of the cards."""

    document: BookDocument

    @cached_property
    def card_by_id(self) -> Mapping[str, Card]:
        return {card.id: card for card in self.document.card}

    @cached_property
    def unit_by_id(self) -> Mapping[str, UnitRow]:
        return {unit.id: unit for unit in self.document.unit}

    @cached_property
    def special_rule_by_name(self) -> Mapping[str, SpecialRule]:
        return {rule.name: rule for rule in self.document.special_rule}

    @cached_property
    def entry_by_label(self) -> Mapping[str, Entry[UnitProfile]]:
        """Return entries by their label in lower case; those of the first card also without its name.

        A book of one card has labels without it, and a list that was written as text then is still read;
        so is one from when these were spelt in another way.
        """
        first = self.document.card[0].name
        short = {
            entry.label.replace(f"({first} ", "(", 1).lower(): entry
            for entry in self.entries
            if self.place_by_entry[entry.id].card is self.document.card[0]
        }
        known = {**short, **super().entry_by_label}
        return {label.replace("tatar", "tartar"): entry for label, entry in known.items()} | known

    @cached_property
    def place_by_entry(self) -> Mapping[str, Place]:
        return {place.entry: place for place in places(self.document)}

    @cached_property
    def places_of(self) -> Mapping[str, tuple[Place, ...]]:
        """Return the places of each card, by its id."""
        return {
            card.id: tuple(place for place in self.place_by_entry.values() if place.card is card)
            for card in self.document.card
        }

    @cached_property
    def use_by_option(self) -> Mapping[str, Use]:
        return {option.id: use for option, use in options(self.document)}

    @cached_property
    def memory(self) -> dict[str, Any]:
        """Return what others have derived from this book; it lives as long as the book."""
        return {}

    @cached_property
    def _uses_by_entry(self) -> Mapping[str, Mapping[str, Use]]:
        return {
            entry.id: {option.id: self.use_by_option[option.id] for option in self.options_for(entry.id)}
            for entry in self.entries
        }

    def uses(self, entry_id: str, options: Sequence[str]) -> tuple[tuple[int, Use], ...]:
        """Return what the options of a unit stand for, with their places; none that it may not take."""
        known = self._uses_by_entry.get(entry_id, {})
        return tuple((i, known[option]) for i, option in enumerate(options) if option in known)

    @cached_property
    def _units(self) -> dict[tuple[str, tuple[str, ...]], UnitProfile]:
        return {}

    def unit(self, entry_id: str, options: Sequence[str] = ()) -> UnitProfile:
        """Return the entry's profile with its options; others change nothing. Raises KeyError."""
        key = (entry_id, tuple(options))
        if key not in self._units:
            taken = self.taken(entry_id, options)
            profile = self.entry_by_id[entry_id].profile
            self._units[key] = engine.changed_profile(profile, taken) if taken else profile
        return self._units[key]

    @cached_property
    def _marks(self) -> dict[tuple[str, tuple[str, ...]], frozenset[str]]:
        return {}

    def marked(self, entry_id: str, options: Sequence[str] = ()) -> frozenset[str]:
        """Return the fields of `unit(entry_id, options)` and of its place whose values no source gives.

        A value that an option puts in the place of another is as sure as the option. Raises KeyError.
        """
        key = (entry_id, tuple(options))
        if key not in self._marks:
            place = self.place_by_entry[entry_id]
            found = set(marks(place.row.provenance))
            if place.unit is not None:
                found |= marks(place.unit.provenance)
            for _, use in self.uses(entry_id, options):
                if use.note is not None:
                    found = (found - set(replaced_by(use.note))) | marked_by(use.note)
                if use.pick is not None and marks(use.pick.provenance) & {"bases", "more_bases"}:
                    found.add("bases")
            self._marks[key] = frozenset(found)
        return self._marks[key]


def replaced_by(note: Note) -> Iterator[str]:
    """Yield the fields that a note gives another value."""
    yield from note.sets
    if note.kind == "command_points":
        yield from ("command_points", "rank") if note.rank else ("command_points",)


def marked_by(note: Note) -> set[str]:
    """Return the fields that a note changes to a value that no source gives."""
    ours = marks(note.provenance)
    changed = {"sets": note.sets, "adds": note.adds}
    found = {field for name, fields in changed.items() if name in ours for field in fields}
    return found | {field for field in replaced_by(note) if field in ours}


@cache
def books() -> Mapping[str, BfsBook]:
    """Return the books that ship, by key, in the order of their names; raise BookError."""
    return engine.read_books(BOOKS, read_book)


def read_book(path: Path) -> BfsBook:
    """Return the book in a TOML file; raise BookError with its first fault."""
    document = engine.read_toml(path, dict[str, Any])
    try:
        return read_document(document)
    except FaultyBookError as error:
        raise BookError(path.name, str(error)) from error


def read_document(document: Mapping[str, Any], key: str = "", version: str = "") -> BfsBook:
    """Return the book of a document, under another key and version if they are given.

    Raises FaultyBookError with every fault and its path: wrong keys and types, ids used twice, references to
    nothing, levels out of order, notes that cannot work.
    """
    read = engine.read_document(document, BookDocument)
    read = replace(read, key=key or read.key, version=version or read.version)
    if found := tuple(faults(read)):
        raise FaultyBookError(*found)
    book = BfsBook(
        key=read.key,
        system=read.system,
        version=read.version,
        name=read.name,
        period=read.period,
        theatre=read.theatre,
        provenance=read.provenance,
        entries=tuple(entries(read)),
        options=tuple(option for option, _ in options(read)),
        document=read,
    )
    if problems := tuple(engine.book_problems(book)):
        raise FaultyBookError(*problems)
    return book
