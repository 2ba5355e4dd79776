"""Changing sides: nobody may know the secrets of two sides while they still matter.

Who has played or been umpire knows their side's orders and battles. While those of this turn are open, or
those of the faction that they would enter, they enter no other faction, and nobody becomes umpire of a battle
that they fight in. Who has been umpire plays only where every player accepts it. Each change of sides is
written down for every member, which is also how somebody who leaves and comes back is known.
"""

from __future__ import annotations

from collections.abc import Set

from django.contrib.auth.models import User

from campaigns.chiefs import enter, succeed
from campaigns.models import Campaign, Disclosure, Member
from campaigns.persistence import CampaignRefusal, disclose, state_of
from campaigns.wording import people as words
from campaigns.wording import unknown


def side_in(member: Member) -> str:
    """Return whose secrets a member knows: their faction's, ALL for an umpire, "" for an onlooker."""
    return Disclosure.ALL if member.umpire else member.faction


def left_side(row: Campaign, user: User) -> str | None:
    """Return which side somebody who has left a campaign was last on; None for who was on none. One query."""
    rows = row.disclosures.filter(user=user).exclude(left="", entered="")
    found = rows.values_list("kind", "left", "entered").first()
    if found is None:
        return None
    kind, left, entered = found
    return str(left if kind in (Disclosure.Kind.LEFT, Disclosure.Kind.REMOVED) else entered)


def check_side(row: Campaign, user: User, role: str, faction: str, member: Member | None = None) -> None:
    """Raise CampaignRefusal where somebody, who is this `member` or none, may not take a role and faction
    now: they know another side's open orders (`open-orders`) or battles (`open-battles`), or have been umpire
    (`ask`).
    """
    if role == Member.Role.NEUTRAL:
        return
    known, was_umpire = _known(row, user, member)
    if role == Member.Role.PLAYER and was_umpire and not (member and member.faction == faction):
        raise CampaignRefusal(words.was_umpire(str(user)), "faction", code="ask")
    others = known - {faction}
    if not others:
        return
    sides = others | {faction}
    if row.phase == Campaign.Phase.BATTLES and _battles(row, sides):
        raise CampaignRefusal(words.open_battles(str(user)), "faction", code="open-battles")
    orders = row.orders.filter(turn=row.turn, faction__in=sides)
    if role == Member.Role.PLAYER and row.phase == Campaign.Phase.ORDERS and orders.exists():
        raise CampaignRefusal(words.open_orders(str(user)), "faction", code="open-orders")


def check_role(row: Campaign, role: str, faction: str) -> None:
    """Raise CampaignRefusal for a role or faction that there is not, or that do not go together."""
    if role not in Member.Role.values:
        raise CampaignRefusal(f"is {', '.join(Member.Role.values)}", "role", code="unknown")
    if role == Member.Role.PLAYER and not faction:
        raise CampaignRefusal(words.CHOOSE_A_FACTION, "faction")
    if role == Member.Role.UMPIRE and faction:
        raise CampaignRefusal(words.NO_FACTION_FOR_UMPIRES, "faction")
    if faction and faction not in state_of(row).factions:
        raise CampaignRefusal(unknown.faction(faction), "faction", code="unknown")


def led(row: Campaign) -> set[str]:
    """Return the factions that somebody plays. One query."""
    return set(row.members.filter(role=Member.Role.PLAYER).values_list("faction", flat=True))


def change_side(row: Campaign, member: Member, role: str, faction: str, *, chief: bool) -> None:
    """Give a member of a campaign that is held another role and faction."""
    if faction != member.faction:
        # Orders for the old faction would still count, though their writer now plays against it.
        row.orders.filter(turn=row.turn, key=member.key).delete()
    was = member.faction
    member.role, member.faction = role, faction
    member.playing_umpire = member.playing_umpire and role == Member.Role.PLAYER
    member.asks_for, member.accepted_by = "", []
    enter(row, member, chief=chief)
    if faction != was:
        succeed(row, was)


def moved(row: Campaign, member: Member, before: str, by: str = "") -> None:
    """Write down, for every member to read, from which side somebody came to theirs; nothing if it is the
    same one. `by`: the name of who invited them, or made a player of an onlooker.
    """
    now = side_in(member)
    if now != before:
        disclose(
            row, member, Disclosure.Kind.MOVED, left=before, entered=now, by=by if member.faction else ""
        )


def _known(row: Campaign, user: User, member: Member | None) -> tuple[Set[str], bool]:
    """Return the factions whose secrets of this turn somebody knows, and whether they have been umpire since
    all players last let them play.
    """
    sides = {side_in(member)} if member is not None else set()
    was_umpire = Disclosure.ALL in sides
    for each in row.disclosures.filter(user=user).order_by("id"):
        if each.turn == row.turn:
            sides |= {each.left}
        if each.kind == Disclosure.Kind.PLAYS:
            was_umpire = False
        elif Disclosure.ALL in (each.left, each.entered):
            was_umpire = True
    return sides - {"", Disclosure.ALL}, was_umpire


def _battles(row: Campaign, factions: Set[str]) -> bool:
    rows = row.engagements.filter(turn=row.turn, undone=False, outcome__isnull=True)
    return any({*found} & factions for found in rows.values_list("faction_a", "faction_b"))
