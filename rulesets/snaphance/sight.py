"""Line of sight from hex to hex (SN-7.1, SN-C-sight).

The line runs straight between the centres; hexes strictly between count. Where it runs along the sides of
hexes it may pass on either hand, on the same all the way: such a line has two lanes.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from rulesets.snaphance import hexes
from rulesets.snaphance.ground import HILLSIDE, HILLTOP, surveyed
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import State

Lane: TypeAlias = tuple[Hex, ...]
Why: TypeAlias = tuple[str, str]
"""Rule id and reason."""

SEEN_THROUGH = frozenset({"Sk", "LC", "Art"})
"""SN-7.1.c: the classes that fire and sight pass through."""

_NUDGE = 1e-6, 2e-6  # along no line of hex sides, so that it tells one hand from the other


@cache
def lanes(dq: int, dr: int) -> tuple[Lane, ...]:
    """The hexes strictly between a hex and the one at this offset, as offsets: one lane, or two for a line
    that runs along hex sides.
    """
    steps = hexes.distance((0, 0), (dq, dr))
    found = dict.fromkeys(
        tuple(
            _rounded(dq * n / steps + hand * _NUDGE[0], dr * n / steps + hand * _NUDGE[1])
            for n in range(1, steps)
        )
        for hand in (1, -1)
    )
    return tuple(found)


def _rounded(q: float, r: float) -> Hex:
    """The hex in which a point in axial coordinates lies."""
    s = -q - r
    nq, nr, ns = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(nq - q), abs(nr - r), abs(ns - s)
    if off_q > off_r and off_q > off_s:
        return -nr - ns, nr
    if off_r > off_s:
        return nq, -nq - ns
    return nq, nr


def clear(state: State, place: Hex, other: Hex) -> bool:
    """SN-7.1, SN-C-sight: whether what stands on a hex sees what stands on another, and may fire at it as
    far as sight goes. It is the same both ways.
    """
    return bool(open_lanes(state, place, other))


def open_lanes(state: State, place: Hex, other: Hex, *, over_stands: bool = False) -> tuple[Lane, ...]:
    """The lanes, as hexes of the map, along which `clear` holds; `over_stands`: stands do not block them."""
    free = _free_of_terrain(state, place, other)
    return (
        free if over_stands else tuple(lane for lane in free if not any(_hides(state, hex_) for hex_ in lane))
    )


def why_blocked(state: State, place: Hex, other: Hex) -> Why | None:
    """Why a stand does not see a hex, the rule and the reason; None if it does."""
    if clear(state, place, other):
        return None
    for lane in _free_of_terrain(state, place, other):
        for hex_ in lane:
            if _hides(state, hex_):
                stand = state.stand_at(hex_)
                who = "a stand" if stand is None else stand.name
                return "SN-7.1.c", f"{who} at {hexes.label(hex_)} is in the way"
    q, r = place
    lane = lanes(other[0] - q, other[1] - r)[0]
    for dq, dr in lane:
        if _ground_hides(state, place, (q + dq, r + dr), other):
            cell = state.map.cell((q + dq, r + dr))
            blocks = state.sheet.terrain[cell.terrain].blocks
            what = state.sheet.terrain[cell.terrain].name if blocks else "the hilltop"
            return "SN-7.1.b" if blocks else "SN-7.1.a", f"{what} at {hexes.label((q + dq, r + dr))}"
    return None


def _hides(state: State, place: Hex) -> bool:
    """SN-7.1.c: whether a stand on a hex between blocks the line."""
    found = state.occupied.get(place)
    return found is not None and any(state.stands[id_].profile.code not in SEEN_THROUGH for id_ in found)


def _free_of_terrain(state: State, place: Hex, other: Hex) -> tuple[Lane, ...]:
    """The lanes between two hexes that terrain leaves open, as hexes of the map; kept with the map."""
    known = surveyed(state, "sight")
    found: tuple[Lane, ...] | None = known.get((place, other))
    if found is None:
        q, r = place
        across = (tuple((q + dq, r + dr) for dq, dr in lane) for lane in lanes(other[0] - q, other[1] - r))
        found = known[place, other] = tuple(
            lane for lane in across if not any(_ground_hides(state, place, hex_, other) for hex_ in lane)
        )
    return found


def survey_key(state: State) -> frozenset[str]:
    """What besides the map decides the sight over it: the kinds of terrain that block it."""
    return frozenset(key for key, row in state.sheet.terrain.items() if row.blocks)


def _ground_hides(state: State, place: Hex, between: Hex, other: Hex) -> bool:
    """SN-7.1.a-b, SN-C-sight: whether the ground of a hex between blocks the line."""
    field = state.map
    cell = field.cells.get(between)
    if cell is None:
        return False
    if state.sheet.terrain[cell.terrain].blocks:
        return True
    if cell.level < HILLTOP:
        return False
    low, high = sorted((field.cell(place).level, field.cell(other).level))
    return not (high == HILLTOP and low >= HILLSIDE)
