"""What changes a faction's money: every such event is a `MoneyChange`, and they add up."""

from __future__ import annotations

from typing import ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State
from rulesets.engine.records import record


@record
class MoneyChange(CampaignEvent):
    """A faction gets `amount` of the campaign's currency, or pays it if it is below 0."""

    faction: str
    amount: int

    def apply(self, state: State) -> None:
        state.factions[self.faction].money += self.amount


@record
class IncomeGot(MoneyChange):
    """The turn's income: `parts` has (what for, amount)."""

    parts: tuple[tuple[str, int], ...]
    kind: ClassVar[str] = "income"

    def describe(self, names: Names) -> str:
        parts = ", ".join(f"{what} {amount}" for what, amount in self.parts)
        return f"{names(self.faction)} took in {self.amount} ({parts})."


@record
class UpkeepPaid(MoneyChange):
    """What the forces of a faction cost this turn."""

    kind: ClassVar[str] = "upkeep"

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} paid its forces {-self.amount}."


@record
class RecruitsPaid(MoneyChange):
    """What the recruits of a force cost."""

    force: str
    kind: ClassVar[str] = "recruits paid"

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} paid {-self.amount} for recruits of {names(self.force)}."


@record
class LootBrought(MoneyChange):
    """Loot that a force carries becomes its faction's money."""

    force: str
    area: str
    kind: ClassVar[str] = "loot brought"

    def apply(self, state: State) -> None:
        state.factions[self.faction].money += self.amount
        state.forces[self.force].loot -= self.amount

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} brought loot worth {self.amount} to {names(self.area)}."
