"""What umpires do in the stead of players: written down for all, and told to those whom it concerns.

An umpire may switch on automatic orders for a player, say that they are away, or give orders for their
faction. Each is an entry under Fair play; whoever it is done to reads it on every page of the campaign until
they have confirmed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import Q

from campaigns.models import Campaign, Disclosure, Member
from campaigns.persistence import CampaignRefusal, disclose
from campaigns.wording import people as words

Kind = Disclosure.Kind
KINDS = (Kind.AUTOMATIC, Kind.MANUAL, Kind.AWAY, Kind.BACK, Kind.ORDERED)
MAX_REASON = 300


def acted_for_member(row: Campaign, by: Member, member: Member, kind: Disclosure.Kind, reason: str) -> None:
    """Write down that an umpire did something in a member's stead, and why.

    Raises CampaignRefusal (`reason`) without a reason.
    """
    disclose(row, member, kind, entered=member.faction, by=by.user.get_username(), said=_said(reason))


def acted_for_faction(row: Campaign, by: Member, faction: str, kind: Disclosure.Kind, reason: str) -> None:
    """Write down that an umpire did something in the stead of a faction's players; raises as above."""
    disclose(row, by, kind, entered=faction, said=_said(reason))


def _said(reason: str) -> str:
    said = " ".join(reason.split())[:MAX_REASON]
    if not said:
        raise CampaignRefusal(words.SAY_WHY_FOR_PLAYER, "reason", code="reason")
    return said


def unread_notices(members: Sequence[Member]) -> Mapping[int, list[Disclosure]]:
    """Return what was done in the stead of these members that they have not confirmed, the oldest first, by
    campaign; not what they have taken back since. One query.
    """
    mine = {each.campaign_id: each for each in members if each.faction}
    found: dict[int, list[Disclosure]] = defaultdict(list)
    if not mine:
        return found
    anybody = Q()
    for key, member in mine.items():
        anybody |= Q(campaign=key, id__gt=member.noted)
    for each in Disclosure.objects.filter(anybody, kind__in=KINDS).order_by("id"):
        member = mine[each.campaign_id]
        if _concerns(each, member) and _holds(each, member):
            found[each.campaign_id].append(each)
    return found


def confirm(member: Member, newest: int) -> None:
    """Note that a member has read what was done in their stead, up to this entry."""
    last = member.campaign.disclosures.filter(pk__lte=newest).values_list("pk", flat=True).first()
    if last is not None:
        Member.objects.filter(pk=member.pk, noted__lt=last).update(noted=last)


def _concerns(each: Disclosure, member: Member) -> bool:
    if member.since is not None and each.at < member.since:
        return False
    if each.by:  # done to one member
        return each.user_id == member.user_id
    return each.entered == member.faction and each.user_id != member.user_id


def _holds(each: Disclosure, member: Member) -> bool:
    """Return whether what was done still stands, as far as it can be taken back."""
    if each.kind == Kind.AUTOMATIC:
        return bool(member.automatic_by) if each.by else member.faction in member.campaign.automatic
    return each.kind != Kind.AWAY or bool(member.away_by and member.absent)
