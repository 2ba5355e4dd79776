"""What the tests of own books share."""

from __future__ import annotations

import copy
from typing import Any

from django.contrib.auth.models import User

from armylists import bookservices, services, start
from armylists.models import ArmyList, OwnBook
from rulesets.contract.documents import book_rules
from rulesets.engine.bookrules import Document

SYSTEMS = {"baroque": "polish", "by_fire_and_sword": "muscovite"}


def shipped(system: str = "baroque") -> Document:
    """A book that ships, as its copy begins."""
    rules = book_rules(system)
    return rules.kept(dict(rules.shipped()[SYSTEMS[system]]))


def kept_book(owner: User, system: str = "baroque", document: Document | None = None) -> OwnBook:
    """A book of `owner` with one version."""
    book = bookservices.create(owner, system, document or shipped(system))
    bookservices.save_version(book, book.edition)
    return book


def change(book: OwnBook, edit: Any) -> None:
    """Change the draft of a Baroque book with `edit(document)` and keep it as the next version."""
    document = shipped_copy(book.draft)
    edit(document)
    bookservices.save_draft(book, book.edition, document)
    bookservices.save_version(book, book.edition)


def shipped_copy(document: Document) -> Document:
    """A document that may be changed."""
    return copy.deepcopy(document)


def list_on(book: OwnBook, owner: User | None = None) -> ArmyList:
    """A list with the least that a Baroque book demands."""
    owner = owner or book.owner
    assert owner is not None
    return services.create(owner, start.minimum(book.system, book.key, 600, "On a book of mine"))
