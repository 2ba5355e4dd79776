"""Who may see an own book: its owner, and whoever has the link of a shared one. For others it is not there.

A list that was shared, or that fights in a battle, shows the values of its units to those who may see it; to
build on a book one must own it.
"""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

from django.http import Http404

from armylists.models import OwnBook, OwnBookVersion
from armylists.wording import lists as words
from rulesets.contract.documents import book_rules
from rulesets.engine.bookrules import BookRules
from rulesets.engine.booksources import PREFIX
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import Fault, ListError
from rulesets.engine.wording.documents import NESTED_TOO_DEEPLY

KEY = re.compile(rf"{re.escape(PREFIX)}([0-9a-f]{{32}})", re.IGNORECASE)


def shared(token: str) -> OwnBookVersion:
    """Return the newest version of the book that is shared under `token`; Http404 otherwise."""
    versions = OwnBookVersion.objects.select_related("book__owner").filter(book__share_token=token)
    found = versions.first()
    if found is None:
        raise Http404(OwnBook.say(OwnBook.MISSING))
    return found


def version(book: OwnBook, number: int) -> OwnBookVersion:
    """Return a version of a book; Http404 if it has none of that number."""
    # Not get(): a wrong number in an address is a missing page, no fault of the program.
    found = book.versions.filter(number=number).first()
    if found is None:
        raise Http404(words.no_book_version(number))
    found.book = book
    return found


def by_key(key: str) -> OwnBook | None:
    """Return the book that lists call `key`, whoever owns it; for what was let in before."""
    found = KEY.fullmatch(key)
    return OwnBook.objects.light().filter(public_id=UUID(found[1])).first() if found else None


def rules_of(book: OwnBook) -> BookRules:
    """How the book is read; Http404 for a system that is gone."""
    try:
        return book_rules(book.system, book.kind)
    except LeaguerError as error:
        raise Http404(str(error)) from error


def own_only(user: object, source: object) -> None:
    """Raise ListError if a document from outside names a book of somebody else's, which is not there for
    `user`; before it is read, so that no fault of the reading shows what stands in the book.
    """
    try:
        found = _opened(source)
        text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)
        keys = {key.lower() for key in KEY.findall(text)}
    except RecursionError:
        raise ListError(Fault("", NESTED_TOO_DEEPLY), code="json") from None
    if not keys:
        return
    # One query for all keys of a document, however many lists it holds.
    own = OwnBook.objects.of(user).filter(public_id__in=[UUID(key) for key in keys])
    there = {public_id.hex for public_id in own.values_list("public_id", flat=True)}
    for key in sorted(keys - there):
        raise ListError(Fault("book", words.no_such_book(PREFIX, key)), code="book")


def _opened(source: Any) -> Any:
    """Return what a JSON text holds, so that no key hides behind escaped letters; else the text."""
    text = source.decode("utf-8-sig", "replace") if isinstance(source, bytes) else source
    if isinstance(text, str) and text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        try:
            return json.loads(text.lstrip("\ufeff \t\r\n"))
        except (ValueError, RecursionError):
            return text  # the reading says why it cannot be read
    return text


def buildable(user: object, system: str = "") -> list[OwnBook]:
    """Return the books that `user` may build on, of one system if it is named, by their names."""
    own = OwnBook.objects.of(user).in_use().filter(kind=OwnBook.BOOK, version__gte=1).light()
    return list((own.filter(system=system) if system else own).order_by("name", "pk"))


def choices(user: object, system: str = "") -> list[tuple[str, str]]:
    """Return the books that `user` may build on, as `system/key` with the name."""
    return [(f"{book.system}/{book.key}", words.your_book(book.name)) for book in buildable(user, system)]
