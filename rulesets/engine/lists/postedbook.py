"""Which army book a posted list is of: the one it names, else the one that knows most of its units.

Clubs call armies what they like (`My Swedes`), and several systems have Swedes: so units decide, and what
the heading says only breaks ties.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulesets.engine.books import Book
from rulesets.engine.errors import Fault
from rulesets.engine.lists.naming import named, said_in, words_of
from rulesets.engine.lists.postedlines import COMMAND_WORDS, HEAD, POINTS, TITLE, unbracketed
from rulesets.engine.lists.rules import ListError, ListRules
from rulesets.engine.wording import lists as words

Line: TypeAlias = tuple[int, str, str]
"""Its number, as it was posted, and without bullets and marks of a forum."""
Candidate: TypeAlias = tuple[ListRules, Book[Any]]
Recognised: TypeAlias = Callable[[ListRules, Book[Any]], int]
"""How many lines name units of a book."""

_TOP = 6
_OFFERED = 6


@dataclass(frozen=True, slots=True)
class Named:
    """The book of a list, with its system, and the line that is its title; 0 if none is."""

    rules: ListRules
    book: Book[Any]
    line: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """The books that it may be, the likeliest first, and the line to ask about; 0 if no line names a book."""

    line: int
    text: str
    problem: str
    likely: tuple[Candidate, ...]


def find_book(lines: Sequence[Line], every: Sequence[ListRules], recognised: Recognised) -> Named | Unclear:
    """Return the book of a list; raises ListError if it names none and no unit of any is in it."""
    texts = {text.lower() for _, _, text in lines}
    every = [rules for rules in every if f"system: {rules.slug}" in texts] or every
    books = [(rules, book) for rules in every for book in rules.books().values()]
    heads = [(number, match[2]) for number, _, text in lines
             if (match := HEAD.match(text)) and match[1].lower() == "book"]  # fmt: skip
    for number, wanted in heads:
        if found := _by_key(wanted, every):
            return Named(*found, number)
    known = {id(book): recognised(rules, book) for rules, book in books}
    most = max(known.values(), default=0)
    for number, wanted in heads:
        meant = named(re.sub(r"\[.*", "", wanted), books, lambda each: (each[1].name, each[1].key))
        if len(meant) == 1 and (known[id(meant[0][1])] or not most):
            return Named(*meant[0], number)
    titles = [wanted for _, wanted in heads] or [text for _, _, text in lines if text][:_TOP]
    scored = sorted(
        ((known[id(book)], _headed(titles, texts, rules, book), rules, book) for rules, book in books),
        key=lambda each: each[:2],
        reverse=True,
    )
    best = [each for each in scored if each[:2] == scored[0][:2]]
    if len(best) == 1 and (best[0][0] or best[0][1][1]) and not (heads and not best[0][0]):
        _, _, rules, book = best[0]
        return Named(rules, book, title_of(lines, book))
    likely = tuple((rules, book) for score, _, rules, book in scored if score)[:_OFFERED]
    if not likely:
        said = words.NO_BOOK_NAMED
        raise ListError(Fault("line 1", said), code="book")
    if heads:
        number, wanted = heads[0]
        return Unclear(number, lines[number - 1][1], words.no_book_called(wanted), likely)
    return Unclear(0, "", words.WHICH_BOOK, likely)


def title_of(lines: Sequence[Line], book: Book[Any]) -> int:
    """Return the number of the line that is the title of a list of a book; 0 if none is."""
    top = [line for line in lines if line[2]][:_TOP]
    for number, _, text in top:
        if (head := HEAD.match(text)) and head[1].lower() == "book":
            return number
    said = [(_said(text, book), number) for number, _, text in top]
    if said and (best := max(said, key=lambda each: each[0]))[0]:
        return best[1]
    for number, raw, text in top[:1]:
        marked = TITLE.match(raw.strip()) or POINTS.search(text)
        if marked and not HEAD.match(text) and not set(words_of(text)) & COMMAND_WORDS:
            return number
    return 0


def _by_key(wanted: str, every: Sequence[ListRules]) -> Candidate | None:
    """Return the book that a line `Book: …` names by its key."""
    key = re.search(r"\[([^\]]+)\]\s*$", wanted)
    for rules in every:
        try:
            return rules, rules.book(key[1] if key else wanted.lower())
        except ListError:
            continue
    return None


def _headed(
    titles: Sequence[str], texts: set[str], rules: ListRules, book: Book[Any]
) -> tuple[int, int, int]:
    """How much the heading speaks for a book: its system is said, its whole name, words of its name."""
    said = set(words_of(book.name)) | set(words_of(book.key))
    return (
        any(said_in(text, rules.name) for text in texts),
        max((_said(text, book) for text in titles), default=0),
        max((len(said & set(words_of(text))) for text in titles), default=0),
    )


def _said(text: str, book: Book[Any]) -> int:
    """Return how many words of a book's name or key a text says, 0 if not all of them."""
    names = (unbracketed(book.name), book.key)
    return max(len(words_of(name)) if said_in(text, name) else 0 for name in names)
