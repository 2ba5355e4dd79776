"""Line of sight from hex to hex (SN-7.1, SN-C-sight).

The line runs straight between the centres; hexes strictly between count. Where it runs along the sides of
hexes it may pass on either hand, on the same all the way: such a line has two lanes.

All that is seen from a hex as far as a weapon reaches is found at once, with hexes as bits of whole numbers.
Whatever blocks sight throws a shadow that depends only on where it stands from the viewer: the shadows of a
map's size are made once, what the ground hides from a hex is stored with the map, and only the shadows of the
stands are laid together each time. There are two sheets of bits for the two lanes, and a hex is seen that
lies in the light on either.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TypeAlias

from rulesets.snaphance import hexes
from rulesets.snaphance.ground import HILLSIDE, HILLTOP, surveyed
from rulesets.snaphance.hexes import Hex, at, disc, distance
from rulesets.snaphance.state import State
from rulesets.snaphance.wording import shooting as words

Lane: TypeAlias = tuple[Hex, ...]
Why: TypeAlias = tuple[str, str]
"""Rule id and reason."""

SEEN_THROUGH = frozenset({"Sk", "LC", "Art"})
"""SN-7.1.c: the classes that fire and sight pass through."""

_NUDGE = 1e-6, 2e-6  # along no line of hex sides, so that one hand differs from the other


@cache
def lanes(dq: int, dr: int) -> tuple[Lane, ...]:
    """Return the hexes strictly between a hex and an offset: one lane, or two along hex sides."""
    # The line is shifted a hair to either hand: where both shifts meet the same hexes it has one lane.
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
    """Return the hex in which a point in axial coordinates lies."""
    s = -q - r
    nq, nr, ns = round(q), round(r), round(s)
    # Of the three rounded coordinates the one that is farthest off is worked out from the others.
    off_q, off_r, off_s = abs(nq - q), abs(nr - r), abs(ns - s)
    if off_q > off_r and off_q > off_s:
        return -nr - ns, nr
    if off_r > off_s:
        return nq, -nq - ns
    return nq, nr


def clear(state: State, place: Hex, other: Hex) -> bool:
    """Return whether two hexes see each other and fire can pass between them (SN-7.1, SN-C-sight)."""
    return bool(open_lanes(state, place, other))


def open_lanes(state: State, place: Hex, other: Hex, *, over_stands: bool = False) -> tuple[Lane, ...]:
    """Return the lanes of hexes along which `clear` holds; `over_stands`: stands do not block them."""
    free = _free_of_terrain(state, place, other)
    return (
        free if over_stands else tuple(lane for lane in free if not any(_hides(state, hex_) for hex_ in lane))
    )


def why_blocked(state: State, place: Hex, other: Hex) -> Why | None:
    """Return why a stand does not see a hex, the rule and the reason; None if it does."""
    if clear(state, place, other):
        return None
    # Where the ground leaves a lane open a stand must block it, and is named rather than the ground.
    for lane in _free_of_terrain(state, place, other):
        for hex_ in lane:
            if _hides(state, hex_):
                stand = state.stand_at(hex_)
                who = "" if stand is None else stand.name
                return "SN-7.1.c", words.stand_in_way(who, hexes.label(hex_))
    q, r = place
    lane = lanes(other[0] - q, other[1] - r)[0]
    for dq, dr in lane:
        if _ground_hides(state, place, (q + dq, r + dr), other):
            cell = state.map.cell((q + dq, r + dr))
            blocks = state.sheet.terrain[cell.terrain].blocks
            what = words.ground_in_way(
                state.sheet.terrain[cell.terrain].name if blocks else "", hexes.label((q + dq, r + dr))
            )
            return "SN-7.1.b" if blocks else "SN-7.1.a", what
    return None


def _hides(state: State, place: Hex) -> bool:
    """Return whether a stand on a hex in between blocks the line (SN-7.1.c)."""
    found = state.occupied.get(place)
    return found is not None and any(state.stands[id_].profile.code not in SEEN_THROUGH for id_ in found)


def _free_of_terrain(state: State, place: Hex, other: Hex) -> tuple[Lane, ...]:
    """Return the lanes between two hexes that terrain leaves open, stored with the map."""
    known = surveyed(state, "sight")
    found: tuple[Lane, ...] | None = known.get((place, other))
    if found is None:
        q, r = place
        across = (tuple((q + dq, r + dr) for dq, dr in lane) for lane in lanes(other[0] - q, other[1] - r))
        found = known[place, other] = tuple(
            lane for lane in across if not any(_ground_hides(state, place, hex_, other) for hex_ in lane)
        )
    return found


def _ground_hides(state: State, place: Hex, between: Hex, other: Hex) -> bool:
    """Return whether the ground of a hex in between blocks the line (SN-7.1.a-b, SN-C-sight)."""
    field = state.map
    cell = field.cells.get(between)
    if cell is None:
        return False
    if state.sheet.terrain[cell.terrain].blocks:
        return True
    if cell.level < HILLTOP:
        return False
    # A hilltop is seen over only by one who stands on the same height and looks at a hillside or hilltop.
    low, high = sorted((field.cell(place).level, field.cell(other).level))
    return not (high == HILLTOP and low >= HILLSIDE)


class Shadows:
    """The shadows on a map of so many columns and rows, up to `reach` H from the viewer.

    `board`: the bits of the map's hexes. Everything else is as it is seen from a viewer at the bit `middle`:
    `cast`, the shadows on both sheets by the bit of who throws them, and `near`, the hexes in reach.
    """

    def __init__(self, columns: int, rows: int, reach: int) -> None:
        # Rows are shifted in axial coordinates: the lower the row, the further left its first hex.
        self.reach, self.least = reach, -((rows - 1) // 2)
        # Wide enough that no shadow runs over into the next row.
        self.stride = columns - self.least + reach
        self.middle = reach * self.stride + reach
        self.width = 2 * self.middle + 1
        places = [at(column, row) for row in range(rows) for column in range(columns)]
        self.board = sum(1 << self.bit(place) for place in places)
        self.near = 0
        self.cast: dict[int, int] = {}
        for place in disc((0, 0), reach):
            if place != (0, 0):
                self._lay(*place)

    def bit(self, place: Hex) -> int:
        """Return the bit of a hex of the map."""
        return place[1] * self.stride + place[0] - self.least

    def _lay(self, dq: int, dr: int) -> None:
        # The lanes of one line lie on the two sheets; a line with one lane is laid on both.
        """Lay the hex at that offset from the viewer into the shadow of all on the way to it."""
        middle, stride, ways = self.middle, self.stride, lanes(dq, dr)
        shade = 1 << middle + dr * stride + dq
        self.near |= shade
        for way, shadow in ((ways[0], shade), (ways[-1], shade << self.width)):
            for q, r in way:
                thrown = middle + r * stride + q
                self.cast[thrown] = self.cast.get(thrown, 0) | shadow

    def lit(self, bit: int, shade: int) -> int:
        # A hex is dark only where both sheets are.
        """Return the hexes of the map that are seen from one of them under a shade on both sheets."""
        seen = self.near & ~(shade & shade >> self.width)
        shift = self.middle - bit
        return (seen >> shift if shift >= 0 else seen << -shift) & self.board


@lru_cache(maxsize=16)
def shadows(columns: int, rows: int, reach: int) -> Shadows:
    """Return the shadows on maps of that size."""
    return Shadows(columns, rows, reach)


def seen_from(state: State, place: Hex, reach: int, *, over_stands: bool = False) -> Iterator[Hex]:
    """Yield the hexes within `reach` H seen from a hex, row by row from the top, without itself (SN-7.1).
    `over_stands`: stands hide nothing.
    """
    cast = shadows(state.map.columns, state.map.rows, reach)
    seen = _seen(state, cast, place, [] if over_stands else _stands(state, cast))
    for other in disc(place, reach):
        if other in state.map and seen >> cast.bit(other) & 1:
            yield other


def seen_from_all(state: State, reach: int) -> dict[Hex, int]:
    """Return what is seen from each hex of the map up to `reach` H away, as bits (Shadows.bit)."""
    cast = shadows(state.map.columns, state.map.rows, reach)
    stands = _stands(state, cast)
    return {place: _seen(state, cast, place, stands) for place in state.map.hexes()}


def _seen(state: State, cast: Shadows, place: Hex, stands: list[int]) -> int:
    bit = cast.bit(place)
    return cast.lit(bit, _hidden_by_ground(state, cast, place) | _thrown(cast, bit, stands))


def _thrown(cast: Shadows, bit: int, others: list[int]) -> int:
    """Return the shadows of all these hexes for a viewer."""
    shade, thrown, middle = 0, cast.cast.get, cast.middle - bit
    for other in others:
        shade |= thrown(middle + other, 0)
    return shade


def _stands(state: State, cast: Shadows) -> list[int]:
    """Return the bits of the hexes whose stands block sight (SN-7.1.c)."""
    stands = state.stands
    return [
        cast.bit(place)
        for place, ids in state.occupied.items()
        if any(stands[id_].profile.code not in SEEN_THROUGH for id_ in ids)
    ]


def _hidden_by_ground(state: State, cast: Shadows, place: Hex) -> int:
    """Return the shadows of woods, towns and hilltops for a viewer, stored with the map (SN-7.1.a-b).

    Hilltops hide nothing from hillside and hilltop to hilltop, nor from hilltop to hillside.
    """
    # Which kinds block is part of the key: scenarios that share a map may change the sheet.
    blocking = frozenset(key for key, row in state.sheet.terrain.items() if row.blocks)
    key = "shade", blocking, cast.reach
    known: dict[Hex, int] | None = state.map.surveyed.get(key)
    if known is None:
        known = state.map.surveyed[key] = {}
    found = known.get(place)
    if found is None:
        bit = cast.bit(place)
        # Written with the stride, which says how many rows the shadows reach.
        near = {
            q: cell for q, cell in state.map.cells.items() if distance(place, q) * cast.stride <= cast.middle
        }
        walls = [cast.bit(other) for other, cell in near.items() if cell.terrain in blocking]
        tops = [
            cast.bit(other)
            for other, cell in near.items()
            if cell.level >= HILLTOP and cell.terrain not in blocking
        ]
        least = {HILLSIDE: HILLTOP, HILLTOP: HILLSIDE}.get(state.map.cell(place).level, 9)
        free = 0
        for other, cell in near.items():
            if cell.level >= least:
                free |= 1 << cast.middle + cast.bit(other) - bit
        hidden = _thrown(cast, bit, tops) & ~(free | free << cast.width)
        found = known[place] = _thrown(cast, bit, walls) | hidden
    return found
