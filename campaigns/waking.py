"""Waking: members' open pages hear of what only some members may see.

Everybody hears of a new revision of a campaign. A message, a proposal or a request is no revision: every
member has a counter of their own (`Member.news`), which rises with what they may see (`access.Participant`),
so nobody can tell from theirs that others write to each other. A page watches both numbers.
"""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q

from armylists.owned.watching import announce_all, end_all
from campaigns.models import Campaign, EngagementRow, Member

KIND = "member"
"""What members are called where pages watch them."""

EVERYBODY = Q()
UMPIRES = Q(role=Member.Role.UMPIRE)
RUNNERS = UMPIRES | Q(playing_umpire=True)


def in_battle(found: EngagementRow) -> Q:
    """Return what picks those who may see an engagement whole: both sides and the umpires."""
    return UMPIRES | Q(faction__in={*found.factions} - {""})


def wake(row: Campaign, who: Q) -> None:
    """Wake the open pages of those members of a campaign that is held whom `who` picks: all who may see what
    was written, and nobody else. Three queries, however many they are.
    """
    members = row.members.filter(who).order_by()
    members.update(news=F("news") + 1)
    announce_all({(KIND, pk): news for pk, news in members.values_list("pk", "news")})


def member_gone(sender: type[Member], instance: Member, **more: Any) -> None:
    """End the streams of a member who has left or was removed."""
    end_all([(KIND, instance.pk)])
