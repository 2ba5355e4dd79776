"""What an umpire decides: corrections past the rules, who commands a force, and going back a turn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from armylists.bookaccess import own_only
from battles.models import Battle
from battles.recording.models import Record
from campaigns.dealings import with_dealing
from campaigns.engine import overrides
from campaigns.engine.events.factions import CommandGiven
from campaigns.engine.events.turns import WentBack
from campaigns.engine.forces import names
from campaigns.engine.state import outcome_adapter
from campaigns.engine.umpireacts import Act, MethodAct, OutcomeAct, public_words
from campaigns.fields import Method
from campaigns.models import BroughtList, Campaign, Disclosure, Member, TurnRow
from campaigns.persistence import CampaignRefusal, disclose, held, needs_judge, needs_umpire, state_of
from campaigns.turns import save_part
from campaigns.wording import battles, umpire
from campaigns.wording import services as words

MAX_REASON = 500


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
        return _overruled(now, by, read, said)


def _overruled(row: Campaign, by: Member, acts: Sequence[Act], reason: str) -> TurnRow:
    """Do an umpire's acts in a campaign that is held."""
    before = state_of(row)
    brought = overrides.overruled(before, acts, reason, row.hash, by.user.get_username())
    called = names(before)
    done = [
        public_words(act, before, lambda key: called.get(key, key))
        # How a battle is fought is for its two sides alone to know, and both read it.
        for act in acts if not isinstance(act, MethodAct)
    ]  # fmt: skip
    if done:
        noted = umpire.correction_noted(dict.fromkeys(done), reason)
        disclose(row, by, Disclosure.Kind.CORRECTED, said=noted)
    for act in acts:
        if isinstance(act, OutcomeAct | MethodAct):
            _decide(row, by, act)
    inputs = {"acts": [each.model_dump(mode="json") for each in acts], "reason": reason}
    return save_part(row, TurnRow.Part.OVERRIDE, before, brought, inputs, by.user)


def _decide(row: Campaign, by: Member, act: OutcomeAct | MethodAct) -> None:
    """Write the umpire's decision into the row of an engagement, whatever stood there."""
    rows = row.engagements.filter(undone=False, key=act.engagement, turn=row.turn)
    found = rows.get()
    needs_judge(found, by)
    if isinstance(act, OutcomeAct):
        settled = {"settled": timezone.now(), "settled_by": by.user, "means": act.outcome.means}
        rows.update(outcome=outcome_adapter().dump_python(act.outcome, mode="json"), **settled)
    elif not found.changeable:
        raise CampaignRefusal(battles.STARTED_ALREADY, "engagement", code="taken")
    else:
        method = Method(means=act.means, system=act.system, how="umpire")
        did = with_dealing(found, "decided", by, means=act.means, system=act.system)
        # Armies that were shown for a table march off again.
        rows.update(**method.columns(found), **did, means="")


def roll_back(row: Campaign, revision: int, by: Member, turn: int, reason: str) -> TurnRow:
    """Go back to the beginning of a turn that has begun: what happened since is saved, but no longer counts.
    New dice are drawn for all that is played again. Orders given for that turn stand, later ones are gone;
    the turn has its deadline again, or as much time as it had. Battles of turns that no longer count are
    archived. Lists that were accepted since are forces again.

    Raises CampaignRefusal for a turn that there was not, Stale, and CampaignRefusal (`not-yours`).
    """
    said = _reason(by, reason)
    with held(row, revision) as now:
        rows = now.turns.filter(undone=False, turn__gte=turn).exclude(part=TurnRow.Part.BACK)
        first = rows.order_by("number").first()
        if first is None or first.turn != turn:
            raise CampaignRefusal(words.NOTHING_HAPPENED_YET, "turn", code="unknown")
        marched = rows.filter(turn=turn, part=TurnRow.Part.MARCH).first()
        undone = now.turns.filter(undone=False, number__gte=first.number)
        accepted = list(BroughtList.objects.filter(accepted_in__in=undone).select_related("accepted_in"))
        undone.update(undone=True)
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
        columns = {"deadline": _deadline_again(now, first, marched), "redraws": now.redraws, "warned": 0}
        part = save_part(now, TurnRow.Part.BACK, state, brought, inputs, by.user, **columns)
        for each in accepted:
            _accept_again(now, by, each)
        return part


def _accept_again(row: Campaign, by: Member, brought: BroughtList) -> None:
    """Make a force again of an accepted list whose own is undone; where that cannot be, the list waits."""
    assert brought.accepted_in is not None
    inputs = brought.accepted_in.inputs
    try:
        part = _overruled(row, by, overrides.read_acts(inputs["acts"]), inputs["reason"])
    except overrides.OverrideError:
        brought.status, brought.accepted_in = BroughtList.Status.OPEN, None
    else:
        brought.accepted_in = part
    brought.save(update_fields=["status", "accepted_in"])


def _deadline_again(row: Campaign, first: TurnRow, last: TurnRow | None) -> datetime | None:
    """Return the deadline of a turn that begins again with `first`: the one that stood when its orders were
    carried out (`last`; None: they were not) if it is still to come, else as much time from now on as the
    turn had. None for a turn that had none.
    """
    was, now = row.deadline if last is None else last.deadline_before, timezone.now()
    if was is None or was > now:
        return was
    earlier = row.turns.filter(undone=False, number__lt=first.number).order_by("-number").first()
    if earlier is None and row.hours:  # the first turn may have waited long for its players
        return now + timedelta(hours=row.hours)
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
