"""Invitations: whoever names an opponent asks them first. Until they accept, the battle or record waits.

An invitation is a name in its row. Whether somebody has that name is not said: one to nobody waits like one
that is not answered. It has a link as well: whoever has an account and opens it may accept.
"""

from __future__ import annotations

import secrets
from typing import Any, TypeAlias
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from armylists.guests import check_account, is_guest
from armylists.owned.watching import announce
from battles import wording as words
from battles.models import Battle
from battles.persistence import progress
from battles.recording.models import Record
from battles.sides import ACCEPTED, DECLINED, OPEN, TwoSides
from battles.signals import archiving
from rulesets.contract import registry
from rulesets.engine import document
from rulesets.engine.errors import LeaguerError

Invited: TypeAlias = Battle | Record
KINDS: tuple[type[Battle], type[Record]] = (Battle, Record)
MOST = 20
"""How many invitations of one person may be open, of each kind."""


class InvitationError(LeaguerError):
    """An invitation that cannot be sent or answered."""


def check(owner: User, name: str, kind: type[TwoSides]) -> str:
    """Return the name that `owner` may invite, "" for nobody.

    Raises GuestRefusal for a guest, InvitationError at `opponent`.
    """
    name = name.strip()
    if not name:
        return ""
    check_account(owner, words.GUESTS_CANNOT_INVITE)
    if name.casefold() == owner.get_username().casefold():
        raise InvitationError(words.INVITES_THEMSELVES, path="opponent")
    if kind.objects.of(owner).filter(invitation=OPEN).count() >= MOST:
        raise InvitationError(words.too_many_invitations(MOST), path="opponent")
    return name


def received(user: User) -> list[Invited]:
    """Return the open invitations of `user`, the newest first; two queries."""
    if not user.is_authenticated or is_guest(user):
        return []
    found = [row for kind in KINDS for row in kind.objects.filter(_for(user)).light()[:MOST]]
    return sorted(found, key=lambda row: row.created, reverse=True)


def received_by(user: User, public_id: UUID, code: str = "") -> Invited:
    """Return an open invitation of `user`, or of whoever has the `code` of its link.

    Raises Http404 for any other.
    """
    if not is_guest(user):
        for kind in KINDS:
            row = (
                kind.objects.filter(invitation=OPEN, archived=False, public_id=public_id)
                .with_people()
                .first()
            )
            if row is not None and row.owner != user and (named(row, user) or opens(row, code)):
                return row
    raise Http404(words.NO_INVITATION)


def named(row: Invited, user: User) -> bool:
    """Whether it is `user` by name who is invited."""
    return str(row.invited).casefold() == user.get_username().casefold()


def code_of(row: Invited) -> str:
    """Return the code of an invitation's link. Another name has another one, so no old link opens it."""
    return salted_hmac("invitation", f"{row.public_id}:{row.invited}", algorithm="sha256").hexdigest()[:24]


def opens(row: Invited, code: str) -> bool:
    """Whether a code is that of an invitation's link."""
    return constant_time_compare(code, code_of(row))


def sent_by(user: User, public_id: UUID) -> Invited:
    """Return what `user` has invited somebody to, while that is open; Http404 for anything else."""
    for kind in KINDS:
        found = kind.objects.filter(owner=user, invitation=OPEN, public_id=public_id).with_people().first()
        if found is not None:
            return found
    raise Http404(words.NO_INVITATION)


def read_by(user: User, public_id: UUID, code: str = "") -> Invited:
    """Return an open invitation of `user`, of the link's `code`, or one that they have sent; Http404 for any
    other.
    """
    try:
        return received_by(user, public_id, code)
    except Http404:
        return sent_by(user, public_id)


def of_owner(user: User, public_id: UUID) -> Invited:
    """Return what `user` owns by its id, whether anybody has answered or not; Http404 for anything else."""
    for kind in KINDS:
        found = kind.objects.filter(owner=user, public_id=public_id).light().first()
        if found is not None:
            return found
    raise Http404(words.NO_INVITATION)


@transaction.atomic
def answer(row: Invited, user: User, *, accept: bool) -> None:
    """Accept or decline an invitation of `user`'s. Raises InvitationError if it is open no more."""
    if accept:
        # Who came by link may have another name than the one that was typed.
        _close(row, opponent=user, invited=user.get_username(), invitation=ACCEPTED, **_guided(row, user))
    else:
        _close(row, invitation=DECLINED)


def withdraw(row: Invited) -> None:
    """Take an invitation back: its owner has both sides. Raises InvitationError if it is open no more."""
    _close(row, invitation=ACCEPTED, invited="", **_guided(row, row.owner))


def may_invite(row: Invited) -> bool:
    """Whether the owner may still invite somebody: they lead both sides, nothing is chosen or recorded, and
    nobody else needs it.
    """
    untouched = row.version == 0 and not row.over if isinstance(row, Battle) else row.revision == 0
    if isinstance(row, Battle) and row.cancelled:
        return False
    alone = row.opponent_id is None and not row.waits and not row.archived
    if not (untouched and alone) or (isinstance(row, Record) and row.battle_id is not None):
        return False
    return all(reason is None for _, reason in archiving.send(type(row), row=row))


@transaction.atomic
def invite(row: Invited, user: User, name: str) -> None:
    """Invite somebody to the second side of what `user` owns. Raises GuestRefusal, or InvitationError where
    nobody can be invited any more.
    """
    if name.strip().casefold() == user.get_username().casefold():
        raise InvitationError(words.YOUR_OWN_NAME, path="opponent")
    name = check(user, name, type(row))
    if not name:
        raise InvitationError(words.NAME_SOMEBODY, path="opponent")
    if not may_invite(row):
        raise InvitationError(words.TOO_LATE_TO_INVITE, path="opponent")
    columns: dict[str, Any] = {"invited": name, "invitation": OPEN}
    if isinstance(row, Battle):
        # Whoever chose the seed, or could see the dice, would know every die to come: they are drawn anew.
        system, seed = registry.get(row.system), secrets.token_hex(16)
        columns |= {"seed": seed, "rules_version": system.rules_version, "undone": F("undone") + 1}
        columns |= {"tacticians": [], "guided": [side for side in row.guided if side != 1]}
        columns |= progress(document.begin(system, row.setup, seed))
    _write(row, row.invitation, **columns)


def _guided(row: Invited, user: User) -> dict[str, object]:
    """Return the column of the sides with hints, with the second one's if it is `user`'s first battle of the
    system.
    """
    if not isinstance(row, Battle):
        return {}
    known = Battle.objects.filter(system=row.system).exclude(pk=row.pk).of(user).exists()
    return {} if known else {"guided": sorted({*row.guided, 1})}


def _for(user: User) -> Q:
    return Q(invitation=OPEN, archived=False, invited__iexact=user.get_username())


def _close(row: Invited, **columns: object) -> None:
    _write(row, OPEN, **columns)


def _write(row: Invited, before: str, **columns: object) -> None:
    columns |= {"updated": timezone.now()}
    same: dict[str, object] = {"pk": row.pk, "invitation": before}
    if isinstance(row, Battle):
        columns["revision"] = F("revision") + 1  # open pages have to notice
        same["version"] = row.version
    else:
        same["revision"] = row.revision
    # In one statement: of an answer and a withdrawal at once only one counts.
    if not type(row).objects.filter(**same).update(**columns):
        raise InvitationError(words.INVITATION_CLOSED)
    row.refresh_from_db()
    announce(row)
