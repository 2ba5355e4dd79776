"""A hex map drawn as SVG: ground, levels, roads, what lies on hex sides, the names of hexes, stands.

One drawing serves the map editor, the page of a scenario, the board and paper: attributes instead of
styles, which browsers forbid in a page; patterns and lines instead of colour alone, so that black and white
says the same. 0, 0 is the upper left; `Plane` says where hexes lie on it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from rulesets.engine import svg
from rulesets.engine.svg import COLOURS, INK, PALE, PAPER, TINTS
from rulesets.snaphance import hexes
from rulesets.snaphance.ground import Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.maptheme import (
    CONTOUR,
    CROSSINGS,
    GRID,
    LEVELS,
    PATTERNS,
    PLAIN_SIDE,
    ROAD,
    SIDES,
    WATER,
    theme_of,
)
from rulesets.snaphance.sheet import Sheet

UNIT = 40.0
"""Drawn units for 1 H."""
MARGIN = 14.0
TICKS = (0.22, 0.5, 0.78)
"""Where the strokes of a slope begin along a hex side."""
TICK = 0.13
"""H that a stroke of a slope reaches downhill."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Where the hexes of a map lie on a drawing: `unit` drawn units for 1 H, y downwards."""

    columns: int
    rows: int
    unit: float = UNIT
    margin: float = MARGIN

    @property
    def width(self) -> float:
        """The width of the whole drawing."""
        return hexes.size(self.columns, self.rows)[0] * self.unit + 2 * self.margin

    @property
    def height(self) -> float:
        """The height of the whole drawing."""
        return hexes.size(self.columns, self.rows)[1] * self.unit + 2 * self.margin

    def point(self, place: Hex) -> tuple[float, float]:
        """Return the centre of a hex."""
        x, y = hexes.centre(place, self.rows)
        deep = hexes.size(self.columns, self.rows)[1]
        return self.margin + x * self.unit, self.margin + (deep - y) * self.unit

    def corner(self, place: Hex, facing: int, scale: float = 1.0) -> tuple[float, float]:
        """Return the point of a hex at a facing; `scale` 1 on its border, below 1 inside it."""
        x, y = self.point(place)
        turn = radians(hexes.heading(facing))
        far = hexes.RADIUS * self.unit * scale
        return x + far * cos(turn), y - far * sin(turn)

    def side(self, place: Hex, direction: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return both ends of the side of a hex towards a direction."""
        # Facing f is the point between the sides f and f + 1, so a side ends at the points before and at it.
        return self.corner(place, direction - 1), self.corner(place, direction)

    def path(self, place: Hex, scale: float = 1.0) -> str:
        """Return the outline of a hex as data of an SVG path."""
        x, y = self.corner(place, 0, scale)
        # Relative moves with two digits: the same shape for every hex, and a third of the length of six
        # points.
        half, quarter = self.unit * scale / 2, hexes.RADIUS * self.unit * scale / 2
        w, h, side = f"{half:.2f}", f"{quarter:.2f}", f"{2 * quarter:.2f}"
        return f"M{x:.1f} {y:.1f}l-{w}-{h}-{w} {h}v{side}l{w} {h} {w}-{h}z"


@dataclass(frozen=True, slots=True)
class MapParts:
    """The drawing of a map in parts, from below: `defs` (content of a `<defs>`), `ground`, `labels`.

    `grounds`: the kinds of ground on it by name, each with a swatch 24 wide and 16 high.
    """

    plane: Plane
    defs: str
    ground: str
    labels: str
    grounds: tuple[tuple[str, str], ...] = ()

    def svg(self, title: str, over: str = "") -> str:
        """Return the whole drawing, with what is drawn `over` the ground."""
        defs = svg.element("defs", self.defs)
        wide, high = self.plane.width, self.plane.height
        return svg.drawing(wide, high, title, defs, self.ground, self.labels, over)


def hex_map_svg(
    map: Map, sheet: Sheet, *, prefix: str, unit: float = UNIT, margin: float = MARGIN
) -> MapParts:
    """Draw a map; `prefix` begins the ids inside, so that several drawings fit on one page."""
    plane = Plane(map.columns, map.rows, unit, margin)
    parts = (
        *_levels(map, plane),
        *_grounds(map, sheet, plane, prefix),
        *_slopes(map, plane),
        *_roads(map, plane),
        *_sides(map, sheet, plane),
        _frame(plane),
    )
    found = tuple(_swatches(map, sheet, prefix))
    return MapParts(plane, patterns(prefix), "".join(parts), labels(map, plane), found)


_SWATCH = "M1 1h22v14h-22z"


def _swatches(map: Map, sheet: Sheet, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the levels, grounds and sides of hexes that a map has, each with its swatch."""
    cells = [map.cell(place) for place in map.hexes()]
    for level in sorted({cell.level for cell in cells} - {0}):
        tint = LEVELS[min(level, len(LEVELS) - 1)]
        name = "Hillside" if level == 1 else f"Hilltop, level {level}"
        yield name, svg.path(_SWATCH, fill=tint, stroke=CONTOUR)
    for kind in sorted({cell.terrain for cell in cells if theme_of(cell.terrain).fill}):
        yield _name(sheet, kind), svg.path(_SWATCH, fill=LEVELS[0]) + "".join(filled(_SWATCH, kind, prefix))
    for kind in sorted(set(map.sides.values())):
        strokes = SIDES.get(kind, PLAIN_SIDE)
        lines = (
            svg.path("M1 8h22", stroke=colour, stroke_width=thick, stroke_dasharray=dash or None, fill="none")
            for colour, thick, dash in strokes
        )
        yield _name(sheet, kind).partition(":")[0], "".join(lines)


def patterns(prefix: str) -> str:
    """Return every pattern that ground is filled with, as content of a `<defs>`."""
    tiles = (svg.pattern(f"{prefix}-{name}", size, content) for name, (size, content) in PATTERNS.items())
    return "".join(tiles)


# -- ground ---------------------------------------------------------------------------------------


def _levels(map: Map, plane: Plane) -> Iterator[str]:
    """Yield plain, hillsides and hilltops, each level in its tint, with the lines between the hexes."""
    by_level: dict[int, list[str]] = defaultdict(list)
    for place in map.hexes():
        by_level[map.cell(place).level].append(plane.path(place))
    for level in sorted(by_level):
        fill = LEVELS[min(level, len(LEVELS) - 1)]
        # One path for each level: a path for each hex makes large maps slow to draw.
        yield svg.path("".join(by_level[level]), fill=fill, stroke=GRID, stroke_width=0.8)


def _grounds(map: Map, sheet: Sheet, plane: Plane, prefix: str) -> Iterator[str]:
    """Yield what fills hexes, kind by kind: its colour, over it its pattern."""
    by_kind: dict[str, list[Hex]] = defaultdict(list)
    for place in map.hexes():
        kind = map.cell(place).terrain
        if theme_of(kind).fill:
            by_kind[kind].append(place)
    for kind in sorted(by_kind):
        # Slightly smaller than the hex, so that the grid stays to be seen.
        outline = "".join(plane.path(place, 0.97) for place in by_kind[kind])
        yield svg.group(*filled(outline, kind, prefix), title=_name(sheet, kind))


def filled(outline: str, kind: str, prefix: str) -> Iterator[str]:
    """Yield an outline filled as a kind of ground is: with its colour, over it its pattern."""
    shown = theme_of(kind)
    if shown.fill:
        yield svg.path(outline, fill=shown.fill, fill_opacity=shown.opacity)
    if shown.pattern:
        yield svg.path(outline, fill=f"url(#{prefix}-{shown.pattern})")


def _slopes(map: Map, plane: Plane) -> Iterator[str]:
    """Yield the edges of higher ground: lines with strokes that run downhill."""
    lines, strokes = [], []
    for place in map.hexes():
        level = map.cell(place).level
        if not level:
            continue
        for direction, other in enumerate(hexes.neighbours(place)):
            if map.cell(other).level < level:
                (x1, y1), (x2, y2) = ends = plane.side(place, direction)
                lines.append(svg.line(ends))
                turn = radians(60 * direction)
                dx, dy = TICK * plane.unit * cos(turn), -TICK * plane.unit * sin(turn)
                for part in TICKS:
                    x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
                    strokes.append(f"M{x:.1f} {y:.1f}l{dx:.1f} {dy:.1f}")
    if lines:
        edges = svg.path("".join(lines), stroke_width=1.5)
        downhill = svg.path("".join(strokes), stroke_width=1)
        yield svg.group(edges, downhill, title="Edge of higher ground", fill="none", stroke=CONTOUR)


def _roads(map: Map, plane: Plane) -> Iterator[str]:
    """Yield the roads from middle to middle; a lone hex of road is a dot."""
    ways = []
    for place in (each for each in map.hexes() if map.cell(each).road):
        x, y = plane.point(place)
        others = [each for each in hexes.neighbours(place) if each in map and map.has_road(place, each)]
        # Each stretch is met from both its ends and drawn from one of them.
        ways += [svg.line(((x, y), plane.point(each))) for each in others if each > place]
        if not others:
            ways.append(f"M{x:.1f} {y:.1f}h.1")
    if ways:
        # The wide dark stroke comes first, so that the light one leaves a border of it.
        strokes = ((ROAD[1], 0.17 * plane.unit, ""), (ROAD[0], 0.11 * plane.unit, ""))
        yield svg.group(*(_line("".join(ways), *each) for each in strokes), title="Road")


def _sides(map: Map, sheet: Sheet, plane: Plane) -> Iterator[str]:
    """Yield what lies on hex sides, each side once; what crosses water last."""
    by_kind: dict[str, list[tuple[Hex, int]]] = defaultdict(list)
    for (place, direction), kind in map.sides.items():
        other = hexes.neighbour(place, direction)
        # Both hexes of a side name it: of the two the one with the lower direction draws it, or the one on
        # the map.
        if place in map and (direction < 3 or other not in map):
            by_kind[kind].append((place, direction))
    # Bridges and fords come last, on top of the water that they cross.
    for kind in sorted(by_kind, key=lambda kind: (_crosses(sheet, kind), kind)):
        drawn = sides_svg(plane, sorted(by_kind[kind]), kind, crossing=_crosses(sheet, kind))
        yield svg.group(*drawn, title=_name(sheet, kind))


def sides_svg(
    plane: Plane, sides: Sequence[tuple[Hex, int]], kind: str, *, crossing: bool = False
) -> Iterator[str]:
    """Yield hex sides, each a hex and a direction, with what lies on them."""
    way = "".join(svg.line(plane.side(place, direction)) for place, direction in sides)
    for colour, thick, dash in (WATER,) if crossing else SIDES.get(kind, PLAIN_SIDE):
        yield _line(way, colour, thick * plane.unit / UNIT, dash)
    if crossing:
        planks = (_planks(plane, *each) for each in sides)
        yield _line("".join(planks), INK, 2.2 * plane.unit / UNIT, CROSSINGS.get(kind, ""))


def _planks(plane: Plane, place: Hex, direction: int) -> str:
    """Return both edges of a bridge, across the middle of a hex side."""
    (x1, y1), (x2, y2) = plane.side(place, direction)
    turn = radians(60 * direction)
    dx, dy = 0.16 * plane.unit * cos(turn), -0.16 * plane.unit * sin(turn)
    middles = ((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in (0.34, 0.66))
    return "".join(svg.line(((x - dx, y - dy), (x + dx, y + dy))) for x, y in middles)


def _line(way: str, colour: str, thick: float, dash: str) -> str:
    # Round ends would close the gaps of a dashed line.
    stroke = {"stroke_dasharray": dash} if dash else {"stroke_linecap": "round"}
    return svg.path(way, fill="none", stroke=colour, stroke_width=thick, **stroke)


def _crosses(sheet: Sheet, kind: str) -> bool:
    row = sheet.terrain.get(kind)
    return row.crossing if row else False


def _frame(plane: Plane) -> str:
    edge = plane.margin / 2
    wide, high = plane.width - 2 * edge, plane.height - 2 * edge
    return svg.rect(edge, edge, wide, high, fill="none", stroke=INK, stroke_width=1.2)


def labels(map: Map, plane: Plane) -> str:
    """Return the names of all hexes, each at the upper point of its hex."""
    words = []
    for place in map.hexes():
        x, y = plane.point(place)
        words.append(svg.text(x, y - 0.3 * plane.unit, hexes.label(place), fill=None, anchor=None))
    return svg.group(*words, font_size=0.17 * plane.unit, fill=PALE, text_anchor="middle")


def _name(sheet: Sheet, kind: str) -> str:
    row = sheet.terrain.get(kind)
    return row.name if row else kind.replace("_", " ")


def outline_svg(plane: Plane, places: Mapping[int, frozenset[Hex]]) -> str:
    """Return a dashed line just inside the hexes of each side, such as its deployment zone."""
    parts = []
    for side, found in places.items():
        lines = "".join(
            svg.line((plane.corner(place, direction - 1, 0.93), plane.corner(place, direction, 0.93)))
            for place in sorted(found)
            for direction, other in enumerate(hexes.neighbours(place))
            if other not in found
        )
        edge = svg.path(lines, stroke=COLOURS[side], stroke_width=1.6, stroke_dasharray="5 3", fill="none")
        parts.append(edge)
    return "".join(parts)


# -- stands ---------------------------------------------------------------------------------------

WIDE, DEEP = 0.74, 0.4
"""The size of a stand in H: its front and its depth."""


def stand_svg(plane: Plane, place: Hex, facing: int, side: int, code: str, title: str, ranks: int = 1) -> str:
    """Return a stand in its hex: its front towards its facing, a point before it, its class upright on it.

    Side 1 has a double edge; each further rank is a line behind the front.
    """
    x, y = plane.point(place)
    wide, deep = WIDE * plane.unit, DEEP * plane.unit
    colour, turn = COLOURS[side], 90 - hexes.heading(facing)
    left, front = -wide / 2, -deep / 2
    body = [
        svg.path(svg.box(left, front, wide, deep), fill=TINTS[side], stroke=colour, stroke_width=1.6),
        svg.path(svg.line(((-5, front), (0, front - 6), (5, front)), "z"), fill=colour),
    ]
    if side == 1:
        inner = svg.box(left + 3, front + 3, wide - 6, deep - 6)
        body.append(svg.path(inner, fill="none", stroke=colour, stroke_width=0.7))
    for rank in range(1, ranks):
        body.append(svg.path(f"M{left:.1f} {3 * rank - front:.1f}h{wide:.1f}", stroke=colour))
    # The sign is drawn outside the turned group, so that it stays upright.
    turned = svg.group(*body, transform=f"rotate({turn % 360:g})")
    name = svg.text(0, 4, code, 12, colour, font_weight=600)
    return svg.group(turned, name, title=title, transform=svg.moved(x, y))


def general_svg(plane: Plane, place: Hex, side: int) -> str:
    """Return the mark of a General beside a stand."""
    x, y = plane.point(place)
    away = 0.3 * plane.unit
    title = svg.titled("General")
    return svg.circle(x + away, y - away, 5, title, fill=PAPER, stroke=COLOURS[side], stroke_width=2)


def entry_svg(plane: Plane, place: Hex, side: int, round_: int) -> str:
    """Return the mark of a hex by which stands of a side come from a round on."""
    x, y = plane.point(place)
    border = svg.path(plane.path(place, 0.84), fill="none", stroke=COLOURS[side], stroke_dasharray="1.5 3")
    lines = ((0.24, 0.0, "round"), (0.38, 0.33, str(round_)))
    words = (
        svg.text(x, y + down * plane.unit, word, round(size * plane.unit, 1), fill=None, anchor=None)
        for size, down, word in lines
    )
    written = svg.group(*words, fill=COLOURS[side], text_anchor="middle", font_weight=600)
    return svg.group(border, written, title=f"Stands enter here from round {round_} on")
