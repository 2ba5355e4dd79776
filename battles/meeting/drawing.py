"""The table of a meeting as a drawing (SVG) in centimetres: grid, edges, zones, terrain, objectives.

It is drawn from `Table` alone, with attributes instead of styles, so that one drawing serves paper and
browsers. The table's corner at 0, 0 is south-west; a piece lies with its middle at x, y.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import cos, pi, sin
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from battles.meeting.shapes import WOOD, around_oblong, around_oval, inside, outline, theme_of
from battles.meeting.table import Objective, Piece, Table
from battles.theme import LINES, PATTERNS, PLAIN, THEMES
from rulesets.contract.presentation import Area
from rulesets.engine import svg
from rulesets.engine.svg import COLOURS, INK, PALE, PAPER, TINTS

UNIT = 8.0
"""Drawn units for a centimetre."""
MARGIN = 52.0
FOOT = 46.0
STEP = 10
"""A line of the grid every so many centimetres."""


def table_svg(table: Table, *, title: str, prefix: str = "t", rings: bool = False) -> SafeString:
    """Return the table; with `rings` the distance that further terrain has to keep is drawn around each
    piece.
    """
    return mark_safe(Drawing(table, prefix, rings).svg(title))  # every word of a player's in it is escaped


class Drawing:
    """One drawing: where things lie on it, and its parts from the ground upwards."""

    def __init__(self, table: Table, prefix: str = "t", rings: bool = False) -> None:
        self.table = table
        self.prefix = prefix
        self.rings = rings
        self.wide = table.width * UNIT + 2 * MARGIN
        self.high = table.depth * UNIT + 2 * MARGIN + FOOT

    def svg(self, title: str) -> str:
        """Return the whole drawing, with a scale below."""
        parts = chain(
            (svg.element("defs", *self._patterns()),),
            self._ground(),
            self._zones(),
            self._rings() if self.rings else (),
            self._pieces(),
            self._proposed(),
            self._objectives(),
            self._names(),
            self._edges(),
            self._scale(),
        )
        sizes = {"data_width": self.table.width, "data_depth": self.table.depth}
        return svg.drawing(self.wide, self.high, title, *parts, data_scale=UNIT, data_margin=MARGIN, **sizes)

    # -- places ---------------------------------------------------------------------------------

    def x(self, x: float) -> float:
        """Where the table's x lies on the drawing."""
        return MARGIN + x * UNIT

    def y(self, y: float) -> float:
        """Where the table's y lies on the drawing, which counts downwards."""
        return MARGIN + (self.table.depth - y) * UNIT

    def _points(self, outline: tuple[float, ...]) -> str:
        return svg.points((self.x(x), self.y(y)) for x, y in svg.pairs(outline))

    @property
    def _box(self) -> tuple[float, float, float, float]:
        """The table: its upper left corner on the drawing, its width and depth there."""
        return self.x(0), self.y(self.table.depth), self.table.width * UNIT, self.table.depth * UNIT

    # -- ground ---------------------------------------------------------------------------------

    def _patterns(self) -> Iterator[str]:
        pieces = (*self.table.pieces, *filter(None, (self.table.proposed,)))
        names = {THEMES.get(theme_of(piece.kind)[0], PLAIN)[2] for piece in pieces}
        for name in sorted(names - {""}):
            size, content = PATTERNS[name]
            yield svg.pattern(f"{self.prefix}-{name}", size, content)
        for side, lean in enumerate(("M-2 12L12 -2M-2 2L2 -2M8 12L12 8", "M-2 -2L12 12M-2 8L2 12M8 -2L12 2")):
            ground = svg.path("M0 0h10v10h-10z", fill=TINTS[side], opacity=0.75)
            lines = svg.path(lean, stroke=COLOURS[side], stroke_width=0.7, opacity=0.35)
            yield svg.pattern(f"{self.prefix}-zone{side}", 10, ground, lines)

    def _ground(self) -> Iterator[str]:
        left, top, width, height = self._box
        yield svg.element("rect", width=self.wide, height=self.high, fill=PAPER)
        yield svg.rect(*self._box, fill="#efe8cf")
        lines = [f"M{self.x(at):g} {top:g}v{height:g}" for at in _steps(self.table.width)]
        lines += [f"M{left:g} {self.y(at):g}h{width:g}" for at in _steps(self.table.depth)]
        yield svg.path("".join(lines), stroke="#c3b48c", stroke_width=1, fill="none")

    def _zones(self) -> Iterator[str]:
        for zone in sorted(self.table.zones, key=_size, reverse=True):
            style: svg.Look = {"fill": f"url(#{self.prefix}-zone{zone.side})", "stroke": COLOURS[zone.side]}
            edge: svg.Look = {"stroke_width": 2, "stroke_dasharray": "12 5"}
            title = svg.titled(f"{zone.name}: {zone.words}" if zone.words else zone.name)
            yield svg.element("polygon", title, points=self._points(zone.outline), **style, **edge)

    def _names(self) -> Iterator[str]:
        """Yield what is written over everything else: what the zones are, the numbers of the pieces."""
        named = {(zone.side, zone.name): zone for zone in reversed(self.table.zones) if zone.name}
        yield from (self._zone_name(zone) for zone in reversed(named.values()))
        yield from (self._number(piece, number) for number, piece in enumerate(self.table.pieces, start=1))

    def _zone_name(self, zone: Area) -> str:
        """Return the zone's name, inside its western corner, at the side that is nearer to the middle."""
        xs, ys = zone.outline[::2], zone.outline[1::2]
        size = 30
        left, low, top = self.x(min(xs)), self.y(min(ys)), self.y(max(ys))
        y = top + size if min(ys) <= 0 else low - 12
        room = int((max(xs) - min(xs)) * UNIT / (size * 0.44))
        words = zone.name if len(zone.name) <= room else zone.name[: max(1, room - 1)] + "…"
        style: svg.Look = {"anchor": "start", "font_style": "italic"}
        return _haloed(left + 12, y, words, size, COLOURS[zone.side], TINTS[zone.side], **style)

    # -- terrain --------------------------------------------------------------------------------

    def _rings(self) -> Iterator[str]:
        """Yield the band around each piece that nothing else may lie in, as far as the table goes; one that
        may lie close has none.
        """
        clip = f"{self.prefix}-table"
        yield svg.element("clipPath", svg.rect(*self._box), id=clip)
        rings = []
        for piece in self.table.pieces:
            if piece.close or not self.table.spacing:
                continue
            w, d, off = piece.width * UNIT, piece.depth * UNIT, self.table.spacing * UNIT
            path = around_oval(w, d, off) if piece.oval else around_oblong(w, d, off)
            style: svg.Look = {
                "fill": "#b58a3c",
                "fill_opacity": 0.08,
                "stroke": "#8a6420",
                "stroke_dasharray": "3 6",
            }
            rings.append(svg.path(path, transform=self._at(piece), stroke_width=1.6, **style))
        yield svg.group(*rings, clip_path=f"url(#{clip})")

    def _at(self, piece: Piece) -> str:
        """Return the transformation that puts 0, 0 at the middle of a piece, turned as it is."""
        turn = f" rotate({-piece.angle:g})" if piece.angle else ""
        return svg.moved(self.x(piece.x), self.y(piece.y)) + turn

    def _pieces(self) -> Iterator[str]:
        for number, piece in enumerate(self.table.pieces, start=1):
            title = f"{number}. {_title(piece)}"
            yield svg.group(self._shape(piece), title=title, transform=self._at(piece), data_piece=number)

    def _proposed(self) -> Iterator[str]:
        """Yield a piece that is not there yet: pale, with a broken edge."""
        piece = self.table.proposed
        if piece is not None:
            edge = outline("oval" if piece.oval else "oblong", piece.width * UNIT, piece.depth * UNIT)
            pale = svg.group(self._shape(piece), opacity=0.6)
            broken: svg.Look = {
                "fill": "none",
                "stroke": COLOURS[0],
                "stroke_width": 3,
                "stroke_dasharray": "9 6",
            }
            title = f"Proposed: {_title(piece)}"
            at = self._at(piece)
            yield svg.group(pale, svg.path(edge, **broken), title=title, transform=at, data_proposed=1)

    def _number(self, piece: Piece, number: int) -> str:
        """Return the piece's number, upright, towards a corner of it; of a slim one beside it."""
        off = (0.0, 27.0) if min(piece.width, piece.depth) < 4 else _corner(piece)
        turn = -piece.angle * pi / 180
        x = self.x(piece.x) + off[0] * cos(turn) - off[1] * sin(turn)
        y = self.y(piece.y) + off[0] * sin(turn) + off[1] * cos(turn)
        disc = svg.circle(x, y, 18, fill=PAPER, stroke=INK, opacity=0.92)
        return disc + svg.text(x, y + 9, number, 27)

    def _shape(self, piece: Piece) -> str:
        name, shape = theme_of(piece.kind)
        fill, stroke, pattern, dash = THEMES.get(name, PLAIN)
        if name in LINES:
            fill, stroke, pattern, dash = LINES[name], "#9b7f52", "", ""
        w, d = piece.width * UNIT, piece.depth * UNIT
        edge = outline(shape, w, d)
        if shape == "obstacle":
            return svg.path(edge, fill="none", stroke=WOOD, stroke_width=3)
        drawn = svg.path(edge, fill=fill, stroke=stroke, stroke_width=2, stroke_dasharray=dash or None)
        if pattern and shape not in ("building", "village"):
            drawn += svg.path(edge, fill=f"url(#{self.prefix}-{pattern})")
        return drawn + inside(shape, w, d, stroke, piece.houses)

    # -- what counts ----------------------------------------------------------------------------

    def _objectives(self) -> Iterator[str]:
        for mark in self.table.objectives:
            yield self._objective(mark)

    def _objective(self, mark: Objective) -> str:
        x, y = self.x(mark.x), self.y(mark.y)
        circle = ""
        if mark.radius:
            style: svg.Look = {
                "fill": "#f0c330",
                "fill_opacity": 0.16,
                "stroke": "#7a5410",
                "stroke_dasharray": "2 5",
            }
            circle = svg.circle(x, y, mark.radius * UNIT, stroke_width=2, **style)
        flag = svg.path(f"M{x:.1f} {y:.1f}v-34l22 8l-22 8", fill="#f0c330", stroke=INK, stroke_width=2)
        foot = svg.circle(x, y, 4, fill=INK)
        return svg.group(circle, flag, foot, _haloed(x, y + 32, mark.name, 28, INK, PAPER), title=mark.words)

    def _edges(self) -> Iterator[str]:
        """Yield the frame of the table, and whose each edge is."""
        left, top, width, height = self._box
        yield svg.rect(*self._box, fill="none", stroke=INK, stroke_width=3)
        middle = {"south": (left + width / 2, top + height), "north": (left + width / 2, top)}
        middle |= {"west": (left, top + height / 2), "east": (left + width, top + height / 2)}
        for edge, (x, y) in middle.items():
            side = self.table.edges.get(edge)
            turn = {"west": -90, "east": 90}.get(edge, 0)
            # What stands above the line of the edge, below the southern one.
            off = 36 if edge == "south" else -14
            length = height if turn else width
            if side is None:
                name, size, colour, style = edge, 27, PALE, {"font_style": "italic"}
            else:
                name, size, colour, style = self.table.sides[side], 36, COLOURS[side], {"font_weight": "600"}
            room = int(length / (size * 0.46))
            words = name if len(name) <= room else name[: room - 1] + "…"
            yield svg.group(svg.text(0, off, words, size, colour, **style), transform=svg.moved(x, y, turn))
            if side is not None:
                yield _bar(x, y, length, colour, upright=bool(turn))

    def _scale(self) -> Iterator[str]:
        y = self.high - 22
        length = 2 * STEP * UNIT
        x = self.x(self.table.width) - length
        bar = f"M{x:g} {y - 7:g}v7h{length:g}v-7M{x + length / 2:g} {y:g}v-5"
        yield svg.path(bar, fill="none", stroke=INK, stroke_width=1.8)
        yield svg.text(x - 12, y + 3, f"{2 * STEP} cm", 28, anchor="end")
        size = f"{self.table.width:g} × {self.table.depth:g} cm, a line every {STEP} cm"
        yield svg.text(self.x(0), y + 3, size, 28, PALE, anchor="start", font_style="italic")


def _steps(length: float) -> range:
    """Where the lines of the grid run."""
    return range(STEP, int(length - 1e-9) + 1, STEP)


def _title(piece: Piece) -> str:
    return f"{piece.name}, {piece.width:g} × {piece.depth:g} cm"


def _size(zone: Area) -> float:
    """Return the area of the rectangle around a zone: the larger are drawn first."""
    xs, ys = zone.outline[::2], zone.outline[1::2]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _haloed(x: float, y: float, words: str, size: float, colour: str, halo: str, **style: Any) -> str:
    """Words that can be read over anything: once in the colour of the ground, broad, then as they are."""
    broad: svg.Look = {"stroke": halo, "stroke_width": 5, "stroke_linejoin": "round", "aria_hidden": "true"}
    under = svg.text(x, y, words, size, halo, **style, **broad)
    return under + svg.text(x, y, words, size, colour, **style)


def _corner(piece: Piece) -> tuple[float, float]:
    """Where the number of a piece stands: inside its upper left corner, for an oval nearer to its middle."""
    part = 0.6 if piece.oval else 1.0
    w, d = piece.width * UNIT / 2, piece.depth * UNIT / 2
    return -max(0.0, w * part - 22), -max(0.0, d * part - 22)


def _bar(x: float, y: float, length: float, colour: str, *, upright: bool) -> str:
    """Return a side's colour along the edge that is its own."""
    half = length / 2
    line = f"M{x:.1f} {y - half:.1f}v{length:.1f}" if upright else f"M{x - half:.1f} {y:.1f}h{length:.1f}"
    return svg.path(line, stroke=colour, stroke_width=7, fill="none")
