"""Who leads what in the battle of an engagement, who may look on, and the way back to the campaign.

Whoever sits alone at a battle leads both its sides; in a campaign the enemy's are not his to lead.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import OuterRef, Subquery
from django.urls import reverse

from battles import services as battles
from battles.models import Battle
from battles.sides import SIDES
from campaigns.models import EngagementRow

ENGAGEMENT_KEY = "engagement_key"
"""Under which name a battle's row tells its engagement."""


def engagement_key() -> Subquery:
    """The engagement that a battle is, told with its row: battles of no campaign cost no query more."""
    return Subquery(EngagementRow.objects.filter(battle=OuterRef("pk"), undone=False).values("pk")[:1])


def _engagement_of(battle: Battle) -> EngagementRow | None:
    key = getattr(battle, ENGAGEMENT_KEY, None)
    return EngagementRow.objects.select_related("campaign").get(pk=key) if key else None


def led(sender: object, battle: Battle, user: User, **more: Any) -> frozenset[int] | None:
    """The sides that `user` may lead in a battle: in one that tacticians fight none, on the board his
    faction's and any that no tactician leads. None where campaigns have nothing to say.
    """
    if battle.opponent_id is not None or battle.meeting is not None:
        return None
    found = _engagement_of(battle)
    if found is None:
        return None
    if found.means == "automatic":
        return frozenset()
    member = found.campaign.members.filter(user=user).first()
    if member is None or member.umpire:
        return None
    factions = (found.faction_a, found.faction_b)
    return frozenset(
        side for side in SIDES if factions[side] == member.faction or side not in battle.tacticians
    )


def whole_of(sender: object, battle: Battle, **more: Any) -> tuple[str, str] | None:
    """The campaign whose engagement a battle is, and the address of the engagement's page."""
    found = _engagement_of(battle)
    if found is None:
        return None
    return found.campaign.name, reverse("campaigns:engagement", args=[found.campaign.public_id, found.key])


def way_in(row: EngagementRow, user: User) -> str:
    """The address of an engagement's battle for somebody who may know of it: to play, else to look on."""
    battle = row.battle
    if battle is None:
        return ""
    if user.pk in (battle.owner_id, battle.opponent_id):
        return battle.get_absolute_url()
    battles.share(battle)
    return battle.shared_url
