"""Who has something to order: commanders, commanders-in-chief, and deputies of those who are away.

It is worked out from the stored state as it is, so that mail and lists of campaigns need not read whole maps.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from campaigns.models import Campaign, EngagementRow, Member, OrdersRow
from campaigns.persistence import CampaignRefusal, side_of
from campaigns.wording import battles as words
from rulesets.engine.wording import listed


def waited_for(
    asked: Sequence[Member],
    state: Mapping[str, Any],
    orders: Sequence[OrdersRow],
    members: Sequence[Member],
) -> list[Member]:
    """Return those of `asked` who have forces to order, have given no orders, and are not away; a
    commander-in-chief is not among them once others have given orders for all of the chief's forces.
    `orders`: the rows of the turn.
    """
    given = [each for each in orders if each.given is not None]
    done = {each.key for each in given} | {each.key for each in asked if each.ready == state.get("turn")}
    ordered = {force for each in given for force in (each.given or {}).get("forces", {})}
    here = {each.key for each in members}
    left = _to_order(state, ordered)
    return [
        each
        for each in asked
        if each.key not in done
        and not each.gone
        and any(_commands(one, force, here) for one in acts_for(each, members) for force in left)
    ]


def players_in(state: Mapping[str, Any], members: Sequence[Member]) -> set[int]:
    """Return the ids of those members who have forces to order, as a deputy or of their own."""
    here, forces = {each.key for each in members}, _to_order(state)
    return {
        each.pk
        for each in members
        if each.faction
        and any(_commands(one, force, here) for one in acts_for(each, members) for force in forces)
    }


def unplayed_factions(row: Campaign, members: Iterable[Member], orders: Iterable[OrdersRow]) -> list[str]:
    """Return the factions with something to order that nobody plays, without automatic orders or any that
    are given for them. `orders`: the rows of the turn.
    """
    state: Mapping[str, Any] = row.state
    if row.shape == Campaign.Shape.LADDER:
        ordering = set((state.get("ladder") or {}).get("rungs", []))
    else:
        ordering = {faction for faction, _ in _to_order(state)}
    taken = {each.faction for each in members} | {*row.automatic}
    neutral = {key for key, each in state.get("factions", {}).items() if each.get("neutral")}
    if not (unplayed := ordering - taken - neutral):  # as a rule: `orders` may be a query
        return []
    return sorted(unplayed - {each.faction for each in orders if each.given is not None})


def _to_order(state: Mapping[str, Any], but: Container[str] = ()) -> list[tuple[str, str]]:
    """Return faction and commander of each force that can be ordered, `but` those."""
    return [
        (force.get("faction", ""), force.get("commander", ""))
        for key, force in state.get("forces", {}).items()
        if not force.get("gone") and key not in but
    ]


def _commands(member: Member, force: tuple[str, str], here: Container[str]) -> bool:
    """Return whether a force is a member's to order before others: its commander's, else its chief's."""
    faction, commander = force
    return faction == member.faction and (commander == member.key or (member.chief and commander not in here))


def acts_for(member: Member, members: Sequence[Member]) -> list[Member]:
    """Return for whom a member orders: themselves, and those who are away with them as deputy."""
    away = [each for each in members if each.deputy_id == member.pk and each.absent]
    return [member, *(each for each in away if each.faction == member.faction)]


def leading_in(key: str, faction: str, state: Mapping[str, Any], members: Sequence[Member]) -> list[Member]:
    """Return who acts for a faction in an engagement: the commanders of its forces there and its
    commander-in-chief, and the deputies of those who are away. All its players where none of these is here.
    """
    sides = state.get("engagements", {}).get(key, {}).get("sides", [])
    forces = state.get("forces", {})
    named = {
        forces.get(force, {}).get("commander")
        for side in sides
        if side.get("faction") == faction
        for force in side.get("forces", [])
    }
    mates = [each for each in members if faction and each.faction == faction]
    first = [each for each in mates if each.chief or each.key in named]
    chosen = {each.pk for each in first}
    acting = [each for each in mates if chosen & {one.pk for one in acts_for(each, mates)}]
    # Whoever is away alone or leaves it to the automatic commander must not keep their comrades waiting.
    here = [each for each in acting if not each.absent and not (each.pk in chosen and each.automatic)]
    return acting if here else mates


def leaders_of(row: Campaign, found: EngagementRow, faction: str) -> list[Member]:
    """Return who acts for a faction in an engagement of a campaign. One query."""
    mates = list(row.members.filter(faction=faction).exclude(faction="").select_related("user"))
    return leading_in(found.key, faction, row.state, mates)


def needs_leader(row: Campaign, found: EngagementRow, by: Member) -> None:
    """Raise CampaignRefusal (`not-yours`) for who is on a side of an engagement, but does not act for it."""
    if side_of(found, by) is None:
        return
    leaders = leaders_of(row, found, by.faction)
    if by.pk not in {each.pk for each in leaders}:
        names = listed([str(each.user) for each in leaders], "or")
        raise CampaignRefusal(words.only_leaders(names), "engagement", code="not-yours")


def orders_of(row: Campaign, member: Member) -> OrdersRow | None:
    """Return what a member has written for this turn."""
    return row.orders.filter(turn=row.turn, faction=member.faction, key=member.key).first()
