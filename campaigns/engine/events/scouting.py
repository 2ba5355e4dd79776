"""What factions learn of others' forces, and forget again."""

from __future__ import annotations

from typing import ClassVar, Literal

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import Sighting, State
from rulesets.engine.records import record
from rulesets.engine.wording import listed


@record
class Sighted(CampaignEvent):
    """A faction learns of a force of `other` (a faction): where it is, and about what it is worth."""

    faction: str
    force: str
    name: str
    other: str
    area: str
    worth: float
    how: Literal["seen", "scouted", "rumour"]
    kind: ClassVar[str] = "sighted"

    def apply(self, state: State) -> None:
        state.factions[self.faction].sightings[self.force] = Sighting(
            self.force, self.name, self.other, self.area, state.turn, self.worth, self.how
        )

    def describe(self, names: Names) -> str:
        who = names(self.faction)
        learned = {
            "seen": f"{who} saw",
            "scouted": f"Scouts of {who} found",
            "rumour": f"{who} heard a rumour of",
        }[self.how]
        what = f"{self.name} of {names(self.other)} in {names(self.area)}"
        return f"{learned} {what}, worth about {round(self.worth)}."


@record
class SightingsForgotten(CampaignEvent):
    """What a faction knew of `forces` is too old to be of use."""

    faction: str
    forces: tuple[str, ...]
    kind: ClassVar[str] = "sightings forgotten"

    def apply(self, state: State) -> None:
        for key in self.forces:
            state.factions[self.faction].sightings.pop(key, None)

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} lost track of {listed([names(each) for each in self.forces])}."
