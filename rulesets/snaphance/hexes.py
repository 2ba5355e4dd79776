"""Hexes: axial coordinates, facings, front, flank and rear, frames, arcs, and the map's plane (SN-4.0).

A hex is an axial pair (q, r). Maps are pointy-top with r growing downwards and every second row shifted half
a hex to the right. A facing f, 0 to 5, is the point of the hex between the sides towards DIRECTIONS[f] and
DIRECTIONS[f + 1]: 0 north-east, then counter-clockwise 1 north, 2 north-west, 3 south-west, 4 south,
5 south-east. People and documents name a hex by its column and row from 1, two figures each: `0705` is
column 7, row 5, row 1 at the top. Lengths are H: 1 is the distance between neighbouring centres.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import TypeAlias

Hex: TypeAlias = tuple[int, int]
"""Axial coordinates (q, r)."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""SN-4.0.b: the neighbours counter-clockwise from east."""

_TOWARDS = {step: index for index, step in enumerate(DIRECTIONS)}

SIDES: tuple[str, ...] = ("E", "NE", "NW", "W", "SW", "SE")
"""The names of the sides of a hex, by direction."""

FACINGS: tuple[str, ...] = ("north-east", "north", "north-west", "south-west", "south", "south-east")
"""The names of the points of a hex, by facing."""

ROW = sqrt(3) / 2
"""H from one row's centres to the next."""

RADIUS = 1 / sqrt(3)
"""H from a hex's centre to its points."""


def neighbour(place: Hex, direction: int) -> Hex:
    """Return the hex next to `place` in a direction (taken modulo 6)."""
    dq, dr = DIRECTIONS[direction % 6]
    return place[0] + dq, place[1] + dr


@lru_cache(maxsize=8192)
def neighbours(place: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around `place`, by direction; some may lie off the map."""
    q, r = place
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def direction(place: Hex, other: Hex) -> int | None:
    """Return the direction from a hex to its neighbour; None if they are no neighbours."""
    return _TOWARDS.get((other[0] - place[0], other[1] - place[1]))


@lru_cache(maxsize=32768)
def front(place: Hex, facing: int) -> tuple[Hex, Hex]:
    """Return the two front hexes, which are the zone of control, the right one first (SN-4.0.c, SN-4.6.a)."""
    return neighbour(place, facing), neighbour(place, facing + 1)


@lru_cache(maxsize=32768)
def flanks(place: Hex, facing: int) -> tuple[Hex, Hex]:
    """Return the two flank hexes, the left one first (SN-4.0.c)."""
    return neighbour(place, facing + 2), neighbour(place, facing + 5)


def rear(place: Hex, facing: int) -> tuple[Hex, Hex]:
    """Return the two rear hexes, the left one first (SN-4.0.c)."""
    return neighbour(place, facing + 3), neighbour(place, facing + 4)


def behind(place: Hex, facing: int) -> tuple[Hex, Hex, Hex, Hex]:
    """Return the four flank and rear hexes, from the left flank round to the right one (SN-4.0.c)."""
    return (
        neighbour(place, facing + 2),
        neighbour(place, facing + 3),
        neighbour(place, facing + 4),
        neighbour(place, facing + 5),
    )


def distance(place: Hex, other: Hex) -> int:
    """Return the distance in H: the largest of |dq|, |dr| and |dq + dr| (SN-4.0.f)."""
    # Written out without max and abs: no other function is called as often.
    dq, dr = other[0] - place[0], other[1] - place[1]
    if dq >= 0:
        return dq + dr if dr >= 0 else dq if dq > -dr else -dr
    return -dq - dr if dr <= 0 else dr if dr > -dq else -dq


def frame(place: Hex, facing: int, other: Hex) -> tuple[int, int]:
    """Return the offset (a, b) of `other` from a stand, along DIRECTIONS[f] and DIRECTIONS[f + 1] (SN-4.0.d).

    Its rank is a + b, its lateral offset b - a, positive to the left.
    """
    dq, dr = other[0] - place[0], other[1] - place[1]
    # Each facing is the rotation by its number of sixths, worked out by hand for speed.
    match facing % 6:
        case 0:
            return dq + dr, -dr
        case 1:
            return dq, -dq - dr
        case 2:
            return -dr, -dq
        case 3:
            return -dq - dr, dr
        case 4:
            return -dq, dq + dr
        case _:
            return dr, dq


def rank(place: Hex, facing: int, other: Hex) -> int:
    """Return how many rows forward of the stand `other` lies; negative is behind it (SN-4.0.d)."""
    a, b = frame(place, facing, other)
    return a + b


def before_line(place: Hex, facing: int, other: Hex) -> bool:
    """Return whether `other` is in front of the stand's front face line (SN-4.0.e)."""
    return rank(place, facing, other) >= 1


def in_wide_arc(place: Hex, facing: int, other: Hex) -> bool:
    """Return whether `other` is within 60 degrees of the facing, not the hex itself (SN-7.0.a, SN-5.0.b)."""
    a, b = frame(place, facing, other)
    return 2 * a + b >= 0 and a + 2 * b >= 0 and (a, b) != (0, 0)


def in_narrow_arc(place: Hex, facing: int, other: Hex) -> bool:
    """Return whether `other` lies within 30 degrees of the facing; not the hex itself (SN-7.0.b)."""
    a, b = frame(place, facing, other)
    return a >= 0 and b >= 0 and (a, b) != (0, 0)


def disc(place: Hex, radius: int) -> Iterator[Hex]:
    """Yield every hex up to `radius` H from `place`, itself among them, row by row."""
    q, r = place
    for dr in range(-radius, radius + 1):
        for dq in range(max(-radius, -radius - dr), min(radius, radius - dr) + 1):
            yield q + dq, r + dr


@lru_cache(maxsize=4096)
def around(place: Hex, radius: int) -> tuple[Hex, ...]:
    """Return `disc` as a stored tuple, for what is asked again and again."""
    return tuple(disc(place, radius))


# -- names and the plane --------------------------------------------------------------------------


def at(column: int, row: int) -> Hex:
    """Return the hex in a column and a row, both from 0."""
    return column - row // 2, row


def column_row(place: Hex) -> tuple[int, int]:
    """Return the column and the row of a hex, both from 0."""
    q, r = place
    return q + r // 2, r


@lru_cache(maxsize=8192)
def label(place: Hex) -> str:
    """Return the name of a hex: `0705` is column 7, row 5, both from 1."""
    column, row = column_row(place)
    return f"{column + 1:02d}{row + 1:02d}"


def named(name: str) -> Hex:
    """Return the hex of a name; raises ValueError for what is no name of a hex."""
    if len(name) != 4 or not (name.isascii() and name.isdigit()) or "00" in (name[:2], name[2:]):
        raise ValueError(f"{name!r} is not a hex: give column and row with two figures each, such as 0705")
    return at(int(name[:2]) - 1, int(name[2:]) - 1)


def heading(facing: int) -> float:
    """Return the heading of a facing in degrees, counter-clockwise from east."""
    return 30.0 + 60.0 * (facing % 6)


def facing_words(facing: int) -> str:
    """Return a facing in words: `north`, `south-east` and so on."""
    return FACINGS[facing % 6]


def size(columns: int, rows: int) -> tuple[float, float]:
    """Return width and depth in H of the plane that a map of so many columns and rows fills."""
    # Only with a second row do the shifted rows stick out by half a hex.
    return columns + (0.5 if rows > 1 else 0.0), 2 * RADIUS + (rows - 1) * ROW


def centre(place: Hex, rows: int) -> tuple[float, float]:
    """Return the centre of a hex on the plane of a map of so many rows, in H: x to the right, y upwards."""
    column, row = column_row(place)
    # Rows count downwards, y upwards.
    return 0.5 + column + 0.5 * (row % 2), RADIUS + (rows - 1 - row) * ROW
