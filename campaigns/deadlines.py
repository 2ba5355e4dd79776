"""Deadlines: whose has passed, who is to be reminded, and everybody's calendar of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone
from icalendar import Alarm, Calendar, Event

from campaigns import mail
from campaigns.models import Campaign, Member
from campaigns.persistence import held, state_of

BEFORE = timedelta(hours=24)
LENGTH = timedelta(minutes=30)


def due_campaigns() -> list[Campaign]:
    """Return the campaigns that go on without their umpires now. One query."""
    return list(_waiting(timezone.now()).order_by("deadline"))


def remind() -> int:
    """Remind those who have given no orders of a deadline that comes within a day, once a turn; how many
    campaigns it was.
    """
    coming = _waiting(timezone.now() + BEFORE).filter(deadline__gt=timezone.now()).exclude(warned=F("turn"))
    count = 0
    for row in coming:
        # Several machines may send reminders: only the one that gets the lock first finds it unsent.
        with held(row) as now:
            if now.warned == now.turn or now.phase != Campaign.Phase.ORDERS:
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
    orders = list(row.orders.filter(turn=row.turn, given__isnull=False))
    given = {each.key for each in orders}
    ordered = {force for each in orders for force in (each.given or {}).get("forces", {})}
    forces = list(state_of(row).standing())
    rows = row.members.filter(role=Member.Role.PLAYER).select_related("user", "user__no_campaign_mail")
    members = list(rows)
    here = {each.key for each in members}
    return [
        each
        for each in members
        if each.key not in given
        and any(
            force.faction == each.faction
            and force.id not in ordered
            and (force.commander == each.key or (each.chief and force.commander not in here))
            for force in forces
        )
    ]


def _waiting(until: datetime) -> QuerySet[Campaign]:
    """Campaigns that go on alone, whose deadline is not after `until`."""
    rows = Campaign.objects.filter(
        phase=Campaign.Phase.ORDERS, alone=True, paused=False, archived=False, deadline__lte=until
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
    if row.deadline is not None and row.phase == Campaign.Phase.ORDERS and not row.paused:
        found.add_component(_deadline(row, link))
    return bytes(found.to_ical())


def _deadline(row: Campaign, link: str) -> Event:
    assert row.deadline is not None
    values = {
        # The same for the whole turn: calendars move the entry when the deadline moves.
        "uid": f"{row.public_id}-turn-{row.turn}@leaguer", "dtstamp": row.updated,
        "dtstart": row.deadline - LENGTH, "dtend": row.deadline, "sequence": row.revision,
        "summary": f"{row.name}: orders for turn {row.turn}", "url": link,
    }  # fmt: skip
    reminder = {"action": "DISPLAY", "description": f"{row.name}: orders are due", "trigger": -BEFORE}
    event, alarm = Event(), Alarm()
    for component, lines in ((event, values), (alarm, reminder)):
        for name, value in lines.items():
            component.add(name, value)
    event.add_component(alarm)
    return event
