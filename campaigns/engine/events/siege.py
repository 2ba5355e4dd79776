"""Sieges, garrisons, and who holds an area."""

from __future__ import annotations

from typing import ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State
from rulesets.engine.records import record


@record
class Garrisoned(CampaignEvent):
    """A force goes behind the walls of its area."""

    force: str
    area: str
    kind: ClassVar[str] = "garrisoned"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.inside, force.besieging = True, False

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} went into garrison at {names(self.area)}."


@record
class SiegeLaid(CampaignEvent):
    """A force begins to besiege its area."""

    force: str
    area: str
    kind: ClassVar[str] = "siege laid"

    def apply(self, state: State) -> None:
        state.forces[self.force].besieging = True

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} laid siege to {names(self.area)}."


@record
class SiegeNews(CampaignEvent):
    """Everybody hears that a faction besieges an area."""

    area: str
    faction: str
    kind: ClassVar[str] = "siege news"

    def describe(self, names: Names) -> str:
        return f"{names(self.area)} was under siege by {names(self.faction)}."


@record
class SiegeLeft(CampaignEvent):
    """A force besieges no more."""

    force: str
    area: str
    kind: ClassVar[str] = "siege left"

    def apply(self, state: State) -> None:
        state.forces[self.force].besieging = False

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} gave up the siege of {names(self.area)}."


@record
class WorksDug(CampaignEvent):
    """Siege works of a faction go forward by `dug` of the `needed`, in the `turns`th turn."""

    area: str
    faction: str
    dug: int
    works: int
    needed: int
    turns: int
    kind: ClassVar[str] = "works dug"

    def apply(self, state: State) -> None:
        area = state.areas[self.area]
        area.works, area.siege, area.besieger = self.works, self.turns, self.faction

    def describe(self, names: Names) -> str:
        works = f"{self.works} of {self.needed}"
        return f"Siege of {names(self.area)}: the works of {names(self.faction)} stood at {works}."


@record
class SiegeRaised(CampaignEvent):
    """Nobody besieges an area any more; the works are levelled."""

    area: str
    faction: str
    kind: ClassVar[str] = "siege raised"

    def apply(self, state: State) -> None:
        area = state.areas[self.area]
        area.works, area.siege, area.besieger = 0, 0, ""

    def describe(self, names: Names) -> str:
        return f"The siege of {names(self.area)} was raised."


@record
class FortressFallen(CampaignEvent):
    """A fortress opens its gates to a faction, for the reason that `why` gives; nobody besieges it now."""

    area: str
    faction: str
    why: str
    kind: ClassVar[str] = "fortress fallen"

    def apply(self, state: State) -> None:
        area = state.areas[self.area]
        area.works, area.siege, area.besieger = 0, 0, ""
        for force in state.forces.values():
            force.besieging = force.besieging and force.at != self.area

    def describe(self, names: Names) -> str:
        return f"{names(self.area)} fell to {names(self.faction)}: {self.why}."


@record
class MarchedOut(CampaignEvent):
    """A garrison gives up its fortress and marches away along `path` with flying colours."""

    force: str
    area: str
    path: tuple[str, ...]
    kind: ClassVar[str] = "marched out"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.inside, force.came_by = self.path[-1], False, ""

    def describe(self, names: Names) -> str:
        to = names(self.path[-1])
        return f"{names(self.force)} was allowed to march out of {names(self.area)} with honours, to {to}."


@record
class AreaTaken(CampaignEvent):
    """An area has a new owner; "" if nobody holds it any more."""

    area: str
    faction: str
    before: str
    kind: ClassVar[str] = "area taken"

    def apply(self, state: State) -> None:
        state.areas[self.area].owner = self.faction

    def describe(self, names: Names) -> str:
        if not self.faction:
            return f"{names(self.area)} was left by {names(self.before)}; nobody held it."
        return f"{names(self.faction)} took {names(self.area)}" + (
            f" from {names(self.before)}." if self.before else "."
        )
