"""What people are sent by mail: invitations, turns that were resolved, engagements that wait, deadlines.

Mail goes out once what it reports is committed, through whatever the site sends mail with, and a message
that cannot be sent holds nothing up. Who wants none gets none. No message says more than that something
happened and where to look: what somebody may know of it is the pages' to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils.formats import date_format

from campaigns import tasks
from campaigns.models import Campaign, EngagementRow, Invitation, Member, TurnRow


def invited(row: Campaign, invitation: Invitation) -> None:
    """Somebody is asked to take part, at the address that the invitation has."""
    who = invitation.made_by
    role = (
        "an umpire" if invitation.role == Member.Role.UMPIRE else f"a {invitation.get_role_display().lower()}"
    )
    words = (
        f"{who} asks you to take part in the campaign «{row.name}» as {role}.\n\n"
        f"The way in, which is good for one person: {address(invitation.get_absolute_url())}\n"
    )
    send([invitation.email], f"{row.name}: you are invited", words, invitation_only=True)


def resolved(row: Campaign, parts: Sequence[TurnRow]) -> None:
    """Mail everybody that a turn went on, those with an engagement to fight of that."""
    if not parts:
        return
    link = address(row.get_absolute_url())
    if row.over:
        send(_everybody(row), f"{row.name} is over", f"The campaign «{row.name}» is over: {link}\n")
        return
    # Only now are engagements known; a concluded turn falls through to the general message.
    if row.phase == Campaign.Phase.BATTLES:
        _to_be_fought(row)
        return
    words = f"Turn {parts[-1].turn} of «{row.name}» has been resolved; turn {row.turn} waits for your orders"
    if row.deadline is not None:
        words += f" until {moment(row)}"
    send(_everybody(row), f"{row.name}: turn {parts[-1].turn} resolved", f"{words}.\n\n{link}\n")


def _to_be_fought(row: Campaign) -> None:
    """Those whose forces met somebody have something to do, the others only something to read."""
    factions: set[str] = set()
    for one, two in row.engagements.filter(turn=row.turn, undone=False).values_list("faction_a", "faction_b"):
        factions |= {one, two}
    members = list(row.members.select_related("user", "user__no_campaign_mail"))
    mine = [each for each in members if each.faction in factions]
    link = address(row.get_absolute_url())
    words = (
        f"The marches of turn {row.turn} of «{row.name}» are done: an engagement waits for you.\n\n{link}\n"
    )
    send(_addresses(mine), f"{row.name}: an engagement waits for you", words)
    words = (
        f"The marches of turn {row.turn} of «{row.name}» are done, its battles are being fought.\n\n{link}\n"
    )
    others = [each for each in members if each not in mine]
    send(_addresses(others), f"{row.name}: the marches of turn {row.turn}", words)


def proposed(row: Campaign, members: Iterable[Member]) -> None:
    """Ask those who have to name an army for a battle that is fought by stand-ins."""
    words = f"A battle of turn {row.turn} of «{row.name}» is fought by armies that stand in: name yours.\n\n"
    _send_members(row, members, "an army is for you to name", words)


def reported(row: Campaign, engagement: EngagementRow) -> None:
    """One side has reported a battle: the other is asked for its report."""
    waiting = [
        name for name, claim in zip(engagement.factions, engagement.claims, strict=True) if claim is None
    ]
    words = f"The other side has reported how a battle of turn {row.turn} of «{row.name}» ended: now you.\n\n"
    members = row.members.filter(faction__in=waiting).select_related("user", "user__no_campaign_mail")
    _send_members(row, members, "a report waits for yours", words)


def disputed(row: Campaign, _engagement: EngagementRow) -> None:
    """Both sides' reports differ: the umpires have to decide."""
    words = (
        f"The two reports of a battle of turn {row.turn} of «{row.name}» differ: it is for you to decide.\n\n"
    )
    umpires = row.members.filter(role=Member.Role.UMPIRE).select_related("user", "user__no_campaign_mail")
    _send_members(row, umpires, "two reports differ", words)


def reminder(row: Campaign, members: Iterable[Member]) -> None:
    """Remind those who have given no orders that the deadline comes near."""
    words = f"Orders for turn {row.turn} of «{row.name}» are due until {moment(row)}: yours are missing.\n\n"
    _send_members(row, members, "your orders are missing", words)


def moment(row: Campaign) -> str:
    """Return the deadline in words."""
    return date_format(row.deadline, "j F Y, H:i") + " UTC" if row.deadline else ""


def address(path: str) -> str:
    """Return the whole address of a path of this site."""
    return f"{settings.LEAGUER_URL.rstrip('/')}{path}"


def _send_members(row: Campaign, members: Iterable[Member], subject: str, words: str) -> None:
    link = address(row.get_absolute_url())
    send(_addresses(members), f"{row.name}: {subject}", f"{words}{link}\n")


def _everybody(row: Campaign) -> list[str]:
    return _addresses(row.members.select_related("user", "user__no_campaign_mail"))


def _addresses(members: Iterable[Member]) -> list[str]:
    """Return the addresses of those who want mail and can get it."""
    return [each.user.email for each in members if each.user.email and wants_mail(each.user)]


def wants_mail(user: User) -> bool:
    """Return whether somebody gets mail about their campaigns."""
    return getattr(user, "no_campaign_mail", None) is None


def send(to: Sequence[str], subject: str, words: str, *, invitation_only: bool = False) -> None:
    """Send everybody a message of their own, once all that was done is committed."""
    if not to:
        return
    foot = (
        "" if invitation_only else f"\nNo more mail about campaigns: {address(reverse('campaigns:mail'))}\n"
    )
    # A name may hold a line break, and no mail is sent with one in its subject.
    line = " ".join(subject.split())
    # A queued task, so that a slow mail server never holds up a request or its lock.
    transaction.on_commit(partial(tasks.post.enqueue, list(to), line, words + foot))
