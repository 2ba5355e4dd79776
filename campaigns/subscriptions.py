"""What a member is sent: mail of which kinds, and the calendar of their campaign."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from armylists.apitokens import FRESH
from campaigns import mail
from campaigns.models import Member, NoMail, new_token
from campaigns.persistence import CampaignRefusal
from campaigns.wording import unknown


def set_mail(user: User, *, on: bool) -> None:
    """Set whether a user gets mail about their campaigns, of every kind or none."""
    set_mail_kinds(user, mail.KINDS if on else ())


def set_mail_kinds(user: User, wanted: Iterable[str]) -> None:
    """Set which kinds of mail a user gets about campaigns. Raises CampaignRefusal for an unknown one."""
    kinds = {*wanted}
    if others := sorted(kinds - set(mail.KINDS)):
        raise CampaignRefusal(unknown.mail_kind(others[0], mail.KINDS), "kinds")
    if kinds == set(mail.KINDS):
        NoMail.objects.filter(user=user).delete()
        return
    off = sorted(set(mail.KINDS) - kinds) if kinds else []
    NoMail.objects.update_or_create(user=user, defaults={"kinds": off})


def stop_mail(user: User, kind: str) -> None:
    """Stop mail of one kind."""
    set_mail_kinds(user, mail.wanted(user) - {kind})


@transaction.atomic
def new_feed(member: Member) -> str:
    """Return a new secret for a member's calendar; the old one is good no more."""
    member.feed, member.feed_used = new_token(), None
    Member.objects.filter(pk=member.pk).update(feed=member.feed, feed_used=None)
    return member.feed


def note_feed_use(member: Member) -> None:
    """Write that a member's calendar was asked for, unless that was written a moment ago."""
    now = timezone.now()
    if member.feed_used is None or now - member.feed_used >= FRESH:
        # A disk that is full keeps nobody from reading.
        with suppress(DatabaseError):
            Member.objects.filter(pk=member.pk).update(feed_used=now)


def feeds_of(user: User) -> QuerySet[Member]:
    """Return the places of `user` in campaigns that are in use, for the addresses of their calendars."""
    rows = Member.objects.filter(user=user, campaign__archived=False).select_related("campaign")
    return rows.only("feed", "feed_used", "campaign__name", "campaign__public_id").order_by("campaign__name")
