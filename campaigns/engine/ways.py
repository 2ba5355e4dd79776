"""The ways that a force may take over the map, and what they cost of its turn's march.

A march is counted in shares of a turn. Where `march.by` is "points" a step costs its link's cost times that
of the terrain it leads into, of as many points as the force's class has on such ground; where it is "areas",
one area of as many as the class has there. A path over different ground adds up the shares of its steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from campaigns.engine.maps import CampaignMap, Link
from campaigns.engine.rules import Ground
from campaigns.engine.state import NOBODY, Force, State
from campaigns.wording import orders as words

WHOLE = 1.0
_ROUNDING = 6


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a march, with the times (shares of the turn) at which the force sets out from `start`,
    crosses into the area `goal` half-way, and reaches it.
    """

    start: str
    goal: str
    link: Link
    leaves: float
    enters: float
    arrives: float


def map_of(state: State) -> CampaignMap:
    """Return the map of a campaign that has one; raises ValueError for a ladder or a story."""
    if state.map is None:
        raise ValueError("this campaign has no map")
    return state.map


def ground_of(state: State, faction: str, area: str) -> Ground:
    """Whose country an area is to a faction; nobody's country is neutral."""
    owner = state.areas[area].owner
    if owner == NOBODY:
        return "neutral"
    if owner == faction:
        return "own"
    match state.relation(faction, owner):
        case "alliance":
            return "friendly"
        case "war":
            return "enemy"
    return "neutral"


def blocked(state: State, faction: str, start: str, goal: str) -> str:
    """Why forces of a faction may not march from one area straight to another, "" if they may."""
    area = map_of(state).by_id
    link = map_of(state).ways[start].get(goal)
    if link is None:
        return words.no_way(area[start].name, area[goal].name)
    if link.kind == "sea" and state.rules.march.sea_needs_ports:
        for end in (area[start], area[goal]):
            if end.terrain != "sea" and not end.has("port"):
                return words.no_port(end.name)
    owner, name, rules = state.areas[goal].owner, area[goal].name, state.rules.diplomacy
    ground = ground_of(state, faction, goal)
    if ground == "neutral" and owner != NOBODY and not rules.neutrals_pass:
        return words.owned_by_neutral(name, state.factions[owner].name)
    if ground == "friendly" and not rules.allies_pass:
        return words.owned_by_ally(name, state.factions[owner].name)
    return ""


def allowance(
    state: State, force: Force, ground: Ground, *, forced: bool = False, weather: int = 100
) -> float:
    """How far a force marches in a turn on such ground, in march points or areas; 0 if not at all.

    `weather`: per cent that the weather leaves of it. Whole areas are counted; who may march, marches one.
    """
    march = state.rules.march
    basis = state.rules.class_of(force.klass).march.get(ground, 0)
    if not basis:
        return 0
    mounted = march.mounted if force.mounted else 100
    found = (basis * mounted / 100 + (march.forced if forced else 0)) * weather / 100
    return max(1, int(found + 0.5)) if march.by == "areas" else found


def share(state: State, force: Force, link: Link, goal: str, *, forced: bool, weather: int) -> float:
    """Return the share of its turn that a step into `goal` takes a force; infinite if it may not."""
    ground = ground_of(state, force.faction, goal)
    return share_of(state, allowance(state, force, ground, forced=forced, weather=weather), link, goal)


def share_of(state: State, have: float, link: Link, goal: str) -> float:
    """Return the same for a force that has so many march points, or areas, on the ground of `goal`."""
    if have <= 0:
        return float("inf")
    return cost_of(state, link, goal) / have


def cost_of(state: State, link: Link, goal: str) -> float:
    """Return what a step into `goal` costs: march points in fair weather, or 1 where areas are counted."""
    march = state.rules.march
    if march.by == "areas":
        return WHOLE
    terrain = map_of(state).by_id[goal].terrain
    return (link.cost or march.link_cost.get(link.kind, 1)) * march.terrain_cost.get(terrain, 1)


def legs(
    state: State, force: Force, path: Sequence[str], *, forced: bool = False, weather: int = 100
) -> tuple[list[Leg], str]:
    """Return the steps of a path that a force gets through in one turn, and what keeps it from the rest (""
    if nothing does, `words.TURN_IS_OVER` if only the turn's end does).
    """
    found: list[Leg] = []
    spent, at = 0.0, force.at
    for goal in path:
        if reason := blocked(state, force.faction, at, goal):
            return found, reason
        link = map_of(state).ways[at][goal]
        cost = share(state, force, link, goal, forced=forced, weather=weather)
        # A whole turn made of thirds must not fail by a rounding error.
        if spent + cost > WHOLE + 10**-_ROUNDING:
            return found, words.TURN_IS_OVER
        times = (round(spent + part * cost, _ROUNDING) for part in (0, 0.5, 1))
        found.append(Leg(at, goal, link, *times))
        spent, at = spent + cost, goal
    return found, ""


@dataclass(frozen=True, slots=True)
class Reached:
    """An area that a force can march to in one turn: the share (0 to 1) of the turn and the march points (or
    areas) that it takes, and the quickest way, without the area where the force stands.
    """

    share: float
    cost: float
    way: tuple[str, ...]


def reach(state: State, force: Force, *, forced: bool = False, weather: int = 100) -> dict[str, Reached]:
    """Return the areas that a force can march to in one turn, its own first.

    Enemies on the way are not minded: whoever asks may not know of them.
    """
    found: dict[str, Reached] = {}
    heap: list[tuple[float, str, float, tuple[str, ...]]] = [(0.0, force.at, 0.0, ())]
    while heap:
        spent, at, cost, way = heappop(heap)
        # Taken from the heap with the smallest share first: later entries of the same area are dearer.
        if at in found:
            continue
        found[at] = Reached(round(spent, _ROUNDING), round(cost, _ROUNDING), way)
        for goal, link in map_of(state).ways[at].items():
            if goal in found or blocked(state, force.faction, at, goal):
                continue
            total = spent + share(state, force, link, goal, forced=forced, weather=weather)
            if total <= WHOLE + 10**-_ROUNDING:
                heappush(heap, (total, goal, cost + cost_of(state, link, goal), (*way, goal)))
    return found


def reachable(state: State, force: Force, *, forced: bool = False, weather: int = 100) -> dict[str, float]:
    """Return the areas that a force can march to in one turn, with the share (0 to 1) of it that it takes."""
    return {key: each.share for key, each in reach(state, force, forced=forced, weather=weather).items()}


def around(state: State, area: str, links: int) -> dict[str, int]:
    """Return the areas at most so many links over land from an area, with how many away they are."""
    found = {area: 0}
    edge = [area]
    for distance in range(1, links + 1):
        ways = [way for at in edge for way in map_of(state).ways[at].items()]
        edge = [goal for goal, link in ways if link.kind != "sea" and goal not in found]
        found |= dict.fromkeys(edge, distance)
    return found
