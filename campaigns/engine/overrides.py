"""The umpire's word past the rules: acts are read, checked one after the other, done and logged.

`[{"do": "money", "faction": "sweden", "amount": 20}, {"do": "move", "force": "sw1", "area": "torun"}]`. Each
act is checked against the state that those before it left, and becomes one event. Who learns the whole of it
is the faction that it concerns, or everybody where everybody sees it on the map; that the umpire corrected
something of that faction, and why, everybody learns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from campaigns.engine.events.base import ALL, CampaignEvent
from campaigns.engine.maps import faults_of
from campaigns.engine.resolve import Resolution, begun
from campaigns.engine.state import State
from campaigns.engine.umpireacts import ACT, Act, Corrected, Overridden
from campaigns.wording import umpire as words
from rulesets.engine.errors import Fault, FaultyDocumentError

RULE = "umpire"
MOST = 200


class OverrideError(FaultyDocumentError):
    """The umpire's acts cannot be read or done: every fault with its path."""

    document = "override"


def read_acts(value: Any) -> list[Act]:
    """Acts as JSON; raises OverrideError with every fault and its path (`acts[0].amount`)."""
    if not isinstance(value, list) or not 0 < len(value) <= MOST:
        raise OverrideError(Fault("acts", words.too_many_acts(MOST)))
    found, faults = [], []
    for index, each in enumerate(value):
        try:
            found.append(ACT.validate_python(each))
        except ValidationError as error:
            for fault in faults_of(error):
                # The kind, which pydantic names first, is no part of the path.
                path = fault.path.partition(".")[2]
                faults.append(Fault(f"acts[{index}].{path}".rstrip("."), fault.message))
    if faults:
        raise OverrideError(*faults)
    return found


def overruled(state: State, acts: Sequence[Act], reason: str, previous: str = "", by: str = "") -> Resolution:
    """Return a state after an umpire's acts, with their log. `previous`: the last hash of the log so far.
    `by`: who the umpire is; everybody learns then of each act that only some learn the whole of.

    Raises OverrideError for an act that cannot be done, naming the place: nothing is done then.
    """
    log = begun(state, previous)
    for index, act in enumerate(acts):
        if found := list(act.faults(log.state)):
            raise OverrideError(*(Fault(f"acts[{index}].{each.path}", each.message) for each in found))
        known = act.known(log.state)
        log.apply(Overridden(RULE, known, act.model_dump(mode="json"), reason))
        if by and ALL not in known and act.do in words.CORRECTED:
            log.apply(Corrected(RULE, (ALL,), by, act.do, known, reason))
    return Resolution(log.state, tuple(log.entries), log.hash)


def logged(state: State, event: CampaignEvent, previous: str = "") -> Resolution:
    """Return a state after one event, with its log."""
    log = begun(state, previous)
    log.apply(event)
    return Resolution(log.state, tuple(log.entries), log.hash)
