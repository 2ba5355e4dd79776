"""A map made by dice, for a battle without a scenario. All of it is ours (SN-C-setup).

The deployment zones stay open. What lies between them is divided into six parts, three on each side of the
middle; each side throws for those before its own zone, 2D6 for what lies there (`GROUND`) and 3D6 for how
large it is and where. At the end 2D6 are thrown for a stream or a road (`LINES`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.snaphance import hexes
from rulesets.snaphance.events.setup import GroundFound
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import State
from rulesets.snaphance.wording import setup as words

RULE = "SN-C-setup"
THIRDS = 3
LEAST_BELT = 2
"""Rows between the zones that are needed for any ground."""
GROUND: Mapping[int, str] = {
    2: "village", 3: "marsh", 4: "rough", 5: "woods", 6: "", 7: "", 8: "", 9: "hill", 10: "woods",
    11: "enclosures", 12: "ridge",
}  # fmt: skip
"""What lies in a part of the map by the sum of 2D6; "" is open ground."""
LINES: Mapping[int, str] = {
    2: "stream", 3: "stream", 4: "stream", 9: "road", 10: "road", 11: "road", 12: words.STREAM_AND_ROAD,
}  # fmt: skip
"""What runs through the map by the sum of 2D6."""
SIZES: Mapping[int, int] = {1: 3, 2: 3, 3: 4, 4: 4, 5: 5, 6: 7}
"""Hexes of a piece of ground by a die; a village has three at most."""
_TERRAIN = {"village": "town", "marsh": "marsh", "rough": "rough", "woods": "woods", "enclosures": "rough"}
_FORDS = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of ground: its words, its hexes, the kinds of hex sides by hex and direction."""

    words: str
    cells: Mapping[Hex, Cell]
    sides: Mapping[tuple[Hex, int], str] = field(default_factory=dict)


def make(battle: Battle) -> Steps[None]:
    """Throw for the ground of the whole map, part by part, and lay it down (SN-C-setup)."""
    state: State = battle.state
    # On a flat map the zones must leave room for a belt between them.
    depth = min(state.sheet.numbers.zone_depth, state.map.rows // 3)
    belt = range(depth, state.map.rows - depth)
    if len(belt) >= LEAST_BELT:
        for side in (0, 1):
            for third in range(THIRDS):
                yield from _part(battle, side, third, belt)
        yield from _lines(battle, belt)


def _part(battle: Battle, side: int, third: int, belt: range) -> Steps[None]:
    """Throw for one of the six parts and lay down what lies in it."""
    purpose = words.ground_in(third)
    dice = yield from battle.roll(purpose, side=side, count=2, rule=RULE)
    kind = GROUND[sum(dice)]
    battle.record(purpose, dice, words.PIECES.get(kind, words.PIECES[""]), rule=RULE, side=side)
    if not kind:
        return
    where = yield from battle.roll(words.SIZE_AND_PLACE, side=side, count=3, rule=RULE)
    centre = centre_of(battle.state.map, side, third, belt, where[1], where[2])
    battle.record(words.SIZE_AND_PLACE, where, words.around(hexes.label(centre)), rule=RULE, side=side)
    _lay(battle, piece(battle.state.map, kind, centre, where[0], belt))


def centre_of(map_: Map, side: int, third: int, belt: range, across: int, deep: int) -> Hex:
    """Return the middle of a piece: a die each for how far across and how deep it lies in its part."""
    half = len(belt) // 2
    rows = belt[half:] if side == 0 else belt[: len(belt) - half]
    width = map_.columns // THIRDS
    column = third * width + (across - 1) * width // 6
    return hexes.at(min(column, map_.columns - 1), rows[(deep - 1) * len(rows) // 6])


def piece(map_: Map, kind: str, centre: Hex, die: int, belt: range) -> Piece:
    """Return the piece of ground that a die for its size makes around a hex, within zones and edges."""
    most = min(SIZES[die], 3) if kind == "village" else SIZES[die]
    places = [
        # The centre comes first, so that even the smallest piece lies around it.
        place
        for place in (centre, *hexes.neighbours(centre))
        if place in map_ and hexes.column_row(place)[1] in belt
    ][:most]
    if kind == "hill":
        cells = {place: Cell("hillside", 1) for place in places}
        return Piece(words.PIECES[kind], cells | ({centre: Cell("hilltop", 2)} if len(places) >= 5 else {}))
    if kind == "ridge":
        return Piece(
            words.PIECES[kind], {place: Cell("steep", 1) for place in places} | {centre: Cell("hilltop", 2)}
        )
    cells = {place: Cell(_TERRAIN[kind], map_.cell(place).level) for place in places}
    hedges = {
        (place, direction): "obstacle"
        for place in places
        for direction, other in enumerate(hexes.neighbours(place))
        if kind == "enclosures" and other not in places and other in map_
    }
    return Piece(words.PIECES[kind], cells, hedges)


# ---------------------------------------------------------------------------- streams and roads


def _lines(battle: Battle, belt: range) -> Steps[None]:
    dice = yield from battle.roll(words.STREAM_OR_ROAD, side=0, count=2, rule=RULE)
    kind = LINES.get(sum(dice), "")
    battle.record(words.STREAM_OR_ROAD, dice, kind or words.NEITHER, rule=RULE, side=0)
    if not kind:
        return
    where = yield from battle.roll(words.WHERE_IT_RUNS, side=1, rule=RULE)
    battle.record(words.WHERE_IT_RUNS, where, str(where[0]), rule=RULE, side=1)
    map_: Map = battle.state.map
    column = (where[0] * 2 - 1) * map_.columns // 12
    if "stream" in kind:
        # Fords repeat every third of the map, so half of that is farthest from two of them.
        between = column + map_.columns // (2 * _FORDS)  # a road has its bridge between two fords
        _lay(battle, stream(map_, belt[len(belt) // 2 - 1], between))
    if "road" in kind:
        _lay(battle, road(battle.state.map, column))


def stream(map_: Map, row: int, column: int) -> Piece:
    """Return a stream below a row of hexes, from edge to edge, with fords a third of the map apart."""
    fords = {(column + number * map_.columns // _FORDS) % map_.columns for number in range(_FORDS)}
    sides = {}
    for each in range(map_.columns):
        place = hexes.at(each, row)
        for direction in (4, 5):  # south-west, south-east
            if hexes.neighbour(place, direction) in map_:
                sides[(place, direction)] = "ford" if each in fords else "stream"
    return Piece(words.STREAM, {}, sides)


def road(map_: Map, column: int) -> Piece:
    """Return a road from the upper to the lower edge; a bridge where it crosses water."""
    way = [hexes.at(column, row) for row in range(map_.rows)]
    cells = {place: Cell(map_.cell(place).terrain, map_.cell(place).level, True) for place in way}
    sides = {}
    for place, other in pairwise(way):
        direction = hexes.direction(place, other)
        if direction is not None and map_.side(place, other) in ("stream", "river"):
            sides[(place, direction)] = "bridge"
    return Piece(words.ROAD, cells, sides)


def _lay(battle: Battle, piece: Piece) -> None:
    battle.apply(
        GroundFound(
            RULE, piece.words,
            {hexes.label(place): [cell.terrain, cell.level, int(cell.road)]
             for place, cell in piece.cells.items()},
            [[hexes.label(place), hexes.SIDES[direction], kind]
             for (place, direction), kind in piece.sides.items()],
        )
    )  # fmt: skip
