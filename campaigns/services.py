"""The only way to write campaigns; what it is made of is reached from here.

creation   beginning one, from a document or as another's copy
ordering   giving orders
messaging  messages between factions and to the umpires
turns      preview, resolution
overruling the umpire's decisions, going back
readiness  who is ready, needs more time, or is away
challenging  challenges on a ladder, at once
admitting  who has to accept newcomers while an umpire plays, and whom a turn waits for
consent    on which method the two sides of an engagement agree
settling   how engagements get their outcomes
people     who takes part, who commands what
asking     umpires who ask to play, and newcomers who need consent while one does
subscriptions  mail and calendars of members
changing   who may change sides, and when
disclosing what umpires saw that players may not see
files      a whole campaign as one file, and back

Whoever changes how a campaign stands names the revision that they saw, and is refused with Stale when
it is another one by then.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from armylists.owned.services import Stale
from armylists.room import check_room
from campaigns import mail
from campaigns.admitting import deserted
from campaigns.asking import answer_umpire, ask_to_play, stop_playing
from campaigns.creation import MAX_HOURS, clone, create
from campaigns.deadlines import idle
from campaigns.disclosing import shown_preview, taken_file
from campaigns.files import export_file, import_file
from campaigns.messaging import set_letters, write_message
from campaigns.models import Campaign, Deletion, Disclosure, Member, TurnRow
from campaigns.ordering import give_orders, withdraw_orders
from campaigns.overruling import hand_over, override, roll_back
from campaigns.people import add_member, change_member, invite, join, remove, set_automatic, withdraw
from campaigns.persistence import CampaignRefusal, disclose, held, needs_runner, needs_umpire, write
from campaigns.readiness import answer_extension, ask_for_time, set_away, set_early, set_ready
from campaigns.settling import accept_report, fight, give_up, read_outcome, report, settle
from campaigns.subscriptions import new_feed, set_mail, set_mail_kinds, stop_mail
from campaigns.turns import Preview, concluded, due, preview, resolve
from campaigns.wording import services as words

__all__ = [
    "CampaignRefusal", "Preview", "Stale", "accept_report", "add_member", "answer_extension",
    "answer_umpire", "archive", "ask_for_time", "ask_to_play", "carry_out", "change_member", "clone",
    "confirm_peace", "create", "delete", "due", "export_file", "fight", "give_orders", "give_up",
    "hand_over", "import_file", "invite", "join", "may_archive", "new_feed", "override", "pause", "preview",
    "read_outcome", "remove", "rename", "report", "resolve", "roll_back", "set_alone", "set_automatic",
    "set_away", "set_deadline", "set_early", "set_hours", "set_letters", "set_mail", "set_mail_kinds",
    "set_ready", "settle", "shown_preview", "stop_mail", "stop_playing", "taken_file", "withdraw",
    "withdraw_orders", "write_message",
]  # fmt: skip


def set_deadline(row: Campaign, by: Member, deadline: datetime | None) -> None:
    """Set until when orders for this turn may be given; None: until the umpire carries out the turn.

    Raises CampaignRefusal for a moment that has passed, or unless the campaign waits for orders.
    """
    needs_runner(by)
    with held(row) as now:
        if now.phase != Campaign.Phase.ORDERS:
            raise CampaignRefusal(words.NO_DEADLINE_NOW, "deadline", code="phase")
        if deadline is not None and deadline <= timezone.now():
            raise CampaignRefusal(words.CHOOSE_LATER, "deadline")
        if by.playing_umpire and deadline is not None and _sooner(now, deadline):
            raise CampaignRefusal(words.LEAVE_A_DAY, "deadline")
        moved = deadline != now.deadline
        write(now, deadline=deadline, warned=0)
        if moved and deadline is not None:
            mail.deadline_set(now)


def _sooner(row: Campaign, deadline: datetime) -> bool:
    """Return whether a deadline leaves players less than a day, and less than they had."""
    earlier = row.deadline is None or deadline < row.deadline
    return earlier and deadline < timezone.now() + timedelta(hours=24)


def carry_out(row: Campaign, revision: int, by: Member, *, peace: bool = False) -> list[TurnRow]:
    """Carry out the orders or conclude the turn for who runs the campaign; who plays as well waits until
    every player, and every faction that had one when the turn began, has given orders. `peace`: they confirm
    that the campaign begins at peace.

    Raises as `resolve` does, CampaignRefusal (`waiting`) naming those who have given no orders, and
    (`not-yours`) for everybody else.
    """
    needs_runner(by)
    if by.playing_umpire and row.phase == Campaign.Phase.ORDERS:
        factions = row.state.get("factions", {})
        missing = [each.user.get_username() for each in idle(row) if each.pk != by.pk]
        missing += [factions.get(each, {}).get("name", each) for each in deserted(row)]
        if missing:
            raise CampaignRefusal(words.wait_for_orders_of(missing), "orders", code="waiting")
    with transaction.atomic():  # what is refused confirms no peace
        if peace and not row.peace:
            Campaign.objects.filter(pk=row.pk).update(peace=True)
        return resolve(row, revision, by.user)


def confirm_peace(row: Campaign, by: Member, *, on: bool = True) -> None:
    """Confirm that a campaign begins at peace, or take that back."""
    needs_runner(by)
    with held(row) as now:
        write(now, peace=on)


def set_hours(row: Campaign, by: Member, hours: int) -> None:
    """Set how long every turn from the next one on waits for orders; 0: until the umpire carries it out. An
    umpire who plays leaves a day at least, or what there was.
    """
    needs_runner(by)
    if not 0 <= hours <= MAX_HOURS:
        raise CampaignRefusal(words.hours_from_0_to(MAX_HOURS), "hours")
    if by.playing_umpire and 0 < hours < min(24, row.hours or 24):
        raise CampaignRefusal(words.LEAVE_A_DAY, "hours")
    with held(row) as now:
        write(now, hours=hours)


def set_alone(row: Campaign, by: Member, *, on: bool) -> None:
    """Set whether turns go on without the umpire: at the deadline, and when the last battle is in, which may
    be the case already.
    """
    needs_runner(by)
    with held(row) as now:
        write(now, alone=on)
        concluded(now, by.user)


def pause(row: Campaign, by: Member, *, on: bool = True) -> None:
    """Let a campaign rest, or go on. While it rests nothing is resolved; a deadline that passed meanwhile is
    put off by the campaign's usual time, by a day where it has none; battles that came in since count now.
    """
    needs_runner(by)
    with held(row) as now:
        _rested(now, by, resumed=not on, paused=on)


def _rested(row: Campaign, by: Member, *, resumed: bool, **columns: Any) -> None:
    """Write that a campaign that is held rests, or goes on (`resumed`)."""
    if resumed and row.deadline is not None and row.deadline <= timezone.now():
        # Else the campaign would be resolved the moment it goes on, before anybody has seen it.
        columns |= {"deadline": timezone.now() + timedelta(hours=row.hours or 24), "warned": 0}
    write(row, **columns)
    # Nobody could agree on a method while it rested: the time for that begins anew.
    row.engagements.filter(turn=row.turn, undone=False, means="").update(opened=timezone.now())
    concluded(row, by.user)


def rename(row: Campaign, by: Member, name: str) -> None:
    """Give a campaign another name."""
    needs_runner(by)
    said = " ".join(name.split())
    if not 0 < len(said) <= 120:
        raise CampaignRefusal(words.NAME_LENGTH, "name")
    with held(row) as now:
        write(now, name=said)


def archive(row: Campaign, by: Member, *, away: bool = True) -> None:
    """Archive a campaign, or restore it, as from a pause; the owner's to do. Every member can read that.

    Raises CampaignRefusal (`not-yours`) for everybody else, and for an owner who plays against others.
    """
    _needs_owner(row, by)
    with held(row, archived=True) as now:
        if now.archived == away:
            return
        _needs_owner(now, by, alone=True)
        if not away and now.owner is not None:
            check_room(now.owner, Campaign)
        _rested(now, by, resumed=not away, archived=away)
        disclose(now, by, Disclosure.Kind.ARCHIVED if away else Disclosure.Kind.RESTORED)


def may_archive(row: Campaign, by: Member) -> bool:
    """Return whether a member may archive, restore and delete a campaign: its owner, but while they play
    against others only once it is over, so that nobody ends alone what they may lose. One query at most.
    """
    if by.user_id != row.owner_id:
        return False
    if row.over or not by.playing_umpire:
        return True
    return not row.members.filter(role=Member.Role.PLAYER).exclude(pk=by.pk).exists()


def delete(row: Campaign, by: Member) -> None:
    """Delete a campaign that is archived, for good; the owner's to do, as archiving it is. Everybody else
    in it gets mail, and reads so where they have it open.
    """
    _needs_owner(row, by)
    with held(row, archived=True) as now:
        _needs_owner(now, by, alone=True)
        if not now.archived:
            raise CampaignRefusal(words.ARCHIVE_FIRST, code="in-use")
        others = list(now.members.exclude(pk=by.pk))
        mail.deleted(now, others, str(by.user))
        Deletion.objects.bulk_create(
            Deletion(campaign=now.public_id, user_id=each.user_id, name=now.name, by=str(by.user))
            for each in (*others, by)
        )
        now.delete()


def _needs_owner(row: Campaign, by: Member, *, alone: bool = False) -> None:
    """Raise CampaignRefusal (`not-yours`) for everybody but the owner, or (`alone`) for one who plays too."""
    if by.user_id != row.owner_id:
        raise CampaignRefusal(words.ONLY_OWNER, code="not-yours")
    if alone and not may_archive(row, by):
        needs_umpire(by)
