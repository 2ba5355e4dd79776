"""What drawings of a battle look like: colours, terrain, small marks."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from rulesets.engine import svg
from rulesets.engine.svg import INK, PAPER

# Fill, outline, pattern and dashes by kind of terrain, no two of a system alike; what is not named is broken
# ground.
THEMES: Mapping[str, tuple[str, str, str, str]] = {
    "gentle_hill": ("#e9dcb4", "#a58a4c", "rise", ""),
    "ridge": ("#dfcb90", "#8f7438", "crest", ""),
    "steep_hill": ("#d9c48c", "#8a6f36", "slope", ""),
    "wooded_hill": ("#cfc98e", "#6c7a3c", "wooded", ""),
    "wood": ("#cfd8ad", "#5f7038", "trees", ""),
    "village": ("#e3dccb", "#6b6250", "houses", ""),
    "swamp": ("#d3ddd0", "#6d8a80", "reeds", ""),
    "rocks": ("#cfc9be", "#6b6459", "crags", ""),
    "lake": ("#c5d8e2", "#5f86a0", "waves", ""),
    "shore": ("#d3dcd2", "#5f86a0", "strand", ""),
    "open_field": ("#ece6b8", "#7d6a3a", "furrows", "7 3"),
    "orchard": ("#dfe2b4", "#7d6a3a", "orchard", "7 3"),
    "hill": ("#e9dcb4", "#a58a4c", "rise", ""),
    "marsh": ("#d3ddd0", "#6d8a80", "reeds", ""),
    "crops": ("#ece6b8", "#7d6a3a", "furrows", "7 3"),
    "building": ("#e3dccb", "#6b6250", "houses", ""),
    "fort": ("#d8cdb6", "#4f4838", "crags", ""),
}
PLAIN = ("#e8ddc0", "#9b8a66", "stones", "3 4")
LINES: Mapping[str, str] = {
    "river": "#8fb4c9", "road": "#d8bf93", "stream": "#8fb4c9", "hedge": "#5f7038", "wall": "#6b6459",
}  # fmt: skip

PATTERNS: Mapping[str, tuple[int, str]] = {
    "trees": (22, '<path d="M6 10l4-7 4 7zM10 10v3M16 21l3-6 3 6z" fill="#7c8f4c" stroke="#5f7038"/>'),
    "slope": (12, '<path d="M2 10l4-6M8 11l3-5" stroke="#8a6f36" fill="none"/>'),
    "rise": (26, '<path d="M4 9q5-4 10 0M14 21q5-4 10 0" stroke="#b79c5e" fill="none"/>'),
    "crest": (18, '<path d="M2 7l4-4 4 4M10 15l3-3 3 3" stroke="#8f7438" fill="none"/>'),
    "wooded": (
        22,
        '<path d="M6 10l4-7 4 7zM10 10v3" fill="#7c8f4c" stroke="#5f7038"/>'
        '<path d="M14 20l4-6M18 21l3-5" stroke="#8a6f36" fill="none"/>',
    ),
    "crags": (16, '<path d="M2 11l3-7 3 4 2-3 3 6zM11 3h3" fill="#a79f92" stroke="#6b6459"/>'),
    "strand": (
        20,
        '<path d="M2 8q4-4 8 0t8 0" stroke="#7fa3b8" fill="none"/><path d="M4 15h1M9 17h1M15 14h1" '
        'stroke="#8d7c63"/>',
    ),
    "houses": (24, '<path d="M4 12V7l4-4 4 4v5zM15 22v-5l3-3 3 3v5z" fill="#a9a08c" stroke="#6b6250"/>'),
    "reeds": (20, '<path d="M3 12h9M6 12V7M8 12V5M10 12V8M13 19h6" stroke="#6d8a80" fill="none"/>'),
    "stones": (18, '<path d="M4 6a1.6 1.6 0 1 0 3 0 1.6 1.6 0 1 0-3 0M12 13h2.6v1.6h-2.6z" fill="#a79a80"/>'),
    "waves": (22, '<path d="M2 8q4-4 8 0t8 0M8 18q4-4 8 0" stroke="#7fa3b8" fill="none"/>'),
    "furrows": (9, '<path d="M0 4.5h9" stroke="#d3c98c" fill="none"/>'),
    "orchard": (16, '<circle cx="8" cy="8" r="2.6" fill="#93a35c" stroke="#6c7a3c"/>'),
}

MARKS: Mapping[str, str] = {
    "disordered": (
        '<circle r="7.5" fill="#f0c330" stroke="#5c4300" stroke-width="1.2"/>'
        '<path d="M-3.5 -1q1.7 -3 3.5 0t3.5 0M-3.5 3q1.7 -3 3.5 0t3.5 0" fill="none" stroke="#5c4300" '
        'stroke-width="1.3"/>'
    ),
    "reacted": (
        f'<circle r="6" fill="{PAPER}" stroke="{INK}" stroke-width="1"/>'
        f'<path d="M3 -1.2A3.2 3.2 0 1 0 2.4 2.2M3.6 -3.6V-.8H.8" fill="none" stroke="{INK}" '
        'stroke-width="1.3"/>'
    ),
    "activated": (
        f'<circle r="6" fill="{INK}"/>'
        f'<path d="M-3 0l2.2 2.4L3 -2.4" fill="none" stroke="{PAPER}" stroke-width="1.6"/>'
    ),
    "opportunity": (
        '<circle r="7" fill="#dfe6bf" stroke="#4c5a24" stroke-width="1.4"/>'
        '<circle r="3.6" fill="none" stroke="#4c5a24" stroke-width="1.2"/><circle r="1.3" fill="#4c5a24"/>'
    ),
    "ordered": (
        f'<circle r="6" fill="{INK}"/>'
        f'<path d="M-3 0l2.2 2.4L3 -2.4" fill="none" stroke="{PAPER}" stroke-width="1.6"/>'
    ),
    "moved": (
        f'<circle r="6" fill="{INK}"/>'
        f'<path d="M-3 0l2.2 2.4L3 -2.4" fill="none" stroke="{PAPER}" stroke-width="1.6"/>'
    ),
    "melee": (
        f'<circle r="9" fill="{PAPER}" stroke="{INK}" stroke-width="1"/>'
        f'<path d="M-5 -5L5 5M5 -5L-5 5M-5.6 1.8l3.8 3.8M5.6 1.8L1.8 5.6" stroke="{INK}" stroke-width="1.6"/>'
    ),
}
"""Small drawings around 0, 0 of what a unit is marked with."""


def name_lines(name: str, width: int) -> list[str]:
    """Return a name in one line or two of at most `width` characters; what does not fit ends with …"""
    return wrap(name, width, max_lines=2, placeholder="…") or [""]


def legend(x: float, y: float, name: str, lines: list[str], size: float, colour: str) -> str:
    """Return the name of a side, beside a sign whose middle is about 5 above `y`; a title has it whole."""
    first = y if len(lines) == 1 else y - size / 2
    rows = (svg.text(x, first + at * size, row, size, colour, anchor="start") for at, row in enumerate(lines))
    return svg.group(*rows, title=name)
