"""Battles and what they leave beside losses: results, leaders, experience, retreats, booty, points. And what
they decide where there is no map: the rungs of a ladder, the scenes of a story.
"""

from __future__ import annotations

from typing import Any

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import Challenge, Fate, LadderState, Leader, Outcome, State, Story, adapter
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
    kind = "battle settled"

    def apply(self, state: State) -> None:
        state.engagements[self.engagement].outcome = adapter(Outcome).validate_python(self.outcome)

    def describe(self, names: Names) -> str:
        how = f" {self.outcome['how']}" if self.outcome.get("how") else ""
        return f"{_battle_won(self, names)}.{how}"


@record
class BattleNews(CampaignEvent):
    """What those who were not there hear of a battle."""

    area: str
    factions: tuple[str, ...]
    winner: str
    kind = "battle news"

    def describe(self, names: Names) -> str:
        return f"{_battle_won(self, names)}, they said."


@record
class LeaderLost(CampaignEvent):
    """A leader falls, is captured by the faction `captor`, or is wounded until turn `back`."""

    force: str
    command: str
    fate: Fate
    back: int
    captor: str
    kind = "leader lost"

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
    kind = "leader back"
    sentence = "{command} led again in {force}."

    def apply(self, state: State) -> None:
        leader = leader_of(state, self.force, self.command)
        leader.fate, leader.back, leader.captor = "well", 0, ""


@record
class Learned(CampaignEvent):
    """Units of a force gain experience."""

    force: str
    units: tuple[str, ...]
    points: int
    kind = "learned"

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
    kind = "retreated"
    sentence = "{force} retreated from {area} to {goal}."

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.came_by = self.path[-1], ""
        force.inside = force.besieging = False


@record
class ForceGone(CampaignEvent):
    """A force is no more."""

    force: str
    area: str
    why: str
    kind = "force gone"
    sentence = "{force} was no more: {event.why}."

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.gone, force.inside, force.besieging, force.loot = True, False, False, 0


@record
class BootyTaken(CampaignEvent):
    """A force takes loot from beaten ones (`beaten`: force and how much) and finds `baggage` beside."""

    force: str
    beaten: tuple[tuple[str, int], ...]
    baggage: int
    kind = "booty"
    sentence = "{force} took booty worth {event.amount}."

    def apply(self, state: State) -> None:
        for key, amount in self.beaten:
            state.forces[key].loot -= amount
        state.forces[self.force].loot += self.amount

    @property
    def amount(self) -> int:
        """All that it takes."""
        return self.baggage + sum(amount for _, amount in self.beaten)


@record
class PointsScored(CampaignEvent):
    """A faction gets victory points, for what `why` says."""

    faction: str
    points: int
    why: str
    kind = "points"

    def apply(self, state: State) -> None:
        state.factions[self.faction].points += self.points

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} scored {counted(self.points, 'victory point')}: {self.why}."


def leader_of(state: State, force: str, command: str) -> Leader:
    """Return the leader of a command; raises LookupError where there is none."""
    for each in state.forces[force].commands:
        if each.id == command and each.leader is not None:
            return each.leader
    raise LookupError(f"{command} of {force} has no leader")


def _battle_won(event: BattleSettled | BattleNews, names: Names) -> str:
    """Where which factions fought, and which of them won."""
    place = f" at {names(event.area)}" if event.area else ""
    won = f"{names(event.winner)} won" if event.winner else "nobody won"
    return f"Battle{place}, {listed([names(each) for each in event.factions])}: {won}"


@record
class ChallengeMade(CampaignEvent):
    """A player challenges another."""

    challenge: str
    faction: str
    to: str
    kind = "challenge made"
    sentence = "{faction} challenged {to}."

    def apply(self, state: State) -> None:
        ladder_of(state).challenges.append(Challenge(self.challenge, self.faction, self.to, state.turn))


@record
class ChallengeRefused(CampaignEvent):
    """A challenge, or an answer to one, is against the ladder's rules."""

    faction: str
    to: str
    why: str
    kind = "challenge refused"
    sentence = "{faction} and {to} did not meet: {event.why}."


@record
class ChallengeAccepted(CampaignEvent):
    """A challenge is accepted."""

    challenge: str
    faction: str
    to: str
    kind = "challenge accepted"
    sentence = "{to} accepted the challenge of {faction}."

    def apply(self, state: State) -> None:
        for each in ladder_of(state).challenges:
            if each.id == self.challenge:
                each.accepted = True


@record
class ChallengeDropped(CampaignEvent):
    """A challenge is declined or taken back, by the player `by`."""

    challenge: str
    faction: str
    to: str
    by: str
    kind = "challenge dropped"

    def apply(self, state: State) -> None:
        ladder = ladder_of(state)
        ladder.challenges = [each for each in ladder.challenges if each.id != self.challenge]

    def describe(self, names: Names) -> str:
        if self.by == self.faction:
            return f"{names(self.faction)} took back the challenge to {names(self.to)}."
        return f"{names(self.to)} declined the challenge of {names(self.faction)}."


@record
class LadderMoved(CampaignEvent):
    """Two players have met: the rungs from the top, and the ratings of both, as they are now."""

    engagement: str
    factions: tuple[str, ...]
    rungs: tuple[str, ...]
    ratings: tuple[tuple[str, int], ...]
    kind = "ladder moved"

    def apply(self, state: State) -> None:
        ladder = ladder_of(state)
        ladder.rungs = list(self.rungs)
        ladder.met["~".join(sorted(self.factions))] = state.turn
        ladder.challenges = [
            each
            for each in ladder.challenges
            if not (each.accepted and {each.by, each.to} == {*self.factions})
        ]
        for faction, rating in self.ratings:
            state.factions[faction].rating = rating

    def describe(self, names: Names) -> str:
        places = [f"{names(each)} on rung {self.rungs.index(each) + 1}" for each in self.factions]
        return f"The ladder now: {listed(places)}."


@record
class ScenePlayed(CampaignEvent):
    """The story comes to a scene, which is shown."""

    node: str
    name: str
    text: str
    kind = "scene told"

    def apply(self, state: State) -> None:
        story = story_of(state)
        story.at = self.node
        if self.node not in story.told:
            story.told.append(self.node)

    def describe(self, names: Names) -> str:
        return f"{self.name}. {self.text}" if self.text else f"{self.name}."


@record
class Unopposed(CampaignEvent):
    """A scene's battle is not fought: a side has nobody left. `winner`: a faction, "" if both have not."""

    node: str
    winner: str
    kind = "unopposed"

    def describe(self, names: Names) -> str:
        return f"{names(self.winner)} met nobody." if self.winner else "Nobody was left to fight."


@record
class StoryWent(CampaignEvent):
    """The story went on to another scene."""

    node: str
    text: str
    kind = "story went"

    def apply(self, state: State) -> None:
        story_of(state).at = self.node

    def describe(self, names: Names) -> str:
        return self.text or "The story went on."


def ladder_of(state: State) -> LadderState:
    """Return the ladder; raises LookupError for a campaign without one."""
    if state.ladder is None:
        raise LookupError("the campaign has no ladder")
    return state.ladder


def story_of(state: State) -> Story:
    """Return the story; raises LookupError for a campaign without one."""
    if state.story is None:
        raise LookupError("the campaign has no story")
    return state.story
