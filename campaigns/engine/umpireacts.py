"""What an umpire may change past the rules: one model for each act, which knows what speaks against it, who
learns of it, what it changes and how it is described; and the events of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from campaigns.engine.battlefields import check_outcome
from campaigns.engine.documents import list_named, season_of
from campaigns.engine.events.base import ALL, CampaignEvent, Names
from campaigns.engine.events.factions import relate
from campaigns.engine.forces import muster
from campaigns.engine.maps import Key, KeyOrNone, Strict, Text
from campaigns.engine.rules import CampaignRules
from campaigns.engine.state import Fate, Leader, Outcome, Relation, State, Unit, UnitStatus
from rulesets.engine.errors import Fault, LeaguerError
from rulesets.engine.records import record

Id: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
Amount: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Turns: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]


class UmpireAct(Strict):
    """An act. Each kind has its own fields and a word (`do`) by which it is known."""

    sentence: ClassVar[str] = ""
    """What it does: ids by their names (`{force}`), `{act.name}` for any field as it is."""

    def faults(self, state: State) -> Iterator[Fault]:
        """Yield what speaks against it as the campaign stands: names that nothing has."""
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
        """Return what the umpire did, after "The umpire"."""
        keys = ("area", "command", "engagement", "faction", "force", "other", "unit")
        named = {key: names(value) if (value := getattr(self, key, "")) else "nobody" for key in keys}
        return self.sentence.format(act=self, **named)


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


class AmountAct(FactionAct):
    """Gives a faction so much of what `do` says, or takes it."""

    do: str
    amount: Amount

    def change(self, state: State) -> None:
        faction, name = state.factions[self.faction], self.do
        setattr(faction, name, getattr(faction, name) + self.amount)


class MoneyAct(AmountAct):
    """Gives a faction money, or takes it."""

    do: Literal["money"] = "money"
    sentence = "changed the money of {faction} by {act.amount:+d}"


class PointsAct(AmountAct):
    """Gives a faction victory points, or takes them."""

    do: Literal["points"] = "points"
    sentence = "changed the victory points of {faction} by {act.amount:+d}"


class OwnerAct(UmpireAct):
    """Gives an area to a faction, or to nobody."""

    do: Literal["owner"] = "owner"
    sentence = "gave {area} to {faction}"
    area: Key
    faction: KeyOrNone = ""

    def change(self, state: State) -> None:
        state.areas[self.area].owner = self.faction


class MoveAct(ForceAct):
    """Puts a force somewhere else, out of any walls."""

    do: Literal["move"] = "move"
    sentence = "moved {force} to {area}"
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
            yield Fault("unit", f"there is no unit «{self.unit}» in that force")
        if unit is not None and self.lost is not None and self.lost > unit.steps:
            yield Fault("lost", f"is more than the {unit.steps} that it has")

    def change(self, state: State) -> None:
        unit = self._unit(state)
        for name, value in self._given().items():
            setattr(unit, name, value)

    def describe(self, names: Names) -> str:
        said = ", ".join(f"{name} {value}" for name, value in self._given().items())
        return f"set {names(self.unit)} of {names(self.force)}: {said or 'as it was'}"

    def _given(self) -> dict[str, Any]:
        """Return what is set."""
        return self.model_dump(include={"lost", "status", "back", "experience"}, exclude_none=True)

    def _unit(self, state: State) -> Unit | None:
        force = state.forces.get(self.force)
        return next((each for each in force.units if each.id == self.unit), None) if force else None


class LeaderAct(ForceAct):
    """Sets what became of the leader of a command."""

    do: Literal["leader"] = "leader"
    sentence = "decided that {command} is {act.fate}"
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

    def _leader(self, state: State) -> Leader | None:
        force = state.forces.get(self.force)
        return (
            next((each.leader for each in force.commands if each.id == self.command), None) if force else None
        )


class RelationAct(UmpireAct):
    """Sets what two factions are to each other."""

    do: Literal["relation"] = "relation"
    sentence = "put {faction} and {other} at {act.relation}"
    faction: Key
    other: Key
    relation: Relation

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        if self.other not in state.factions or self.other == self.faction:
            yield Fault("other", f"there is no other faction «{self.other}»")

    def change(self, state: State) -> None:
        relate(state, self.faction, self.other, self.relation)


class WeatherAct(UmpireAct):
    """Sets the weather."""

    do: Literal["weather"] = "weather"
    sentence = "changed the weather to {act.weather}"
    weather: Text

    def faults(self, state: State) -> Iterator[Fault]:
        known = [each.name for each in state.rules.calendar.weather]
        if self.weather not in known:
            yield Fault("weather", f"is none of {', '.join(known)}")

    def change(self, state: State) -> None:
        state.weather = self.weather


class DateAct(UmpireAct):
    """Sets the date, and with it the season."""

    do: Literal["date"] = "date"
    sentence = "changed the date to {act.date}"
    date: date

    def change(self, state: State) -> None:
        state.date, state.season = self.date.isoformat(), season_of(state.rules, self.date)


class OutcomeAct(UmpireAct):
    """Sets the outcome of an engagement of this turn; it takes effect when the turn concludes."""

    do: Literal["outcome"] = "outcome"
    sentence = "decided {engagement}"
    engagement: Id
    outcome: Outcome

    def faults(self, state: State) -> Iterator[Fault]:
        yield from check_outcome(state, self.engagement, self.outcome)

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({side.faction for side in state.engagements[self.engagement].sides}))


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
    sentence = "took {force} out of the campaign"

    def change(self, state: State) -> None:
        state.forces[self.force].gone = True


class HandAct(ForceAct):
    """Hands a force over to another faction."""

    do: Literal["hand"] = "hand"
    sentence = "handed {force} over to {faction}"
    faction: Key

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({*super().known(state), self.faction}))

    def change(self, state: State) -> None:
        force = state.forces[self.force]
        force.faction, force.commander = self.faction, ""


class RulesAct(UmpireAct):
    """Puts another rule set in the place of the campaign's."""

    do: Literal["rules"] = "rules"
    sentence = "changed the rules: {act.rules.name}"
    rules: CampaignRules

    def change(self, state: State) -> None:
        state.rules = self.rules


class EndAct(UmpireAct):
    """Ends the campaign, with a winner or none."""

    do: Literal["end"] = "end"
    sentence = "ended the campaign: {faction} wins"
    faction: KeyOrNone = ""

    def change(self, state: State) -> None:
        state.phase, state.winner = "over", self.faction


Act: TypeAlias = Annotated[
    MoneyAct | PointsAct | OwnerAct | MoveAct | UnitAct | LeaderAct | RelationAct | WeatherAct | DateAct
    | OutcomeAct | RenameAct | AddAct | RemoveAct | HandAct | RulesAct | EndAct,
    Field(discriminator="do"),
]  # fmt: skip
ACT: TypeAdapter[Act] = TypeAdapter(Act)


@record
class Overridden(CampaignEvent):
    """The umpire changed something: `act` as JSON."""

    act: dict[str, Any]
    reason: str
    kind = "overridden"

    def apply(self, state: State) -> None:
        ACT.validate_python(self.act).change(state)

    def describe(self, names: Names) -> str:
        reason = f": {self.reason}" if self.reason else "."
        return f"The umpire {ACT.validate_python(self.act).describe(names)}{reason}"
