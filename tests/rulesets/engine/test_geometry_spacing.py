"""Convex polygons among themselves, against shapely."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from shapely.geometry import Point
from shapely.geometry import Polygon as Shape

from rulesets.engine.geometry import Polygon, ellipse, rectangle
from rulesets.engine.geometry.spacing import (
    at_least_apart,
    point_inside,
    point_polygon_gap,
    polygon_depth,
    polygon_gap,
    widened,
)

place = st.floats(0, 60)
size = st.floats(1, 30)
shapes = st.one_of(
    st.builds(rectangle, place, place, size, size, st.floats(0, 360)),
    st.builds(ellipse, place, place, size, size, st.floats(0, 360), st.just(12)),
)


def shapely(flat: Polygon) -> Shape:
    return Shape(list(zip(flat[::2], flat[1::2], strict=True)))


@given(shapes, shapes)
def test_the_distance_is_that_of_shapely(a: Polygon, b: Polygon) -> None:
    gap = shapely(a).distance(shapely(b))
    assert polygon_gap(a, b) == pytest.approx(gap, abs=1e-6)
    assert (polygon_depth(a, b) > 1e-6) == (shapely(a).intersection(shapely(b)).area > 1e-6) or gap < 1e-3


@given(shapes, shapes, st.floats(0.5, 20))
def test_being_apart_is_judged_by_the_distance(a: Polygon, b: Polygon, reach: float) -> None:
    gap = polygon_gap(a, b)
    if abs(gap - reach) > 1e-6:
        assert at_least_apart(a, b, reach) == (gap > reach)


@given(shapes, place, place)
def test_points_and_polygons(shape: Polygon, x: float, y: float) -> None:
    gap = shapely(shape).distance(Point(x, y))
    assert point_polygon_gap(x, y, shape) == pytest.approx(gap, abs=1e-6)
    if gap > 2e-3:
        assert not point_inside(x, y, shape)


@given(shapes, st.just(0.0) | st.floats(1e-6, 20))  # the reference loses a polygon for less
@example(ellipse(0.0, 0.0, 1.0, 1.0, 0.0, 12), 1e-4)  # arcs shorter than what is rounded
def test_a_widened_polygon_holds_all_around_and_hardly_more(shape: Polygon, reach: float) -> None:
    wide = shapely(widened(shape, reach)).buffer(1e-3)
    assert wide.covers(shapely(shape).buffer(reach * 0.999))
    assert shapely(shape).buffer(reach * 1.02 + 0.01).covers(shapely(widened(shape, reach)))
