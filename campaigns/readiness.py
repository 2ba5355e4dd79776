"""Ready: who says that their orders are final, who needs more time, and who is away.

Orders that are given count at the deadline and can be changed until then. Who is *ready* will not change them
any more: when all players are, nobody has to wait for the deadline. Who is away is not waited for: a deputy
orders for them, or the automatic commander.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns import mail, ordering, turns
from campaigns.commanding import orders_of, players_in, unplayed_factions
from campaigns.models import Campaign, Disclosure, Extension, Member
from campaigns.notices import acted_for_member
from campaigns.persistence import CampaignRefusal, held, needs_runner, needs_umpire, write
from campaigns.waking import EVERYBODY, RUNNERS, UMPIRES, wake
from campaigns.wording import services as words
from rulesets.engine.errors import LeaguerError

log = logging.getLogger(__name__)
MAX_MORE = 24 * 14
MAX_AWAY = timedelta(days=366)
Ready = Literal["ready", "not ready", "away", "automatic"]


@dataclass(frozen=True, slots=True)
class FactionReady:
    """A faction: whether all its players are ready, and how each stands where that may be seen. `unplayed`:
    nobody plays it, and no orders are given for it.
    """

    faction: str
    ready: bool
    players: Sequence[tuple[Member, Ready]]
    unplayed: bool = False


@dataclass(frozen=True, slots=True)
class Readiness:
    """Who is ready. `mine`: how whoever looks stands, None if they have nothing to order."""

    factions: Sequence[FactionReady]
    mine: Ready | None

    @property
    def count(self) -> int:
        """How many factions are ready."""
        return sum(each.ready for each in self.factions)

    @property
    def played(self) -> int:
        """How many factions have players, or orders without them."""
        return sum(not each.unplayed for each in self.factions)

    @property
    def all_ready(self) -> bool:
        """Whether nobody has to be waited for."""
        return bool(self.factions) and all(each.ready for each in self.factions)


def readiness(row: Campaign, by: Member | None = None, members: Sequence[Member] | None = None) -> Readiness:
    """Return who is ready for this turn: as a member may see it, whole for None. `members`: the campaign's,
    where they are read already. Two queries at most. A faction that nobody plays is not, unless it has
    automatic orders or the umpire has given it some.

    Of another faction only the umpire sees more than whether it is ready: who commands what is secret.
    """
    if members is None:
        members = list(row.members.select_related("user", "deputy__user"))
    asked = who_orders(row, members)
    found: dict[str, list[tuple[Member, Ready]]] = {}
    for each in asked:
        found.setdefault(each.faction, []).append((each, ready_of(each, row.turn)))
    story = row.shape == Campaign.Shape.STORY
    unplayed = [] if story else unplayed_factions(row, members, row.orders.filter(turn=row.turn))
    factions = [
        FactionReady(
            faction,
            all(status != "not ready" for _, status in players),
            players if by is None or by.umpire or by.faction == faction else (),
        )
        for faction, players in sorted(found.items())
    ] + [FactionReady(faction, ready=False, players=(), unplayed=True) for faction in unplayed]
    mine = next((ready_of(each, row.turn) for each in asked if by is not None and each.pk == by.pk), None)
    return Readiness(factions, mine)


def who_orders(row: Campaign, members: Iterable[Member]) -> list[Member]:
    """Return the members who have something to order in this campaign."""
    state: Any = row.state
    if row.shape == Campaign.Shape.STORY:
        return []
    if row.shape == Campaign.Shape.LADDER:
        rungs = set((state.get("ladder") or {}).get("rungs", []))
        return [each for each in members if each.faction in rungs and each.chief]
    found = list(members)
    with_forces = players_in(state, found)
    return [each for each in found if each.pk in with_forces]


def ready_of(member: Member, turn: int) -> Ready:
    """Return how a member stands in a turn."""
    if member.ready == turn:
        return "ready"
    if member.absent:
        return "away"
    return "automatic" if member.automatic else "not ready"


def set_ready(row: Campaign, by: Member, *, on: bool = True) -> bool:
    """Say that one's orders for this turn are final, or that they are not; a draft is given with it. Whether
    the turn was carried out with it: if all are ready and the umpire wants it so.

    Raises CampaignRefusal unless orders are taken now, and for who has nothing to order; OrdersError for a
    draft that cannot be given.
    """
    with held(row) as now:
        ordering.check_open(now)
        before = readiness(now)
        if by.pk not in {each.pk for faction in before.factions for each, _ in faction.players}:
            raise CampaignRefusal(words.NO_ORDERS_TO_GIVE, code="no-orders")
        if on:
            written = orders_of(now, by)
            if written is not None and written.given != written.draft:
                ordering.give_orders(now, by, written.draft)
        Member.objects.filter(pk=by.pk).update(ready=now.turn if on else 0)
        by.ready = now.turn if on else 0
        after = readiness(now)
        _wake_for(now, by, before, after, on=on)
        if not (on and after.all_ready):
            return False
        carried = now.early and not now.paused and _carried_out(now)
        if not carried:
            mail.all_ready(now)
    return carried


def _wake_for(row: Campaign, by: Member, before: Readiness, after: Readiness, *, on: bool) -> None:
    """Wake who sees that a member is ready, or no longer: enemies see no more than whether factions are."""
    if after.count != before.count:
        wake(row, EVERYBODY, "factions", ready=after.count, of=len(after.factions))
    elif after != before:
        wake(row, UMPIRES | Q(faction=by.faction), "ready" if on else "not-ready", who=str(by.user))


def _carried_out(row: Campaign) -> bool:
    try:
        # In a savepoint: what cannot be carried out must not take back that somebody is ready.
        with transaction.atomic():
            turns.resolve(row, row.revision)
    except LeaguerError as error:
        log.warning("campaign %s cannot be resolved: %s", row.public_id, error)
        return False
    return True


def set_early(row: Campaign, by: Member, *, on: bool) -> None:
    """Set whether a turn is carried out as soon as all players are ready; who runs the campaign does."""
    needs_runner(by)
    with held(row) as now:
        write(now, early=on)


# -- more time ---------------------------------------------------------------------------------------


def ask_for_time(row: Campaign, by: Member, hours: int, why: str = "") -> Extension:
    """Ask the umpires for more time for this turn's orders.

    Raises CampaignRefusal for who has nothing to order, without a deadline or after it, and while an earlier
    request is open.
    """
    if not 0 < hours <= MAX_MORE:
        raise CampaignRefusal(words.hours_up_to(MAX_MORE), "hours")
    with held(row) as now:
        ordering.check_open(now)
        if now.deadline is None:
            raise CampaignRefusal(words.NO_DEADLINE, "hours", code="no-deadline")
        if by.umpire or not by.faction:
            raise CampaignRefusal(words.FOR_PLAYERS_TO_ASK, code="not-yours")
        if open_extensions(now).filter(member=by).exists():
            raise CampaignRefusal(words.ASKED_ALREADY, code="asked")
        said = " ".join(why.split())[:200]
        made = Extension.objects.create(campaign=now, turn=now.turn, member=by, hours=hours, why=said)
        mail.extension_asked(now, made)
        wake(now, RUNNERS | Q(pk=by.pk), "more-time", who=str(by.user), hours=hours)
    return made


def open_extensions(row: Campaign) -> Any:
    """Return the requests for more time for this turn that nobody has answered."""
    rows = row.extensions.filter(turn=row.turn, granted__isnull=True).select_related("member__user")
    return rows if row.phase == Campaign.Phase.ORDERS else rows.none()


def answer_extension(row: Campaign, by: Member, pk: int, *, grant: bool) -> None:
    """Grant a request for more time, which moves the deadline, or decline it; the umpire's to do.

    Raises CampaignRefusal (`unknown`) for a request that is not open any more.
    """
    needs_runner(by)
    with held(row) as now:
        found = open_extensions(now).filter(pk=pk).first()
        if found is None:
            raise CampaignRefusal(words.NO_OPEN_REQUEST, "extension", code="unknown")
        found.granted = grant
        found.save(update_fields=["granted"])
        if grant:
            # From now where the deadline has passed: hours that are over already help nobody.
            begins = max(now.deadline or timezone.now(), timezone.now())
            write(now, deadline=begins + timedelta(hours=found.hours), warned=0)
        else:
            wake(now, RUNNERS | Q(pk=found.member_id), "no-time")
        mail.extension_answered(now, found)


# -- away --------------------------------------------------------------------------------------------


def set_away(
    row: Campaign,
    by: Member,
    member: Member,
    back: date | None,
    deputy: Member | None = None,
    *,
    reason: str = "",
) -> None:
    """Say that a member is away until a day, and who orders for them meanwhile: a deputy of their faction, or
    the automatic commander (None). `back` None: they are here. For themselves or the umpire to say, who gives
    a `reason` that everybody can read.

    Raises CampaignRefusal for a day that has passed or is far off, for a deputy who cannot be one, and
    (`reason`) without a reason.
    """
    own = member.pk == by.pk
    if not own:
        needs_umpire(by)
    today = timezone.now().date()
    if back is not None and not today < back <= today + MAX_AWAY:
        raise CampaignRefusal(words.AWAY_WITHIN_A_YEAR, "away")
    with held(row) as now:
        if back is not None and not member.faction:
            raise CampaignRefusal(words.NOBODY_WAITS, "away", code="no-orders")
        if back is not None and deputy is not None:
            if deputy.pk == member.pk or deputy.faction != member.faction:
                raise CampaignRefusal(words.DEPUTY_OF_FACTION, "deputy")
            if deputy.absent:
                raise CampaignRefusal(words.DEPUTY_AWAY, "deputy")
        if not own:
            kind = Disclosure.Kind.BACK if back is None else Disclosure.Kind.AWAY
            acted_for_member(now, by, member, kind, reason)
        member.away, member.deputy = back, deputy if back is not None else None
        member.away_by = "" if own or back is None else by.user.get_username()
        Member.objects.filter(pk=member.pk).update(
            away=member.away, deputy=member.deputy, away_by=member.away_by
        )
        wake(now, EVERYBODY, "back" if back is None else "away", who=str(member.user))
