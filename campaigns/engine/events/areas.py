"""What happens to areas: sieges and garrisons, who holds them, supply and looting."""

from __future__ import annotations

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State
from campaigns.wording import events as words
from rulesets.engine.records import record


@record
class Garrisoned(CampaignEvent):
    """A force goes behind the walls of its area."""

    force: str
    area: str
    kind = "garrisoned"
    sentence = words.GARRISONED

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.inside, force.besieging = True, False


@record
class SiegeLaid(CampaignEvent):
    """A force begins to besiege its area."""

    force: str
    area: str
    kind = "siege laid"
    sentence = words.SIEGE_LAID

    def apply(self, state: State) -> None:
        state.forces[self.force].besieging = True


@record
class SiegeNews(CampaignEvent):
    """Everybody hears that a faction besieges an area."""

    area: str
    faction: str
    kind = "siege news"
    sentence = words.SIEGE_NEWS


@record
class SiegeLeft(CampaignEvent):
    """A force besieges no more."""

    force: str
    area: str
    kind = "siege left"
    sentence = words.SIEGE_LEFT

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
    sentence = words.WORKS_DUG

    def apply(self, state: State) -> None:
        area = state.areas[self.area]
        area.works, area.siege, area.besieger = self.works, self.turns, self.faction


@record
class SiegeRaised(CampaignEvent):
    """Nobody besieges an area any more; the works are levelled."""

    area: str
    faction: str
    kind = "siege raised"
    sentence = words.SIEGE_RAISED

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
    sentence = words.FORTRESS_FALLEN

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
    sentence = words.MARCHED_OUT

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
            return words.area_left(names(self.before), names(self.area))
        return words.area_taken(
            names(self.faction), names(self.area), names(self.before) if self.before else ""
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
        return words.out_of_supply(names(self.force), names(self.area), self.relieved)


@record
class InSupply(CampaignEvent):
    """A force that was out of supply is fed again."""

    force: str
    area: str
    kind = "in supply"
    sentence = words.IN_SUPPLY

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
            return words.magazine_filled(names(self.area), self.stock)
        return words.magazine_fed(names(self.area), -self.change, self.stock)


@record
class AreaLooted(CampaignEvent):
    """An area is looted and brings nothing until turn `until`."""

    area: str
    until: int
    kind = "area looted"
    sentence = words.AREA_LOOTED

    def apply(self, state: State) -> None:
        state.areas[self.area].looted = self.until


@record
class AreaHealed(CampaignEvent):
    """A looted area has recovered."""

    area: str
    kind = "area healed"
    sentence = words.AREA_HEALED

    def apply(self, state: State) -> None:
        state.areas[self.area].looted = 0


@record
class LootTaken(CampaignEvent):
    """A force carries off `amount` from an area."""

    force: str
    area: str
    amount: int
    kind = "loot taken"
    sentence = words.LOOT_TAKEN

    def apply(self, state: State) -> None:
        state.forces[self.force].loot += self.amount


@record
class CameToNothing(CampaignEvent):
    """An order that could not be carried out at the end of the turn, and why."""

    force: str
    order: str
    why: str
    kind = "came to nothing"
    sentence = words.CAME_TO_NOTHING
