"""The only place that writes own books. The draft may be anything; a version has no fault and never changes.

Two browsers may edit one draft: a change names the edition it was made on, and is refused with Stale when
another one was saved meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from armylists import bookaccess
from armylists.models import OwnBook, OwnBookVersion
from armylists.owned.services import archive, check_fresh, share, summed_up, unshare, write
from armylists.room import check_room
from armylists.wording import lists as words
from rulesets.contract.documents import book_rules
from rulesets.engine.bookrules import BookRules, Document, changes, plain
from rulesets.engine.errors import FaultyBookError, LeaguerError
from rulesets.engine.lists import ListError

__all__ = [
    "PrivateBook", "archive", "copy", "create", "drop_draft", "newest", "on_own_book", "save_draft",
    "save_version", "share", "standing", "unshare",
]  # fmt: skip

NAME_LENGTH = 120


class PrivateBook(LeaguerError):  # noqa: N818 (it is no fault of the program)
    """What cannot be copied: a list is built on a book that somebody else does not share."""

    def __init__(self) -> None:
        super().__init__(words.BOOK_NOT_SHARED)


def create(
    owner: User, system: str, document: Mapping[str, Any], kind: str = OwnBook.BOOK, origin: str = ""
) -> OwnBook:
    """Return a new private book whose draft is `document`, without a version.

    Raises FaultyBookError for what cannot be saved at all, LeaguerError for a system without own books.
    """
    rules = book_rules(system, kind)
    draft = plain(rules.kept(plain(document)))
    if kind == OwnBook.SCENARIO:
        _own_only(owner, draft)
    return _create(owner, rules, draft, origin)


def _create(owner: User, rules: BookRules, draft: Document, origin: str) -> OwnBook:
    check_room(owner, OwnBook, rules.kind)
    return OwnBook.objects.create(
        owner=owner,
        system=rules.system,
        kind=rules.kind,
        name=_name(draft),
        draft=draft,
        origin=origin,
        updated=timezone.now(),
    )


def save_draft(book: OwnBook, edition: int, document: Mapping[str, Any]) -> bool:
    """Save what the editor made of the draft; False if nothing is different, whatever the edition.

    Raises Stale if the draft has moved on since `edition`, FaultyBookError for what cannot be saved.
    """
    draft = plain(book_rules(book.system, book.kind).kept(plain(document)))
    # Checked before freshness: a page that saves itself again must not be refused for nothing.
    if draft == book.draft:
        return False
    check_fresh(book, edition)
    if book.kind == OwnBook.SCENARIO:
        _own_only(book.owner, draft)
    write(book, updated=timezone.now(), draft=draft, name=_name(draft))
    return True


def _own_only(owner: object, draft: Document) -> None:
    """Raise FaultyBookError for a scenario whose lists are built on somebody else's book."""
    try:
        bookaccess.own_only(owner, draft)
    except ListError as error:
        raise FaultyBookError(*error.faults) from None


@transaction.atomic
def save_version(book: OwnBook, edition: int, summary: str = "") -> OwnBookVersion:
    """Save the draft as the next version of the book, which lists can be built on.

    Raises FaultyBookError with everything that is wrong with the draft, Stale if it has moved on. A draft
    that is as the newest version is makes no other: that one is given.
    """
    check_fresh(book, edition)
    before = newest(book)
    # Pressing the button twice must not make two versions that are the same.
    if before and before.document == book.draft:
        return before
    rules = book_rules(book.system, book.kind)
    if faults := rules.faults(book.draft):
        raise FaultyBookError(*faults)
    said = " ".join(summary.split()) or ("Changed" if before else words.FIRST_VERSION)
    if before and not summary.strip():
        changed = changes(rules.form(), before.document, book.draft)
        said = " ".join(each.words for each in changed) or said
    write(book, updated=timezone.now(), version=book.version + 1)
    return OwnBookVersion.objects.create(
        book=book,
        number=book.version,
        document=book.draft,
        summary=summed_up(said),
        created=timezone.now(),
    )


def drop_draft(book: OwnBook, edition: int, number: int | None = None) -> None:
    """Put the draft back to a version, the newest by default; raises Stale, or DoesNotExist."""
    found = book.versions.get(number=number if number is not None else book.version)
    save_draft(book, edition, found.document)


@transaction.atomic
def copy(version: OwnBookVersion, owner: User) -> OwnBook:
    """Return a book of `owner`'s own whose first version is a copy of `version`, or one they already have.

    The lists of a scenario that are built on shared books are built on copies of these; raises PrivateBook if
    such a book is not shared.
    """
    book = version.book
    document = _on_own_books(version.document, owner) if book.kind == OwnBook.SCENARIO else version.document
    document = {**document, "name": words.copy_of(book.name)[:NAME_LENGTH]}
    origin = f"{book.key}@{version.number}"
    mine = OwnBook.objects.of(owner).in_use().filter(origin=origin, version__gte=1)
    for candidate in mine:
        first = candidate.versions.filter(number=1).first()
        if first and first.document == document:
            return candidate
    rules = book_rules(book.system, book.kind)
    made = _create(owner, rules, plain(rules.kept(plain(document))), origin)
    save_version(made, made.edition, words.copied_version(book.name, version.number))
    return made


def _on_own_books(value: Any, owner: User) -> Any:
    """Return a scenario with its lists on books that `owner` may build on."""
    if isinstance(value, list):
        return [_on_own_books(each, owner) for each in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("book"), str) and bookaccess.by_key(value["book"]):
        return on_own_book(value, owner)
    return {key: _on_own_books(each, owner) for key, each in value.items()}


def on_own_book(army: Document, owner: User) -> Document:
    """Return a list document on a book that `owner` may build on: on the same one, or on their copy of it.

    Raises PrivateBook if it is somebody else's and not shared.
    """
    book = bookaccess.by_key(str(army.get("book", "")))
    if book is None or book.owner_id == owner.pk:
        return army
    if not book.share_token:
        raise PrivateBook
    found = book.versions.get(number=int(army["book_version"]))
    found.book = book
    mine = copy(found, owner)
    document: Document = _renamed(army, book.key, mine.key)
    return {**document, "book_version": "1"}


def _renamed(value: Any, old: str, new: str) -> Any:
    """Return a document with the key of one book instead of another's, in every id of its entries too."""
    if isinstance(value, dict):
        return {key: _renamed(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, old, new) for each in value]
    if isinstance(value, str) and (value == old or value.startswith(f"{old}.")):
        return new + value.removeprefix(old)
    return value


def standing(book: OwnBook) -> dict[str, Any]:
    """Return what pages of a book say of it: its newest version, whether the draft has changed since."""
    found = newest(book)
    return {"book": book, "newest": found, "drafted": found is None or found.document != book.draft}


def newest(book: OwnBook) -> OwnBookVersion | None:
    """Return the newest version; None for a book that has only a draft."""
    return book.versions.filter(number=book.version).first() if book.version else None


def _name(draft: Mapping[str, Any]) -> str:
    name = draft.get("name")
    said = "".join(each for each in name if each.isprintable()).strip() if isinstance(name, str) else ""
    return said[:NAME_LENGTH] or words.UNNAMED_BOOK
