"""How engagements get their outcomes: each once, however many people and machines report it at a time.

An outcome is written to its row only where none stands yet, and the turn is concluded under the campaign's
lock by whoever brought the last one: nothing is applied twice, and nothing is lost.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from pydantic import ValidationError

from battles import services as battles
from battles.models import Battle
from battles.recording.models import Record
from campaigns import mail, turns
from campaigns.commanding import needs_leader
from campaigns.dealings import with_dealing
from campaigns.engine.battlefields import check_outcome, contradictions
from campaigns.engine.maps import faults_of
from campaigns.engine.state import BOTH_SIDES, THE_UMPIRE, Outcome, State, outcome_adapter
from campaigns.fields import as_fought, carried_home, method_of, whole
from campaigns.models import Campaign, Disclosure, EngagementRow, Member
from campaigns.persistence import CampaignRefusal, disclose, held, judges, needs_judge, side_of, state_of
from campaigns.waking import wake_both, wake_settled
from campaigns.wording import battles as words
from rulesets.engine.canonical import digest
from rulesets.engine.errors import FaultyDocumentError

SIDES = ("a", "b")
MAX_REASON = 300


class OutcomeError(FaultyDocumentError):
    """The report of an engagement cannot be read: every fault with its path."""

    document = "outcome"


def read_outcome(value: Any) -> Outcome:
    """Return an outcome document; raises OutcomeError with every fault and its path."""
    try:
        return outcome_adapter().validate_python(value)
    except ValidationError as error:
        raise OutcomeError(*faults_of(error)) from None


def fight(
    row: Campaign, key: str, means: str, *, battle: Battle | None = None, record: Record | None = None
) -> EngagementRow:
    """Begin an engagement by the method that holds for it, as this battle or record. The first to do so is
    obeyed until its battle is gone.

    Raises CampaignRefusal if that method does not hold, or it is begun, reported or settled already.
    """
    with held(row) as now:
        rows = _open(now, key).filter(battle__isnull=True, record__isnull=True, means="")
        found = rows.first()
        # A battle begun now would make a report that players have already written worthless.
        if found is None or found.claims != (None, None):
            raise CampaignRefusal(words.STARTED_ALREADY, "engagement", code="taken")
        method = method_of(now, found, state_of(now))
        # Here and nowhere above: nobody gets past it, by whatever page or address they begin.
        if method is None or method.means != means:
            raise CampaignRefusal(words.AGREE_FIRST, "means", code="not-agreed")
        if method.system and whole(found) is None:
            raise CampaignRefusal(words.CHOOSE_ARMIES_FIRST, "army", code="unnamed")
        columns = {"agreed": method.model_dump(mode="json"), "proposal": None}
        columns |= with_dealing(found, "began", means=means, system=method.system)
        # The conditions are in the UPDATE itself: two who begin at once cannot both match.
        if not rows.update(means=means, battle=battle, record=record, **columns):
            raise CampaignRefusal(words.STARTED_ALREADY, "engagement", code="taken")
        wake_both(now, found, "began")
        return now.engagements.get(key=key, undone=False)


def give_up(row: Campaign, key: str, by: Member, reason: str = "") -> None:
    """Drop the reports of an engagement, and take it off its battle or record: it can begin anew by the
    method that was agreed on, or as the umpire decides. Where both armies are shown for a table they report
    anew. The umpire's to do, unless they fight in it. A battle is cancelled for a `reason`, which every
    member can read, since its next one draws new dice; nobody plays it any more.

    Raises CampaignRefusal for everybody else, where nothing is begun or reported, and (`reason`) without one.
    """
    with held(row) as now:
        found = _needed(now, key)
        needs_judge(found, by)
        if not found.begun and found.claims == (None, None):
            raise CampaignRefusal(words.NOT_BEGUN, "engagement", code="not-begun")
        reason = " ".join(reason.split())[:MAX_REASON]
        if found.battle_id is not None and not reason:
            raise CampaignRefusal(words.SAY_WHY_CANCELLED, "reason", code="reason")
        dealt = with_dealing(found, "reset", by, reason=reason if found.battle_id is not None else "")
        anew: dict[str, Any] = {"claim_a": None, "claim_b": None, **dealt}
        # Who has seen the other side's units chooses neither another method nor another army after that.
        if not found.shown:
            anew |= {"means": "", "battle": None, "record": None}
            if found.battle is not None:
                battles.cancel(found.battle, reason)
                found.cancelled.add(found.battle)
                disclose(now, by, Disclosure.Kind.CORRECTED, said=words.cancelled_noted(reason))
        _open(now, key).update(**anew)
        wake_both(now, found, "reset")


def settle(row: Campaign, key: str, outcome: Outcome, by: User | None = None) -> bool:
    """Write the outcome of an engagement, if it has none yet; whether this one counts. With the turn's last
    one the turn is concluded.

    Raises CampaignRefusal if there is no such engagement in this turn, OutcomeError for units that did not
    fight in it.
    """
    # Also while it is archived: a battle comes to its end once, and its outcome would be lost.
    with held(row, archived=True) as now:
        _check(state_of(now), key, outcome)
        if not _write(now, key, outcome, by):
            return False
        turns.concluded(now, by)
    return True


def on_table(found: EngagementRow, *, judge: bool = False) -> bool:
    """Return whether an engagement is begun on a table, or reported: from then on each side may see the
    other's units. An umpire who judges it sees them once a table is agreed.
    """
    asked = judge and (found.agreed or {}).get("means") == "table"
    return found.means == "table" or found.claims != (None, None) or asked


def check_report(row: Campaign, found: EngagementRow, member: Member) -> None:
    """Raise CampaignRefusal for who may not report an engagement now: those who act for the two sides only
    once it is begun on a table, the umpire also once somebody has reported.
    """
    if side_of(found, member) is None and not member.umpire:
        raise CampaignRefusal(words.NOT_YOUR_BATTLE, "engagement", code="not-yours")
    needs_leader(row, found, member)
    if not on_table(found, judge=judges(found, member)):
        raise CampaignRefusal(words.AGREE_ON_TABLE_FIRST, "engagement", code="not-fought")
    if found.battle_id is not None and not member.umpire:
        raise CampaignRefusal(words.RESULT_FROM_RECORD, "engagement", code="recorded")


def report(row: Campaign, key: str, member: Member, outcome: Outcome, side: int | None = None) -> str:
    """Take a side's report of a battle on a table. Reports of both sides that are alike settle the
    engagement, others wait for the umpire, whose own report settles it at once unless it names a side. Where
    stand-ins fight it is of their units.

    Answers the engagement's status afterwards. Raises CampaignRefusal for who may not report it, and when it
    is settled, OutcomeError for units that did not fight in it and for what cannot be.
    """
    with held(row) as now:
        found = _needed(now, key)
        check_report(now, found, member)
        own = side_of(found, member)
        if None not in (own, side) and own != side:
            raise CampaignRefusal(words.REPORT_YOUR_OWN, "side", code="not-yours")
        # Checked against the armies on the table, which may be stand-ins, not against the forces.
        state, fought = as_fought(now, found)
        _check(state, key, outcome)
        if faults := list(contradictions(state, fought, outcome)):
            raise OutcomeError(*faults)
        outcome.means = "table"
        return _reported(now, found, member, outcome, side)


def accept_report(row: Campaign, key: str, member: Member, seen: str, side: int | None = None) -> str:
    """Take the report of a side as one's own: for the other side once its own report is in too, for the
    umpire at any time, whom it settles the engagement for. `seen`: the hash of the report that one has read.

    Answers the engagement's status afterwards. Raises CampaignRefusal for a report that there is not, and
    (`own-first`) for a side that has not reported yet: it may not read the other's before. `changed`: the
    report is another one by now.
    """
    with held(row) as now:
        found = _needed(now, key)
        check_report(now, found, member)
        own = side_of(found, member)
        side = side if own is None else 1 - own
        if own is not None and found.claims[own] is None:
            raise CampaignRefusal(words.REPORT_FIRST, "engagement", code="own-first")
        if side not in (0, 1) or found.claims[side] is None:
            raise CampaignRefusal(words.NO_SUCH_REPORT, "side", code="unknown")
        # What is accepted is named, so that nobody can change a report under the other's finger.
        if seen != report_hash(found.claims[side]):
            raise CampaignRefusal(words.REPORT_CHANGED, "hash", code="changed")
        outcome = outcome_adapter().validate_python(found.claims[side])
        return _reported(now, found, member, outcome, accepted=found.factions[side])


def _reported(
    row: Campaign,
    found: EngagementRow,
    member: Member,
    outcome: Outcome,
    side: int | None = None,
    accepted: str = "",
) -> str:
    """Take a report, as `report` says. `accepted`: the faction whose report it is, where it was accepted."""
    own = side_of(found, member)
    side = side if own is None else own
    if side is None:  # as the umpire
        outcome.by = accepted or THE_UMPIRE
        _write(row, found.key, carried_home(row, found, outcome), member.user)
        mail.decided(row, found, accepted)
    else:
        outcome.by = found.factions[side]
        column = f"claim_{SIDES[side]}"
        claim = outcome_adapter().dump_python(outcome, mode="json")
        # It is fought: another method can no longer be agreed on.
        columns = {column: claim, "proposal": None, **with_dealing(found, "reported", member)}
        _open(row, found.key).update(**columns)
        # update() has passed by the object in memory, and the other side's claim is needed too.
        found.refresh_from_db()
        _agree(row, found, member.user, found.factions[side])
    turns.concluded(row, member.user)
    return row.engagements.get(key=found.key, undone=False, turn=found.turn).status


def report_hash(report: Any) -> str:
    """Return the hash by which whoever accepts a report names the one that they have read; "" for none."""
    return "" if report is None else digest(report)


def alike(one: Any, other: Any) -> bool:
    """Return whether two reports say the same outcome: winner, what units and leaders suffered."""
    return _essence(one) == _essence(other)


def differences(one: Any, other: Any) -> list[str]:
    """Return the places in which two reports differ: "winner", "units.<id>", "leaders.<id>"."""
    first, second = _essence(one), _essence(other)
    found = ["winner"] if first[0] != second[0] else []
    found += [
        f"units.{key}" for key in sorted({*first[1], *second[1]}) if first[1].get(key) != second[1].get(key)
    ]
    return found + [f"leaders.{key}" for key in sorted(first[2] ^ second[2])]


def _essence(report: Any) -> tuple[Any, dict[str, Any], set[str]]:
    harmed = {
        key: (fate["lost"], fate["fallen"])
        for key, fate in report["units"].items()
        # A unit that one side lists unharmed and the other leaves out is no difference.
        if fate["lost"] or fate["fallen"] != "stood"
    }
    return report["winner"], harmed, set(report["leaders"])


def _agree(row: Campaign, found: EngagementRow, by: User, reporter: str) -> None:
    wake_both(row, found, "reported", reporter)
    if found.claim_a is None or found.claim_b is None:
        mail.reported(row, found)
        return
    if alike(found.claim_a, found.claim_b):
        outcome = outcome_adapter().validate_python(found.claim_a)
        outcome.by = BOTH_SIDES
        _write(row, found.key, carried_home(row, found, outcome), by)
    else:
        mail.disputed(row, found)


def _check(state: State, key: str, outcome: Outcome) -> None:
    faults = check_outcome(state, key, outcome)
    if faults:
        raise OutcomeError(*faults)


def _write(row: Campaign, key: str, outcome: Outcome, by: User | None) -> bool:
    """Write an outcome where none stands."""
    value = outcome_adapter().dump_python(outcome, mode="json")
    columns = {"outcome": value, "means": outcome.means, "settled": timezone.now(), "settled_by": by}
    # The filter for rows without outcome makes this first come, first served, without another lock.
    found = _open(row, key).first()
    written = found is not None and bool(_open(row, key).update(**columns))
    if written:
        wake_settled(row, found, outcome.winner)
    return written


def _needed(row: Campaign, key: str) -> EngagementRow:
    """Return the row of an engagement of this turn that has no outcome; raises CampaignRefusal."""
    found: EngagementRow | None = _open(row, key).first()
    if found is None:
        raise CampaignRefusal(words.BATTLE_SETTLED, "engagement", code="settled")
    return found


def _open(row: Campaign, key: str) -> Any:
    """Return the row of an engagement of this turn that has no outcome."""
    return row.engagements.filter(key=key, turn=row.turn, undone=False, outcome__isnull=True)
