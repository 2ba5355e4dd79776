"""The pulse of a battle: a cheap way for a page to learn that somebody else has done something.

A page gets a signed token for it, so that asking again and again needs neither a session nor a user: one
query. It tells the revision and whether the battle is over, nothing else. The token of a shared link is good
for as long as the link is.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing

from battles.access import Seat
from battles.models import Battle

_SALT = "battles.pulse"


@dataclass(frozen=True, slots=True)
class Pulse:
    """Where a battle is: its revision, and whether it is over."""

    revision: int
    over: bool

    def to_json(self) -> dict[str, int | bool]:
        return {"revision": self.revision, "over": self.over}


def pulse_token(place: Seat) -> str:
    """What a page that is seen from this seat asks with."""
    return signing.dumps([place.battle.pk, place.token], salt=_SALT)


def pulse(token: str) -> Pulse | None:
    """Where the battle of a token is; None for a token that is not ours or good no more. One query."""
    try:
        pk, shared = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    found = Battle.objects.filter(pk=pk)
    if shared:
        found = found.filter(share_token=shared)
    row = found.values_list("revision", "status").first()
    return None if row is None else Pulse(row[0], row[1] == Battle.Status.OVER)
