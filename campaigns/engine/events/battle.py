"""Battles and what they leave beside losses: results, leaders, experience, retreats, booty, points. And what
they decide where there is no map: the rungs of a ladder, the scenes of a story.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.engine.events.base import ALL, CampaignEvent, Names
from campaigns.engine.state import (
    BOTH_SIDES,
    THE_UMPIRE,
    Challenge,
    Fate,
    LadderState,
    Leader,
    Outcome,
    Sighting,
    State,
    Story,
    adapter,
)
from campaigns.wording import events as words
from rulesets.engine.records import record
from rulesets.engine.wording import curly


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
        settled = how_settled(str(self.outcome.get("means", "")), str(self.outcome.get("by", "")), names)
        return words.battle_settled(*_battle_won(self, names), self.outcome.get("how") or "", settled)


def how_settled(means: str, by: str, names: Names) -> str:
    """Return how the outcome of a battle came about, a sentence; "" where that was not noted."""
    if by == BOTH_SIDES:
        return words.SAME_REPORTS
    if by == THE_UMPIRE:
        return words.UMPIRE_ENTERED
    if by:
        return words.report_accepted(names(by))
    return words.FOUGHT_BY.get(means, "")


@record
class BattleNews(CampaignEvent):
    """What those who were not there hear of a battle."""

    area: str
    factions: tuple[str, ...]
    winner: str
    kind = "battle news"

    def describe(self, names: Names) -> str:
        return words.battle_news(*_battle_won(self, names))


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
        captor = names(self.captor) if self.captor else ""
        return words.leader_lost(names(self.command), names(self.force), self.fate, self.back, captor)


@record
class LeaderBack(CampaignEvent):
    """A leader is well again."""

    force: str
    command: str
    kind = "leader back"
    sentence = words.LEADER_BACK

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
        return words.learned(len(self.units), names(self.force), self.points)


@record
class Retreated(CampaignEvent):
    """A force goes back from an area along `path`, whose last area is where it stands then."""

    force: str
    area: str
    path: tuple[str, ...]
    kind = "retreated"
    sentence = words.RETREATED

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.came_by = self.path[-1], ""
        force.inside = force.besieging = False
        state.flees(self.force)
        for found in _sightings(state, self.force, self.known):
            found[self.force] = replace(found[self.force], area=force.at)


@record
class ForceGone(CampaignEvent):
    """A force is no more."""

    force: str
    area: str
    why: str
    kind = "force gone"
    sentence = words.FORCE_GONE

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        force.gone, force.inside, force.besieging, force.loot = True, False, False, 0
        for found in _sightings(state, self.force, self.known):
            del found[self.force]


def _sightings(state: State, force: str, known: tuple[str, ...]) -> list[dict[str, Sighting]]:
    """Return what those who learn of an event know of a force this turn, where the rules let it follow."""
    if not state.rules.scouting.cleared:
        return []
    lists = [each.sightings for key, each in state.factions.items() if key in known or ALL in known]
    return [each for each in lists if force in each and each[force].turn == state.turn]


@record
class BootyTaken(CampaignEvent):
    """A force takes loot from beaten ones (`beaten`: force and how much) and finds `baggage` beside."""

    force: str
    beaten: tuple[tuple[str, int], ...]
    baggage: int
    kind = "booty"
    sentence = words.BOOTY_TAKEN

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
        return words.points_scored(names(self.faction), self.points, curly(self.why))


def leader_of(state: State, force: str, command: str) -> Leader:
    """Return the leader of a command; raises LookupError where there is none."""
    for each in state.forces[force].commands:
        if each.id == command and each.leader is not None:
            return each.leader
    raise LookupError(f"{command} of {force} has no leader")


def _battle_won(event: BattleSettled | BattleNews, names: Names) -> tuple[str, list[str], str]:
    """Where which factions fought, and which of them won."""
    area = names(event.area) if event.area else ""
    winner = names(event.winner) if event.winner else ""
    return area, [names(each) for each in event.factions], winner


@record
class ChallengeMade(CampaignEvent):
    """A player challenges another."""

    challenge: str
    faction: str
    to: str
    kind = "challenge made"
    sentence = words.CHALLENGE_MADE

    def apply(self, state: State) -> None:
        ladder_of(state).challenges.append(Challenge(self.challenge, self.faction, self.to, state.turn))


@record
class ChallengeRefused(CampaignEvent):
    """A challenge, or an answer to one, is against the ladder's rules."""

    faction: str
    to: str
    why: str
    kind = "challenge refused"
    sentence = words.CHALLENGE_REFUSED


@record
class ChallengeAccepted(CampaignEvent):
    """A challenge is accepted."""

    challenge: str
    faction: str
    to: str
    kind = "challenge accepted"
    sentence = words.CHALLENGE_ACCEPTED

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
            return words.challenge_withdrawn(names(self.faction), names(self.to))
        return words.challenge_declined(names(self.to), names(self.faction))


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
        return words.ladder_moved([(names(each), self.rungs.index(each) + 1) for each in self.factions])


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
        return words.scene(self.name, self.text)


@record
class Unopposed(CampaignEvent):
    """A scene's battle is not fought: a side has nobody left. `winner`: a faction, "" if both have not."""

    node: str
    winner: str
    kind = "unopposed"

    def describe(self, names: Names) -> str:
        return words.won_without_fight(names(self.winner)) if self.winner else words.NOBODY_TO_FIGHT


@record
class StoryWent(CampaignEvent):
    """The story went on to another scene."""

    node: str
    text: str
    kind = "story went"

    def apply(self, state: State) -> None:
        story_of(state).at = self.node

    def describe(self, names: Names) -> str:
        return self.text or words.STORY_WENT


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
