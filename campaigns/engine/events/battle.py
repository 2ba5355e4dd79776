"""What battles leave beside losses: results, leaders, experience, retreats, booty, victory points."""

from __future__ import annotations

from typing import Any, ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import Fate, Leader, State, outcome_adapter
from rulesets.engine.records import record
from rulesets.engine.wording import counted, listed


@record
class BattleSettled(CampaignEvent):
    """An engagement has its outcome. `winner`: a faction, "" for a draw."""

    engagement: str
    area: str
    factions: tuple[str, ...]
    winner: str
    outcome: dict[str, Any]
    kind: ClassVar[str] = "battle settled"

    def apply(self, state: State) -> None:
        state.engagements[self.engagement].outcome = outcome_adapter().validate_python(self.outcome)

    def describe(self, names: Names) -> str:
        how = f" {self.outcome['how']}" if self.outcome.get("how") else ""
        return f"{_battle(self.area, self.factions, names)}: {_won(self.winner, names)}.{how}"


@record
class BattleNews(CampaignEvent):
    """What those who were not there hear of a battle."""

    area: str
    factions: tuple[str, ...]
    winner: str
    kind: ClassVar[str] = "battle news"

    def describe(self, names: Names) -> str:
        return f"{_battle(self.area, self.factions, names)}: {_won(self.winner, names)}, they said."


@record
class LeaderLost(CampaignEvent):
    """A leader falls, is captured by the faction `captor`, or is wounded until turn `back`."""

    force: str
    command: str
    fate: Fate
    back: int
    captor: str
    kind: ClassVar[str] = "leader lost"

    def apply(self, state: State) -> None:
        leader = leader_of(state, self.force, self.command)
        leader.fate, leader.back, leader.captor = self.fate, self.back, self.captor

    def describe(self, names: Names) -> str:
        what = {
            "killed": "was killed",
            "captured": f"became a prisoner of {names(self.captor)}" if self.captor else "became a prisoner",
            "wounded": f"was wounded, until turn {self.back}",
        }
        return f"{names(self.command)} of {names(self.force)} {what[self.fate]}."


@record
class LeaderBack(CampaignEvent):
    """A leader is well again."""

    force: str
    command: str
    kind: ClassVar[str] = "leader back"

    def apply(self, state: State) -> None:
        leader = leader_of(state, self.force, self.command)
        leader.fate, leader.back, leader.captor = "well", 0, ""

    def describe(self, names: Names) -> str:
        return f"{names(self.command)} led again in {names(self.force)}."


@record
class Learned(CampaignEvent):
    """Units of a force gain experience."""

    force: str
    units: tuple[str, ...]
    points: int
    kind: ClassVar[str] = "learned"

    def apply(self, state: State) -> None:
        units = set(self.units)
        for unit in state.forces[self.force].units:
            if unit.id in units:
                unit.experience += self.points

    def describe(self, names: Names) -> str:
        units = counted(len(self.units), "unit")
        return f"{units} of {names(self.force)} learned from the battle (+{self.points})."


@record
class Retreated(CampaignEvent):
    """A force goes back from an area along `path`, whose last area is where it stands then."""

    force: str
    area: str
    path: tuple[str, ...]
    kind: ClassVar[str] = "retreated"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.came_by = self.path[-1], ""
        force.inside = force.besieging = False

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} retreated from {names(self.area)} to {names(self.path[-1])}."


@record
class ForceGone(CampaignEvent):
    """A force is no more."""

    force: str
    area: str
    why: str
    kind: ClassVar[str] = "force gone"

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.gone, force.inside, force.besieging, force.loot = True, False, False, 0

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} was no more: {self.why}."


@record
class BootyTaken(CampaignEvent):
    """A force takes loot from beaten ones (`beaten`: force and how much) and finds `baggage` beside."""

    force: str
    beaten: tuple[tuple[str, int], ...]
    baggage: int
    kind: ClassVar[str] = "booty"

    def apply(self, state: State) -> None:
        for key, amount in self.beaten:
            state.forces[key].loot -= amount
        state.forces[self.force].loot += self.amount

    @property
    def amount(self) -> int:
        """All that it takes."""
        return self.baggage + sum(amount for _, amount in self.beaten)

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} took booty worth {self.amount}."


@record
class PointsScored(CampaignEvent):
    """A faction gets victory points, for what `why` says."""

    faction: str
    points: int
    why: str
    kind: ClassVar[str] = "points"

    def apply(self, state: State) -> None:
        state.factions[self.faction].points += self.points

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} scored {counted(self.points, 'victory point')}: {self.why}."


def leader_of(state: State, force: str, command: str) -> Leader:
    """The leader of a command; raises LookupError where there is none."""
    for each in state.forces[force].commands:
        if each.id == command and each.leader is not None:
            return each.leader
    raise LookupError(f"{command} of {force} has no leader")


def _battle(area: str, factions: tuple[str, ...], names: Names) -> str:
    place = f" at {names(area)}" if area else ""
    return f"Battle{place}, {listed([names(each) for each in factions])}"


def _won(winner: str, names: Names) -> str:
    return f"{names(winner)} won" if winner else "nobody won"
