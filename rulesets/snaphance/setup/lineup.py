"""A group's battle line, drawn up by itself: foot in the middle, horse on the wings, skirmishers in front.

Every group has its share of the zone's columns, from the army's left to its right in the order of the list;
where a name says left, right or centre, that is where the group stands. What does not fit into the main line
stands behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulesets.engine.mustering import from_left
from rulesets.snaphance import hexes
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Group, Stand, State

Free = Callable[[Stand, Hex], bool]


def line_up(
    state: State, group: Group, stands: Sequence[Stand], free: Free
) -> Iterator[tuple[Stand, Hex | None]]:
    """Where the stands of a group stand when they are drawn up; None for one that has no room.

    Places come one by one: whoever asks for the next must have put the last stand on the map.
    """
    zone = state.plan.zones[group.side]
    left, right = _sector(state, group)
    rows = _rows(state, group.side)
    main = rows[1] if len(rows) > 1 else rows[0]
    lines = {0: rows[0], 1: main, 2: rows[min(2, len(rows) - 1)]}
    for stand, line, column in _wanted(stands, left, right):
        wanted = hexes.at(min(max(column, 0), state.map.columns - 1), lines[line])
        places = (place for place in zone if free(stand, place))
        yield stand, min(places, key=lambda place: _distance(state, stand, wanted, place), default=None)


def _distance(state: State, stand: Stand, wanted: Hex, place: Hex) -> tuple[int, int, str]:
    """How far a place is from the one that is wanted, ground that hinders the stand counting for more."""
    entry = state.sheet.terrain[state.map.cell(place).terrain].entry[stand.profile.kind.ground]
    return (
        hexes.distance(wanted, place) + (0 if entry == 1 else 3),
        0 if entry == 1 else 1,
        hexes.label(place),
    )


def _rows(state: State, side: int) -> list[int]:
    """The rows of a side's zone, that nearest to the enemy first."""
    rows = sorted({hexes.column_row(place)[1] for place in state.plan.zones[side]})
    return rows if side == 0 else rows[::-1]


def _wanted(stands: Sequence[Stand], left: int, right: int) -> Iterator[tuple[Stand, int, int]]:
    """Each stand with its line (0 in front, 1 the main one, 2 behind) and its column."""
    front = [stand for stand in stands if stand.profile.code in ("Sk", "Art")]
    main = [stand for stand in stands if stand not in front]
    foot = [stand for stand in main if not stand.profile.kind.mounted]
    horse = [stand for stand in main if stand.profile.kind.mounted]
    half = (len(horse) + 1) // 2
    line = horse[:half] + foot + horse[half:]
    width = max(1, right - left + 1)
    for number, part in ((1, line[:width]), (2, line[width:]), (0, front)):
        begin = left + max(0, width - len(part)) // 2
        for index, stand in enumerate(part):
            yield stand, number, begin + index % width


def _sector(state: State, group: Group) -> tuple[int, int]:
    """The first and the last column of the group's share of the zone."""
    columns = [hexes.column_row(place)[0] for place in state.plan.zones[group.side]]
    low, high = min(columns), max(columns)
    order = from_left([other for other in state.groups.values() if other.side == group.side])
    if group.side == 1:  # who looks down the map has his left on its right
        order.reverse()
    sizes = [len(other.stands) for other in order]
    before, own, room = sum(sizes[: order.index(group)]), len(group.stands), high - low + 1
    left = low + round(room * before / sum(sizes))
    right = low + round(room * (before + own) / sum(sizes)) - 1
    return left, max(left, right)
