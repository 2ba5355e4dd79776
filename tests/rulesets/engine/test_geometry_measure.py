"""Distances, contact and overlap, with shapely as the second road."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Point

from rulesets.engine.geometry import (
    CONTACT,
    Base,
    advance,
    gap,
    near,
    nearest_point,
    overlap,
    point_gap,
    separation,
    shift,
    touching,
    within,
)
from tests.kit.shapes import bases, moves, places, shape

UNIT = Base(0, 0, 90, 2, 0.75)


@given(bases(), bases())
def test_the_gap_is_the_distance_between_the_rectangles(a, b):
    assert gap(a, b) == pytest.approx(shape(a).distance(shape(b)), abs=1e-9)
    assert gap(b, a) == pytest.approx(gap(a, b), abs=1e-12)


@given(bases(), bases())
def test_the_separation_never_exceeds_the_gap(a, b):
    assert max(0.0, separation(a, b)) <= gap(a, b) + 1e-9


@given(bases(spread=2.0), bases(spread=2.0))
def test_bases_overlap_when_they_share_an_area(a, b):
    assume(abs(separation(a, b)) > 1e-9)
    assert overlap(a, b, 0.0) == (shape(a).intersection(shape(b)).area > 0.0)


@given(bases(spread=0.7), bases(spread=0.7))
def test_the_depth_of_an_overlap_is_the_shortest_way_out(a, b):
    depth = -separation(a, b)
    assume(depth > 0.01)
    ways = [(a.fx, a.fy), (a.fy, -a.fx), (b.fx, b.fy), (b.fy, -b.fx)]
    out = [(s * x, s * y) for x, y in ways for s in (1, -1)]

    def pushed(distance):
        return [
            shape(Base(a.x + x * distance, a.y + y * distance, a.heading, a.width, a.depth)) for x, y in out
        ]

    other = shape(b)
    assert min(p.intersection(other).area for p in pushed(depth + 2e-4)) == pytest.approx(0.0, abs=1e-6)
    assert min(p.intersection(other).area for p in pushed(depth - 2e-3)) > 0.0


def test_rounding_neither_separates_bases_in_contact_nor_makes_them_collide():
    for slip in (-1e-4, 0.0, 1e-4, 1e-3):
        other = advance(UNIT, 0.75 + slip)
        assert touching(UNIT, other)
        assert not overlap(UNIT, other)
    assert not touching(UNIT, advance(UNIT, 0.76))
    assert overlap(UNIT, advance(UNIT, 0.74))


def test_bases_that_meet_at_a_corner_touch():
    assert touching(UNIT, shift(UNIT, 0.75, 2.0))
    assert not touching(UNIT, shift(UNIT, 0.752, 2.002))


@pytest.mark.rule("BQ-6.3.2", "BQ-6.1.2")
def test_dx_2_distance_runs_from_a_midpoint_to_the_nearest_point_of_the_base():
    target = Base(2.5, 2.75, 90, 2, 0.75)
    assert target.corners == pytest.approx((1.5, 2.75, 3.5, 2.75, 3.5, 2.0, 1.5, 2.0))
    assert point_gap(0.0, 0.0, target) == pytest.approx(2.5)


@given(places, places, bases())
def test_the_gap_to_a_point_is_zero_inside_and_the_distance_outside(x, y, b):
    assert point_gap(x, y, b) == pytest.approx(shape(b).distance(Point(x, y)), abs=1e-9)


@given(places, places, bases())
def test_the_nearest_point_of_a_base_is_on_it_and_as_far_as_the_gap(x, y, b):
    px, py = nearest_point(x, y, b)
    assert point_gap(px, py, b) == pytest.approx(0.0, abs=1e-9)
    assert Point(x, y).distance(Point(px, py)) == pytest.approx(point_gap(x, y, b), abs=1e-9)


@given(bases(), bases(), moves)
def test_what_is_within_reach_passes_the_quick_test(a, b, reach):
    if gap(a, b) <= reach:
        assert near(a, b, reach)
    if not near(a, b, reach):
        assert gap(a, b) > reach


@given(bases(), st.floats(-8, 0), st.floats(-8, 0), st.floats(0, 8), st.floats(0, 8))
def test_a_base_is_within_a_field_when_its_bounds_are(b, x0, y0, x1, y1):
    left, low, right, high = shape(b).bounds
    inset = min(left - x0, low - y0, x1 - right, y1 - high)
    assume(abs(inset + 1e-3) > 1e-9)
    assert within(b, x0, y0, x1, y1) == (inset >= -1e-3)


def test_the_tolerance_of_contact_is_larger_than_what_rounding_can_do():
    for tenth in range(100):
        b = Base(tenth / 7, tenth / 3, tenth * 3.7, 2, 0.75)
        assert touching(b, advance(b, 0.75), CONTACT)
        assert not overlap(b, advance(b, 0.75))
