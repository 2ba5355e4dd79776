"""Whose country an area is."""

from __future__ import annotations

from campaigns.engine.maps import Area
from campaigns.engine.state import State


def is_home(state: State, area: Area, faction: str) -> bool:
    """Whether an area is a faction's own country: its home by the map, or its capital."""
    return area.home == faction or state.factions[faction].capital == area.id
