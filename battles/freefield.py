"""A free table as a drawing (SVG): bases to scale, with signs, facing, losses; terrain, zones and a scale.

It is drawn from the state's JSON alone, with attributes instead of styles, so that one drawing serves paper
and browsers, which forbid styles in a page. Side 0 stands at the bottom. The board draws on the same class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from battles.cards import numbers
from battles.theme import LINES, MARKS, PATTERNS, PLAIN, THEMES, legend, name_lines
from rulesets.contract.presentation import Mark, Presentation
from rulesets.engine import svg
from rulesets.engine.svg import COLOURS, INK, PAPER, TINTS
from rulesets.site.templatetags.look import drawings

UNIT = 40.0  # drawn units for half the front of a unit
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
    """Return the place of a mark on a base whose front is upwards at 0, 0."""
    across, aside, back, behind = CORNERS[at]
    return across * wide / 2 + aside, back * deep + behind


class Drawing:
    """One drawing: where things lie on it, and its parts from the ground upwards."""

    margin = MARGIN
    unit = UNIT

    def __init__(
        self, state: Mapping[str, Any], presentation: Presentation, prefix: str, subject: str = ""
    ) -> None:
        self.state = state
        self.presentation = presentation
        self.unit *= presentation.scale
        self.prefix = prefix
        self.subject = subject
        self.width, self.depth = state["width"], state["depth"]
        self.places = numbers(state)
        self.by_id = {unit["id"]: unit for unit in state["units"]}

    def svg(self, title: str) -> str:
        """Return the whole drawing, with a scale below."""
        wide = self.width * self.unit + 2 * self.margin
        high = self.depth * self.unit + 2 * self.margin + FOOT
        signs_used = {self.presentation.sign(unit["type"]) for unit in self.state["units"] if unit["base"]}
        parts = chain(
            (svg.element("defs", *self.patterns(), *self.symbols(signs_used)),),
            self.table(),
            self.zones(),
            self.terrain(),
            self.units(),
            self.leaders(),
            self._scale(high),
        )
        return svg.drawing(wide, high, title, *parts)

    # -- places ---------------------------------------------------------------------------------

    def x(self, x: float) -> float:
        """Where the table's x lies on the drawing."""
        return self.margin + x * self.unit

    def y(self, y: float) -> float:
        """Where the table's y lies on the drawing, which counts downwards."""
        return float(self.margin + (self.depth - y) * self.unit)

    def points(self, flat: Sequence[float]) -> str:
        """Return the table's x1, y1, x2, y2 ... as points of the drawing."""
        return svg.points((self.x(x), self.y(y)) for x, y in svg.pairs(flat))

    # -- ground ---------------------------------------------------------------------------------

    def patterns(self) -> Iterator[str]:
        """Yield what the kinds of terrain on this table are filled with."""
        kinds = {THEMES.get(piece["kind"], PLAIN)[2] for piece in self.state["terrain"]}
        for name in sorted(kinds - {""}):
            size, content = PATTERNS[name]
            yield svg.pattern(f"{self.prefix}-{name}", size, content)

    def symbols(self, wanted: set[str]) -> Iterator[str]:
        """Yield the hatching of side 1, the signs of troops and the marks."""
        lines = "M-1 7L7 -1M-1 1L1 -1M5 7L7 5"
        yield svg.pattern(
            f"{self.prefix}-hatch",
            6,
            svg.path("M0 0h6v6h-6z", fill=TINTS[1]),
            svg.path(lines, stroke=COLOURS[1], stroke_width=0.8, opacity=0.45),
        )
        drawn = drawings()
        for name in sorted((wanted | {"leader", "chief"}) & drawn.keys()):
            yield svg.group(drawn[name], id=f"{self.prefix}-{name}")
        known = {"melee", *(mark.key for mark in self.presentation.marks)}
        for name in (name for name in MARKS if name in known):
            yield svg.group(MARKS[name], id=f"{self.prefix}-{name}")

    def table(self) -> Iterator[str]:
        """Yield the bare table."""
        wide, deep = self.width * self.unit, self.depth * self.unit
        yield svg.rect(self.margin, self.margin, wide, deep, fill="#f4f0dc", stroke=INK, stroke_width=1.5)

    def zones(self) -> Iterator[str]:
        """Where each side deploys."""
        for side, zone in enumerate(self.presentation.zones(self.state)):
            wide, deep = zone.width * self.unit, zone.depth * self.unit
            style: svg.Look = {
                "stroke": COLOURS[side],
                "stroke_width": 1,
                "stroke_dasharray": "2 6",
                "opacity": 0.7,
            }
            yield svg.rect(self.x(zone.x), self.y(zone.y + zone.depth), wide, deep, fill="none", **style)

    def terrain(self) -> Iterator[str]:
        """Areas first, lines over them."""
        pieces = self.state["terrain"]
        yield from (part for piece in pieces if piece["outline"] for part in self._area(piece))
        yield from (part for piece in pieces if piece["line"] for part in self._line(piece))

    def _area(self, piece: Mapping[str, Any]) -> Iterator[str]:
        fill, edge, pattern, dash = THEMES.get(piece["kind"], PLAIN)
        outline = self.points(piece["outline"])
        style: svg.Look = {
            "stroke_width": 2.6 if piece.get("enclosed") else 1.4,
            "stroke_dasharray": dash or None,
        }
        filled = {"fill": f"url(#{self.prefix}-{pattern})", "stroke": "none"}
        yield svg.group(
            svg.element("polygon", points=outline, fill=fill, stroke=edge, stroke_linejoin="round", **style),
            svg.element("polygon", points=outline, **filled) if pattern else "",
            title=self.presentation.terrain_name(piece["kind"]),
        )

    def _line(self, piece: Mapping[str, Any]) -> Iterator[str]:
        colour, thick, dash = "#6c5a34", 4.0, None
        if piece["kind"] in LINES:
            colour, thick = LINES[piece["kind"]], max(piece["width"], 0.25) * self.unit
        elif piece["outline"]:
            colour, thick, dash = "#8a6f36", 1.6, "9 4"
        ends = {"stroke_linecap": "butt", "stroke_linejoin": "round", "stroke_dasharray": dash}
        name = svg.titled(self.presentation.terrain_name(piece["kind"]))
        way = self.points(piece["line"])
        yield svg.element(
            "polyline", name, points=way, fill="none", stroke=colour, stroke_width=thick, **ends
        )
        for kind, x, y in piece.get("crossings", ()):
            disc = svg.circle(self.x(x), self.y(y), 9, fill=PAPER, stroke=INK)
            letter = svg.text(self.x(x), self.y(y) + 4, kind[:1].upper(), 12)
            yield svg.group(disc, letter, title=kind)

    # -- troops ---------------------------------------------------------------------------------

    def units(self) -> Iterator[str]:
        """Every unit on the table."""
        for unit in self.state["units"]:
            if unit["base"]:
                yield svg.group(*self.base(unit), title=self.said(unit), transform=self.turned(unit))

    def turned(self, unit: Mapping[str, Any]) -> str:
        """Return the transformation that puts 0, 0 at the middle of a unit's front, its front upwards."""
        x, y, heading = unit["base"][:3]
        return svg.moved(self.x(x), self.y(y), (90.0 - heading) % 360)

    def said(self, unit: Mapping[str, Any]) -> str:
        """Return a unit in words, for those who point at it."""
        left, whole = self.presentation.strength_of(unit)
        words = [f"{unit['name']}: {self.presentation.strength} {left} of {whole}"]
        return ", ".join([*words, *(mark.word for mark in self.marks(unit) if not mark.passing)])

    def marks(self, unit: Mapping[str, Any]) -> Iterator[Mark]:
        """Yield what a unit is marked with."""
        return (mark for mark in self.presentation.marks if unit.get(mark.key))

    def base(self, unit: Mapping[str, Any]) -> Iterator[str]:
        """Yield a unit's base with everything on it, its front upwards at 0, 0."""
        heading, width, depth = unit["base"][2:]
        wide, deep, turn = width * self.unit, depth * self.unit, (90.0 - heading) % 360
        side = unit["side"]
        colour = COLOURS[side]
        marks = [mark for mark in self.marks(unit) if not mark.passing]
        if unit["id"] == self.subject:
            style: svg.Look = {"rx": 5, "fill": "#f0c330", "fill_opacity": 0.45, "stroke": "#7a5410"}
            yield svg.rect(-wide / 2 - 7, -12, wide + 14, deep + 19, **style)
        fill = TINTS[0] if side == 0 else f"url(#{self.prefix}-hatch)"
        dash = "5 2.5" if any(mark.at == "edge" for mark in marks) else None
        edge: svg.Look = {"stroke": colour, "stroke_width": 1.8, "stroke_dasharray": dash}
        yield svg.rect(-wide / 2, 0, wide, deep, fill=fill, **edge)
        if side == 1:  # a double edge, which differs from a single one in black and white too
            inner = svg.box(3 - wide / 2, 3, wide - 6, deep - 6)
            yield svg.path(inner, fill="none", stroke=colour, stroke_width=0.8)
        yield svg.path("M-5 0L0 -7L5 0Z", fill=colour)
        yield from self._signed(unit, wide, deep, turn)
        yield from self._losses(unit, wide, deep, colour)
        for mark in marks:
            if mark.at in CORNERS:
                yield self.mark(mark.key, *corner(mark.at, wide, deep), -turn)

    def mark(self, name: str, x: float, y: float, turn: float | None = None) -> str:
        """One of the small marks at a place, turned by so many degrees."""
        return svg.use(f"{self.prefix}-{name}", transform=svg.moved(x, y, turn))

    def _signed(self, unit: Mapping[str, Any], wide: float, deep: float, turn: float) -> Iterator[str]:
        """Yield the sign of the troops, as large as the base allows, and the unit's number, upright."""
        slim = wide < 1.2 * UNIT  # a gun's base: its number stands behind the sign
        room = wide - 4 if slim else wide - 22
        scale = min(room / 48, (deep - (14 if slim else 6)) / 32)
        x, y = (-24 * scale, 2.0) if slim else (8 - 24 * scale, (deep - 32 * scale) / 2)
        yield from self._sign(unit, x, y, scale)
        size, place = (10, (0.0, deep - 7.0)) if slim else (14, (10 - wide / 2, deep / 2))
        number, colour = self.places[unit["id"]], COLOURS[unit["side"]]
        shown = svg.text(0, size / 3, number, size, colour, font_weight=600)
        yield svg.group(shown, transform=svg.moved(*place, -turn))

    def _sign(self, unit: Mapping[str, Any], x: float, y: float, scale: float) -> Iterator[str]:
        """Yield the sign of a unit's troops, if it is drawn, its upper left corner at a place of the base."""
        name = self.presentation.sign(unit["type"])
        if name in drawings():
            at = f"translate({x:.2f} {y:.2f}) scale({scale:.3f})"
            yield svg.use(f"{self.prefix}-{name}", transform=at, color=INK)

    def _losses(self, unit: Mapping[str, Any], wide: float, deep: float, colour: str) -> Iterator[str]:
        """Yield a full square along the rear edge for each loss."""
        left, whole = self.presentation.strength_of(unit)
        start = wide / 2 - 3 - (whole - left) * 6.5
        for index in range(whole - left):
            yield svg.rect(start + 6.5 * index, deep - 5, 5, 5, fill=colour)

    def leaders(self) -> Iterator[str]:
        """Every leader on the table, those with a unit on its base."""
        for leader, x, y, unit in self.placed_leaders():
            where = f" with {unit['name']}" if unit is not None else ""
            words = f"{leader['name']}, {leader['level']}{where}"
            yield svg.group(self.leader(leader), title=words, transform=svg.moved(x, y))

    def placed_leaders(self) -> Iterator[tuple[Mapping[str, Any], float, float, Mapping[str, Any] | None]]:
        """Yield the leaders on the table, where they are drawn, and the units that they are with."""
        for leader in self.state["leaders"]:
            if not leader["alive"] or not (leader["placed"] or leader["attached"]):
                continue
            unit = self.by_id.get(leader["attached"])
            if unit is None:
                yield leader, self.x(leader["x"]), self.y(leader["y"]), None
            elif unit["base"]:
                yield leader, self.x(unit["base"][0]), self.y(unit["base"][1]), unit

    def leader(self, leader: Mapping[str, Any]) -> str:
        """Return a leader's disc around 0, 0; that of side 1 with a double edge."""
        name = "chief" if leader.get("commander_in_chief") else "leader"
        colour = COLOURS[leader["side"]]
        disc = svg.element("circle", r=10.5, fill=PAPER, stroke=colour, stroke_width=1.8)
        if leader["side"]:
            disc += svg.element("circle", r=8, fill="none", stroke=colour, stroke_width=0.8)
        at = "translate(-14 -8.6) scale(.52)"
        return disc + svg.use(f"{self.prefix}-{name}", transform=at, color=colour)

    # -- the foot -------------------------------------------------------------------------------

    def _scale(self, high: float) -> Iterator[str]:
        """Yield the scale in the system's unit of length, and which side is which."""
        y = high - self.margin - 8
        length = 5 * self.unit
        x = self.x(self.width) - length
        bar = f"M{x:g} {y - 6:g}v6h{length:g}v-6"
        yield svg.path(bar, fill="none", stroke=INK, stroke_width=1.4)
        for step in range(1, 5):
            yield svg.path(f"M{x + step * self.unit:g} {y:g}v-4", stroke=INK)
        yield svg.text(x - 10, y + 1, f"5 {self.presentation.length}", 17, anchor="end")
        yield from self._sides(y, self._legend_width(), 17, (26, 14))

    def _sides(self, y: float, letters: int, size: int, swatch: tuple[int, int]) -> Iterator[str]:
        """Which side is which: its base and its name in lines of so many `letters`, one beside the other."""
        at, (wide, high), letter = self.margin, swatch, LETTER * round(size / 17, 1)
        for side in self.state["sides"]:
            index = side["index"]
            fill = f"url(#{self.prefix}-hatch)" if index else TINTS[0]
            yield svg.rect(at, y + 1 - high, wide, high, fill=fill, stroke=COLOURS[index], stroke_width=1.8)
            lines = name_lines(side["name"], letters)
            yield legend(at + wide + round(0.41 * size), y, side["name"], lines, size, COLOURS[index])
            at += wide + 2 * size + letter * max(map(len, lines))

    def _legend_width(self) -> int:
        """How many letters a line of a side's name may have for both to stand beside the scale."""
        room = (self.width - 5) * self.unit - 60  # less the scale and its words
        return max(8, int((room / 2 - 60) / LETTER))
