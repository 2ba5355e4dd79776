"""Writing what somebody owns: the only statements that change its row.

Two browsers may act on one thing: whoever changes what it holds names the state that they saw, and is refused
with Stale when another one was saved meanwhile, so that nothing is overwritten unseen.
"""

from __future__ import annotations

import secrets
from typing import Any

from armylists.guests import check_account
from armylists.owned.access import found
from armylists.owned.models import Owned
from armylists.owned.watching import announce, end
from armylists.room import check_room
from armylists.wording import lists as words

SUMMARY_LENGTH = 300


class Stale(Exception):  # noqa: N818 (it is no fault of the program)
    """Something that was meant for the state `expected`, while `current` is the row as it is now."""

    def __init__(self, current: Any, expected: int) -> None:
        super().__init__(current.STALE.format(noun=current.NOUN, at=current.at_revision))
        self.current = current
        self.expected = expected


def check_fresh(row: Owned, expected: int) -> None:
    """Raise Stale if the row has another revision than the one that somebody saw."""
    if expected != row.at_revision:
        raise Stale(row, expected)


def write(row: Owned, **columns: Any) -> None:
    """Write these columns as the next revision: one statement, so that no lock is needed.

    Raises Stale if somebody else has written one since the row was read, Http404 if it is deleted.
    """
    kind, seen = type(row), row.at_revision
    columns = {row.REVISION: seen + 1, **columns}
    # The revision is part of the WHERE: of two writers at once the database lets only one match the row.
    if not kind.objects.filter(pk=row.pk, **{row.REVISION: seen}).update(**columns):
        # Whoever is refused gets the row as it is now, so that a page can show it without asking again.
        raise Stale(found(kind.objects.with_people(), pk=row.pk), seen)
    _take_over(row, columns)
    announce(row)


def put(row: Owned, **columns: Any) -> None:
    """Write these columns whatever somebody else writes meanwhile; they are part of no revision."""
    # update() and not save(): other columns that this row was read with may be outdated by now.
    type(row).objects.filter(pk=row.pk).update(**columns)
    _take_over(row, columns)
    if row.REVISION in columns:
        announce(row)


def _take_over(row: Owned, columns: dict[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)


def summed_up(words: str, most: int = SUMMARY_LENGTH) -> str:
    """Return the words as a row stores them of a change: cut where they are longer."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


# -- as a whole ------------------------------------------------------------------------------------


def archive(row: Owned, *, away: bool = True) -> None:
    """Archive it, where it can still be read; or restore it among those in use. Raises LeaguerError for what
    is still needed.
    """
    if away:
        row.check_archived()
    elif row.archived and row.owner is not None:
        check_room(row.owner, type(row), row.noun)
    put(row, archived=away)


def share(row: Owned) -> str:
    """Return the token that lets anyone see it; one that it already has stays. Raises GuestRefusal."""
    check_account(row.owner, words.sign_up_to_share(row.NOUN))
    if not row.share_token:
        put(row, share_token=secrets.token_urlsafe(16))
    return row.share_token or ""


def unshare(row: Owned) -> None:
    """Make it private again: links that were given away lead nowhere."""
    # The token is dropped, not only switched off: a link made later must be another one.
    put(row, share_token=None)
    end(row)
