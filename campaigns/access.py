"""Who takes part in a campaign, and what they may see. For everybody else the campaign is not there.

`Participant` is the only door: pages, API answers, PDFs and feeds ask it, never the rows. The umpire sees
all, a player what their faction may know, a neutral what is public. An umpire who plays a faction is a player
here, who runs the campaign besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q
from django.http import Http404
from django.urls import NoReverseMatch, reverse

from campaigns import messaging, ordering
from campaigns.engine import view as views
from campaigns.engine.events.base import learns
from campaigns.engine.state import Force, State
from campaigns.fields import seen_of
from campaigns.models import Campaign, Deletion, Disclosure, EngagementRow, Member, Message, TurnRow
from campaigns.notices import unread_notices
from campaigns.persistence import judges, needs_umpire, side_of, state_of
from campaigns.wording import unknown as words
from campaigns.wording.people import deleted_it, removed_you

if TYPE_CHECKING:
    from django.db.models import QuerySet


class Gone(Http404):
    """Somebody no longer sees a campaign that they were in, which they are told."""


class Removed(Gone):
    """Somebody was removed from the campaign: who did it is all that they learn."""


class Deleted(Gone):
    """The campaign of somebody who was in it was deleted."""


@dataclass(frozen=True)
class Participant:
    """A member of a campaign and what they may see and do in it."""

    campaign: Campaign
    member: Member

    @property
    def user(self) -> User:
        """The user who takes part."""
        return self.member.user

    @property
    def umpire(self) -> bool:
        """Whether they are umpire and play no faction: they see everything and decide."""
        return self.member.umpire

    @property
    def runs(self) -> bool:
        """Whether they run the campaign, as umpire or as a player who is umpire as well."""
        return self.member.runs

    @property
    def faction(self) -> str:
        """The faction that they play, "" for a neutral and an umpire."""
        return self.member.faction

    @property
    def chief(self) -> bool:
        """Whether they are their faction's commander-in-chief."""
        return self.member.chief

    @property
    def owner(self) -> bool:
        """Whether they own the campaign."""
        return self.campaign.owner_id == self.member.user_id

    @property
    def newest(self) -> int:
        """What a page compares to find out whether there is more to see: what its stream sends."""
        return self.campaign.revision + self.member.news

    @cached_property
    def members(self) -> Sequence[Member]:
        """Everybody who takes part, with their deputies, as they were when first asked for. One query."""
        return list(self.campaign.members.select_related("user", "deputy__user"))

    @cached_property
    def notices(self) -> list[Disclosure]:
        """What umpires did in their place that they have not confirmed. One query."""
        return unread_notices([self.member]).get(self.campaign.pk, [])

    @property
    def who(self) -> str | None:
        """The faction whose knowledge they have, "" for a neutral; None for the umpire, who knows all."""
        return None if self.umpire else self.faction

    # -- what may be seen -----------------------------------------------------------------------

    def view(self) -> views.View:
        """Return the campaign as this participant may see it."""
        return views.view(state_of(self.campaign), self.who)

    def state(self) -> State:
        """Return the whole campaign; raises CampaignRefusal for everybody but the umpire."""
        self.needs_umpire()
        return state_of(self.campaign)

    def entries(self, turn: int | None = None, part: str = "", *, since: int = 0) -> list[dict[str, Any]]:
        """Return the log as far as it may be known, of one turn, of all, or of those `since` a turn:
        `{"n", "event", "hash", "words", "turn", "date", "part"}`, numbered without gaps, which would betray
        what is hidden; so would the log's own hashes, which are salted. One query.
        """
        found = []
        for row in self.turns(turn, part).filter(turn__gte=since):
            known = [entry for entry in row.entries if knows(entry, self.who)]
            for number, entry in enumerate(known, start=1):
                place = {"n": number, "turn": row.turn, "date": row.date, "part": row.part}
                found.append({**entry, **place, "hash": self.campaign.salted(entry["hash"])})
        return found

    def turns(self, turn: int | None = None, part: str = "") -> QuerySet[TurnRow]:
        """Return the parts of turns that stand, light; their `entries` hold everybody's, see `entries`."""
        rows = self.campaign.turns.filter(undone=False).defer("state_before", "inputs")
        if turn is not None:
            rows = rows.filter(turn=turn)
        return rows.filter(part=part) if part else rows

    def view_before(self, turn: int) -> views.View:
        """Return the campaign as it could be seen from here at the beginning of a turn, or now for the turn
        that goes on; Http404 if there is no such turn.
        """
        if turn == self.campaign.turn and self.campaign.phase == Campaign.Phase.ORDERS:
            return self.view()
        row = self.campaign.turns.filter(undone=False, turn=turn).exclude(part=TurnRow.Part.BACK).first()
        if row is None:
            raise Http404(words.turn(turn))
        return views.view(state_of(self.campaign, row.state_before), self.who)

    # -- orders ---------------------------------------------------------------------------------

    def orders(self, faction: str = "") -> ordering.Ordered:
        """Return what was written and given for the own faction in this turn; for an umpire of any faction,
        as far as they may see it: who has given orders, their content only where the umpire wrote them.
        """
        return ordering.ordered(self.campaign, faction or self.faction, self.member)

    def may_order(self, force: Force) -> bool:
        """Return whether they write orders for a force."""
        return ordering.may_order(self.member, force)

    # -- engagements ----------------------------------------------------------------------------

    def engagements(self, turn: int | None = None) -> list[EngagementRow]:
        """Return the engagements they may know of: their own, others once settled. One query."""
        rows = self.campaign.engagements.filter(undone=False).select_related("battle", "record")
        rows = rows.defer("battle__setup", "record__lists", "record__frame")
        if turn is not None:
            rows = rows.filter(turn=turn)
        if not self.umpire:
            mine = Q(faction_a=self.faction) | Q(faction_b=self.faction) if self.faction else Q()
            rows = (
                rows.filter(mine | Q(outcome__isnull=False)) if mine else rows.filter(outcome__isnull=False)
            )
        return list(rows)

    def engagement(self, key: str) -> EngagementRow:
        """Return one of them; Http404 if it is none of those."""
        rows = self.campaign.engagements.select_related("battle", "record").filter(undone=False, key=key)
        found = rows.first()
        if found is None or not (self.umpire or self.side(found) is not None or found.outcome is not None):
            raise Http404(words.ENGAGEMENT_OR_SECRET)
        return found

    def side(self, row: EngagementRow) -> int | None:
        """Return the side of an engagement that they play, None if they play none."""
        return side_of(row, self.member)

    def judges(self, row: EngagementRow) -> bool:
        """Return whether they decide an engagement as umpire: never where they play one of its sides."""
        return judges(row, self.member)

    def claims(self, row: EngagementRow) -> tuple[Any, Any]:
        """Return the reports of an engagement that they may read: a side reads the other's once its own is
        in.
        """
        side = self.side(row)
        if self.judges(row) or (side is not None and row.claims[side] is not None):
            return row.claims
        return None, None

    def claimed(self, row: EngagementRow) -> tuple[bool, bool]:
        """Return which sides have reported an engagement."""
        first, second = (each is not None for each in row.claims)
        return first, second

    def fights(self, row: EngagementRow) -> bool:
        """Return whether they may see an engagement whole and settle it: their own, any as umpire."""
        return self.umpire or self.side(row) is not None

    def standins(self, row: EngagementRow) -> dict[str, Any] | None:
        """Return the armies that stand in for the forces of an engagement, as they may see them:
        `fields.seen_of` for those who fight in it, None for others.
        """
        return seen_of(row, self.side(row), umpire=self.judges(row)) if self.fights(row) else None

    # -- messages -------------------------------------------------------------------------------

    def messages(self) -> QuerySet[Message]:
        """Return the messages they may read, the newest first: their own, those that go to them; an umpire
        reads all.
        """
        rows = self.campaign.messages.select_related("sender__user").prefetch_related("addressees")
        if self.umpire:
            return rows
        return rows.filter(Q(sender=self.member) | messaging.addressed(self.member)).distinct()

    # -- the way --------------------------------------------------------------------------------

    def needs_umpire(self) -> None:
        """Raise CampaignRefusal (`not-yours`) for everybody but the umpire."""
        needs_umpire(self.member)

    def url(self, page: str, *args: object) -> str:
        """Return the address of one of the campaign's pages; "" where `args` are none that it takes."""
        return _reversed(page, self.campaign.public_id, args)


@lru_cache(maxsize=20_000)
def _reversed(page: str, public_id: UUID, args: tuple[object, ...]) -> str:
    """Cache addresses: a map of 500 areas asks for as many addresses each time."""
    try:
        return reverse(f"campaigns:{page}", args=[public_id, *args])
    except NoReverseMatch:
        return ""


def participant_of(user: object, public_id: UUID) -> Participant:
    """Return `user` as participant of a campaign; Http404 if they are none, Removed if they were removed,
    Deleted if it was deleted while they were in it. One query.
    """
    if not getattr(user, "is_authenticated", False):
        raise Http404(Campaign.say(Campaign.MISSING))
    rows = Member.objects.select_related("campaign__owner", "user")
    rows = rows.defer("campaign__map", "campaign__document")
    member = rows.filter(user=user, campaign__public_id=public_id).first()  # type: ignore[misc]
    if member is None:
        disclosed = Disclosure.objects.filter(user=user, campaign__public_id=public_id)  # type: ignore[misc]
        last = disclosed.select_related("campaign").only("kind", "by", "campaign__name").first()
        if last is not None and last.kind == Disclosure.Kind.REMOVED:
            raise Removed(removed_you(last.by, last.campaign.name))
        gone = Deletion.objects.filter(user=user, campaign=public_id).first()  # type: ignore[misc]
        if gone is not None:
            raise Deleted(deleted_it(gone.by, gone.name))
        raise Http404(Campaign.say(Campaign.MISSING))
    return Participant(member.campaign, member)


def knows(entry: dict[str, Any], who: str | None) -> bool:
    """Return whether a faction (None: the umpire) learns of an entry as it is saved."""
    return learns(entry["event"]["known"], who)
