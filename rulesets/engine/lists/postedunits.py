"""Which unit of a book a line of a posted list names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulesets.engine.books import Book, Entry
from rulesets.engine.lists.naming import named, words_of
from rulesets.engine.lists.postedcommands import PostedCommand
from rulesets.engine.lists.postedlines import parted, repeats
from rulesets.engine.lists.rules import ListRules


class UnitNames:
    """What the units of a book are called by those who write lists."""

    def __init__(self, rules: ListRules, book: Book[Any]) -> None:
        self.rules, self.book = rules, book
        self.known = {words_of(name) for each in book.entries for name in (each.label, each.name)}

    def called(self, text: str) -> tuple[str, list[str]]:
        """Return the name that a line begins with, which may hold `with`, and each part that follows it."""
        for end in (len(text), *(match.start() for match in re.finditer(r"\s*[,;(\[]", text))):
            if words_of(text[:end]) in self.known and not text.startswith("["):
                return text[:end], parted(f", {text[end:]}")[1]
        return parted(text)

    def entries(self, text: str, command: PostedCommand, section: str) -> list[Entry[Any]]:
        """Return the entries that a name can mean: of the command's card, if it has such."""
        if raw := re.fullmatch(r"\[([^\]]+)\]", text.strip()):
            return [entry for entry in self.book.entries if entry.id == raw[1]]
        if exact := self.book.entry_by_label.get(text.strip(" .?!:*").lower()):
            return [exact]
        of_card = [each for each in self.book.entries if command.card and f".{command.card}." in each.id]
        if found := named(text, of_card, self._names):
            return self._first_free(text, found, command, section)
        # What a unit is called comes before its label: that names the card, whose units are not all meant.
        for names in (self._names, lambda each: (each.label, each.name)):
            if found := named(text, self.book.entries, names):
                return found
        return []

    def calls(self, entry: Entry[Any], text: str) -> bool:
        """Whether a text is a name of an entry in full, and not a part of one."""
        said = words_of(text)
        names = (entry.label, entry.name, f"[{entry.id}]", *self.rules.other_names(entry))
        return any(sorted(said) == sorted(words_of(name)) for name in names)

    def _names(self, entry: Entry[Any]) -> Sequence[str]:
        return (entry.name, *self.rules.other_names(entry)) if self.rules.cards else (entry.label, entry.name)

    def _first_free(
        self, text: str, entries: list[Entry[Any]], command: PostedCommand, section: str
    ) -> list[Entry[Any]]:
        """Return the entries of a card whose names say least besides.

        Of places for the same unit it is the first that is free, unless a section says where it belongs.
        """
        said = words_of(text)

        def besides(entry: Entry[Any]) -> int:
            names = [words_of(name) for name in self._names(entry)]
            return min(len(name) - len(said) for name in names if set(said) <= set(name) or name == names[0])

        least = min(map(besides, entries))
        closest = [each for each in entries if besides(each) == least]
        if section or len({each.name for each in closest}) > 1:
            return closest
        taken = " ".join(command.units)
        free = [each for each in closest if f"[{each.id}]" not in taken]
        return (free or closest)[:1]


def narrowed(entries: list[Entry[Any]], parts: list[str], section: str) -> tuple[list[Entry[Any]], list[str]]:
    """Return which entry is meant by what is said besides, and what of that says more."""
    entries = [each for each in entries if section in each.label] or entries
    left = []
    for part in parts:
        closer = named(part, entries, lambda each: (each.label,)) if len(entries) > 1 else []
        if closer and len(closer) < len(entries):
            entries = closer
        elif not (len(entries) == 1 and repeats(part, entries[0].label)):
            left.append(part)
    return entries, left
