"""Supply, want and looting: what is told of them beside the steps that they cost."""

from __future__ import annotations

from typing import ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State
from rulesets.engine.records import record


@record
class OutOfSupply(CampaignEvent):
    """A force cannot be fed, for the `turns`th turn in a row; `relieved`: the country paid for it."""

    force: str
    area: str
    turns: int
    relieved: bool
    kind: ClassVar[str] = "out of supply"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.supplied, force.unsupplied = False, self.turns

    def describe(self, names: Names) -> str:
        lives = ", and lived off the country" if self.relieved else ""
        return f"{names(self.force)} at {names(self.area)} was out of supply{lives}."


@record
class InSupply(CampaignEvent):
    """A force that was out of supply is fed again."""

    force: str
    area: str
    kind: ClassVar[str] = "in supply"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.supplied, force.unsupplied = True, 0

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} at {names(self.area)} was in supply again."


@record
class MagazineUsed(CampaignEvent):
    """A magazine's stock changes by `change`, to `stock`."""

    area: str
    faction: str
    change: int
    stock: int
    kind: ClassVar[str] = "magazine"

    def apply(self, state: State) -> None:
        state.areas[self.area].stock = self.stock

    def describe(self, names: Names) -> str:
        if self.change > 0:
            return f"The magazine of {names(self.area)} was filled: {self.stock}."
        return f"The magazine of {names(self.area)} fed {-self.change} units; {self.stock} were left."


@record
class AreaLooted(CampaignEvent):
    """An area is looted and brings nothing until turn `until`."""

    area: str
    until: int
    kind: ClassVar[str] = "area looted"

    def apply(self, state: State) -> None:
        state.areas[self.area].looted = self.until

    def describe(self, names: Names) -> str:
        return f"{names(self.area)} was looted; it would bring nothing until turn {self.until}."


@record
class AreaHealed(CampaignEvent):
    """A looted area has recovered."""

    area: str
    kind: ClassVar[str] = "area healed"

    def apply(self, state: State) -> None:
        state.areas[self.area].looted = 0

    def describe(self, names: Names) -> str:
        return f"{names(self.area)} had recovered from the looting."


@record
class LootTaken(CampaignEvent):
    """A force carries off `amount` from an area."""

    force: str
    area: str
    amount: int
    kind: ClassVar[str] = "loot taken"

    def apply(self, state: State) -> None:
        state.forces[self.force].loot += self.amount

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} raided {names(self.area)} and carried off loot worth {self.amount}."


@record
class CameToNothing(CampaignEvent):
    """An order that could not be carried out at the end of the turn, and why."""

    force: str
    order: str
    why: str
    kind: ClassVar[str] = "came to nothing"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} could not {self.order}: {self.why}."
