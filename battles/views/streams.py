"""What the pages of battles, meetings and records watch, for those who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest

from armylists.owned.streams import stream
from armylists.owned.watching import Key
from battles import access as battle_access
from battles.recording import access


@stream
def battle(request: HttpRequest, battle_id: UUID | None = None, token: str = "") -> Sequence[Key | None]:
    """Return what a battle's page watches."""
    return [battle_access.reached(request.user, battle_id, token).battle.watched]


@stream
def record(
    request: HttpRequest,
    of: str = "battle",
    battle_id: UUID | None = None,
    record_id: UUID | None = None,
    token: str = "",
) -> Sequence[Key | None]:
    """Return what a record's page watches."""
    return [access.reached(request.user, of, battle_id or record_id, token).record.watched]
