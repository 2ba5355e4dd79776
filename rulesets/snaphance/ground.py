"""The map: the terrain and height of hexes, what runs along their sides, roads, and what it costs to enter
them (SN-7.1, SN-C-terrain).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.armies.book import StandProfile
from rulesets.snaphance.classes import Ground
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.sheet import Entry, Sheet

PLAIN, HILLSIDE, HILLTOP = 0, 1, 2
"""SN-C-sight: the levels of a map."""

OPEN_GROUND = frozenset({"open", "road", "hillside", "hilltop"})
"""Kinds of terrain in which a stand is in the open, whatever their height (SN-4.6.a)."""

_SLOPES = {HILLSIDE: "hillside", HILLTOP: "hilltop"}


SECOND, BOTH = "-", "+"


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex of the map: a kind of terrain that fills hexes (key of the sheet), its level, a road in it.

    `lane`: which of two roads side by side it is, "" the first, `SECOND` the second, `BOTH` where they meet.
    """

    terrain: str = "open"
    level: int = PLAIN
    road: bool = False
    lane: str = ""


OPEN = Cell()


@dataclass(frozen=True)
class Map:
    """A rectangle of `columns` x `rows` hexes, every second row shifted half a hex to the right.

    `cells` holds the hexes that are not plain open ground, `sides` what lies on hex sides (keys of the
    sheet), under (hex, direction) for both hexes that share the side. `surveyed` is what others have found
    out about the map and store with it: it never changes in a battle.
    """

    columns: int
    rows: int
    cells: Mapping[Hex, Cell] = field(default_factory=dict)
    sides: Mapping[tuple[Hex, int], str] = field(default_factory=dict)
    surveyed: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __contains__(self, place: object) -> bool:
        """Return whether a hex lies on the map."""
        if not isinstance(place, tuple):
            return False
        q, r = place
        return bool(0 <= r < self.rows and 0 <= q + r // 2 < self.columns)

    def cell(self, place: Hex) -> Cell:
        """Return what a hex is."""
        return self.cells.get(place, OPEN)

    def side(self, place: Hex, other: Hex) -> str:
        """Return what lies on the side between two neighbours, "" for nothing."""
        towards = hexes.direction(place, other)
        return "" if towards is None else self.sides.get((place, towards), "")

    def has_road(self, place: Hex, other: Hex) -> bool:
        """Return whether a road leads from a hex to its neighbour: of one lane, or where two lanes meet."""
        here, there = self.cell(place), self.cell(other)
        return here.road and there.road and (here.lane == there.lane or BOTH in (here.lane, there.lane))

    def hexes(self) -> Iterator[Hex]:
        """Yield every hex of the map, row by row from the top."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield hexes.at(column, row)


class Field(Protocol):
    """What the ground needs to know of a battle: its map and the effective Summary Sheet."""

    map: Map
    sheet: Sheet


class Goer(Protocol):
    """What it needs to know of a stand: its class and its MP."""

    profile: StandProfile


@record
class Cost:
    """What entering a hex costs a stand (SN-C-terrain).

    `mp`: MP of its single move. `whole`: it may be entered only as the one hex of a whole single move.
    `disorders`: that disorders the stand.
    """

    mp: int
    whole: bool = False
    disorders: bool = False


def entry(state: Field, group: Ground, place: Hex, other: Hex) -> Entry:
    """Return what the terrain chart says to a step; `no` off the map (SN-2.0.b, SN-C-terrain)."""
    known = surveyed(state, "entry")
    # Stored with the map, for a planned move asks again and again. What fills the hex, its slope and the side
    # that is crossed count together; the worst decides.
    found: Entry | None = known.get((group, place, other))
    if found is None:
        found = known[group, place, other] = _entry(state, group, place, other)
    return found


def surveyed(state: Field, what: str) -> dict[Any, Any]:
    """Return what has been found out about this map under this sheet, of one kind."""
    stored = state.map.surveyed.get(what)
    # A scenario may change the sheet while maps are shared: then nothing that was found holds.
    if stored is None or stored[0] is not state.sheet:
        stored = state.map.surveyed[what] = (state.sheet, {})
    known: dict[Any, Any] = stored[1]
    return known


def _entry(state: Field, group: Ground, place: Hex, other: Hex) -> Entry:
    field_ = state.map
    if other not in field_:
        return "no"
    rows, cell = state.sheet.terrain, field_.cells.get(other)
    if cell is None:
        worst = rows["open"].entry[group]
    # From road hex to road hex the road counts instead of the ground around it.
    elif cell.road and field_.has_road(place, other):
        worst = rows["road"].entry[group]
    else:
        worst = rows[cell.terrain].entry[group]
        if cell.level and (slope := rows.get(_SLOPES[cell.level])) is not None:
            worst = _worst(worst, slope.entry[group])
    if field_.sides and (side := field_.side(place, other)):
        worst = _worst(worst, rows[side].entry[group])
    return worst


def enter_cost(state: Field, stand: Goer, place: Hex, other: Hex) -> Cost | None:
    """Return the cost of a step from a hex to its neighbour; None if it may not be made (SN-C-terrain)."""
    known, profile = surveyed(state, "cost"), stand.profile
    key = profile.kind.ground, profile.mp, place, other
    if key not in known:
        known[key] = _cost(entry(state, profile.kind.ground, place, other), profile.mp)
    cost: Cost | None = known[key]
    return cost


@lru_cache
def _cost(code: Entry, mp: int) -> Cost | None:
    """Return what an entry of the terrain chart costs a stand of so many MP."""
    if code == "no" or mp < 1:
        return None
    if isinstance(code, int):
        # A stand with too few MP may still enter that one hex, with its whole move.
        return Cost(code) if code <= mp else Cost(mp, whole=True)
    return Cost(mp, whole=True, disorders=code == "all_d")


_HARSHNESS = {"all": 1, "all_d": 2, "no": 3}


def _worst(one: Entry, other: Entry) -> Entry:
    """Return the harsher of two entries of the terrain chart."""
    if isinstance(one, int) and isinstance(other, int):
        return one if one > other else other
    if isinstance(one, int):
        return other
    if isinstance(other, int):
        return one
    return one if _HARSHNESS[one] >= _HARSHNESS[other] else other
