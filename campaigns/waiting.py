"""Your turn: what the campaigns of somebody wait for from them, each with a sentence and an address.

The list names only what its reader may do, and says no more than the pages behind it. It is worked out from
the stored state as it is: reading a whole campaign with its map would take longer than the page that asks.
The number of queries is the same for one campaign and for thirty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from campaigns.admitting import still_asked
from campaigns.commanding import acts_for, leading_in, players_in, unplayed_factions, waited_for
from campaigns.dealings import declined, since
from campaigns.models import (
    Campaign,
    Disclosure,
    EngagementRow,
    Member,
    OrdersRow,
)
from campaigns.people import invitations_to
from campaigns.waitingrows import Rows, read
from campaigns.wording import battles
from campaigns.wording import waiting as words


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that a campaign waits for from somebody.

    `kind`: one word for it (`orders`, `challenge`, `battle`, `army`, `report`, `dispute`, `turn`,
    `time`, `message`, `notice`, `request`, `list`, `vacancy`, `invitation`); `words`: a sentence without its
    full stop; `url`: where to do it; `since`: since when it waits; `until`: its deadline, if there is one.
    """

    kind: str
    words: str
    url: str
    campaign: str
    campaign_url: str
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Reader:
    """A member in a campaign, with what was read of it."""

    member: Member
    row: Campaign
    rows: Rows
    state: Mapping[str, Any] = field(default_factory=dict)

    def page(self, name: str, *args: object, anchor: str = "") -> str:
        return reverse(f"campaigns:{name}", args=[self.row.public_id, *args]) + anchor

    def name(self, faction: str) -> str:
        return str(self.state.get("factions", {}).get(faction, {}).get("name", faction))

    def battle(self, row: EngagementRow) -> str:
        """Return what to call a battle: two against the same enemy are told apart by where they are."""
        area = self.state.get("engagements", {}).get(row.key, {}).get("area", "")
        name = self.rows.areas.get(self.row.pk, {}).get(area, "")
        return battles.battle_of_area(name) if name else words.THE_BATTLE

    @property
    def step(self) -> str:
        return f"{'turn' if self.row.shape == Campaign.Shape.MAP else 'round'} {self.row.turn}"

    def waits(self, kind: str, words: str, url: str, since: datetime | None = None, *,
              until: datetime | None = None) -> Waiting:  # fmt: skip
        at = since or self.rows.since.get(self.row.pk) or self.row.created
        # Nobody is late with what waited before they came.
        at = max(at, self.member.joined)
        return Waiting(kind, words, url, self.row.name, self.row.get_absolute_url(), at, until)


def waiting_for(user: User) -> list[Waiting]:
    """Return what campaigns wait for from a user, the oldest first, with the invitations sent to them."""
    rows = Member.objects.filter(user=user, campaign__archived=False, campaign__paused=False)
    rows = rows.exclude(campaign__phase=Campaign.Phase.OVER).select_related("campaign")
    found = waiting_of(list(rows.defer("campaign__document", "campaign__map")))
    return sorted([*found, *_invited(user)], key=lambda each: each.since or timezone.now())


def waiting_of(
    members: Sequence[Member],
    people: Sequence[Member] | None = None,
    notices: Mapping[int, list[Disclosure]] | None = None,
) -> list[Waiting]:
    """Return what the campaigns of these members wait for from them; their campaigns are read already.
    `people`: everybody in these campaigns, and their `notices`, where they are read too.
    """
    acting = [
        each for each in members
        if not (each.campaign.archived or each.campaign.paused or each.campaign.over)
        and (each.umpire or each.faction)
    ]  # fmt: skip
    if not acting:
        return []
    rows = read(acting, people, notices)
    return [
        waits for each in acting for waits in _of(_Reader(each, each.campaign, rows, each.campaign.state))
    ]


def _of(reader: _Reader) -> Iterator[Waiting]:
    # On a ladder challenges are made and answered at any time, also while battles are fought.
    if reader.row.shape == Campaign.Shape.LADDER and reader.member.faction:
        yield from _challenges(reader)
    if reader.row.phase == Campaign.Phase.ORDERS:
        yield from _orders(reader)
    else:
        yield from _battles(reader)
    if reader.member.runs:
        yield from _vacant(reader)
        yield from _umpire(reader)
    if notices := reader.rows.notices.get(reader.row.pk):
        did = words.read_notice(notices[0].by or notices[0].name)
        yield reader.waits("notice", did, reader.page("campaign", anchor="#notices"), notices[0].at)
    if reader.row.pk in reader.rows.unread:
        new, first = reader.rows.unread[reader.row.pk]
        yield reader.waits("message", words.read_messages(new), reader.page("messages"), first)
    for asking in reader.rows.asking[reader.row.pk]:
        if reader.member in still_asked(reader.rows.members[reader.row.pk], asking):
            asks = _asked(reader, asking)
            yield reader.waits("request", asks, reader.row.get_absolute_url(), asking.asked)
    if reader.member.umpire and reader.row.pk in reader.rows.brought:
        lists, oldest = reader.rows.brought[reader.row.pk]
        yield reader.waits("list", words.accept_lists(lists), reader.page("lists"), oldest)


def _asked(reader: _Reader, asking: Member) -> str:
    """Return what somebody asks of the players."""
    who, faction = str(asking.user), asking.asks_for
    if faction == Disclosure.ALL:
        return words.answer_to_judge(who)
    answer = words.answer_to_join if asking.asks_to_join else words.answer_to_play
    return answer(who, reader.name(faction))


# -- players -----------------------------------------------------------------------------------------


def _orders(reader: _Reader) -> Iterator[Waiting]:
    member, row = reader.member, reader.row
    late = row.deadline is not None and row.deadline <= timezone.now()
    if not member.faction or late:
        return
    if row.shape == Campaign.Shape.MAP and member in waited_for(
        [member], row.state, reader.rows.orders[row.pk], reader.rows.members[row.pk]
    ):
        mine = [each for each in reader.rows.orders[row.pk] if each.key == member.key]
        said = words.give_orders(reader.step, draft=bool(mine))
        yield reader.waits("orders", said, reader.page("orders"), until=row.deadline)


def _challenges(reader: _Reader) -> Iterator[Waiting]:
    member, row = reader.member, reader.row
    if not member.chief:
        return
    answered = {
        act.get("to")
        for each in reader.rows.orders[row.pk]
        if each.faction == member.faction
        for act in (each.given or {}).get("acts", [])
        if act.get("do") in ("accept", "decline")
    }
    for each in (reader.state.get("ladder") or {}).get("challenges", []):
        if each["to"] == member.faction and not each.get("accepted") and each["by"] not in answered:
            said = words.answer_challenge(reader.name(each["by"]))
            made = reader.rows.challenged.get(row.pk)
            yield reader.waits("challenge", said, reader.page("campaign", anchor="#challenges"), made)


def _battles(reader: _Reader) -> Iterator[Waiting]:
    member = reader.member
    for each in reader.rows.engagements[reader.row.pk]:
        mine = bool(member.faction) and member.faction in each.factions
        if mine and each.outcome is None and _leads(reader, each):
            yield from _battle(reader, each, each.factions.index(member.faction))


def _battle(reader: _Reader, each: EngagementRow, side: int) -> Iterator[Waiting]:
    other, battle = reader.name(each.factions[1 - side]), reader.battle(each)
    page = reader.page("engagement", each.key)
    own, theirs = each.claims[side], each.claims[1 - side]
    if own is not None and theirs is not None:
        yield reader.waits("report", words.reports_differ(battle, other), page, since(each, "reported"))
    elif own is None and theirs is not None:
        yield reader.waits("report", words.say_how_ended(battle, other), page, since(each, "reported"))
    elif own is not None:
        return
    elif each.battle_id or each.record_id:
        yield reader.waits("battle", words.fight(battle, other), page, since(each, "began"))
    elif each.means == "table":
        yield reader.waits("report", words.report_how_ended(battle, other), page, since(each, "began"))
    else:
        yield from _method(reader, each, side, other)


def _proposed_to(each: EngagementRow, side: int) -> bool:
    """Return whether the other side proposes a method to this one."""
    return (each.proposal or {}).get("by") not in (None, each.factions[side])


def _method(reader: _Reader, each: EngagementRow, side: int, other: str) -> Iterator[Waiting]:
    page, battle = reader.page("engagement", each.key), reader.battle(each)
    if _proposed_to(each, side):
        yield reader.waits("battle", words.answer_proposal(other, battle), page, since(each, "proposed"))
        return
    agreed = since(each, "agreed", "decided") or each.opened
    if each.agreed is not None and each.standins is not None and not all(each.standins.get("armies", [None])):
        acting = acts_for(reader.member, reader.rows.members[reader.row.pk])
        if any(one.chief for one in acting) and each.standins.get("armies", [None, None])[side] is None:
            yield reader.waits("army", words.choose_army(battle, other), page, agreed)
    elif each.agreed is not None:
        yield reader.waits("battle", words.start(battle, other), page, agreed)
    elif each.proposal is None and (no := declined(each, each.factions[side])) is not None:
        yield reader.waits("battle", words.propose_again(battle, other), page, no.at)
    elif each.proposal is None:
        yield reader.waits("battle", words.agree_how(battle, other), page, each.opened)


def _leads(reader: _Reader, each: EngagementRow) -> bool:
    """Return whether a member acts for their side in an engagement."""
    members = reader.rows.members[reader.row.pk]
    return reader.member in leading_in(each.key, reader.member.faction, reader.state, members)


# -- the umpire --------------------------------------------------------------------------------------


def _vacant(reader: _Reader) -> Iterator[Waiting]:
    """Yield the factions that their last player has left, unless automatic orders are given for them."""
    led = {*reader.row.automatic} | {each.faction for each in reader.rows.members[reader.row.pk]}
    vacant = {faction: at for faction, at in reader.rows.left[reader.row.pk] if faction not in led}
    for faction, at in vacant.items():
        if faction in reader.state.get("factions", {}):
            said = words.find_commander(reader.name(faction))
            yield reader.waits("vacancy", said, reader.page("people", anchor="#invite"), at)


def _umpire(reader: _Reader) -> Iterator[Waiting]:
    row, umpires_page = reader.row, reader.page("umpire")
    if row.phase == Campaign.Phase.BATTLES:
        yield from _to_settle(reader)
        return
    if row.shape == Campaign.Shape.STORY:
        yield reader.waits("turn", words.OPEN_NEXT_SCENE, umpires_page)
        return
    if row.deadline is not None and row.deadline <= timezone.now() and not row.alone:
        yield reader.waits("turn", words.deadline_passed(reader.step), umpires_page, row.deadline)
        return
    asking = reader.rows.extensions[row.pk]
    for asked in asking:
        said = words.answer_more_time(str(asked.member.user), asked.hours)
        yield reader.waits("time", said, f"{umpires_page}#more-time", asked.at)
    if asking:
        # Whoever asks for more time is not done: nothing else is to be done before they are answered.
        return
    orders, players = reader.rows.orders[row.pk], reader.rows.members[row.pk]
    ordering = players_in(row.state, players)
    done = (
        each.ready == row.turn or each.absent or each.automatic for each in players if each.pk in ordering
    )
    if ordering and all(done):
        unplayed = [reader.name(each) for each in unplayed_factions(row, players, orders)]
        said = words.nobody_for(unplayed) if unplayed else words.all_ready(reader.step)
        yield reader.waits("turn", said, umpires_page, _last_given(orders))
        return
    if row.shape == Campaign.Shape.MAP and orders and not waited_for(players, row.state, orders, players):
        yield reader.waits("turn", words.all_orders_in(reader.step), umpires_page, _last_given(orders))


def _last_given(orders: Sequence[OrdersRow]) -> datetime | None:
    """Return when the last orders of a turn were given."""
    return max((each.given_at for each in orders if each.given_at), default=None)


def _to_settle(reader: _Reader) -> Iterator[Waiting]:
    engagements = reader.rows.engagements[reader.row.pk]
    disputed = [each for each in engagements if each.status == EngagementRow.Status.DISPUTED]
    if disputed and reader.row.pk not in reader.rows.neutral:
        reported = min((at for each in disputed if (at := since(each, "reported"))), default=None)
        invite = reader.page("people", anchor="#invite")
        yield reader.waits("dispute", words.INVITE_AN_UMPIRE, invite, reported)
    decides = engagements if reader.member.umpire else []
    played = {each.faction for each in reader.rows.members[reader.row.pk] if each.fights}
    for each in decides:
        between = " and ".join(reader.name(faction) for faction in each.factions)
        page = reader.page("engagement", each.key)
        if each.status == EngagementRow.Status.DISPUTED:
            said = words.decide_reports(reader.battle(each), between)
            yield reader.waits("dispute", said, page, since(each, "reported"))
        elif missing := _unreported(each, played):
            manned = {one.faction for one in reader.rows.members[reader.row.pk]}
            confirm = words.confirm_automatic if missing in manned else words.confirm_report
            said = confirm(reader.battle(each), reader.name(missing))
            yield reader.waits("report", said, page, since(each, "reported"))
        elif each.status == EngagementRow.Status.OPEN and not played & {*each.factions}:
            said = words.choose_how(reader.battle(each), between)
            yield reader.waits("battle", said, page, each.opened)
    if not reader.row.alone and engagements and all(each.outcome is not None for each in engagements):
        last = max((each.settled for each in engagements if each.settled), default=None)
        yield reader.waits("turn", words.finish(reader.step), reader.page("umpire"), last)


def _unreported(each: EngagementRow, played: Set[str]) -> str:
    """Return the faction whose report alone is missing and that nobody plays, "" if there is none."""
    missing = [key for key, claim in zip(each.factions, each.claims, strict=True) if claim is None]
    alone = each.outcome is None and len(missing) == 1 and missing[0] not in played
    return missing[0] if alone else ""


# -- invitations -------------------------------------------------------------------------------------


def _invited(user: User) -> Iterator[Waiting]:
    for each in invitations_to(user)[:25]:
        link, name = each.get_absolute_url(), each.campaign.name
        said = words.join(name, str(each.made_by or each.campaign.owner))
        yield Waiting("invitation", said, link, name, link, each.made)
