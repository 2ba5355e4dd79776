"""The only place that writes army lists. Every change of a document is a revision that can be gone back to.

Two browsers may edit one list: a change names the version it was made on, and is refused with Stale when
another one was saved meanwhile, so that nothing is overwritten unseen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from armylists import bookaccess, bookservices
from armylists.edits import Edit, Edited
from armylists.models import ArmyList, Revision
from armylists.owned.services import archive, check_fresh, share, summed_up, unshare, write
from armylists.room import check_room
from armylists.wording import lists as words
from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ArmyList as Document

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["archive", "change", "create", "duplicate", "replace", "restore", "share", "unshare"]


# ------------------------------------------------------------------------------------------------ documents


@transaction.atomic
def create(owner: User, army: Document, summary: str = "Created") -> ArmyList:
    """Return a new private list; raises ListError if the document cannot be read back, or if its book is
    there for others than `owner`.
    """
    check_room(owner, ArmyList)
    bookaccess.own_only(owner, army.book)
    # Read back what is about to be written: a list that cannot be opened again must never get a row.
    army = parse_list(army.to_json())
    now = timezone.now()
    army_list = ArmyList.objects.create(owner=owner, updated=now, **_columns(army))
    _record(army_list, summary, owner, now)
    return army_list


def change(army_list: ArmyList, version: int, edit: Edit, author: User, repeats: int | None = None) -> Edited:
    """Apply an edit that was made looking at `version`, and save the result as the next revision.

    An edit that changes nothing makes no revision. Raises Stale if the list has moved on, EditError if
    the edit cannot be made, ListError if the result could not be read back.
    """
    # Refused before the edit is tried: it may not fit the newer list, and would fail with a misleading
    # reason.
    check_fresh(army_list, version)
    before = army_list.army
    done = edit(before, version + 1)
    # Only a change of book is checked: lists on a book that was shared once stay editable.
    if done.army.book != before.book:
        bookaccess.own_only(author, done.army.book)
    if done.army != before:
        _save(army_list, done.army, done.summary, author, repeats)
    return done


def replace(
    army_list: ArmyList,
    version: int,
    army: Document,
    summary: str,
    author: User,
    repeats: int | None = None,
) -> None:
    """Put another document in the place of the list's; raises Stale and ListError as `change` does.

    `repeats`: the number of the revision that had the same document, if this undoes or redoes something.
    """
    change(army_list, version, lambda _, __: Edited(army, summary), author, repeats)


def restore(army_list: ArmyList, version: int, revision: Revision, author: User) -> None:
    """Go back to an earlier revision, as a new one; raises Stale."""
    replace(army_list, version, revision.army, words.restored_revision(revision.number), author)


@transaction.atomic
def duplicate(army_list: ArmyList, owner: User) -> ArmyList:
    """Return a private copy for `owner`, with a history of its own.

    If it is built on a shared book of somebody else's, the book is copied too, in that version, and the list
    is built on the copy. Raises PrivateBook if that book is not shared.
    """
    army = army_list.army
    document = army.to_json()
    own = bookservices.on_own_book(document, owner)
    if own != document:
        army = parse_list(own)
    # 120 characters is what the column holds.
    name = words.copy_of(army.name)[:120] if army.name else ""
    copy = army.model_copy(update={"name": name})
    return create(owner, copy, words.copied_revision(army_list.title, army_list.version))


@transaction.atomic
def _save(
    army_list: ArmyList, army: Document, summary: str, author: User, repeats: int | None = None
) -> None:
    now = timezone.now()
    # First the row, which may be refused; the revision is only numbered once the row is ours.
    write(army_list, updated=now, **_columns(parse_list(army.to_json())))
    _record(army_list, summary, author, now, repeats)


def _columns(army: Document) -> dict[str, object]:
    return {
        "document": army.to_json(),
        "name": army.name,
        "system": army.system,
        "book": army.book,
        "points": army.points,
    }


def _record(
    army_list: ArmyList, summary: str, author: User, now: datetime, repeats: int | None = None
) -> None:
    Revision.objects.create(
        army_list=army_list,
        number=army_list.version,
        document=army_list.document,
        summary=summed_up(summary),
        author=author,
        created=now,
        repeats=repeats,
    )
