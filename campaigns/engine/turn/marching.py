"""The first half of a turn: weather, acts of factions, marches, contacts, what is seen, engagements."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.dice import TurnDice
from campaigns.engine.events import Log
from campaigns.engine.orders import Orders


def resolve(log: Log, orders: Mapping[str, Orders], dice: TurnDice) -> None:
    """Carries out `orders` (by faction id) on the log's state, which ends in the phase "battles"."""
    log.state.phase = "battles"
