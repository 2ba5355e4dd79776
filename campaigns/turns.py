"""A turn of a stored campaign: previewed, resolved once, overruled by the umpire, and taken back."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone

from armylists.bookaccess import own_only
from armylists.owned.services import Stale
from battles.models import Battle
from battles.recording.models import Record
from campaigns import mail, ordering
from campaigns.engine import overrides
from campaigns.engine.commander import orders_for
from campaigns.engine.events.factions import CommandGiven
from campaigns.engine.events.turns import WentBack
from campaigns.engine.forces import names
from campaigns.engine.orders import Orders
from campaigns.engine.resolve import Resolution, conclude, march, open_engagements
from campaigns.engine.simulation import figures
from campaigns.engine.state import Outcome, State, outcome_adapter
from campaigns.engine.umpireacts import MethodAct, OutcomeAct, public_words
from campaigns.fields import Method
from campaigns.models import Campaign, Disclosure, EngagementRow, Member, TurnRow
from campaigns.persistence import (
    CampaignRefusal,
    battle_name,
    described,
    disclose,
    held,
    needs_judge,
    needs_umpire,
    progress,
    state_of,
    stored,
    write,
)
from campaigns.proof import sealed
from campaigns.wording import battles, umpire
from campaigns.wording import services as words
from rulesets.engine.errors import LeaguerError

log = logging.getLogger(__name__)
MAX_REASON = 500


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
        state_before=stored(before), figures=figures(before), hash_before=row.hash, inputs=inputs,
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


# -- the umpire ------------------------------------------------------------------------------------


def override(row: Campaign, revision: int, by: Member, acts: Any, reason: str) -> TurnRow:
    """Change what stands, as the umpire decides, for a reason that is logged: `acts` as overrides.py has
    them. The outcome of an engagement is set in its row and takes effect when the turn concludes.

    Raises OverrideError naming the places, Stale, CampaignRefusal (`not-yours`) also where they fight in the
    engagement themselves, and ListError for a list of a book that is somebody else's.
    """
    # Before anything is read: a fault in reading must not show what is in a stranger's book.
    own_only(by.user, {"acts": acts})
    read = overrides.read_acts(acts)
    said = _reason(by, reason)
    with held(row, revision) as now:
        before = state_of(now)
        brought = overrides.overruled(before, read, said, now.hash, by.user.get_username())
        called = names(before)
        done = [
            public_words(act, before, lambda key: called.get(key, key))
            # How a battle is fought is for its two sides alone to know, and both read it.
            for act in read if not isinstance(act, MethodAct)
        ]  # fmt: skip
        if done:
            noted = umpire.correction_noted(dict.fromkeys(done), said)
            disclose(now, by, Disclosure.Kind.CORRECTED, said=noted)
        for act in read:
            if isinstance(act, OutcomeAct | MethodAct):
                _decide(now, by, act)
        inputs = {"acts": [each.model_dump(mode="json") for each in read], "reason": said}
        return save_part(now, TurnRow.Part.OVERRIDE, before, brought, inputs, by.user)


def _decide(row: Campaign, by: Member, act: OutcomeAct | MethodAct) -> None:
    """Write the umpire's decision into the row of an engagement, whatever stood there."""
    rows = _live(row).filter(key=act.engagement, turn=row.turn)
    found = rows.get()
    needs_judge(found, by)
    if isinstance(act, OutcomeAct):
        settled = {"settled": timezone.now(), "settled_by": by.user, "means": act.outcome.means}
        rows.update(outcome=outcome_adapter().dump_python(act.outcome, mode="json"), **settled)
    elif found.begun:
        raise CampaignRefusal(battles.STARTED_ALREADY, "engagement", code="taken")
    else:
        rows.update(**Method(means=act.means, system=act.system, how="umpire").columns(found))


def roll_back(row: Campaign, revision: int, by: Member, turn: int, reason: str) -> TurnRow:
    """Go back to the beginning of a turn that has begun: what happened since is saved, but no longer counts.
    New dice are drawn for all that is played again. Orders given for that turn stand, later ones are gone;
    the turn has its deadline again, or as much time as it had. Battles of turns that no longer count are
    archived.

    Raises CampaignRefusal for a turn that there was not, Stale, and CampaignRefusal (`not-yours`).
    """
    said = _reason(by, reason)
    with held(row, revision) as now:
        rows = now.turns.filter(undone=False, turn__gte=turn).exclude(part=TurnRow.Part.BACK)
        first = rows.order_by("number").first()
        if first is None or first.turn != turn:
            raise CampaignRefusal(words.NOTHING_HAPPENED_YET, "turn", code="unknown")
        now.turns.filter(number__gte=first.number).update(undone=True)
        # Marked, not deleted: battles that were fought in them still link to their rows.
        gone = now.engagements.filter(undone=False, turn__gte=turn)
        Battle.objects.filter(engagements__in=gone).update(archived=True)
        Record.objects.filter(engagements__in=gone).update(archived=True)
        gone.update(undone=True)
        # Later orders were written for a state that no longer comes; those of this turn may stand.
        now.orders.filter(turn__gt=turn).delete()
        now.members.update(ready=0)
        now.extensions.filter(turn__gte=turn).delete()
        # The log's chain goes on from where the turn began, so that a replay takes the same way.
        now.hash = first.hash_before
        # Else the umpire could see what the dice bring, go back, and make use of it.
        now.redraws += 1
        state = state_of(now, first.state_before)
        brought = overrides.logged(state, WentBack("umpire", ("*",), turn, said), now.hash)
        inputs = {"turn": turn, "reason": said}
        columns = {"deadline": _deadline_again(now, first), "redraws": now.redraws, "warned": 0}
        return save_part(now, TurnRow.Part.BACK, state, brought, inputs, by.user, **columns)


def _deadline_again(row: Campaign, first: TurnRow) -> datetime | None:
    """Return the deadline of a turn that begins again with `first`: its own if it is still to come, else as
    much time from now on as the turn had.
    """
    was, now = first.deadline_before, timezone.now()
    if was is None:
        return now + timedelta(hours=row.hours) if row.hours else None
    if was > now:
        return was
    earlier = row.turns.filter(undone=False, number__lt=first.number).order_by("-number").first()
    began = row.created if earlier is None else earlier.at
    return now + max(was - began, timedelta(hours=1))


def hand_over(row: Campaign, by: Member, force: str, to: Member | None) -> TurnRow:
    """Let a player of a force's faction command it, or the commander-in-chief alone again (None): for that
    commander-in-chief or the umpire to do.

    Raises CampaignRefusal for a force or member that is not of the faction, and (`not-yours`).
    """
    with held(row) as now:
        before = state_of(now)
        found = before.forces.get(force)
        # One answer for gone, hidden and unknown forces: it must not reveal which ones there are.
        if found is None or found.gone or not (by.umpire or found.faction == by.faction):
            raise CampaignRefusal(words.NO_FORCE, "force", code="unknown")
        if not (by.umpire or by.chief):
            raise CampaignRefusal(words.ONLY_CHIEF_HANDS_FORCE, "force", code="not-yours")
        if to is not None and to.faction != found.faction:
            raise CampaignRefusal(words.NOT_OF_THIS_FACTION, "member")
        key = to.key if to else ""
        brought = overrides.logged(before, CommandGiven("", (found.faction,), force, key), now.hash)
        inputs = {"force": force, "member": key}
        return save_part(now, TurnRow.Part.OVERRIDE, before, brought, inputs, by.user)


def _reason(by: Member, reason: str) -> str:
    """Return the reason an umpire gives; raises CampaignRefusal for nobody's, and for none."""
    needs_umpire(by)
    said = " ".join(reason.split())
    if not said:
        raise CampaignRefusal(words.SAY_WHY, "reason")
    if len(said) > MAX_REASON:
        raise CampaignRefusal(words.at_most_characters(MAX_REASON), "reason")
    return said
