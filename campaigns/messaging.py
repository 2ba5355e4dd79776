"""Messages: what players write to factions and to the umpires.

A message is read by its sender, by the members of the factions that it goes to, and by the umpires, who can
read them all. It is plain text, never changes, and is in no file of the campaign. Onlookers write to the
umpires alone; players too, and to their own faction, where the umpire has switched letters between factions
off. An umpire who plays reads only what other players read: where no other umpire is, nobody writes to the
umpires.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q
from django.utils import timezone

from campaigns import mail
from campaigns.models import Addressee, Campaign, Member, Message
from campaigns.persistence import CampaignRefusal, has_neutral_umpire, held, needs_runner, write
from campaigns.waking import UMPIRES as ALL_UMPIRES
from campaigns.waking import wake
from campaigns.wording import services as sentences

MAX_WORDS = 4000
PER_HOUR = 20
UMPIRES = ""
"""What stands for the umpires among those to whom a message goes."""


def addressed(member: Member) -> Q:
    """Return what picks the messages that go to a member: to their faction since they are in it, or to them
    as umpire.
    """
    to = [member.faction] if member.faction else []
    found = Q(addressees__faction__in=[*to, UMPIRES] if member.umpire else to)
    return found & Q(at__gte=member.since) if member.since is not None and not member.umpire else found


def unread(members: Iterable[Member]) -> Mapping[int, tuple[int, datetime]]:
    """Return how many messages that went to them these members have not read, and when the first of them was
    sent, by campaign. One query.
    """
    asked = [each for each in members if each.umpire or each.faction]
    which = Q(pk__in=())
    for each in asked:
        which |= Q(campaign_id=each.campaign_id, pk__gt=each.read) & addressed(each)
    rows = Message.objects.filter(which).exclude(sender__in=[each.pk for each in asked]).order_by()
    counted = rows.values_list("campaign").annotate(Count("pk", distinct=True), Min("at"))
    return {campaign: (count, first) for campaign, count, first in counted}


def may_address(row: Campaign, member: Member) -> list[str]:
    """Return the factions that a member may write to: those that somebody plays. One query."""
    if member.role == Member.Role.NEUTRAL:
        return []
    if not (row.letters or member.umpire):
        return [member.faction]
    played = row.members.exclude(faction="").order_by().values_list("faction", flat=True)
    return sorted(set(played))


def write_message(
    row: Campaign, by: Member, words: str, factions: Iterable[str] = (), *, umpire: bool = False
) -> Message:
    """Send a message to factions, to the umpires, or to both.

    Raises CampaignRefusal for a message without words or addressee, for a faction that the member may not
    write to, for the umpires where all of them play (`no-umpire`), for more than PER_HOUR an hour, and in a
    campaign that is archived.
    """
    text, to = plain(words), sorted(set(factions))
    if not text:
        raise CampaignRefusal(sentences.MESSAGE_EMPTY, "words")
    if len(text) > MAX_WORDS:
        raise CampaignRefusal(sentences.message_too_long(len(text), MAX_WORDS), "words")
    if not (to or umpire):
        raise CampaignRefusal(sentences.CHOOSE_READERS, "factions")
    with held(row) as now:
        allowed = may_address(now, by)
        for each in to:
            if each not in allowed:
                why = sentences.cannot_write_to(each)
                if by.role == Member.Role.PLAYER and not now.letters:
                    why = sentences.MESSAGES_SWITCHED_OFF
                raise CampaignRefusal(why, "factions", code="closed")
        if umpire and not has_neutral_umpire(now):
            raise CampaignRefusal(sentences.NOBODY_WOULD_READ, "umpire", code="no-umpire")
        hour = timezone.now() - timedelta(hours=1)
        if Message.objects.filter(sender=by, at__gt=hour).count() >= PER_HOUR:
            raise CampaignRefusal(sentences.too_many_messages(PER_HOUR), code="often")
        message = Message.objects.create(
            campaign=now, sender=by, faction=by.faction, umpire=by.umpire, words=text
        )
        keys = [*to, *([UMPIRES] if umpire else [])]
        Addressee.objects.bulk_create(Addressee(message=message, faction=each) for each in keys)
        readers = [
            each for each in now.members.exclude(pk=by.pk)
            if (each.faction and each.faction in to) or (umpire and each.umpire)
        ]  # fmt: skip
        mail.written(now, message, readers, str(by.user))
        wake(now, ALL_UMPIRES | Q(pk=by.pk) | Q(faction__in=to), "message", who=str(by.user))
    return message


def mark_read(member: Member, newest: int) -> None:
    """Remember that a member has read all messages up to one."""
    Member.objects.filter(pk=member.pk, read__lt=newest).update(read=newest)


def set_letters(row: Campaign, by: Member, *, on: bool) -> None:
    """Let players write to other factions, or not; who runs the campaign does."""
    needs_runner(by)
    with held(row) as now:
        write(now, letters=on)


def plain(words: str) -> str:
    """Return a text without what is no text: control characters and blanks around it."""
    lines = words.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        each for each in lines if each in "\n\t" or unicodedata.category(each) not in ("Cc", "Cs", "Co", "Cn")
    ).strip()
