"""An area of the map as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.cards.forces import ForceLine, area_name, faction_name, force_line, sighting_lines
from campaigns.engine.maps import Area, Feature, Link
from campaigns.engine.state import AreaState, Sighting, State
from campaigns.engine.view import Ally, View


@dataclass(frozen=True, slots=True)
class AreaCard:
    """All that may be known of an area: how it stands `now`, notes on that, the links to other areas with
    what each costs, and who is there.
    """

    area: Area
    now: AreaState
    notes: tuple[str, ...]
    ways: tuple[tuple[Area, Link, str], ...]
    forces: tuple[ForceLine, ...]
    allies: tuple[Ally, ...]
    sightings: list[Sighting]


def area_card(view: View, key: str) -> AreaCard | None:
    """Return what is known of an area; None where there is none of that id."""
    state = view.state
    area = state.map.by_id.get(key) if state.map else None
    if area is None:
        return None
    now = state.areas.get(key) or AreaState()
    here = [force for force in view.forces if force.at == key]
    return AreaCard(
        area=area,
        now=now,
        notes=tuple(_notes(state, now)),
        ways=tuple(_ways(state, area)),
        forces=tuple(force_line(state, force, own=force.faction == view.who) for force in here),
        allies=tuple(each for each in view.allies if each.at == key),
        sightings=sighting_lines(state, (each for each in view.sightings if each.area == key)),
    )


def feature_words(feature: Feature) -> str:
    """Return a feature in words: `fortress Sandham, strength 2`."""
    name = f"{feature.kind} {feature.name}".strip()
    return f"{name}, strength {feature.strength}" if feature.strength else name


def _ways(state: State, area: Area) -> Iterator[tuple[Area, Link, str]]:
    """Yield the links from an area, each with its other end and its cost, by the name of that end."""
    assert state.map is not None
    links = state.map.ways[area.id]
    for to in sorted(links, key=lambda end: area_name(state, end)):
        other = state.map.by_id[to]
        yield other, links[to], _cost(state, links[to], other)


def _cost(state: State, link: Link, other: Area) -> str:
    """Return what a link costs in fair weather: march points times ground; nothing where areas are
    counted.
    """
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
