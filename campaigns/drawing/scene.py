"""What is on a drawn map: plain facts, gathered from a View, that know nothing of SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.cards.forces import strength_of
from campaigns.drawing.theme import COLOURS
from campaigns.engine.maps import CampaignMap
from campaigns.engine.orders import Orders
from campaigns.engine.state import Engagement, Force, Sighting, State
from campaigns.engine.view import Ally, View
from campaigns.wording.labels import points
from rulesets.engine.errors import LeaguerError


def _nowhere(_: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class MapLinks:
    """Where areas, forces and engagements lead to: functions from an id to an address, "" for none."""

    area: Callable[[str], str] = _nowhere
    force: Callable[[str], str] = _nowhere
    engagement: Callable[[str], str] = _nowhere


@dataclass(frozen=True, slots=True)
class Holder:
    """A faction as it is drawn: its colour, and the number of its pattern."""

    id: str
    name: str
    colour: str
    pattern: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A force on the map. `arm`: most of it; `with_guns`, `with_horse`: it has some. `figure`: its strength
    in points, on its counter. `mine`: the one who looks may give it orders.
    """

    id: str
    name: str
    faction: str
    area: str
    arm: str
    figure: str
    title: str
    with_horse: bool = False
    with_guns: bool = False
    inside: bool = False
    hungry: bool = False
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Ghost:
    """A force of somebody else as it was last heard of, `age` turns ago, and about how strong."""

    id: str
    name: str
    faction: str
    area: str
    age: int
    figure: str
    title: str
    rumour: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    """An engagement: in an area, or on the way between two (`area` and `other`)."""

    id: str
    area: str
    other: str
    title: str
    open: bool


@dataclass(frozen=True, slots=True)
class Trail:
    """The way that a force went or shall go: the areas, the one it began in first."""

    force: str
    faction: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on a map. `owners` by area id; `besieged` and `looted`: areas under siege, and plundered."""

    map: CampaignMap
    title: str = "Map"
    holders: Mapping[str, Holder] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    pieces: Sequence[Piece] = ()
    ghosts: Sequence[Ghost] = ()
    fights: Sequence[Fight] = ()
    trails: Sequence[Trail] = ()
    supply: Sequence[Trail] = ()
    plans: Sequence[Trail] = ()
    besieged: frozenset[str] = frozenset()
    looted: frozenset[str] = frozenset()


class NoMapError(LeaguerError):
    """A campaign without a map cannot be drawn."""


def plain_scene(map: CampaignMap) -> Scene:
    """Return a map without a campaign: its own owners, in colours of ours."""
    keys = dict.fromkeys(area.owner for area in map.areas if area.owner)
    holders = {
        key: Holder(key, key.replace("-", " ").title(), COLOURS[index % len(COLOURS)], index)
        for index, key in enumerate(keys)
    }
    return Scene(map, map.name or "Map", holders, {area.id: area.owner for area in map.areas})


def scene_of(
    view: View,
    *,
    trails: Sequence[Trail] = (),
    supply: Mapping[str, Sequence[str]] | None = None,
    orders: Orders | None = None,
) -> Scene:
    """Return what somebody sees of a campaign, to be drawn. Raises NoMapError for one without
    a map.
    """
    state = view.state
    if state.map is None:
        raise NoMapError("this campaign has no map", path="map")
    forces = {each.id: each for each in view.forces}
    planned = {key: (forces[key].at, *order.path) for key, order in (orders.forces if orders else {}).items()
               if key in forces}  # fmt: skip
    return Scene(
        map=state.map,
        title=f"{state.name}, turn {state.turn}",
        holders={
            each.id: Holder(each.id, each.name, each.colour, index)
            for index, each in enumerate(view.factions.values())
        },
        owners={key: area.owner for key, area in view.areas.items()},
        pieces=(*(_piece(each, view) for each in forces.values()), *(_ally(each) for each in view.allies)),
        ghosts=tuple(_ghost(each, view) for each in view.sightings),
        fights=tuple(_fight(each, view) for each in view.engagements if each.turn == state.turn),
        trails=tuple(trails),
        supply=_ways(supply or {}, forces),
        plans=_ways(planned, forces),
        besieged=frozenset(key for key, area in view.areas.items() if area.besieger),
        looted=frozenset(key for key, area in view.areas.items() if area.looted >= state.turn),
    )


def trails_of(events: Iterable[Mapping[str, Any]], view: View) -> list[Trail]:
    """Return the marches that a turn's events name, as JSON; give it those that may be known. The faction
    of a force that is not known by name is "", and its march is not drawn.
    """
    factions = {each.force: each.faction for each in view.sightings}
    factions |= {each.id: each.faction for each in view.allies}
    factions |= {key: each.faction for key, each in view.state.forces.items()}
    trails = []
    for event in events:
        if "force" in event and event.get("came_from"):
            entered = event.get("path") or ([event["area"]] if event.get("area") else [])
            path = (event["came_from"], *entered)
            trails.append(Trail(event["force"], factions.get(event["force"], ""), path))
    return trails


def _piece(force: Force, view: View) -> Piece:
    arms = Counter[str]()
    for unit in force.ready():
        arms[unit.arm] += unit.left
    strong = max(arms, key=lambda arm: (arms[arm], arm), default="other")
    mounted = strong in ("horse", "dragoons")
    parts = [f"{view.factions[force.faction].name}", strength_of(force)]
    parts += ["in garrison"] if force.inside else ["besieging"] if force.besieging else []
    parts += [] if force.supplied else ["out of supply"]
    return Piece(
        id=force.id, name=force.name, faction=force.faction, area=force.at, arm=strong,
        figure=points(force.worth), title=f"{force.name}: {', '.join(parts)}",
        with_horse=not mounted and any(arms[arm] for arm in ("horse", "dragoons")),
        with_guns=strong != "guns" and arms["guns"] > 0,
        inside=force.inside, hungry=not force.supplied,
        mine=view.who == force.faction,
    )  # fmt: skip


def _ally(ally: Ally) -> Piece:
    title = f"{ally.name}: an ally, strength about {ally.worth}"
    return Piece(ally.id, ally.name, ally.faction, ally.at, "other", f"~{ally.worth}", title)


def ago(state: State, turn: int) -> str:
    """Return how long ago a turn was, in words: `this turn`, `a week ago`, `4 weeks ago`."""
    calendar, turns = state.rules.calendar, state.turn - turn
    if turns <= 0:
        return "this turn"
    unit, count = calendar.unit.removesuffix("s"), turns * calendar.length
    return f"a {unit} ago" if count == 1 else f"{count} {unit}s ago"


def _ghost(seen: Sighting, view: View) -> Ghost:
    age = max(0, view.state.turn - seen.turn)
    exact = seen.how == "fought"
    about = f"strength {'' if exact else 'about '}{seen.worth:.0f}" if seen.worth else "strength unknown"
    title = f"{seen.name or 'A force'}: {HOW[seen.how]} {ago(view.state, seen.turn)}, {about}"
    figure = f"{'' if exact else '~'}{seen.worth:.0f}" if seen.worth else "?"
    return Ghost(
        seen.force, seen.name, seen.faction, seen.area, age, figure, title, rumour=seen.how == "rumour"
    )


HOW = {"seen": "seen", "scouted": "seen by scouts", "fought": "met in battle", "rumour": "a rumour,"}
"""How a force was sighted, in words before how long ago."""


def _fight(engagement: Engagement, view: View) -> Fight:
    names = [view.factions[each.faction].name for each in engagement.sides if each.faction in view.factions]
    ends = engagement.link.split("~") if engagement.link else []
    other = next((end for end in ends if end != engagement.area), "")
    open_ = engagement.outcome is None
    state = "to be fought" if open_ else "fought"
    return Fight(engagement.id, engagement.area, other, f"{' against '.join(names)}, {state}", open_)


def _ways(ways: Mapping[str, Sequence[str]], forces: Mapping[str, Force]) -> tuple[Trail, ...]:
    """Return the ways of forces that are known and lead somewhere, by their ids."""
    known = sorted((key, way) for key, way in ways.items() if key in forces and len(way) > 1)
    return tuple(Trail(key, forces[key].faction, tuple(way)) for key, way in known)
