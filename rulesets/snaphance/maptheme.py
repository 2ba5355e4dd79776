"""What the ground of a hex map looks like: colours, patterns, lines, by the keys of the Summary Sheet.

The map editor in the browser draws with the same theme; `to_json` hands it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rulesets.engine.svg import INK, PALE

GRID = "#b9aa88"
CONTOUR = "#7a5a24"
ROAD = ("#ecd9ae", "#7d6338")
WATER = ("#5f8fae", 4.5, "")
LEVELS = ("#f6f1df", "#eadcb0", "#d8bf7e")
"""The tints of plain, hillside and hilltop."""


@dataclass(frozen=True, slots=True)
class GroundTheme:
    """How a kind of ground is filled: colour ("" for none), how much it covers, and the pattern over it."""

    fill: str = ""
    pattern: str = ""
    opacity: float = 0.85


THEMES: Mapping[str, GroundTheme] = {
    "open": GroundTheme(),
    "road": GroundTheme(),
    "hillside": GroundTheme(),
    "hilltop": GroundTheme(),
    "woods": GroundTheme("#c9d4a2", "trees"),
    "town": GroundTheme("#ddd3bf", "houses"),
    "rough": GroundTheme("#e4e0ae", "scrub"),
    "marsh": GroundTheme("#d0dccf", "reeds"),
    "steep": GroundTheme("#c9ab6c", "slope", 0.7),
    "fort": GroundTheme("#cdbfae", "walls"),
    "lake": GroundTheme("#bcd4e1", "waves", 1.0),
}
_UNKNOWN = GroundTheme("#ddd5c4", "stones")

Stroke = tuple[str, float, str]
SIDES: Mapping[str, tuple[Stroke, ...]] = {
    "stream": (("#6f9fbc", 3.2, ""),),
    "river": (("#3f6f90", 7.0, ""), ("#a9cade", 3.8, "")),
    "obstacle": (("#5d4a22", 3.4, ""), ("#d9c690", 1.2, "3 2")),
    "works": (("#5d4a22", 6.0, "3 2.4"), ("#5d4a22", 1.4, "")),
}
"""The strokes of what lies on hex sides, from below: colour, thickness, dashes."""
CROSSINGS: Mapping[str, str] = {"ford": "2 2.4"}
"""The dashes of what leads over water; a bridge has none."""
PLAIN_SIDE: tuple[Stroke, ...] = ((PALE, 3.0, "5 3"),)

PATTERNS: Mapping[str, tuple[int, str]] = {
    "trees": (
        16,
        '<path d="M4 8l3-5.5L10 8zM7 8v2.4M11 15.2l2.2-4.2 2.2 4.2z" fill="#7c8f4c" stroke="#4f6030" '
        'stroke-width=".8"/>',
    ),
    "houses": (
        20,
        '<path d="M3 10V6l3.4-3L10 6v4zM12 19v-4l3-2.6 3 2.6v4z" fill="#a9a08c" stroke="#4e4637"/>',
    ),
    "scrub": (11, '<path d="M2 8.5c0-3 4-3 4 0M7 4c0-2 3-2 3 0" stroke="#6d6a2a" fill="none"/>'),
    "reeds": (15, '<path d="M2 9h8M4.5 9V5M6.5 9V3.4M8.5 9V6M10 14h4" stroke="#4f7268" fill="none"/>'),
    "slope": (8, '<path d="M1.5 7l3-5M5.5 7.5l2-3.4" stroke="#6b4d17" fill="none"/>'),
    "walls": (12, '<path d="M0 3.5h12M0 9.5h12M4 3.5v6M10 9.5v2.5M10 0v3.5" stroke="#5d5142" fill="none"/>'),
    "waves": (14, '<path d="M1 5q3-3 6 0t6 0M1 12q3-3 6 0t6 0" stroke="#5f86a0" fill="none"/>'),
    "stones": (14, '<path d="M3 5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M9 10h2.4v1.6H9z" fill="#8f836c"/>'),
}
"""Tiles: their size, and what stands in them."""


def theme_of(kind: str) -> GroundTheme:
    """Return the theme of a kind of ground; what a scenario's own sheet adds looks like broken ground."""
    return THEMES.get(kind, _UNKNOWN)


def to_json(kinds: Mapping[str, bool]) -> dict[str, Any]:
    """Return the theme of these kinds (with whether they lie on hex sides), for a drawing in the browser."""
    grounds = {kind: theme_of(kind) for kind, side in kinds.items() if not side}
    strokes = {kind: SIDES.get(kind, PLAIN_SIDE) for kind, side in kinds.items() if side}
    return {
        "levels": list(LEVELS),
        "grid": GRID,
        "contour": CONTOUR,
        "road": list(ROAD),
        "ink": INK,
        "soft": PALE,
        "water": list(WATER),
        "crossings": dict(CROSSINGS),
        "grounds": {kind: asdict(each) for kind, each in grounds.items()},
        "sides": {kind: [list(each) for each in lines] for kind, lines in strokes.items()},
    }
