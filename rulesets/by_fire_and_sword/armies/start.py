"""A command of a list as it begins: the core of its card."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import Card
from rulesets.engine.lists import ListCommand, ListUnit


def command(book: BfsBook, card: Card, key: str) -> ListCommand:
    """BFS-29.2.3: a command with the core of `card`; its units have ids that begin with `key`."""
    units = tuple(
        ListUnit(id=f"{key}u{number}", entry=entry) for number, entry in enumerate(_core(book, card), start=1)
    )
    return ListCommand(id=key, card=card.id, units=units)


def _core(book: BfsBook, card: Card) -> Iterator[str]:
    for place in book.places_of[card.id]:
        for _ in range(book.entry_by_id[place.entry].min):
            yield place.entry
