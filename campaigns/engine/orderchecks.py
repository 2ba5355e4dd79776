"""What speaks against orders, as far as those who write them can know."""

from __future__ import annotations

from campaigns.engine.orders import Orders
from campaigns.engine.state import State
from rulesets.engine.errors import Fault


def check(state: State, orders: Orders) -> list[Fault]:
    """Everything that cannot be done as ordered, with its path (`forces.sw1.path[2]`) and a sentence."""
    return []
