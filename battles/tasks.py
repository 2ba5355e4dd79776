"""Battles in the background: fought to the end by whatever runs the site's tasks."""

from __future__ import annotations

from django_tasks import task

from armylists.owned.services import Stale
from battles import services
from battles.models import Battle

SLICE = 2.0
TRIES = 20


@task()
def fight(battle_id: int) -> str:
    """Let the tactician play on as far as it goes, saving what was fought every few seconds.

    Returns the battle's status. If somebody else plays on at the same time, it goes on from there.
    """
    row = Battle.objects.get(pk=battle_id)
    for _ in range(TRIES):
        try:
            while services.advance(row, SLICE).more:
                pass
            break
        except Stale as stale:
            # Somebody plays on at the same time: go on from their state instead of giving up.
            row = stale.current
    return str(row.status)
