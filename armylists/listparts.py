"""The parts of a list looked up, named and put back, for the edits of the builder; and their refusal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from armylists.wording import edits as words
from rulesets.contract import registry
from rulesets.contract.documents import list_rules
from rulesets.engine.books import Book
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, ListRules, ListUnit


class EditError(LeaguerError):
    """A change that cannot be made: a sentence, and the part it is about."""


def rules_of(army: ArmyList) -> ListRules:
    """Return what the list's system lets a list hold."""
    return list_rules(army.system)


def book_of(army: ArmyList) -> Book[Any]:
    """Return the book of the list; raises ListError."""
    return rules_of(army).book_of(army)


def word_of(army: ArmyList) -> str:
    """Return what the list's system calls the units under one commander: `command`, `group`, `regiment`."""
    return registry.get(army.system).roster.words.command


def command_of(army: ArmyList, command_id: str) -> ListCommand:
    """Return the command with that id; raises EditError if it is gone."""
    for command in army.commands:
        if command.id == command_id:
            return command
    raise EditError(words.command_gone(word_of(army)), path="command", code="gone")


def unit_of(army: ArmyList, unit_id: str) -> tuple[ListCommand, ListUnit]:
    """Return the unit with that id and the command it is in; raises EditError if it is gone."""
    for command in army.commands:
        for unit in command.units:
            if unit.id == unit_id:
                return command, unit
    raise EditError(words.UNIT_GONE, path="unit", code="gone")


def leader_of(army: ArmyList, command: ListCommand) -> ListLeader:
    """Return the leader of a command; raises EditError if it has none."""
    if command.leader is None:
        raise EditError(words.has_no_leader(called(army, command)), path=command.id)
    return command.leader


def fresh(army: ArmyList, prefix: str, number: int, also_taken: Collection[str] = ()) -> str:
    """Return an id that no part has: the prefix and the number of the revision, or the next that is free."""
    taken = {*also_taken, *(each.id for each in army.commands), *(each.id for each in army.units())}
    while f"{prefix}{number}" in taken:
        number += 1
    return f"{prefix}{number}"


def put(army: ArmyList, command: ListCommand, **new: object) -> ArmyList:
    """Return the army with this command changed."""
    changed = command.model_copy(update=new)
    commands = tuple(changed if each.id == command.id else each for each in army.commands)
    return army.model_copy(update={"commands": commands})


def put_unit(army: ArmyList, home: ListCommand, unit: ListUnit) -> ArmyList:
    """Return the army with this unit changed."""
    return put(army, home, units=tuple(unit if each.id == unit.id else each for each in home.units))


def called(army: ArmyList, command: ListCommand) -> str:
    """Return `the Right Wing`, or what its card is called, or `command 2` where it has no name: in the words
    of its system.
    """
    found = [(place, each) for place, each in enumerate(army.commands, 1) if each.id == command.id]
    place, shown = found[0] if found else (0, command)
    from_card = rules_of(army).card_names(book_of(army)).get(shown.card, "")
    return shown.name or from_card or (f"{word_of(army)} {place}" if place else f"a {word_of(army)}")


def label_of(army: ArmyList, unit: ListUnit) -> str:
    """Return what the book calls a unit."""
    entry = book_of(army).entry_by_id.get(unit.entry)
    return entry.label if entry else unit.entry


def unit_name(army: ArmyList, unit: ListUnit) -> str:
    """Return what a unit is called: by the player, else by the book."""
    return unit.name or label_of(army, unit)


def grouped(units: Sequence[ListUnit]) -> list[tuple[ListUnit, ...]]:
    """Return the units in groups of those alike, in the order of the first of each; a name sets one apart."""
    groups: dict[object, list[ListUnit]] = {}
    for unit in units:
        key = unit.id if unit.name else (unit.entry, unit.options, unit.bases)
        groups.setdefault(key, []).append(unit)
    return [tuple(group) for group in groups.values()]


def line(text: str) -> str:
    """Return a text in one line."""
    return " ".join(text.split())
