"""What a campaign's map looks like: colours, the signs of the ground, the patterns of factions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SEA = "#dbe4e3"
SEA_LINES = ("#d0dcdc", "#c3d2d4", "#b2c5ca")
"""The water along a coast, from the outermost band to the shore."""
COAST = "#47606a"
LAND = "#f4eedd"
RIVER = ("#f4eedd", "#6d95a8")
BORDER = "#a4957a"

TINTS: Mapping[str, str] = {
    "fields": "#f3ecd6",
    "open": "#f6f1e0",
    "hills": "#ebdfbd",
    "mountains": "#dccda8",
    "forest": "#dde0bd",
    "marsh": "#dde4d6",
    "steppe": "#f3e8c2",
    "moor": "#e8dfcc",
    "sea": "#d3dfe1",
}
"""The tint of each terrain."""

SIGN = "#75684f"
TERRAIN: Mapping[str, tuple[int, str]] = {
    "hills": (
        46,
        '<path d="M5 17q6-9 12 0M9 17l1-3M13 17l-.6-3.4M28 39q5.5-8 11 0M32 39l1-3M35.6 39l-.4-3"/>',
    ),
    "mountains": (
        48,
        '<path d="M4 20l8-14 8 14M12 6l2 6-2 2 2 5M26 43l7-12 7 12M33 31l1.6 5-1.6 2 1.6 4"/>',
    ),
    "forest": (
        42,
        '<path d="M9 16v-3M5 13a4 4.6 0 1 1 8 0z'
        "M17 21v-3M13.5 18a3.5 4 0 1 1 7 0zM31 38v-3M27 35a4 4.6 0 1 1 8 0z"
        'M35 14v-2M32 12a3 3.6 0 1 1 6 0z" fill="#a9b27c" fill-opacity=".55"/>',
    ),
    "marsh": (
        44,
        '<path d="M4 15h13M7 15v-4M10.5 15v-6M14 15v-4M9 19h9M25 37h12M28 37v-4M31 37v-6M34 37v-4M30 41h8"/>',
    ),
    "steppe": (40, '<path d="M6 13l-1.6-4M7 13V8M8 13l1.6-4M27 33l-1.6-4M28 33v-5M29 33l1.6-4"/>'),
    "moor": (40, '<path d="M5 13c0-5 6-5 6 0M13 14c0-3 4-3 4 0M25 33c0-5 6-5 6 0"/>'),
    "sea": (46, '<path d="M5 14q4-4 8 0t8 0M26 37q4-4 8 0t8 0" stroke="#8fa9b1"/>'),
}
"""Tiles of small signs for the ground: their size, and what stands in them."""


@dataclass(frozen=True, slots=True)
class Hatch:
    """A faction's pattern: what stands in a tile `size` wide, drawn in the faction's colour."""

    size: float
    content: str
    turn: int = 0


HATCHES: tuple[Hatch, ...] = (
    Hatch(7, '<path d="M0 3.5h7"/>', 45),
    Hatch(8, '<circle cx="4" cy="4" r="1.15" stroke="none" fill="{colour}"/>', 0),
    Hatch(7, '<path d="M0 3.5h7"/>', -45),
    Hatch(9, '<path d="M0 4.5h9M4.5 0v9"/>', 0),
    Hatch(7, '<path d="M3.5 0v7"/>', 0),
    Hatch(9, '<path d="M0 4.5h9M4.5 0v9"/>', 45),
    Hatch(7, '<path d="M0 3.5h7"/>', 0),
    Hatch(12, '<circle cx="6" cy="6" r="2.6" fill="none"/>', 0),
    Hatch(10, '<path d="M0 3q2.5-4 5 0t5 0M0 8q2.5-4 5 0t5 0" fill="none"/>', 0),
    Hatch(12, '<path d="M3 6h6M6 3v6"/>', 0),
    Hatch(9, '<path d="M0 3h9M0 5.5h9"/>', 30),
    Hatch(9, '<path d="M0 4.5h9" stroke-dasharray="5 4"/>', -30),
)
"""The patterns by a faction's place; the thirteenth faction has that of the first again."""


def hatch(number: int) -> Hatch:
    """Return the pattern of the faction at a place."""
    return HATCHES[number % len(HATCHES)]


ROADS: Mapping[str, tuple[tuple[str, float, str], ...]] = {
    "road": (("#8a6b3c", 3.0, ""), ("#ead8ad", 1.5, "")),
    "track": (("#8a6b3c", 1.4, "5 3.5"),),
    "crossing": (("#8a6b3c", 3.0, ""), ("#ead8ad", 1.5, "")),
    "pass": (("#6b4d17", 1.8, "8 3 1.5 3"),),
    "sea": (("#47707f", 1.5, "1.5 5"),),
}
"""The strokes of a link by its kind, from below: colour, thickness, dashes."""

LINK_NAMES: Mapping[str, str] = {
    "road": "Road", "track": "Track", "crossing": "River crossing", "pass": "Pass", "sea": "Sea route",
}  # fmt: skip
TERRAIN_NAMES: Mapping[str, str] = {
    "fields": "Fields", "open": "Open country", "hills": "Hills", "mountains": "Mountains",
    "forest": "Forest", "marsh": "Marsh", "steppe": "Steppe", "moor": "Moor", "sea": "Sea",
}  # fmt: skip
FEATURE_NAMES: Mapping[str, str] = {
    "city": "City", "fortress": "Fortress", "village": "Village", "ford": "Ford", "bridge": "Bridge",
    "magazine": "Magazine", "port": "Port",
}  # fmt: skip

COLOURS = ("#8c1f22", "#2c4560", "#4a5a2a", "#7a5410", "#5b3a6b", "#1f6a66", "#8a4b1a", "#3a3a3a")
"""The colours of owners on a map that no campaign is played on."""
