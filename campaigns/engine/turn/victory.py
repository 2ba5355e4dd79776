"""The end of a turn: points for areas, whether the campaign is won, else the next date."""

from __future__ import annotations

from datetime import date, timedelta

from campaigns.engine.documents import season_of
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.battle import PointsScored
from campaigns.engine.events.turns import CampaignOver, TurnOver
from campaigns.engine.rules import Calendar
from campaigns.engine.state import NOBODY, State


def close(log: Log) -> None:
    """Count points, then end the campaign or begin its next turn."""
    rules = log.state.rules.victory
    last = bool(rules.turns) and log.state.turn >= rules.turns
    if rules.areas == "each turn":
        _score_areas(log)
    why = _won(log.state)
    if not why and last:
        why = "its last turn is over"
    if why and rules.areas == "end":
        _score_areas(log)
    if why:
        over(log, why)
    else:
        next_turn(log)


def over(log: Log, why: str) -> None:
    """The campaign is over, and who leads has won."""
    log.apply(CampaignOver("victory", (ALL,), faction=leader(log.state), why=why))


def next_turn(log: Log) -> None:
    """The next turn begins."""
    state = log.state
    day = later(date.fromisoformat(state.date), state.rules.calendar)
    log.apply(TurnOver("calendar", (ALL,), turn=state.turn + 1, date=day.isoformat(),
                       season=season_of(state.rules, day)))  # fmt: skip


def later(day: date, calendar: Calendar) -> date:
    """The first day of the turn after the one that begins on `day`."""
    if calendar.unit == "months":
        months = day.year * 12 + day.month - 1 + calendar.length
        first = date(months // 12, months % 12 + 1, 1)
        return first + timedelta(days=min(day.day, _days_in(first)) - 1)
    return day + timedelta(days=calendar.length * (7 if calendar.unit == "weeks" else 1))


def _days_in(first: date) -> int:
    following = (first + timedelta(days=31)).replace(day=1)
    return (following - first).days


def _score_areas(log: Log) -> None:
    for faction, points in sorted(area_points(log.state).items()):
        log.apply(PointsScored("victory.areas", (faction,), faction=faction, points=points, why="areas held"))


def area_points(state: State) -> dict[str, int]:
    """The victory points of the areas that factions hold, those with any."""
    found: dict[str, int] = {}
    for area in state.map.areas if state.map is not None else ():
        owner = state.areas[area.id].owner
        if owner != NOBODY and area.victory:
            found[owner] = found.get(owner, 0) + area.victory
    return found


def leader(state: State) -> str:
    """The faction with the most victory points, "" if two have as many; the last one there beats them all.
    On a ladder it is who stands on top.
    """
    if state.ladder is not None and state.ladder.rungs:
        return state.ladder.rungs[0]
    if len(left := _left(state)) == 1:
        return left[0]
    ranked = sorted(_contenders(state), key=lambda each: -state.factions[each].points)
    if not ranked or (len(ranked) > 1 and _points(state, ranked[0]) == _points(state, ranked[1])):
        return NOBODY
    return ranked[0]


def _won(state: State) -> str:
    """What has decided the campaign before its last turn, "" if nothing has."""
    points = state.rules.victory.points
    if points and any(_points(state, each) >= points for each in _contenders(state)):
        return f"{points} victory points reached"
    if len(_contenders(state)) > 1 and len(_left(state)) <= 1:
        return "the others are gone"
    return ""


def _points(state: State, faction: str) -> int:
    return state.factions[faction].points


def _contenders(state: State) -> list[str]:
    """The factions that play for victory."""
    return sorted(key for key, each in state.factions.items() if not each.neutral)


def _left(state: State) -> list[str]:
    """Those of them that still have a force or an area."""
    if state.shape != "map":
        return _contenders(state)
    there = {force.faction for force in state.standing()} | {area.owner for area in state.areas.values()}
    return [each for each in _contenders(state) if each in there]
