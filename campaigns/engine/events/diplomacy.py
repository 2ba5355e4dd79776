"""What factions do to each other without a battle: relations, payments, ransoms."""

from __future__ import annotations

from typing import ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.events.money import MoneyChange
from campaigns.engine.state import NOBODY, Relation, State
from rulesets.engine.records import record

_SAID = {"war": "war", "neutral": "neutrality", "truce": "a truce", "alliance": "an alliance"}


@record
class RelationOffered(CampaignEvent):
    """A faction offers another a relation; with `umpire` it waits for the umpire to set it, war too."""

    faction: str
    other: str
    relation: Relation
    umpire: bool
    kind: ClassVar[str] = "relation offered"

    def apply(self, state: State) -> None:
        state.factions[self.faction].offers[self.other] = self.relation

    def describe(self, names: Names) -> str:
        one, other, what = names(self.faction), names(self.other), _SAID[self.relation]
        if self.umpire:
            return f"{one} wished for {what} with {other}; the umpire had to decide."
        return f"{one} offered {other} {what}."


@record
class RelationSet(CampaignEvent):
    """Two factions are something else to each other from now on."""

    faction: str
    other: str
    relation: Relation
    kind: ClassVar[str] = "relation set"

    def apply(self, state: State) -> None:
        for a, b in ((self.faction, self.other), (self.other, self.faction)):
            state.factions[a].relations[b] = self.relation
            state.factions[a].offers.pop(b, None)
            state.factions[a].notice.pop(b, None)

    def describe(self, names: Names) -> str:
        one, other = names(self.faction), names(self.other)
        if self.relation == "war":
            return f"War broke out between {one} and {other}."
        return f"From now on there was {_SAID[self.relation]} between {one} and {other}."


@record
class NoticeGiven(CampaignEvent):
    """A faction breaks with another: in so many `turns` it is war."""

    faction: str
    other: str
    turns: int
    kind: ClassVar[str] = "notice given"

    def apply(self, state: State) -> None:
        state.factions[self.faction].notice[self.other] = self.turns

    def describe(self, names: Names) -> str:
        left = "the next turn" if self.turns == 1 else f"{self.turns} turns"
        return f"{names(self.faction)} had broken with {names(self.other)}: in {left} it would be war."


@record
class Paid(MoneyChange):
    """A faction pays another; `amount` is below 0."""

    other: str
    kind: ClassVar[str] = "paid"

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} paid {-self.amount} to {names(self.other)}."


@record
class Received(MoneyChange):
    """A faction gets what another paid."""

    other: str
    kind: ClassVar[str] = "received"

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} received {self.amount} from {names(self.other)}."


@record
class Ransomed(CampaignEvent):
    """A captured leader of a force is set free and leads his command again."""

    force: str
    command: str
    captor: str
    kind: ClassVar[str] = "ransomed"

    def apply(self, state: State) -> None:
        for command in state.forces[self.force].commands:
            if command.id == self.command and command.leader is not None:
                command.leader.fate, command.leader.captor = "well", NOBODY

    def describe(self, names: Names) -> str:
        return f"{names(self.captor)} set {names(self.command)} free, who returned to {names(self.force)}."
