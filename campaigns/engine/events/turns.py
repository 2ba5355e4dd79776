"""What happens in the course of a turn: its weather, orders and marches, contacts, what is seen, its end."""

from __future__ import annotations

from typing import Any, Literal

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.events.strength import StepsChange
from campaigns.engine.state import Engagement, Sighting, State, adapter
from rulesets.engine.records import record
from rulesets.engine.wording import listed

_DID = {
    "attack": "attacked",
    "assault": "stormed the walls against",
    "relief": "came to the relief against",
}
_LEARNED = {"seen": "{} saw", "scouted": "Scouts of {} found", "rumour": "{} heard a rumour of"}


@record
class TurnBegun(CampaignEvent):
    """A turn's marches begin, in this weather."""

    turn: int
    date: str
    weather: str
    kind = "turn begun"
    sentence = "Turn {event.turn}, {day}: the weather was {event.weather}."

    def apply(self, state: State) -> None:
        state.weather = self.weather
        for force in state.forces.values():
            force.trail = []


@record
class OrderRefused(CampaignEvent):
    """An order or act that cannot be carried out; `subject`: the force or faction, `why` in words."""

    faction: str
    subject: str
    why: str
    kind = "order refused"
    sentence = "An order of {subject} could not be carried out: {event.why}."


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
        how = "hurried" if self.forced else "marched"
        *over, goal = map(names, self.path)
        by = f" by {', '.join(over)}" if over else ""
        return f"{names(self.force)} {how} from {names(self.came_from)}{by} to {goal}."


@record
class Halted(CampaignEvent):
    """A force does not get as far as it was told to: it stands in `area`, `goal` was its end."""

    force: str
    area: str
    goal: str
    why: str
    kind = "halted"
    sentence = "{force} halted in {area}, short of {goal}: {event.why}."


@record
class ForcedMarch(StepsChange):
    """What hurrying costs a force."""

    kind = "forced march"
    sentence = "Men of {force} fell out on the forced march: {event.loss}."


@record
class Met(CampaignEvent):
    """Two enemies meet: in `area`, or on the way to it over the link from `start` ("" if in the area)."""

    force: str
    other: str
    area: str
    start: str
    kind = "met"

    def describe(self, names: Names) -> str:
        where = f"on the way from {names(self.start)} to" if self.start else "in"
        return f"{names(self.force)} and {names(self.other)} met {where} {names(self.area)}."


@record
class Evaded(CampaignEvent):
    """A force retreats before an enemy, from where it stood in `came_from` to `area`."""

    force: str
    other: str
    came_from: str
    area: str
    kind = "evaded"
    sentence = "{force} evaded {other} and fell back to {area}."

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.came_by = self.area, self.came_from
        force.trail = [*force.trail, self.area]
        force.inside = force.besieging = False


@record
class Intercepted(March):
    """A force that held marches against an enemy who passes near, and meets them in the last of `path`."""

    other: str
    kind = "intercepted"
    sentence = "{force} came from {came_from} and caught {other} in {goal}."


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
        did = _DID.get(self.engagement["sides"][0]["role"], "faced")
        ambush = ", who lay in ambush" if self.engagement["sides"][1]["ambush"] else ""
        place = f"{names(self.engagement['area'])}: " if self.engagement["area"] else ""
        return f"{place}{listed(first)} {did} {listed(second)}{ambush}."


@record
class OrderStanding(CampaignEvent):
    """A force is about to do something at the turn's end: its `order` as JSON."""

    force: str
    order: dict[str, Any]
    kind = "order standing"
    sentence = "{force} had orders to {event.order[do]}."

    def apply(self, state: State) -> None:
        state.standing_orders[self.force] = self.order


@record
class MarchesOver(CampaignEvent):
    """All marches are done; the battles that they led to wait to be fought."""

    kind = "marches over"
    sentence = "The marches were over."

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
    how: Literal["seen", "scouted", "rumour"]
    kind = "sighted"

    def apply(self, state: State) -> None:
        state.factions[self.faction].sightings[self.force] = Sighting(
            self.force, self.name, self.other, self.area, state.turn, self.worth, self.how
        )

    def describe(self, names: Names) -> str:
        learned = _LEARNED[self.how].format(names(self.faction))
        what = f"{self.name} of {names(self.other)} in {names(self.area)}"
        return f"{learned} {what}, worth about {round(self.worth)}."


@record
class SightingsForgotten(CampaignEvent):
    """What a faction knew of `forces` is too old to be of use."""

    faction: str
    forces: tuple[str, ...]
    kind = "sightings forgotten"
    sentence = "{faction} lost track of {forces}."

    def apply(self, state: State) -> None:
        for key in self.forces:
            state.factions[self.faction].sightings.pop(key, None)


@record
class TurnOver(CampaignEvent):
    """The next turn begins on a date (ISO) in a season; all orders are carried out."""

    turn: int
    date: str
    season: str
    kind = "turn over"
    sentence = "Turn {event.turn}: {day}, {event.season}."

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
        who = f"{names(self.faction)} won" if self.faction else "nobody won"
        return f"The campaign was over ({self.why}): {who}."


@record
class WentBack(CampaignEvent):
    """The umpire went back to the beginning of a turn: what had happened since counts no more."""

    turn: int
    reason: str
    kind = "went back"

    def describe(self, names: Names) -> str:
        reason = f": {self.reason}" if self.reason else "."
        return f"The umpire went back to the beginning of turn {self.turn}{reason}"
