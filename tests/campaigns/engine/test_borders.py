"""Neighbours, and places on the earth."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.campaign_map import map_of, state
from campaigns.data.build import great_circle
from campaigns.engine.borders import neighbours, shape_of
from campaigns.engine.maps import KM_A_DEGREE, Projection, read_map
from tests.kit.effort import tries

POLAND = Projection(west=12.5, north=60.2, parallel=52.5)


@given(st.integers(1, 30), st.integers(1, 1000))
@settings(max_examples=tries(20))
def test_a_grid_of_crooked_cells_has_the_neighbours_of_a_grid(cells: int, seed: int) -> None:
    country = read_map(map_of(cells, ["one"], seed))
    found = {frozenset(pair[:2]) for pair in neighbours({each.id: each.outlines for each in country.areas})}
    assert found == {frozenset((link.a, link.b)) for link in country.links}


def test_a_border_is_as_long_as_it_is() -> None:
    left, right = [(0, 0), (10, 0), (10, 10), (0, 10)], [(10, 4), (20, 4), (20, 10), (10, 10)]
    assert list(neighbours({"l": [left], "r": [right]})) == [("l", "r", pytest.approx(6, abs=0.1))]
    assert list(neighbours({"l": [left], "r": [right]}, least=7)) == []
    assert list(neighbours({})) == []


def test_an_area_that_lies_in_anothers_hole_is_its_neighbour() -> None:
    outer, hole = [(0, 0), (30, 0), (30, 30), (0, 30)], [(10, 10), (20, 10), (20, 20), (10, 20)]
    assert [pair[:2] for pair in neighbours({"inner": [hole], "ring": [outer, hole]})] == [("inner", "ring")]
    assert shape_of([outer, hole]).area == 800
    assert shape_of([hole, outer]).area == 800


@pytest.mark.parametrize(
    ("a", "b", "km"),
    [
        ((21.01, 52.23), (30.52, 50.45), 690),  # Warsaw and Kiev
        ((-0.10, 51.51), (-1.257, 51.752), 84),  # London and Oxford
        ((0, 0), (180, 0), 20015),
        ((10, 50), (10, 50), 0),
    ],
)
def test_distances_on_the_earth(a: tuple[float, float], b: tuple[float, float], km: float) -> None:
    assert great_circle(a, b) == pytest.approx(km, rel=0.005, abs=0.01)
    assert great_circle(a, b) == great_circle(b, a)


@given(st.floats(0, 1760), st.floats(0, 1846))
def test_a_place_on_a_map_comes_back_from_the_earth(x: float, y: float) -> None:
    assert POLAND.to_km(POLAND.to_degrees((x, y))) == pytest.approx((x, y), abs=0.0006)


def test_the_corner_of_a_map_is_where_it_says() -> None:
    assert POLAND.to_km((12.5, 60.2)) == (0, 0)
    assert POLAND.to_km((12.5, 59.2))[1] == pytest.approx(great_circle((12.5, 60.2), (12.5, 59.2)), abs=0.001)
    assert great_circle((0, 10), (0, 11)) == pytest.approx(KM_A_DEGREE)


def test_a_made_up_campaign_is_as_large_as_ordered_and_always_the_same() -> None:
    made = state(areas=30, forces=8, factions=3)
    assert (len(made.areas), len(made.forces), len(made.factions)) == (30, 8, 3)
    assert {made.areas[force.at].owner == force.faction for force in made.forces.values()} == {True}
    assert state(areas=30, forces=8, factions=3).to_json() == made.to_json()
