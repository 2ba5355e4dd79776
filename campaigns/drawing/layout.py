"""Where signs and counters stand around the places of a map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from campaigns.drawing.labels import Box, Room, rank
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
            at = _between(made.spots[fight.area], made.spots.get(fight.other))
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


def _between(a: Spot, b: Spot | None) -> Spot:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) if b else (a[0] - WIDE / 2 - 12, a[1] - 6)


def _box(at: Spot, half: float, high: float) -> Box:
    return Box(at[0] - half, at[1] - high, at[0] + half, at[1] + high)
