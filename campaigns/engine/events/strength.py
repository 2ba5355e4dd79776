"""What changes the strength of forces: steps lost and got back, units gone, away and returned.

Every change of a unit's steps is a `StepsChange`, every change of its status a `StatusChange`: added up they
give the whole way from one state to the next.
"""

from __future__ import annotations

from typing import ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State, UnitStatus
from rulesets.engine.records import record
from rulesets.engine.wording import counted, listed, ordinal


@record
class StepsChange(CampaignEvent):
    """Units of a force lose steps or get some back: `changes` has (unit, steps lost; below 0: got back)."""

    force: str
    changes: tuple[tuple[str, int], ...]

    def apply(self, state: State) -> None:
        changes = dict(self.changes)
        for unit in state.forces[self.force].units:
            unit.lost += changes.get(unit.id, 0)

    @property
    def steps(self) -> int:
        """How many steps are lost or got back."""
        return abs(sum(change for _, change in self.changes))

    @property
    def loss(self) -> str:
        """The same in words: "5 steps in 2 units"."""
        return f"{counted(self.steps, 'step')} in {counted(len(self.changes), 'unit')}"


@record
class BattleLosses(StepsChange):
    """What a battle took."""

    engagement: str
    kind = "battle losses"
    sentence = "{force} lost {event.loss} in battle."


@record
class Stragglers(StepsChange):
    """Men who were lost in a battle come back."""

    engagement: str
    kind = "stragglers"
    sentence = "Stragglers came back to {force}: {event.loss}."


@record
class PursuitLosses(StepsChange):
    """A beaten force is pursued."""

    engagement: str
    kind = "pursuit"
    sentence = "{force} lost {event.loss} in the pursuit."


@record
class ThroughEnemy(StepsChange):
    """A force breaks through `passed` enemy forces."""

    passed: int
    kind = "through the enemy"

    def describe(self, names: Names) -> str:
        passed = counted(self.passed, "enemy force")
        return f"{names(self.force)} retreated through {passed} and lost {self.loss}."


@record
class Want(StepsChange):
    """A force out of supply wastes away."""

    turns: int
    kind = "want"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} starved in its {ordinal(self.turns)} turn of want: {self.loss} lost."


@record
class WinterLosses(StepsChange):
    """A force that marched in winter."""

    kind = "winter"
    sentence = "The winter march cost {force} {event.loss}."


@record
class Starved(StepsChange):
    """A besieged garrison whose stores are empty."""

    area: str
    kind = "starved"
    sentence = "Hunger in {area}: {force} lost {event.loss}."


@record
class Deserted(StepsChange):
    """A force that is not paid."""

    kind = "deserted"
    sentence = "The men of {force} were not paid and deserted: {event.loss} lost."


@record
class Recovered(StepsChange):
    """A force in supply recovers, `rested` if it was told to refit."""

    rested: bool
    kind = "recovered"

    def describe(self, names: Names) -> str:
        how = "refitted and got back" if self.rested else "recovered"
        return f"{names(self.force)} {how} {self.loss}."


@record
class Recruited(StepsChange):
    """A force takes in the recruits that were paid for."""

    kind = "recruited"
    sentence = "Recruits joined {force}: {event.loss}."


@record
class Merged(StepsChange):
    """Worn units of one kind become fewer units: the steps that some give up are those that others get."""

    kind = "merged"

    def describe(self, names: Names) -> str:
        given = sum(change for _, change in self.changes if change > 0)
        return f"{names(self.force)} merged worn units: {counted(given, 'step')} changed the company."


@record
class StatusChange(CampaignEvent):
    """Units of a force become ready, away until turn `back`, or lost."""

    force: str
    units: tuple[str, ...]
    back: int

    status: ClassVar[UnitStatus] = "ready"

    def apply(self, state: State) -> None:
        units = set(self.units)
        for unit in state.forces[self.force].units:
            if unit.id in units:
                unit.status, unit.back = self.status, self.back


@record
class UnitsDestroyed(StatusChange):
    """Units are gone for good."""

    kind = "units destroyed"
    sentence = "{force} permanently lost {units}."
    status = "lost"


@record
class UnitsAway(StatusChange):
    """Units fled, and will be back."""

    kind = "units away"
    sentence = "{units} of {force} fled; they were to gather until turn {event.back}."
    status = "away"


@record
class UnitsBack(StatusChange):
    """Units that fled have gathered."""

    kind = "units back"
    status = "ready"

    def describe(self, names: Names) -> str:
        were = "was" if len(self.units) == 1 else "were"
        return f"{listed([names(each) for each in self.units])} {were} back with {names(self.force)}."


@record
class UnitsMerged(StatusChange):
    """Units whose men all went to others of their kind."""

    kind = "units merged"
    sentence = "{force} merged {units} into others of the kind."
    status = "lost"


@record
class UnitsTaken(StatusChange):
    """Units surrender."""

    kind = "units taken"
    status = "lost"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} laid down its arms: {counted(len(self.units), 'unit')} taken."
