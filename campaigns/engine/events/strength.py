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
        """How many steps it is about, lost or got back."""
        return abs(sum(change for _, change in self.changes))

    def loss(self) -> str:
        """ "5 steps in 2 units"."""
        return f"{counted(self.steps, 'step')} in {counted(len(self.changes), 'unit')}"


@record
class BattleLosses(StepsChange):
    """What a battle took."""

    engagement: str
    kind: ClassVar[str] = "battle losses"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} lost {self.loss()} in battle."


@record
class Stragglers(StepsChange):
    """Men who were lost in a battle find back to their colours."""

    engagement: str
    kind: ClassVar[str] = "stragglers"

    def describe(self, names: Names) -> str:
        return f"Stragglers came back to {names(self.force)}: {self.loss()}."


@record
class PursuitLosses(StepsChange):
    """A beaten force is pursued."""

    engagement: str
    kind: ClassVar[str] = "pursuit"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} lost {self.loss()} in the pursuit."


@record
class ThroughEnemy(StepsChange):
    """A force cuts its way through `passed` enemy forces."""

    passed: int
    kind: ClassVar[str] = "through the enemy"

    def describe(self, names: Names) -> str:
        passed = counted(self.passed, "enemy force")
        return f"{names(self.force)} retreated through {passed} and lost {self.loss()}."


@record
class Want(StepsChange):
    """A force out of supply wastes away."""

    turns: int
    kind: ClassVar[str] = "want"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} starved in its {ordinal(self.turns)} turn of want: {self.loss()} lost."


@record
class WinterLosses(StepsChange):
    """A force that marched in winter."""

    kind: ClassVar[str] = "winter"

    def describe(self, names: Names) -> str:
        return f"The winter march cost {names(self.force)} {self.loss()}."


@record
class Starved(StepsChange):
    """A besieged garrison whose stores are empty."""

    area: str
    kind: ClassVar[str] = "starved"

    def describe(self, names: Names) -> str:
        return f"Hunger in {names(self.area)}: {names(self.force)} lost {self.loss()}."


@record
class Deserted(StepsChange):
    """A force that is not paid."""

    kind: ClassVar[str] = "deserted"

    def describe(self, names: Names) -> str:
        return f"The men of {names(self.force)} were not paid and deserted: {self.loss()} lost."


@record
class Recovered(StepsChange):
    """A force in supply recovers, `rested` if it was told to refit."""

    rested: bool
    kind: ClassVar[str] = "recovered"

    def describe(self, names: Names) -> str:
        how = "refitted and got back" if self.rested else "recovered"
        return f"{names(self.force)} {how} {self.loss()}."


@record
class Recruited(StepsChange):
    """A force takes in the recruits that were paid for."""

    kind: ClassVar[str] = "recruited"

    def describe(self, names: Names) -> str:
        return f"Recruits joined {names(self.force)}: {self.loss()}."


@record
class Merged(StepsChange):
    """Worn units of one kind become fewer units: the steps that some give up are those that others get."""

    kind: ClassVar[str] = "merged"

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

    def named(self, names: Names) -> str:
        """The names of the units."""
        return listed([names(unit) for unit in self.units])


@record
class UnitsDestroyed(StatusChange):
    """Units are gone for good."""

    kind: ClassVar[str] = "units destroyed"
    status: ClassVar[UnitStatus] = "lost"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} was bereft of {self.named(names)} for good."


@record
class UnitsAway(StatusChange):
    """Units fled, and will be back."""

    kind: ClassVar[str] = "units away"
    status: ClassVar[UnitStatus] = "away"

    def describe(self, names: Names) -> str:
        return f"{self.named(names)} of {names(self.force)} fled; they were to gather until turn {self.back}."


@record
class UnitsBack(StatusChange):
    """Units that fled have gathered."""

    kind: ClassVar[str] = "units back"
    status: ClassVar[UnitStatus] = "ready"

    def describe(self, names: Names) -> str:
        return (
            f"{self.named(names)} {'was' if len(self.units) == 1 else 'were'} back with {names(self.force)}."
        )


@record
class UnitsMerged(StatusChange):
    """Units whose men all went to others of their kind."""

    kind: ClassVar[str] = "units merged"
    status: ClassVar[UnitStatus] = "lost"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} merged {self.named(names)} into others of the kind."


@record
class UnitsTaken(StatusChange):
    """Units lay down their arms."""

    kind: ClassVar[str] = "units taken"
    status: ClassVar[UnitStatus] = "lost"

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} laid down its arms: {counted(len(self.units), 'unit')} taken."
