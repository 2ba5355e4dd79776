"""A turn of a stored campaign: previewed, and resolved once."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone

from armylists.owned.services import Stale
from campaigns import mail, ordering
from campaigns.engine.commander import orders_for
from campaigns.engine.orders import Orders
from campaigns.engine.resolve import Resolution, conclude, march, open_engagements
from campaigns.engine.simulation import figures
from campaigns.engine.state import Outcome, State, outcome_adapter
from campaigns.models import Campaign, EngagementRow, Member, TurnRow
from campaigns.persistence import (
    CampaignRefusal,
    battle_name,
    described,
    held,
    progress,
    state_of,
    stored,
    write,
)
from campaigns.proof import sealed
from campaigns.wording import services as words
from rulesets.engine.errors import LeaguerError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a part of a turn would bring now: its `orders` or `outcomes`, the factions without orders of
    their own (`missing`), the new `state`, and the log in words (`entries`, as turns store it).
    """

    part: str
    state: State
    entries: Sequence[Mapping[str, Any]]
    hash: str
    orders: Mapping[str, Orders] = field(default_factory=dict)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    missing: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the preview as JSON values, without the state."""
        return {
            "part": self.part, "turn": self.state.turn, "date": self.state.date, "phase": self.state.phase,
            "missing": list(self.missing), "entries": [dict(each) for each in self.entries],
            "hash": self.hash, "orders": {key: each.to_json() for key, each in self.orders.items()},
            "engagements": [each.id for each in open_engagements(self.state)],
        }  # fmt: skip


# -- resolving -------------------------------------------------------------------------------------


def preview(row: Campaign) -> Preview:
    """Return what resolving the campaign now would bring; nothing is saved.

    Raises CampaignRefusal (`not-fought`) while battles are still to be fought, TurnError when the campaign is
    over.
    """
    state = state_of(row)
    if row.phase == Campaign.Phase.ORDERS:
        orders = orders_of(row, state)
        brought = march(state, orders, row.dice, row.hash)
        playing = {force.faction for force in state.standing()}
        # From what was given, not from `orders`: the automatic commander has filled those up already.
        missing = sorted(playing - set(ordering.given(row)))
        entries = described(brought.entries, state, brought.state)
        return Preview("march", brought.state, entries, brought.hash, orders=orders, missing=missing)
    outcomes = _fought(row, state)
    brought = conclude(state, outcomes, row.dice, row.hash)
    entries = described(brought.entries, state, brought.state)
    return Preview("conclude", brought.state, entries, brought.hash, outcomes=outcomes)


def resolve(row: Campaign, revision: int, by: User | None = None) -> list[TurnRow]:
    """Carry out the orders, or conclude the turn once its engagements are settled; a turn without
    engagements is concluded at once. Answers the parts of the turn that happened.

    Raises Stale if somebody else was first, CampaignRefusal while battles are still to be fought
    (`not-fought`) and while the campaign is paused.
    """
    with held(row, revision) as now:
        if now.paused:
            raise CampaignRefusal(words.PAUSED, code="paused")
        parts = _resolved(now, by)
        # Inside the lock: who gets mail is read from the same state; it is sent after the commit.
        mail.resolved(now, parts)
    return parts


def due(row: Campaign) -> bool:
    """Resolve a campaign whose deadline has passed, if it does so alone; whether anything happened. Costs no
    query when nothing is due.
    """
    if not is_due(row):
        return False
    try:
        resolve(row, row.revision)
    except Stale as stale:
        # Another request has just resolved it, which is as good: this page only shows the result.
        row.become(stale.current)
        return False
    except LeaguerError as error:
        log.warning("campaign %s cannot be resolved: %s", row.public_id, error)
        return False
    except Exception:
        # Whoever only looks at the campaign must still see it when something in it is wrong.
        log.exception("campaign %s cannot be resolved", row.public_id)
        return False
    return True


def is_due(row: Campaign) -> bool:
    """Return whether the deadline for orders has passed, and the turn goes on without the umpire."""
    waits = row.phase == Campaign.Phase.ORDERS and row.alone and not row.paused and not row.archived
    return waits and row.deadline is not None and row.deadline <= timezone.now()


def concluded(row: Campaign, by: User | None) -> list[TurnRow]:
    """Conclude the turn of a campaign that is held, if all its engagements have their outcomes and it does so
    alone; what happened.
    """
    if row.phase != Campaign.Phase.BATTLES or row.paused or row.archived or not row.alone:
        return []
    if _live(row).filter(turn=row.turn, outcome__isnull=True).exists():
        return []
    parts = [_conclude(row, by)]
    mail.resolved(row, parts)
    return parts


def orders_of(row: Campaign, state: State) -> dict[str, Orders]:
    """Return all orders of this turn by faction: those given, and the automatic commander's for forces that
    it commands and nobody has given orders to.
    """
    orders = ordering.given(row)
    # Sorted, so that the same rows always give the same orders and thus the same log.
    for faction, commanded in sorted(_automatic(row, state).items()):
        ours = orders.get(faction)
        written = ours.forces if ours is not None else {}
        # The automatic commander is slow on a large map: it is not asked where all is written.
        if not (left := commanded - set(written)):
            continue
        found = orders_for(state, faction, row.dice)
        forces = {key: each for key, each in found.forces.items() if key in left}
        # A person who wrote anything has decided about money and treaties too.
        acts = list(ours.acts if ours is not None else found.acts)
        orders[faction] = Orders(faction=faction, forces=forces | written, acts=acts)
    return orders


def outcomes_of(row: Campaign) -> dict[str, Outcome]:
    """Return the outcomes of this turn's engagements that are settled, by key. One query."""
    rows = _live(row).filter(turn=row.turn, outcome__isnull=False)
    return {each.key: outcome_adapter().validate_python(each.outcome) for each in rows}


def _fought(row: Campaign, state: State) -> dict[str, Outcome]:
    """Return the outcomes of this turn's engagements; raises CampaignRefusal that names those without one."""
    outcomes = outcomes_of(row)
    open_ = [battle_name(state, each) for each in open_engagements(state) if each.id not in outcomes]
    if open_:
        raise CampaignRefusal(words.still_to_be_fought(open_), "engagements", code="not-fought")
    return outcomes


def _resolved(row: Campaign, by: User | None) -> list[TurnRow]:
    if row.phase != Campaign.Phase.ORDERS:
        return [_conclude(row, by)]
    parts = [_march(row, by)]
    if not _live(row).filter(turn=row.turn, outcome__isnull=True).exists():
        parts.append(_conclude(row, by))
    return parts


def still_to_begin(row: Campaign) -> bool:
    """Return whether a campaign on a map waits for the orders of its first turn. One query where it may."""
    if row.shape != Campaign.Shape.MAP or row.phase != Campaign.Phase.ORDERS:
        return False
    return not row.turns.filter(undone=False, part=TurnRow.Part.MARCH).exists()


def _march(row: Campaign, by: User | None) -> TurnRow:
    state = state_of(row)
    # Forces at peace pass each other by: a club would find out after a turn that nothing happens.
    if not row.peace and state.at_peace and still_to_begin(row):
        raise CampaignRefusal(words.NOBODY_AT_WAR, "peace", code="peace")
    orders = orders_of(row, state)
    brought = march(state, orders, row.dice, row.hash)
    inputs = {"orders": {key: each.to_json() for key, each in orders.items()}} | _drawn_anew(row)
    # No deadline while battles are fought: it begins anew with the next orders.
    part = save_part(row, TurnRow.Part.MARCH, state, brought, inputs, by, deadline=None)
    EngagementRow.objects.bulk_create(
        EngagementRow(
            campaign=row, turn=row.turn, key=each.id, opened=timezone.now(),
            faction_a=each.sides[0].faction, faction_b=each.sides[1].faction,
        )
        for each in open_engagements(brought.state)
    )  # fmt: skip
    return part


def _conclude(row: Campaign, by: User | None) -> TurnRow:
    state = state_of(row)
    outcomes = _fought(row, state)
    brought = conclude(state, outcomes, row.dice, row.hash)
    dump = outcome_adapter().dump_python
    inputs = {"outcomes": {key: dump(each, mode="json") for key, each in outcomes.items()}} | _drawn_anew(row)
    deadline = _next_deadline(row, brought.state)
    return save_part(row, TurnRow.Part.CONCLUDE, state, brought, inputs, by, deadline=deadline)


def _next_deadline(row: Campaign, state: State) -> datetime | None:
    """Return until when orders may be given for the turn that begins now; None: until the umpire
    resolves it.
    """
    again = state.phase == "orders" and row.hours > 0
    return timezone.now() + timedelta(hours=row.hours) if again else None


def save_part(
    row: Campaign,
    part: str,
    before: State,
    brought: Resolution,
    inputs: Mapping[str, Any],
    by: User | None,
    **columns: Any,
) -> TurnRow:
    """Write a part of a turn that has happened, and the campaign as it stands after it."""
    # The highest number and not a count: turns that were undone still have theirs. The campaign is locked.
    last: int = row.turns.aggregate(last=Max("number"))["last"] or 0
    now = progress(brought.state)
    part_row = TurnRow.objects.create(
        campaign=row, number=last + 1, turn=before.turn, date=before.date, part=part,
        state_before=stored(before), figures=figures(before), hash_before=row.hash,
        # Everybody may read the seal: without the salt they could find hidden orders by trying all of them.
        inputs={**inputs, "salt": secrets.token_hex(16)},
        entries=described(brought.entries, before, brought.state), hash=brought.hash, made_by=by,
        at=timezone.now(), deadline_before=row.deadline,
    )  # fmt: skip
    part_row.seal = sealed(row.seal, part_row, now["state"])
    part_row.save(update_fields=["seal"])
    write(row, hash=brought.hash, seal=part_row.seal, **now, **columns)
    return part_row


def _drawn_anew(row: Campaign) -> dict[str, Any]:
    """Return what a part of a turn notes of its dice: nothing, unless the umpire has gone back before."""
    return {"redraw": row.redraws} if row.redraws else {}


def _automatic(row: Campaign, state: State) -> dict[str, set[str]]:
    """Return the forces that the automatic commander orders where nobody else does, by faction."""
    players = row.members.filter(role=Member.Role.PLAYER).select_related("deputy")
    members = [each for each in players if each.automatic or each.left_alone]
    chiefs = {each.faction for each in members if each.chief} | set(row.automatic)
    keys = {each.key for each in members}
    found: dict[str, set[str]] = {}
    for force in state.standing():
        if force.faction in chiefs or (force.commander and force.commander in keys):
            found.setdefault(force.faction, set()).add(force.id)
    return found


def _live(row: Campaign) -> Any:
    return row.engagements.filter(undone=False)
