"""What the umpire decides past the rules, with their reason."""

from __future__ import annotations

from typing import Any

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State
from campaigns.engine.umpireacts import ACT
from rulesets.engine.records import record


@record
class Overridden(CampaignEvent):
    """The umpire changed something: `act` as JSON, see `umpireacts.py`."""

    act: dict[str, Any]
    reason: str
    kind = "overridden"

    def apply(self, state: State) -> None:
        ACT.validate_python(self.act).change(state)

    def describe(self, names: Names) -> str:
        return _said(ACT.validate_python(self.act).describe(names), self.reason)


@record
class WentBack(CampaignEvent):
    """The umpire went back to the beginning of a turn: what had happened since counts no more."""

    turn: int
    reason: str
    kind = "went back"

    def describe(self, names: Names) -> str:
        return _said(f"went back to the beginning of turn {self.turn}", self.reason)


@record
class CommandGiven(CampaignEvent):
    """A force has the member of that key as its commander; "": the commander-in-chief alone."""

    force: str
    member: str
    kind = "command given"

    def apply(self, state: State) -> None:
        state.forces[self.force].commander = self.member

    def describe(self, names: Names) -> str:
        who = "has a commander of its own" if self.member else "is under the commander-in-chief himself"
        return f"{names(self.force)} {who} from now on."


def _said(act: str, reason: str) -> str:
    return f"The umpire {act}: {reason}" if reason else f"The umpire {act}."
