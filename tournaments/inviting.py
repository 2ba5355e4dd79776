"""How somebody comes to run or judge a tournament: an organiser invites them, and they accept."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from armylists.guests import check_account
from campaigns import mail
from tournaments.engine.actions import ActionError
from tournaments.models import Invitation, Organiser, Tournament
from tournaments.services import hold
from tournaments.wording import inviting as words

MOST = 50
"""Invitations of a tournament that may be open at once."""


def invite(row: Tournament, by: User, role: str, *, label: str = "", email: str = "") -> Invitation:
    """Return a way to take a role, for one person; it is sent to `email` if there is one. Raises ActionError
    where too many are open.
    """
    with transaction.atomic():
        row = hold(row)
        if open_ones(row).count() >= MOST:
            raise ActionError(words.too_many(MOST))
        made = row.invitations.create(role=role, label=label, email=email, made_by=by)
        if email:
            link = mail.address(made.get_absolute_url())
            subject, text = words.mail(by.get_username(), row.name, made.role, link)
            mail.post([{"to": email, "subject": mail.one_line(subject), "words": text}])
    return made


def open_ones(row: Tournament) -> QuerySet[Invitation]:
    """Return the invitations of a tournament that nobody has used."""
    return row.invitations.filter(used=None)


def withdraw(row: Tournament, pk: int) -> bool:
    """Withdraw an invitation; whether there was one that nobody has used."""
    return bool(open_ones(row).filter(pk=pk).delete()[0])


def invitation(token: str) -> Invitation | None:
    """Return the open invitation of a token, with its tournament; None if there is none, or it is used."""
    rows = Invitation.objects.select_related("tournament__owner", "made_by")
    return rows.filter(token=token, used=None, tournament__archived=False).first()


def used_by(token: str, user: object) -> Tournament | None:
    """Return the tournament in which somebody took a role by this token."""
    if not isinstance(user, User):
        return None
    found = Invitation.objects.select_related("tournament").filter(token=token, used_by=user).first()
    return None if found is None else found.tournament


def is_used(token: str) -> bool:
    """Return whether somebody has taken a role by this token."""
    return Invitation.objects.filter(token=token, used__isnull=False).exists()


def accept(token: str, user: User) -> Organiser:
    """Let somebody take the role that an invitation names, in the place of the one that they have.

    Raises GuestRefusal, ActionError for one that is used or withdrawn, and for the owner.
    """
    check_account(user, words.GUESTS)
    with transaction.atomic():
        # Of two at once only one finds it unused.
        found = Invitation.objects.select_for_update(of=("self",)).filter(token=token, used=None).first()
        if found is None or found.tournament.archived:
            raise ActionError(words.CLOSED, "token")
        row = found.tournament
        if user.pk == row.owner_id:
            raise ActionError(words.OWNER_ORGANISES, "token")
        made, _ = row.organisers.update_or_create(user=user, defaults={"role": found.role})
        found.used, found.used_by, found.label, found.email = timezone.now(), user, "", ""
        found.save()
    return made
