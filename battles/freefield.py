"""A free table as a drawing (SVG): bases to scale, with signs, facing, losses; terrain, zones and a scale.

It is drawn from the state's JSON alone, with attributes instead of styles, so that one drawing serves paper
and browsers, which forbid styles in a page. Side 0 stands at the bottom. The board draws on the same class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django.utils.html import escape

from battles.cards import numbers
from battles.looks import (
    COLOURS,
    INK,
    LINES,
    LOOKS,
    MARKS,
    PAPER,
    PATTERNS,
    PLAIN,
    TINTS,
    legend,
    name_lines,
    polyline,
    signs,
    text,
)
from rulesets.contract.presentation import Mark, Showing

UNIT = 40.0  # drawn units for one of the system's units of length
MARGIN = 14.0
FOOT = 40.0
LETTER = 8.2  # the width of a letter in the names of the sides, on the average

CORNERS: Mapping[str, tuple[int, float, int, float]] = {
    "front right": (1, -2.0, 0, 1.0),
    "front left": (-1, 2.0, 0, 2.0),
    "rear right": (1, -2.0, 1, -2.0),
    "rear left": (-1, 2.0, 1, -2.0),
}
"""Where a mark at a corner of a base is drawn: half widths from its middle, a shift, depths, a shift."""


def corner(at: str, wide: float, deep: float) -> tuple[float, float]:
    """The place of a mark on a base whose front is upwards at 0, 0."""
    across, aside, back, behind = CORNERS[at]
    return across * wide / 2 + aside, back * deep + behind


class Drawing:
    """One drawing: where things lie on it, and its parts from the ground upwards."""

    margin = MARGIN
    unit = UNIT

    def __init__(self, state: Mapping[str, Any], showing: Showing, prefix: str, subject: str = "") -> None:
        self.state = state
        self.showing = showing
        self.prefix = prefix
        self.subject = subject
        self.width, self.depth = state["width"], state["depth"]
        self.places = numbers(state)
        self.by_id = {unit["id"]: unit for unit in state["units"]}

    def svg(self, title: str) -> str:
        """The whole drawing, with a scale below."""
        wide = self.width * self.unit + 2 * self.margin
        high = self.depth * self.unit + 2 * self.margin + FOOT
        signs_used = {self.showing.sign(unit["type"]) for unit in self.state["units"] if unit["base"]}
        parts = chain(
            ("<defs>", *self.patterns(), *self.symbols(signs_used), "</defs>"),
            self.table(),
            self.zones(),
            self.terrain(),
            self.units(),
            self.leaders(),
            self._scale(high),
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img" '
            f'aria-label="{escape(title)}" font-family="EB Garamond, serif">'
            f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
        )

    # -- places ---------------------------------------------------------------------------------

    def x(self, x: float) -> float:
        """Where the table's x lies on the drawing."""
        return self.margin + x * self.unit

    def y(self, y: float) -> float:
        """Where the table's y lies on the drawing, which counts downwards."""
        return self.margin + (self.depth - y) * self.unit

    def points(self, flat: Sequence[float]) -> str:
        """The table's x1, y1, x2, y2 ... as points of the drawing."""
        pairs = zip(flat[::2], flat[1::2], strict=True)
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in pairs)

    # -- ground ---------------------------------------------------------------------------------

    def patterns(self) -> Iterator[str]:
        """What the kinds of terrain on this table are filled with."""
        kinds = {LOOKS.get(piece["kind"], PLAIN)[2] for piece in self.state["terrain"]}
        for name in sorted(kinds - {""}):
            size, content = PATTERNS[name]
            yield (
                f'<pattern id="{self.prefix}-{name}" width="{size}" height="{size}" '
                f'patternUnits="userSpaceOnUse">{content}</pattern>'
            )

    def symbols(self, wanted: set[str]) -> Iterator[str]:
        """The hatching of side 1, the signs of troops and the marks."""
        yield (
            f'<pattern id="{self.prefix}-hatch" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<path d="M0 0h6v6h-6z" fill="{TINTS[1]}"/>'
            f'<path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" stroke="{COLOURS[1]}" stroke-width=".8" opacity=".45"/>'
            "</pattern>"
        )
        drawn = signs()
        for name in sorted((wanted | {"leader", "chief"}) & drawn.keys()):
            yield f'<g id="{self.prefix}-{name}">{drawn[name]}</g>'
        known = {"melee", *(mark.key for mark in self.showing.marks)}
        for name in (name for name in MARKS if name in known):
            yield f'<g id="{self.prefix}-{name}">{MARKS[name]}</g>'

    def table(self) -> Iterator[str]:
        """The bare table."""
        yield (
            f'<rect x="{self.margin:g}" y="{self.margin:g}" width="{self.width * self.unit:g}" '
            f'height="{self.depth * self.unit:g}" fill="#f4f0dc" stroke="{INK}" stroke-width="1.5"/>'
        )

    def zones(self) -> Iterator[str]:
        """Where each side deploys."""
        for side, zone in enumerate(self.showing.zones(self.state)):
            yield (
                f'<rect x="{self.x(zone.x):g}" y="{self.y(zone.y + zone.depth):g}" '
                f'width="{zone.width * self.unit:g}" height="{zone.depth * self.unit:g}" fill="none" '
                f'stroke="{COLOURS[side]}" stroke-width="1" stroke-dasharray="2 6" opacity=".7"/>'
            )

    def terrain(self) -> Iterator[str]:
        """Areas first, lines over them."""
        pieces = self.state["terrain"]
        yield from (part for piece in pieces if piece["outline"] for part in self._area(piece))
        yield from (part for piece in pieces if piece["line"] for part in self._line(piece))

    def _area(self, piece: Mapping[str, Any]) -> Iterator[str]:
        fill, edge, pattern, dashes = LOOKS.get(piece["kind"], PLAIN)
        points = self.points(piece["outline"])
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        thick = 2.6 if piece.get("enclosed") else 1.4
        name = escape(self.showing.terrain_name(piece["kind"]))
        yield f"<g><title>{name}</title>"
        yield (
            f'<polygon points="{points}" fill="{fill}" stroke="{edge}" stroke-width="{thick}" '
            f'stroke-linejoin="round"{dash}/>'
        )
        if pattern:
            yield f'<polygon points="{points}" fill="url(#{self.prefix}-{pattern})" stroke="none"/>'
        yield "</g>"

    def _line(self, piece: Mapping[str, Any]) -> Iterator[str]:
        points = self.points(piece["line"])
        name = f"<title>{escape(self.showing.terrain_name(piece['kind']))}</title>"
        if piece["kind"] in LINES:
            thick = max(piece["width"], 0.25) * self.unit
            yield polyline(points, LINES[piece["kind"]], thick, name)
        elif piece["outline"]:
            yield polyline(points, "#8a6f36", 1.6, name, dash="9 4")
        else:
            yield polyline(points, "#6c5a34", 4.0, name)
        for kind, x, y in piece.get("crossings", ()):
            letter = kind[:1].upper()
            yield (
                f'<g><title>{escape(kind)}</title><circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="9" '
                f'fill="{PAPER}" stroke="{INK}"/>{text(self.x(x), self.y(y) + 4, letter, 12)}</g>'
            )

    # -- troops ---------------------------------------------------------------------------------

    def units(self) -> Iterator[str]:
        """Every unit on the table."""
        for unit in self.state["units"]:
            if unit["base"]:
                yield f"<g {self.turned(unit)}><title>{escape(self.said(unit))}</title>"
                yield from self.base(unit)
                yield "</g>"

    def turned(self, unit: Mapping[str, Any]) -> str:
        """The attribute that puts 0, 0 at the middle of a unit's front, its front upwards."""
        x, y, heading = unit["base"][:3]
        return f'transform="translate({self.x(x):.1f} {self.y(y):.1f}) rotate({(90.0 - heading) % 360:.2f})"'

    def said(self, unit: Mapping[str, Any]) -> str:
        """A unit in words, for those who point at it."""
        left, whole = self.showing.strength_of(unit)
        words = [f"{unit['name']}: {self.showing.strength} {left} of {whole}"]
        return ", ".join([*words, *(mark.word for mark in self.marks(unit) if not mark.passing)])

    def marks(self, unit: Mapping[str, Any]) -> Iterator[Mark]:
        """What a unit is marked with."""
        return (mark for mark in self.showing.marks if unit.get(mark.key))

    def base(self, unit: Mapping[str, Any]) -> Iterator[str]:
        """A unit's base with everything on it, its front upwards at 0, 0."""
        heading, width, depth = unit["base"][2:]
        wide, deep, turn = width * self.unit, depth * self.unit, (90.0 - heading) % 360
        side = unit["side"]
        colour = COLOURS[side]
        marks = [mark for mark in self.marks(unit) if not mark.passing]
        edge = ' stroke-dasharray="5 2.5"' if any(mark.at == "edge" for mark in marks) else ""
        if unit["id"] == self.subject:
            around = f'x="{-wide / 2 - 7:.1f}" y="-12" width="{wide + 14:.1f}" height="{deep + 19:.1f}"'
            yield f'<rect {around} rx="5" fill="#f0c330" fill-opacity=".45" stroke="#7a5410"/>'
        fill = TINTS[0] if side == 0 else f"url(#{self.prefix}-hatch)"
        yield (
            f'<rect x="{-wide / 2:.1f}" y="0" width="{wide:.1f}" height="{deep:.1f}" fill="{fill}" '
            f'stroke="{colour}" stroke-width="1.8"{edge}/>'
        )
        if side == 1:  # a double edge, which is told from a single one in black and white too
            box = f"M{3 - wide / 2:.1f} 3h{wide - 6:.1f}v{deep - 6:.1f}h{6 - wide:.1f}z"
            yield f'<path d="{box}" fill="none" stroke="{colour}" stroke-width=".8"/>'
        yield f'<path d="M-5 0L0 -7L5 0Z" fill="{colour}"/>'
        yield self._signed(unit, wide, deep, turn)
        yield from self._losses(unit, wide, deep, colour)
        for mark in marks:
            if mark.at in CORNERS:
                yield self.mark(mark.key, *corner(mark.at, wide, deep), -turn)

    def mark(self, name: str, x: float, y: float, turn: float = 0.0) -> str:
        """One of the small marks at a place, turned by so many degrees."""
        turned = f" rotate({turn:.2f})" if turn else ""
        return f'<use href="#{self.prefix}-{name}" transform="translate({x:.1f} {y:.1f}){turned}"/>'

    def _signed(self, unit: Mapping[str, Any], wide: float, deep: float, turn: float) -> str:
        """The sign of the troops, as large as the base allows, and the unit's number, upright."""
        name = self.showing.sign(unit["type"])
        slim = wide < 1.2 * UNIT  # a gun's base: its number stands behind the sign
        room = wide - 4 if slim else wide - 22
        scale = min(room / 48, (deep - (14 if slim else 6)) / 32)
        x, y = (-24 * scale, 2.0) if slim else (8 - 24 * scale, (deep - 32 * scale) / 2)
        size, place = (10, (0.0, deep - 7.0)) if slim else (14, (10 - wide / 2, deep / 2))
        words = str(self.places[unit["id"]])
        number = text(0, size / 3, words, size, COLOURS[unit["side"]], more=' font-weight="600"')
        at = f"translate({x:.2f} {y:.2f}) scale({scale:.3f})"
        drawn = f'<use href="#{self.prefix}-{name}" transform="{at}" color="{INK}"/>'
        return (
            f"{drawn if name in signs() else ''}"
            f'<g transform="translate({place[0]:.1f} {place[1]:.1f}) rotate({-turn:.2f})">{number}</g>'
        )

    def _losses(self, unit: Mapping[str, Any], wide: float, deep: float, colour: str) -> Iterator[str]:
        """A full square along the rear edge for each loss."""
        left, whole = self.showing.strength_of(unit)
        count = whole - left
        start = wide / 2 - 3 - count * 6.5
        for index in range(count):
            x, y = start + 6.5 * index, deep - 5
            yield f'<rect x="{x:.1f}" y="{y:.1f}" width="5" height="5" fill="{colour}"/>'

    def leaders(self) -> Iterator[str]:
        """Every leader on the table, those with a unit on its base."""
        for leader, x, y, unit in self.placed_leaders():
            where = f" with {unit['name']}" if unit is not None else ""
            words = f"{leader['name']}, {leader['level']}{where}"
            yield (
                f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(words)}</title>'
                f"{self.leader(leader)}</g>"
            )

    def placed_leaders(self) -> Iterator[tuple[Mapping[str, Any], float, float, Mapping[str, Any] | None]]:
        """The leaders on the table, where they are drawn, and the units that they are with."""
        for leader in self.state["leaders"]:
            if not leader["alive"] or not (leader["placed"] or leader["attached"]):
                continue
            unit = self.by_id.get(leader["attached"])
            if unit is None:
                yield leader, self.x(leader["x"]), self.y(leader["y"]), None
            elif unit["base"]:
                yield leader, self.x(unit["base"][0]), self.y(unit["base"][1]), unit

    def leader(self, leader: Mapping[str, Any]) -> str:
        """A leader's disc around 0, 0; that of side 1 with a double edge."""
        name = "chief" if leader.get("commander_in_chief") else "leader"
        colour = COLOURS[leader["side"]]
        double = f'<circle r="8" fill="none" stroke="{colour}" stroke-width=".8"/>' if leader["side"] else ""
        return (
            f'<circle r="10.5" fill="{PAPER}" stroke="{colour}" stroke-width="1.8"/>{double}'
            f'<use href="#{self.prefix}-{name}" transform="translate(-14 -8.6) scale(.52)" color="{colour}"/>'
        )

    # -- the foot -------------------------------------------------------------------------------

    def _scale(self, high: float) -> Iterator[str]:
        """The scale in the system's unit of length, and which side is which."""
        y = high - self.margin - 8
        length = 5 * self.unit
        x = self.x(self.width) - length
        yield f'<path d="M{x:g} {y - 6:g}v6h{length:g}v-6" fill="none" stroke="{INK}" stroke-width="1.4"/>'
        for step in range(1, 5):
            yield f'<path d="M{x + step * self.unit:g} {y:g}v-4" stroke="{INK}"/>'
        yield text(x - 10, y + 1, f"5 {self.showing.length}", 17, INK, anchor="end")
        at = self.margin
        for side in self.state["sides"]:
            index = side["index"]
            fill = TINTS[0] if index == 0 else f"url(#{self.prefix}-hatch)"
            box = f'x="{at:g}" y="{y - 13:g}" width="26" height="14"'
            yield f'<rect {box} fill="{fill}" stroke="{COLOURS[index]}" stroke-width="1.8"/>'
            lines = name_lines(side["name"], self._legend_width())
            yield legend(at + 33, y, side["name"], lines, 17, COLOURS[index])
            at += 60 + LETTER * max(map(len, lines))

    def _legend_width(self) -> int:
        """How many letters a line of a side's name may have for both to stand beside the scale."""
        room = (self.width - 5) * self.unit - 60  # less the scale and its words
        return max(8, int((room / 2 - 60) / LETTER))
