"""What the tests of scenarios share."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from armylists import bookservices
from armylists.models import OwnBook
from rulesets.contract import registry
from rulesets.engine.bookrules import Document, read_file

SYSTEM = "snaphance"
SMALL = "training_clash"
_CLASH = read_file((Path(__file__).parent / "clash.toml").read_bytes())


def clash() -> Document:
    """A small scenario, to be changed; it stays as it is whatever those that ship become."""
    return copy.deepcopy(_CLASH)


def shipped(key: str = SMALL) -> Document:
    """A scenario that ships, to be changed."""
    staged = registry.get(SYSTEM).scenarios
    assert staged is not None
    return copy.deepcopy(dict(staged.shipped()[key]))


def scenario_of(owner: User, document: Document | None = None, *, kept: bool = False) -> OwnBook:
    """A scenario of `owner`, as a draft or (`kept`) with one version."""
    book = bookservices.create(owner, SYSTEM, document or clash(), OwnBook.SCENARIO)
    if kept:
        bookservices.save_version(book, book.edition)
    return book


def map_page(book: OwnBook) -> str:
    """The address of its map editor."""
    return f"{reverse('armylists:edit-book', args=[book.public_id])}?at=map"


def fields(book: OwnBook) -> dict[str, str]:
    """What the form of the map editor holds."""
    staged = registry.get(book.system).scenarios
    assert staged is not None
    page = staged.page(book.draft)
    found = (*page.fields, *(field for side in page.sides for field in side.fields))
    return {field.name: field.value for field in found} | {"edition": str(book.edition), "at": "map"}


def sent(book: OwnBook, **changed: Any) -> dict[str, Any]:
    """The form with some of its fields filled in otherwise; `__` stands for a dot."""
    return fields(book) | {name.replace("__", "."): value for name, value in changed.items()}
