"""What a card of By Fire and Sword, and each part of it, brings into a list, and what they are called.

The builder asks here, so that it knows nothing of the rules.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import Additional, Card, Pick, Slot
from rulesets.by_fire_and_sword.armies.printed import KINDS
from rulesets.engine.books import Book
from rulesets.engine.cards import Brings, CardChoice
from rulesets.engine.lists import ListCommand, ListUnit

# ------------------------------------------------------------------------------------------------ beginning


def beginnings(book: Book[Any]) -> tuple[CardChoice, ...]:
    """Return the Skirmish Force and Division cards of a book (BFS-29.1)."""
    assert isinstance(book, BfsBook)
    return tuple(choice(card) for card in book.document.card if card.kind != "regiment")


def choice(card: Card, note: str = "") -> CardChoice:
    """Return a card as something to choose: its kind, years and size in words, and a note."""
    figure = f"core {card.core.fsp} FSP" if card.kind != "division" else _regiments(card)
    words = [KINDS[card.kind], period(card), figure, note]
    return CardChoice(card.id, card.name, ", ".join(word for word in words if word))


def _regiments(card: Card) -> str:
    number = sum(each.count for each in card.regiment)
    return f"{number} regiments, up to {card.additional_max} more" if card.allowed else f"{number} regiments"


def period(card: Card) -> str:
    """Return a period such as `1648–76`, or one year (BFS-29.2.1)."""
    first, last = card.period_from, card.period_to
    if first == last:
        return str(first)
    return f"{first}–{last % 100:02d}" if first // 100 == last // 100 else f"{first}–{last}"


def begin(book: Book[Any], card_id: str, key: str = "c1") -> tuple[ListCommand, ...]:
    """Return what a card demands: its core, and the cores of a division's regiments (BFS-29.2.3, BFS-29.4.1).

    The first command has the id `key`, those of the others begin with it.
    """
    assert isinstance(book, BfsBook)
    card = book.card_by_id[card_id]
    wanted = [card, *(book.card_by_id[each.card] for each in card.regiment for _ in range(each.count))]
    counts = Counter(each.id for each in wanted)
    seen: Counter[str] = Counter()
    commands = []
    for number, each in enumerate(wanted, 1):
        seen[each.id] += 1
        name = f"{each.name} {seen[each.id]}" if counts[each.id] > 1 else ""
        core = command(book, each, f"{key}-{number}" if number > 1 else key)
        commands.append(core.model_copy(update={"name": name}))
    return tuple(commands)


def join(book: Book[Any], card_id: str, key: str) -> ListCommand:
    """Return a further regiment with its core; its id is `key`, its units' begin with it (BFS-29.4.2)."""
    assert isinstance(book, BfsBook)
    return command(book, book.card_by_id[card_id], key)


def command(book: BfsBook, card: Card, key: str) -> ListCommand:
    """Return a command with the core of `card`; its units have ids that begin with `key` (BFS-29.2.3)."""
    core = [
        place.entry for place in book.places_of[card.id] for _ in range(book.entry_by_id[place.entry].min)
    ]
    units = tuple(ListUnit(id=f"{key}u{number}", entry=entry) for number, entry in enumerate(core, start=1))
    return ListCommand(id=key, card=card.id, units=units)


# ------------------------------------------------------------------------------------------------ parts


def brings(book: Book[Any], card_id: str, part_id: str) -> Brings:
    """Return what a commander, a slot, a pick or a line of the right-hand column brings; raise KeyError."""
    assert isinstance(book, BfsBook)
    card = book.card_by_id[card_id]
    prefix = f"{book.key}.{card.id}"
    for _, _, pick in card.picks():
        if pick.id == part_id:
            return _pick_brings(book, card, pick)
    for _, slot, _, _ in card.slots():
        if slot.id == part_id:
            return Brings(slot_name(book, slot), (_unit(f"{prefix}.{slot.id}"),) * slot.units)
    for commander in card.core.commander:
        if commander.id == part_id:
            return Brings(commander.rank, (_unit(f"{prefix}.{commander.id}"),))
    for more in card.additional:
        if more.id == part_id:
            name = book.entry_by_id[f"{prefix}.{more.id}"].name
            return Brings(name, (_unit(f"{prefix}.{more.id}", _first_bases(more)),), again=True)
    raise KeyError(part_id)


def _pick_brings(book: BfsBook, card: Card, pick: Pick) -> Brings:
    prefix = f"{book.key}.{card.id}"
    units = tuple(
        _unit(f"{prefix}.{slot.id}") for slot in pick.slot if slot.compulsory for _ in range(slot.units)
    )
    more = {f"{prefix}.{each.slot}": each.bases for each in pick.more_bases}
    return Brings(pick_name(book, card, pick), units, f"{prefix}.{pick.id}" if more else "", more)


def _unit(entry: str, bases: int = 0) -> ListUnit:
    return ListUnit(id="new", entry=entry, bases=bases)


def _first_bases(more: Additional) -> int:
    """Return the bases with which an additional unit comes: free ones, else those of its first price."""
    if more.kind == "commander" or more.bases:
        return 0
    if more.fsp_steps:
        return more.fsp_steps[0].bases
    return more.by_level[0].bases if more.by_level else more.optional


def bases(book: Book[Any], entry: str) -> tuple[int, int]:
    """Return the fewest and the most bases of a unit, free bases and those of picks included (BFS-29.2.4)."""
    assert isinstance(book, BfsBook)
    place = book.place_by_entry.get(entry)
    if place is None or place.is_commander:
        return 0, 0
    row = place.slot or place.additional
    assert row is not None
    most = row.bases + row.optional
    if place.additional:  # BFS-29.2.7.b: the figure of a level is the whole number
        most = max([most, *(each.bases for each in place.additional.by_level)])
    notes = [note for note in place.card.note if note.kind == "free_bases" and row.id in note.applies_to]
    most += max((note.bases for note in notes), default=0)
    most += sum(
        more.bases for _, _, pick in place.card.picks() for more in pick.more_bases if more.slot == row.id
    )
    return max(1, row.bases), most


# ------------------------------------------------------------------------------------------------ names


def slot_name(book: BfsBook, slot: Slot) -> str:
    """Return what a slot is called: by its own name, or its unit's."""
    return slot.name or book.unit_by_id[slot.unit].name


def place_name(book: BfsBook, card: Card, row: str) -> str:
    """Return what the entry of a row of a card is called."""
    return book.entry_by_id[f"{book.key}.{card.id}.{row}"].name


def pick_name(book: BfsBook, card: Card, pick: Pick) -> str:
    """Return what a pick is called: by its own name, or by what it brings."""
    if pick.name:
        return pick.name
    names = [slot_name(book, slot) for slot in pick.slot if slot.compulsory]
    names += [f"more {place_name(book, card, more.slot)}" for more in pick.more_bases]
    return " and ".join(dict.fromkeys(names))
