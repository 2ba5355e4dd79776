"""What players get by mail, if they want it: a place that came free, a result that is missing."""

from __future__ import annotations

from collections.abc import Collection

from campaigns import mail
from tournaments.engine.actions import Action, Admit, Remind
from tournaments.engine.document import Tournament as Document
from tournaments.engine.progress import waited_for
from tournaments.models import Entry, Tournament
from tournaments.wording import telling as words

KIND = "tournament"


def tell(row: Tournament, action: Action, after: Document) -> None:
    """Send mail about what was done to whom it concerns, once it is committed."""
    if isinstance(action, Admit):
        _send(row, {action.player}, *words.admitted(row.name))
    elif isinstance(action, Remind):
        _send(row, waited_for(after.rounds[action.round - 1]), *words.missing(row.name, action.round))


def _send(row: Tournament, players: Collection[str], subject: str, text: str) -> None:
    rows = Entry.objects.filter(tournament=row, player__in=players).exclude(user=None)
    users = set(rows.values_list("user", flat=True))
    mail.to_users(users, KIND, row.name, subject, text, row.get_absolute_url())
