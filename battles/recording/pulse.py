"""The pulse of a record: a cheap way for a page to learn that the other side has recorded something.

As with battles (`battles.pulse`) a page gets a signed token for it, so that asking again and again needs
neither a session nor a user: one query. The token of a shared link is good for as long as the link is.
"""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from battles.models import Battle
from battles.recording.access import Place
from battles.recording.models import Record

_SALT = "battles.recording.pulse"


def pulse_token(place: Place) -> str:
    """What a page that is seen from this place asks with."""
    seat = place.at_battle
    token = seat.token if seat is not None else place.token
    record = place.record
    battle = None if seat is None else seat.battle.pk
    return signing.dumps([None if battle is not None else record.pk, battle, token], salt=_SALT)


def pulse(token: str) -> int | None:
    """The revision of a token's record, 0 while nothing is kept of it; None for a token that is not ours or
    good no more. One query.
    """
    try:
        pk, battle, shared = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    if battle is None:
        return _first(Record.objects.filter(pk=pk), shared, "revision")
    return _first(Battle.objects.filter(pk=battle), shared, Coalesce("record__revision", 0))


def _first(found: QuerySet[Any], shared: str, revision: Any) -> int | None:
    rows = found.filter(share_token=shared) if shared else found
    first: int | None = rows.values_list(revision, flat=True).first()
    return first
