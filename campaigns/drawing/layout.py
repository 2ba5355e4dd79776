"""Where signs, counters and names stand around the places of a map, so that no name lies on another, on a
counter or on a sign.

The names of greater places come first. Each has a few places around its town, then smaller letters; a name
that finds no room is left to the title of its area.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from campaigns.drawing.marks import HIGH, WIDE
from campaigns.drawing.plane import Plane
from campaigns.drawing.scene import Fight, Ghost, Piece, Scene
from campaigns.engine.maps import Area, Feature

MAIN = ("city", "fortress", "village")
"""What stands at an area's own place, the first that it has."""
SIGN_WIDTH = {"city": 23.0, "fortress": 27.0, "ford": 19.0, "bridge": 19.0}
PLAIN_WIDTH = 15.0
"""How wide the signs are."""
SHOWN = 4
"""How many counters an area shows; the others are a number."""
STEP_X, STEP_Y = WIDE + 3.0, HIGH + 3.0
UP = 32.0
"""How far above its place the lowest row of counters stands."""

Spot = tuple[float, float]


@dataclass(slots=True)
class Layout:
    """What stands where, in drawn units."""

    spots: dict[str, Spot]
    signs: list[tuple[Spot, str, Feature]] = field(default_factory=list)
    pieces: list[tuple[Spot, Piece]] = field(default_factory=list)
    ghosts: list[tuple[Spot, Ghost]] = field(default_factory=list)
    crowds: list[tuple[Spot, str, int]] = field(default_factory=list)
    fights: list[tuple[Spot, Fight]] = field(default_factory=list)


def layout_of(scene: Scene, plane: Plane, room: Room) -> Layout:
    """Signs, counters and swords around their places; what they cover is taken from `room`."""
    made = Layout({area.id: plane.at(area.at) for area in scene.map.areas})
    for area in scene.map.areas:
        _signs(area, plane, made, room, besieged=area.id in scene.besieged)
    _counters(scene, made, room)
    for fight in scene.fights:
        if fight.area in made.spots:
            (x, y), other = made.spots[fight.area], made.spots.get(fight.other)
            at = ((x + other[0]) / 2, (y + other[1]) / 2) if other else (x - WIDE / 2 - 12, y - 6)
            made.fights.append((at, fight))
            room.take(_box(at, 16, 16))
    return made


def _signs(area: Area, plane: Plane, made: Layout, room: Room, *, besieged: bool) -> None:
    spot = made.spots[area.id]
    kinds = (*MAIN, *(each.kind for each in area.features if each.at is None))
    main = next((each for kind in kinds for each in area.features if each.kind == kind), None)
    size = 22 if besieged else 12 if rank(area) > 1 else 8 if main else 4
    room.take(_box(spot, size, size))
    if main is not None:
        made.signs.append((plane.at(main.at) if main.at else spot, area.id, main))
    beside = SIGN_WIDTH.get(main.kind, PLAIN_WIDTH) / 2 if main else 0.0
    for feature in area.features:
        if feature is main:
            continue
        if feature.at:
            at = plane.at(feature.at)
        else:
            wide = SIGN_WIDTH.get(feature.kind, PLAIN_WIDTH)
            at = (spot[0] + beside + wide / 2 + 1, spot[1] + 1)
            beside += wide + 1
        room.take(_box(at, 9, 9))
        made.signs.append((at, area.id, feature))


def _counters(scene: Scene, made: Layout, room: Room) -> None:
    """Counters above their places: own and visible ones first, sightings after them."""
    standing: dict[str, list[Piece | Ghost]] = defaultdict(list)
    pieces = sorted(scene.pieces, key=lambda each: (not each.mine, each.id))
    both: tuple[Piece | Ghost, ...] = (*pieces, *scene.ghosts)
    for piece in both:
        if piece.area in made.spots:
            standing[piece.area].append(piece)
    for area in sorted(standing):
        all_, spot = standing[area], made.spots[area]
        shown = all_[:SHOWN]
        for at, piece in zip(_rows(spot, len(shown)), shown, strict=True):
            room.take(_box(at, WIDE / 2 + 1, HIGH / 2 + 3))
            if isinstance(piece, Ghost):
                made.ghosts.append((at, piece))
            else:
                made.pieces.append((at, piece))
        if len(all_) > SHOWN:
            made.crowds.append(((spot[0] + STEP_X + 8, spot[1] - UP), area, len(all_) - SHOWN))


def _rows(spot: Spot, count: int) -> Iterator[Spot]:
    """Two and two above a place."""
    for index in range(count):
        row, place = divmod(index, 2)
        wide = min(2, count - 2 * row)
        yield spot[0] + (place - (wide - 1) / 2) * STEP_X, spot[1] - UP - row * STEP_Y


def _box(at: Spot, half: float, high: float) -> Box:
    return Box(at[0] - half, at[1] - high, at[0] + half, at[1] + high)


# -- names -----------------------------------------------------------------------------------------

CELL = 64.0
SIZES = (1.0, 0.82, 0.66)
NARROW_LETTERS, WIDE_LETTERS = frozenset("iljftrI.,'’-() "), frozenset("mwMWÆæœŒ@")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Return whether they share ground."""
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
        # A grid, so that a name is only compared with what lies near it, not with all of the map.
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
        """Return whether a rectangle lies on the drawing and on nothing."""
        whole = self.whole
        if box.left < 0 or box.top < 0 or box.right > whole.right or box.bottom > whole.bottom:
            return False
        # get() below and not []: asking must not fill the defaultdict with empty cells.
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
def width_of(words: str) -> float:
    """Return about how wide words are in the book's type, in ems."""
    return sum(
        0.3 if each in NARROW_LETTERS else 0.82 if each in WIDE_LETTERS else 0.68 if each.isupper() else 0.48
        for each in words
    )


def rank(area: Area) -> int:
    """Return how great a place is: 3 a city, 2 a fortress or a port, 1 a village, 0 just country."""
    kinds = {each.kind for each in area.features}
    if "city" in kinds:
        return 3
    if kinds & {"fortress", "port"}:
        return 2
    return 1 if "village" in kinds else 0


LETTERS = (14.0, 14.0, 15.5, 18.0)
"""The size of a name by the rank of its place."""


def place(areas: Sequence[Area], spots: dict[str, tuple[float, float]], room: Room) -> list[Label]:
    """Return the names that find room, those of the greatest places first; `spots`: where the places are
    drawn.
    """
    found = []
    # Great places first: where room is short a village goes without its name, no city.
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
        half, high = width_of(area.name) * size / 2 + 1, size * 0.98
        for x, top in _around(spot, half, high, 16 if great else 7):
            box = Box(x - half, top, x + half, top + high)
            if room.free(box):
                return Label(area.id, area.name, x, top + high * 0.76, size, box, great > 2)
    return None


def _around(spot: tuple[float, float], half: float, high: float, far: float) -> Iterator[tuple[float, float]]:
    """Yield the middles and tops of rectangles around a place: below it, beside it, above it, aslant."""
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
