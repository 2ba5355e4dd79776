"""What the builder does to a list that is built from cards: pure functions, as in edits.py.

A card is named by its id in the book, a part of it (a pick, a slot, a line of the right-hand column) by its
id on the card. What they bring is said by the `CardRules` of the list's system.
"""

from __future__ import annotations

from armylists.edits import Edited, EditError, edit
from armylists.listparts import book_of, called, command_of, fresh, put, put_unit, unit_of
from armylists.wording import edits as words
from rulesets.contract import registry
from rulesets.engine.books import Book
from rulesets.engine.cards import Brings, CardRules
from rulesets.engine.lists import ArmyList, ListCommand, ListUnit
from rulesets.engine.lists.document import MAX_COMMANDS, MAX_UNITS


@edit
def begin_card(army: ArmyList, number: int, card_id: str) -> Edited:
    """Begin the list anew from another card: what that card demands, in place of all that was there."""
    rules, book = _rules(army), book_of(army)
    known = {choice.id: choice.name for choice in rules.beginnings(book)}
    if card_id not in known:
        raise EditError(words.no_start_from_card(card_id), path="card", code="card")
    commands = rules.begin(book, card_id, fresh(army, "c", number))
    changed = army.model_copy(update={"commands": commands})
    return Edited(changed, words.started_from_card(known[card_id]), commands[0].id)


@edit
def add_regiment(army: ArmyList, number: int, card_id: str) -> Edited:
    """Add a part to the list, built from its own card, with what that card demands."""
    rules, book = _rules(army), book_of(army)
    if len(army.commands) >= MAX_COMMANDS:
        raise EditError(words.most_parts(MAX_COMMANDS), path="commands", code="full")
    try:
        joined = rules.join(book, card_id, fresh(army, "c", number))
    except KeyError:
        raise EditError(words.no_card(card_id), path="card", code="card") from None
    changed = _within_limits(army.model_copy(update={"commands": (*army.commands, joined)}))
    return Edited(changed, words.added(called(changed, joined)), joined.id)


@edit
def take(army: ArmyList, number: int, command_id: str, part_id: str) -> Edited:
    """Take a part of the command's card: its units, in the order of the card, or its bases for a unit."""
    command = command_of(army, command_id)
    brought = _brings(army, command, part_id)
    units, touched = list(command.units), command.id
    if brought.option:
        place = _bearer(army, units, brought)
        unit = units[place]
        bases = unit.bases and unit.bases + brought.more[unit.entry]
        units[place] = unit.model_copy(update={"options": (*unit.options, brought.option), "bases": bases})
        touched = unit.id
    for new in _missing(units, brought):
        key = fresh(army, "u", number, {unit.id for unit in units})  # nor that of one about to join
        placed = new.model_copy(update={"id": key})
        units.insert(_place(book_of(army), units, new.entry), placed)
        touched = placed.id
    changed = _within_limits(put(army, command, units=tuple(units)))
    return Edited(changed, words.added_to(brought.name, called(army, command)), touched)


@edit
def give_back(army: ArmyList, _number: int, command_id: str, part_id: str) -> Edited:
    """Give back a part of the command's card, wherever its units stand; of several alike the last one."""
    command = command_of(army, command_id)
    brought = _brings(army, command, part_id)
    changed = army
    for entry in dict.fromkeys(unit.entry for unit in brought.units):
        changed = _without(changed, entry, last_only=brought.again)
    if brought.option:
        changed = _without_option(changed, brought)
    if changed == army:
        raise EditError(words.not_in_list(brought.name), path="part", code="gone")
    return Edited(changed, words.removed_from(brought.name, called(army, command)), command.id)


# ------------------------------------------------------------------------------------------------ parts


def _rules(army: ArmyList) -> CardRules:
    rules = registry.get(army.system).roster.cards
    if rules is None:
        raise EditError(words.NOT_FROM_CARDS, path="card", code="card")
    return rules


def _brings(army: ArmyList, command: ListCommand, part_id: str) -> Brings:
    rules = _rules(army)
    try:
        return rules.brings(book_of(army), command.card, part_id)
    except KeyError:
        raise EditError(words.no_part_of_card(part_id), path="part", code="part") from None


def _missing(units: list[ListUnit], brought: Brings) -> list[ListUnit]:
    """Return the units that are brought, without those that stand there already."""
    if brought.again:
        return list(brought.units)
    there = [unit.entry for unit in units]
    missing = []
    for unit in brought.units:
        if unit.entry in there:
            there.remove(unit.entry)
        else:
            missing.append(unit)
    return missing


def _bearer(army: ArmyList, units: list[ListUnit], brought: Brings) -> int:
    """Return the place of the first unit that may take the option and has not taken it."""
    for place, unit in enumerate(units):
        if unit.entry in brought.more and brought.option not in unit.options:
            return place
    entries = book_of(army).entry_by_id
    wanted = " or ".join(dict.fromkeys(entries[entry].name for entry in brought.more))
    raise EditError(words.nobody_can_take(wanted), path="part", code="part")


def _without_option(army: ArmyList, brought: Brings) -> ArmyList:
    for unit in army.units():
        if brought.option in unit.options:
            options = tuple(option for option in unit.options if option != brought.option)
            bases = unit.bases and max(1, unit.bases - brought.more.get(unit.entry, 0))
            home, _ = unit_of(army, unit.id)
            army = put_unit(army, home, unit.model_copy(update={"options": options, "bases": bases}))
    return army


def _without(army: ArmyList, entry: str, *, last_only: bool) -> ArmyList:
    gone = [unit.id for unit in army.units() if unit.entry == entry]
    gone = gone[-1:] if last_only else gone
    for command in army.commands:
        if any(unit.id in gone for unit in command.units):
            units = tuple(unit for unit in command.units if unit.id not in gone)
            army = put(army, command, units=units)
    return army


def _place(book: Book[object], units: list[ListUnit], entry: str) -> int:
    """Where a new unit stands among the others: after those that come before it on the card."""
    order = {each.id: place for place, each in enumerate(book.entries)}
    before = [
        place for place, unit in enumerate(units) if order.get(unit.entry, -1) <= order.get(entry, len(order))
    ]
    return before[-1] + 1 if before else 0


def _within_limits(army: ArmyList) -> ArmyList:
    if sum(1 for _ in army.units()) > MAX_UNITS:
        raise EditError(words.most_units(MAX_UNITS), path="commands", code="full")
    return army
