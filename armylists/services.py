"""The only place that writes army lists. Every change of a document is a revision that can be gone back to.

Two browsers may edit one list: a change names the version it was made on, and is refused with StaleEdit when
another one was saved meanwhile, so that nothing is overwritten unseen.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from armylists import bookaccess, bookservices
from armylists.edits import Edit, Edited
from armylists.models import ArmyList, Revision
from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ArmyList as Document

if TYPE_CHECKING:
    from datetime import datetime

SUMMARY_LENGTH = 300


class StaleEdit(Exception):  # noqa: N818 (it is no fault of the program)
    """A change made on `based_on`, while `current` is the list as somebody saved it since then."""

    def __init__(self, based_on: int, current: ArmyList) -> None:
        super().__init__(f"The list was changed meanwhile: it is at version {current.version} now.")
        self.based_on = based_on
        self.current = current


# ------------------------------------------------------------------------------------------------ documents


@transaction.atomic
def create(owner: User, army: Document, summary: str = "Begun") -> ArmyList:
    """A new private list; raises ListError if the document cannot be read back, or if its book is there for
    others than `owner`."""
    bookaccess.own_only(owner, army.book)
    army = parse_list(army.to_json())
    now = timezone.now()
    army_list = ArmyList.objects.create(owner=owner, updated=now, **_columns(army))
    _record(army_list, summary, owner, now)
    return army_list


def change(army_list: ArmyList, version: int, edit: Edit, author: User) -> Edited:
    """Apply an edit that was made looking at `version`, and keep the result as the next revision.

    An edit that changes nothing makes no revision. Raises StaleEdit if the list has moved on, EditError if
    the edit cannot be made, ListError if the result could not be read back.
    """
    if version != army_list.version:
        raise StaleEdit(version, army_list)
    before = army_list.army
    done = edit(before, version + 1)
    if done.army.book != before.book:
        bookaccess.own_only(author, done.army.book)
    if done.army != before:
        _save(army_list, version, done.army, done.summary, author)
    return done


def replace(army_list: ArmyList, version: int, army: Document, summary: str, author: User) -> None:
    """Put another document in the place of the list's; raises StaleEdit and ListError as `change` does."""
    change(army_list, version, lambda _, __: Edited(army, summary), author)


def restore(army_list: ArmyList, version: int, revision: Revision, author: User) -> None:
    """Go back to an earlier revision, as a new one; raises StaleEdit."""
    replace(army_list, version, revision.army, f"Went back to revision {revision.number}", author)


@transaction.atomic
def duplicate(army_list: ArmyList, owner: User) -> ArmyList:
    """A private copy for `owner`, with a history of its own.

    If it is built on a shared book of somebody else's, the book is copied too, in that version, and the list
    is built on the copy. Raises PrivateBook if that book is not shared.
    """
    army = _on_own_book(army_list.army, owner)
    name = f"{army.name} (copy)"[:120] if army.name else ""
    copy = army.model_copy(update={"name": name})
    return create(owner, copy, f"Copied from {army_list.title}, revision {army_list.version}")


def _on_own_book(army: Document, owner: User) -> Document:
    """The list on a book that `owner` may build on: on the same one, or on his copy of it."""
    document = army.to_json()
    own = bookservices.on_own_book(document, owner)
    return army if own == document else parse_list(own)


@transaction.atomic
def _save(army_list: ArmyList, version: int, army: Document, summary: str, author: User) -> None:
    """Write the document only if the row still is at `version`: one statement, so no lock is needed."""
    army = parse_list(army.to_json())
    now = timezone.now()
    columns = _columns(army)
    row = ArmyList.objects.filter(pk=army_list.pk, version=version)
    if not row.update(version=F("version") + 1, updated=now, **columns):
        raise StaleEdit(version, ArmyList.objects.light().get(pk=army_list.pk))
    for field, value in {**columns, "version": version + 1, "updated": now}.items():
        setattr(army_list, field, value)
    _record(army_list, summary, author, now)


def _columns(army: Document) -> dict[str, object]:
    return {
        "document": army.to_json(),
        "name": army.name,
        "system": army.system,
        "book": army.book,
        "points": army.points,
    }


def _record(army_list: ArmyList, summary: str, author: User, now: datetime) -> None:
    short = summary if len(summary) <= SUMMARY_LENGTH else f"{summary[: SUMMARY_LENGTH - 1]}…"
    Revision.objects.create(
        army_list=army_list,
        number=army_list.version,
        document=army_list.document,
        summary=short,
        author=author,
        created=now,
    )


# ------------------------------------------------------------------------------------------------ the shelf


def archive(army_list: ArmyList) -> None:
    """Put the list away; it can be read and brought back."""
    _set(army_list, archived=True)


def unarchive(army_list: ArmyList) -> None:
    """Bring the list back among those in use."""
    _set(army_list, archived=False)


def share(army_list: ArmyList) -> str:
    """The token that lets anyone read the list; one that it already has stays."""
    if not army_list.share_token:
        _set(army_list, share_token=secrets.token_urlsafe(16))
    return army_list.share_token or ""


def unshare(army_list: ArmyList) -> None:
    """Make the list private again: links that were given away lead nowhere."""
    _set(army_list, share_token=None)


def _set(army_list: ArmyList, **fields: object) -> None:
    ArmyList.objects.filter(pk=army_list.pk).update(**fields)
    for field, value in fields.items():
        setattr(army_list, field, value)
