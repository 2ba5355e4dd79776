"""The only way to write campaigns; what it is made of is reached from here.

creation   beginning one, from a document or as another's copy
ordering   giving orders
turns      preview, resolution, the umpire's decisions, going back
settling   how engagements get their outcomes
people     who takes part, who commands what
files      a whole campaign as one file, and back

Whoever changes how a campaign stands names the revision that they saw, and is refused with Stale when
it is another one by then.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from armylists.owned.services import Stale
from campaigns.creation import MAX_HOURS, clone, create
from campaigns.files import export_file, import_file
from campaigns.models import Campaign, Member
from campaigns.ordering import give_orders, withdraw_orders
from campaigns.people import (
    add_member,
    change_member,
    invite,
    join,
    new_feed,
    remove,
    set_automatic,
    set_mail,
    withdraw,
)
from campaigns.persistence import CampaignRefusal, held, needs_umpire, write
from campaigns.settling import fight, give_up, read_outcome, report, settle
from campaigns.turns import Preview, concluded, due, hand_over, override, preview, resolve, roll_back

__all__ = [
    "CampaignRefusal", "Preview", "Stale", "add_member", "archive", "change_member", "clone",
    "create", "delete", "due", "export_file", "fight", "give_orders", "give_up", "hand_over",
    "import_file", "invite", "join", "new_feed", "override", "pause", "preview", "read_outcome", "remove",
    "rename", "report", "resolve", "roll_back", "set_alone", "set_automatic", "set_deadline", "set_hours",
    "set_mail", "settle", "withdraw", "withdraw_orders",
]  # fmt: skip


def set_deadline(row: Campaign, by: Member, deadline: datetime | None) -> None:
    """Until when orders for this turn may be given; None: until the umpire resolves it.

    Raises CampaignRefusal for a moment that has passed, or unless the campaign waits for orders.
    """
    needs_umpire(by)
    with held(row) as now:
        if now.phase != Campaign.Phase.ORDERS:
            raise CampaignRefusal("the campaign waits for no orders now", "deadline", code="phase")
        if deadline is not None and deadline <= timezone.now():
            raise CampaignRefusal("has passed: name a later one", "deadline")
        write(now, deadline=deadline, warned=0)


def set_hours(row: Campaign, by: Member, hours: int) -> None:
    """How long every turn from the next one on waits for orders; 0: until the umpire resolves it."""
    needs_umpire(by)
    if not 0 <= hours <= MAX_HOURS:
        raise CampaignRefusal(f"is from 0 to {MAX_HOURS}", "hours")
    with held(row) as now:
        write(now, hours=hours)


def set_alone(row: Campaign, by: Member, *, on: bool) -> None:
    """Whether turns go on without the umpire: at the deadline, and when the last battle is in, as it may be
    already.
    """
    needs_umpire(by)
    with held(row) as now:
        write(now, alone=on)
        concluded(now, by.user)


def pause(row: Campaign, by: Member, *, on: bool = True) -> None:
    """Let a campaign rest, or go on. While it rests nothing is resolved; a deadline that passed meanwhile is
    put off by the campaign's usual time, by a day where it has none; battles that came in since count now.
    """
    needs_umpire(by)
    with held(row) as now:
        columns: dict[str, Any] = {"paused": on}
        if not on and now.deadline is not None and now.deadline <= timezone.now():
            # Else the campaign would be resolved the moment it goes on, before anybody has seen it.
            columns |= {"deadline": timezone.now() + timedelta(hours=now.hours or 24), "warned": 0}
        write(now, **columns)
        concluded(now, by.user)


def rename(row: Campaign, by: Member, name: str) -> None:
    """Give a campaign another name."""
    needs_umpire(by)
    said = " ".join(name.split())
    if not 0 < len(said) <= 120:
        raise CampaignRefusal("has 1 to 120 characters", "name")
    with held(row) as now:
        write(now, name=said)


def archive(row: Campaign, by: Member, *, away: bool = True) -> None:
    """Archive a campaign, or restore it; the owner's to do."""
    _needs_owner(row, by)
    with held(row) as now:
        write(now, archived=away)


def delete(row: Campaign, by: Member) -> None:
    """Delete a campaign that is archived, for good; the owner's to do."""
    _needs_owner(row, by)
    with held(row) as now:
        if not now.archived:
            raise CampaignRefusal("is in use: archive it first", code="in-use")
    # Checked once more in the statement: somebody may have restored it since.
    Campaign.objects.filter(pk=row.pk, archived=True).delete()


def _needs_owner(row: Campaign, by: Member) -> None:
    if by.user_id != row.owner_id:
        raise CampaignRefusal("is for the owner to decide", code="not-yours")
