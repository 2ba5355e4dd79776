"""What factions do beside marching: money, relations and ransoms, forces raised, joined and split.

Whatever changes a faction's money is a `MoneyChange`: they add up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.events.battle import leader_of
from campaigns.engine.state import NOBODY, Command, Force, Relation, State, adapter
from rulesets.engine.records import record

_SAID = {"war": "war", "neutral": "neutrality", "truce": "a truce", "alliance": "an alliance"}


@record
class MoneyChange(CampaignEvent):
    """A faction gets `amount` of the campaign's currency, or pays it if it is below 0."""

    faction: str
    amount: int

    def apply(self, state: State) -> None:
        state.factions[self.faction].money += self.amount

    @property
    def paid(self) -> int:
        """What the faction pays."""
        return -self.amount


@record
class IncomeGot(MoneyChange):
    """The turn's income: `parts` has (what for, amount)."""

    parts: tuple[tuple[str, int], ...]
    kind = "income"

    def describe(self, names: Names) -> str:
        parts = ", ".join(f"{what} {amount}" for what, amount in self.parts)
        return f"{names(self.faction)} took in {self.amount} ({parts})."


@record
class UpkeepPaid(MoneyChange):
    """What the forces of a faction cost this turn."""

    kind = "upkeep"
    sentence = "{faction} paid its forces {event.paid}."


@record
class RecruitsPaid(MoneyChange):
    """What the recruits of a force cost."""

    force: str
    kind = "recruits paid"
    sentence = "{faction} paid {event.paid} for recruits of {force}."


@record
class LootBrought(MoneyChange):
    """Loot that a force carries becomes its faction's money."""

    force: str
    area: str
    kind = "loot brought"
    sentence = "{force} brought loot worth {event.amount} to {area}."

    def apply(self, state: State) -> None:
        state.factions[self.faction].money += self.amount
        state.forces[self.force].loot -= self.amount


@record
class RelationOffered(CampaignEvent):
    """A faction offers another a relation; with `umpire` it waits for the umpire to set it, war too."""

    faction: str
    other: str
    relation: Relation
    umpire: bool
    kind = "relation offered"

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
    kind = "relation set"

    def apply(self, state: State) -> None:
        relate(state, self.faction, self.other, self.relation)

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
    kind = "notice given"

    def apply(self, state: State) -> None:
        state.factions[self.faction].notice[self.other] = self.turns

    def describe(self, names: Names) -> str:
        left = "the next turn" if self.turns == 1 else f"{self.turns} turns"
        return f"{names(self.faction)} had broken with {names(self.other)}: in {left} it would be war."


@record
class Paid(MoneyChange):
    """A faction pays another; `amount` is below 0."""

    other: str
    kind = "paid"
    sentence = "{faction} paid {event.paid} to {other}."


@record
class Received(MoneyChange):
    """A faction gets what another paid."""

    other: str
    kind = "received"
    sentence = "{faction} received {event.amount} from {other}."


@record
class Ransomed(CampaignEvent):
    """A captured leader of a force is set free and leads their command again."""

    force: str
    command: str
    captor: str
    kind = "ransomed"
    sentence = "{captor} set {command} free, who returned to {force}."

    def apply(self, state: State) -> None:
        leader = leader_of(state, self.force, self.command)
        leader.fate, leader.captor = "well", NOBODY


@record
class RaisingPaid(MoneyChange):
    """What a new force costs."""

    kind = "raising paid"
    sentence = "{faction} paid {event.paid} to raise a new force."


@record
class ForceRaised(CampaignEvent):
    """A new force (as JSON) is raised."""

    made: dict[str, Any]
    kind = "force raised"

    def apply(self, state: State) -> None:
        force = adapter(Force).validate_python(self.made)
        state.forces[force.id] = force
        state.made += 1

    def describe(self, names: Names) -> str:
        return f"{names(self.made['faction'])} raised {self.made['name']} in {names(self.made['at'])}."


@record
class ForcesJoined(CampaignEvent):
    """A force goes over into another, with all that it has; `klass`: what class the other is from now on."""

    force: str
    other: str
    klass: str
    kind = "forces joined"
    sentence = "{force} joined {other}."

    def apply(self, state: State) -> None:
        force, other = state.forces[self.force], state.forces[self.other]
        chief = any(each.leader and each.leader.commander_in_chief for each in other.commands)
        for command in force.commands:
            if chief and command.leader:
                command.leader.commander_in_chief = False
        other.units, force.units = [*other.units, *force.units], []
        other.commands, force.commands = [*other.commands, *force.commands], []
        other.loot, force.loot = other.loot + force.loot, 0
        other.klass = self.klass
        force.gone = True


@record
class ForceSplit(CampaignEvent):
    """Units and whole commands leave a force and become a new one: `other` with its `name` and `klass`. What
    `stays` is of that class from now on.
    """

    force: str
    other: str
    name: str
    klass: str
    stays: str
    units: tuple[str, ...]
    commands: tuple[str, ...]
    kind = "force split"
    sentence = "{event.name} parted from {force}."

    def apply(self, state: State) -> None:
        force = state.forces[self.force]
        leaving = set(self.units)
        made = replace(
            force, id=self.other, name=self.name, klass=self.klass, loot=0, extras=dict(force.extras),
            trail=list(force.trail),
            commands=[each for each in force.commands if each.id in self.commands],
            units=[each for each in force.units if each.id in leaving],
        )  # fmt: skip
        force.commands = [each for each in force.commands if each.id not in self.commands]
        force.units = [each for each in force.units if each.id not in leaving]
        force.klass = self.stays
        _led_anew(made)
        _led_anew(force)
        state.forces[made.id] = made
        state.made += 1


@record
class CommandGiven(CampaignEvent):
    """A force has the member of that key as its commander; "": the commander-in-chief alone."""

    force: str
    member: str
    kind = "command given"

    def apply(self, state: State) -> None:
        state.forces[self.force].commander = self.member

    def describe(self, names: Names) -> str:
        who = "has a commander of its own" if self.member else "is again under the commander-in-chief"
        return f"{names(self.force)} {who} from now on."


def relate(state: State, one: str, other: str, relation: Relation) -> None:
    """Set what two factions are to each other; offers and notices between them are void."""
    for a, b in ((one, other), (other, one)):
        faction = state.factions[a]
        faction.relations[b] = relation
        faction.offers.pop(b, None)
        faction.notice.pop(b, None)


def _led_anew(force: Force) -> None:
    """Give units that left their command one of their own, and a force that lost its chief a new one."""
    known = {each.id for each in force.commands}
    for unit in force.units:
        if unit.command not in known:
            new = Command(f"{force.id}-from-{unit.command}"[:80], "Detachment")
            if new.id not in known:
                force.commands = [*force.commands, new]
                known.add(new.id)
            unit.command = new.id
    leaders = [each.leader for each in force.commands if each.leader is not None]
    if leaders and not any(each.commander_in_chief for each in leaders):
        leaders[0].commander_in_chief = True
