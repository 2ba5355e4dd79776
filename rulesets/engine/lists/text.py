"""Army lists as plain text, one line a unit, as players post them.

    Name: Army of the League
    System: baroque
    Book: Thirty Years' War Catholic (Imperial and League) [tyw-catholic]
    Points: 600

    Command "Centre": Reliable Leader "Schmidt", commander-in-chief
    2x Foot (Later Tercio), Hardened Unit: 80 points
    Cuirassiers "Pappenheim": 50 points

`write_text` writes everything but the ids, `read_text` reads it back. Reading forgives case, bullets, counts
before a unit and points behind it; what no book knows is written as `[its.id]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

from rulesets.engine.books import Book, Entry, unit_points
from rulesets.engine.errors import Fault
from rulesets.engine.fields import Field
from rulesets.engine.lists.document import (
    FORMAT,
    MAX_UNITS,
    VERSION,
    ArmyList,
    ListCommand,
    ListUnit,
)
from rulesets.engine.lists.reading import read_list
from rulesets.engine.lists.rules import ListError, ListRules, RulesOf, check_lines
from rulesets.engine.wording import counted
from rulesets.engine.wording import lists as words

_YES, _NO = ("yes", "true", "1"), ("no", "false", "0", "none")
_HEADS = {"name": "name", "army": "name", "player": "player", "book version": "book_version"}
_OTHER_HEADS = ("system", "book", "points", "notes")
_IGNORED = ("total:", "#", "---", "===")
_COUNT = re.compile(r"^(\d+)\s*(?:[x×*]\s*|\s)(?=\S)", re.IGNORECASE)
_BULLET = re.compile(r"^[-–*•]\s+")
_PRICE = re.compile(r"[\s=–-]+\d+\s*(?:p|pts?|points?)?\.?$", re.IGNORECASE)
_WITH = re.compile(r"\s+(?:\+|with)\s+", re.IGNORECASE)
_LEADING_WITH = re.compile(r"^(?:\+|with)\s+", re.IGNORECASE)
_AFTER_LABEL = re.compile(r"^(?:$|\s*,|\s+(?:\+|with)\s)", re.IGNORECASE)
_COMMAND = re.compile(r"^command\b\s*(.*)$", re.IGNORECASE)
_CARD = re.compile(r"^card\s+(\S+)$", re.IGNORECASE)
_BASES = re.compile(r"^(\d{1,3})\s+bases?$", re.IGNORECASE)
_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")')
_CHIEF = re.compile(r",?\s*\b(commander-in-chief|c-in-c|cinc)\b", re.IGNORECASE)


# ------------------------------------------------------------------------------------------------ writing


def write_text(army: ArmyList, book: Book[Any], rules: ListRules) -> str:
    """Return the list as plain text: all of it but the ids."""
    lines = [
        *([f"Name: {army.name}"] if army.name else []),
        *([f"Player: {army.player}"] if army.player else []),
        f"System: {army.system}",
        f"Book: {book.name} [{army.book}]",
        f"Book version: {army.book_version}",
        *([f"Points: {army.points}"] if army.points else []),
    ]
    for extra in rules.extras(book):
        value = army.extras.get(extra.key, extra.default)
        shown = ("yes" if value else "no") if isinstance(value, bool) else str(value).replace("_", " ")
        lines.append(f"{extra.label}: {shown}")
    for command in army.commands:
        lines += ["", _command_line(command, rules)]
        lines += [_unit_line(unit, book, rules) for unit in command.units]
    if army.notes:
        lines += ["", "Notes:", *(f"> {line}" for line in army.notes.split("\n"))]
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    return f" {json.dumps(name, ensure_ascii=False)}" if name else ""


def _command_line(command: ListCommand, rules: ListRules) -> str:
    if rules.cards:
        return f"Command{_quoted(command.name)}: {f'card {command.card}' if command.card else 'no card'}"
    if command.leader is None:
        return f"Command{_quoted(command.name)}: no leader"
    level = rules.level_names.get(command.leader.level, command.leader.level)
    chief = ", commander-in-chief" if command.leader.commander_in_chief else ""
    return f"Command{_quoted(command.name)}: {level}{_quoted(command.leader.name)}{chief}"


def _unit_line(unit: ListUnit, book: Book[Any], rules: ListRules) -> str:
    entry = book.entry_by_id.get(unit.entry)
    names = {option.id: option.name for option in book.options_for(unit.entry)}
    parts = [entry.label if entry else f"[{unit.entry}]"]
    parts += [counted(unit.bases, "base")] if unit.bases else []
    parts += [names.get(option, f"[{option}]") for option in unit.options]
    priced = entry is not None and not rules.bases  # what a unit of so many bases costs depends on others
    price = f": {unit_points(book, entry, unit.options)} {rules.unit}" if entry and priced else ""
    return ", ".join(parts) + _quoted(unit.name) + price


# ------------------------------------------------------------------------------------------------ reading


def read_text(text: str, systems: Sequence[str], rules_of: RulesOf) -> ArmyList:
    """Return the list in a plain text; if it names no system, of the first of `systems` with its book.

    Raises ListError with every line that cannot be read and the names nearest to it.
    """
    check_lines(text)
    reader = _Reader(text, systems, rules_of)
    document = reader.read()
    if reader.faults:
        raise ListError(*reader.faults)
    return read_list(document, rules_of)


class _Reader:
    """Reads line by line into a document; collects what it cannot read."""

    def __init__(self, text: str, systems: Sequence[str], rules_of: RulesOf) -> None:
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.lines = list(enumerate(lines, start=1))
        self.faults: list[Fault] = []
        named = self._head("system")
        self.rules, self.book = self._find_book([rules_of(slug) for slug in ([named] if named else systems)])
        self.extras = {extra.label.lower(): extra for extra in self.rules.extras(self.book)}
        self.doc: dict[str, Any] = {
            "format": FORMAT, "version": VERSION, "system": self.rules.slug, "book": self.book.key,
            "commands": [], "extras": {},
        }  # fmt: skip

    def read(self) -> dict[str, Any]:
        """Return the document so far as it could be read."""
        notes: list[str] = []
        for number, line in self.lines:
            if line.startswith(">"):
                notes.append(line[1:].removeprefix(" "))
                continue
            text = _BULLET.sub("", line.strip())
            if not text or text.lower().startswith(_IGNORED) or self._is_head(number, text):
                continue
            if match := _COMMAND.match(text):
                self._command(number, match[1])
            else:
                self._units(number, text)
        if notes:
            self.doc["notes"] = "\n".join(notes)
        return self.doc

    # -------------------------------------------------------------------- heads

    def _head(self, key: str) -> str | None:
        for _, line in self.lines:
            name, colon, value = line.partition(":")
            if colon and name.strip().lower() == key:
                return value.strip().lower()
        return None

    def _find_book(self, every: Sequence[ListRules]) -> tuple[ListRules, Book[Any]]:
        """Return the book that the text names, and the rules of its system: the first that has it."""
        if not every:
            text = words.NO_SYSTEM_NAMED
            raise ListError(Fault("line 1", text))
        wanted = self._head("book")
        if wanted is None:
            raise ListError(Fault("line 1", words.NO_BOOK_IN_TEXT), code="no-book")
        bracket = re.search(r"\[([^\]]+)\]$", wanted)
        key = bracket[1].strip() if bracket else wanted
        known: dict[str, Any] = {}
        for rules in every:
            books = rules.books()
            names = {book.name.lower(): book for book in books.values()} | dict(books)
            if found := names.get(key):
                return rules, found
            with suppress(ListError):  # a book that a user keeps, in the version that the text names
                return rules, rules.book(key, self._head("book version") or "")
            known |= names
        place = next(number for number, line in self.lines if line.strip().lower().startswith("book"))
        unknown = words.no_book_like(wanted, _near(wanted, known))
        raise ListError(Fault(f"line {place}", unknown))

    def _is_head(self, number: int, text: str) -> bool:
        """Read `Name: …`, `Points: …` and the extras; False for any other line."""
        name, colon, value = (part.strip() for part in text.partition(":"))
        key = name.lower()
        if not colon or not (key in _HEADS or key in _OTHER_HEADS or key in self.extras):
            return False
        if key in _HEADS:
            self.doc[_HEADS[key]] = value
        elif key == "points":
            self.doc["points"] = self._number(number, name, value)
        elif key in self.extras:
            self._extra(number, self.extras[key], value)
        return True

    def _number(self, number: int, name: str, value: str) -> int:
        digits = re.match(r"\d{1,9}", value)
        if digits:
            return int(digits[0])
        self._refuse(number, words.not_whole(name, value))
        return 0

    def _extra(self, number: int, extra: Field, value: str) -> None:
        lower = value.lower()
        if extra.kind == "whole":
            self.doc["extras"][extra.key] = self._number(number, extra.label, value)
        elif extra.kind == "choice" and lower.replace(" ", "_") in extra.values:
            self.doc["extras"][extra.key] = lower.replace(" ", "_")
        elif extra.kind == "flag" and lower in _YES + _NO:
            self.doc["extras"][extra.key] = lower in _YES
        else:
            text = ", ".join(value for value, _ in extra.choices) or words.YES_OR_NO
            self._refuse(number, words.not_a_choice(extra.label, text, value))

    # -------------------------------------------------------------------- commands and units

    def _command(self, number: int, text: str) -> None:
        name, rest = self._name_first(number, text)
        self._open_command(name)
        if rest.lower() in ("", "no leader", "no card"):
            return
        if self.rules.cards:
            if card := _CARD.match(rest):
                self.doc["commands"][-1]["card"] = card[1].lower()
            else:
                self._refuse(number, words.not_a_card(rest))
            return
        parts = _QUOTED.split(rest)  # words in a quoted name make nobody commander-in-chief
        chief = any(_CHIEF.search(part) for part in parts[::2])
        parts[::2] = [_CHIEF.sub("", part) for part in parts[::2]]
        level, leader_name, _ = self._split_name(number, "".join(parts))
        said = level.strip(" ,").lower().removesuffix(" leader")
        wanted = next((key for key, name in self.rules.level_names.items() if name.lower() == said), said)
        if wanted not in self.rules.leader_levels:
            near = _near(wanted, self.rules.leader_levels)
            self._refuse(number, words.no_leader_like(level.strip(" ,"), near))
            return
        leader = {"level": wanted, "name": leader_name, "commander_in_chief": chief}
        self.doc["commands"][-1]["leader"] = leader

    def _refuse(self, number: int, text: str) -> None:
        self.faults.append(Fault(f"line {number}", text))

    def _open_command(self, name: str) -> None:
        number = len(self.doc["commands"]) + 1
        self.doc["commands"].append({"id": f"c{number}", "name": name, "leader": None, "units": []})

    def _name_first(self, number: int, text: str) -> tuple[str, str]:
        """Return the name of a command, quoted or up to its colon, and what follows the colon."""
        if text.startswith('"'):
            _, name, rest = self._split_name(number, text)
            return name, rest.lstrip(": ").strip()
        name, _, rest = text.partition(":")
        return name.strip(), rest.strip()

    def _split_name(self, number: int, text: str) -> tuple[str, str, str]:
        """Return what stands before a quoted name, the name, and what stands after it."""
        before, quote, rest = text.partition('"')
        if not quote:
            return text.strip(), "", ""
        try:
            name, end = json.JSONDecoder(strict=False).raw_decode('"' + rest)
        except ValueError:
            self._refuse(number, words.QUOTATION_NOT_CLOSED)
            return before.strip(), "", ""
        return before.strip(), name, rest[end - 1 :]

    def _units(self, number: int, text: str) -> None:
        count = None if text.lower().startswith(tuple(self.book.entry_by_label)) else _COUNT.match(text)
        before, name, _ = self._split_name(number, text[count.end() :] if count else text)
        label, rest = self._label_first(_PRICE.sub("", before.partition(":")[0]).strip())
        entry = self._entry(number, label)
        if entry is None:
            return
        parts = self._parts(entry, rest)
        bases = [match for part in parts if self.rules.bases and (match := _BASES.match(part))]
        taken = [part for part in parts if part and not (self.rules.bases and _BASES.match(part))]
        options = [option for part in taken for option in self._option(number, entry, part)]
        if not self.doc["commands"]:
            self._open_command("")
        command = self.doc["commands"][-1]
        wanted = int(count[1][:9]) if count else 1
        for _ in range(min(wanted, MAX_UNITS + 1 - len(command["units"]))):  # one too many is refused later
            key = f"{command['id']}u{len(command['units']) + 1}"
            unit: dict[str, Any] = {"id": key, "entry": entry, "name": name}
            unit |= {"bases": int(bases[0][1])} if bases else {}
            command["units"].append({**unit, "options": options})

    def _label_first(self, text: str) -> tuple[str, str]:
        """Return the label of an entry and what follows it; a label may itself hold `with` or a plus sign."""
        lower = text.lower()
        known = max((key for key in self.book.entry_by_label if lower.startswith(key)), key=len, default="")
        if known and _AFTER_LABEL.match(text[len(known) :]):
            return text[: len(known)], text[len(known) :].lstrip(" ,")
        label, _, rest = _WITH.sub(",", text).partition(",")
        return label.strip(), rest

    def _parts(self, entry: str, text: str) -> list[str]:
        """Return what stands behind a unit, part by part: between commas, and around a joining `with`."""
        names = {option.name.lower() for option in self.book.options_for(entry)}
        whole = [part.strip() for part in _LEADING_WITH.sub("", text).split(",")]
        return [
            piece.strip()
            for part in whole
            for piece in ([part] if part.lower() in names else _WITH.sub(",", part).split(","))
        ]

    def _entry(self, number: int, label: str) -> str | None:
        if raw := _raw(label):
            return raw
        lower = label.lower()
        found = self.book.entry_by_label.get(lower) or self.book.entry_by_id.get(lower)
        named: Sequence[Entry[Any]] = [entry for entry in self.book.entries if entry.name.lower() == lower]
        if found or len(named) == 1:
            return (found or named[0]).id
        if named:
            which = " or ".join(entry.label for entry in named)
            self._refuse(number, words.not_unique(label, which))
        else:
            near = _near(label, [entry.label for entry in self.book.entries])
            self._refuse(number, words.no_unit_like(label, near))
        return None

    def _option(self, number: int, entry: str, name: str) -> Iterator[str]:
        if raw := _raw(name):
            yield raw
            return
        names = {option.name.lower(): option.id for option in self.book.options_for(entry)}
        if name.lower() in names:
            yield names[name.lower()]
            return
        shown = [option.name for option in self.book.options_for(entry)]
        near = _near(name, shown) or words.may_take(shown)
        self._refuse(number, words.no_option_like(name, near))


def _raw(text: str) -> str | None:
    """Return the id in `[id]`."""
    return text[1:-1] if text.startswith("[") and text.endswith("]") and len(text) > 2 else None


def _near(word: str, names: Iterator[str] | Sequence[str] | dict[str, Any]) -> str:
    """Return `; nearest: …` with the names most like `word`, whatever their case."""
    by_lower = {name.lower(): name for name in names}
    near = get_close_matches(word.lower(), by_lower, n=3, cutoff=0.4)
    return words.nearest(", ".join(by_lower[name] for name in near)) if near else ""
