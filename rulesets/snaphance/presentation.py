"""How Snaphance battles are shown: their rounds, what stands out in a log, break points, the map, markers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulesets.contract.presentation import (
    Drawn,
    Mark,
    Presentation,
    Score,
    Standing,
    read_hints,
    read_score,
)
from rulesets.snaphance import hexes, mapdrawing, sheet, viewing
from rulesets.snaphance.shooting.volley import ROLLED_BY
from rulesets.snaphance.state import State

SIGNS: Mapping[str, str] = {
    "Pi": "RE", "Ln": "LN", "Hs": "TR", "FH": "GA", "Pk": "PK", "PS": "PM", "LC": "CL", "Dr": "DR",
    "Sh": "SH", "Sk": "S", "Art": "ART",
}  # fmt: skip
"""The drawn sign of each class of stands."""

_GONE = {"destroyed": "destroyed", "fled": "fled off the map", "pursued": "pursued off the map"}
_LOST = frozenset({"destroyed", "fled"})
_MAJOR = (
    "battle-ended", "command-activated", "leader-lost", "leader-replaced", "removed", "round-began",
    "round-ended",
)  # fmt: skip
_MINOR = (
    "command-done", "declared", "group-declared", "leader-helped", "leader-relocated", "movement-over",
    "unit-activated",
    "unit-done",
)  # fmt: skip


def standing(state: State) -> tuple[Standing, ...]:
    """Return the break points at which each army breaks, and those that it has lost (SN-14.0.b)."""
    return tuple(Standing(side.break_at, state.lost[side.index]) for side in state.sides)


def strength_of(unit: Mapping[str, Any]) -> tuple[int, int]:
    """Return the SP left in all ranks of a stand, and what they began with (SN-1.3.a).

    A stand that is destroyed has none left, even where it is no loss of SP that destroyed it (SN-12.2.a).
    """
    return 0 if unit["status"] in _LOST else sum(unit["ranks"]), unit["whole"]


def score(side: Mapping[str, Any]) -> Score:
    """Return a side's figures; it has more break points in all than those that break it (SN-14.0.a-b)."""
    return replace(read_score(side), whole=side["break_points"])


def contacts(state: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield who fights whom in ongoing melees (SN-11.3.a)."""
    for melee in state["melees"]:
        one, other = melee["units"]
        yield one, other
        yield other, one


# -- the map ---------------------------------------------------------------------------------------


def drawn(state: Mapping[str, Any], prefix: str, unit: float, margin: float) -> Drawn:
    """Return the map of a battle; `unit` drawn units for 1 H."""
    # As text, for the cache needs something that can be hashed.
    parts = _map_parts(json.dumps(state["map"]), prefix, unit, margin)
    places = {
        side: frozenset(map(hexes.named, labels)) for side, labels in enumerate(state["zones"]) if labels
    }
    zones = mapdrawing.outline_svg(parts.plane, places)
    return Drawn(parts.defs, parts.ground, parts.labels, zones, parts.grounds)


@lru_cache(maxsize=12)
def _map_parts(text: str, prefix: str, unit: float, margin: float) -> mapdrawing.MapParts:
    """Draw a map once for its JSON, for it changes in no battle."""
    map_ = viewing.map_of(json.loads(text))
    return mapdrawing.hex_map_svg(map_, sheet.load(), prefix=prefix, unit=unit, margin=margin)


_HINTS, _TERMS = read_hints(Path(__file__).parent / "data" / "hints.toml")

PRESENTATION = Presentation(
    turn_began="round-began",
    initiative="initiative",
    major=frozenset(_MAJOR),
    minor=frozenset(_MINOR),
    retold=frozenset({"fired", "move-began", "move-ended", "opportunity", "recovered"}),
    volleys=ROLLED_BY,
    measure="BP",
    measure_name="break points until the army breaks",
    length="H",
    strength="SP",
    standing=standing,
    turn_name="round",
    leader="General",
    command="group",
    unit="stand",
    map=drawn,
    sign=lambda kind: SIGNS.get(kind, kind),
    marks=(
        Mark("disordered", "disordered", "front right"),
        Mark("opportunity", "on opportunity", "front left"),
        Mark("moved", "has acted", "rear left", passing=True),
        Mark("worn", "worn before the battle"),
    ),
    strength_of=strength_of,
    score=score,
    ranks=lambda unit: tuple(unit["ranks"]),  # SN-8.4.a: the SP of each rank, the front one first
    gone=_GONE,
    contacts=contacts,
    broken="broken",
    others="Without a group",
    tables={(18.0, 12.0): "a usual map", (24.0, 16.0): "for more than 25 stands a side"},
    caption=(
        "On each stand, left: its number in a frame; right, bold: the SP of its front rank; between them the "
        "sign of its troops. A band with squares: a rear rank and its SP; a yellow disc: disordered; a green "
        "disc with a ring: on opportunity."
    ),
    legend=(
        "On the left of each stand is its number in a frame, then the sign of its troops; on the right, "
        "bold, the SP of its front rank. A band with squares is a rear rank, with a square for each SP.",
        "A yellow disc: disordered. A green disc with a ring: on opportunity. A black disc with a tick: it "
        "has acted in this round. With “Zones” the hexes that stands control are shown.",
        "In a campaign, what a stand lost in earlier battles has already been taken from its SP.",
    ),
    hints=_HINTS,
    terms=_TERMS,
)
