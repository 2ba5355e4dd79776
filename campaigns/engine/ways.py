"""The ways that a force may take over the map, and what they cost of its turn's march."""

from __future__ import annotations

from campaigns.engine.state import Force, State


def reachable(state: State, force: Force, *, forced: bool = False) -> dict[str, float]:
    """The areas that a force can march to in one turn, with the share of the turn (0 to 1) that it takes."""
    return {force.at: 0.0}
