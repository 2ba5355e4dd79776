"""Army lists as people post them: with headings, `x2`, short names, prices and remarks between the lines.

    ECW Royalists - 600 pts

    **Right Wing** (Expert Leader Prince Rupert, C-in-C)
    - Cavaliers GA B x2 @ 41
    - 1 Forlorn Hope

`read_posted` takes what it understands and rewrites it as the plain text that `read_text` reads. What it does
not understand are `Leftover`s, each with what it may have meant; `leftovers.decided` puts the answers in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from rulesets.engine.books import Book, Entry, Option
from rulesets.engine.lists.leftovers import Leftover, Meant, Posted, Reading
from rulesets.engine.lists.naming import initials, misspelt, named, nearest, words_of
from rulesets.engine.lists.postedbook import Line, Named, find_book, title_of
from rulesets.engine.lists.postedcommands import (
    PostedCommand,
    card_of,
    names_a_person,
    read_leader,
    without_commands,
)
from rulesets.engine.lists.postedlines import (
    BASES,
    CHIEF,
    COMMAND_WORDS,
    COUNTED,
    HEAD,
    LEADS,
    LED_BY,
    POINTS,
    POINTS_PART,
    PRICE,
    QUOTED,
    RANK,
    RULE,
    SECTION,
    SIDES,
    TITLE,
    TOTAL,
    bare,
    chatters,
    counted_line,
    parted,
    pieces,
    priceless,
    without_bases,
)
from rulesets.engine.lists.postedunits import UnitNames, narrowed
from rulesets.engine.lists.rules import ListRules, RulesOf, check_lines
from rulesets.engine.wording import lists as words

_TRIED = 60  # lines


def read_posted(text: str, systems: Sequence[str], rules_of: RulesOf, book: str = "") -> Posted:
    """Return what can be understood of a text that somebody posted, with the book of that key in the one
    system if it is given; raises ListError if that is nothing.
    """
    check_lines(text)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\xa0", " ").split("\n")
    post = [(number, line, bare(line)) for number, line in enumerate(lines, start=1)]
    every = [rules_of(slug) for slug in systems]
    if book:
        chosen = every[0].book(book)
        return _Reader(post, every[0], chosen, title_of(post, chosen)).read()
    # Which book it is shows early: a longer text is not read again for each book there is.
    tried = [line for line in post if line[2]][:_TRIED]
    found = find_book(post, every, lambda rules, each: _Reader(tried, rules, each, trial=True).recognised())
    if isinstance(found, Named):
        return _Reader(post, found.rules, found.book, found.line).read()
    choices = tuple(Meant(f"{book.name} ({rules.name})", f"System: {rules.slug}\nBook: {book.key}")
                    for rules, book in found.likely)  # fmt: skip
    return Posted("", (Leftover(found.line, found.text, found.problem, choices),))


class _Reader:
    """Reads line by line with a book; collects what it does not understand. A trial only counts."""

    def __init__(
        self, lines: Sequence[Line], rules: ListRules, book: Book[Any], title: int = 0, *, trial: bool = False
    ) -> None:
        self.lines = lines
        self.rules = rules
        self.book = book
        self.title = title
        self.trial = trial
        self.left: list[Leftover] = []
        self.readings: list[Reading] = []
        self.units: set[int] = set()
        self.heads: dict[str, str] = {}
        self.extras: list[str] = []
        self.notes: list[str] = []
        self.commands: list[PostedCommand] = []
        self.section = ""
        self.names = UnitNames(rules, book)

    def read(self) -> Posted:
        for number, raw, text in self.lines:
            if raw.startswith(">"):
                self.notes.append(raw)
            elif text and not RULE.match(text):
                self._line(number, raw, text, title=number == self.title)
        for leader in without_commands(self.commands):
            whose = [each.name for each in self.commands if each.name]
            choices = tuple(Meant(name, f"{leader.text}, leads {name}") for name in whose)
            question = words.leads_which(leader.leader)
            self.left.append(Leftover(leader.line, leader.text, question, choices))
        self.left.sort(key=lambda each: each.line)
        names = (self.rules.slug, self.book.key, self.rules.name, self.book.name)
        return Posted(self._written(), tuple(self.left), *names, tuple(self.readings))

    def recognised(self) -> int:
        """How many lines name units of the book, whether or not it is clear which."""
        self.read()
        return len(self.units)

    # -------------------------------------------------------------------- lines

    def _line(self, number: int, raw: str, text: str, *, title: bool) -> None:
        if head := HEAD.match(text):
            self._head(number, text, head[1].lower(), head[2].strip())
        elif title or self._card(priceless(text)):
            self._title(text) if title or "Name" not in self.heads else None
        elif self._extra(text) or self._only_points(text) or self._section(number, raw, text):
            pass
        elif not self._unit(number, raw, text, certain=True):
            self._other(number, raw, text)

    def _head(self, number: int, text: str, key: str, value: str) -> None:
        if key in ("name", "army", "list"):
            self.heads["Name"] = value
        elif key == "player":
            self.heads["Player"] = value
        elif key == "points" and (digits := re.match(r"\d{1,5}", value)):
            self.heads["Points"] = digits[0]
        elif key == "points":
            self.left.append(Leftover(number, text, words.POINTS_NOT_WHOLE))

    def _title(self, text: str) -> None:
        if points := POINTS.search(text):
            self.heads.setdefault("Points", points[1])
        name = " ".join(re.sub(r"\(\s*\)", "", POINTS_PART.sub(" ", text)).split()).strip(" -–—:,|")
        self.heads.setdefault("Name", name[:120])
        self._card(text)

    def _only_points(self, text: str) -> bool:
        if TOTAL.search(text):
            return True
        points = POINTS.fullmatch(text.strip("() "))
        if points:
            self.heads.setdefault("Points", points[1])
        return bool(points)

    def _extra(self, text: str) -> bool:
        for extra in self.rules.extras(self.book):
            label = extra.label.lower()
            if text.lower().startswith(f"{label}:"):
                self.extras.append(PRICE.sub("", text) if extra.kind != "whole" else text)
                return True
            count, rest = counted_line(priceless(text))
            if words_of(rest) == words_of(label) and extra.kind in ("flag", "whole"):
                self.extras.append(f"{extra.label}: {'yes' if extra.kind == 'flag' else count}")
                return True
        return False

    def _section(self, number: int, raw: str, text: str) -> bool:
        """Read `Core: …`, `Level 5`, `Additional`, of lists that are built from cards."""
        match = SECTION.match(text) if self.rules.cards else None
        if not match:
            return False
        word = {"base": "core", "lvl": "level", "extra": "additional", "extras": "additional"}
        self.section = f"{word.get(match[1].lower(), match[1].lower())} {match[2] or ''}".strip()
        for piece in pieces(text[match.end() :].lstrip(" :–—-")):
            if not self._unit(number, raw, piece, certain=False):
                self._unknown(number, piece)
        return True

    def _other(self, number: int, raw: str, text: str) -> None:
        """Read what is no unit: the head of a command, who leads it, the name of the army; or leave it."""
        bare = priceless(text)
        head, *tail = re.split(r"[:(\[–—,]|\s-\s", bare, maxsplit=1)
        said = set(words_of(head))
        titled = TITLE.match(raw.strip()) or bare.endswith(":")
        begins = said & COMMAND_WORDS or (said and said <= SIDES) or titled
        if begins and not LEADS.search(head) and counted_line(text)[0] == 1:
            name = " ".join(re.sub(r'^Command\s+(?=")', "", head).replace('"', "").split())
            self.commands.append(PostedCommand(name=name[:120]))
            self.section = ""
            rest = "".join(tail).strip(" :()[]–—-,")
            if rest and not self._leader_line(number, rest, heading=name):
                for piece in pieces(rest):
                    if not self._unit(number, raw, piece, certain=False):
                        self._unknown(number, piece)
        elif self._leader_line(number, bare) or self._commander(number, raw, text):
            pass
        elif not self.commands and "Name" not in self.heads and len(bare) <= 80:
            self._title(text)
        else:
            self._unknown(number, text, whole=True)

    def _commander(self, number: int, raw: str, text: str) -> bool:
        """Read `Commander: Colonel` in lists whose commanders are units of a card."""
        said = LED_BY.match(text) if self.rules.cards else None
        return said is not None and self._unit(number, raw, text[said.end() :], certain=False)

    def _unknown(self, number: int, text: str, *, whole: bool = False) -> None:
        """Leave what is no unit. A `whole` line without a count or a price may open a command, or lead it."""
        if self.trial:
            return
        count, rest = counted_line(priceless(text))
        near = nearest(parted(rest)[0], self.book.entries, lambda entry: entry.label, self.rules.kind)
        choices = tuple(_meant(count, entry) for entry in near)
        sure = None
        if near and (initials(rest, near[0].label) or misspelt(rest, [entry.label for entry in near])):
            sure = choices[0].text
        elif count == 1 and rest == text and not COUNTED.match(text):
            if not near and chatters(text):
                sure = ""  # neither a count nor a price nor anything like a unit: a remark
            if whole:
                choices += (Meant(words.A_HEADING, f"{text.rstrip(' .!?')}:"),)
                choices += (Meant(words.A_LEADER, f"{text}, leader"),) if self.rules.leader_levels else ()
        self.left.append(Leftover(number, text, words.NOT_A_UNIT, choices, sure=sure, count=count))

    # -------------------------------------------------------------------- commands and leaders

    def _card(self, text: str) -> bool:
        """Open a command of a card that the text names."""
        if not self.rules.cards:
            return False
        key = card_of(text, self.rules, self.book)
        if key and not any(command.card == key for command in self.commands):
            self.commands.append(PostedCommand(card=key))
            self.section = ""
        return bool(key)

    def _leader_line(self, number: int, text: str, *, heading: str = "") -> bool:
        """Read who leads: a level, a name, whether in chief; beside a `heading` a level is enough."""
        levels = [level for level in self.rules.leader_levels if level in words_of(text)]
        person = names_a_person(text) and (heading or RANK.match(text))
        led = LEADS.search(text) or CHIEF.search(text) or person or (heading and levels)
        if not self.rules.leader_levels or not (led or (levels and len(words_of(text)) == 1)):
            return False
        if len(levels) != 1:
            shown = [(level, self.rules.level_names.get(level, level)) for level in self.rules.leader_levels]
            choices = tuple(Meant(name, f"{text}, {level} leader") for level, name in shown)
            self.left.append(Leftover(number, text, words.WHICH_LEADER, choices))
            return True
        leader = read_leader(text, levels[0], self.rules.level_names.get(levels[0], ""))
        if not heading and (not self.commands or self.commands[-1].level or leader.of):
            leader.line, leader.text = number, text
            self.commands.append(leader)
        else:
            self._current().lead(leader)
        return True

    def _current(self) -> PostedCommand:
        """Return the command that lines belong to now."""
        if not self.commands:
            self.commands.append(PostedCommand())
        return self.commands[-1]

    # -------------------------------------------------------------------- units

    def _unit(self, number: int, raw: str, text: str, *, certain: bool) -> bool:
        """Read a unit and take it, or leave what is not clear of it; False if it is none.

        `certain`: without a count, all of it must be the name, so that a heading is no unit.
        """
        quoted = QUOTED.search(text)
        sized, bases = without_bases(QUOTED.sub("", text)) if self.rules.bases else (QUOTED.sub("", text), 0)
        count, rest = counted_line(sized)
        base, parts = self.names.called(priceless(rest))
        parts += [f"{bases} bases"] if bases else []
        entries = self._entries(base)
        if not entries and (bare := re.sub(r"[\s.]+\d{1,3}$", "", base)) != base:  # a price without a word
            base, entries = bare, self._entries(bare)
        if certain and count == 1 and not COUNTED.match(text) and len(entries) != 1:
            said = words_of(base)
            alike = [each for each in entries if said in (words_of(each.name), words_of(each.label))]
            if not alike and (set(said) & COMMAND_WORDS or text.endswith(":") or LEADS.search(text)):
                return False
            entries = alike or entries
        if not entries:
            return False
        self.units.add(number)
        entries, parts = narrowed(entries, parts, self.section)
        if len(entries) > 1:
            tail = "".join(f", {part}" for part in parts)
            choices = tuple(Meant(entry.label, f"{count}x {entry.label}{tail}") for entry in entries[:12])
            self.left.append(Leftover(number, text, words.WHICH_UNIT, choices, count=count))
            return True
        if not self.names.calls(entries[0], base):
            self.readings.append(Reading(number, base, entries[0].label))
        self._take(number, text, count, entries[0], parts, quoted[1].strip() if quoted else "")
        return True

    def _entries(self, text: str) -> list[Entry[Any]]:
        """Return the entries that a name can mean where the text has come to."""
        command = self.commands[-1] if self.commands else PostedCommand()
        return self.names.entries(text, command, self.section)

    def _take(
        self, number: int, text: str, count: int, entry: Entry[Any], parts: Sequence[str], name: str
    ) -> None:
        known, options, bases = self.book.options_for(entry.id), [], 0
        for part in parts:
            if self.rules.bases and (match := BASES.match(part)):
                bases = int(match[1])
                continue
            if re.fullmatch(r"\d*\s*(?:each|ea|apiece|points?|pts?)?", part, re.IGNORECASE):
                continue
            found = named(part, known, lambda each: (each.name,))
            if len(found) == 1:
                options.append(found[0])
                continue
            self._odd_option(number, text, part, entry, found or list(known))
            return
        shown = [
            f"[{entry.id}]",
            *([f"{bases} bases"] if bases else []),
            *(f"[{each.id}]" for each in options),
        ]
        line = ", ".join(shown) + (f" {json.dumps(name, ensure_ascii=False)}" if name else "")
        self._current().units.append(f"{count}x {line}")

    def _odd_option(
        self, number: int, text: str, part: str, entry: Entry[Any], options: Sequence[Option]
    ) -> None:
        choices = tuple(Meant(each.name, text.replace(part, each.name, 1)) for each in options[:8])
        without = re.sub(rf"\s*(?:[,;+&]|\bwith\b|\bw/|\band\b)?\s*{re.escape(part)}", "", text, count=1)
        without = re.sub(r"\(\s*[,;]?\s*\)", "", without).strip()
        problem = words.no_such_option(entry.label, part)
        self.left.append(Leftover(number, text, problem, choices, without))

    # -------------------------------------------------------------------- out

    def _written(self) -> str:
        heads = {**self.heads, "System": self.rules.slug, "Book": f"{self.book.name} [{self.book.key}]"}
        lines = [f"{key}: {value}" for key, value in heads.items() if value] + self.extras
        cards = list(self.rules.card_names(self.book))
        for command in self.commands:
            lines += ["", command.written(self.rules, cards), *command.units]
        return "\n".join([*lines, *(["", "Notes:"] if self.notes else []), *self.notes]) + "\n"


def _meant(count: int, entry: Entry[Any]) -> Meant:
    return Meant(entry.label, f"{count}x {entry.label}")
