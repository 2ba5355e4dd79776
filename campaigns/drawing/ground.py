"""The ground of a map: sea and coast, areas with their terrain and their owners, rivers, links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape
from math import hypot

from campaigns.drawing.looks import (
    BORDER,
    COAST,
    INK,
    LAND,
    RIVER,
    ROADS,
    SEA,
    SEA_LINES,
    SIGN,
    TERRAIN,
    TERRAIN_NAMES,
    TINTS,
    hatch,
)
from campaigns.drawing.plane import Plane
from campaigns.drawing.scene import Holder, MapLinks, Scene
from campaigns.engine.maps import Area, CampaignMap, Point, Ring

ROUND = 'stroke-linejoin="round"'
FRONTIER = f'stroke-width="3" stroke-opacity=".75" {ROUND}'
POINT = 17.0
"""The radius of a point, an area without outlines."""


def patterns(scene: Scene, prefix: str) -> Iterator[str]:
    """What areas are filled with: a tile for each terrain there is, and one for each faction."""
    for kind in sorted({area.terrain for area in scene.map.areas} & set(TERRAIN)):
        size, content = TERRAIN[kind]
        yield (
            f'<pattern id="{prefix}-{kind}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
            f'<g fill="none" stroke="{SIGN}" stroke-width="1" stroke-opacity=".6">{content}</g></pattern>'
        )
    for holder in scene.holders.values():
        yield faction_pattern(holder, f"{prefix}-f-{holder.id}")


def faction_pattern(holder: Holder, name: str, opacity: float = 0.5) -> str:
    """A faction's pattern as a `<pattern>` of that name."""
    tile = hatch(holder.pattern)
    turn = f' patternTransform="rotate({tile.turn})"' if tile.turn else ""
    content = tile.content.format(colour=holder.colour)
    return (
        f'<pattern id="{name}" width="{tile.size:g}" height="{tile.size:g}" patternUnits="userSpaceOnUse"'
        f'{turn}><g stroke="{holder.colour}" stroke-width="1.3" opacity="{opacity:g}">{content}</g></pattern>'
    )


def shapes(map: CampaignMap, plane: Plane, prefix: str) -> Iterator[str]:
    """The outline of every area, once, to be used with many fills."""
    for area in map.areas:
        if area.outlines:
            yield f'<path id="{prefix}-a-{area.id}" d="{_outline(area, plane)}"/>'
        else:
            x, y = plane.at(area.at)
            yield f'<circle id="{prefix}-a-{area.id}" cx="{x:.1f}" cy="{y:.1f}" r="{POINT:g}"/>'


def _outline(area: Area, plane: Plane) -> str:
    return "".join(plane.ring(ring) for ring in area.outlines)


def sea_and_land(map: CampaignMap, plane: Plane, prefix: str) -> Iterator[str]:
    """The sea with lines along its coasts, and the land; a map without land is land everywhere."""
    rings = map.land
    whole = f'width="{plane.width:g}" height="{plane.height:g}"'
    if not rings:
        yield f'<rect {whole} fill="{LAND}"/>'
        return
    coast = "".join(plane.ring(ring) for ring in rings)
    yield f'<defs><path id="{prefix}-coast" d="{coast}"/></defs><rect {whole} fill="{SEA}"/>'
    for thick, colour in zip((34, 20, 9), SEA_LINES, strict=True):
        yield _use(prefix, "coast", f'fill="none" stroke="{colour}" stroke-width="{thick}" {ROUND}')
    yield _use(prefix, "coast", f'fill="{LAND}" stroke="{COAST}" stroke-width="1.8" {ROUND}')


def areas(scene: Scene, prefix: str, to: MapLinks) -> Iterator[str]:
    """Every area in the tint of its terrain, with its signs; what a pointer chooses."""
    for area in scene.map.areas:
        yield (
            f'<g class="map-area" data-area="{area.id}">{_opened(to.area(area.id))}'
            f"<title>{escape(_title(scene, area))}</title>"
            + _use(prefix, f"a-{area.id}", f'fill="{TINTS.get(area.terrain, LAND)}"')
            + (_use(prefix, f"a-{area.id}", f'fill="url(#{prefix}-{area.terrain})"') if _signed(area) else "")
            + _closed(to.area(area.id))
            + "</g>"
        )


def _signed(area: Area) -> bool:
    return area.terrain in TERRAIN and bool(area.outlines)


def _title(scene: Scene, area: Area) -> str:
    owner = scene.holders.get(scene.owners.get(area.id, ""))
    held = f", held by {owner.name}" if owner else ""
    return f"{area.name}: {TERRAIN_NAMES[area.terrain].lower()}{held}"


def _opened(url: str) -> str:
    return f'<a href="{escape(url)}" tabindex="-1">' if url else ""


def _closed(url: str) -> str:
    return "</a>" if url else ""


def _use(prefix: str, name: str, more: str) -> str:
    return f'<use href="#{prefix}-{name}" {more}/>'


def owners(scene: Scene, plane: Plane, prefix: str) -> Iterator[str]:
    """Who holds what: a tint and a pattern over each area, a strong line around each faction's country."""
    held: dict[str, list[Area]] = defaultdict(list)
    for area in scene.map.areas:
        if scene.owners.get(area.id) in scene.holders:
            held[scene.owners[area.id]].append(area)
    for key in sorted(held):
        holder = scene.holders[key]
        uses = "".join(f'<use href="#{prefix}-a-{area.id}"/>' for area in held[key])
        yield f'<g fill="{holder.colour}" fill-opacity=".13">{uses}</g>'
        yield f'<g fill="url(#{prefix}-f-{key})">{uses}</g>'
        yield from _points(held[key], plane, holder)


def _points(areas: list[Area], plane: Plane, holder: Holder) -> Iterator[str]:
    """A ring in the owner's colour around each point."""
    half = f"a{POINT:g} {POINT:g} 0 1 0"
    rings = "".join(
        f"M{x - POINT:.1f} {y:.1f}{half} {2 * POINT:g} 0{half} {-2 * POINT:g} 0"
        for x, y in (plane.at(area.at) for area in areas if not area.outlines)
    )  # fmt: skip
    if rings:
        yield f'<path d="{rings}" fill="none" stroke="{holder.colour}" stroke-width="3"/>'


def borders(scene: Scene, plane: Plane, prefix: str) -> Iterator[str]:
    """The lines between areas, and over them the frontiers: two colours side by side."""
    ringed = "".join(f'<use href="#{prefix}-a-{area.id}"/>' for area in scene.map.areas)
    yield f'<g fill="none" stroke="{BORDER}" stroke-width=".9" {ROUND}>{ringed}</g>'
    for key, line in sorted(frontiers(scene, plane).items()):
        colour = scene.holders[key].colour
        yield f'<path d="{line}" fill="none" stroke="{colour}" {FRONTIER}/>'


def frontiers(scene: Scene, plane: Plane) -> dict[str, str]:
    """The outer border of each faction's country: those sides of its areas that no other of them has."""
    found = {}
    for key in scene.holders:
        sides: dict[tuple[Point, Point], None] = {}
        for area in scene.map.areas:
            if scene.owners.get(area.id) == key:
                for ring in area.outlines:
                    _toggle(sides, ring)
        if sides:
            found[key] = _chained(sides, plane)
    return found


def _toggle(sides: dict[tuple[Point, Point], None], ring: Ring) -> None:
    """A side that comes twice is an inner one."""
    start = ring[-1]
    for end in ring:
        if start != end:
            side = (start, end) if start < end else (end, start)
            if side in sides:
                del sides[side]
            else:
                sides[side] = None
        start = end


def _chained(sides: Mapping[tuple[Point, Point], None], plane: Plane) -> str:
    """Sides as data of a path, those that follow each other as one line."""
    scale, parts, last = plane.scale, [], None
    for a, b in sides:
        start, end = (b, a) if last == b else (a, b)
        if start != last:
            parts.append(f"M{start[0] * scale:.1f} {start[1] * scale:.1f}")
        parts.append(f"L{end[0] * scale:.1f} {end[1] * scale:.1f}")
        last = end
    return "".join(parts)


def rivers(map: CampaignMap, plane: Plane) -> Iterator[str]:
    """Rivers as they are drawn; they hinder nobody."""
    if not map.rivers:
        return
    lines = "".join(plane.line(river.line) for river in map.rivers)
    for thick, colour in zip((5, 2.6), RIVER, strict=True):
        look = f'stroke="{colour}" stroke-width="{thick}" {ROUND} stroke-linecap="round"'
        yield f'<path d="{lines}" fill="none" {look}/>'


def links(map: CampaignMap, plane: Plane) -> Iterator[str]:
    """The links by their kind; a river crossing has a bar on both sides of the water."""
    by_kind: dict[str, list[str]] = defaultdict(list)
    bars = []
    for link in map.links:
        ends = plane.at(map.by_id[link.a].at), plane.at(map.by_id[link.b].at)
        by_kind[link.kind].append("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*ends[0], *ends[1]))
        if link.kind == "crossing":
            bars.append(_bars(*ends))
    for kind, strokes in ROADS.items():
        for colour, thick, dash in strokes if by_kind[kind] else ():
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            yield f'<path d="{"".join(by_kind[kind])}" stroke="{colour}" stroke-width="{thick:g}"{dashes}/>'
    if bars:
        yield f'<path d="{"".join(bars)}" stroke="{INK}" stroke-width="1.6"/>'


def _bars(a: tuple[float, float], b: tuple[float, float]) -> str:
    """Both parapets of a bridge, at the middle of a link."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return "".join(
        f"M{x - 6 * dx - side * dy:.1f} {y - 6 * dy + side * dx:.1f}l{12 * dx:.1f} {12 * dy:.1f}"
        for side in (-3.6, 3.6)
    )
