"""Own books for the rules: the versions that are saved here, by their keys."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from armylists.bookaccess import KEY
from armylists.models import ArmyList, OwnBook, OwnBookVersion
from rulesets.contract.documents import kept_book
from rulesets.engine import booksources
from rulesets.engine.booksources import PREFIX, Kept
from rulesets.engine.errors import FaultyBookError

_MAX_NUMBER = 9  # digits


def source(key: str, version: str) -> Kept | None:
    """Return the version of an army book, the newest for an empty one; None if it is not there."""
    wanted = _wanted(key, version)
    rows = OwnBookVersion.objects.filter(wanted) if wanted else OwnBookVersion.objects.none()
    # The draft may be large, and no list is ever built on it.
    return next(map(_saved, rows.select_related("book").defer("book__draft")[:1]), None)


def fetch(wanted: Iterable[tuple[str, str]]) -> None:
    """Read the versions of these books with one query, so that many lists can be judged without more."""
    asked = [found for key, version in booksources.missing(wanted) if (found := _wanted(key, version))]
    if not asked:
        return
    rows = OwnBookVersion.objects.filter(reduce(or_, asked)).select_related("book").defer("book__draft")
    for row in rows:
        try:
            booksources.remember(row.book.key, _saved(row))
        except FaultyBookError:
            continue  # the list's own page reports it


def fetch_for(lists: Iterable[ArmyList]) -> None:
    """Read the books of these lists with one query."""
    documents = [each.document for each in lists if each.book.startswith(PREFIX)]
    fetch((str(each.get("book", "")), str(each.get("book_version", ""))) for each in documents)


def _wanted(key: str, version: str) -> Q | None:
    found = KEY.fullmatch(key)
    if found is None:
        return None
    which = Q(book__public_id=UUID(found[1]), book__kind=OwnBook.BOOK)
    if not version:
        return which
    # Versions come from uploaded lists: int() takes other digits, and the column no endless number.
    if not (version.isascii() and version.isdigit() and len(version) <= _MAX_NUMBER):
        return None
    return which & Q(number=int(version))


def _saved(row: OwnBookVersion) -> Kept:
    return kept_book(row.book.system, row.book.key, str(row.number), row.document)
