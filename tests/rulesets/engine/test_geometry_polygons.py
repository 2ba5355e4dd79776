"""Terrain and lines, with shapely as the second road."""

from __future__ import annotations

from math import pi

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point

from rulesets.engine.geometry import (
    Base,
    advance,
    edges,
    ellipse,
    holds_share,
    inset_gap,
    inside_polygon,
    overlaps_polygon,
    polygon,
    polygon_contact,
    polygon_sweep,
    rectangle,
    segment_crosses_polyline,
    segment_gap,
    segment_hits,
    segment_length_inside,
    share_inside,
    within_circle,
)
from tests.kit.shapes import bases, places, polygons, shape

UNIT = Base(0, 0, 90, 2, 1)
segments = st.tuples(places, places, places, places)
whole = st.integers(-4, 4)  # on a grid lines often touch, and both roads can tell exactly


def line(segment):
    return LineString([segment[:2], segment[2:]])


def area_share(b, wood):
    return shape(b).intersection(shape(wood)).area / shape(b).area


# -- making polygons ----------------------------------------------------------------------------


def test_polygons_are_turned_anticlockwise():
    assert polygon((0, 0, 0, 2, 2, 2, 2, 0)) == (2, 0, 2, 2, 0, 2, 0, 0)
    assert polygon((0, 0, 2, 0, 2, 2)) == (0, 0, 2, 0, 2, 2)


@pytest.mark.parametrize(
    "points",
    [
        (0, 0, 1, 1),
        (0, 0, 1, 0, 1),
        (0, 0, 1, 0, 2, 0),
        (0, 0, 4, 0, 1, 1, 0, 4),
        (0, 3, 2, -3, -3, 1, 3, 1, -2, -3),
    ],
    ids=["two corners", "half a corner", "no area", "concave", "pentagram"],
)
def test_what_is_no_convex_polygon_is_refused(points):
    with pytest.raises(ValueError, match=r"convex|three corners"):
        polygon(points)


def test_a_rectangle_is_turned_about_its_middle():
    assert rectangle(1, 2, 4, 2) == (-1, 1, 3, 1, 3, 3, -1, 3)
    assert rectangle(0, 0, 4, 2, 90) == (1, -2, 1, 2, -1, 2, -1, -2)


def test_an_ellipse_comes_near_to_its_area():
    assert shape(ellipse(1, 1, 6, 4, 30, 24)).area == pytest.approx(pi * 6, rel=0.02)
    assert len(list(edges(ellipse(0, 0, 6, 4)))) == 24


@given(polygons())
def test_made_polygons_are_what_they_should_be(wood):
    assert polygon(wood) == wood


# -- segments -----------------------------------------------------------------------------------


@given(segments, polygons())
def test_the_length_inside_is_that_of_the_common_part(segment, wood):
    expected = line(segment).intersection(shape(wood)).length
    assert segment_length_inside(*segment, wood) == pytest.approx(expected, abs=1e-6)


@given(segments, bases())
def test_a_line_of_sight_is_hit_when_it_passes_through_a_base(segment, b):
    core = shape(b).buffer(-2e-3, join_style="mitre")
    if line(segment).intersects(core):
        assert segment_hits(*segment, b)
    elif line(segment).disjoint(shape(b)):
        assert not segment_hits(*segment, b)


def test_a_line_of_sight_may_run_along_an_edge():
    assert not segment_hits(-5, 0, 5, 0, UNIT)
    assert segment_hits(-5, -0.01, 5, -0.01, UNIT)
    assert not segment_hits(0, 3, 0, 0, UNIT)
    assert segment_hits(0, -0.4, 0, -0.6, UNIT)


@given(
    st.lists(st.tuples(whole, whole), min_size=2, max_size=2), st.lists(st.tuples(whole, whole), min_size=2)
)
def test_a_segment_crosses_a_line_when_they_have_a_point_in_common(ends, points):
    hedge = [value for point in points for value in point]
    expected = LineString(ends).distance(LineString(points)) == 0.0
    assert segment_crosses_polyline(*ends[0], *ends[1], hedge) == expected


def test_touching_a_hedge_counts_as_crossing_it():
    hedge = (0, 0, 2, 0, 4, 2)
    assert segment_crosses_polyline(1, -1, 1, 0, hedge)
    assert segment_crosses_polyline(-1, 0, 1, 0, hedge)
    assert not segment_crosses_polyline(3, 0, 3, 0.9, hedge)
    assert not segment_crosses_polyline(-2, 0, -1, 0, hedge)


@given(segments, bases())
def test_the_gap_to_a_segment_is_the_distance(segment, b):
    assert segment_gap(*segment, b) == pytest.approx(line(segment).distance(shape(b)), abs=1e-7)


# -- bases in polygons --------------------------------------------------------------------------


@given(bases(), polygons())
def test_the_share_inside_is_the_share_of_the_area(b, wood):
    assert share_inside(b, wood) == pytest.approx(area_share(b, wood), abs=1e-7)


@given(bases(), polygons(), st.sampled_from([0.5, 0.4995, 0.3]))
def test_whether_a_polygon_holds_a_share_is_told_by_the_share(b, wood, share):
    held = share_inside(b, wood)
    if abs(held - share) > 1e-6:
        assert holds_share(b, wood, share) == (held >= share)


@given(bases(), polygons(), st.floats(0.0, 6.0))
def test_no_polygon_within_a_circle_is_passed_over(b, wood, radius):
    x, y = b.x, b.y
    if shape(wood).distance(Point(x, y)) < radius - 1e-6:
        assert within_circle(x, y, radius, wood)


def test_a_polygon_beyond_one_of_its_sides_is_passed_over():
    assert within_circle(0, 0, 1.0, rectangle(1.9, 0, 2, 2))
    assert not within_circle(0, 0, 1.0, rectangle(2.1, 0, 2, 2))


def test_the_share_is_exactly_one_inside_and_exactly_zero_outside():
    assert share_inside(UNIT, rectangle(0, 0, 9, 9)) == 1.0
    assert share_inside(UNIT, rectangle(0, 6, 9, 9)) == 0.0
    assert share_inside(UNIT, rectangle(1, 0, 2, 9)) == pytest.approx(0.5)


@given(bases(), polygons())
def test_base_and_polygon_overlap_when_they_share_an_area(b, wood):
    area = shape(b).intersection(shape(wood)).area
    assume(area == 0.0 or area > 0.02)
    assert overlaps_polygon(b, wood) == (area > 0.0)


@given(bases(), polygons())
def test_a_base_is_inside_when_no_corner_is_out(b, wood):
    out = max(shape(wood).distance(corner) for corner in _corners(b))
    assume(abs(out - 1e-3) > 1e-4)
    assume(out < 1e-4 or out > 3e-3)  # beyond a sharp corner the distance is more than that to the lines
    assert inside_polygon(b, wood) == (out < 1e-4)


@given(bases(), polygons())
def test_the_inset_is_the_distance_to_the_outline(b, wood):
    assert inset_gap(b, wood) == pytest.approx(shape(wood).exterior.distance(shape(b)), abs=1e-7)


# -- moves into polygons ------------------------------------------------------------------------


def moved(b, dx, dy, part):
    return Base(b.x + dx * part, b.y + dy * part, b.heading, b.width, b.depth)


@given(bases(), st.floats(-8, 8), st.floats(-8, 8), polygons(), st.sampled_from([0.1, 0.4995, 0.5, 0.9, 1.0]))
def test_a_sweep_finds_the_first_place_with_enough_of_the_base_inside(b, dx, dy, wood, share):
    length = (dx * dx + dy * dy) ** 0.5
    assume(length > 0.01)
    distance = polygon_sweep(b, dx, dy, wood, share)
    steps = 40
    before = steps if distance is None else int(distance / length * steps)
    for step in range(before):
        assert area_share(moved(b, dx, dy, step / steps), wood) < share + 1e-3
    if distance is not None:
        assert area_share(moved(b, dx, dy, distance / length), wood) >= share - 1e-3


def test_half_the_base_is_in_the_wood_after_half_its_depth():
    wood = rectangle(0, 5, 8, 4)
    assert polygon_sweep(UNIT, 0, 6, wood, 0.5) == pytest.approx(3.5, abs=1e-4)
    assert polygon_sweep(UNIT, 0, 3, wood, 0.5) is None
    assert polygon_sweep(advance(UNIT, 5), 0, 1, wood, 0.5) == 0.0


def test_a_base_that_crosses_a_narrow_wood_is_caught_on_the_way():
    assert polygon_sweep(UNIT, 0, 20, rectangle(0, 5, 8, 0.6), 0.5) == pytest.approx(5.2, abs=1e-4)
    assert polygon_sweep(UNIT, 0, 20, rectangle(0, 5, 8, 0.4), 0.5) is None


@given(bases(), st.floats(-8, 8), st.floats(-8, 8), polygons())
def test_a_move_is_free_until_the_base_would_enter_the_polygon(b, dx, dy, wood):
    part = polygon_contact(b, dx, dy, wood)
    if part == 0.0:
        assert shape(b).distance(shape(wood)) == 0.0
        return
    free_until = 1.0 if part is None else part
    for step in range(20):
        assert shape(moved(b, dx, dy, free_until * step / 20)).intersection(shape(wood)).area < 0.02
    if part is not None:
        assert shape(moved(b, dx, dy, part)).distance(shape(wood)) <= 2e-3


def test_impassable_ground_stops_a_move_where_it_begins():
    assert polygon_contact(UNIT, 0, 6, rectangle(0, 5, 8, 4)) == pytest.approx(0.5, abs=1e-3)
    assert polygon_contact(UNIT, 0, 2.9, rectangle(0, 5, 8, 4)) is None


def _corners(b):
    return [Point(x, y) for x, y in zip(b.corners[::2], b.corners[1::2], strict=True)]
