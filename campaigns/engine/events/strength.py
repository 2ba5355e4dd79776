"""What changes the strength of forces: steps lost and got back, units gone, away and returned.

Every change of a unit's steps is a `StepsChange`, every change of its status a `StatusChange`: added up they
give the whole way from one state to the next.
"""

from __future__ import annotations

from typing import ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import State, UnitStatus
from campaigns.wording import events as words
from rulesets.engine.records import record


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
        return words.steps_in_units(self.steps, len(self.changes))


@record
class BattleLosses(StepsChange):
    """What a battle took."""

    engagement: str
    kind = "battle losses"
    sentence = words.BATTLE_LOSSES


@record
class Stragglers(StepsChange):
    """Men who were lost in a battle come back."""

    engagement: str
    kind = "stragglers"
    sentence = words.STRAGGLERS


@record
class PursuitLosses(StepsChange):
    """A beaten force is pursued."""

    engagement: str
    kind = "pursuit"
    sentence = words.PURSUIT_LOSSES


@record
class ThroughEnemy(StepsChange):
    """A force breaks through `passed` enemy forces."""

    passed: int
    kind = "through the enemy"

    def describe(self, names: Names) -> str:
        return words.through_enemy(names(self.force), self.passed, self.loss)


@record
class Want(StepsChange):
    """A force out of supply wastes away."""

    turns: int
    kind = "want"

    def describe(self, names: Names) -> str:
        return words.went_hungry(names(self.force), self.turns, self.loss)


@record
class WinterLosses(StepsChange):
    """A force that marched in winter."""

    kind = "winter"
    sentence = words.WINTER_LOSSES


@record
class Starved(StepsChange):
    """A besieged garrison whose stores are empty."""

    area: str
    kind = "starved"
    sentence = words.STARVED


@record
class Deserted(StepsChange):
    """A force that is not paid."""

    kind = "deserted"
    sentence = words.DESERTED


@record
class Recovered(StepsChange):
    """A force in supply recovers, `rested` if it was told to refit."""

    rested: bool
    kind = "recovered"

    def describe(self, names: Names) -> str:
        return words.recovered(names(self.force), self.loss, self.rested)


@record
class Recruited(StepsChange):
    """A force takes in the recruits that were paid for."""

    kind = "recruited"
    sentence = words.RECRUITED


@record
class Merged(StepsChange):
    """Worn units of one kind become fewer units: the steps that some give up are those that others get."""

    kind = "merged"

    def describe(self, names: Names) -> str:
        given = sum(change for _, change in self.changes if change > 0)
        return words.merged(names(self.force), given)


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
    sentence = words.UNITS_DESTROYED
    status = "lost"


@record
class UnitsAway(StatusChange):
    """Units fled, and will be back."""

    kind = "units away"
    sentence = words.UNITS_AWAY
    status = "away"


@record
class UnitsBack(StatusChange):
    """Units that fled have gathered."""

    kind = "units back"
    status = "ready"

    def describe(self, names: Names) -> str:
        return words.rejoined([names(each) for each in self.units], names(self.force))


@record
class UnitsMerged(StatusChange):
    """Units whose men all went to others of their kind."""

    kind = "units merged"
    sentence = words.UNITS_MERGED
    status = "lost"


@record
class UnitsTaken(StatusChange):
    """Units surrender."""

    kind = "units taken"
    status = "lost"

    def describe(self, names: Names) -> str:
        return words.surrendered(names(self.force), len(self.units))
