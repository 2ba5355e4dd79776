"""What happens to areas: sieges and garrisons, who holds them, supply and looting."""

from __future__ import annotations

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State
from rulesets.engine.records import record


@record
class Garrisoned(CampaignEvent):
    """A force goes behind the walls of its area."""

    force: str
    area: str
    kind = "garrisoned"
    sentence = "{force} went into garrison at {area}."

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.inside, force.besieging = True, False


@record
class SiegeLaid(CampaignEvent):
    """A force begins to besiege its area."""

    force: str
    area: str
    kind = "siege laid"
    sentence = "{force} laid siege to {area}."

    def apply(self, state: State) -> None:
        state.forces[self.force].besieging = True


@record
class SiegeNews(CampaignEvent):
    """Everybody hears that a faction besieges an area."""

    area: str
    faction: str
    kind = "siege news"
    sentence = "{area} was under siege by {faction}."


@record
class SiegeLeft(CampaignEvent):
    """A force besieges no more."""

    force: str
    area: str
    kind = "siege left"
    sentence = "{force} gave up the siege of {area}."

    def apply(self, state: State) -> None:
        state.forces[self.force].besieging = False


@record
class WorksDug(CampaignEvent):
    """Siege works of a faction go forward by `dug` of the `needed`, in the `turns`th turn."""

    area: str
    faction: str
    dug: int
    works: int
    needed: int
    turns: int
    kind = "works dug"
    sentence = "Siege of {area}: the works of {faction} stood at {event.works} of {event.needed}."

    def apply(self, state: State) -> None:
        area = state.areas[self.area]
        area.works, area.siege, area.besieger = self.works, self.turns, self.faction


@record
class SiegeRaised(CampaignEvent):
    """Nobody besieges an area any more; the works are levelled."""

    area: str
    faction: str
    kind = "siege raised"
    sentence = "The siege of {area} was raised."

    def apply(self, state: State) -> None:
        area = state.areas[self.area]
        area.works, area.siege, area.besieger = 0, 0, ""


@record
class FortressFallen(CampaignEvent):
    """A fortress opens its gates to a faction, for the reason that `why` gives; nobody besieges it now."""

    area: str
    faction: str
    why: str
    kind = "fortress fallen"
    sentence = "{area} fell to {faction}: {event.why}."

    def apply(self, state: State) -> None:
        area = state.areas[self.area]
        area.works, area.siege, area.besieger = 0, 0, ""
        for force in state.forces.values():
            force.besieging = force.besieging and force.at != self.area


@record
class MarchedOut(CampaignEvent):
    """A garrison gives up its fortress and marches away along `path` with flying colours."""

    force: str
    area: str
    path: tuple[str, ...]
    kind = "marched out"
    sentence = "{force} was allowed to march out of {area} with honours, to {goal}."

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.inside, force.came_by = self.path[-1], False, ""


@record
class AreaTaken(CampaignEvent):
    """An area has a new owner; "" if nobody holds it any more."""

    area: str
    faction: str
    before: str
    kind = "area taken"

    def apply(self, state: State) -> None:
        state.areas[self.area].owner = self.faction

    def describe(self, names: Names) -> str:
        if not self.faction:
            return f"{names(self.area)} was left by {names(self.before)}; nobody held it."
        return f"{names(self.faction)} took {names(self.area)}" + (
            f" from {names(self.before)}." if self.before else "."
        )


@record
class OutOfSupply(CampaignEvent):
    """A force cannot be fed, for the `turns`th turn in a row; `relieved`: the country paid for it."""

    force: str
    area: str
    turns: int
    relieved: bool
    kind = "out of supply"

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
    kind = "in supply"
    sentence = "{force} at {area} was in supply again."

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.supplied, force.unsupplied = True, 0


@record
class MagazineUsed(CampaignEvent):
    """A magazine's stock changes by `change`, to `stock`."""

    area: str
    faction: str
    change: int
    stock: int
    kind = "magazine"

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
    kind = "area looted"
    sentence = "{area} was looted; it would bring nothing until turn {event.until}."

    def apply(self, state: State) -> None:
        state.areas[self.area].looted = self.until


@record
class AreaHealed(CampaignEvent):
    """A looted area has recovered."""

    area: str
    kind = "area healed"
    sentence = "{area} had recovered from the looting."

    def apply(self, state: State) -> None:
        state.areas[self.area].looted = 0


@record
class LootTaken(CampaignEvent):
    """A force carries off `amount` from an area."""

    force: str
    area: str
    amount: int
    kind = "loot taken"
    sentence = "{force} raided {area} and carried off loot worth {event.amount}."

    def apply(self, state: State) -> None:
        state.forces[self.force].loot += self.amount


@record
class CameToNothing(CampaignEvent):
    """An order that could not be carried out at the end of the turn, and why."""

    force: str
    order: str
    why: str
    kind = "came to nothing"
    sentence = "{force} could not {event.order}: {event.why}."
