"""What happens in the course of a turn: its weather, orders and marches, contacts, what is seen, its end."""

from __future__ import annotations

from typing import Any, Literal

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.events.strength import StepsChange
from campaigns.engine.state import Engagement, Sighting, State, adapter
from campaigns.wording import events as words
from rulesets.engine.records import record


@record
class TurnBegun(CampaignEvent):
    """A turn's marches begin, in this weather."""

    turn: int
    date: str
    weather: str
    kind = "turn begun"
    sentence = words.TURN_BEGUN

    def apply(self, state: State) -> None:
        state.weather = self.weather
        state.fled = []
        for force in state.forces.values():
            force.trail = []


@record
class OrderRefused(CampaignEvent):
    """An order or act that cannot be carried out; `subject`: the force or faction, `why` in words."""

    faction: str
    subject: str
    why: str
    kind = "order refused"
    sentence = words.ORDER_REFUSED


@record
class March(CampaignEvent):
    """A force marches: `came_from` where it set out, `path` the areas that it enters."""

    force: str
    came_from: str
    path: tuple[str, ...]

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        way = (self.came_from, *self.path)
        force.at, force.came_by = way[-1], way[-2]
        force.trail = [*force.trail, *self.path]
        force.inside = force.besieging = False


@record
class Marched(March):
    """A force marches as it was ordered; `forced`: in a hurry."""

    forced: bool
    kind = "marched"

    def describe(self, names: Names) -> str:
        return words.marched(
            names(self.force), names(self.came_from), [names(each) for each in self.path], self.forced
        )


@record
class Halted(CampaignEvent):
    """A force does not get as far as it was told to: it stands in `area`, `goal` was its end."""

    force: str
    area: str
    goal: str
    why: str
    kind = "halted"
    sentence = words.HALTED


@record
class ForcedMarch(StepsChange):
    """What hurrying costs a force."""

    kind = "forced march"
    sentence = words.FORCED_MARCH


@record
class Met(CampaignEvent):
    """Two enemies meet: in `area`, or on the way to it over the link from `start` ("" if in the area)."""

    force: str
    other: str
    area: str
    start: str
    kind = "met"

    def describe(self, names: Names) -> str:
        start = names(self.start) if self.start else ""
        return words.met(names(self.force), names(self.other), names(self.area), start)


@record
class Evaded(CampaignEvent):
    """A force retreats before an enemy, from where it stood in `came_from` to `area`."""

    force: str
    other: str
    came_from: str
    area: str
    kind = "evaded"
    sentence = words.EVADED

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.came_by = self.area, self.came_from
        force.trail = [*force.trail, self.area]
        force.inside = force.besieging = False
        state.flees(self.force)


@record
class Intercepted(March):
    """A force that held marches against an enemy who passes near, and meets them in the last of `path`."""

    other: str
    kind = "intercepted"
    sentence = words.INTERCEPTED


@record
class Engaged(CampaignEvent):
    """Two sides face each other: the `engagement` as JSON. Each side learns what stands against it."""

    engagement: dict[str, Any]
    kind = "engaged"

    def apply(self, state: State) -> None:
        made = adapter(Engagement).validate_python(self.engagement)
        state.engagements[made.id] = made
        for own, other in ((0, 1), (1, 0)):
            for faction in {state.forces[key].faction for key in made.sides[own].forces}:
                for force in (state.forces[key] for key in made.sides[other].forces):
                    state.factions[faction].sightings[force.id] = Sighting(
                        force.id, force.name, force.faction, force.at, state.turn, force.worth, "fought"
                    )

    def describe(self, names: Names) -> str:
        first, second = ([names(key) for key in side["forces"]] for side in self.engagement["sides"])
        area = names(self.engagement["area"]) if self.engagement["area"] else ""
        role, ambush = self.engagement["sides"][0]["role"], bool(self.engagement["sides"][1]["ambush"])
        return words.engaged(area, first, role, second, ambush)


@record
class OrderStanding(CampaignEvent):
    """A force is about to do something at the turn's end: its `order` as JSON."""

    force: str
    order: dict[str, Any]
    kind = "order standing"
    sentence = words.ORDER_STANDING

    def apply(self, state: State) -> None:
        state.standing_orders[self.force] = self.order


@record
class MarchesOver(CampaignEvent):
    """All marches are done; the battles that they led to wait to be fought."""

    kind = "marches over"
    sentence = words.MARCHES_OVER

    def apply(self, state: State) -> None:
        state.phase = "battles"


@record
class Sighted(CampaignEvent):
    """A faction learns of a force of `other` (a faction): where it is, and about what it is worth."""

    faction: str
    force: str
    name: str
    other: str
    area: str
    worth: float
    how: Literal["seen", "scouted", "fought", "rumour"]
    kind = "sighted"

    def apply(self, state: State) -> None:
        state.factions[self.faction].sightings[self.force] = Sighting(
            self.force, self.name, self.other, self.area, state.turn, self.worth, self.how
        )

    def describe(self, names: Names) -> str:
        return words.sighted(
            names(self.faction), self.how, self.name, names(self.other), names(self.area), self.worth
        )


@record
class SightingsForgotten(CampaignEvent):
    """What a faction knew of `forces` is too old to be of use."""

    faction: str
    forces: tuple[str, ...]
    kind = "sightings forgotten"

    def apply(self, state: State) -> None:
        for key in self.forces:
            state.factions[self.faction].sightings.pop(key, None)

    def describe(self, names: Names) -> str:
        forces = [names(each) for each in self.forces]
        if self.rule == "scouting.cleared":
            return words.no_longer_found(names(self.faction), forces)
        return words.lost_track(names(self.faction), forces)


@record
class TurnOver(CampaignEvent):
    """The next turn begins on a date (ISO) in a season; all orders are carried out."""

    turn: int
    date: str
    season: str
    kind = "turn over"
    sentence = words.TURN_OVER

    def apply(self, state: State) -> None:
        state.turn, state.date, state.season = self.turn, self.date, self.season
        state.phase, state.weather = "orders", ""
        state.standing_orders = {}


@record
class CampaignOver(CampaignEvent):
    """The campaign is over. `faction`: who won, "" for nobody; `why`: what ended it."""

    faction: str
    why: str
    kind = "campaign over"

    def apply(self, state: State) -> None:
        state.phase, state.winner = "over", self.faction
        state.standing_orders = {}

    def describe(self, names: Names) -> str:
        return words.campaign_over(names(self.faction) if self.faction else "", self.why)


@record
class WentBack(CampaignEvent):
    """The umpire went back to the beginning of a turn: what had happened since counts no more."""

    turn: int
    reason: str
    kind = "went back"

    def describe(self, names: Names) -> str:
        return words.went_back(self.turn, self.reason)
