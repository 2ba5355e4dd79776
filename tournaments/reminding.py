"""Reminders of results that are missing when the time of a round is up."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments import services
from tournaments.engine.actions import ActionError, Remind
from tournaments.engine.document import Tournament as Document
from tournaments.engine.progress import waited_for
from tournaments.models import Tournament
from tournaments.persistence import document_of

RECENT = timedelta(days=2)
"""Tournaments at which nothing has been done for longer are not reminded."""


def is_due(document: Document, now: datetime) -> bool:
    """Return whether the time of the last round is up, results are missing, and nobody was reminded since."""
    last = document.rounds[-1] if document.rounds else None
    if last is None or not last.published or last.ends is None or not last.ends <= now < last.ends + RECENT:
        return False
    return (last.reminded is None or last.reminded < last.ends) and bool(waited_for(last))


def remind(row: Tournament) -> bool:
    """Remind the players of a tournament if that is due; whether it was."""
    document, now = document_of(row), timezone.now()
    if row.archived or not is_due(document, now):
        return False
    with suppress(ActionError):  # somebody else was first
        services.act(row, None, Remind(round=len(document.rounds), at=now))
    return True


def remind_all() -> list[Tournament]:
    """Remind the players of every tournament where that is due, and return these tournaments."""
    since = timezone.now() - RECENT
    rows = Tournament.objects.filter(archived=False, updated__gte=since).order_by("pk")
    return [each for each in rows if remind(each)]
