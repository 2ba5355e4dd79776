"""The whole drawing: the layers of a map from below to above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.drawing import ground, marks, ways
from campaigns.drawing.layout import Label, Layout, Room, layout_of, place
from campaigns.drawing.plane import Plane, plane_of, remembered
from campaigns.drawing.scene import MapLinks, Scene, Trail, plain_scene, scene_of
from campaigns.drawing.theme import COAST
from campaigns.engine.maps import CampaignMap
from campaigns.engine.orders import Orders
from campaigns.engine.view import View
from rulesets.engine import svg
from rulesets.engine.svg import INK, PAPER

NO_LINKS = MapLinks()
UNTOUCHED: dict[str, svg.Value] = {"pointer_events": "none"}
GREAT: dict[str, svg.Value] = {"font_weight": "600", "letter_spacing": ".3"}
"""How the name of a city is set."""


def draw_map(
    view: View,
    *,
    print: bool = False,
    links: MapLinks = NO_LINKS,
    trails: Sequence[Trail] = (),
    supply: Mapping[str, Sequence[str]] | None = None,
    orders: Orders | None = None,
    prefix: str = "map",
) -> str:
    """Return the map of a campaign as `view` lets somebody see it, as an SVG element.

    `print`: for paper, without links. `trails`: last turn's moves, as far as they are known; `supply`: by
    force the areas from it to its source; `orders`: those being written, whose ways are drawn. `prefix`
    begins every id inside, so that several drawings fit on one page.
    """
    scene = scene_of(view, trails=trails, supply=supply or {}, orders=orders)
    return draw_scene(scene, print=print, links=NO_LINKS if print else links, prefix=prefix)


def draw_plain(map: CampaignMap, *, print: bool = False, prefix: str = "map") -> str:
    """Return a map without a campaign."""
    return draw_scene(plain_scene(map), print=print, prefix=prefix)


def draw_scene(scene: Scene, *, print: bool = False, links: MapLinks = NO_LINKS, prefix: str = "map") -> str:
    """Return a scene as an SVG element."""
    plane = plane_of(scene.map)
    room = Room(plane.width, plane.height)
    made = layout_of(scene, plane, room)
    names = place(scene.map.areas, made.spots, room)
    sizes = {"width": plane.width, "height": plane.height} if print else {}
    holders = scene.holders.values()
    kinds = sorted({feature.kind for area in scene.map.areas for feature in area.features})
    defs = svg.element(
        "defs",
        *ground.patterns(scene, prefix),
        # The patterns of factions as they stand on counters, in full colour, and the signs of places.
        *(ground.faction_pattern(each, f"{prefix}-c-{each.id}", opacity=1) for each in holders),
        svg.group(marks.DOT, id=f"{prefix}-s-dot"),
        *(svg.group(marks.FEATURES[kind], id=f"{prefix}-s-{kind}") for kind in kinds),
        remembered(scene.map, f"{prefix} shapes", lambda: ground.shapes(scene.map, plane, prefix)),
    )
    layers = _layers(scene, plane, made, names, links, prefix)
    scale = f"{plane.scale:.5f}"
    role = "img" if links is NO_LINKS else "group"
    return svg.drawing(
        plane.width, plane.height, scene.title, defs, *layers, role=role, data_scale=scale, **sizes
    )


def _layers(
    scene: Scene, plane: Plane, made: Layout, names: list[Label], links: MapLinks, prefix: str
) -> Iterator[str]:
    map = scene.map
    yield remembered(map, f"{prefix} sea", lambda: _layer("ground", ground.sea_and_land(map, plane, prefix)))
    yield _layer("areas", ground.areas(scene, prefix, links))
    yield _layer("owners", ground.owners(scene, plane, prefix), **UNTOUCHED)
    yield _layer("borders", ground.borders(scene, plane, prefix), **UNTOUCHED)
    yield remembered(map, "rivers", lambda: _layer("rivers", ground.rivers(map, plane), **UNTOUCHED))
    ways_drawn = {**UNTOUCHED, "fill": "none"}
    yield remembered(map, "links", lambda: _layer("links", ground.links(map, plane), **ways_drawn))
    yield _layer("supply", ways.supply(scene, made.spots), **UNTOUCHED)
    yield _layer("moves", ways.moves(scene, made.spots), **UNTOUCHED)
    yield _layer("places", _places(scene, made, prefix), **UNTOUCHED)
    yield _layer("plans", ways.plans(scene, made.spots), **UNTOUCHED)
    # Over the plans: a way must not strike out the names that it leads past.
    yield _layer("names", _names(names, prefix), **UNTOUCHED)
    yield _layer("forces", _forces(scene, made, links, prefix))
    yield _frame(plane)


def _layer(name: str, parts: Iterator[str], **style: Any) -> str:
    return svg.group(*parts, class_=f"map-{name}", **style)


def _places(scene: Scene, made: Layout, prefix: str) -> Iterator[str]:
    """Signs of what there is in the areas, a dot where nothing is; sieges and plunder."""
    signed = {area for _, area, feature in made.signs if feature.at is None}
    for area, (x, y) in made.spots.items():
        if area in scene.besieged:
            yield svg.group(marks.SIEGE, transform=svg.moved(x, y))
        if area not in signed:
            yield svg.use(f"{prefix}-s-dot", x=x, y=y)
        if area in scene.looted:
            yield svg.group(marks.FLAME, transform=svg.moved(x - 18, y))
    for (x, y), _, feature in made.signs:
        yield svg.use(f"{prefix}-s-{feature.kind}", x=x, y=y)
        if feature.kind == "fortress" and feature.strength:
            yield svg.text(x, y + 4, feature.strength, 11)


def _names(names: list[Label], prefix: str) -> Iterator[str]:
    """Yield the names, with an edge of paper beneath them."""
    words = (
        svg.text(each.x, each.y, each.words, each.size, None, anchor=None, **GREAT if each.great else {})
        for each in names
    )
    yield svg.element("defs", svg.group(*words, id=f"{prefix}-words"))
    edge: svg.Look = {"stroke": PAPER, "stroke_width": 3, "stroke_opacity": 0.8, "stroke_linejoin": "round"}
    under = svg.use(f"{prefix}-words", fill=PAPER, **edge)
    yield svg.group(under, svg.use(f"{prefix}-words", fill=INK), text_anchor="middle")


def _forces(scene: Scene, made: Layout, links: MapLinks, prefix: str) -> Iterator[str]:
    """Sightings, counters, and over them where it is fought."""
    for at, seen in made.ghosts:
        if seen.faction in scene.holders:
            drawn = marks.ghost(seen, scene.holders[seen.faction], prefix)
            yield _piece("map-ghost", at, links.area(seen.area), seen.title, drawn, data_area=seen.area)
    for at, piece in made.pieces:
        holder = scene.holders.get(piece.faction)
        if holder:
            drawn = marks.counter(piece, holder, prefix)
            data = {"data_force": piece.id, "data_area": piece.area, "data_mine": "" if piece.mine else None}
            yield _piece("map-force", at, links.force(piece.id), piece.title, drawn, **data)
    for at, area, count in made.crowds:
        drawn = marks.more(count)
        yield _piece("map-more", at, links.area(area), f"{count} more", drawn, data_area=area)
    for at, fight in made.fights:
        drawn = marks.SWORDS if fight.open else svg.group(marks.SWORDS, opacity=0.6)
        url = links.engagement(fight.id)
        yield _piece("map-fight", at, url, fight.title, drawn, data_engagement=fight.id)


def _piece(kind: str, at: tuple[float, float], url: str, title: str, drawn: str, **data: Any) -> str:
    inside = svg.titled(title) + drawn
    if url:
        inside = svg.element("a", inside, href=url, aria_label=title)
    return svg.group(inside, class_=kind, transform=svg.moved(*at), **data)


def _frame(plane: Plane) -> str:
    """Return the neat line of the map."""
    lines = (
        svg.rect(off, off, plane.width - 2 * off, plane.height - 2 * off, stroke_width=thick)
        for off, thick in ((1, 2), (6, 0.8))
    )
    return svg.group(*lines, fill="none", stroke=COAST, pointer_events="none")
