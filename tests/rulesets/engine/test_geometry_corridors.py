"""Edges, corridors and arcs, with shapely as the second road."""

from __future__ import annotations

from math import radians, tan

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Polygon as Shape

from rulesets.engine.geometry import (
    GRAZE,
    Base,
    advance,
    edge,
    edge_midpoint,
    face_side,
    front_corridor_overlap,
    in_arc,
    in_front_corridor,
    projection_overlap,
    rear_corridor_gap,
    retire,
    shift,
    wholly_behind_front_line,
)
from tests.kit.shapes import bases, brought_home, corridor, shape

UNIT = Base(0, 0, 90, 2, 1)
SIDES = ["front", "right", "rear", "left"]


def test_edges_run_from_left_to_right_for_somebody_who_looks_out():
    assert edge(UNIT, "front") == pytest.approx((-1, 0, 1, 0))
    assert edge(UNIT, "right") == pytest.approx((1, 0, 1, -1))
    assert edge(UNIT, "rear") == pytest.approx((1, -1, -1, -1))
    assert edge(UNIT, "left") == pytest.approx((-1, -1, -1, 0))
    assert edge_midpoint(UNIT, "rear") == pytest.approx((0, -1))


@given(bases(), bases())
def test_the_front_corridor_covers_what_a_far_strip_covers(b, other):
    covered = shape(other).intersection(corridor(b, 0.0, 100.0))
    assume(covered.area == 0.0 or covered.area > 0.01)  # a sliver is within the tolerance
    left, _, right, _ = brought_home(b, covered).bounds if covered.area else (0, 0, 0, 0)
    assert front_corridor_overlap(b, other) == pytest.approx(right - left, abs=1e-6)
    assert in_front_corridor(b, other) == (covered.area > 0.0)


def test_neighbours_and_those_behind_are_not_in_the_front_corridor():
    assert not in_front_corridor(UNIT, shift(UNIT, 0, 2))
    assert not in_front_corridor(UNIT, shift(UNIT, 3, -2))
    assert not in_front_corridor(UNIT, retire(UNIT, 1))
    assert front_corridor_overlap(UNIT, retire(UNIT, 1)) == 0.0
    assert front_corridor_overlap(UNIT, shift(UNIT, 3, 1.5)) == pytest.approx(0.5)
    assert in_front_corridor(UNIT, Base(0, 0, 270, 2, 1))  # in contact, face to face


def test_only_the_part_ahead_of_the_front_line_counts():
    diamond = Base(0.5, 0.5, 45, 1, 1)  # its corners lie at (0.5, 0.5) and a turn away from (0.15, 0.15)
    low, high = min(diamond.corners[::2]), max(diamond.corners[::2])
    assert front_corridor_overlap(UNIT, diamond) == pytest.approx(high - low)
    half_sunk = retire(diamond, 0.5 * 2**0.5 + 0.2)
    assert 0.0 < front_corridor_overlap(UNIT, half_sunk) < high - low - 0.1


@given(bases(), bases())
def test_the_rear_corridor_measures_to_the_nearest_part_behind(b, other):
    slim = Base(b.x, b.y, b.heading, b.width - 2 * GRAZE, b.depth)
    covered = shape(other).intersection(corridor(slim, -100.0, -b.depth))
    assume(covered.area == 0.0 or covered.area > 0.01)  # a sliver is within the tolerance
    if not covered.area:
        assert rear_corridor_gap(b, other) is None
    else:
        highest = brought_home(b, covered).bounds[3]
        assert rear_corridor_gap(b, other) == pytest.approx(-highest - b.depth, abs=1e-6)


def test_the_rear_corridor_of_a_unit_in_column():
    assert rear_corridor_gap(UNIT, retire(UNIT, 2.5)) == pytest.approx(1.5)
    assert rear_corridor_gap(UNIT, retire(UNIT, 1)) == pytest.approx(0.0, abs=1e-9)
    assert rear_corridor_gap(UNIT, shift(UNIT, -3, 2)) is None
    assert rear_corridor_gap(UNIT, advance(UNIT, 1)) is None
    assert rear_corridor_gap(UNIT, shift(UNIT, 0, 2)) is None


@pytest.mark.rule("BQ-7.2.2", "BQ-7.2.3.a")
def test_dx_3_a_charger_is_behind_the_front_line_only_with_its_whole_base():
    target = Base(0, 0, 90, 2, 1)
    from_behind = Base(-3, -1.5, 0, 2, 1)
    partly_ahead = Base(-3, -0.5, 0, 2, 1)
    assert sorted(from_behind.corners[1::2])[::3] == pytest.approx([-2.5, -0.5])
    assert sorted(partly_ahead.corners[1::2])[::3] == pytest.approx([-1.5, 0.5])
    assert wholly_behind_front_line(target, from_behind)
    assert not wholly_behind_front_line(target, partly_ahead)


@given(bases(), bases())
def test_a_base_is_behind_the_front_line_when_nothing_of_it_lies_ahead(b, other):
    highest = brought_home(b, shape(other)).bounds[3]
    assume(abs(highest - 1e-3) > 1e-6)
    assert wholly_behind_front_line(b, other) == (highest <= 1e-3)


@pytest.mark.rule("BQ-6.3.1.a")
def test_dx_1_the_arc_opens_45_degrees_outwards_from_each_front_corner():
    front = (-1.0, 0.0, 1.0, 0.0)
    assert in_arc(front, Base(3.5, 2.75, 90, 2, 0.75))
    assert not in_arc(front, Base(4.2, 2.0, 90, 2, 1.0))


@given(bases(), bases(), st.sampled_from(SIDES), st.sampled_from([22.5, 45.0, 60.0]))
def test_a_base_is_in_the_arc_when_it_shares_an_area_with_it(b, other, side, degrees):
    x1, y1, x2, y2 = edge(b, side)
    length = b.width if side in ("front", "rear") else b.depth
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    far, spread = 60.0, 60.0 * tan(radians(degrees))
    arc = Shape([
        (x1, y1), (x2, y2),
        (x2 - dy * far + dx * spread, y2 + dx * far + dy * spread),
        (x1 - dy * far - dx * spread, y1 + dx * far - dy * spread),
    ])  # fmt: skip
    area = shape(other).intersection(arc).area
    assume(area == 0.0 or area > 0.02)
    assert in_arc((x1, y1, x2, y2), other, degrees) == (area > 0.0)


def test_a_neighbour_in_line_is_not_in_the_arc_but_one_a_step_ahead_is():
    assert not in_arc(edge(UNIT, "front"), shift(UNIT, 0, 2))
    assert in_arc(edge(UNIT, "front"), shift(UNIT, 0.1, 2))
    assert not in_arc(edge(UNIT, "front"), face_side(shift(UNIT, -3, 0), "left"))


@pytest.mark.rule("BQ-7.6.d")
def test_an_angled_front_is_projected_at_right_angles():
    target = edge(Base(0, 0, 90, 2, 1), "front")
    assert projection_overlap(edge(Base(0, 0, 270, 2, 1), "front"), target) == pytest.approx(2)
    assert projection_overlap(edge(Base(1.5, 0, 270, 2, 1), "front"), target) == pytest.approx(0.5)
    angled = edge(Base(0, 0.5, 330, 2, 1), "front")
    assert projection_overlap(angled, target) == pytest.approx(1.0)
    assert projection_overlap(edge(Base(5, 0, 270, 2, 1), "front"), target) == 0.0
