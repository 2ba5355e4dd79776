"""Outlines of what is reached, and tracks of several moves."""

from __future__ import annotations

from math import hypot, radians, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.geometry import Base, advance, point_gap, wheel
from rulesets.freetable.reach import Outline, around, circle, corners, corridor, fire_arc, flat, hull, tracks
from tests.rulesets.freetable.tables import base


def points(outline: Outline) -> list[tuple[float, float]]:
    return list(zip(outline[::2], outline[1::2], strict=True))


def test_circles_and_rims_keep_their_distance() -> None:
    assert {round(hypot(x - 30, y - 20), 3) for x, y in points(circle(30, 20, 12))} == {12.0}
    mover = base(36, 20, 30)
    assert {round(point_gap(x, y, mover), 3) for x, y in points(around(mover, 6))} == {6.0}


def test_a_corridor_lies_before_the_front() -> None:
    assert sorted(points(corridor(base(36, 10), 12))) == [(34, 10), (34, 22), (38, 10), (38, 22)]


@given(st.floats(10, 60), st.floats(5, 30), st.floats(0, 360), st.sampled_from([0.5, 1.0, 10.0]))
def test_an_arc_is_bounded_by_its_rays_and_its_reach(
    opening: float, reach: float, heading: float, unit: float
) -> None:
    firing = Base(0, 0, heading, 4 * unit, 2 * unit)
    for x, y in points(fire_arc(firing, opening, reach * unit, 3 * unit)):
        ahead, aside = x * firing.fx + y * firing.fy, abs(x * firing.fy - y * firing.fx)
        assert hypot(x, y) <= reach * unit + 2e-3
        assert ahead >= -2e-3
        assert aside <= 2 * unit + ahead * tan(radians(opening)) + 1e-2 * unit


def test_the_hull_is_the_outline_of_the_outermost_points() -> None:
    inside = [(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert sorted(points(hull([*inside, *square, *square]))) == sorted(square)
    assert hull([(0.0, 0.0), (1.0, 1.0)]) == flat([(0.0, 0.0), (1.0, 1.0)])
    assert next(corners(base(36, 10))) == (34, 10)


def test_tracks_go_on_until_a_move_is_the_last_or_there_is_no_room() -> None:
    def move(at: Base) -> tuple[Base, bool] | None:
        end = advance(at, 6)
        return None if end.y > 40 else (end, end.x < 36)

    start = base(36, 10)
    turned = [wheel(start, "left", 45)]
    straight, aside = tracks(start, turned, 9, move)
    assert [at.y for at in straight] == [16, 22, 28, 34, 40]
    assert aside == [turned[0], advance(turned[0], 6)]
    assert [len(track) for track in tracks(start, turned, 2, move)] == [2, 2]
    assert tracks(start, turned, 1, move)[1] == turned
    assert straight[0].heading == pytest.approx(90)
