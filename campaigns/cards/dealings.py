"""What was done about an engagement, as lines of its page: who, what, when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaigns.cards.engagements import MEANS
from campaigns.cards.methods import method_words
from campaigns.dealings import Dealing, dealings_of
from campaigns.engine.state import State
from campaigns.fields import Method
from campaigns.models import EngagementRow
from campaigns.wording import dealings as words


@dataclass(frozen=True, slots=True)
class DealingLine:
    """A sentence about something that was done, and when."""

    words: str
    at: datetime


def dealing_lines(state: State, row: EngagementRow) -> list[DealingLine]:
    """Return what was done about an engagement, the newest first."""
    lines: list[DealingLine] = []
    reported: set[str] = set()
    for each in dealings_of(row):
        again = each.did == "reported" and each.faction in reported
        lines.append(DealingLine(_words(state, each, again=again), each.at))
        if each.did == "reported":
            reported.add(each.faction)
        elif each.did in ("began", "reset"):
            reported.clear()
    return lines[::-1]


def _words(state: State, each: Dealing, *, again: bool) -> str:
    """Return what was done, as a sentence; `again`: a report that takes the place of an earlier one."""
    if each.did == "began":
        return words.began(MEANS.get(each.means, ""))
    faction = state.factions.get(each.faction)
    who = words.member(each.who, faction.name) if faction is not None else words.umpire(each.who)
    if each.reason:
        return words.cancelled(who, each.reason)
    if each.did in ("reported", "reset"):
        return words.SAID["changed" if again else each.did].format(who)
    method = Method.model_validate({"means": each.means, "system": each.system})
    return words.SAID[each.did].format(who, method_words(method))
