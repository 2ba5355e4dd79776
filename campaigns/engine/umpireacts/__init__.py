"""What an umpire may change past the rules: one model for each act, which knows what speaks against it, who
learns of it, what it changes and how it is described; and the events of it.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import Field, TypeAdapter

from campaigns.engine.events.base import ALL, CampaignEvent, Names
from campaigns.engine.state import State
from campaigns.engine.umpireacts.campaign import (
    DateAct,
    EndAct,
    MethodAct,
    MoneyAct,
    OutcomeAct,
    OwnerAct,
    PointsAct,
    RelationAct,
    RulesAct,
    WeatherAct,
)
from campaigns.engine.umpireacts.forces import (
    AddAct,
    HandAct,
    LeaderAct,
    MoveAct,
    RemoveAct,
    RenameAct,
    UnitAct,
)
from campaigns.wording import umpire as words
from rulesets.engine.records import record
from rulesets.engine.wording import listed

__all__ = ["ACT", "Act", "Corrected", "MethodAct", "OutcomeAct", "Overridden", "public_words"]

Act: TypeAlias = Annotated[
    MoneyAct | PointsAct | OwnerAct | MoveAct | UnitAct | LeaderAct | RelationAct | WeatherAct | DateAct
    | OutcomeAct | MethodAct | RenameAct | AddAct | RemoveAct | HandAct | RulesAct | EndAct,
    Field(discriminator="do"),
]  # fmt: skip
ACT: TypeAdapter[Act] = TypeAdapter(Act)


def public_words(act: Act, state: State, names: Names) -> str:
    """Return what everybody may read that the umpire did."""
    known = act.known(state)
    if ALL in known or act.do not in words.CORRECTED:
        return act.describe(names)
    return words.corrected(act.do, listed([names(each) for each in known]))


@record
class Corrected(CampaignEvent):
    """The umpire changed something that only these factions know the whole of; who did it, and why, everybody
    learns. `what`: the word of the act.
    """

    umpire: str
    what: str
    factions: tuple[str, ...]
    reason: str
    kind = "corrected"

    def describe(self, names: Names) -> str:
        done = words.corrected(self.what, listed([names(each) for each in self.factions]))
        return words.correction(self.umpire, done, self.reason)


@record
class Overridden(CampaignEvent):
    """The umpire changed something: `act` as JSON."""

    act: dict[str, Any]
    reason: str
    kind = "overridden"

    def apply(self, state: State) -> None:
        ACT.validate_python(self.act).change(state)

    def describe(self, names: Names) -> str:
        return words.umpire_did(ACT.validate_python(self.act).describe(names), self.reason)
