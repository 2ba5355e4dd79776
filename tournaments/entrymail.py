"""The e-mail address of a player without an account: organisers note it, and send them there how they claim
their place. Nobody else sees it, and it goes as soon as it is not needed any more.
"""

from __future__ import annotations

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from campaigns import mail
from tournaments.engine.actions import ActionError
from tournaments.models import Entry, Tournament
from tournaments.persistence import document_of
from tournaments.services import hold
from tournaments.wording import telling as words

PAUSE = 600
"""Seconds between two mails to the same player."""


def note(row: Tournament, player: str, email: str, *, person: int = 0, send: bool = False) -> Entry:
    """Write the address of a player whom nobody has claimed, "" for none, and `send` them how they claim it;
    of doubles, that of the `person` 0 or 1.

    Raises ActionError for a wrong address, a player who has an account, and a second mail too soon.
    """
    try:
        if email:
            validate_email(email)
    except ValidationError as error:
        raise ActionError(words.WRONG_ADDRESS, "email") from error
    with transaction.atomic():
        row = hold(row)
        entry = row.entries.filter(player=player, person=person, user=None).first()
        named = document_of(row).by_id.get(player)
        if entry is None or named is None or person >= len(named.names):
            raise ActionError(words.HAS_AN_ACCOUNT, "player")
        name = named.person(person)
        if send and not email:
            raise ActionError(words.NO_ADDRESS, "email")
        if send and not cache.add(f"tournaments:entry-mail:{entry.pk}", 1, PAUSE):
            raise ActionError(words.too_soon(name, PAUSE // 60), "send")
        entry.email = email
        entry.save(update_fields=["email"])
        if send:
            link = mail.address(reverse("tournaments:claim", args=[entry.claim]))
            subject, text = words.claim(name, row.name, link)
            mail.post([{"to": email, "subject": mail.one_line(subject), "words": text}])
    return entry
