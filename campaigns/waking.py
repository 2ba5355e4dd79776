"""Waking: members' open pages hear of what only some members may see.

Everybody hears of a new revision of a campaign. A message, a proposal or a request is no revision: every
member has a counter of their own (`Member.news`), which rises with what they may see (`access.Participant`),
so nobody can tell from theirs that others write to each other. A page watches both numbers. What has
happened is written down with the number (`News`), so that a page can say it (`wording.news`); who is not
woken does not read it either.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from armylists.owned.watching import announce_all, end_all
from campaigns.models import Campaign, EngagementRow, Member, News
from campaigns.persistence import area_names
from campaigns.wording import battles
from campaigns.wording.news import Kind

KIND = "member"
"""What members are called where pages watch them."""

STAYS = timedelta(days=1)
"""How long news can be read: a page that has been open for longer says only that something has changed."""

EVERYBODY = Q()
UMPIRES = Q(role=Member.Role.UMPIRE)
RUNNERS = UMPIRES | Q(playing_umpire=True)


def in_battle(found: EngagementRow) -> Q:
    """Return what picks those who may see an engagement whole: both sides and the umpires."""
    return UMPIRES | Q(faction__in={*found.factions} - {""})


def wake(row: Campaign, who: Q, kind: Kind, /, **about: object) -> None:
    """Wake the open pages of those members of a campaign that is held whom `who` picks: all who may see what
    was written, and nobody else. `kind` and `about`: what their pages say has happened. As many queries for
    few as for many.
    """
    members, now = row.members.filter(who).order_by(), timezone.now()
    members.update(news=F("news") + 1)
    woken = list(members.values_list("pk", "news"))
    News.objects.filter(member__campaign=row, at__lt=now - STAYS).delete()
    News.objects.bulk_create(
        News(member_id=pk, number=number, kind=kind, about=about, at=now) for pk, number in woken
    )
    announce_all({(KIND, pk): news for pk, news in woken})


def wake_both(row: Campaign, found: EngagementRow, kind: Kind, faction: str = "") -> None:
    """Wake those who may see an engagement whole: `faction` did there what `kind` says, "" for the umpire."""
    by = _called(row).get(faction, faction)
    wake(row, in_battle(found), kind, by=by, battle=_battle(row, found))


def wake_settled(row: Campaign, found: EngagementRow, winner: int | None) -> None:
    """Wake everybody: an engagement is settled. Which one and who won only those hear who may see it whole;
    others learn it when the turn concludes.
    """
    called = _called(row)
    won = "" if winner is None else called.get(found.factions[winner], found.factions[winner])
    wake(row, in_battle(found), "settled", battle=_battle(row, found), winner=won)
    wake(row, ~in_battle(found), "settled")


def _called(row: Campaign) -> dict[str, str]:
    """Return the names of a campaign's factions."""
    return {key: each["name"] for key, each in row.state.get("factions", {}).items()}


def _battle(row: Campaign, found: EngagementRow) -> str:
    """Return what to call an engagement: after its area, on a ladder after its factions."""
    fought, called = row.state.get("engagements", {}).get(found.key, {}), _called(row)
    area = area_names([row]).get(row.pk, {}).get(fought.get("area", ""), "")
    if area:
        return battles.battle_of_area(area)
    return battles.battle_of([called.get(each, each) for each in found.factions])


def member_gone(sender: type[Member], instance: Member, **more: Any) -> None:
    """End the streams of a member who has left or was removed."""
    end_all([(KIND, instance.pk)])
