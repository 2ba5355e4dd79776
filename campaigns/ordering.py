"""Orders: who may write them, what counts of what several people of a faction wrote, and giving them.

A player orders the forces that they command, the chief all of the faction's, and alone what the faction
itself does. Of two who order the same force, the one who gave their orders last is obeyed. What was written
but not given is a draft, and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from armylists.bookaccess import own_only
from campaigns.engine.orderchecks import check
from campaigns.engine.orders import Orders, OrdersError, read_orders
from campaigns.engine.state import Force, State
from campaigns.engine.view import view
from campaigns.models import Campaign, Disclosure, Member, OrdersRow
from campaigns.persistence import CampaignRefusal, disclose, held, state_of
from campaigns.waking import EVERYBODY, wake
from campaigns.wording import orders as words
from campaigns.wording import unknown
from rulesets.engine.errors import Fault


@dataclass(frozen=True, slots=True)
class Ordered:
    """What was ordered for a faction in a turn: `draft` as last written by anybody, `given` what counts now,
    and who wrote the last word on each force (`by`, names of users by force id). `by_umpires`: what umpires
    gave, other than who reads this.
    """

    faction: str
    turn: int
    rows: tuple[OrdersRow, ...]
    mine: OrdersRow | None
    draft: Orders
    given: Orders
    by: Mapping[str, str]
    by_umpires: tuple[OrdersRow, ...] = ()

    @property
    def by_players(self) -> tuple[OrdersRow, ...]:
        """What others gave who are no umpires, in the order in which they gave it."""
        others = (row for row in self.rows if row not in self.by_umpires and row != self.mine)
        return tuple(row for row in others if row.given is not None)

    @property
    def overtaken(self) -> bool:
        """Whether players gave orders after those of the umpire who reads this."""
        mine = self.mine.given_at if self.mine else None
        return mine is not None and any(row.given_at and row.given_at > mine for row in self.by_players)

    @property
    def replaced(self) -> bool:
        """Whether an umpire gave orders after the last ones that players gave."""
        last = max((row.given_at for row in self.by_umpires if row.given_at), default=None)
        others = (row for row in self.rows if row not in self.by_umpires)
        return last is not None and all(row.given_at is None or row.given_at < last for row in others)

    @property
    def status(self) -> str:
        """ "given", "changed" since they were given, "draft", or "none" when nobody wrote anything."""
        found = {row.status for row in self.rows}
        return next((each for each in ("changed", "draft", "given") if each in found), "none")


def ordered(row: Campaign, faction: str, member: Member) -> Ordered:
    """Return what was ordered for a faction, as far as a member may know: of a faction that is not their own
    only what they wrote, though the rows say who has given orders; of their own nothing from before they came
    to it. One query.
    """
    rows = list(row.orders.filter(turn=row.turn, faction=faction).select_related("member__user"))
    read = rows if member.faction == faction else [each for each in rows if each.key == member.key]
    for each in rows:
        if each not in read:  # who wrote it and whether it was given, without the words of others
            each.draft, each.given = {}, None if each.given is None else {}
        elif member.since is not None and each.key != member.key:
            each.draft = {} if each.at < member.since else each.draft
            if each.given_at is not None and each.given_at < member.since:
                each.given = {}
    # What an umpire wrote is no player's draft: it shows once it is given.
    umpires = [each for each in read if each.key != member.key and each.member and each.member.umpire]
    # The last word counts; the key decides between two of the same moment, the same way each time.
    drafts = sorted((each for each in read if each not in umpires), key=lambda each: (each.at, each.pk))
    return Ordered(
        faction=faction,
        turn=row.turn,
        rows=tuple(rows),
        mine=next((each for each in read if each.key == member.key), None),
        draft=merged(faction, (each.draft for each in drafts)),
        given=merged(faction, (each.given for each in read)),
        by={
            force: str(each.member.user) if each.member is not None else ""
            for each in drafts
            for force in each.draft.get("forces", {})
        },
        by_umpires=tuple(each for each in umpires if each.given is not None),
    )


def merged(faction: str, documents: Iterable[Any]) -> Orders:
    """Return one faction's orders of several documents (None counts for nothing): the later one's word counts
    for each force, acts of all.
    """
    forces: dict[str, Any] = {}
    acts: list[Any] = []
    for document in documents:
        if document is None:
            continue
        forces |= document.get("forces", {})
        acts += [act for act in document.get("acts", []) if act not in acts]
    return read_orders({"faction": faction, "forces": forces, "acts": acts})


def given(row: Campaign) -> dict[str, Orders]:
    """Return the orders that count in this turn, by faction. One query."""
    # By when they were given: drafts saved since must not change whose word is the last.
    rows = row.orders.filter(turn=row.turn, given__isnull=False).order_by("given_at", "pk")
    by_faction: dict[str, list[Any]] = {}
    for each in rows:
        by_faction.setdefault(each.faction, []).append(each.given)
    return {faction: merged(faction, found) for faction, found in sorted(by_faction.items())}


def may_order(member: Member, force: Force) -> bool:
    """Return whether a member writes orders for a force."""
    if member.umpire:
        return True
    if member.role != Member.Role.PLAYER or force.faction != member.faction or force.gone:
        return False
    if member.chief or force.commander == member.key:
        return True
    return any(each.chief or each.key == force.commander for each in member.acts_for)


def give_orders(
    row: Campaign, member: Member, document: Any, *, draft: bool = False, seen: str | None = None
) -> list[Fault]:
    """Save what a member orders in this turn, as a draft or as what counts; it takes the place of what they
    wrote before. Answers what the map and the rules find against a draft. `seen`: when what they saw was
    written, as `written_at` has it; None: whatever stands there is replaced.

    Raises OrdersError naming the places: orders that cannot be read, for forces that they do not command, or
    that are given though they are not possible. Raises CampaignRefusal when no orders are taken now, or
    (`changed`) when they have written something else since they saw it, and ListError for a new force of a
    book that is somebody else's.
    """
    orders = read_orders(document)
    # Outside the lock, since it asks the database about books and not about this campaign.
    own_only(member.user, {"acts": [act.model_dump(mode="json") for act in orders.acts]})
    with held(row) as now:
        _not_ready(now, member)
        _open(now, draft)
        mine = now.orders.filter(turn=now.turn, faction=orders.faction, key=member.key).first()
        if seen is not None and seen != written_at(mine):
            raise CampaignRefusal(words.CHANGED_ELSEWHERE, code="changed")
        state = state_of(now)
        # Who may order comes before what is possible: the checks below describe the forces.
        if wrong := list(_not_his(state, member, orders)):
            raise OrdersError(*wrong, code="not-yours")
        # Checked as far as the faction can know: it learns nothing else.
        found = list(check(view(state, orders.faction).state, orders))
        if found and not draft:
            raise OrdersError(*found)
        columns: dict[str, Any] = {"draft": orders.to_json(), "at": timezone.now(), "member": member}
        if not draft:
            columns |= {"given": columns["draft"], "given_at": columns["at"]}
        OrdersRow.objects.update_or_create(
            # By the member's key, not by the member: orders outlive somebody who leaves and comes back.
            campaign=now,
            turn=now.turn,
            faction=orders.faction,
            key=member.key,
            defaults=columns,
        )
        if not draft:
            _for_players(now, member, orders.faction)
    return found


def _for_players(row: Campaign, by: Member, faction: str) -> None:
    """Tell everybody that an umpire gave orders for a faction that somebody plays: who plays it may give
    theirs again, which count then, even if theirs were final.
    """
    players = row.members.filter(faction=faction)
    if by.umpire and by.faction != faction and players.exists():
        disclose(row, by, Disclosure.Kind.ORDERED, entered=faction)
        players.update(ready=0)
        wake(row, EVERYBODY, "ordered", by=row.state["factions"][faction]["name"])


def written_at(mine: OrdersRow | None) -> str:
    """Return when orders were last written, "" for none."""
    return "" if mine is None else mine.at.isoformat()


def withdraw_orders(row: Campaign, member: Member, faction: str = "") -> None:
    """Take back what a member has given in this turn: it is a draft again. Raises CampaignRefusal as
    `give_orders` does.
    """
    with held(row) as now:
        _not_ready(now, member)
        check_open(now)
        rows = now.orders.filter(turn=now.turn, key=member.key, faction=faction or member.faction)
        rows.update(given=None, given_at=None)


def _open(row: Campaign, draft: bool) -> None:
    """Raise CampaignRefusal unless orders are taken now; a draft may be written at any time before."""
    if row.phase != Campaign.Phase.ORDERS:
        raise CampaignRefusal(words.NO_ORDERS_NOW, code="phase")
    late = row.deadline is not None and row.deadline <= timezone.now() and not row.paused
    if late and not draft:
        raise CampaignRefusal(words.DEADLINE_PASSED, "deadline", code="late")


def is_ready(row: Campaign, member: Member) -> bool:
    """Return whether a member has said that their orders for this turn are final."""
    return row.phase == Campaign.Phase.ORDERS and member.ready == row.turn


def check_open(row: Campaign) -> None:
    """Raise CampaignRefusal unless orders can be given now."""
    _open(row, draft=False)


def _not_ready(row: Campaign, member: Member) -> None:
    """Raise CampaignRefusal for somebody whose orders are final."""
    if is_ready(row, Member.objects.get(pk=member.pk)):
        raise CampaignRefusal(words.ORDERS_ARE_FINAL, code="ready")


def _not_his(state: State, member: Member, orders: Orders) -> Iterator[Fault]:
    """Yield what of some orders is not a member's to order."""
    if orders.faction not in state.factions:
        yield Fault("faction", unknown.faction(orders.faction))
        return
    if not member.umpire and (member.role != Member.Role.PLAYER or member.faction != orders.faction):
        yield Fault("faction", words.NOT_YOURS)
        return
    for key in orders.forces:
        force = state.forces.get(key)
        if force is None or force.gone or force.faction != orders.faction:
            yield Fault(f"forces.{key}", unknown.NO_SUCH_FORCE)
        elif not may_order(member, force):
            yield Fault(f"forces.{key}", words.NOT_YOUR_COMMAND)
    if orders.acts and not (member.umpire or member.leads):
        yield Fault("acts", words.FOR_THE_CHIEF)
