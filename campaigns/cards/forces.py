"""Forces on pages: a line of each, and the order of battle of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.engine.state import Command, Force, Leader, Sighting, State, Unit
from campaigns.engine.view import View
from rulesets.contract import registry


@dataclass(frozen=True, slots=True)
class ForceLine:
    """A force in a list: who it is, where it stands, how it does."""

    key: str
    name: str
    faction: str
    faction_name: str
    at: str
    at_name: str
    klass: str
    strength: int
    full: int
    worth: float
    measure: str
    marks: tuple[str, ...]
    commander: str = ""
    own: bool = False

    @property
    def share(self) -> int:
        """Per cent of its full strength that it has."""
        return round(100 * self.strength / self.full) if self.full else 0


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit of a force as it stands. `note` says what became of one that is not there."""

    id: str
    name: str
    arm: str
    steps: int
    left: int
    worth: float
    experience: int
    veteran: bool
    note: str = ""

    @property
    def lost(self) -> int:
        return self.steps - self.left

    @property
    def boxes(self) -> list[bool]:
        """A box for each step, true for one that is lost."""
        return [place >= self.left for place in range(self.steps)]


@dataclass(frozen=True, slots=True)
class CommandCard:
    """A command of a force: what it is called, its leader with his fate, and its units."""

    name: str
    leader: str
    fate: str
    units: tuple[UnitLine, ...]


@dataclass(frozen=True, slots=True)
class ForceCard:
    """The order of battle of a force."""

    line: ForceLine
    system: str
    step: str
    commands: tuple[CommandCard, ...]
    money: int


@dataclass(frozen=True, slots=True)
class SightingLine:
    """What is known of somebody else's force: where it was, how strong it seemed, how old that is."""

    name: str
    faction: str
    faction_name: str
    area: str
    area_name: str
    worth: float
    how: str
    age: int

    @property
    def aged(self) -> str:
        """How old it is, in words."""
        if self.age <= 0:
            return "this turn"
        return "a turn ago" if self.age == 1 else f"{self.age} turns ago"


def force_lines(view: View, commanders: Mapping[str, str] | None = None) -> list[ForceLine]:
    """The forces that may be known whole, those of one's own first, then by faction and name."""
    state = view.state
    lines = [
        force_line(state, force, commanders or {}, own=force.faction == view.who) for force in view.forces
    ]
    order = list(state.factions)
    return sorted(lines, key=lambda line: (not line.own, order.index(line.faction), line.name))


def force_line(
    state: State, force: Force, commanders: Mapping[str, str] | None = None, *, own: bool = False
) -> ForceLine:
    """A force in one line; `commanders`: players' names by their keys."""
    campaign_rules = registry.get(force.system).campaign
    return ForceLine(
        key=force.id, name=force.name, faction=force.faction,
        faction_name=faction_name(state, force.faction), at=force.at, at_name=area_name(state, force.at),
        klass=state.rules.class_of(force.klass).name, strength=force.strength,
        full=sum(unit.steps for unit in force.units if unit.status != "lost"), worth=force.worth,
        measure=campaign_rules.measure if campaign_rules else "worth", marks=tuple(_marks(force)),
        commander=(commanders or {}).get(force.commander, ""), own=own,
    )  # fmt: skip


def force_card(state: State, force: Force, commanders: Mapping[str, str] | None = None) -> ForceCard:
    """The order of battle of a force, every unit with what is left of it."""
    campaign_rules = registry.get(force.system).campaign
    return ForceCard(
        force_line(state, force, commanders, own=True), force.system,
        campaign_rules.step if campaign_rules else "step",
        tuple(_command(state, force, command) for command in force.commands), force.loot,
    )  # fmt: skip


def sighting_lines(state: State, sightings: Iterable[Sighting]) -> list[SightingLine]:
    """What is known of others' forces, the newest first."""
    lines = [
        SightingLine(
            name=each.name, faction=each.faction, faction_name=faction_name(state, each.faction),
            area=each.area, area_name=area_name(state, each.area), worth=each.worth, how=each.how,
            age=state.turn - each.turn,
        )
        for each in sightings
    ]  # fmt: skip
    return sorted(lines, key=lambda line: (line.age, line.faction_name, line.name))


def area_name(state: State, key: str) -> str:
    """What an area is called; its id where there is no map."""
    area = state.map.by_id.get(key) if state.map else None
    return area.name if area else key


def faction_name(state: State, key: str) -> str:
    """What a faction is called; "nobody" for none."""
    found = state.factions.get(key)
    return found.name if found else key or "nobody"


def unit_line(state: State, unit: Unit) -> UnitLine:
    """A unit as it stands."""
    note = ""
    if unit.status == "lost":
        note = "lost"
    elif unit.status == "away":
        note = f"away until turn {unit.back}" if unit.back else "away"
    learned = state.rules.battles.experience
    return UnitLine(
        unit.id, unit.name, unit.arm, unit.steps, unit.left, unit.worth, unit.experience,
        bool(learned.veteran) and unit.experience >= learned.veteran, note,
    )  # fmt: skip


def _command(state: State, force: Force, command: Command) -> CommandCard:
    leader = command.leader
    units = tuple(unit_line(state, unit) for unit in force.units if unit.command == command.id)
    name = f"{leader.name or 'Leader'}, {leader.level}" if leader else ""
    led = any(each.leader for each in force.commands)  # where commanders are units of their own nobody is
    called = command.name or ("Without a leader" if led else "Units")
    return CommandCard(called, name, _fate(state, leader) if leader else "", units)


def _fate(state: State, leader: Leader) -> str:
    match leader.fate:
        case "wounded":
            return f"wounded, leads again in turn {leader.back}" if leader.back else "wounded"
        case "captured":
            return f"captured by {faction_name(state, leader.captor)}"
        case "killed":
            return "killed"
    return ""


def _marks(force: Force) -> Iterable[str]:
    if force.inside:
        yield "garrison"
    if force.besieging:
        yield "besieging"
    if not force.supplied:
        turns = force.unsupplied
        yield "out of supply" if turns < 2 else f"out of supply for {turns} turns"
    if force.loot:
        yield f"carries {force.loot} in loot"
