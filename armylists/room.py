"""How much room somebody has: how many rows of each kind, and how much they may upload in a day.

Guests have little, members what the settings say, staff as much as they like. A limit of 0 is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet

from armylists.counting import count
from armylists.guests import ROOM, UPLOADS, GuestRefusal, is_guest
from armylists.owned.models import Owned
from armylists.wording import lists as words

ARCHIVED = 10
"""So many times the limit somebody may have with what is archived: archiving makes room, but not for ever."""
SMALL = 65_536
"""Requests up to this size, in bytes, are no uploads."""
DAY = 86_400.0
"""In seconds."""


class RoomRefusal(PermissionDenied):
    """More than somebody has room for: 403 with a sentence, on pages and over REST.

    `index`: the name of the page where they make room, "" for none.
    """

    def __init__(self, message: str, index: str = "") -> None:
        super().__init__(message)
        self.index = index


@dataclass(frozen=True, slots=True)
class Room:
    """Of one kind of things: what it is called, the page of all of them, and how many of how many there are.

    `most` is 0 where there is no limit.
    """

    noun: str
    index: str
    used: int
    most: int


def check_room(owner: User, kind: type[Owned], noun: str = "") -> None:
    """Raise GuestRefusal or RoomRefusal if `owner` has as many rows of this kind as they may have. One query.

    `noun` is which of several things of the kind is meant, as an army book or a scenario.
    """
    noun = noun or kind.NOUN
    if is_guest(owner):
        most = ROOM.get(noun, 0)
        if not most:
            raise GuestRefusal(words.sign_up_to_make(noun))
        if _rows(owner, kind, noun).count() >= most:
            raise GuestRefusal(words.guest_has_most(most, noun))
        return
    most = _most(owner, noun)
    if not most:
        return
    used, everything = _counted(owner, kind, noun)
    if used >= most:
        how = words.delete_some(noun) if not _archives(kind) else words.archive_some(noun)
        raise RoomRefusal(words.has_most(most, noun, how), kind.INDEX)
    if everything >= most * ARCHIVED:
        raise RoomRefusal(words.has_most_archived(everything, noun), kind.INDEX)


def room_of(owner: User, kind: type[Owned], noun: str = "") -> Room:
    """Return how many rows of a kind `owner` has, and may have. One query."""
    noun = noun or kind.NOUN
    return Room(noun, kind.INDEX, _counted(owner, kind, noun)[0], _most(owner, noun))


def check_upload(user: User, size: int) -> None:
    """Count a request of `size` bytes. Raise RoomRefusal if `user` has uploaded all that they may today."""
    if size <= SMALL or user.is_staff:
        return
    most = UPLOADS if is_guest(user) else settings.UPLOADS_A_DAY
    if most and count(f"uploads:{user.pk}", DAY, size) > most:
        raise RoomRefusal(words.uploaded_most(most))


def _most(owner: User, noun: str) -> int:
    return 0 if owner.is_staff else int(settings.ROOM[noun])


def _counted(owner: User, kind: type[Owned], noun: str) -> tuple[int, int]:
    """Return how many rows are in use, and how many there are with those that are archived."""
    rows = _rows(owner, kind, noun)
    if not _archives(kind):
        return (rows.count(),) * 2
    found = rows.aggregate(used=Count("pk", filter=Q(archived=False)), everything=Count("pk"))
    return found["used"], found["everything"]


def _rows(owner: User, kind: type[Owned], noun: str) -> QuerySet[Owned]:
    return kind.objects.filter(**{"owner": owner} | ({kind.NOUN_COLUMN: noun} if kind.NOUN_COLUMN else {}))


def _archives(kind: type[Owned]) -> bool:
    return any(field.name == "archived" for field in kind._meta.concrete_fields)
