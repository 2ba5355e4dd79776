"""The smallest list of a card: its core, and for a division the core of every regiment of its base."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import Card
from rulesets.engine.lists import ListCommand, ListUnit


def smallest(book: BfsBook, card_id: str) -> tuple[ListCommand, ...]:
    """BFS-29.2.3, BFS-29.4.1: the commands of the least that may be deployed; raises KeyError."""
    card = book.card_by_id[card_id]
    cards = [card, *(book.card_by_id[row.card] for row in card.regiment for _ in range(row.count))]
    return tuple(command(book, each, f"c{number}") for number, each in enumerate(cards, start=1))


def command(book: BfsBook, card: Card, key: str) -> ListCommand:
    """A command with the core of `card`; its units have ids that begin with `key`."""
    units = tuple(
        ListUnit(id=f"{key}u{number}", entry=entry) for number, entry in enumerate(_core(book, card), start=1)
    )
    return ListCommand(id=key, card=card.id, units=units)


def _core(book: BfsBook, card: Card) -> Iterator[str]:
    for place in book.places_of[card.id]:
        for _ in range(book.entry_by_id[place.entry].min):
            yield place.entry
