"""What is read of many campaigns at once to find out what they wait for (`waiting`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, Q

from campaigns.messaging import unread
from campaigns.models import (
    BroughtList,
    Campaign,
    Disclosure,
    EngagementRow,
    Extension,
    Member,
    OrdersRow,
    TurnRow,
)
from campaigns.notices import unread_notices
from campaigns.persistence import area_names

_BEGIN = (TurnRow.Part.MARCH, TurnRow.Part.CONCLUDE, TurnRow.Part.BACK)
"""The parts of a turn with which something else begins to wait."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What was read of all campaigns at once, by campaign."""

    since: Mapping[int, datetime]
    orders: Mapping[int, list[OrdersRow]]
    engagements: Mapping[int, list[EngagementRow]]
    members: Mapping[int, list[Member]]
    areas: Mapping[int, Mapping[str, str]]
    challenged: Mapping[int, datetime]
    """When somebody on a ladder last challenged somebody, or answered."""
    unread: Mapping[int, tuple[int, datetime]]
    notices: Mapping[int, list[Disclosure]]
    """What umpires did in the place of those who wait, and they have not confirmed."""
    extensions: Mapping[int, list[Extension]]
    asking: Mapping[int, list[Member]]
    brought: Mapping[int, tuple[int, datetime]]
    left: Mapping[int, list[tuple[str, datetime]]]
    """The factions that players have left, and when, of the campaigns that somebody of these runs."""
    neutral: Set[int]
    """Campaigns with an umpire who plays no faction."""


def read(
    members: Sequence[Member],
    everybody: Sequence[Member] | None,
    notices: Mapping[int, list[Disclosure]] | None = None,
) -> Rows:
    """Return what tells for what the campaigns of these members wait. `everybody`: who is in them, and their
    `notices`, where that is read already. As many queries for one campaign as for thirty.
    """
    campaigns = {each.campaign_id: each.campaign for each in members}
    ordering = [key for key, row in campaigns.items() if row.phase == Campaign.Phase.ORDERS]
    fighting = [key for key, row in campaigns.items() if row.phase == Campaign.Phase.BATTLES]
    turns = {key: row.turn for key, row in campaigns.items()}
    begun, answered = _parts(campaigns)
    orders: dict[int, list[OrdersRow]] = defaultdict(list)
    if ordering:
        for written in OrdersRow.objects.filter(campaign__in=ordering):
            if written.turn == turns[written.campaign_id]:
                orders[written.campaign_id].append(written)
    engagements: dict[int, list[EngagementRow]] = defaultdict(list)
    if fighting:
        battles = EngagementRow.objects.filter(campaign__in=fighting, undone=False)
        for fought in battles.defer("scenario"):
            if fought.turn == turns[fought.campaign_id]:
                engagements[fought.campaign_id].append(fought)
    people: dict[int, list[Member]] = defaultdict(list)
    asking: dict[int, list[Member]] = defaultdict(list)
    neutral: set[int] = set()
    if everybody is None:
        rows = Member.objects.filter(campaign__in=campaigns).select_related("user", "deputy")
        everybody = list(rows.exclude(role=Member.Role.NEUTRAL, asks_for=""))
    for each in everybody:
        if each.asks_for:
            asking[each.campaign_id].append(each)
        if each.role == Member.Role.PLAYER:
            people[each.campaign_id].append(each)
            continue
        if each.role == Member.Role.UMPIRE:
            neutral.add(each.campaign_id)
    open_lists = BroughtList.objects.filter(campaign__in=campaigns, status=BroughtList.Status.OPEN)
    lists = open_lists.values_list("campaign").annotate(Count("pk"), Min("made")).order_by()
    brought = {key: (count, first) for key, count, first in lists}
    extensions: dict[int, list[Extension]] = defaultdict(list)
    if judged := [each.campaign_id for each in members if each.runs and each.campaign_id in ordering]:
        for asked in Extension.objects.filter(campaign__in=judged, granted=None).select_related(
            "member__user"
        ):
            if asked.turn == turns[asked.campaign_id]:
                extensions[asked.campaign_id].append(asked)
    left: dict[int, list[tuple[str, datetime]]] = defaultdict(list)
    if run := [each.campaign_id for each in members if each.runs]:
        gone = Disclosure.objects.filter(
            campaign__in=run, kind__in=(Disclosure.Kind.LEFT, Disclosure.Kind.REMOVED)
        )
        for key, faction, at in gone.values_list("campaign", "left", "at"):
            left[key].append((faction, at))
    areas = area_names(campaigns[key] for key in engagements)
    return Rows(
        begun, orders, engagements, people, areas, answered, unread(members),
        unread_notices(members) if notices is None else notices, extensions, asking, brought, left, neutral,
    )  # fmt: skip


def _parts(campaigns: Iterable[int]) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """Return when the parts of a turn began with which something else waits, and the last challenge or answer
    of a ladder, by campaign. One query.
    """
    rows = TurnRow.objects.filter(campaign__in=campaigns, undone=False).order_by()
    found = rows.values_list("campaign").annotate(
        began=Max("at", filter=Q(part__in=_BEGIN)), said=Max("at", filter=Q(part=TurnRow.Part.ANSWER))
    )
    begun, answered = {}, {}
    for key, began, said in found:
        if began:
            begun[key] = began
        if said:
            answered[key] = said
    return begun, answered
