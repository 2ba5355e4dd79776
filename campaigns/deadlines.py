"""Deadlines: whose has passed, who is to be reminded, and everybody's calendar of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone
from icalendar import Alarm, Calendar, Event

from campaigns import mail
from campaigns.commanding import waited_for
from campaigns.models import Campaign, Member
from campaigns.persistence import held
from campaigns.wording import services as words

BEFORE = timedelta(hours=24)
LENGTH = timedelta(minutes=30)


def due_campaigns() -> list[Campaign]:
    """Return the campaigns that go on without their umpires now. One query."""
    return list(_open(timezone.now()).filter(alone=True).order_by("deadline"))


def remind() -> int:
    """Remind those who have given no orders of a deadline that comes within a day, once a turn; how many
    campaigns it was.
    """
    today = timezone.now()
    coming = _open(today + BEFORE).filter(deadline__gt=today).exclude(warned=F("turn"))
    count = 0
    for row in coming:
        # Several machines may send reminders: only the one that gets the lock first finds it unsent.
        with held(row, archived=True) as now:
            if now.archived or now.warned == now.turn or now.phase != Campaign.Phase.ORDERS:
                continue
            # Past the revision: nobody's page is outdated because a reminder went out.
            Campaign.objects.filter(pk=now.pk).update(warned=now.turn)
            mail.reminder(now, idle(now))
            count += 1
    return count


def idle(row: Campaign) -> list[Member]:
    """Return the players who have forces to order and have given no orders in this turn; a commander-in-chief
    is not among them once somebody has given orders for all of the chief's forces.
    """
    members = list(row.members.filter(role=Member.Role.PLAYER).select_related("user"))
    return waited_for(members, row.state, list(row.orders.filter(turn=row.turn)), members)


def _open(until: datetime) -> QuerySet[Campaign]:
    """Return the campaigns in use whose deadline is not after `until`."""
    rows = Campaign.objects.filter(
        phase=Campaign.Phase.ORDERS, paused=False, archived=False, deadline__lte=until
    )
    # The two heaviest columns, which only resolving needs, and that reads the row again.
    return rows.defer("document", "map")


def calendar(member: Member, link: str) -> bytes:
    """Return a member's campaign, whose page is at `link`, as an iCalendar: the deadline for this turn."""
    row = member.campaign
    found = Calendar()
    found.add("prodid", "-//Leaguer//Campaigns//EN")
    found.add("version", "2.0")
    found.add("x-wr-calname", row.name)
    found.add("method", "PUBLISH")
    waits = row.phase == Campaign.Phase.ORDERS and not row.paused and not row.archived
    if row.deadline is not None and waits:
        found.add_component(_deadline(row, link))
    return bytes(found.to_ical())


def _deadline(row: Campaign, link: str) -> Event:
    assert row.deadline is not None
    values = {
        # The same for the whole turn: calendars move the entry when the deadline moves.
        "uid": f"{row.public_id}-turn-{row.turn}@leaguer", "dtstamp": row.updated,
        "dtstart": row.deadline - LENGTH, "dtend": row.deadline, "sequence": row.revision,
        "summary": words.orders_for_turn(row.name, row.turn), "url": link,
    }  # fmt: skip
    reminder = {"action": "DISPLAY", "description": words.orders_due(row.name), "trigger": -BEFORE}
    event, alarm = Event(), Alarm()
    for component, lines in ((event, values), (alarm, reminder)):
        for name, value in lines.items():
            component.add(name, value)
    event.add_component(alarm)
    return event
