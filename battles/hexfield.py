"""A field of hexes as a drawing: the map as its rule system draws it, on it stands with ranks and markers.

A stand fills a part of its hex, its front towards the point that it faces; its rear ranks are bands behind
the front one. The strength of the front rank is a bold number, that of the others squares; the stand's own
number has a frame, as it has beside its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import cos, radians, sin
from typing import Any

from battles.freefield import LETTER, Drawing
from rulesets.contract.presentation import Drawn
from rulesets.engine import svg
from rulesets.engine.svg import COLOURS, PAPER

UNIT = 84.0
SIGN = (48.0, 32.0)  # the size of a drawn sign
BAND, PIP = 8.4, 5.5  # the depth of a rear rank, and from square to square on it


class HexDrawing(Drawing):
    """One drawing of a map with what stands on it."""

    unit = UNIT

    @cached_property
    def drawn(self) -> Drawn:
        """The map as its system draws it."""
        assert self.presentation.map is not None
        return self.presentation.map(self.state, self.prefix, self.unit, self.margin)

    def patterns(self) -> Iterator[str]:
        """Yield what the ground is filled with."""
        yield self.drawn.defs

    def table(self) -> Iterator[str]:
        """Yield the ground."""
        yield self.drawn.ground

    def terrain(self) -> Iterator[str]:
        """Yield the names of the hexes."""
        yield self.drawn.labels

    def zones(self) -> Iterator[str]:
        """Where each side deploys."""
        yield self.drawn.zones

    def middle(self, unit: Mapping[str, Any]) -> tuple[float, float]:
        """Return the middle of a stand's base."""
        x, y, heading, _, depth = unit["base"]
        turn = radians(heading)
        return x - cos(turn) * depth / 2, y - sin(turn) * depth / 2

    def base(self, unit: Mapping[str, Any]) -> Iterator[str]:
        """Yield a stand; its rear ranks are bands with a square for each point of their strength."""
        yield from super().base(unit)
        wide, deep = unit["base"][3] * self.unit, unit["base"][4] * self.unit
        colour = COLOURS[unit["side"]]
        behind = self.presentation.ranks(unit)[1:]
        for rank, left in enumerate(reversed(behind), start=1):
            y = deep - BAND * rank
            start = -(left * PIP - 1.5) / 2
            pips = "".join(f"M{start + PIP * pip:.1f} {y + 2:.1f}h4v4h-4z" for pip in range(left))
            yield svg.path(f"M{-wide / 2:.1f} {y:.1f}h{wide:.1f}", stroke=colour)
            yield svg.path(pips, fill=colour)

    def _signed(self, unit: Mapping[str, Any], wide: float, deep: float, turn: float) -> Iterator[str]:
        """Yield the stand's number in a frame, its troops' sign and its front rank's strength, upright."""
        ranks = self.presentation.ranks(unit)
        high = deep - BAND * max(0, len(ranks) - 1)
        scale = min((wide - 36) / SIGN[0], (high - 7) / SIGN[1])
        yield from self._sign(unit, -SIGN[0] / 2 * scale, (high - SIGN[1] * scale) / 2, scale)
        colour, number = COLOURS[unit["side"]], str(self.places[unit["id"]])
        half = 4.5 + 4 * len(number)
        frame = svg.rect(-half, -9, 2 * half, 18, rx=2, fill=PAPER, stroke=colour, stroke_width=1)
        framed = frame + svg.text(0, 5, number, 15, colour)
        strength = svg.text(0, 6.5, next(iter(ranks), 0), 20, font_weight=700)
        # Seen from above the number is always the left one: what turns with the stand would be mixed up.
        right, down = cos(radians(turn)), sin(radians(turn))
        side = -1 if right < -1e-6 or (right < 1e-6 and down < 0) else 1
        for x, word in ((half + 2 - wide / 2, framed), (wide / 2 - 9, strength)):
            yield svg.group(word, transform=svg.moved(side * x, high / 2, -turn))

    def _losses(self, unit: Mapping[str, Any], wide: float, deep: float, colour: str) -> Iterator[str]:
        """Nothing: the strength stands on the base."""
        return iter(())

    def _scale(self, high: float) -> Iterator[str]:
        """Which side is which; the hexes themselves are the scale."""
        letters = max(8, int((self.width * self.unit / 2 - 60) / (LETTER * 1.4)))
        return self._sides(high - self.margin - 8, letters, 24, (32, 18))
