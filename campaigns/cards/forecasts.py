"""A forecast on the page of an engagement: figures for the umpire, words for a side, a bar that agrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaigns.access import Participant
from campaigns.engine.state import State
from campaigns.forecasting import Forecasting
from campaigns.models import EngagementRow
from campaigns.wording import forecasts as words

CLOSE = 0.25
"""Two sides whose shares of battles won differ by less than this are about equal."""
MOST = 0.75
"""How much of the bar whoever won most battles has, where no figure may be shown."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the bar, in hundredths of its width: whose it is ("" for a draw), and their colour."""

    name: str
    colour: str
    start: float
    width: float


def chances_seen(
    participant: Participant, state: State, row: EngagementRow, far: Forecasting | None
) -> dict[str, Any]:
    """Return a forecast as somebody may see it, with its bar. Its figures come from the enemy's strength, so
    a side reads before the battle only about how it stands: `odds`, in words.
    """
    forecast = far.forecast if far is not None else None
    side = participant.side(row)
    if side is None or row.begun:
        shares = None if forecast is None else (forecast.first, forecast.draw, forecast.second)
        return {"far": far, "odds": None, "bar": _bar(state, row, shares)}
    if far is None or forecast is None or not far.whole:
        return {"far": far, "odds": "", "bar": []}
    won = (forecast.first, forecast.second)
    if abs(won[side] - won[1 - side]) < CLOSE:
        return {"far": far, "odds": words.EQUAL, "bar": _bar(state, row, (0.5, 0, 0.5))}
    first = MOST if won[0] > won[1] else 1 - MOST
    said = words.WON if won[side] > won[1 - side] else words.LOST
    return {"far": far, "odds": said, "bar": _bar(state, row, (first, 0, 1 - first))}


def _bar(state: State, row: EngagementRow, shares: tuple[float, float, float] | None) -> list[Stretch]:
    """Return the bar of the shares of the first side, of draws and of the second side."""
    if shares is None:
        return []
    first, second = (state.factions[each] for each in row.factions)
    held = ((first.name, first.colour), ("", ""), (second.name, second.colour))
    found, start = [], 0.0
    for (name, colour), share in zip(held, shares, strict=True):
        found.append(Stretch(name, colour, round(100 * start, 1), round(100 * share, 1)))
        start += share
    return found
