"""Two versions of an army list compared, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from rulesets.engine.books import Book
from rulesets.engine.lists.document import ArmyList, ListCommand, ListLeader, ListUnit
from rulesets.engine.lists.rules import ListRules
from rulesets.engine.wording import capfirst, counted, titled
from rulesets.engine.wording import lists as words


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: its kind, the id of the command or unit (or the field) it is about, and a sentence."""

    kind: Literal["added", "removed", "moved", "changed"]
    about: str
    words: str


def compare(old: ArmyList, new: ArmyList, rules: ListRules, command: str = "command") -> list[Change]:
    """Return what changed from `old` to `new`: the army, its commands and leaders, its units, its extras.

    Commands and units are the same if their ids are, and called as the builder calls them; `command` is the
    system's word for one. Both lists are of the system of `rules`.
    """
    return list(_Comparison(old, new, rules, command).changes())


class _Comparison:
    def __init__(self, old: ArmyList, new: ArmyList, rules: ListRules, word: str) -> None:
        self.old, self.new = old, new
        self.word = word
        both = [(each.id, place) for army in (new, old) for place, each in enumerate(army.commands, 1)]
        self.places = dict(reversed(both))  # as they stand now, or stood if they are gone
        self.rules = rules
        self.old_book, self.new_book = self.rules.book_of(old), self.rules.book_of(new)
        self.card_names = {**self.rules.card_names(self.old_book), **self.rules.card_names(self.new_book)}

    def _called(self, command: ListCommand) -> str:
        """Return the name of a command, or of the card that it is built from, or its number."""
        numbered = f"{capfirst(self.word)} {self.places[command.id]}"
        return command.name or self.card_names.get(command.card, "") or numbered

    def _named(self, unit: ListUnit, book: Book[Any]) -> str:
        """Return what the builder calls a unit: the labels of entries on cards repeat the card."""
        entry = book.entry_by_id.get(unit.entry)
        label = (entry.name if self.card_names else entry.label) if entry else unit.entry
        return f"{unit.name} ({label})" if unit.name else label

    def changes(self) -> Iterator[Change]:
        yield from self._army()
        yield from self._commands()
        yield from self._units()
        yield from self._extras()

    def _army(self) -> Iterator[Change]:
        if self.old.book != self.new.book:
            text = words.book_changed(self.old_book.name, self.new_book.name)
            yield Change("changed", "book", text)
        for field in ("name", "player", "points", "book_version"):
            before, after = getattr(self.old, field), getattr(self.new, field)
            if before != after:
                what = titled(field)
                yield Change("changed", field, words.field_changed(what, before, after))
        if self.old.notes != self.new.notes:
            yield Change("changed", "notes", words.NOTES_CHANGED)

    def _commands(self) -> Iterator[Change]:
        before = {command.id: command for command in self.old.commands}
        after = {command.id: command for command in self.new.commands}
        for key, command in before.items():
            if key not in after:
                yield Change("removed", key, words.removed(self._called(command)))
        for key, command in after.items():
            if key not in before:
                yield Change("added", key, words.added(self._called(command)))
                continue
            if before[key].name != command.name:
                yield Change("changed", key, words.renamed(self._called(before[key]), self._called(command)))
            if before[key].leader != command.leader:
                old, new = (self._leader_words(each.leader) for each in (before[key], command))
                yield Change("changed", key, words.leader_changed(self._called(command), old, new))
            if before[key].card != command.card:
                text = words.card_changed(self._called(command), before[key].card, command.card)
                yield Change("changed", key, text)
        # Compared among those in both lists, so that an addition does not count as another order.
        common = [key for key in before if key in after]
        if common != [key for key in after if key in before]:
            yield Change("moved", "commands", words.order_changed(self.word))

    def _leader_words(self, leader: ListLeader | None) -> str:
        if leader is None:
            return words.NO_LEADER
        level = self.rules.level_names.get(leader.level, leader.level)
        return words.leader_of(level, leader.name, leader.commander_in_chief)

    def _units(self) -> Iterator[Change]:
        before = _placed(self.old)
        after = _placed(self.new)
        for key, (command, unit) in before.items():
            if key not in after:
                yield Change(
                    "removed",
                    key,
                    words.unit_removed(self._named(unit, self.old_book), self._called(command)),
                )
        for key, (command, unit) in after.items():
            if key not in before:
                yield Change(
                    "added", key, words.unit_added(self._named(unit, self.new_book), self._called(command))
                )
                continue
            was_in, was = before[key]
            if was_in.id != command.id:
                text = words.unit_moved(
                    self._named(unit, self.new_book), self._called(was_in), self._called(command)
                )
                yield Change("moved", key, text)
            yield from self._unit(was, unit)
        for command in self.new.commands:
            if self._reordered(command):
                yield Change("moved", command.id, words.units_reordered(self._called(command)))

    def _reordered(self, command: ListCommand) -> bool:
        old = next((each for each in self.old.commands if each.id == command.id), None)
        if old is None:
            return False
        before, after = [unit.id for unit in old.units], [unit.id for unit in command.units]
        return [key for key in before if key in after] != [key for key in after if key in before]

    def _unit(self, old: ListUnit, new: ListUnit) -> Iterator[Change]:
        if old.entry != new.entry:
            text = words.unit_changed(self._named(old, self.old_book), self._named(new, self.new_book))
            yield Change("changed", new.id, text)
            return
        if old.name != new.name:
            was = self._named(old, self.old_book)
            text = words.unit_named(was, new.name) if new.name else words.name_removed(was)
            yield Change("changed", new.id, text)
        name = self._named(new, self.new_book)
        if old.bases != new.bases:
            given = words.USUAL_BASES
            before, after = (counted(each.bases, "base") if each.bases else given for each in (old, new))
            yield Change("changed", new.id, words.bases_changed(name, before, after))
        for option in old.options:
            if option not in new.options:
                yield Change("changed", new.id, words.option_removed(name, _option(option, self.old_book)))
        for option in new.options:
            if option not in old.options:
                yield Change("changed", new.id, words.option_added(name, _option(option, self.new_book)))
        if old.options != new.options and sorted(set(old.options)) == sorted(set(new.options)):
            yield Change("changed", new.id, words.options_reordered(name))

    def _extras(self) -> Iterator[Change]:
        for extra in self.rules.extras(self.new_book):
            before = self.old.extras.get(extra.key, extra.default)
            after = self.new.extras.get(extra.key, extra.default)
            if before != after:
                text = words.extra_changed(extra.label, _value(before), _value(after))
                yield Change("changed", f"extras.{extra.key}", text)


def _placed(army: ArmyList) -> dict[str, tuple[ListCommand, ListUnit]]:
    return {unit.id: (command, unit) for command in army.commands for unit in command.units}


def _option(option: str, book: Book[Any]) -> str:
    found = book.option_by_id.get(option)
    return found.name if found else option


def _value(value: bool | int | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
