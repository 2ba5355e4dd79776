"""An area of the map as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.cards.forces import ForceLine, area_name, faction_name, force_line, sighting_lines
from campaigns.engine.maps import Area, Feature, Link
from campaigns.engine.state import AreaState, Sighting, State
from campaigns.engine.view import Ally, View
from campaigns.engine.ways import cost_of


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
    links = state.map.all_ways[area.id]
    for link in sorted(links, key=lambda each: (area_name(state, each.other(area.id)), each.haste)):
        other = state.map.by_id[link.other(area.id)]
        yield other, link, _cost(state, link, other)


def _cost(state: State, link: Link, other: Area) -> str:
    """Return what a link costs in fair weather: march points times ground; nothing where areas are
    counted.
    """
    return "" if state.rules.march.by == "areas" else f"{cost_of(state, link, other.id):g}"


def _notes(state: State, now: AreaState) -> Iterator[str]:
    if now.looted and now.looted >= state.turn:
        yield f"looted: no income until turn {now.looted}"
    if now.besieger:
        yield f"besieged by {faction_name(state, now.besieger)}: turn {now.siege}, siege works {now.works}"
    if now.stock:
        yield f"supplies in the magazine: {now.stock}"
