"""Who has to accept what somebody asks: an umpire to play, somebody to be umpire, or a newcomer to a faction.

Nobody whom an umpire brings in reaches a faction that others play: one of its players accepts the newcomer.
While an umpire plays, the same holds where nobody plays it now: then the commander-in-chief of every other
faction accepts.
Nor does a turn go on without the orders of a faction that had a player when it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaigns.models import Campaign, Disclosure, Invitation, Member, TurnRow
from campaigns.persistence import CampaignRefusal, needs_runner
from campaigns.wording import people as words


def still_asked(members: Iterable[Member], asking: Member) -> list[Member]:
    """Return those of a campaign's members who have still to accept what one of them asks."""
    players = [each for each in members if each.role == Member.Role.PLAYER and each.pk != asking.pk]
    if asking.asks_to_join:
        mates = [each for each in players if each.faction == asking.asks_for]
        # One of the faction is enough: it is theirs to say who is with them.
        if any(each.key in asking.accepted_by for each in mates):
            return []
        playing = any(each.playing_umpire for each in players)
        players = mates or [each for each in players if each.chief and playing]
    return [each for each in players if each.key not in asking.accepted_by]


def under_way(row: Campaign) -> bool:
    """Return whether a turn of a campaign has been carried out, or somebody has written orders."""
    carried = row.turns.exclude(part=TurnRow.Part.OVERRIDE).exists()
    return carried or row.orders.exists()


def has_to_ask(row: Campaign, found: Invitation) -> bool:
    """Return whether who opens an invitation looks on until they are accepted: as a player of a faction
    whose own players did not invite them.
    """
    if found.role != Member.Role.PLAYER or found.playing_umpire:
        return False
    mates = row.members.filter(role=Member.Role.PLAYER, faction=found.faction)
    if mates.exists():
        return not mates.filter(user=found.made_by_id).exists()
    return row.members.filter(playing_umpire=True).exists() and under_way(row)


def check_removal(by: Member, member: Member) -> None:
    """Raise CampaignRefusal (`not-yours`) for who may not remove somebody: all but those who run the
    campaign and the commander-in-chief of their faction, and an umpire who plays and would remove an enemy or
    an umpire.
    """
    if by.chief and member.role == Member.Role.PLAYER and member.faction == by.faction:
        return
    needs_runner(by)
    theirs = member.faction and member.faction != by.faction
    if by.playing_umpire and by.pk != member.pk and (theirs or member.umpire):
        raise CampaignRefusal(words.PLAYING_UMPIRE_REMOVES_NOBODY, "member", code="not-yours")


def check_automatic(row: Campaign, by: Member, faction: str) -> None:
    """Raise CampaignRefusal (`not-yours`) for an umpire who plays and would have a faction ordered
    automatically that somebody else plays, or played when the turn began.
    """
    if by.playing_umpire and faction != by.faction and faction in played_this_turn(row):
        raise CampaignRefusal(words.PLAYING_UMPIRE_ORDERS_NOBODY, "faction", code="not-yours")


def played_this_turn(row: Campaign) -> set[str]:
    """Return the factions that somebody plays, or has played since the turn began. Two queries."""
    players = row.members.filter(role=Member.Role.PLAYER)
    return {*players.values_list("faction", flat=True)} | _left_this_turn(row)


def _left_this_turn(row: Campaign) -> set[str]:
    # A campaign is at one turn again after going back: who left in it earlier may count, which only waits.
    left = row.disclosures.filter(turn=row.turn).exclude(left__in=("", Disclosure.ALL))
    return set(left.values_list("left", flat=True))


def deserted(row: Campaign) -> Sequence[str]:
    """Return the factions that had a player when the turn began, have none now, and still have forces without
    orders: the turn waits for them until its deadline.
    """
    gone = _left_this_turn(row) - {*row.automatic}
    if not gone:  # as a rule; the page of orders asks this each time
        return []
    gone -= set(row.members.filter(role=Member.Role.PLAYER).values_list("faction", flat=True))
    gone -= set(row.orders.filter(turn=row.turn, given__isnull=False).values_list("faction", flat=True))
    forces = row.state.get("forces", {}).values()
    return sorted(gone & {each.get("faction", "") for each in forces if not each.get("gone")})
