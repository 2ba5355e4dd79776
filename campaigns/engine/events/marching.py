"""What happens while forces march: the turn's beginning, marches, contacts, what stays to be done."""

from __future__ import annotations

from datetime import date as date_of
from typing import Any, ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.events.strength import StepsChange
from campaigns.engine.state import Sighting, State, engagement_adapter
from rulesets.engine.records import record
from rulesets.engine.wording import listed

_DID = {
    "attack": "attacked",
    "assault": "stormed the walls against",
    "relief": "came to the relief against",
}


@record
class TurnBegun(CampaignEvent):
    """A turn's marches begin, in this weather."""

    turn: int
    date: str
    weather: str
    kind: ClassVar[str] = "turn begun"

    def apply(self, state: State) -> None:
        state.weather = self.weather
        for force in state.forces.values():
            force.trail = []

    def describe(self, names: Names) -> str:
        day = date_of.fromisoformat(self.date)
        return f"Turn {self.turn}, {day.day} {day:%B} {day.year}: the weather was {self.weather}."


@record
class OrderRefused(CampaignEvent):
    """An order or act that cannot be carried out; `subject`: the force or faction, `why` in words."""

    faction: str
    subject: str
    why: str
    kind: ClassVar[str] = "order refused"

    def describe(self, names: Names) -> str:
        return f"An order of {names(self.subject)} could not be carried out: {self.why}."


@record
class Marched(CampaignEvent):
    """A force marches: `came_from` where it set out, `path` the areas that it enters."""

    force: str
    came_from: str
    path: tuple[str, ...]
    forced: bool
    kind: ClassVar[str] = "marched"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        way = (self.came_from, *self.path)
        force.at, force.came_by = way[-1], way[-2]
        force.trail = [*force.trail, *self.path]
        force.inside = force.besieging = False

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
    kind: ClassVar[str] = "halted"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} halted in {names(self.area)}, short of {names(self.goal)}: {self.why}."


@record
class ForcedMarch(StepsChange):
    """What hurrying costs a force."""

    kind: ClassVar[str] = "forced march"

    def describe(self, names: Names) -> str:
        return f"Men of {names(self.force)} fell out on the forced march: {self.loss()}."


@record
class Met(CampaignEvent):
    """Two enemies meet: in `area`, or on the way to it over the link from `start` ("" if in the area)."""

    force: str
    other: str
    area: str
    start: str
    kind: ClassVar[str] = "met"

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
    kind: ClassVar[str] = "evaded"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.came_by = self.area, self.came_from
        force.trail = [*force.trail, self.area]
        force.inside = force.besieging = False

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} evaded {names(self.other)} and fell back to {names(self.area)}."


@record
class Intercepted(CampaignEvent):
    """A force that held marches against an enemy who passes near, and catches him in the last of `path`."""

    force: str
    other: str
    came_from: str
    path: tuple[str, ...]
    kind: ClassVar[str] = "intercepted"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        way = (self.came_from, *self.path)
        force.at, force.came_by = way[-1], way[-2]
        force.trail = [*force.trail, *self.path]
        force.inside = force.besieging = False

    def describe(self, names: Names) -> str:
        start, where = names(self.came_from), names(self.path[-1])
        return f"{names(self.force)} came from {start} and caught {names(self.other)} in {where}."


@record
class Engaged(CampaignEvent):
    """Two sides face each other: the `engagement` as JSON. Each side learns what stands against it."""

    engagement: dict[str, Any]
    kind: ClassVar[str] = "engaged"

    def apply(self, state: State) -> None:
        made = engagement_adapter().validate_python(self.engagement)
        state.engagements[made.id] = made
        for own, other in ((0, 1), (1, 0)):
            for faction in {state.forces[key].faction for key in made.sides[own].forces}:
                for key in made.sides[other].forces:
                    self._seen(state, faction, key)

    def _seen(self, state: State, faction: str, key: str) -> None:
        force = state.forces[key]
        state.factions[faction].sightings[key] = Sighting(
            key, force.name, force.faction, force.at, state.turn, force.worth, "fought"
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
    kind: ClassVar[str] = "order standing"

    def apply(self, state: State) -> None:
        state.standing_orders[self.force] = self.order

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} had orders to {self.order['do']}."


@record
class MarchesOver(CampaignEvent):
    """All marches are done; the battles that they led to wait to be fought."""

    kind: ClassVar[str] = "marches over"

    def apply(self, state: State) -> None:
        state.phase = "battles"

    def describe(self, names: Names) -> str:
        return "The marches were over."
