"""Who holds which area at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.engine.events.areas import AreaTaken
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.state import NOBODY, Force
from campaigns.engine.turn.ground import Ground
from campaigns.engine.turn.walls import holds_out

Taken = dict[str, str]


def control(log: Log) -> None:
    """Areas go to whom the rules say; all are judged by where forces stand, before any of them changes."""
    ground = Ground(log.state)
    taken = _passed_through(ground) if log.state.rules.control.marching_through else {}
    for area in ground.map.areas:
        by_garrison = log.state.rules.control.by == "garrison" and (area.has("city") or area.has("fortress"))
        found = _by_garrison(ground, area.id) if by_garrison else _by_presence(ground, area.id)
        if by_garrison:
            taken.pop(area.id, None)
        if found is not None:
            taken[area.id] = found
    for key in sorted(taken):
        before = ground.owner(key)
        if taken[key] != before:
            log.apply(AreaTaken("control.by", (ALL,), area=key, faction=taken[key], before=before))


def _by_presence(ground: Ground, area: str) -> str | None:
    """The faction whose forces took an area, None if nothing changes."""
    present = {force.faction for force in ground.at(area)}
    if not present or any(ground.foes[each] & present for each in present):
        return None
    strongest = _strongest(ground.at(area))
    return _heir(ground, area, strongest) if _may_take(ground, area, strongest) else None


def _may_take(ground: Ground, area: str, faction: str) -> bool:
    """Nobody's land is anybody's; an enemy's is, unless his fortress holds out; the sea nobody's."""
    if ground.owner(area) == NOBODY:
        return ground.area(area).terrain != "sea"
    return ground.hostile(area, faction) and not holds_out(ground.state, area)


def _heir(ground: Ground, area: str, taker: str) -> str:
    """Who gets an area: an ally whose own country it is, else who took it."""
    home = ground.area(area).home
    return home if home in ground.friends[taker] else taker


def _strongest(forces: Iterable[Force]) -> str:
    worth: dict[str, float] = {}
    for force in forces:
        worth[force.faction] = worth.get(force.faction, 0) + force.worth
    return min(worth, key=lambda each: (-worth[each], each))


def _by_garrison(ground: Ground, area: str) -> str | None:
    """The faction whose garrison lies in a city or fortress and is worth enough, None if nothing changes."""
    rules = ground.state.rules.control
    inside = [force for force in ground.at(area) if force.inside]
    holders = [
        each
        for each in sorted({force.faction for force in inside})
        if sum(force.worth for force in inside if force.faction == each) >= rules.least
    ]
    if not holders:
        return None if rules.kept else NOBODY
    owner = ground.owner(area)
    if owner in holders or any(ground.friendly(area, each) for each in holders):
        return None
    return _strongest(force for force in inside if force.faction in holders)


def _passed_through(ground: Ground) -> Taken:
    """Unwalled areas without a force in which only one side marched this turn."""
    found: dict[str, set[str]] = {}
    for force in ground.state.standing():
        for area in force.trail[:-1]:
            if force.strength and not ground.at(area) and _may_take(ground, area, force.faction):
                found.setdefault(area, set()).add(_heir(ground, area, force.faction))
    return {area: takers.pop() for area, takers in sorted(found.items()) if len(takers) == 1}
