"""Forces and the army lists that they are: mustering one from a list, and the list it makes as it stands.

Ids of units and commands are unique in a campaign: the id of the force that they were raised in, a dash, the
id in the list that they came from. They stay the same when forces join and split, so their history does too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaigns.engine.state import Command, Engagement, Force, Leader, State, Unit
from campaigns.wording import documents as words
from rulesets.contract import registry
from rulesets.contract.campaign import CampaignSystem
from rulesets.contract.documents import parse_list
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList


class MusterError(LeaguerError):
    """No force can be made of a list, or no list of forces."""


def system_of(slug: str) -> CampaignSystem:
    """Return what the system offers to campaigns; raises MusterError for one that has no armies for them."""
    found = registry.get(slug).campaign
    if found is None:
        raise MusterError(words.no_campaigns_with(slug), path="system")
    return found


def muster(key: str, name: str, faction: str, at: str, document: Mapping[str, Any] | ArmyList) -> Force:
    """Return a force of an army list, fresh and at full strength; raises ListError or MusterError."""
    army = document if isinstance(document, ArmyList) else parse_list(document)
    known = {each.id: each for each in system_of(army.system).units(army)}
    force = Force(
        id=key, name=name or army.name or key, faction=faction, at=at, system=army.system, book=army.book,
        book_version=army.book_version, extras=dict(army.extras),
    )  # fmt: skip
    for command in army.commands:
        given = command.leader
        leader = Leader(given.level, given.name, given.commander_in_chief) if given else None
        force.commands.append(Command(f"{key}-{command.id}", command.name, command.card, leader))
        for unit in command.units:
            facts = known[unit.id]
            force.units.append(
                Unit(
                    id=f"{key}-{unit.id}", command=f"{key}-{command.id}", entry=unit.entry, name=facts.name,
                    steps=facts.steps, worth=facts.worth, arm=facts.arm, options=list(unit.options),
                    bases=unit.bases or facts.bases,
                )
            )  # fmt: skip
    if not force.units:
        raise MusterError(words.NO_UNITS, path="list.commands")
    return force


def army_of(forces: Sequence[Force], name: str = "") -> ArmyList:
    """Return the army list that forces make together, with every unit that is ready, as if at full strength:
    what they have lost is said by `lost_of`. The forces have to be of one book; the first leads.

    Raises MusterError for forces of two books, or without a unit that can fight.
    """
    first = forces[0]
    if any((each.system, each.book, each.book_version) != _book(first) for each in forces[1:]):
        raise MusterError(words.TWO_BOOKS)
    commands = []
    for force in forces:
        for command in force.commands:
            units = [
                {"id": unit.id, "entry": unit.entry, "name": "", "options": unit.options, "bases": unit.bases}
                for unit in force.ready()
                if unit.command == command.id
            ]
            leader, described = command.leader, None
            if leader is not None and leader.fate == "well":
                # The army's commander-in-chief is that of its first force.
                chief = leader.commander_in_chief and force is first
                described = {"level": leader.level, "name": leader.name, "commander_in_chief": chief}
            made = {"id": command.id, "name": command.name, "card": command.card, "leader": described}
            if units:
                commands.append(made | {"units": units})
    if not commands:
        raise MusterError(words.nobody_left_to_fight(first.name))
    return parse_list(
        {
            "format": "leaguer-list", "version": 1, "system": first.system, "book": first.book,
            "book_version": first.book_version, "name": name or first.name, "player": "",
            "points": round(sum(unit.worth for force in forces for unit in force.ready())) or 1,
            "commands": commands, "extras": first.extras,
        }
    )  # fmt: skip


def lost_of(forces: Iterable[Force]) -> dict[str, int]:
    """Return the steps that units of forces have lost, by their id; those unharmed are left out."""
    return {unit.id: unit.lost for force in forces for unit in force.ready() if unit.lost}


def fighting(state: State, engagement: Engagement, side: int) -> list[Force]:
    """Return the forces that take the field for a side: its first, and those of the same book."""
    forces = [state.forces[key] for key in engagement.sides[side].forces]
    return [each for each in forces if _book(each) == _book(forces[0])]


def names(state: State) -> dict[str, str]:
    """Return what everything with an id is called: factions, forces, areas, units, commands."""
    found = {key: each.name for key, each in state.factions.items()}
    if state.map is not None:
        found |= {area.id: area.name for area in state.map.areas}
    for force in state.forces.values():
        found[force.id] = force.name
        found |= {unit.id: unit.name for unit in force.units}
        found |= command_names(force)
    return found


def command_names(force: Force) -> dict[str, str]:
    """Return what the commands of a force are called: as their leaders, else by name, else by number."""
    return {
        each.id: (each.leader.name if each.leader else "") or each.name or words.command(number)
        for number, each in enumerate(force.commands, start=1)
    }


def _book(force: Force) -> tuple[str, str, str]:
    return force.system, force.book, force.book_version
