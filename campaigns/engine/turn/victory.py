"""The end of a turn: points for areas, whether the campaign is won, else the next date."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from campaigns.engine.documents import season_of
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.battle import PointsScored
from campaigns.engine.events.turns import CampaignOver, TurnOver
from campaigns.engine.rules import Calendar
from campaigns.engine.state import NOBODY, State
from campaigns.wording import turn as words


def close(log: Log) -> None:
    """Count points, then end the campaign or begin its next turn."""
    rules = log.state.rules.victory
    if rules.areas == "each turn":
        _score_areas(log)
    why = _won(log.state)
    # A victory on the last turn counts as one, not as the end of time.
    if not why and rules.turns and log.state.turn >= rules.turns:
        why = words.LAST_TURN_OVER
    if not why:
        next_turn(log)
        return
    if rules.areas == "end":
        _score_areas(log)
    over(log, why)


def over(log: Log, why: str) -> None:
    """End the campaign: who leads has won."""
    log.apply(CampaignOver("victory", (ALL,), faction=leader(log.state), why=why))


def next_turn(log: Log) -> None:
    """Begin the next turn."""
    state = log.state
    day = later(date.fromisoformat(state.date), state.rules.calendar)
    season = season_of(state.rules, day)
    log.apply(TurnOver("calendar", (ALL,), state.turn + 1, day.isoformat(), season))


def later(day: date, calendar: Calendar) -> date:
    """Return the first day of the turn after the one that begins on `day`."""
    if calendar.unit != "months":
        return day + timedelta(days=calendar.length * (7 if calendar.unit == "weeks" else 1))
    months = day.year * 12 + day.month - 1 + calendar.length
    year, month = months // 12, months % 12 + 1
    # A turn from the 31st goes to the last day of a shorter month.
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _score_areas(log: Log) -> None:
    for faction, points in sorted(area_points(log.state).items()):
        log.apply(
            PointsScored("victory.areas", (faction,), faction=faction, points=points, why=words.AREAS_HELD)
        )


def area_points(state: State) -> dict[str, int]:
    """Return the victory points of the areas that factions hold, those with any."""
    found: dict[str, int] = {}
    for area in state.map.areas if state.map is not None else ():
        owner = state.areas[area.id].owner
        if owner != NOBODY and area.victory:
            found[owner] = found.get(owner, 0) + area.victory
    return found


def leader(state: State) -> str:
    """Return the faction with the most victory points, "" if two have as many; the last one there beats them
    all. On a ladder it is who stands on top.
    """
    if state.ladder is not None and state.ladder.rungs:
        return state.ladder.rungs[0]
    if len(left := _left(state)) == 1:
        return left[0]
    points = {key: state.factions[key].points for key in _contenders(state)}
    first = [key for key in points if points[key] == max(points.values())]
    return first[0] if len(first) == 1 else NOBODY


def _won(state: State) -> str:
    """Return what has decided the campaign before its last turn, "" if nothing has."""
    points = state.rules.victory.points
    if points and any(state.factions[each].points >= points for each in _contenders(state)):
        return words.points_reached(points)
    if len(_contenders(state)) > 1 and len(_left(state)) <= 1:
        return words.OTHERS_GONE
    return ""


def _contenders(state: State) -> list[str]:
    """Return the factions that play for victory."""
    return sorted(key for key, each in state.factions.items() if not each.neutral)


def _left(state: State) -> list[str]:
    """Those of them that still have a force or an area."""
    if state.shape != "map":
        return _contenders(state)
    there = {force.faction for force in state.standing()} | {area.owner for area in state.areas.values()}
    return [each for each in _contenders(state) if each in there]
