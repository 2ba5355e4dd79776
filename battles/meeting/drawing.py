"""The table of a meeting as a drawing (SVG) in centimetres: grid, edges, zones, terrain, objectives.

It is drawn from `Table` alone, with attributes instead of styles, so that one drawing serves paper and
browsers. The table's corner at 0, 0 is south-west; a piece lies with its middle at x, y.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import cos, pi, sin

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from battles.looks import COLOURS, INK, LINES, LOOKS, PAPER, PATTERNS, PLAIN, TINTS, text
from battles.meeting.shapes import WOOD, around_oblong, around_oval, inside, look_of, outline
from battles.meeting.table import Objective, Piece, Table, Zone

UNIT = 8.0
"""Drawn units for a centimetre."""
MARGIN = 52.0
FOOT = 46.0
STEP = 10
"""A line of the grid every so many centimetres."""


def table_svg(table: Table, *, title: str, prefix: str = "t", rings: bool = False) -> SafeString:
    """The table; with `rings` the distance that further terrain has to keep is drawn around each piece."""
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
        """The whole drawing, with a scale below."""
        parts = chain(
            ("<defs>", *self._patterns(), "</defs>"),
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
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.wide:g} {self.high:g}" role="img" '
            f'aria-label="{escape(title)}" font-family="EB Garamond, serif" data-scale="{UNIT:g}" '
            f'data-margin="{MARGIN:g}" data-width="{self.table.width:g}" data-depth="{self.table.depth:g}">'
            f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
        )

    # -- places ---------------------------------------------------------------------------------

    def x(self, x: float) -> float:
        """Where the table's x lies on the drawing."""
        return MARGIN + x * UNIT

    def y(self, y: float) -> float:
        """Where the table's y lies on the drawing, which counts downwards."""
        return MARGIN + (self.table.depth - y) * UNIT

    def _points(self, outline: tuple[float, ...]) -> str:
        pairs = zip(outline[::2], outline[1::2], strict=True)
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in pairs)

    # -- ground ---------------------------------------------------------------------------------

    def _patterns(self) -> Iterator[str]:
        pieces = (*self.table.pieces, *filter(None, (self.table.proposed,)))
        names = {LOOKS.get(look_of(piece.kind)[0], PLAIN)[2] for piece in pieces}
        for name in sorted(names - {""}):
            size, content = PATTERNS[name]
            yield (
                f'<pattern id="{self.prefix}-{name}" width="{size}" height="{size}" '
                f'patternUnits="userSpaceOnUse">{content}</pattern>'
            )
        for side, lean in enumerate(("M-2 12L12 -2M-2 2L2 -2M8 12L12 8", "M-2 -2L12 12M-2 8L2 12M8 -2L12 2")):
            yield (
                f'<pattern id="{self.prefix}-zone{side}" width="10" height="10" '
                f'patternUnits="userSpaceOnUse"><path d="M0 0h10v10h-10z" fill="{TINTS[side]}" '
                f'opacity=".75"/><path d="{lean}" stroke="{COLOURS[side]}" stroke-width=".7" '
                'opacity=".35"/></pattern>'
            )

    def _ground(self) -> Iterator[str]:
        left, top = self.x(0), self.y(self.table.depth)
        width, height = self.table.width * UNIT, self.table.depth * UNIT
        frame = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
        yield f'<rect width="{self.wide:g}" height="{self.high:g}" fill="{PAPER}"/>'
        yield f'<rect {frame} fill="#efe8cf"/>'
        lines = []
        for at in range(STEP, int(self.table.width - 1e-9) + 1, STEP):
            lines.append(f"M{self.x(at):g} {top:g}v{height:g}")
        for at in range(STEP, int(self.table.depth - 1e-9) + 1, STEP):
            lines.append(f"M{left:g} {self.y(at):g}h{width:g}")
        yield f'<path d="{"".join(lines)}" stroke="#c3b48c" stroke-width="1" fill="none"/>'

    def _zones(self) -> Iterator[str]:
        for zone in sorted(self.table.zones, key=_size, reverse=True):
            fill, stroke = f"url(#{self.prefix}-zone{zone.side})", COLOURS[zone.side]
            yield (
                f'<polygon points="{self._points(zone.outline)}" fill="{fill}" stroke="{stroke}" '
                f'stroke-width="2" stroke-dasharray="12 5"><title>{escape(zone.title)}</title></polygon>'
            )

    def _names(self) -> Iterator[str]:
        """What is written over everything else: what the zones are, the numbers of the pieces."""
        named = {(zone.side, zone.label): zone for zone in reversed(self.table.zones) if zone.label}
        yield from (self._zone_name(zone) for zone in reversed(named.values()))
        yield from (self._number(piece, number) for number, piece in enumerate(self.table.pieces, start=1))

    def _zone_name(self, zone: Zone) -> str:
        """The zone's name, inside its western corner, at the side that is nearer to the middle."""
        xs, ys = zone.outline[::2], zone.outline[1::2]
        size = 30
        left, low, top = self.x(min(xs)), self.y(min(ys)), self.y(max(ys))
        y = top + size if min(ys) <= 0 else low - 12
        room = int((max(xs) - min(xs)) * UNIT / (size * 0.44))
        words = zone.label if len(zone.label) <= room else zone.label[: max(1, room - 1)] + "…"
        colour, tint = COLOURS[zone.side], TINTS[zone.side]
        return _haloed(left + 12, y, words, size, colour, tint, anchor="start", more=' font-style="italic"')

    # -- terrain --------------------------------------------------------------------------------

    def _rings(self) -> Iterator[str]:
        """The band around each piece that nothing else may lie in, as far as the table goes; one that may lie
        close has none.
        """
        wide, high = self.table.width * UNIT, self.table.depth * UNIT
        yield (
            f'<clipPath id="{self.prefix}-table"><rect x="{MARGIN:g}" y="{MARGIN:g}" width="{wide:g}" '
            f'height="{high:g}"/></clipPath><g clip-path="url(#{self.prefix}-table)">'
        )
        for piece in self.table.pieces:
            if piece.close or not self.table.spacing:
                continue
            w, d, off = piece.width * UNIT, piece.depth * UNIT, self.table.spacing * UNIT
            path = around_oval(w, d, off) if piece.oval else around_oblong(w, d, off)
            yield (
                f'<path {self._at(piece)} d="{path}" fill="#b58a3c" fill-opacity=".08" stroke="#8a6420" '
                'stroke-width="1.6" stroke-dasharray="3 6"/>'
            )
        yield "</g>"

    def _at(self, piece: Piece) -> str:
        turn = f" rotate({-piece.angle:g})" if piece.angle else ""
        return f'transform="translate({self.x(piece.x):.1f} {self.y(piece.y):.1f}){turn}"'

    def _pieces(self) -> Iterator[str]:
        for number, piece in enumerate(self.table.pieces, start=1):
            yield (
                f'<g {self._at(piece)} data-piece="{number}"><title>{number}. {escape(piece.name)}, '
                f"{piece.width:g} × {piece.depth:g} cm</title>{self._shape(piece)}</g>"
            )

    def _proposed(self) -> Iterator[str]:
        """A piece that is not there yet: pale, with a broken edge."""
        piece = self.table.proposed
        if piece is not None:
            edge = outline("oval" if piece.oval else "oblong", piece.width * UNIT, piece.depth * UNIT)
            yield (
                f'<g {self._at(piece)} data-proposed="1"><title>Proposed: {escape(piece.name)}, '
                f'{piece.width:g} × {piece.depth:g} cm</title><g opacity=".6">{self._shape(piece)}</g>'
                f'<path d="{edge}" '
                f'fill="none" stroke="{COLOURS[0]}" stroke-width="3" stroke-dasharray="9 6"/></g>'
            )

    def _number(self, piece: Piece, number: int) -> str:
        """The piece's number, upright, towards a corner of it; of a slim one beside it."""
        off = (0.0, 27.0) if min(piece.width, piece.depth) < 4 else _corner(piece)
        turn = -piece.angle * pi / 180
        x = self.x(piece.x) + off[0] * cos(turn) - off[1] * sin(turn)
        y = self.y(piece.y) + off[0] * sin(turn) + off[1] * cos(turn)
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="18" fill="{PAPER}" stroke="{INK}" opacity=".92"/>'
            f"{text(x, y + 9, str(number), 27)}"
        )

    def _shape(self, piece: Piece) -> str:
        name, shape = look_of(piece.kind)
        fill, stroke, pattern, dash = LOOKS.get(name, PLAIN)
        if name in LINES:
            fill, stroke, pattern, dash = LINES[name], "#9b7f52", "", ""
        w, d = piece.width * UNIT, piece.depth * UNIT
        edge = outline(shape, w, d)
        if shape == "obstacle":
            return f'<path d="{edge}" fill="none" stroke="{WOOD}" stroke-width="3"/>'
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        drawn = f'<path d="{edge}" fill="{fill}" stroke="{stroke}" stroke-width="2"{dashes}/>'
        if pattern and shape not in ("building", "village"):
            drawn += f'<path d="{edge}" fill="url(#{self.prefix}-{pattern})"/>'
        return drawn + inside(shape, w, d, stroke, piece.houses)

    # -- what counts ----------------------------------------------------------------------------

    def _objectives(self) -> Iterator[str]:
        for mark in self.table.objectives:
            yield self._objective(mark)

    def _objective(self, mark: Objective) -> str:
        x, y = self.x(mark.x), self.y(mark.y)
        circle = ""
        if mark.radius:
            circle = (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{mark.radius * UNIT:.1f}" fill="#f0c330" '
                'fill-opacity=".16" stroke="#7a5410" stroke-width="2" stroke-dasharray="2 5"/>'
            )
        flag = (
            f'<path d="M{x:.1f} {y:.1f}v-34l22 8l-22 8" fill="#f0c330" stroke="{INK}" stroke-width="2"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{INK}"/>'
        )
        words = _haloed(x, y + 32, mark.name, 28, INK, PAPER)
        return f"<g><title>{escape(mark.words)}</title>{circle}{flag}{words}</g>"

    def _edges(self) -> Iterator[str]:
        """The frame of the table, and whose each edge is."""
        left, top = self.x(0), self.y(self.table.depth)
        width, height = self.table.width * UNIT, self.table.depth * UNIT
        yield (
            f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="none" '
            f'stroke="{INK}" stroke-width="3"/>'
        )
        middle = {"south": (left + width / 2, top + height), "north": (left + width / 2, top)}
        middle |= {"west": (left, top + height / 2), "east": (left + width, top + height / 2)}
        for edge, (x, y) in middle.items():
            side = self.table.edges.get(edge)
            colour = COLOURS[side] if side is not None else "#5a4d3f"
            turn = {"west": -90, "east": 90}.get(edge, 0)
            # What stands above the line of the edge, below the southern one.
            off = 36 if edge == "south" else -14
            name = self.table.sides[side] if side is not None else edge
            size = 36 if side is not None else 27
            length = height if turn else width
            room = int(length / (size * 0.46))
            words = name if len(name) <= room else name[: room - 1] + "…"
            weight = ' font-weight="600"' if side is not None else ' font-style="italic"'
            drawn = text(0, off, words, size, colour, more=weight)
            yield f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn})">{drawn}</g>'
            if side is not None:
                yield _bar(x, y, length, colour, upright=bool(turn))

    def _scale(self) -> Iterator[str]:
        y = self.high - 22
        length = 2 * STEP * UNIT
        x = self.x(self.table.width) - length
        yield f'<path d="M{x:g} {y - 7:g}v7h{length:g}v-7M{x + length / 2:g} {y:g}v-5" fill="none" stroke="{INK}" stroke-width="1.8"/>'  # noqa: E501
        yield text(x - 12, y + 3, f"{2 * STEP} cm", 28, INK, anchor="end")
        size = f"{self.table.width:g} × {self.table.depth:g} cm, a line every {STEP} cm"
        yield text(self.x(0), y + 3, size, 28, "#5a4d3f", anchor="start", more=' font-style="italic"')


def _size(zone: Zone) -> float:
    """The area of the rectangle around a zone: the larger are drawn first."""
    xs, ys = zone.outline[::2], zone.outline[1::2]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _haloed(
    x: float,
    y: float,
    words: str,
    size: float,
    colour: str,
    halo: str,
    *,
    anchor: str = "middle",
    more: str = "",
) -> str:
    """Words that can be read over anything: once in the colour of the ground, broad, then as they are."""
    broad = f'{more} stroke="{halo}" stroke-width="5" stroke-linejoin="round" aria-hidden="true"'
    return text(x, y, words, size, halo, anchor=anchor, more=broad) + text(
        x, y, words, size, colour, anchor=anchor, more=more
    )


def _corner(piece: Piece) -> tuple[float, float]:
    """Where the number of a piece stands: inside its upper left corner, for an oval nearer to its middle."""
    part = 0.6 if piece.oval else 1.0
    w, d = piece.width * UNIT / 2, piece.depth * UNIT / 2
    return -max(0.0, w * part - 22), -max(0.0, d * part - 22)


def _bar(x: float, y: float, length: float, colour: str, *, upright: bool) -> str:
    """A side's colour along the edge that is its own."""
    half = length / 2
    line = f"M{x:.1f} {y - half:.1f}v{length:.1f}" if upright else f"M{x - half:.1f} {y:.1f}h{length:.1f}"
    return f'<path d="{line}" stroke="{colour}" stroke-width="7" fill="none"/>'
