"""What factions do beside marching: money, relations and ransoms, forces raised, joined and split.

Whatever changes a faction's money is a `MoneyChange`: they add up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.events.battle import leader_of
from campaigns.engine.state import NOBODY, Command, Force, Relation, State, adapter
from campaigns.wording import events as words
from rulesets.engine.records import record


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
        return words.income(names(self.faction), self.amount, self.parts)


@record
class UpkeepPaid(MoneyChange):
    """What the forces of a faction cost this turn."""

    kind = "upkeep"
    sentence = words.UPKEEP_PAID


@record
class RecruitsPaid(MoneyChange):
    """What the recruits of a force cost."""

    force: str
    kind = "recruits paid"
    sentence = words.RECRUITS_PAID


@record
class LootBrought(MoneyChange):
    """Loot that a force carries becomes its faction's money."""

    force: str
    area: str
    kind = "loot brought"
    sentence = words.LOOT_BROUGHT

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
        said = words.relation_asked if self.umpire else words.relation_offered
        return said(names(self.faction), names(self.other), self.relation)


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
        return words.relation_set(names(self.faction), names(self.other), self.relation)


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
        return words.notice_given(names(self.faction), names(self.other), self.turns)


@record
class Paid(MoneyChange):
    """A faction pays another; `amount` is below 0."""

    other: str
    kind = "paid"
    sentence = words.PAID


@record
class Received(MoneyChange):
    """A faction gets what another paid."""

    other: str
    kind = "received"
    sentence = words.RECEIVED


@record
class Ransomed(CampaignEvent):
    """A captured leader of a force is set free and leads their command again."""

    force: str
    command: str
    captor: str
    kind = "ransomed"
    sentence = words.RANSOMED

    def apply(self, state: State) -> None:
        leader = leader_of(state, self.force, self.command)
        leader.fate, leader.captor = "well", NOBODY


@record
class RaisingPaid(MoneyChange):
    """What a new force costs."""

    kind = "raising paid"
    sentence = words.RAISING_PAID


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
        return words.force_raised(names(self.made["faction"]), self.made["name"], names(self.made["at"]))


@record
class ForcesJoined(CampaignEvent):
    """A force goes over into another, with all that it has; `klass`: what class the other is from now on."""

    force: str
    other: str
    klass: str
    kind = "forces joined"
    sentence = words.FORCES_JOINED

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
    sentence = words.FORCE_SPLIT

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
        return (
            words.command_given(names(self.force)) if self.member else words.command_back(names(self.force))
        )


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
