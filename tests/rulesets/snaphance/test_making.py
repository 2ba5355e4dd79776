"""Maps made by dice (SN-C-setup)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulesets.engine.dice import ScriptedDice
from rulesets.snaphance import hexes
from rulesets.snaphance.events.setup import GroundFound
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.scenarios.making import GROUND, LINES, SIZES, make, piece, road, stream
from tests.kit.hexfield import HexField

BELT = range(3, 9)
PLAIN = Map(18, 12)
HERE = hexes.named("0906")
OPEN, NEITHER = (3, 3), (3, 3)


def made(*dice: int) -> HexField:
    """The field of usual size after these dice have made its ground."""
    field = HexField()
    field.state.map = PLAIN
    field.dice = field.scripted = ScriptedDice(*dice)
    for _ in make(field):
        raise AssertionError("nobody is asked")
    field.scripted.finish()
    return field


def test_every_throw_says_something():
    assert sorted(GROUND) == list(range(2, 13))
    assert set(LINES) <= set(range(2, 13))
    assert sorted(SIZES) == list(range(1, 7))


def test_sevens_leave_the_map_open():
    field = made(*OPEN * 6, *NEITHER)
    assert field.state.map == PLAIN
    assert field.events(GroundFound) == []


def test_a_wood_lies_where_the_dice_put_it():
    field = made(2, 3, 6, 1, 1, *OPEN * 5, *NEITHER)
    cells = field.state.map.cells
    assert set(cells.values()) == {Cell("woods", 0)}
    assert hexes.named("0107") in cells, "the left part before the first side, its nearest row to the middle"
    assert field.events(GroundFound)[0].what == "a wood"


def test_the_zones_stay_open():
    for third in range(3):
        for side in (0, 1):
            throws = [OPEN] * 6
            throws[side * 3 + third] = (5, 5, 6, 6, 6 if side == 0 else 1)
            field = made(*(die for throw in throws for die in throw), *NEITHER)
            rows = {hexes.column_row(place)[1] for place in field.state.map.cells}
            assert rows
            assert rows <= set(BELT)


@pytest.mark.parametrize(("die", "size"), [(1, 3), (3, 4), (5, 5), (6, 7)])
def test_a_die_says_how_large_a_piece_is(die: int, size: int):
    assert len(piece(PLAIN, "woods", HERE, die, BELT).cells) == size


def test_a_village_is_small():
    cells = piece(PLAIN, "village", HERE, 6, BELT).cells
    assert len(cells) == 3
    assert set(cells.values()) == {Cell("town", 0)}


@pytest.mark.parametrize(("die", "top"), [(1, 1), (6, 2)])
def test_a_large_hill_has_a_top(die: int, top: int):
    assert piece(PLAIN, "hill", HERE, die, BELT).cells[HERE].level == top


def test_enclosures_have_hedges_around_them_and_none_within():
    found = piece(PLAIN, "enclosures", HERE, 6, BELT)
    assert set(found.sides.values()) == {"obstacle"}
    assert len(found.sides) == 18
    assert all(hexes.neighbour(place, side) not in found.cells for place, side in found.sides)


def test_a_stream_runs_from_edge_to_edge_and_can_be_forded():
    sides = stream(PLAIN, 5, 3).sides
    assert {hexes.column_row(place)[0] for place, _ in sides} == set(range(18))
    fords = {hexes.column_row(place)[0] for (place, _), kind in sides.items() if kind == "ford"}
    assert fords == {3, 9, 15}


def test_a_road_runs_from_edge_to_edge_and_bridges_the_stream():
    field = made(*OPEN * 6, 6, 6, 2)
    map_ = field.state.map
    way = [place for place in map_.hexes() if map_.cell(place).road]
    assert len(way) == 12
    assert all(hexes.distance(a, b) == 1 for a, b in pairwise(way))
    crossed = [map_.side(a, b) for a, b in pairwise(way)]
    assert [kind for kind in crossed if kind] == ["bridge"]


def test_a_road_keeps_the_ground_under_it():
    wooded = Map(18, 12, {hexes.named("0506"): Cell("woods", 1)})
    assert road(wooded, 4).cells[hexes.named("0506")] == Cell("woods", 1, True)


def test_a_narrow_map_has_no_ground_between_the_zones():
    field = HexField()
    field.state.map = Map(6, 1)
    field.dice = ScriptedDice()
    assert list(make(field)) == []
