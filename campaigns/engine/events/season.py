"""The end of a turn: the next date, or the end of the campaign."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State
from rulesets.engine.records import record


@record
class TurnOver(CampaignEvent):
    """The next turn begins on a date (ISO) in a season; all orders are carried out."""

    turn: int
    date: str
    season: str
    kind: ClassVar[str] = "turn over"

    def apply(self, state: State) -> None:
        state.turn, state.date, state.season = self.turn, self.date, self.season
        state.phase, state.weather = "orders", ""
        state.standing_orders = {}

    def describe(self, names: Names) -> str:
        day = date.fromisoformat(self.date)
        return f"Turn {self.turn}: {day.day} {day:%B} {day.year}, {self.season}."


@record
class CampaignOver(CampaignEvent):
    """The campaign is over. `faction`: who won, "" for nobody; `why`: what ended it."""

    faction: str
    why: str
    kind: ClassVar[str] = "campaign over"

    def apply(self, state: State) -> None:
        state.phase, state.winner = "over", self.faction
        state.standing_orders = {}

    def describe(self, names: Names) -> str:
        who = f"{names(self.faction)} won" if self.faction else "nobody won"
        return f"The campaign was over ({self.why}): {who}."
