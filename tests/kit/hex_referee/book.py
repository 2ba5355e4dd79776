"""Figures of Snaphance as the referee has copied them by hand: classes, ground, weapons, targets.

Hexes are axial pairs, facings 0 to 5, as SN-4.0.b has them; offsets in a stand's frame are (a, b).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, sqrt
from typing import TypeAlias

Hex: TypeAlias = tuple[int, int]

HEAVY = frozenset({"Pi", "Ln", "Hs", "FH"})  # SN-2.1.a, SN-C-classes
MOUNTED = HEAVY | {"LC"}  # SN-C-classes: Dragoons count as foot
COMBAT = HEAVY | {"Pk", "PS"}  # SN-2.1.a
FREE = frozenset({"Sk", "Dr", "LC", "Art"})  # SN-4.1.a
ZONED = COMBAT | {"Sh"}  # SN-4.6.a
PIKES = frozenset({"Pk", "PS"})  # SN-10.3.c
SEEN_THROUGH = frozenset({"Sk", "LC", "Art"})  # SN-7.1.c
OPEN = frozenset({"open", "hillside", "hilltop"})

ORDER = {"A": 3, "B": 4, "C": 5}  # SN-4.5.a
TRAINED = {"well_trained": 6, "poorly_trained": 4}  # SN-4.5.d
REPLACEMENT = -2  # SN-3.2.d

WEAPONS: dict[str, list[int]] = {  # SN-C-weapons: dice at 1H, 2H, ...
    "none": [], "pistol": [0, -2], "arquebus": [0, -1, -2], "musket": [0, 0, -1, -2], "carbine": [0, -1],
    "cannon_light": [2, 0, 0, -1, -1], "cannon_field": [2, 0, 0, 0, -1, -1, -2, -2],
    "cannon_heavy": [1, 0, 0, 0, 0, -1, -1, -1, -2, -2],
}  # fmt: skip

COLUMN = {"Pi": 0, "Ln": 0, "Hs": 0, "FH": 0, "Pk": 1, "PS": 1, "Sh": 2, "Sk": 3, "Dr": 4, "LC": 5, "Art": 6}
ENTRY = {  # SN-C-terrain: mounted, foot, Shot, Skirmishers, Dragoons, Light Cavalry, Artillery
    "open": "1 1 1 1 1 1 1", "road": "1 1 1 1 1 1 1", "hillside": "1 1 1 1 1 1 1", "hilltop": "1 1 1 1 1 1 1",
    "steep": "no all all 1 all all no", "woods": "all_d all_d all 1 all all no",
    "town": "no all_d all 1 all no no", "rough": "all_d all 1 1 1 2 all",
    "marsh": "no all_d all_d all all all no", "lake": "no no no no no no no",
    "fort": "no no all all all no no", "stream": "all all all 2 2 2 no", "river": "no no no no no no no",
    "bridge": "1 1 1 1 1 1 1", "ford": "1 1 1 1 1 1 1", "obstacle": "all_d all all 1 2 2 no",
    "works": "no all_d all_d all all_d no no",
}  # fmt: skip
REMOVES = frozenset(ENTRY) - {"open", "road", "hillside", "hilltop"}  # SN-10.3.e
COVER = {"woods": -1, "town": -1, "rough": -1, "obstacle": -1, "works": -2, "fort": -2}
DEFENSIVE = frozenset(
    {"steep", "woods", "town", "rough", "stream", "bridge", "ford", "obstacle", "works", "fort"}
)
BLOCKS = frozenset({"woods", "town", "fort"})  # SN-7.1.b
OBSTACLES = frozenset({"obstacle", "stream", "works"})  # SN-C-combat-factors
DEFENDED = frozenset({"works", "town", "fort"})
HINDERING = frozenset({"woods", "town", "rough", "marsh"})

STEPS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def near(place: Hex, direction: int) -> Hex:
    """The neighbour in a direction, taken modulo 6."""
    dq, dr = STEPS[direction % 6]
    return place[0] + dq, place[1] + dr


def around(place: Hex, facing: int, *turns: int) -> list[Hex]:
    """Neighbours of a stand, counted from its right front hex counter-clockwise: 0 and 1 are its front."""
    return [near(place, facing + turn) for turn in turns]


def fronts(place: Hex, facing: int) -> list[Hex]:
    return around(place, facing, 0, 1)


def behinds(place: Hex, facing: int) -> list[Hex]:
    """SN-4.0.c: the four flank and rear hexes."""
    return around(place, facing, 2, 3, 4, 5)


def bearing(place: Hex, other: Hex) -> int:
    """The direction of a neighbour."""
    return STEPS.index((other[0] - place[0], other[1] - place[1]))


def far(place: Hex, other: Hex) -> int:
    """SN-4.0.f."""
    dq, dr = other[0] - place[0], other[1] - place[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def frame(place: Hex, facing: int, other: Hex) -> tuple[int, int]:
    """SN-4.0.d: a and b with offset = a * STEPS[f] + b * STEPS[f + 1], by Cramer's rule."""
    (p, q), (s, t) = STEPS[facing % 6], STEPS[(facing + 1) % 6]
    x, y = other[0] - place[0], other[1] - place[1]
    whole = p * t - s * q
    return (x * t - s * y) // whole, (p * y - x * q) // whole


def ahead(place: Hex, facing: int, other: Hex) -> bool:
    """SN-4.0.e: in front of the front face line."""
    return sum(frame(place, facing, other)) >= 1


def in_arc(place: Hex, facing: int, other: Hex, narrow: bool) -> bool:
    """SN-7.0.a-b."""
    a, b = frame(place, facing, other)
    return (a >= 0 and b >= 0) if narrow else (2 * a + b >= 0 and a + 2 * b >= 0)


def between(place: Hex, other: Hex, hand: int) -> list[Hex]:
    """SN-C-sight: the hexes strictly between; the line is pushed a little to one hand (1) or the other
    (-1), which tells where it runs along hex sides.
    """
    count = far(place, other)
    dq, dr = other[0] - place[0], other[1] - place[1]
    across, down = dq + dr / 2, dr * sqrt(3) / 2
    push = hand * 1e-5
    found = []
    for step in range(1, count):
        x, y = across * step / count - down * push, down * step / count + across * push
        r = y * 2 / sqrt(3)
        q = x - r / 2
        near_by = [(place[0] + floor(q) + i, place[1] + floor(r) + j) for i in (0, 1) for j in (0, 1)]
        found.append(min(near_by, key=lambda each: _gap(each[0] - place[0] - q, each[1] - place[1] - r)))
    return found


def _gap(q: float, r: float) -> float:
    """The square of a distance in the plane."""
    return (q + r / 2) ** 2 + 0.75 * r * r


def hits(dice: Sequence[int]) -> int:
    """SN-7.0.d."""
    return list(dice).count(6) + list(dice).count(5) // 2


def half(dice: int) -> int:
    """SN-10.6.b, SN-7.5.a: half, rounded up."""
    return (dice + 1) // 2


def loss(die: int, morale: int) -> int:
    """SN-8.0.a-d: the morale loss of a throw against an adjusted morale."""
    if die == 1:
        return 0
    return max(die - morale, 1 if die == 6 else 0)


def ring(place: Hex) -> Iterator[Hex]:
    """The six neighbours."""
    for direction in range(6):
        yield near(place, direction)
