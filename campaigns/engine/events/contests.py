"""Ladders and stories: challenges, rungs, scenes."""

from __future__ import annotations

from typing import ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.state import Challenge, LadderState, State, Story
from rulesets.engine.records import record
from rulesets.engine.wording import listed


@record
class ChallengeMade(CampaignEvent):
    """A player challenges another."""

    challenge: str
    faction: str
    to: str
    kind: ClassVar[str] = "challenge made"

    def apply(self, state: State) -> None:
        ladder_of(state).challenges.append(Challenge(self.challenge, self.faction, self.to, state.turn))

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} challenged {names(self.to)}."


@record
class ChallengeRefused(CampaignEvent):
    """A challenge, or an answer to one, is against the ladder's rules."""

    faction: str
    to: str
    why: str
    kind: ClassVar[str] = "challenge refused"

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} and {names(self.to)} did not meet: {self.why}."


@record
class ChallengeAccepted(CampaignEvent):
    """A challenge is accepted."""

    challenge: str
    faction: str
    to: str
    kind: ClassVar[str] = "challenge accepted"

    def apply(self, state: State) -> None:
        for each in ladder_of(state).challenges:
            if each.id == self.challenge:
                each.accepted = True

    def describe(self, names: Names) -> str:
        return f"{names(self.to)} accepted the challenge of {names(self.faction)}."


@record
class ChallengeDropped(CampaignEvent):
    """A challenge is declined or taken back, by the player `by`."""

    challenge: str
    faction: str
    to: str
    by: str
    kind: ClassVar[str] = "challenge dropped"

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
    kind: ClassVar[str] = "ladder moved"

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
    """The story comes to a scene, which is told."""

    node: str
    name: str
    text: str
    kind: ClassVar[str] = "scene told"

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
    kind: ClassVar[str] = "unopposed"

    def describe(self, names: Names) -> str:
        return f"{names(self.winner)} met nobody." if self.winner else "Nobody was left to fight."


@record
class StoryWent(CampaignEvent):
    """The story went on to another scene."""

    node: str
    text: str
    kind: ClassVar[str] = "story went"

    def apply(self, state: State) -> None:
        story_of(state).at = self.node

    def describe(self, names: Names) -> str:
        return self.text or "The story went on."


def ladder_of(state: State) -> LadderState:
    """The ladder; raises LookupError for a campaign without one."""
    if state.ladder is None:
        raise LookupError("the campaign has no ladder")
    return state.ladder


def story_of(state: State) -> Story:
    """The story; raises LookupError for a campaign without one."""
    if state.story is None:
        raise LookupError("the campaign has no story")
    return state.story
