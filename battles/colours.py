"""The colours of both sides of a battle that is a part of something with colours of its own, as a stylesheet.

Drawings are made in the standard colours and cached so. A page of such a battle links to a stylesheet that
draws these in the sides' own colours; it names nothing but colours, so anybody may read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from battles import signals
from rulesets.engine.svg import COLOURS, TINTS

if TYPE_CHECKING:
    from battles.models import Battle

Pair = tuple[str, str]

SHEET = "#fbf7ec"
"""What names and signs in a side's colour stand on."""

READABLE, VISIBLE = 4.5, 2.5
"""The contrast that text needs (WCAG 2, AA), and the one below which a colour made dark enough is another."""

APART = 25.0
"""How far two colours are from each other (CIE 1976) that nobody takes for the same."""


def colours_of(battle: Battle) -> Pair | None:
    """Return the sides' own colours (`#rrggbb`); None where they have none, or none that are told apart well
    enough on paper.
    """
    for _, found in signals.colours_asked.send(type(battle), battle=battle):
        if found is not None and distinct(*found):
            return readable(found[0]), readable(found[1])
    return None


def distinct(first: str, second: str) -> bool:
    """Return whether two colours are strong enough for the sheet, and far enough from each other."""
    if min(_contrast(each, SHEET) for each in (first, second)) < VISIBLE:
        return False
    one, two = _lab(readable(first)), _lab(readable(second))
    return bool(sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5 >= APART)


def readable(colour: str) -> str:
    """Return a colour, made darker as far as text in it needs."""
    found, share = colour.lower(), 1.0
    while _contrast(found, SHEET) < READABLE:
        share -= 0.02
        found = _hex(share * each for each in _rgb(colour))
    return found


def stylesheet(colours: Pair) -> str:
    """Return the stylesheet that draws a page in colours instead of the standard ones."""
    rules = [f":root {{ --side-a: {colours[0]}; --side-b: {colours[1]}; }}"]
    for was, tint, colour in zip(COLOURS, TINTS, colours, strict=True):
        for name in ("fill", "stroke", "color"):
            rules.append(f'svg [{name}="{was}"] {{ {name}: {colour}; }}')
        rules.append(f'svg [fill="{tint}"] {{ fill: {_tinted(colour)}; }}')
    return "\n".join(rules) + "\n"


def recoloured(drawing: str, colours: Pair | None) -> str:
    """Return a drawing in the standard colours in others; for paper, where no stylesheet reaches it."""
    if colours is None:
        return drawing
    # In one pass: a side's own colour may be the other side's standard one.
    table = dict(zip((*COLOURS, *TINTS), (*colours, *map(_tinted, colours)), strict=True))
    return re.sub("|".join(table), lambda found: table[found[0]], drawing)


def _tinted(colour: str, share: float = 0.2) -> str:
    """Return a colour laid thinly on the sheet."""
    mixed = (share * one + (1 - share) * other for one, other in zip(_rgb(colour), _rgb(SHEET), strict=True))
    return _hex(mixed)


def _hex(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(each * 255):02x}" for each in parts)


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _linear(colour: str) -> tuple[float, float, float]:
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in _rgb(colour)
    )
    return red, green, blue


def _contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2)."""
    weights = (0.2126, 0.7152, 0.0722)
    lights = sorted(
        sum(w * each for w, each in zip(weights, _linear(colour), strict=True)) for colour in (first, second)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _lab(colour: str) -> tuple[float, float, float]:
    """Return a colour in CIELAB under D65."""
    red, green, blue = _linear(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
