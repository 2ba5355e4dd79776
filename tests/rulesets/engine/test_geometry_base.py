"""Bases and their moves."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.geometry import (
    Base,
    about_face,
    advance,
    edge_midpoint,
    face_side,
    placed,
    retire,
    shift,
    turned_about_centre,
    turned_about_front,
    wheel,
    wheel_limit,
)
from tests.kit.shapes import bases, headings

NEAR = 2e-4  # two roundings of a pose


def close(points):
    return pytest.approx(points, abs=NEAR)


def test_the_corners_run_from_front_left_round_to_rear_left():
    assert Base(1, 2, 90, 2, 0.75).corners == pytest.approx((0, 2, 2, 2, 2, 1.25, 0, 1.25))
    assert Base(1, 2, 0, 2, 0.75).corners == pytest.approx((1, 3, 1, 1, 0.25, 1, 0.25, 3))


def test_poses_are_rounded_when_a_base_is_made():
    assert Base(0.12344999, -0.00001, 359.99999, 2, 1).pose == (0.1234, 0.0, 0.0)
    assert str(Base(-0.00001, 0, -90, 2, 1).pose) == "(0.0, 0.0, 270.0)"


@given(bases())
def test_a_pose_that_is_read_back_gives_the_same_base(b):
    again = Base(*b.pose, b.width, b.depth)
    assert again == b
    assert hash(again) == hash(b)
    assert again.corners == b.corners
    assert 0.0 <= b.heading < 360.0


def test_bases_differ_by_pose_and_by_size():
    b = Base(0, 0, 90, 2, 1)
    assert b != Base(0, 0.0001, 90, 2, 1)
    assert b != Base(0, 0, 90, 2, 0.75)
    assert b != b.pose


def test_quarter_turns_face_exactly_along_the_axes():
    assert [(b.fx, b.fy) for b in (Base(0, 0, h, 2, 1) for h in (0, 90, 180, 270))] == [
        (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0),
    ]  # fmt: skip


@given(bases(), st.floats(0, 8), st.floats(-4, 4))
def test_straight_moves_keep_the_facing(b, ahead, right):
    assert advance(b, ahead).pose == close((b.x + ahead * b.fx, b.y + ahead * b.fy, b.heading))
    assert retire(advance(b, ahead), ahead).pose == close(b.pose)
    assert shift(b, ahead, 0) == advance(b, ahead)
    moved = shift(b, ahead, right)
    assert hypot(moved.x - b.x, moved.y - b.y) == pytest.approx(hypot(ahead, right), abs=NEAR)
    assert moved.heading == b.heading


@given(bases(), st.floats(-30, 30), st.floats(-30, 30))
def test_a_base_that_keeps_its_facing_is_the_base_that_is_made_there(b, x, y):
    quick, plain = placed(b, x, y, b.heading), Base(x, y, b.heading, b.width, b.depth)
    assert [getattr(quick, name) for name in Base.__slots__] == [
        getattr(plain, name) for name in Base.__slots__
    ]


def test_a_shift_to_the_right_of_somebody_who_faces_up_the_table_goes_along_x():
    assert shift(Base(0, 0, 90, 2, 1), 1, 0.5).pose == (0.5, 1.0, 90.0)


@pytest.mark.rule("BQ-5.2.1.a")
@given(bases(), st.sampled_from(["left", "right"]), st.floats(0, 90))
def test_a_wheel_turns_forward_about_a_front_corner_that_stays(b, corner, angle):
    after = wheel(b, corner, angle)
    fixed, moving = (slice(0, 2), slice(2, 4)) if corner == "left" else (slice(2, 4), slice(0, 2))
    assert after.corners[fixed] == close(b.corners[fixed])
    turn = radians(angle)
    right = -b.width if corner == "left" else b.width  # from the moving to the fixed corner
    x = b.corners[fixed][0] + (-b.fy * cos(turn) * right) + b.fx * abs(right) * sin(turn)
    y = b.corners[fixed][1] + (b.fx * cos(turn) * right) + b.fy * abs(right) * sin(turn)
    assert after.corners[moving] == close((x, y))


def test_a_wheel_around_the_left_corner_turns_anticlockwise():
    b = Base(0, 0, 90, 2, 1)
    assert wheel(b, "left", 90).pose == (-1.0, 1.0, 180.0)
    assert wheel(b, "right", 90).pose == (1.0, 1.0, 0.0)


@pytest.mark.rule("BQ-5.2.1.b")
@pytest.mark.example("DX-4")
def test_dx_4_the_moving_corner_travels_along_its_arc():
    assert wheel_limit(2, 1) == pytest.approx(28.648, abs=5e-4)
    assert wheel_limit(2, 2) == pytest.approx(57.296, abs=5e-4)
    assert wheel_limit(2, 4) == 90.0


@pytest.mark.rule("BQ-5.2.4.a")
@given(bases())
def test_an_about_face_keeps_the_place_and_exchanges_front_and_rear(b):
    turned = about_face(b)
    assert turned.corners == close((*b.corners[4:], *b.corners[:4]))
    assert about_face(turned).pose == close(b.pose)


@pytest.mark.rule("BQ-5.2.4.c")
@given(bases(), st.sampled_from(["left", "right"]))
def test_facing_a_side_puts_the_front_where_the_middle_of_that_side_was(b, side):
    turned = face_side(b, side)
    assert (turned.x, turned.y) == close(edge_midpoint(b, side))
    out = 90 if side == "left" else -90
    assert (turned.fx, turned.fy) == close((cos(radians(b.heading + out)), sin(radians(b.heading + out))))
    assert (turned.width, turned.depth) == (b.width, b.depth)


@given(bases(), headings)
def test_turns_keep_the_point_they_turn_about(b, heading):
    assert turned_about_front(b, heading) == placed(b, b.x, b.y, heading)
    turned = turned_about_centre(b, heading)
    assert (turned.cx, turned.cy) == close((b.cx, b.cy))
    assert turned.heading == Base(0, 0, heading, 1, 1).heading
