"""What a rule system lets a list hold: army books, levels of leaders, extras; and the error for all else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulesets.engine import booksources
from rulesets.engine.books import Book, Entry
from rulesets.engine.errors import Fault, FaultyBookError, FaultyDocumentError
from rulesets.engine.fields import Field
from rulesets.engine.lists.document import MAX_BYTES, MAX_LINE, MAX_LINES, ArmyList
from rulesets.engine.wording import documents as shared
from rulesets.engine.wording import lists as words

ExtraValue: TypeAlias = bool | int | str


class ListError(FaultyDocumentError):
    """A list document cannot be read."""

    document = "list"


def check_size(text: str | bytes) -> None:
    """Raise ListError for more bytes than a list has."""
    if len(text) > MAX_BYTES:
        raise ListError(Fault("", shared.too_large(MAX_BYTES, "list")), code="too-large")


def check_lines(text: str) -> None:
    """Raise ListError for a plain text with more lines, or longer ones, than a list has."""
    check_size(text)
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        raise ListError(Fault("", words.too_many_lines(len(lines), MAX_LINES)), code="too-large")
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            raise ListError(Fault(f"line {number}", shared.too_long(MAX_LINE)), code="too-large")


@dataclass(frozen=True)
class ListRules:
    """What a rule system lets a list hold.

    `points` is the limit of a list that names none, 0 for a system without limits. `extras(book)`: what
    a list says of the whole army, each a choice, a whole number or a flag. `cards`: commands are
    built from cards of the book, `card_names(book)` says what they are called; `bases`: units have a number
    of bases; `other_names(entry)`: what players call an entry besides its name, `kind(entry)`: words for the
    kind of troops that it is; `chief`: one of the leaders is the commander-in-chief. Without
    `leader_levels` nobody leads.
    """

    slug: str
    name: str
    unit: str
    books: Callable[[], Mapping[str, Book[Any]]]
    leader_levels: tuple[str, ...] = ()
    extras: Callable[[Book[Any]], tuple[Field, ...]] = lambda _book: ()
    level_names: Mapping[str, str] = field(default_factory=dict)
    points: int = 0
    cards: bool = False
    bases: bool = False
    chief: bool = True
    card_names: Callable[[Book[Any]], Mapping[str, str]] = lambda _book: {}
    other_names: Callable[[Entry[Any]], tuple[str, ...]] = lambda _entry: ()
    kind: Callable[[Entry[Any]], str] = lambda _entry: ""

    def book(self, key: str, version: str = "") -> Book[Any]:
        """Return the army book called `key`; raises ListError naming those there are.

        A book that a user keeps is given in that `version`, the newest unless one is named; of a shipped
        book there is one version alone.
        """
        books = self.books()
        if key in books:
            return books[key]
        try:
            found = booksources.find(self.slug, key, version)
        except FaultyBookError as error:
            raise ListError(Fault("book", words.book_unreadable(error)), code="book") from None
        if found is None:
            unknown = words.no_such_book(key, self.name, books)
            raise ListError(Fault("book", unknown), code="book")
        return found

    def expect(self, army: ArmyList) -> None:
        """Raise ListError for a list of another system."""
        if army.system != self.slug:
            raise ListError(Fault("system", f"is {army.system!r}, not {self.slug!r}"), code="system")

    def book_of(self, army: ArmyList) -> Book[Any]:
        """Return the book of a list, in the version that it was built on; raises ListError."""
        return self.book(army.book, army.book_version)

    def book_with(self, entry: str) -> Book[Any] | None:
        """Return the book with an entry of that id, a user's own in its newest version; or None."""
        head, _, rest = entry.partition(".")
        key = f"{head}.{rest.partition('.')[0]}" if entry.startswith(booksources.PREFIX) else head
        try:
            book = self.book(key)
        except ListError:
            return None
        return book if entry in book.entry_by_id else None


RulesOf: TypeAlias = Callable[[str], ListRules]
"""The list rules of a system by its slug; it raises ListError for an unknown one."""
