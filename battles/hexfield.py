"""A field of hexes as a drawing: the map as its rule system draws it, on it stands with ranks and markers.

A stand fills a part of its hex, its front towards the point that it faces; its rear ranks are bands behind
the front one. The strength of the front rank is a number, that of the others squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import cos, radians, sin
from typing import Any

from battles.freefield import LETTER, Drawing
from battles.looks import COLOURS, INK, legend, name_lines, signs, text
from rulesets.contract.presentation import Drawn

UNIT = 84.0
SIGN = (48.0, 32.0)  # the size of a drawn sign
BAND, PIP = 8.4, 5.5  # the depth of a rear rank, and from square to square on it


class HexDrawing(Drawing):
    """One drawing of a map with what stands on it."""

    unit = UNIT

    @cached_property
    def drawn(self) -> Drawn:
        """The map as its system draws it."""
        assert self.showing.map is not None
        return self.showing.map(self.state, self.prefix, self.unit, self.margin)

    def patterns(self) -> Iterator[str]:
        """What the ground is filled with."""
        yield self.drawn.defs

    def table(self) -> Iterator[str]:
        """The ground."""
        yield self.drawn.ground

    def terrain(self) -> Iterator[str]:
        """The names of the hexes."""
        yield self.drawn.labels

    def zones(self) -> Iterator[str]:
        """Where each side deploys."""
        yield self.drawn.zones

    def middle(self, unit: Mapping[str, Any]) -> tuple[float, float]:
        """The middle of a stand's base."""
        x, y, heading, _, depth = unit["base"]
        turn = radians(heading)
        return x - cos(turn) * depth / 2, y - sin(turn) * depth / 2

    def base(self, unit: Mapping[str, Any]) -> Iterator[str]:
        """A stand; its rear ranks are bands with a square for each point of their strength."""
        yield from super().base(unit)
        wide, deep = unit["base"][3] * self.unit, unit["base"][4] * self.unit
        colour = COLOURS[unit["side"]]
        behind = self.showing.ranks(unit)[1:]
        for rank, left in enumerate(reversed(behind), start=1):
            y = deep - BAND * rank
            start = -(left * PIP - 1.5) / 2
            pips = "".join(f"M{start + PIP * pip:.1f} {y + 2:.1f}h4v4h-4z" for pip in range(left))
            yield f'<path d="M{-wide / 2:.1f} {y:.1f}h{wide:.1f}" stroke="{colour}"/>'
            yield f'<path d="{pips}" fill="{colour}"/>'

    def _signed(self, unit: Mapping[str, Any], wide: float, deep: float, turn: float) -> str:
        """The stand's number, the sign of its troops and its front rank's strength, words upright."""
        name, colour = self.showing.sign(unit["type"]), COLOURS[unit["side"]]
        left = next(iter(self.showing.ranks(unit)), 0)
        high = deep - BAND * max(0, len(self.showing.ranks(unit)) - 1)
        scale = min((wide - 36) / SIGN[0], (high - 7) / SIGN[1])
        at = f"translate({-SIGN[0] / 2 * scale:.2f} {(high - SIGN[1] * scale) / 2:.2f}) scale({scale:.3f})"
        drawn = f'<use href="#{self.prefix}-{name}" transform="{at}" color="{INK}"/>'
        bold = ' font-weight="600"'
        words = (
            (10 - wide / 2, text(0, 5.5, str(self.places[unit["id"]]), 16, colour, more=bold)),
            (wide / 2 - 9, text(0, 6, str(left), 18, INK, more=bold)),
        )
        return (drawn if name in signs() else "") + "".join(
            f'<g transform="translate({x:.1f} {high / 2:.1f}) rotate({-turn:.2f})">{word}</g>'
            for x, word in words
        )

    def _losses(self, unit: Mapping[str, Any], wide: float, deep: float, colour: str) -> Iterator[str]:
        """Nothing: the strength stands on the base."""
        return iter(())

    def _scale(self, high: float) -> Iterator[str]:
        """Which side is which; the hexes themselves are the scale."""
        y, at = high - self.margin - 8, self.margin
        for side in self.state["sides"]:
            index = side["index"]
            box = f'x="{at:g}" y="{y - 17:g}" width="32" height="18"'
            fill = f"url(#{self.prefix}-hatch)" if index else "#f4dcd2"
            yield f'<rect {box} fill="{fill}" stroke="{COLOURS[index]}" stroke-width="1.8"/>'
            lines = name_lines(side["name"], max(8, int((self.width * self.unit / 2 - 60) / (LETTER * 1.4))))
            yield legend(at + 42, y, side["name"], lines, 24, COLOURS[index])
            at += 80 + LETTER * 1.4 * max(map(len, lines))
