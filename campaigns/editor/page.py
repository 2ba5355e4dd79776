"""What the script of the map editor is given: the draft, and how everything on it is drawn."""

from __future__ import annotations

from typing import Any

from campaigns.drawing import marks, theme
from campaigns.drawing.plane import AREA, LEAST, MOST
from campaigns.editor.draft import Draft
from campaigns.editor.faults import judged

TOOLS = (
    ("choose", "Choose and move"),
    ("point", "New point"),
    ("area", "Draw an area"),
    ("corner", "Corners"),
    ("link", "Links"),
    ("feature", "Features"),
    ("land", "Coast"),
    ("river", "River"),
)
"""What can be done on the map, and what the buttons are called."""


def script_data(draft: Draft, edition: int, save: str, picture: str) -> dict[str, Any]:
    """Return the draft without its picture, of which only the address is sent, and the theme of its parts."""
    return {
        "document": {**draft, "picture": ""},
        "edition": edition,
        "save": save,
        "picture": picture if draft["picture"] else "",
        "faults": [each.to_json() for each in judged(draft)],
        "sizes": {"area": AREA, "least": LEAST, "most": MOST},
        "tints": theme.TINTS,
        "patterns": {kind: list(tile) for kind, tile in theme.TERRAIN.items()},
        "roads": {kind: [list(each) for each in strokes] for kind, strokes in theme.ROADS.items()},
        "features": marks.FEATURES,
        "colours": theme.COLOURS,
        "terrains": theme.TERRAIN_NAMES,
        "links": theme.LINK_NAMES,
        "kinds": theme.FEATURE_NAMES,
        "sea": [theme.SEA, *theme.SEA_LINES, theme.COAST, theme.LAND],
    }
