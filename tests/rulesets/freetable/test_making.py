"""Pieces drawn from numbers, on a table of 45 by 30 UD."""

from __future__ import annotations

import pytest

from rulesets.engine.geometry import share_inside
from rulesets.freetable.making import draw, ridge, shifted, stretch
from rulesets.freetable.placing import box
from tests.rulesets.freetable.tables import UD, base

AREA = {"x": 20.0, "y": 10.0, "width": 8.0, "depth": 4.0, "heading": 0.0}


def test_an_area_is_oval_or_a_rectangle() -> None:
    oval, field = draw("area", AREA, UD), draw("area", AREA, UD, oval=False)
    assert box(oval.outline) == box(field.outline) == (16, 8, 24, 12)
    corner = base(23.8, 11.9, 90, 0.4, 0.4)
    assert share_inside(corner, field.outline) == pytest.approx(1.0)
    assert share_inside(corner, oval.outline) == 0.0


def test_a_ridge_runs_along_the_longer_axis() -> None:
    assert ridge(AREA) == (16, 10, 24, 10)
    assert ridge({**AREA, "width": 4.0, "depth": 8.0}) == (20, 6, 20, 14)


def test_rivers_run_over_the_whole_table_and_shores_along_a_short_edge() -> None:
    river = draw("river", {"near": 10, "middle": 12, "far": 14, "width": 1.5}, UD)
    assert (river.line, river.width) == ((10, 0, 12, 15, 14, 30), 1.5)
    assert box(draw("shore", {"side": 0, "depth": 5}, UD).outline) == (0, 0, 5, 30)
    assert box(draw("shore", {"side": 1, "depth": 5}, UD).outline) == (40, 0, 45, 30)


def test_roads_and_obstacles_are_lines() -> None:
    road = draw("road", {"x1": 0, "y1": 9, "x2": 45, "y2": 9, "width": 2}, UD)
    assert (road.line, road.width, road.outline) == ((0, 9, 45, 9), 2, ())
    hedge = {"x": 10, "y": 10, "length": 6, "heading": 0}
    assert draw("obstacle", {**hedge, "turn": 0}, UD).line == (7, 10, 13, 10)
    assert draw("obstacle", {**hedge, "turn": 90}, UD).line == (7, 10, 10, 10, 10, 13)


def test_a_missing_number_is_missed() -> None:
    with pytest.raises(KeyError):
        draw("road", {"x1": 0, "y1": 9, "x2": 45}, UD)


def test_lines_are_moved_and_stretched() -> None:
    assert shifted((1.0, 2.0, 3.0, 4.0), 10, -1) == (11, 1, 13, 3)
    assert stretch(10, 10, 4, 90) == (10, 8, 10, 12)
