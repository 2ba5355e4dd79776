"""Forces on pages: a line of each, and the order of battle of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from campaigns.engine.state import Command, Force, Leader, Sighting, State, Unit
from campaigns.engine.view import View
from campaigns.wording.labels import points
from rulesets.contract import registry


@dataclass(frozen=True, slots=True)
class ForceLine:
    """A force in a list, with what its state says in words: its class, what its strength and that of its
    units are counted in, its full strength, its marks, and the name of its commander ("" for the chief).
    """

    force: Force
    klass: str
    measure: str
    step: str
    full: float
    marks: tuple[str, ...]
    commander: str
    own: bool

    @property
    def share(self) -> int:
        """Per cent of its full strength that it has."""
        return round(100 * self.force.worth / self.full) if self.full else 0


@dataclass(frozen=True, slots=True)
class CommandCard:
    """A command of a force: what it is called, its leader and their fate, its units, and its id."""

    name: str
    leader: str
    fate: str
    units: tuple[Unit, ...]
    id: str = ""


def force_lines(view: View, commanders: Mapping[str, str]) -> list[ForceLine]:
    """Return the forces that may be known whole, the own ones first, then by faction and name."""
    lines = [
        force_line(view.state, force, commanders, own=force.faction == view.who) for force in view.forces
    ]
    order = list(view.state.factions)
    return sorted(lines, key=lambda line: (not line.own, order.index(line.force.faction), line.force.name))


def measure_of(force: Force) -> str:
    """Return what the strength of a force is counted in: `points`, `FSP`."""
    campaign_rules = registry.get(force.system).campaign
    return campaign_rules.measure if campaign_rules else "points"


def strength_of(force: Force) -> str:
    """Return the strength of a force in words: `230 points`."""
    return f"{points(force.worth)} {measure_of(force)}"


def measure_in(state: State) -> str:
    """Return what strengths of a campaign are counted in; where its systems differ, `points`."""
    kinds = {rules.measure for each in state.systems if (rules := registry.get(each).campaign)}
    return kinds.pop() if len(kinds) == 1 else "points"


def force_line(
    state: State, force: Force, commanders: Mapping[str, str] | None = None, *, own: bool = False
) -> ForceLine:
    """Return a force in one line; `commanders`: players' names by their keys."""
    campaign_rules = registry.get(force.system).campaign
    return ForceLine(
        force=force,
        klass=state.rules.class_of(force.klass).name,
        measure=measure_of(force),
        step=campaign_rules.step if campaign_rules else "step",
        full=round(sum(unit.worth for unit in force.units if unit.status != "lost"), 2),
        marks=tuple(_marks(force)),
        commander=(commanders or {}).get(force.commander, ""),
        own=own,
    )


def order_of_battle(state: State, force: Force) -> list[CommandCard]:
    """Return the commands of a force with all their units."""
    return [_command(state, force, command) for command in force.commands]


def sighting_lines(state: State, sightings: Iterable[Sighting]) -> list[Sighting]:
    """Return what is known of others' forces, the newest first."""
    return sorted(sightings, key=lambda each: (-each.turn, faction_name(state, each.faction), each.name))


def area_name(state: State, key: str) -> str:
    """Return the name of an area; its id where there is no map."""
    area = state.map.by_id.get(key) if state.map else None
    return area.name if area else key


def faction_name(state: State, key: str) -> str:
    """Return the name of a faction; "nobody" for none."""
    found = state.factions.get(key)
    return found.name if found else key or "nobody"


def unit_note(unit: Unit) -> str:
    """Return what became of a unit that is not there; "" for one that is."""
    if unit.status == "away":
        return f"away until turn {unit.back}" if unit.back else "away"
    return "lost" if unit.status == "lost" else ""


def _command(state: State, force: Force, command: Command) -> CommandCard:
    leader = command.leader
    units = tuple(unit for unit in force.units if unit.command == command.id)
    name = f"{leader.name or 'Leader'}, {leader.level}" if leader else ""
    led = any(each.leader for each in force.commands)  # where commanders are units of their own nobody is
    called = command.name or ("Without a leader" if led else "Units")
    return CommandCard(called, name, _fate(state, leader) if leader else "", units, command.id)


def _fate(state: State, leader: Leader) -> str:
    match leader.fate:
        case "wounded":
            return f"wounded, back in turn {leader.back}" if leader.back else "wounded"
        case "captured":
            return f"captured by {faction_name(state, leader.captor)}"
        case "killed":
            return "killed"
    return ""


def _marks(force: Force) -> Iterator[str]:
    if force.inside:
        yield "garrison"
    if force.besieging:
        yield "besieging"
    if not force.supplied:
        turns = force.unsupplied
        yield "out of supply" if turns < 2 else f"out of supply for {turns} turns"
    if force.loot:
        yield f"carries loot worth {force.loot}"
