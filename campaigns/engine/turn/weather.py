"""The beginning of a turn: its weather, by the season."""

from __future__ import annotations

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.turns import TurnBegun
from campaigns.engine.state import State


def begin_turn(log: Log, dice: TurnDice) -> None:
    """Roll for the weather, and let the turn begin."""
    state = log.state
    weather = weather_of(state, dice)
    log.apply(TurnBegun("calendar.weather", (ALL,), turn=state.turn, date=state.date, weather=weather))


def weather_of(state: State, dice: TurnDice) -> str:
    """This turn's weather; the first of the rules where the season is given none."""
    kinds = state.rules.calendar.weather
    chances = {each.name: each.chance.get(state.season, 0) for each in kinds}  # type: ignore[call-overload]
    if not any(chances.values()):
        return kinds[0].name
    return dice.chosen(chances, "weather")
