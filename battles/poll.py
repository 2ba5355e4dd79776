"""The poll of a battle or a record: a cheap way for a page to learn that somebody else has done something.

A page gets a signed token for it, so that asking again and again needs neither a session nor a user: one
query. The token of a shared link is good for as long as the link is.
"""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.db.models.functions import Coalesce

from battles.access import Viewer
from battles.models import Battle
from battles.recording.access import Participant
from battles.recording.models import Record

_OF_BATTLE, _OF_RECORD = "battles.poll", "battles.recording.poll"


def poll_token(viewer: Viewer) -> str:
    """Return what a battle's page polls with, for this viewer."""
    return signing.dumps([viewer.battle.pk, viewer.token], salt=_OF_BATTLE)


def poll_state(token: str) -> dict[str, int | bool] | None:
    """Return the revision of a token's battle, and whether it is over; None for a token that is not ours or
    good no more. One query.
    """
    pk, shared = _read(token, _OF_BATTLE, 2)
    row = _values(Battle, pk, shared, "revision", "status")
    return None if row is None else {"revision": row[0], "over": row[1] == Battle.Status.OVER}


def record_token(participant: Participant) -> str:
    """Return what a record's page polls with, for this participant."""
    if participant.at_battle is not None:
        viewer = participant.at_battle
        return signing.dumps([None, viewer.battle.pk, viewer.token], salt=_OF_RECORD)
    return signing.dumps([participant.record.pk, None, participant.token], salt=_OF_RECORD)


def record_state(token: str) -> int | None:
    """Return the revision of a token's record, 0 while nothing is saved of it; None as with `poll_state`."""
    pk, battle, shared = _read(token, _OF_RECORD, 3)
    if battle is None:
        row = _values(Record, pk, shared, "revision")
    else:
        row = _values(Battle, battle, shared, Coalesce("record__revision", 0))
    return None if row is None else row[0]


def _read(token: str, salt: str, count: int) -> list[Any]:
    """Return what a token says; nothing for one that is not ours."""
    try:
        found: list[Any] = signing.loads(token, salt=salt)
    except signing.BadSignature:
        # A forged or old token answers like a battle that is gone: it reveals nothing.
        return [None] * count
    return found


def _values(kind: type[Battle] | type[Record], pk: int | None, shared: str, *names: Any) -> Any:
    if pk is None:
        return None
    # A link that is no longer shared must stop answering, so its token is part of the query.
    rows = kind.objects.filter(pk=pk, **({"share_token": shared} if shared else {}))
    return rows.values_list(*names).first()
