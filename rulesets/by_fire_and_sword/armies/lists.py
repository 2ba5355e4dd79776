"""What a list of By Fire and Sword may hold: cards, units of so many bases, a year, no limit of points.

Beside it the forces that are ready to begin with.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.armies.book import BfsBook, books
from rulesets.by_fire_and_sword.armies.cards import UnitProfile
from rulesets.engine.books import Book, Entry, data, read_toml
from rulesets.engine.fields import Field
from rulesets.engine.lists import ArmyList, ListRules, samples_in

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "lists"


@data
class Common:
    """data/common.toml."""

    extras: tuple[Field, ...]


@cache
def common() -> Common:
    """Return what all lists share; raise BookError."""
    return read_toml(tables.DATA / "common.toml", Common)


def extras(_book: Book[Any]) -> tuple[Field, ...]:
    """Return the fields for the year of a list, 0 for none, and for a historical campaign (BFS-29.2.1)."""
    return common().extras


def card_names(book: Book[Any]) -> Mapping[str, str]:
    """Return what the cards of a book are called, by their ids."""
    assert isinstance(book, BfsBook)
    return {card.id: card.name for card in book.document.card}


def other_names(entry: Entry[Any]) -> tuple[str, ...]:
    """Return what an entry is called besides: its unit's own name, and a gun by its class."""
    profile: UnitProfile = entry.profile
    return (profile.name, *([f"{profile.gun} gun"] if profile.gun else []))


LISTS = ListRules(
    slug="by_fire_and_sword",
    name="By Fire and Sword",
    unit="FSP",
    books=books,
    leader_levels=(),
    extras=extras,
    cards=True,
    card_names=card_names,
    other_names=other_names,
    kind=lambda entry: entry.profile.type,
    bases=True,
)


def sample_lists() -> Mapping[str, ArmyList]:
    """Return the sample lists of this system by file name; raise ListError for one that is damaged."""
    return samples_in(SAMPLES, LISTS)
