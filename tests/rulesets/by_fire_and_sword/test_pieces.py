"""Terrain pieces as they lie on a table: outlines, gaps, the houses of a built-up area."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting.placing import elements
from rulesets.by_fire_and_sword.pieces import make
from rulesets.engine.geometry.spacing import point_inside, polygon_gap

place = st.floats(0, 120)
size = st.floats(5, 30)


def some(kind: str) -> st.SearchStrategy[pieces.Piece]:
    return st.builds(make, st.just(kind), place, place, size, size, st.floats(0, 359))


@pytest.mark.rule("BFS-31.6.1")
@given(
    st.builds(
        make, st.just("village"), place, place, st.floats(15, 40), st.floats(15, 40), st.floats(0, 359)
    ),
    st.sampled_from([2, 3]),
)
def test_the_houses_stand_apart_within_the_fence(village: pieces.Piece, number: int) -> None:
    houses = pieces.buildings({**village, "buildings": number})
    assert len(houses) == number
    for index, house in enumerate(houses):
        corners = zip(house[::2], house[1::2], strict=True)
        assert all(point_inside(x, y, pieces.outline(village), 0.01) for x, y in corners)
        assert all(polygon_gap(house, other) > 1 for other in houses[:index])


def test_nothing_but_a_village_has_houses() -> None:
    assert pieces.buildings(make("grove", 20, 20, 20, 20)) == ()


@given(some("grove"), some("wheat_field"), st.floats(0, 20))
def test_the_quick_answer_is_that_of_the_distance(a: pieces.Piece, b: pieces.Piece, reach: float) -> None:
    gap = pieces.gap(a, b)
    if abs(gap - reach) > 1e-6:
        assert pieces.clear(a, b, reach) == (gap >= reach)


def test_every_kind_has_a_size_that_may_be_placed() -> None:
    for key, element in elements().items():
        across, deep = pieces.kinds()[key].size_cm
        assert max(across, deep) <= (element.most or 30)
        assert element.above is None or across > element.above


def test_ids_are_never_given_twice() -> None:
    table: list[pieces.Piece] = [{"id": "t2"}, {"id": "t3"}]
    assert pieces.new_id(table) == "t4"
    assert pieces.new_id([{"id": "t9"}]) == "t2"


def test_an_angle_is_kept_between_none_and_a_whole_turn() -> None:
    assert make("hill", 10, 10, 10, 8, 360)["angle"] == 0
    assert make("hill", 10, 10, 10, 8, -90)["angle"] == 270
