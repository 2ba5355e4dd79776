"""The second half of a turn on a map: what its battles leave, then want, sieges, income and the next date."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.dice import TurnDice
from campaigns.engine.events import Log
from campaigns.engine.state import Outcome


def resolve(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """Carry out everything that follows the battles of a turn; its state then waits for the next orders."""
