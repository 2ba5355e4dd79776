"""Where the names of areas stand, so that none lies on another, on a counter or on a sign.

The names of greater places come first. Each has a few places around its town, then smaller letters; a name
that finds no room is left to the title of its area.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from campaigns.engine.maps import Area

CELL = 64.0
SIZES = (1.0, 0.82, 0.66)
NARROW, WIDE = frozenset("iljftrI.,'’-() "), frozenset("mwMWÆæœŒ@")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether they share ground."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Room:
    """What is taken on a drawing of a width and a height."""

    def __init__(self, width: float, height: float) -> None:
        self.whole = Box(0, 0, width, height)
        self._cells: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def _under(self, box: Box) -> Iterator[tuple[int, int]]:
        for column in range(int(box.left // CELL), int(box.right // CELL) + 1):
            for row in range(int(box.top // CELL), int(box.bottom // CELL) + 1):
                yield column, row

    def take(self, box: Box) -> None:
        """Nothing else may lie here."""
        for cell in self._under(box):
            self._cells[cell].append(box)

    def free(self, box: Box) -> bool:
        """Whether a rectangle lies on the drawing and on nothing."""
        whole = self.whole
        if box.left < 0 or box.top < 0 or box.right > whole.right or box.bottom > whole.bottom:
            return False
        cells = self._cells
        return not any(box.meets(other) for cell in self._under(box) for other in cells.get(cell, ()))


@dataclass(frozen=True, slots=True)
class Label:
    """A name with its place: the middle of its base line, its size, and the rectangle that it fills."""

    area: str
    words: str
    x: float
    y: float
    size: float
    box: Box
    great: bool


@lru_cache(4096)
def _ems(words: str) -> float:
    return sum(
        0.3 if each in NARROW else 0.82 if each in WIDE else 0.68 if each.isupper() else 0.48
        for each in words
    )


def width_of(words: str, size: float) -> float:
    """About how wide words are in the book's type."""
    return _ems(words) * size


def rank(area: Area) -> int:
    """How great a place is: 3 a city, 2 a fortress or a port, 1 a village, 0 just country."""
    kinds = {each.kind for each in area.features}
    if "city" in kinds:
        return 3
    if kinds & {"fortress", "port"}:
        return 2
    return 1 if "village" in kinds else 0


LETTERS = (14.0, 14.0, 15.5, 18.0)
"""The size of a name by the rank of its place."""


def place(areas: Sequence[Area], spots: dict[str, tuple[float, float]], room: Room) -> list[Label]:
    """The names that find room, those of the greatest places first; `spots`: where the places are drawn."""
    found = []
    for area in sorted(areas, key=lambda each: (-rank(each), each.id)):
        label = _placed(area, spots[area.id], room)
        if label is not None:
            room.take(label.box)
            found.append(label)
    return found


def _placed(area: Area, spot: tuple[float, float], room: Room) -> Label | None:
    great = rank(area)
    for part in SIZES:
        size = LETTERS[great] * part
        half, high = width_of(area.name, size) / 2 + 1, size * 0.98
        for x, top in _around(spot, half, high, 16 if great else 7):
            box = Box(x - half, top, x + half, top + high)
            if room.free(box):
                return Label(area.id, area.name, x, top + high * 0.76, size, box, great > 2)
    return None


def _around(spot: tuple[float, float], half: float, high: float, far: float) -> Iterator[tuple[float, float]]:
    """The middles and tops of rectangles around a place: below it, beside it, above it, aslant."""
    x, y = spot
    yield x, y + far
    yield x + far + half, y - high / 2
    yield x - far - half, y - high / 2
    yield x, y - far - high
    for slant in (0.55, -0.55):
        yield x + half * slant, y + far
        yield x + half * slant, y - far - high
    yield x + far + half, y + high * 0.2
    yield x - far - half, y + high * 0.2
    yield x, y + far + high * 0.7
    yield x, y - far - high * 1.7
    yield x, y - far - high - 30
