"""Walls: what it takes to open a fortress, and who is shut out by it."""

from __future__ import annotations

from campaigns.engine.state import Force, State


def needed(state: State, area: str) -> int:
    """The works that it takes until the fortress of an area falls: less where no force lies inside."""
    if state.map is None:
        return 0
    rules = state.rules.sieges
    works = state.map.by_id[area].walls * rules.walls
    owner = state.areas[area].owner
    held = any(
        force.inside and force.strength and not state.at_war(force.faction, owner)
        for force in forces_in(state, area)
    )
    return works if held else works * rules.watch // 100


def forces_in(state: State, area: str) -> list[Force]:
    """The forces in an area, in the order of their ids."""
    found = (force for force in state.forces.values() if force.at == area and not force.gone)
    return sorted(found, key=lambda each: each.id)


def breached(state: State, area: str) -> bool:
    """Whether the works have gone so far that the walls may be stormed."""
    return state.areas[area].works * 100 >= needed(state, area) * state.rules.sieges.breach


def holds_out(state: State, area: str) -> bool:
    """Whether the walls of an area keep an enemy out: they are held, or take works to open."""
    return needed(state, area) > 0
