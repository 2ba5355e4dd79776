"""A battle settled by the campaign's own dice."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.engine.dice import TurnDice
from campaigns.engine.state import Engagement, Outcome, State


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely it is (0 to 1) that the first side wins, the second wins, nobody does; and the per cent of
    its steps that each side loses on average.
    """

    first: float
    second: float
    draw: float
    losses: tuple[float, float]


def quick(state: State, engagement: Engagement, dice: TurnDice) -> Outcome:
    """The outcome of an engagement by the figures of `battles.quick`."""
    return Outcome(None)


def chances(state: State, engagement: Engagement) -> Chances:
    """The exact chances of `quick`."""
    return Chances(0, 0, 1, (0, 0))
