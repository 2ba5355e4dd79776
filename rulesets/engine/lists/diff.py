"""Two versions of an army list compared, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from rulesets.engine.books import Book
from rulesets.engine.lists.document import ArmyList, ListCommand, ListLeader, ListUnit
from rulesets.engine.lists.rules import ListRules
from rulesets.engine.wording import counted, titled


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: its kind, the id of the command or unit (or the field) it is about, and a sentence."""

    kind: Literal["added", "removed", "moved", "changed"]
    about: str
    words: str


def compare(old: ArmyList, new: ArmyList, rules: ListRules) -> list[Change]:
    """Return what changed from `old` to `new`: the army, its commands and leaders, its units, its extras.

    Commands and units are the same if their ids are. Both lists are of the system of `rules`.
    """
    return list(_Comparison(old, new, rules).changes())


class _Comparison:
    def __init__(self, old: ArmyList, new: ArmyList, rules: ListRules) -> None:
        self.old, self.new = old, new
        self.rules = rules
        self.old_book, self.new_book = self.rules.book_of(old), self.rules.book_of(new)
        self.card_names = {**self.rules.card_names(self.old_book), **self.rules.card_names(self.new_book)}

    def _called(self, command: ListCommand) -> str:
        """Return the name of a command, or of the card that it is built from."""
        return command.name or self.card_names.get(command.card, "") or f"Command {command.id}"

    def changes(self) -> Iterator[Change]:
        yield from self._army()
        yield from self._commands()
        yield from self._units()
        yield from self._extras()

    def _army(self) -> Iterator[Change]:
        if self.old.book != self.new.book:
            words = f"The army book is {self.new_book.name} instead of {self.old_book.name}."
            yield Change("changed", "book", words)
        for field in ("name", "player", "points", "book_version"):
            before, after = getattr(self.old, field), getattr(self.new, field)
            if before != after:
                what = titled(field)
                yield Change("changed", field, f"{what}: {before or 'none'} became {after or 'none'}.")
        if self.old.notes != self.new.notes:
            yield Change("changed", "notes", "The notes were rewritten.")

    def _commands(self) -> Iterator[Change]:
        before = {command.id: command for command in self.old.commands}
        after = {command.id: command for command in self.new.commands}
        for key, command in before.items():
            if key not in after:
                yield Change("removed", key, f"{self._called(command)} was removed.")
        for key, command in after.items():
            if key not in before:
                yield Change("added", key, f"{self._called(command)} was added.")
                continue
            if before[key].name != command.name:
                yield Change(
                    "changed", key, f"{self._called(before[key])} is called {self._called(command)} now."
                )
            if before[key].leader != command.leader:
                old, new = (self._leader_words(each.leader) for each in (before[key], command))
                yield Change("changed", key, f"{self._called(command)}: {old} became {new}.")
            if before[key].card != command.card:
                was, now = before[key].card or "none", command.card or "none"
                words = f"{self._called(command)}: card {was} became {now}."
                yield Change("changed", key, words)
        # Compared among those in both lists, so that an addition does not count as another order.
        common = [key for key in before if key in after]
        if common != [key for key in after if key in before]:
            yield Change("moved", "commands", "The commands stand in another order.")

    def _leader_words(self, leader: ListLeader | None) -> str:
        if leader is None:
            return "no leader"
        name = f" {leader.name}" if leader.name else ""
        chief = " (commander-in-chief)" if leader.commander_in_chief else ""
        return f"{self.rules.level_names.get(leader.level, leader.level)}{name}{chief}"

    def _units(self) -> Iterator[Change]:
        before = _placed(self.old)
        after = _placed(self.new)
        for key, (command, unit) in before.items():
            if key not in after:
                yield Change(
                    "removed", key, f"{self._called(command)}: {_unit(unit, self.old_book)} was removed."
                )
        for key, (command, unit) in after.items():
            if key not in before:
                yield Change(
                    "added", key, f"{self._called(command)}: {_unit(unit, self.new_book)} was added."
                )
                continue
            was_in, was = before[key]
            if was_in.id != command.id:
                ways = f"from {self._called(was_in)} to {self._called(command)}"
                words = f"{_unit(unit, self.new_book)} moved {ways}."
                yield Change("moved", key, words)
            yield from self._unit(was, unit)
        for command in self.new.commands:
            if self._reordered(command):
                yield Change(
                    "moved", command.id, f"{self._called(command)}: its units stand in another order."
                )

    def _reordered(self, command: ListCommand) -> bool:
        old = next((each for each in self.old.commands if each.id == command.id), None)
        if old is None:
            return False
        before, after = [unit.id for unit in old.units], [unit.id for unit in command.units]
        return [key for key in before if key in after] != [key for key in after if key in before]

    def _unit(self, old: ListUnit, new: ListUnit) -> Iterator[Change]:
        if old.entry != new.entry:
            words = f"{_unit(old, self.old_book)} became {_unit(new, self.new_book)}."
            yield Change("changed", new.id, words)
            return
        if old.name != new.name:
            words = f"{_unit(old, self.old_book)} is called {new.name or 'nothing'} now."
            yield Change("changed", new.id, words)
        name = _unit(new, self.new_book)
        if old.bases != new.bases:
            given = "the bases of its entry"
            before, after = (counted(each.bases, "base") if each.bases else given for each in (old, new))
            yield Change("changed", new.id, f"{name}: {before} became {after}.")
        for option in old.options:
            if option not in new.options:
                yield Change("changed", new.id, f"{name} gave up {_option(option, self.old_book)}.")
        for option in new.options:
            if option not in old.options:
                yield Change("changed", new.id, f"{name} took {_option(option, self.new_book)}.")
        if old.options != new.options and sorted(set(old.options)) == sorted(set(new.options)):
            yield Change("changed", new.id, f"{name} has its options in another order or number.")

    def _extras(self) -> Iterator[Change]:
        for extra in self.rules.extras(self.new_book):
            before = self.old.extras.get(extra.key, extra.default)
            after = self.new.extras.get(extra.key, extra.default)
            if before != after:
                words = f"{extra.label}: {_value(before)} became {_value(after)}."
                yield Change("changed", f"extras.{extra.key}", words)


def _placed(army: ArmyList) -> dict[str, tuple[ListCommand, ListUnit]]:
    return {unit.id: (command, unit) for command in army.commands for unit in command.units}


def _unit(unit: ListUnit, book: Book[Any]) -> str:
    entry = book.entry_by_id.get(unit.entry)
    label = entry.label if entry else unit.entry
    return f"{label} «{unit.name}»" if unit.name else label


def _option(option: str, book: Book[Any]) -> str:
    found = book.option_by_id.get(option)
    return found.name if found else option


def _value(value: bool | int | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
