"""What is known of how a battle ended before somebody reports it: where the form of a report begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns import fighting, settling
from campaigns.access import Participant
from campaigns.engine.state import outcome_adapter
from campaigns.models import EngagementRow
from campaigns.wording import reporting as words


@dataclass(frozen=True, slots=True)
class Known:
    """A report to begin with, as JSON without what is not known (None: nothing is), and a sentence that says
    where it comes from.
    """

    report: Mapping[str, Any] | None = None
    source: str = ""


def known_of(participant: Participant, row: EngagementRow, names: tuple[str, str]) -> Known:
    """Return what is known of an engagement to somebody who may report it: a side's own report, for the
    umpire those of both sides, else what its battle or record came to. `names`: what both sides are called.
    """
    side = participant.side(row)
    if side is not None and row.claims[side] is not None:
        return Known(row.claims[side])
    said = [(name, claim) for name, claim in zip(names, participant.claims(row), strict=True) if claim]
    if len(said) == 2:
        return Known(common(said[0][1], said[1][1]), words.OF_BOTH)
    if said:
        [(name, claim)] = said
        return Known(claim, words.of_one(name))
    outcome = fighting.found_out(participant.campaign, row)
    if outcome is None:
        return Known()
    return Known(outcome_adapter().dump_python(outcome, mode="json"), words.OF_BATTLE)


def common(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return what two reports both say; the places in which they differ are left out."""
    differ = set(settling.differences(one, other))
    found: dict[str, Any] = {
        "how": one.get("how") or other.get("how", ""),
        "units": {key: fate for key, fate in one["units"].items() if f"units.{key}" not in differ},
        "leaders": [key for key in one["leaders"] if f"leaders.{key}" not in differ],
    }
    return found if "winner" in differ else found | {"winner": one["winner"]}
