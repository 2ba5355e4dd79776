"""The automatic commander: orders for a faction from what it may see."""

from __future__ import annotations

from campaigns.engine.orders import Orders
from campaigns.engine.state import State


def orders_for(state: State, faction: str, seed: str) -> Orders:
    """Sensible orders for every force of a faction; reads nothing that the faction does not know."""
    return Orders(faction=faction)
