"""What the ground of a campaign's map becomes on a map of hexes (SN-C-setup): a scenario made for the day.

What lies in each part of the map is drawn as likely as `data/campaigning.toml` says. What the map itself
says is there: a water that is fought over, works or hedges before a side that is fortified, a deeper zone
for one that waits in ambush.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rulesets.contract.campaign import BattleGround, GroundRow, Grounds
from rulesets.engine.books import data, read_toml
from rulesets.engine.dice import SeededDice, drawn
from rulesets.snaphance import hexes
from rulesets.snaphance.ground import Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.scenarios import making
from rulesets.snaphance.scenarios.definitions import FORMAT, VERSION, strip
from rulesets.snaphance.scenarios.maps import part_of
from rulesets.snaphance.sheet import DATA, load
from rulesets.snaphance.wording import setup as words

OPEN = "open"
_GAP = 3  # of the columns before a fortified side every third is open
_AMBUSH = 2  # rows by which the zone of an ambush is deeper


@data
class MapGround(GroundRow):
    """A ground on a map of hexes: how likely each kind of ground is in a part of it (`pool`); `road`,
    `stream`: percent that one runs through it.
    """

    pool: Mapping[str, int]
    road: int
    stream: int


@cache
def grounds() -> Grounds[MapGround]:
    """Return the grounds of maps; raises BookError."""
    return read_toml(DATA / "campaigning.toml", Grounds[MapGround])


def scenario_of(
    lists: Sequence[Mapping[str, Any]], sides: Sequence[str], ground: BattleGround, turns: int, seed: str
) -> dict[str, Any]:
    """Return the document of a scenario: two lists on a map of that ground, which their players draw up on.

    A side behind walls has only to hold out to the last round.
    """
    columns, rows = size_of(lists)
    made = {
        "format": FORMAT, "version": VERSION, "name": words.sides(*sides)[:120], "rounds": turns,
        "map": part_of(map_of(ground, columns, rows, seed)),
        "sides": [
            {"name": sides[side], "list": dict(document), **_zone(ground, side, columns, rows)}
            for side, document in enumerate(lists)
        ],
    }  # fmt: skip
    if ground.walls and ground.fortified is not None:
        made["victory"] = {"at_the_end": ("first", "second")[ground.fortified]}
    return made


def size_of(lists: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """Return columns and rows of a map for two lists: room for the greater army in two rows of its zone."""
    from rulesets.snaphance import SYSTEM  # noqa: PLC0415  # the system names this module

    stands = max(sum(len(command["units"]) for command in each["commands"]) for each in lists)
    columns = min(max(int(SYSTEM.core.table.width), stands), int(SYSTEM.core.table.most_width))
    return columns, int(SYSTEM.core.table.depth)


def _zone(ground: BattleGround, side: int, columns: int, rows: int) -> dict[str, Any]:
    if ground.ambush != side:
        return {}
    places = strip(columns, rows, side, load().numbers.zone_depth + _AMBUSH)
    return {"zone": sorted(hexes.label(place) for place in places)}


# -- the map --------------------------------------------------------------------------------------


def map_of(ground: BattleGround, columns: int, rows: int, seed: str) -> Map:
    """Return a map of that ground and size, the same for the same seed."""
    row, dice = grounds().row(ground.terrain), SeededDice(f"{seed}|ground")
    depth = load().numbers.zone_depth
    belt = range(depth, rows - depth)
    made = Map(columns, rows)
    for piece in _parts(row, made, belt, dice):
        made = _laid(made, piece)
    column, road, stream = (dice.roll(faces, 1)[0] for faces in (columns, 100, 100))
    if ground.river or stream <= row.stream:
        water = making.stream(made, belt[len(belt) // 2 - 1], column + columns // 6)
        made = _laid(made, _risen(water) if ground.river and ground.bad else water)
    # In bad weather a stream that is fought over has risen; other streams stay passable.
    if road <= row.road or ground.river:
        # A river that is fought over has a road: without a crossing neither side could attack.
        made = _laid(made, making.road(made, column - 1))
    return _laid(made, _works(ground, made, depth))


def _parts(row: MapGround, map_: Map, belt: range, dice: SeededDice) -> Iterator[making.Piece]:
    """Yield what lies in the six parts between the zones."""
    for side in (0, 1):
        for third in range(making.THIRDS):
            kind = drawn(dice, row.pool)
            size, across, deep = dice.roll(6, 3)
            if kind != OPEN:
                centre = making.centre_of(map_, side, third, belt, across, deep)
                yield making.piece(map_, kind, centre, size, belt)


def _risen(water: making.Piece) -> making.Piece:
    # Fords stay, or the two sides could never meet.
    """Return a stream in bad weather: a river but for its fords."""
    sides = {place: "river" if kind == "stream" else kind for place, kind in water.sides.items()}
    return making.Piece(words.RIVER, water.cells, sides)


def _works(ground: BattleGround, map_: Map, depth: int) -> making.Piece:
    """Return works before a fortified side's zone, hedges if it has no walls, with gaps to sally from."""
    kind = "works" if ground.walls else "obstacle"
    sides = {} if ground.fortified is None else dict(_front(map_, ground.fortified, depth, kind))
    return making.Piece("works", {}, sides)


def _front(map_: Map, side: int, depth: int, kind: str) -> Iterable[tuple[tuple[Hex, int], str]]:
    row, ahead = (map_.rows - depth, (1, 2)) if side == 0 else (depth - 1, (4, 5))
    for column in range(map_.columns):
        place = hexes.at(column, row)
        for direction in ahead:
            if column % _GAP and hexes.neighbour(place, direction) in map_:
                yield (place, direction), kind


def _laid(map_: Map, piece: making.Piece) -> Map:
    """Return a map with a piece of ground laid on it."""
    sides = dict(map_.sides)
    # A hex side belongs to both its hexes, so it is written under each of them.
    for (place, direction), kind in piece.sides.items():
        sides[(place, direction)] = kind
        sides[(hexes.neighbour(place, direction), (direction + 3) % 6)] = kind
    return Map(map_.columns, map_.rows, {**map_.cells, **piece.cells}, sides)
