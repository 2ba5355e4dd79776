"""What an umpire may change past the rules: one model for each act, which knows what speaks against it, who
learns of it, what it changes and how it is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from campaigns.engine.battlefields import check_outcome
from campaigns.engine.documents import list_named, season_of
from campaigns.engine.events.base import ALL, Names
from campaigns.engine.forces import muster
from campaigns.engine.maps import Key, KeyOrNone, Strict, Text
from campaigns.engine.rules import CampaignRules
from campaigns.engine.state import Command, Fate, Leader, Outcome, Relation, State, Unit, UnitStatus
from rulesets.engine.errors import Fault, LeaguerError

Id: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
Amount: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Turns: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]


class UmpireAct(Strict):
    """An act. Each kind has its own fields and a word (`do`) by which it is known."""

    def faults(self, state: State) -> Iterator[Fault]:
        """What speaks against it as the campaign stands: names that nothing has."""
        for name, there in (("faction", state.factions), ("area", state.areas), ("force", state.forces)):
            key = getattr(self, name, "")
            if key and key not in there:
                yield Fault(name, f"there is no {name} «{key}»")

    def known(self, state: State) -> tuple[str, ...]:
        """Who learns of it."""
        return (ALL,)

    def change(self, state: State) -> None:
        """Do it."""

    def describe(self, names: Names) -> str:
        """What the umpire did, after "The umpire"."""
        raise TypeError(f"{type(self).__name__} does not say what it does")


class FactionAct(UmpireAct):
    """An act that concerns one faction, and that it alone learns of."""

    faction: Key

    def known(self, state: State) -> tuple[str, ...]:
        return (self.faction,)


class ForceAct(UmpireAct):
    """An act that concerns one force, and that its faction alone learns of."""

    force: Id

    def known(self, state: State) -> tuple[str, ...]:
        return (state.forces[self.force].faction,)


class MoneyAct(FactionAct):
    """Gives a faction so much, or takes it."""

    do: Literal["money"] = "money"
    amount: Amount

    def change(self, state: State) -> None:
        state.factions[self.faction].money += self.amount

    def describe(self, names: Names) -> str:
        return f"changed the money of {names(self.faction)} by {self.amount:+d}"


class PointsAct(FactionAct):
    """Gives a faction victory points, or takes them."""

    do: Literal["points"] = "points"
    amount: Amount

    def change(self, state: State) -> None:
        state.factions[self.faction].points += self.amount

    def describe(self, names: Names) -> str:
        return f"changed the victory points of {names(self.faction)} by {self.amount:+d}"


class OwnerAct(UmpireAct):
    """Gives an area to a faction, or to nobody."""

    do: Literal["owner"] = "owner"
    area: Key
    faction: KeyOrNone = ""

    def change(self, state: State) -> None:
        state.areas[self.area].owner = self.faction

    def describe(self, names: Names) -> str:
        return f"gave {names(self.area)} to {names(self.faction) if self.faction else 'nobody'}"


class MoveAct(ForceAct):
    """Puts a force somewhere else, out of any walls."""

    do: Literal["move"] = "move"
    area: Key

    def change(self, state: State) -> None:
        force = state.forces[self.force]
        force.at, force.inside, force.besieging, force.came_by = self.area, False, False, ""

    def describe(self, names: Names) -> str:
        return f"moved {names(self.force)} to {names(self.area)}"


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
            yield Fault("unit", f"there is no unit «{self.unit}» in that force")
        if unit is not None and self.lost is not None and self.lost > unit.steps:
            yield Fault("lost", f"is more than the {unit.steps} that it has")

    def change(self, state: State) -> None:
        unit = self._unit(state)
        for name in ("lost", "status", "back", "experience"):
            value = getattr(self, name)
            if value is not None:
                setattr(unit, name, value)

    def describe(self, names: Names) -> str:
        said = [
            f"{name} {getattr(self, name)}"
            for name in ("lost", "status", "back", "experience")
            if getattr(self, name) is not None
        ]
        return f"set {names(self.unit)} of {names(self.force)}: {', '.join(said) or 'as it was'}"

    def _unit(self, state: State) -> Unit | None:
        force = state.forces.get(self.force)
        return next((each for each in force.units if each.id == self.unit), None) if force else None


class LeaderAct(ForceAct):
    """Sets what became of the leader of a command."""

    do: Literal["leader"] = "leader"
    command: Id
    fate: Fate
    back: Turns = 0
    captor: KeyOrNone = ""

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        if self.force in state.forces and self._leader(state) is None:
            yield Fault("command", f"no leader of a command «{self.command}» is in that force")
        if self.captor and self.captor not in state.factions:
            yield Fault("captor", f"there is no faction «{self.captor}»")

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({*super().known(state), *filter(None, [self.captor])}))

    def change(self, state: State) -> None:
        leader = self._leader(state)
        assert leader is not None
        leader.fate, leader.back, leader.captor = self.fate, self.back, self.captor

    def describe(self, names: Names) -> str:
        return f"decided that {names(self.command)} is {self.fate}"

    def _leader(self, state: State) -> Leader | None:
        force = state.forces.get(self.force)
        commands: list[Command] = force.commands if force else []
        return next((each.leader for each in commands if each.id == self.command), None)


class RelationAct(UmpireAct):
    """Sets what two factions are to each other."""

    do: Literal["relation"] = "relation"
    faction: Key
    other: Key
    relation: Relation

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        if self.other not in state.factions or self.other == self.faction:
            yield Fault("other", f"there is no other faction «{self.other}»")

    def change(self, state: State) -> None:
        for one, two in ((self.faction, self.other), (self.other, self.faction)):
            faction = state.factions[one]
            faction.relations[two] = self.relation
            faction.offers.pop(two, None)
            faction.notice.pop(two, None)

    def describe(self, names: Names) -> str:
        return f"put {names(self.faction)} and {names(self.other)} at {self.relation}"


class WeatherAct(UmpireAct):
    """Sets the weather."""

    do: Literal["weather"] = "weather"
    weather: Text

    def faults(self, state: State) -> Iterator[Fault]:
        known = [each.name for each in state.rules.calendar.weather]
        if self.weather not in known:
            yield Fault("weather", f"is none of {', '.join(known)}")

    def change(self, state: State) -> None:
        state.weather = self.weather

    def describe(self, names: Names) -> str:
        return f"changed the weather to {self.weather}"


class DateAct(UmpireAct):
    """Sets the date, and with it the season."""

    do: Literal["date"] = "date"
    date: date

    def change(self, state: State) -> None:
        state.date, state.season = self.date.isoformat(), season_of(state.rules, self.date)

    def describe(self, names: Names) -> str:
        return f"changed the date to {self.date.isoformat()}"


class OutcomeAct(UmpireAct):
    """Sets the outcome of an engagement of this turn; it takes effect when the turn concludes."""

    do: Literal["outcome"] = "outcome"
    engagement: Id
    outcome: Outcome

    def faults(self, state: State) -> Iterator[Fault]:
        yield from check_outcome(state, self.engagement, self.outcome)

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({side.faction for side in state.engagements[self.engagement].sides}))

    def describe(self, names: Names) -> str:
        return f"decided {names(self.engagement)}"


class RenameAct(UmpireAct):
    """Gives a force or a faction another name."""

    do: Literal["rename"] = "rename"
    force: Annotated[str, Field(max_length=80)] = ""
    faction: KeyOrNone = ""
    name: Annotated[Text, Field(min_length=1)]

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        if bool(self.force) == bool(self.faction):
            yield Fault("force", "name a force or a faction, one of the two")

    def known(self, state: State) -> tuple[str, ...]:
        return (state.forces[self.force].faction,) if self.force else (ALL,)

    def change(self, state: State) -> None:
        if self.force:
            state.forces[self.force].name = self.name
        else:
            state.factions[self.faction].name = self.name

    def describe(self, names: Names) -> str:
        return f"renamed {names(self.force or self.faction)}: {self.name}"


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
            yield Fault("area", "is missing: a force stands somewhere")
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
        where = f" in {names(self.area)}" if self.area else ""
        return f"mustered {self.name or 'a force'} for {names(self.faction)}{where}"


class RemoveAct(ForceAct):
    """Takes a force off the campaign."""

    do: Literal["remove"] = "remove"

    def change(self, state: State) -> None:
        state.forces[self.force].gone = True

    def describe(self, names: Names) -> str:
        return f"took {names(self.force)} out of the campaign"


class HandAct(ForceAct):
    """Hands a force over to another faction."""

    do: Literal["hand"] = "hand"
    faction: Key

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({*super().known(state), self.faction}))

    def change(self, state: State) -> None:
        force = state.forces[self.force]
        force.faction, force.commander = self.faction, ""

    def describe(self, names: Names) -> str:
        return f"handed {names(self.force)} over to {names(self.faction)}"


class RulesAct(UmpireAct):
    """Puts another rule set in the place of the campaign's."""

    do: Literal["rules"] = "rules"
    rules: CampaignRules

    def change(self, state: State) -> None:
        state.rules = self.rules

    def describe(self, names: Names) -> str:
        return f"changed the rules: {self.rules.name}"


class EndAct(UmpireAct):
    """Ends the campaign, with a winner or none."""

    do: Literal["end"] = "end"
    faction: KeyOrNone = ""

    def change(self, state: State) -> None:
        state.phase, state.winner = "over", self.faction

    def describe(self, names: Names) -> str:
        return f"ended the campaign: {names(self.faction) + ' wins' if self.faction else 'nobody wins'}"


Act: TypeAlias = Annotated[
    MoneyAct | PointsAct | OwnerAct | MoveAct | UnitAct | LeaderAct | RelationAct | WeatherAct | DateAct
    | OutcomeAct | RenameAct | AddAct | RemoveAct | HandAct | RulesAct | EndAct,
    Field(discriminator="do"),
]  # fmt: skip
ACT: TypeAdapter[Act] = TypeAdapter(Act)
