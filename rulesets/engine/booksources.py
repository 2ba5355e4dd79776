"""Army books from elsewhere than the rules' own data: those of users, by the key `own.<uuid>` and a version.

Whoever stores such books registers a source; `ListRules.book(key, version)` asks the shipped books
first, then the sources. A version never changes once it is there, so that it is read once and remembered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Protocol

from rulesets.engine.books import Book

PREFIX = "own."
REMEMBERED = 128  # books; one of 40 units takes about 300 kB with everything reckoned from it


@dataclass(frozen=True, slots=True)
class Kept:
    """A version of a book as its source keeps it. `read()` makes the book; it raises FaultyBookError."""

    version: str
    read: Callable[[], Book[Any]]


class Source(Protocol):
    """Where books are stored: the version of a book, the newest for an empty one; None if it is not there."""

    def __call__(self, key: str, version: str) -> Kept | None: ...


Guard = Callable[[object, Any], None]

_sources: list[Source] = []
_guards: list[Guard] = []
_books: OrderedDict[tuple[str, str], Book[Any]] = OrderedDict()
_lock = Lock()


def register(source: Source) -> None:
    """Ask `source` from now on; one that is registered already is asked once."""
    if source not in _sources:
        _sources.append(source)


def unregister(source: Source) -> None:
    """Ask `source` no more, and forget what was read from it."""
    _sources.remove(source)
    forget()


def guard(check: Guard) -> None:
    """Have `check(user, document)` asked before a document that somebody sent is read.

    It raises ListError for one that names a book which is not there for that user.
    """
    if check not in _guards:
        _guards.append(check)


def allowed(user: object, document: Any) -> None:
    """Raise ListError if a document that `user` sent names a book which is not there for them."""
    for check in _guards:
        check(user, document)


def forget() -> None:
    """Read every book anew when it is wanted next."""
    with _lock:
        _books.clear()


def find(system: str, key: str, version: str = "") -> Book[Any] | None:
    """Return the book of `system` that a source keeps under `key`, in that version or its newest; None if
    none does.

    Raises FaultyBookError for one that this edition of the rules can no longer read.
    """
    if not key.startswith(PREFIX):
        return None
    book = _remembered(key, version)
    if book is None:
        stored = next((found for source in _sources if (found := source(key, version)) is not None), None)
        book = None if stored is None else remember(key, stored)
    return book if book is not None and book.system == system else None


def _remembered(key: str, version: str) -> Book[Any] | None:
    # Without a version the newest is meant, and only the source knows which that is.
    with _lock:
        book = _books.get((key, version)) if version else None
        if book is not None:
            _books.move_to_end((key, version))
    return book


def missing(wanted: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return which of these keys and versions a source would have to be asked for."""
    own = {each for each in wanted if each[0].startswith(PREFIX)}
    with _lock:
        return sorted(own - _books.keys())


def remember(key: str, stored: Kept) -> Book[Any]:
    """Return the book of `stored`, read unless it was before (for sources that fetch many at once).

    Raises FaultyBookError.
    """
    if (before := _remembered(key, stored.version)) is not None:
        return before
    # Outside the lock, for reading a book takes long; reading it twice does no harm.
    book = stored.read()
    with _lock:
        _books[key, stored.version] = book
        while len(_books) > REMEMBERED:
            _books.popitem(last=False)
    return book
