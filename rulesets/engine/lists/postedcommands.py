"""The commands of posted lists: the card that a heading names, who leads, leaders who stand alone."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesets.engine.books import Book
from rulesets.engine.lists.naming import said_in, words_of
from rulesets.engine.lists.postedlines import CHIEF, COUNTED, LEADS, OF_COMMAND, counted_line, priceless
from rulesets.engine.lists.rules import ListRules


@dataclass
class PostedCommand:
    """A command as far as it was read. `of`: the name of the command that its leader is to lead instead;
    `line` and `text`: where a leader stood who opened it without a heading.
    """

    name: str = ""
    level: str = ""
    leader: str = ""
    chief: bool = False
    card: str = ""
    units: list[str] = field(default_factory=list)
    of: str = ""
    line: int = 0
    text: str = ""

    def lead(self, other: PostedCommand) -> None:
        """Take over the leader of another command."""
        self.level, self.leader, self.chief = other.level, other.leader, other.chief

    def written(self, rules: ListRules, cards: Sequence[str]) -> str:
        """Return its line as `read_text` reads it; `cards`: the keys of the book's cards."""
        name = f" {json.dumps(self.name, ensure_ascii=False)}" if self.name else ""
        if rules.cards:
            card = self.card or (cards[0] if len(cards) == 1 else "")
            return f"Command{name}: {f'card {card}' if card else 'no card'}"
        if not self.level:
            return f"Command{name}: no leader"
        leader = f" {json.dumps(self.leader, ensure_ascii=False)}" if self.leader else ""
        return f"Command{name}: {self.level} leader{leader}{', commander-in-chief' if self.chief else ''}"


def without_commands(commands: list[PostedCommand]) -> list[PostedCommand]:
    """Give leaders who opened a command without heading and units the one that they are meant to lead.

    Their own are taken out. Return those leaders of whom it is not clear.
    """
    alone = [each for each in commands if each.line and not each.units and not each.name]
    others = [each for each in commands if not any(each is one for one in alone)]
    if not others:
        return []
    unclear = []
    for leader in alone:
        free = [each for each in others if not each.level]
        wanted = [each for each in others if each.name and words_of(each.name) == words_of(leader.of)]
        found = wanted or free
        if len(found) == 1:
            found[0].lead(leader)
        else:
            unclear.append(leader)
    commands[:] = others
    return unclear


def card_of(text: str, rules: ListRules, book: Book[Any]) -> str:
    """Return the key of the card that a line names in full or, as a heading does, in short; "" for none.

    A short heading has two words or more of the card's name, and one that no unit has.
    """
    names = rules.card_names(book)
    if key := next((key for key in names if text.lower() == f"command: card {key}"), ""):
        return key
    if full := [key for key, name in names.items() if said_in(text, name)]:
        return full[0] if len(full) == 1 else ""
    words = [word for word in words_of(text) if word != "of"]
    if len(words) < 2 or counted_line(text)[0] > 1 or COUNTED.match(text):
        return ""
    of_book = {*words_of(book.name), *words_of(book.key)}
    of_units = {word for entry in book.entries for word in words_of(entry.name)}
    short = [
        key
        for key, name in names.items()
        if set(words) <= {*words_of(name), *of_book} and set(words) & set(words_of(name)) - of_book - of_units
    ]
    return short[0] if len(short) == 1 else ""


def names_a_person(text: str) -> bool:
    """Whether a text beside the name of a command may be who leads it: words with capitals, nothing else."""
    words = text.split()
    small = ("de", "of", "von", "van", "the", "le", "la", "du")
    return 0 < len(words) <= 4 and all(
        re.fullmatch(r"[^\W\d_][\w.’'-]*", word) and (word[0].isupper() or word in small) for word in words
    )


def read_leader(text: str, level: str, called: str = "") -> PostedCommand:
    """Return a command with nothing but the leader of `level`, `called` so in full, whom a line tells of."""
    wanted = OF_COMMAND.search(text)
    rest = LEADS.sub(" ", CHIEF.sub(" ", OF_COMMAND.sub(" ", text)))
    for said in (called, level) if called else (level,):
        rest = re.sub(rf"\b{re.escape(said)}\b", " ", rest, flags=re.IGNORECASE)
    name = " ".join(re.sub(r"[^\w’'. -]+", " ", priceless(rest)).split()).strip(" -")
    name = re.sub(r"\s(?:and|as)$", "", name)
    chief = bool(CHIEF.search(text))
    return PostedCommand(level=level, leader=name[:120], chief=chief, of=wanted[1].strip() if wanted else "")
