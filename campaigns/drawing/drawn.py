"""The whole drawing: the layers of a map from below to above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from campaigns.drawing import ground, marks, ways
from campaigns.drawing.labels import Label, Room, place
from campaigns.drawing.layout import Layout, layout_of
from campaigns.drawing.looks import COAST, INK, PAPER
from campaigns.drawing.plane import Plane, plane_of, remembered
from campaigns.drawing.scene import MapLinks, Scene, Trail, plain_scene, scene_of
from campaigns.engine.maps import CampaignMap
from campaigns.engine.orders import Orders
from campaigns.engine.view import View

NO_LINKS = MapLinks()
UNTOUCHED = 'pointer-events="none"'
GREAT = ' font-weight="600" letter-spacing=".3"'
"""How the name of a city is set."""
WALLS = f'font-size="11" fill="{INK}" text-anchor="middle"'
"""How the strength of a fortress is set."""


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
    """The map of a campaign as `view` lets somebody see it, as an SVG element.

    `print`: for paper, without links. `trails`: last turn's moves, as far as they are known; `supply`: by
    force the areas from it to its source; `orders`: those being written, whose ways are drawn. `prefix`
    begins every id inside, so that several drawings fit on one page.
    """
    scene = scene_of(view, trails=trails, supply=supply or {}, orders=orders)
    return draw_scene(scene, print=print, links=NO_LINKS if print else links, prefix=prefix)


def draw_plain(map: CampaignMap, *, print: bool = False, prefix: str = "map") -> str:
    """A map without a campaign."""
    return draw_scene(plain_scene(map), print=print, prefix=prefix)


def draw_scene(scene: Scene, *, print: bool = False, links: MapLinks = NO_LINKS, prefix: str = "map") -> str:
    """A scene as an SVG element."""
    plane = plane_of(scene.map)
    room = Room(plane.width, plane.height)
    made = layout_of(scene, plane, room)
    names = place(scene.map.areas, made.spots, room)
    size = f' width="{plane.width:g}" height="{plane.height:g}"' if print else ""
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {plane.width:g} {plane.height:g}"{size} '
            f'role="img" aria-label="{escape(scene.title)}" font-family="EB Garamond, serif" '
            f'data-scale="{plane.scale:.5f}"><title>{escape(scene.title)}</title><defs>',
            *ground.patterns(scene, prefix),
            *_bands(scene, prefix),
            *_signs(scene, prefix),
            remembered(scene.map, f"{prefix} shapes", lambda: ground.shapes(scene.map, plane, prefix)),
            "</defs>",
            *_layers(scene, plane, made, names, links, prefix),
            "</svg>",
        )
    )


def _bands(scene: Scene, prefix: str) -> Iterator[str]:
    """The patterns of factions as they stand on counters, in full colour."""
    for holder in scene.holders.values():
        yield ground.faction_pattern(holder, f"{prefix}-c-{holder.id}", opacity=1)


def _signs(scene: Scene, prefix: str) -> Iterator[str]:
    """The signs of places, once each."""
    yield f'<g id="{prefix}-s-dot">{marks.DOT}</g>'
    for kind in sorted({feature.kind for area in scene.map.areas for feature in area.features}):
        yield f'<g id="{prefix}-s-{kind}">{marks.FEATURES[kind]}</g>'


def _layers(
    scene: Scene, plane: Plane, made: Layout, names: list[Label], links: MapLinks, prefix: str
) -> Iterator[str]:
    map = scene.map
    yield remembered(map, f"{prefix} sea", lambda: _layer("ground", ground.sea_and_land(map, plane, prefix)))
    yield from _layer("areas", ground.areas(scene, prefix, links))
    yield from _layer("owners", ground.owners(scene, plane, prefix), UNTOUCHED)
    yield from _layer("borders", ground.borders(scene, plane, prefix), UNTOUCHED)
    yield remembered(map, "rivers", lambda: _layer("rivers", ground.rivers(map, plane), UNTOUCHED))
    yield remembered(
        map, "links", lambda: _layer("links", ground.links(map, plane), f'{UNTOUCHED} fill="none"')
    )
    yield from _layer("supply", ways.supply(scene, made.spots), UNTOUCHED)
    yield from _layer("moves", ways.moves(scene, made.spots), UNTOUCHED)
    yield from _layer("places", _places(scene, made, prefix), UNTOUCHED)
    yield from _layer("names", _names(names, prefix), UNTOUCHED)
    yield from _layer("plans", ways.plans(scene, made.spots), UNTOUCHED)
    yield from _layer("forces", _forces(scene, made, links, prefix))
    yield _frame(plane)


def _layer(name: str, parts: Iterator[str], more: str = "") -> Iterator[str]:
    yield f'<g class="map-{name}"{" " + more if more else ""}>'
    yield from parts
    yield "</g>"


def _places(scene: Scene, made: Layout, prefix: str) -> Iterator[str]:
    """Signs of what there is in the areas, a dot where nothing is; sieges and plunder."""
    signed = {area for _, area, feature in made.signs if feature.at is None}
    for area, (x, y) in made.spots.items():
        if area in scene.besieged:
            yield _at(x, y, marks.SIEGE)
        if area not in signed:
            yield f'<use href="#{prefix}-s-dot" x="{x:.1f}" y="{y:.1f}"/>'
        if area in scene.looted:
            yield _at(x - 18, y, marks.FLAME)
    for (x, y), _, feature in made.signs:
        yield f'<use href="#{prefix}-s-{feature.kind}" x="{x:.1f}" y="{y:.1f}"/>'
        if feature.kind == "fortress" and feature.strength:
            yield f'<text x="{x:.1f}" y="{y + 4:.1f}" {WALLS}>{feature.strength}</text>'


def _names(names: list[Label], prefix: str) -> Iterator[str]:
    """The names, with an edge of paper beneath them."""
    words = "".join(
        f'<text x="{each.x:.1f}" y="{each.y:.1f}" font-size="{each.size:g}"{GREAT if each.great else ""}>'
        f"{escape(each.words)}</text>"
        for each in names
    )
    yield f'<defs><g id="{prefix}-words">{words}</g></defs><g text-anchor="middle">'
    yield (
        f'<use href="#{prefix}-words" fill="{PAPER}" stroke="{PAPER}" stroke-width="3" stroke-opacity=".8" '
        'stroke-linejoin="round"/>'
    )
    yield f'<use href="#{prefix}-words" fill="{INK}"/></g>'


def _forces(scene: Scene, made: Layout, links: MapLinks, prefix: str) -> Iterator[str]:
    """Sightings, counters, and over them where it is fought."""
    for (x, y), seen in made.ghosts:
        if seen.faction in scene.holders:
            drawn = marks.ghost(seen, scene.holders[seen.faction], prefix)
            yield _group(
                "map-ghost", f'data-area="{seen.area}"', x, y, links.area(seen.area), seen.title, drawn
            )
    for (x, y), piece in made.pieces:
        holder = scene.holders.get(piece.faction)
        if holder:
            drawn = marks.counter(piece, holder, prefix)
            mine = ' data-mine=""' if piece.mine else ""
            data = f'data-force="{escape(piece.id)}" data-area="{piece.area}"{mine}'
            yield _group("map-force", data, x, y, links.force(piece.id), piece.title, drawn)
    for (x, y), area, count in made.crowds:
        drawn = marks.more(count)
        yield _group("map-more", f'data-area="{area}"', x, y, links.area(area), f"{count} more", drawn)
    for (x, y), fight in made.fights:
        drawn = marks.SWORDS if fight.open else f'<g opacity=".6">{marks.SWORDS}</g>'
        data = f'data-engagement="{escape(fight.id)}"'
        yield _group("map-fight", data, x, y, links.engagement(fight.id), fight.title, drawn)


def _group(kind: str, data: str, x: float, y: float, url: str, title: str, drawn: str) -> str:
    inside = f"<title>{escape(title)}</title>{drawn}"
    if url:
        inside = f'<a href="{escape(url)}" aria-label="{escape(title)}">{inside}</a>'
    return f'<g class="{kind}" {data} transform="translate({x:.1f} {y:.1f})">{inside}</g>'


def _at(x: float, y: float, drawn: str) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f})">{drawn}</g>'


def _frame(plane: Plane) -> str:
    """The neat line of the map."""
    wide, high = plane.width, plane.height
    return (
        f'<g fill="none" stroke="{COAST}" pointer-events="none">'
        f'<rect x="1" y="1" width="{wide - 2:g}" height="{high - 2:g}" stroke-width="2"/>'
        f'<rect x="6" y="6" width="{wide - 12:g}" height="{high - 12:g}" stroke-width=".8"/></g>'
    )
