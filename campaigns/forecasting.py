"""How an engagement would end: fought by the engine many times over, a slice of time after another.

What was fought so far lies in the site's cache, under the hash of the log that the engagement stands in; it
may vanish. The dice are none of the campaign's: a forecast reveals nothing of what the battle will bring.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.cache import cache

from armylists import work
from armylists.work import Stage, Work
from campaigns.engine import battlefields
from campaigns.engine.battlefields import SAMPLES, Forecast
from campaigns.engine.state import Engagement, State, outcome_adapter
from campaigns.models import Campaign

SLICE = 1.0
"""Seconds that a request fights on; it may last as much longer as a battle does."""

KEEP = 24 * 3600


@dataclass(frozen=True, slots=True)
class Forecasting:
    """How far a forecast has got: `done` of `most` battles, and what they come to (None before the first)."""

    done: int
    most: int
    forecast: Forecast | None

    @property
    def whole(self) -> bool:
        """Whether all of them are fought."""
        return self.done >= self.most


def forecasting(row: Campaign, state: State, engagement: Engagement, seconds: float = 0.0) -> Forecasting:
    """Return the forecast of an engagement so far; with `seconds` it is fought on for about so long first, at
    least one battle. Raises BattlefieldError or LeaguerError where none can be fought.
    """
    # With the log's hash: what the umpire changes makes all earlier forecasts void.
    key = f"campaign-forecast:{row.public_id}:{row.hash}:{row.revision}:{engagement.id}"
    adapter, end = outcome_adapter(), time.monotonic() + seconds
    outcomes = [adapter.validate_python(each) for each in cache.get(key, [])]
    if seconds and len(outcomes) < SAMPLES:
        while len(outcomes) < SAMPLES:
            # Not from the campaign's seed, or a forecast would reveal how the battle itself ends.
            seed = f"{row.public_id}|forecast {len(outcomes) + 1}"
            outcomes.append(battlefields.fight(state, engagement, seed))
            # Asked after a battle, so that even a slow one makes progress with every request.
            if time.monotonic() > end:
                break
        cache.set(key, [adapter.dump_python(each, mode="json") for each in outcomes], KEEP)
    found = battlefields.forecast_of(state, engagement, outcomes) if outcomes else None
    return Forecasting(len(outcomes), SAMPLES, found)


def go_on(row: Campaign, key: str) -> None:
    """Have workers fight the forecast of an engagement, if there are any; it goes on if it was stopped.
    Raises NoAnswer.
    """
    work.begin(Work.FORECAST, str(row.public_id), key)


def cancel(row: Campaign, key: str) -> None:
    """Stop the forecast of an engagement; the battles that are fought stay."""
    work.stop(Work.FORECAST, str(row.public_id), key)


def stage(row: Campaign, key: str) -> Stage:
    """Return how far the forecast of an engagement is in the hands of the workers."""
    return work.stage(Work.FORECAST, str(row.public_id), key)
