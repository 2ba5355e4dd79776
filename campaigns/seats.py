"""Who leads what in the battle of an engagement, and who may look on.

Whoever sits alone at a battle leads both its sides; in a campaign the enemy's are not his to lead.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from battles import services as battles
from battles.models import Battle
from battles.sides import SIDES
from campaigns.models import EngagementRow


def led(sender: object, battle: Battle, user: User, **more: Any) -> frozenset[int] | None:
    """The sides that `user` may lead in a battle: in one that tacticians fight none, on the board his
    faction's and any that no tactician leads. None where campaigns have nothing to say.
    """
    if battle.opponent_id is not None or battle.meeting is not None:
        return None
    found = battle.engagements.filter(undone=False).select_related("campaign").first()  # type: ignore[attr-defined]
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


def way_in(row: EngagementRow, user: User) -> str:
    """The address of an engagement's battle for somebody who may know of it: to play, else to look on."""
    battle = row.battle
    if battle is None:
        return ""
    if user.pk in (battle.owner_id, battle.opponent_id):
        return battle.get_absolute_url()
    battles.share(battle)
    return battle.shared_url
