"""Where pieces lie: on a table in inches, among each other, at ready-made places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.geometry import Polygon, ellipse, rectangle
from rulesets.engine.geometry.spacing import polygon_gap
from rulesets.freetable.placing import (
    apart,
    between,
    boxes_apart,
    edge_at,
    ends,
    grid,
    heading,
    offered,
    on_table,
    overhang,
    place_at,
    point,
    shapes_apart,
    steps,
)
from rulesets.freetable.shapes import shaped
from tests.rulesets.freetable.tables import INCHES, WALL, WOOD, area

place, size = st.floats(0, 72), st.floats(2, 15)
outlines: st.SearchStrategy[Polygon] = st.one_of(
    st.builds(ellipse, place, place, size, size, st.floats(0, 359), st.just(16)),
    st.builds(rectangle, place, place, size, size, st.floats(0, 359)),
)


@pytest.mark.parametrize(("x", "beyond"), [(5.0, 0.0), (4.99, 0.01), (68.0, 1.0)])
def test_a_piece_lies_on_the_table_or_reaches_beyond_it(x: float, beyond: float) -> None:
    outline = rectangle(x, 24, 10, 10)
    assert overhang(outline, INCHES) == pytest.approx(beyond)
    assert on_table(outline, INCHES, 0.001) is (beyond == 0.0)
    assert on_table(outline, INCHES, 1.5)


def test_a_point_at_an_edge() -> None:
    points = ((0.1, 20), (71.9, 20), (30, 0), (30, 48), (30, 1))
    assert [edge_at(x, y, INCHES, 0.25) for x, y in points] == ["left", "right", "near", "far", ""]


@given(outlines, outlines, st.floats(0, 20))
def test_the_quick_answer_is_that_of_the_distance(a: Polygon, b: Polygon, reach: float) -> None:
    gap = polygon_gap(a, b)
    if abs(gap - reach) > 1e-6:
        assert boxes_apart(a, b, reach) is (gap >= reach)
    assert apart(a, b) <= gap + 1e-9
    assert (apart(a, b) > 0.0) is (gap > 0.0)


def test_a_wall_and_a_wood_are_apart_or_overlap() -> None:
    wood, wall = area(WOOD, 20, 20, 10, 10), shaped("w", WALL, line=(22.0, 10.0, 22.0, 17.0))
    assert shapes_apart(wood, wall, 0.1) == pytest.approx(-2, abs=0.01)
    assert shapes_apart(wood, area(WOOD, 30, 24, 8, 8), 0.1) == pytest.approx(1)
    assert shapes_apart(wood, area(WOOD, 60, 20, 4, 4), 0.1) is None


def test_the_grid_keeps_a_piece_on_the_table() -> None:
    found = list(grid(INCHES, (12, 6), (0.0, 0.5, 1.0), (0.1, 0.9)))
    assert found == [(6, 4.8), (36, 4.8), (66, 4.8), (6, 43.2), (36, 43.2), (66, 43.2)]
    assert between(3.0, 5.0, 20.0) == 5.0


def test_places_keep_their_numbers_whatever_fits() -> None:
    places = list(range(10, 20))
    assert dict(offered(places, str, lambda made: int(made) > 16)) == {"8": "17", "9": "18", "10": "19"}
    assert dict(offered(places, str, lambda made: True, 3, 1)) == {"2": "11", "5": "14", "8": "17"}
    assert dict(offered(places, str, lambda made: made in ("12", "13"), 3, 1)) == {"3": "12", "4": "13"}
    assert place_at(places, "3") == 12
    for at in ("0", "11", "x", ""):
        with pytest.raises(LookupError):
            place_at(places, at)


def test_a_step_each_way() -> None:
    assert steps(6.0, ("west", "east", "south", "north"))["south"] == (0.0, -6.0)


def test_the_numbers_that_are_asked_for_name_their_unit_and_limits() -> None:
    x, y = point((3, 4, 60, 40), "in", 30, mark="2")
    assert (x.name, x.limits(), x.default, y.name, y.default) == ("x2", "3 to 60 in", 30, "y2", None)
    assert [number.name for number in ends(INCHES, "in")] == ["x1", "y1", "x2", "y2"]
    assert ends(INCHES, "in")[3].limits() == "0 to 48 in"
    assert heading("angle", 90).limits() == "0 to 360 degrees"
