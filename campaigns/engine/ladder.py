"""A ladder: challenges that become battles, and battles that move players up and down."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.dice import TurnDice
from campaigns.engine.events import Log
from campaigns.engine.orders import Orders
from campaigns.engine.state import Outcome


def challenges(log: Log, orders: Mapping[str, Orders], dice: TurnDice) -> None:
    """The first part of a ladder's turn: challenges made, declined and accepted; those become engagements."""


def results(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """The second part: battles move their players, and the next turn begins."""
