"""What an umpire may change in forces: where they are, what they have lost, whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from campaigns.engine.documents import list_named
from campaigns.engine.events.base import ALL, Names
from campaigns.engine.forces import muster
from campaigns.engine.maps import Key, KeyOrNone, Text
from campaigns.engine.state import Fate, Leader, State, Unit, UnitStatus
from campaigns.engine.umpireacts.base import FactionAct, ForceAct, Id, Turns, UmpireAct
from campaigns.wording import umpire as words
from campaigns.wording import unknown
from rulesets.engine.errors import Fault, LeaguerError


class MoveAct(ForceAct):
    """Puts a force somewhere else, out of any walls."""

    do: Literal["move"] = "move"
    sentence = words.MOVED
    area: Key

    def change(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.inside, force.besieging, force.came_by = self.area, False, False, ""


class UnitAct(ForceAct):
    """Sets what a unit has lost, whether it is there, when it is back, what it has learned."""

    do: Literal["unit"] = "unit"
    unit: Id
    lost: Turns | None = None
    status: UnitStatus | None = None
    back: Turns | None = None
    experience: Turns | None = None

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        unit = self._unit(state)
        if self.force in state.forces and unit is None:
            yield Fault("unit", unknown.unit_in_that_force(self.unit))
        if unit is not None and self.lost is not None and self.lost > unit.steps:
            yield Fault("lost", words.steps_at_most(unit.steps))

    def change(self, state: State) -> None:
        unit = self._unit(state)
        for name, value in self._given().items():
            setattr(unit, name, value)

    def describe(self, names: Names) -> str:
        return words.set_unit(names(self.unit), names(self.force), self._given())

    def _given(self) -> dict[str, Any]:
        """Return what is set."""
        return self.model_dump(include={"lost", "status", "back", "experience"}, exclude_none=True)

    def _unit(self, state: State) -> Unit | None:
        force = state.forces.get(self.force)
        return next((each for each in force.units if each.id == self.unit), None) if force else None


class LeaderAct(ForceAct):
    """Sets what became of the leader of a command."""

    do: Literal["leader"] = "leader"
    sentence = words.DECIDED_FATE
    command: Id
    fate: Fate
    back: Turns = 0
    captor: KeyOrNone = ""

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        if self.force in state.forces and self._leader(state) is None:
            yield Fault("command", unknown.leader_in_that_force(self.command))
        if self.captor and self.captor not in state.factions:
            yield Fault("captor", unknown.faction(self.captor))

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({*super().known(state), *filter(None, [self.captor])}))

    def change(self, state: State) -> None:
        leader = self._leader(state)
        assert leader is not None
        leader.fate, leader.back, leader.captor = self.fate, self.back, self.captor

    def _leader(self, state: State) -> Leader | None:
        force = state.forces.get(self.force)
        return (
            next((each.leader for each in force.commands if each.id == self.command), None) if force else None
        )


class AddAct(FactionAct):
    """Musters a new force of an army list (a document, or the key of a sample list), for nothing."""

    do: Literal["add"] = "add"
    area: KeyOrNone = ""
    name: Text = ""
    klass: Text = ""
    list: dict[str, Any] | str

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        if state.shape == "map" and not self.area:
            yield Fault("area", words.AREA_FOR_FORCE)
        try:
            muster("check", self.name, self.faction, self.area, list_named(self.list))
        except LeaguerError as error:
            yield Fault("list", str(error))

    def change(self, state: State) -> None:
        key = next(f"u{n}" for n in range(1, len(state.forces) + 2) if f"u{n}" not in state.forces)
        force = muster(key, self.name, self.faction, self.area, list_named(self.list))
        force.klass = self.klass or state.rules.classes[0].key
        state.forces[key] = force

    def describe(self, names: Names) -> str:
        return words.added(self.name, names(self.faction), names(self.area) if self.area else "")


class RemoveAct(ForceAct):
    """Takes a force off the campaign."""

    do: Literal["remove"] = "remove"
    sentence = words.REMOVED

    def change(self, state: State) -> None:
        state.forces[self.force].gone = True


class HandAct(ForceAct):
    """Hands a force over to another faction."""

    do: Literal["hand"] = "hand"
    sentence = words.GAVE_FORCE
    faction: Key

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({*super().known(state), self.faction}))

    def change(self, state: State) -> None:
        force = state.forces[self.force]
        force.faction, force.commander = self.faction, ""


class RenameAct(UmpireAct):
    """Gives a force or a faction another name."""

    do: Literal["rename"] = "rename"
    force: Annotated[str, Field(max_length=80)] = ""
    faction: KeyOrNone = ""
    name: Annotated[Text, Field(min_length=1)]

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        if bool(self.force) == bool(self.faction):
            yield Fault("force", words.FORCE_OR_FACTION)

    def known(self, state: State) -> tuple[str, ...]:
        return (state.forces[self.force].faction,) if self.force else (ALL,)

    def change(self, state: State) -> None:
        if self.force:
            state.forces[self.force].name = self.name
        else:
            state.factions[self.faction].name = self.name

    def describe(self, names: Names) -> str:
        return words.renamed(names(self.force or self.faction), self.name)
