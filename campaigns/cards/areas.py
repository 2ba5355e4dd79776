"""An area of the map as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.cards.forces import ForceLine, SightingLine, faction_name, force_line, sighting_lines
from campaigns.engine.maps import Area, Feature, Link
from campaigns.engine.state import AreaState, Engagement, State
from campaigns.engine.view import Ally, View


@dataclass(frozen=True, slots=True)
class WayLine:
    """A link from an area: where to, what kind of way, and what it costs to go there."""

    to: str
    to_name: str
    kind: str
    name: str
    cost: str
    km: float


@dataclass(frozen=True, slots=True)
class AreaCard:
    """All that may be known of an area."""

    key: str
    name: str
    terrain: str
    owner: str
    owner_name: str
    home_name: str
    income: int
    supply: int
    victory: int
    features: tuple[str, ...]
    notes: tuple[str, ...]
    ways: tuple[WayLine, ...]
    forces: tuple[ForceLine, ...]
    allies: tuple[Ally, ...]
    sightings: tuple[SightingLine, ...]
    engagements: tuple[Engagement, ...]


def area_card(view: View, key: str) -> AreaCard | None:
    """An area; None where there is none of that id."""
    state = view.state
    area = state.map.by_id.get(key) if state.map else None
    if area is None:
        return None
    now = state.areas.get(key) or AreaState()
    here = [force for force in view.forces if force.at == key]
    return AreaCard(
        key=key, name=area.name, terrain=area.terrain, owner=now.owner,
        owner_name=faction_name(state, now.owner),
        home_name=faction_name(state, area.home) if area.home else "",
        income=area.income, supply=area.supply, victory=area.victory,
        features=tuple(feature_words(each) for each in area.features),
        notes=tuple(_notes(state, now)), ways=tuple(ways(state, area)),
        forces=tuple(force_line(state, force, own=force.faction == view.who) for force in here),
        allies=tuple(each for each in view.allies if each.at == key),
        sightings=tuple(sighting_lines(state, (each for each in view.sightings if each.area == key))),
        engagements=tuple(
            each for each in state.engagements.values() if each.area == key and each.turn == state.turn
        ),
    )  # fmt: skip


def feature_words(feature: Feature) -> str:
    """A feature in words: `fortress Sandham, strength 2`."""
    name = f"{feature.kind} {feature.name}".strip()
    return f"{name}, strength {feature.strength}" if feature.strength else name


def ways(state: State, area: Area) -> Iterator[WayLine]:
    """The links from an area with what each costs, by the name of their other end."""
    assert state.map is not None
    links = state.map.ways[area.id]
    for to in sorted(links, key=lambda end: state.map.by_id[end].name if state.map else end):
        link, other = links[to], state.map.by_id[to]
        yield WayLine(to, other.name, link.kind, link.name, _cost(state, link, other), link.km)


def _cost(state: State, link: Link, other: Area) -> str:
    """What a link costs in fair weather: march points times ground; nothing where areas are counted."""
    march = state.rules.march
    if march.by == "areas":
        return ""
    cost = link.cost or march.link_cost.get(link.kind, 1)
    return f"{cost * march.terrain_cost.get(other.terrain, 1):g}"


def _notes(state: State, now: AreaState) -> Iterator[str]:
    if now.looted and now.looted >= state.turn:
        yield f"looted: brings nothing until turn {now.looted}"
    if now.besieger:
        yield f"besieged by {faction_name(state, now.besieger)}, turn {now.siege} of it, works at {now.works}"
    if now.stock:
        yield f"the magazine holds {now.stock}"
