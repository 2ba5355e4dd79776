"""The field as a drawing (SVG): bases to scale, with signs, facing, losses; terrain, zones and a scale.

It is drawn from the state's JSON alone, with attributes instead of styles, so that one drawing serves paper
and browsers, which forbid styles in a page. Side 0 stands at the bottom.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from battles.cards import numbers
from rulesets.showing import Showing

UNIT = 40.0  # drawn units for one of the system's units of length
MARGIN = 14.0
FOOT = 40.0

INK = "#231c15"
COLOURS = ("#8c1f22", "#2c4560")
TINTS = ("#f4dcd2", "#d3deea")

# Fill, outline, pattern and dashes by kind of terrain; what is not named is drawn as plain broken ground.
_LOOKS: Mapping[str, tuple[str, str, str, str]] = {
    "gentle_hill": ("#e9dcb4", "#a58a4c", "", ""),
    "ridge": ("#e3d3a2", "#a58a4c", "", ""),
    "steep_hill": ("#d9c48c", "#8a6f36", "slope", ""),
    "wooded_hill": ("#cfd1a0", "#6c7a3c", "trees", ""),
    "wood": ("#cfd8ad", "#5f7038", "trees", ""),
    "village": ("#e3dccb", "#6b6250", "houses", ""),
    "swamp": ("#d3ddd0", "#6d8a80", "reeds", ""),
    "rocks": ("#cfc9be", "#6b6459", "stones", ""),
    "lake": ("#c5d8e2", "#5f86a0", "waves", ""),
    "shore": ("#c5d8e2", "#5f86a0", "waves", ""),
    "open_field": ("#ece6b8", "#7d6a3a", "furrows", "7 3"),
    "orchard": ("#dfe2b4", "#7d6a3a", "orchard", "7 3"),
}
_PLAIN = ("#e8ddc0", "#9b8a66", "stones", "3 4")
_LINES: Mapping[str, tuple[str, float]] = {"river": ("#8fb4c9", 0.0), "road": ("#d8bf93", 0.0)}

_PATTERNS: Mapping[str, tuple[int, str]] = {
    "trees": (22, '<path d="M6 10l4-7 4 7zM10 10v3M16 21l3-6 3 6z" fill="#7c8f4c" stroke="#5f7038"/>'),
    "slope": (12, '<path d="M2 10l4-6M8 11l3-5" stroke="#8a6f36" fill="none"/>'),
    "houses": (24, '<path d="M4 12V7l4-4 4 4v5zM15 22v-5l3-3 3 3v5z" fill="#a9a08c" stroke="#6b6250"/>'),
    "reeds": (20, '<path d="M3 12h9M6 12V7M8 12V5M10 12V8M13 19h6" stroke="#6d8a80" fill="none"/>'),
    "stones": (18, '<path d="M4 6a1.6 1.6 0 1 0 3 0 1.6 1.6 0 1 0-3 0M12 13h2.6v1.6h-2.6z" fill="#a79a80"/>'),
    "waves": (22, '<path d="M2 8q4-4 8 0t8 0M8 18q4-4 8 0" stroke="#7fa3b8" fill="none"/>'),
    "furrows": (9, '<path d="M0 4.5h9" stroke="#d3c98c" fill="none"/>'),
    "orchard": (16, '<circle cx="8" cy="8" r="2.6" fill="#93a35c" stroke="#6c7a3c"/>'),
}  # fmt: skip

_SYMBOL = re.compile(
    r'<symbol id="troop-([A-Za-z]+)"[^>]*>(?:<title>[^<]*</title>)?(.*?)</symbol>', re.DOTALL
)


def field_svg(
    state: Mapping[str, Any], showing: Showing, *, title: str, prefix: str = "f", subject: str = ""
) -> SafeString:
    """The field in a state, the unit with the id `subject` marked.

    `prefix` begins the ids inside, so that several drawings fit on one page.
    """
    if "width" not in state:
        return SafeString("")
    drawing = _Drawing(state, showing, prefix, subject)
    return mark_safe(drawing.svg(title))  # every word of a player's in it is escaped


class _Drawing:
    """One drawing: where things lie on it, and its parts from the ground upwards."""

    def __init__(self, state: Mapping[str, Any], showing: Showing, prefix: str, subject: str) -> None:
        self.state = state
        self.showing = showing
        self.prefix = prefix
        self.subject = subject
        self.width, self.depth = state["width"], state["depth"]
        self.places = numbers(state)

    def svg(self, title: str) -> str:
        wide = self.width * UNIT + 2 * MARGIN
        high = self.depth * UNIT + 2 * MARGIN + FOOT
        parts = chain(self._definitions(), self._ground(), self._units(), self._leaders(), self._scale(high))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img" '
            f'aria-label="{escape(title)}" font-family="EB Garamond, serif">'
            f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
        )

    # -- places ---------------------------------------------------------------------------------

    def _x(self, x: float) -> float:
        return MARGIN + x * UNIT

    def _y(self, y: float) -> float:
        return MARGIN + (self.depth - y) * UNIT

    def _points(self, flat: Sequence[float]) -> str:
        pairs = zip(flat[::2], flat[1::2], strict=True)
        return " ".join(f"{self._x(x):.1f},{self._y(y):.1f}" for x, y in pairs)

    # -- ground ---------------------------------------------------------------------------------

    def _definitions(self) -> Iterator[str]:
        yield "<defs>"
        kinds = {_LOOKS.get(piece["kind"], _PLAIN)[2] for piece in self.state["terrain"]}
        for name in sorted(kinds - {""}):
            size, content = _PATTERNS[name]
            yield (
                f'<pattern id="{self.prefix}-{name}" width="{size}" height="{size}" '
                f'patternUnits="userSpaceOnUse">{content}</pattern>'
            )
        yield (
            f'<pattern id="{self.prefix}-hatch" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" stroke="{COLOURS[1]}" stroke-width=".8" opacity=".45"/>'
            "</pattern>"
        )
        signs = {_sign(unit["type"]) for unit in self.state["units"] if unit["base"]}
        for sign in sorted(signs | {"leader", "chief"}):
            if sign in _signs():
                yield f'<g id="{self.prefix}-{sign}">{_signs()[sign]}</g>'
        yield "</defs>"

    def _ground(self) -> Iterator[str]:
        yield (
            f'<rect x="{MARGIN:g}" y="{MARGIN:g}" width="{self.width * UNIT:g}" '
            f'height="{self.depth * UNIT:g}" fill="#f4f0dc" stroke="{INK}" stroke-width="1.5"/>'
        )
        yield from self._zones()
        pieces = self.state["terrain"]
        yield from (part for piece in pieces if piece["outline"] for part in self._area(piece))
        yield from (part for piece in pieces if piece["line"] for part in self._line(piece))

    def _zones(self) -> Iterator[str]:
        for side, zone in enumerate(self.showing.zones(self.state)):
            yield (
                f'<rect x="{self._x(zone.x):g}" y="{self._y(zone.y + zone.depth):g}" '
                f'width="{zone.width * UNIT:g}" height="{zone.depth * UNIT:g}" fill="none" '
                f'stroke="{COLOURS[side]}" stroke-width="1" stroke-dasharray="2 6" opacity=".7"/>'
            )

    def _area(self, piece: Mapping[str, Any]) -> Iterator[str]:
        fill, edge, pattern, dashes = _LOOKS.get(piece["kind"], _PLAIN)
        points = self._points(piece["outline"])
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
        points = self._points(piece["line"])
        name = f"<title>{escape(self.showing.terrain_name(piece['kind']))}</title>"
        if piece["kind"] in _LINES:
            colour, _ = _LINES[piece["kind"]]
            thick = max(piece["width"], 0.25) * UNIT
            yield _polyline(points, colour, thick, name)
        elif piece["outline"]:
            yield _polyline(points, "#8a6f36", 1.6, name, dash="9 4")
        else:
            yield _polyline(points, "#6c5a34", 4.0, name)
        for kind, x, y in piece.get("crossings", ()):
            letter = kind[:1].upper()
            yield (
                f'<g><title>{escape(kind)}</title><circle cx="{self._x(x):.1f}" cy="{self._y(y):.1f}" r="9" '
                f'fill="#fbf7ec" stroke="{INK}"/>{_text(self._x(x), self._y(y) + 4, letter, 12)}</g>'
            )

    # -- troops ---------------------------------------------------------------------------------

    def _units(self) -> Iterator[str]:
        for unit in self.state["units"]:
            if unit["base"]:
                yield from self._unit(unit)

    def _unit(self, unit: Mapping[str, Any]) -> Iterator[str]:
        x, y, heading, width, depth = unit["base"]
        wide, deep = width * UNIT, depth * UNIT
        turn = (90.0 - heading) % 360
        colour = COLOURS[unit["side"]]
        edge = ' stroke-dasharray="5 2.5"' if unit["exhausted"] else ""
        box = f'x="{-wide / 2:.1f}" y="0" width="{wide:.1f}" height="{deep:.1f}"'
        yield f'<g transform="translate({self._x(x):.1f} {self._y(y):.1f}) rotate({turn:.2f})">'
        yield f"<title>{escape(_said(unit))}</title>"
        if unit["id"] == self.subject:
            around = f'x="{-wide / 2 - 7:.1f}" y="-12" width="{wide + 14:.1f}" height="{deep + 19:.1f}"'
            yield f'<rect {around} rx="5" fill="#f0c330" fill-opacity=".45" stroke="#7a5410"/>'
        yield f'<rect {box} fill="{TINTS[unit["side"]]}"/>'
        if unit["side"] == 1:
            yield f'<rect {box} fill="url(#{self.prefix}-hatch)"/>'
        yield f'<rect {box} fill="none" stroke="{colour}" stroke-width="1.8"{edge}/>'
        yield f'<path d="M-5 0L0 -7L5 0Z" fill="{colour}"/>'
        yield self._signed(unit, wide, deep, turn)
        yield from self._losses(unit, wide, deep, colour)
        if unit["disordered"]:
            yield f'<g transform="translate({wide / 2 - 2:.1f} 1) rotate({-turn:.2f})">{_disorder()}</g>'
        yield "</g>"

    def _signed(self, unit: Mapping[str, Any], wide: float, deep: float, turn: float) -> str:
        """The sign of the troops, as large as the base allows, and the unit's number, upright."""
        sign = _sign(unit["type"])
        slim = wide < 1.2 * UNIT  # a gun's base: its number stands beside it
        room = wide - 4 if slim else wide - 22
        scale = min(room / 48, (deep - 6) / 32)
        x = -24 * scale + (0 if slim else 8)
        number = _text(0, 4.6, str(self.places[unit["id"]]), 14, COLOURS[unit["side"]], bold=True)
        left = wide / 2 + 9 if slim else -wide / 2 + 10
        drawn = f'<use href="#{self.prefix}-{sign}"/>' if sign in _signs() else ""
        return (
            f'<g transform="translate({x:.2f} {(deep - 32 * scale) / 2:.2f}) scale({scale:.3f})" '
            f'color="{INK}">{drawn}</g>'
            f'<g transform="translate({left:.1f} {deep / 2:.1f}) rotate({180 if 90 < turn < 270 else 0})">'
            f"{number}</g>"
        )

    def _losses(self, unit: Mapping[str, Any], wide: float, deep: float, colour: str) -> Iterator[str]:
        """A full square along the rear edge for each loss."""
        count = unit["losses"]
        start = wide / 2 - 3 - count * 6.5
        for index in range(count):
            x, y = start + 6.5 * index, deep - 5
            yield f'<rect x="{x:.1f}" y="{y:.1f}" width="5" height="5" fill="{colour}"/>'

    def _leaders(self) -> Iterator[str]:
        units = {unit["id"]: unit for unit in self.state["units"]}
        for leader in self.state["leaders"]:
            if not leader["alive"] or not (leader["placed"] or leader["attached"]):
                continue
            with_unit = units.get(leader["attached"])
            x, y = leader["x"], leader["y"]
            if with_unit is not None:
                if not with_unit["base"]:
                    continue
                x, y = with_unit["base"][:2]
            yield self._leader(leader, self._x(x), self._y(y), with_unit)

    def _leader(self, leader: Mapping[str, Any], x: float, y: float, unit: Mapping[str, Any] | None) -> str:
        sign = "chief" if leader["commander_in_chief"] else "leader"
        colour = COLOURS[leader["side"]]
        where = f" with {unit['name']}" if unit is not None else ""
        words = f"{leader['name']}, {leader['level']}{where}"
        return (
            f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(words)}</title>'
            f'<circle r="10.5" fill="#fbf7ec" stroke="{colour}" stroke-width="1.8"/>'
            f'<g transform="translate(-14 -8.6) scale(.52)" color="{colour}">'
            f'<use href="#{self.prefix}-{sign}"/></g></g>'
        )

    # -- the foot -------------------------------------------------------------------------------

    def _scale(self, high: float) -> Iterator[str]:
        """The scale in the system's unit of length, and which side is which."""
        y = high - MARGIN - 8
        length = 5 * UNIT
        x = self._x(self.width) - length
        yield f'<path d="M{x:g} {y - 6:g}v6h{length:g}v-6" fill="none" stroke="{INK}" stroke-width="1.4"/>'
        for step in range(1, 5):
            yield f'<path d="M{x + step * UNIT:g} {y:g}v-4" stroke="{INK}"/>'
        yield _text(x - 10, y + 1, f"5 {self.showing.length}", 17, INK, anchor="end")
        at = MARGIN
        for side in self.state["sides"]:
            index = side["index"]
            box = f'x="{at:g}" y="{y - 13:g}" width="26" height="14"'
            yield f'<rect {box} fill="{TINTS[index]}" stroke="{COLOURS[index]}" stroke-width="1.8"/>'
            if index == 1:
                yield f'<rect {box} fill="url(#{self.prefix}-hatch)"/>'
            name = side["name"] if len(side["name"]) <= 26 else f"{side['name'][:25]}…"
            yield _text(at + 33, y, name, 17, COLOURS[index], anchor="start")
            at += 60 + 8.2 * len(name)


def _said(unit: Mapping[str, Any]) -> str:
    """A unit in words, for those who point at it."""
    marks = [mark for mark in ("exhausted", "disordered") if unit[mark]]
    return ", ".join([f"{unit['name']}: VBU {unit['vbu']} of {unit['vbu'] + unit['losses']}", *marks])


def _disorder() -> str:
    return (
        '<circle r="7.5" fill="#f0c330" stroke="#5c4300" stroke-width="1.2"/>'
        '<path d="M-3.5 -1q1.7 -3 3.5 0t3.5 0M-3.5 3q1.7 -3 3.5 0t3.5 0" fill="none" stroke="#5c4300" '
        'stroke-width="1.3"/>'
    )


def _polyline(points: str, colour: str, thick: float, inside: str, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{thick:g}" '
        f'stroke-linecap="butt" stroke-linejoin="round"{dashes}>{inside}</polyline>'
    )


def _text(
    x: float,
    y: float,
    words: str,
    size: float,
    colour: str = INK,
    *,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" '
        f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
    )


def _sign(kind: str) -> str:
    """The name of the sign for a kind of troops."""
    plain = kind.replace("&", "")
    return "baggage" if plain == "BAG" else plain


@cache
def _signs() -> Mapping[str, str]:
    """The drawings of static/img/troops.svg by name."""
    path = finders.find("img/troops.svg")
    assert isinstance(path, str), "img/troops.svg is missing"
    return dict(_SYMBOL.findall(Path(path).read_text(encoding="utf-8")))
