"""The ground of a map: sea and coast, areas with their terrain and their owners, rivers, links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import hypot

from campaigns.drawing.plane import Plane
from campaigns.drawing.scene import Holder, MapLinks, Scene
from campaigns.drawing.theme import (
    BORDER,
    COAST,
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
from campaigns.engine.maps import Area, CampaignMap, Link, Point, Ring
from rulesets.engine import svg
from rulesets.engine.svg import INK

ROUND: svg.Look = {"stroke_linejoin": "round"}
POINT = 17.0
"""The radius of a point, an area without outlines."""


def patterns(scene: Scene, prefix: str) -> Iterator[str]:
    """Yield what areas are filled with: a tile for each terrain there is, and one for each faction."""
    style: svg.Look = {"fill": "none", "stroke": SIGN, "stroke_width": 1, "stroke_opacity": 0.6}
    for kind in sorted({area.terrain for area in scene.map.areas} & set(TERRAIN)):
        size, content = TERRAIN[kind]
        yield svg.pattern(f"{prefix}-{kind}", size, svg.group(content, **style))
    for holder in scene.holders.values():
        yield faction_pattern(holder, f"{prefix}-f-{holder.id}")


def faction_pattern(holder: Holder, name: str, opacity: float = 0.5) -> str:
    """Return a faction's pattern as a `<pattern>` of that name."""
    tile = hatch(holder.pattern)
    turn = f"rotate({tile.turn})" if tile.turn else None
    content = tile.content.format(colour=holder.colour)
    lines = svg.group(content, stroke=holder.colour, stroke_width=1.3, opacity=opacity)
    return svg.pattern(name, tile.size, lines, patternTransform=turn)


def shapes(map: CampaignMap, plane: Plane, prefix: str) -> Iterator[str]:
    """Yield the outline of every area, once, to be used with many fills."""
    for area in map.areas:
        if area.outlines:
            outline = "".join(plane.ring(ring) for ring in area.outlines)
            yield svg.path(outline, id=f"{prefix}-a-{area.id}")
        else:
            yield svg.circle(*plane.at(area.at), POINT, id=f"{prefix}-a-{area.id}")


def sea_and_land(map: CampaignMap, plane: Plane, prefix: str) -> Iterator[str]:
    """Yield the sea with lines along its coasts, and the land; a map without land is land everywhere."""
    rings = map.land
    whole = {"width": plane.width, "height": plane.height}
    if not rings:
        yield svg.element("rect", fill=LAND, **whole)
        return
    coast = "".join(plane.ring(ring) for ring in rings)
    yield svg.element("defs", svg.path(coast, id=f"{prefix}-coast"))
    yield svg.element("rect", fill=SEA, **whole)
    for thick, colour in zip((34, 20, 9), SEA_LINES, strict=True):
        yield svg.use(f"{prefix}-coast", fill="none", stroke=colour, stroke_width=thick, **ROUND)
    yield svg.use(f"{prefix}-coast", fill=LAND, stroke=COAST, stroke_width=1.8, **ROUND)


def areas(scene: Scene, prefix: str, to: MapLinks) -> Iterator[str]:
    """Yield every area in the tint of its terrain, with its signs; what a pointer chooses."""
    for area in scene.map.areas:
        shape, url = f"{prefix}-a-{area.id}", to.area(area.id)
        owner = scene.holders.get(scene.owners.get(area.id, ""))
        title = (
            f"{area.name}: {TERRAIN_NAMES[area.terrain].lower()}{f', held by {owner.name}' if owner else ''}"
        )
        drawn = svg.titled(title) + svg.use(shape, fill=TINTS.get(area.terrain, LAND))
        if area.terrain in TERRAIN and area.outlines:
            drawn += svg.use(shape, fill=f"url(#{prefix}-{area.terrain})")
        drawn = svg.element("a", drawn, href=url, tabindex="-1") if url else drawn
        yield svg.group(drawn, class_="map-area", data_area=area.id)


def owners(scene: Scene, plane: Plane, prefix: str) -> Iterator[str]:
    """Yield who holds what: a tint and a pattern over each area, a strong line around each faction's
    country.
    """
    held: dict[str, list[Area]] = defaultdict(list)
    for area in scene.map.areas:
        if scene.owners.get(area.id) in scene.holders:
            held[scene.owners[area.id]].append(area)
    for key in sorted(held):
        holder = scene.holders[key]
        uses = _uses(held[key], prefix)
        yield svg.group(uses, fill=holder.colour, fill_opacity=0.13)
        yield svg.group(uses, fill=f"url(#{prefix}-f-{key})")
        yield from _points(held[key], plane, holder)


def _uses(areas: Iterable[Area], prefix: str) -> str:
    return "".join(svg.use(f"{prefix}-a-{area.id}") for area in areas)


def _points(areas: list[Area], plane: Plane, holder: Holder) -> Iterator[str]:
    """Yield a ring in the owner's colour around each point."""
    half = f"a{POINT:g} {POINT:g} 0 1 0"
    rings = "".join(
        f"M{x - POINT:.1f} {y:.1f}{half} {2 * POINT:g} 0{half} {-2 * POINT:g} 0"
        for x, y in (plane.at(area.at) for area in areas if not area.outlines)
    )
    if rings:
        yield svg.path(rings, fill="none", stroke=holder.colour, stroke_width=3)


def borders(scene: Scene, plane: Plane, prefix: str) -> Iterator[str]:
    """Yield the lines between areas, and over them the frontiers: two colours side by side."""
    lines = _uses(scene.map.areas, prefix)
    yield svg.group(lines, fill="none", stroke=BORDER, stroke_width=0.9, **ROUND)
    for key, line in sorted(frontiers(scene, plane).items()):
        colour = scene.holders[key].colour
        yield svg.path(line, fill="none", stroke=colour, stroke_width=3, stroke_opacity=0.75, **ROUND)


def frontiers(scene: Scene, plane: Plane) -> dict[str, str]:
    """Return the outer border of each faction's country: those sides of its areas that no other of them
    has.
    """
    found = {}
    for key in scene.holders:
        # A dict as an ordered set: sides that follow each other become one line below.
        sides: dict[tuple[Point, Point], None] = {}
        for area in scene.map.areas:
            if scene.owners.get(area.id) == key:
                for ring in area.outlines:
                    _toggle(sides, ring)
        if sides:
            found[key] = _chained(sides, plane)
    return found


def _toggle(sides: dict[tuple[Point, Point], None], ring: Ring) -> None:
    """Add the sides of a ring; one that comes twice is an inner one and is left out."""
    start = ring[-1]
    for end in ring:
        if start != end:
            # Neighbours go round their common border in opposite directions.
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
        style: svg.Look = {"stroke": colour, "stroke_width": thick, "stroke_linecap": "round", **ROUND}
        yield svg.path(lines, fill="none", **style)


def links(map: CampaignMap, plane: Plane) -> Iterator[str]:
    """Yield the links by their kind; a river crossing has a bar on both sides of the water."""
    by_kind: dict[str, list[str]] = defaultdict(list)
    bars = []
    beside: dict[str, list[Link]] = defaultdict(list)
    for link in map.links:
        beside[link.key].append(link)
    for link in map.links:
        ends = plane.at(map.by_id[link.a].at), plane.at(map.by_id[link.b].at)
        mates = beside[link.key]
        bend = BESIDE * (mates.index(link) - (len(mates) - 1) / 2)
        if bend:
            # From the same end for all, or two links that are written the other way round would coincide.
            ends = ends if link.a < link.b else ends[::-1]
            by_kind[link.kind].append(_bent(*ends, bend))
        else:
            by_kind[link.kind].append(svg.line(ends))
        if link.kind == "crossing":
            bars.append(_bars(*ends, bend / 2))
    for kind, strokes in ROADS.items():
        for colour, thick, dash in strokes if by_kind[kind] else ():
            style: svg.Look = {"stroke": colour, "stroke_width": thick, "stroke_dasharray": dash or None}
            yield svg.path("".join(by_kind[kind]), **style)
    if bars:
        yield svg.path("".join(bars), stroke=INK, stroke_width=1.6)


BESIDE = 26.0
"""How far apart, in drawn units, links beside each other are pulled at their middles."""


def _bent(a: tuple[float, float], b: tuple[float, float], bend: float) -> str:
    """Return a curve from a to b that is pulled aside, as data of a path."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    x = (a[0] + b[0]) / 2 - (b[1] - a[1]) / length * bend
    y = (a[1] + b[1]) / 2 + (b[0] - a[0]) / length * bend
    return f"M{a[0]:.1f} {a[1]:.1f}Q{x:.1f} {y:.1f} {b[0]:.1f} {b[1]:.1f}"


def _bars(a: tuple[float, float], b: tuple[float, float], aside: float = 0.0) -> str:
    """Return both parapets of a bridge, at the middle of a link, so far aside of the straight line."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    x, y = (a[0] + b[0]) / 2 - dy * aside, (a[1] + b[1]) / 2 + dx * aside
    return "".join(
        f"M{x - 6 * dx - side * dy:.1f} {y - 6 * dy + side * dx:.1f}l{12 * dx:.1f} {12 * dy:.1f}"
        for side in (-3.6, 3.6)
    )
