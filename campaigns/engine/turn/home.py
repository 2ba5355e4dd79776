"""Whose country an area is."""

from __future__ import annotations

from campaigns.engine.maps import Area
from campaigns.engine.state import State


def is_home(state: State, area: Area, faction: str) -> bool:
    """Whether an area is a faction's own country: its home by the map, or its capital."""
    return area.home == faction or state.factions[faction].capital == area.id


def raises_men(state: State, area: Area, faction: str) -> bool:
    """Whether a faction can raise men in an area: it holds it, and the rules name a place of its kind."""
    if state.areas[area.id].owner != faction:
        return False
    at = state.rules.raising.at
    if "anywhere" in at or ("home" in at and is_home(state, area, faction)):
        return True
    return any(feature.kind in at for feature in area.features)
