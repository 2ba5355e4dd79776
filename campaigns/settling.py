"""How engagements get their outcomes: each once, however many people and machines report it at a time.

An outcome is written to its row only where none stands yet, and the turn is concluded under the campaign's
lock by whoever brought the last one: nothing is applied twice, and nothing is lost.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from pydantic import ValidationError

from battles.models import Battle
from battles.recording.models import Record
from campaigns import mail, turns
from campaigns.engine.battlefields import check_outcome
from campaigns.engine.maps import faults_of
from campaigns.engine.state import Outcome, State, outcome_adapter
from campaigns.fields import as_fought, carried_home, whole
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import CampaignRefusal, held, state_of
from rulesets.engine.errors import FaultyDocumentError

SIDES = ("a", "b")


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
    """Say how an engagement is fought: by which means, as which battle or record. The first to say so is
    obeyed until its battle is gone. Stand-ins that are not whole are dropped, as are all by dice.

    Raises CampaignRefusal if it is fought, reported of or settled already, or the rules do not let it be
    fought so.
    """
    with held(row) as now:
        if means not in state_of(now).rules.battles.fought:
            raise CampaignRefusal("is not how this campaign's battles are fought", "means", code="means")
        rows = _open(now, key).filter(battle__isnull=True, record__isnull=True)
        found = rows.first()
        # A battle begun now would make a report that players have already written worthless.
        if found and found.claims != (None, None):
            raise CampaignRefusal("is reported of already: its umpire decides", "engagement", code="taken")
        # Dice of the campaign fight with the forces themselves, so stand-ins would mislead.
        standins = found.standins if found and whole(found) and means != "quick" else None
        # The conditions are in the UPDATE itself: two who begin at once cannot both match.
        if not rows.update(means=means, battle=battle, record=record, standins=standins):
            raise CampaignRefusal("is being fought, or settled, already", "engagement", code="taken")
        return now.engagements.get(key=key, undone=False)


def give_up(row: Campaign, key: str) -> None:
    """Take an engagement off its battle or record, so that it may be fought otherwise."""
    with held(row) as now:
        _open(now, key).update(means="", battle=None, record=None, claim_a=None, claim_b=None, standins=None)


def settle(row: Campaign, key: str, outcome: Outcome, by: User | None = None) -> bool:
    """Write the outcome of an engagement, if it has none yet; whether this one counts. With the turn's last
    one the turn is concluded.

    Raises CampaignRefusal if there is no such engagement in this turn, OutcomeError for units that did not
    fight in it.
    """
    with held(row) as now:
        _check(state_of(now), key, outcome)
        if not _write(now, key, outcome, by):
            return False
        turns.concluded(now, by)
    return True


def report(row: Campaign, key: str, member: Member, outcome: Outcome, side: int | None = None) -> str:
    """Return a side's report of a battle on a table. Reports of both sides that are alike settle the
    engagement, others wait for the umpire, whose own report settles it at once unless it names a side. Where
    stand-ins fight it is of their units.

    Answers the engagement's status afterwards. Raises CampaignRefusal for who does not fight in it, and when
    it is settled, OutcomeError for units that did not fight in it.
    """
    with held(row) as now:
        found = _open(now, key).first()
        if found is None:
            raise CampaignRefusal("is settled already, or there is none", "engagement", code="settled")
        # Checked against the armies on the table, which may be stand-ins, not against the forces.
        _check(as_fought(now, found)[0], key, outcome)
        if not member.umpire:
            if not member.faction or member.faction not in found.factions:
                raise CampaignRefusal("is not yours to report", "engagement", code="not-yours")
            side = found.factions.index(member.faction)
        if side is None:  # as the umpire
            _write(now, key, carried_home(now, found, outcome), member.user)
        else:
            outcome.means, outcome.by = "table", member.faction
            column = f"claim_{SIDES[side]}"
            _open(now, key).update(**{column: outcome_adapter().dump_python(outcome, mode="json")})
            # update() has passed by the object in memory, and the other side's claim is needed too.
            found.refresh_from_db()
            _agree(now, found, member.user)
        turns.concluded(now, member.user)
        return now.engagements.get(key=key, undone=False, turn=found.turn).status


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


def _agree(row: Campaign, found: EngagementRow, by: User) -> None:
    if found.claim_a is None or found.claim_b is None:
        mail.reported(row, found)
        return
    if alike(found.claim_a, found.claim_b):
        outcome = outcome_adapter().validate_python(found.claim_a)
        # Agreed by both, so it is nobody's report any more.
        outcome.by = ""
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
    return bool(_open(row, key).update(**columns))


def _open(row: Campaign, key: str) -> Any:
    """Return the row of an engagement of this turn that has no outcome."""
    return row.engagements.filter(key=key, turn=row.turn, undone=False, outcome__isnull=True)
