"""Forces that come into being and that become one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from campaigns.engine.events.base import CampaignEvent, Names
from campaigns.engine.events.money import MoneyChange
from campaigns.engine.state import Command, Force, State, force_adapter
from rulesets.engine.records import record


@record
class RaisingPaid(MoneyChange):
    """What a new force costs."""

    kind: ClassVar[str] = "raising paid"

    def describe(self, names: Names) -> str:
        return f"{names(self.faction)} paid {-self.amount} to raise a new force."


@record
class ForceRaised(CampaignEvent):
    """A new force (as JSON) is raised."""

    made: dict[str, Any]
    kind: ClassVar[str] = "force raised"

    def apply(self, state: State) -> None:
        force = force_adapter().validate_python(self.made)
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
    kind: ClassVar[str] = "forces joined"

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

    def describe(self, names: Names) -> str:
        return f"{names(self.force)} joined {names(self.other)}."


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
    kind: ClassVar[str] = "force split"

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

    def describe(self, names: Names) -> str:
        return f"{self.name} parted from {names(self.force)}."


def _led_anew(force: Force) -> None:
    """Gives units that left their command one of their own, and a force that lost its chief a new one."""
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
