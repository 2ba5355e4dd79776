"""Charges, blocked moves, blocked wheels and the faces they touch."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString

from rulesets.engine.geometry import (
    CONTACT,
    GRAZE,
    Base,
    advance,
    advance_to_contact,
    contact_face,
    edge,
    edge_midpoint,
    gap,
    overlap,
    retire,
    rounded_down,
    separation,
    shift,
    sweep,
    touching,
    wheel,
    wheel_blocked,
    wholly_behind_front_line,
)
from tests.kit.shapes import bases, corridor, headings, shape

UNIT = Base(0, 0, 90, 2, 1)
ROUNDING = 2e-4
SOME = [i / 16 for i in range(17)]


def front_line(b):
    x1, y1, x2, y2 = edge(b, "front")
    return LineString([(x1, y1), (x2, y2)])


# -- straight to contact ------------------------------------------------------------------------


@pytest.mark.rule("BQ-5.4.a")
@given(bases(), bases())
def test_a_charge_ends_with_its_front_on_the_target_and_without_overlap(b, other):
    assume(separation(b, other) > 0.0)
    distance = advance_to_contact(b, other, 30.0)
    if distance is None:
        swept = corridor(b, 0.0, 30.0).intersection(shape(other))
        assert swept.area < 0.01
        return
    there = advance(b, distance)
    assert front_line(there).distance(shape(other)) <= CONTACT
    assert touching(there, other)
    assert not overlap(there, other)
    for part in SOME[:-1]:
        assert separation(advance(b, distance * part), other) >= -GRAZE - ROUNDING


def test_the_distance_to_contact_is_exact_on_the_axes():
    enemy = Base(0.5, 3.25, 270, 2, 1)
    assert advance_to_contact(UNIT, enemy, 4.0) == 3.25
    assert advance_to_contact(UNIT, enemy, 3.25) == 3.25
    assert advance_to_contact(UNIT, enemy, 3.2499) is None


def test_who_stands_beside_or_behind_is_not_met():
    assert advance_to_contact(UNIT, shift(UNIT, 0, 2), 9.0) is None
    assert advance_to_contact(UNIT, shift(UNIT, 3, 2), 9.0) is None
    assert advance_to_contact(UNIT, retire(UNIT, 1), 9.0) is None


def test_a_corner_is_met_where_it_stands():
    diamond = Base(2**0.5 / 2, 3 + 2**0.5 / 2, 45, 2, 2)  # standing on a corner
    lowest = min(diamond.corners[1::2])
    assert advance_to_contact(UNIT, diamond, 9.0) == pytest.approx(lowest, abs=ROUNDING)


def test_distances_are_rounded_down_but_not_because_of_binary_fractions():
    assert rounded_down(1.23459) == 1.2345
    assert rounded_down(0.1 + 0.2 - 1e-12) == 0.3


# -- sweeps -------------------------------------------------------------------------------------


def moved(b, dx, dy, part):
    return Base(b.x + dx * part, b.y + dy * part, b.heading, b.width, b.depth)


@given(bases(), st.floats(-6, 6), st.floats(-6, 6), bases())
def test_a_move_is_free_until_the_bases_touch(b, dx, dy, other):
    assume(separation(b, other) > 0.0)
    part = sweep(b, dx, dy, other)
    free_until = 1.0 if part is None else part
    for step in SOME:
        assert separation(moved(b, dx, dy, free_until * step), other) >= -GRAZE - ROUNDING
    if part is not None:
        assert gap(moved(b, dx, dy, part), other) <= CONTACT
        beyond = [moved(b, dx, dy, part + (1 - part) * i / 400) for i in range(401)]
        assert min(separation(there, other) for there in beyond) < ROUNDING - GRAZE


def test_a_retreat_stops_at_the_unit_behind():
    assert sweep(UNIT, 0, -4, Base(0, -3, 90, 2, 1)) == pytest.approx(0.5)


def test_units_in_contact_may_slide_along_each_other_and_part():
    beside = shift(UNIT, 0.3, 1.9999)
    assert sweep(UNIT, 0, 5, beside) is None
    assert sweep(UNIT, -5, 0, beside) is None
    assert sweep(UNIT, 1, 0, beside) == 0.0
    assert sweep(UNIT, 0, -5, Base(0, 0, 270, 2, 1)) is None


def test_a_base_that_touches_or_overlaps_already_goes_no_step_and_does_not_wheel():
    assert advance_to_contact(UNIT, Base(0, 0, 270, 2, 1), 3.0) == 0.0
    assert sweep(UNIT, 0, 2, Base(0, 0.5, 90, 2, 1)) == 0.0
    assert wheel_blocked(UNIT, "left", 90, Base(0, 0.5, 90, 2, 1)) == 0.0


# -- wheels -------------------------------------------------------------------------------------


@given(bases(), st.sampled_from(["left", "right"]), bases(spread=3.0))
def test_a_wheel_is_free_until_the_bases_would_overlap(b, corner, other):
    assume(separation(b, other) > 0.0)
    angle = wheel_blocked(b, corner, 90.0, other)
    free_until = 90.0 if angle is None else angle
    for step in range(61):
        assert separation(wheel(b, corner, free_until * step / 60), other) >= -GRAZE - ROUNDING
    if angle is not None:
        assert abs(separation(wheel(b, corner, angle), other) + GRAZE) <= 2 * ROUNDING
        beyond = (wheel(b, corner, angle + i / 20) for i in range(1, 40))
        assert min(separation(there, other) for there in beyond) < -GRAZE


def test_a_unit_in_line_may_wheel_away_from_its_neighbours():
    left, right = shift(UNIT, 0, -2), shift(UNIT, 0, 2)
    assert wheel_blocked(UNIT, "left", 90, left) is None
    assert wheel_blocked(UNIT, "right", 90, right) is None


def test_a_wheel_stops_at_a_wall_ahead():
    wall = Base(0, 1.0, 270, 20, 1)  # its front edge lies along y = 1
    assert wheel_blocked(UNIT, "left", 90, wall) == pytest.approx(30.0, abs=0.05)  # sin 30 = 1 BU / 2 BU
    assert wheel_blocked(UNIT, "left", 25, wall) is None


# -- faces --------------------------------------------------------------------------------------

TARGET = Base(0, 0, 90, 2, 2)


def charged(start, target=TARGET):
    """Which face the charge touches, and whether it began wholly behind the front line."""
    distance = advance_to_contact(start, target, 20.0)
    assert distance is not None
    return contact_face(advance(start, distance), target), wholly_behind_front_line(target, start)


@pytest.mark.rule("BQ-7.2.1", "BQ-7.2.2", "BQ-7.2.3.a")
@pytest.mark.parametrize(
    ("unit", "start", "expected"),
    [
        ("y", Base(0.5, 3, 270, 2, 1), ("front", False)),
        ("x", Base(4, -0.5, 180, 2, 1), ("side-right", False)),
        ("z", Base(4, -1.5, 180, 2, 1), ("side-right", True)),
        ("w", Base(0.5, -5, 90, 2, 1), ("rear", True)),
    ],
)
def test_ex_7_2_diagram(unit, start, expected):
    assert charged(start) == expected


@pytest.mark.rule("BQ-7.2.1", "BQ-7.2.2")
@pytest.mark.parametrize(
    ("start", "face"),
    [
        (Base(-4, -1.2, 0, 2, 1), "side-left"),
        (Base(-4, 0.5, 0, 2, 1), "side-left"),  # sweeps the front left corner, partly ahead
        (Base(1.9, 1, 270, 2, 1), "front"),  # overlaps the front by a tenth
        (Base(-3, 4, 305, 2, 1), "front"),  # a corner of the charger strikes the front
        (Base(-4.16, -0.71, 340, 2, 1), "side-left"),  # a corner of the charger strikes the side
        (Base(3, 3, 225, 2, 1), "front"),  # nothing but the front right corner is touched
        (Base(3, -5, 135, 2, 1), "side-right"),  # nothing but the rear right corner: as near to either
        (Base(2.5, -5.5, 125, 2, 1), "rear"),  # the same corner, more from behind
    ],
)
def test_the_face_that_a_charge_touches(start, face):
    assert charged(start)[0] == face


@pytest.mark.parametrize("attacker", [
    Base(0, 0.1, 270, 2, 1), Base(2.1, -1, 180, 2, 1),  # apart from the target
    Base(2, 1, 90, 2, 1),  # it touches only with its side
])  # fmt: skip
def test_who_touches_no_face(attacker):
    assert contact_face(attacker, TARGET) is None


@given(bases(), headings, st.floats(0, 6), st.floats(-0.95, 0.95))
def test_every_charge_straight_at_a_target_ends_on_one_of_its_faces(target, heading, run, aside):
    start = shift(Base(target.cx, target.cy, heading, 2, 1), -run - target.radius - 0.1, aside)
    distance = advance_to_contact(start, target, run + 3.0)
    assert distance is not None
    assert contact_face(advance(start, distance), target) is not None


@given(
    st.sampled_from(["front", "right", "rear", "left"]),
    st.floats(-1.9, 1.9),
    bases(),
)
def test_a_front_flat_on_a_face_touches_that_face_wherever_the_target_stands(side, along, target):
    length = target.width if side in ("front", "rear") else target.depth
    along *= (length + 2) / 4  # the two edges have at least a part in common
    assume(abs(along) < (length + 2) / 2 - 0.05)
    x, y = edge_midpoint(target, side)
    x1, y1, x2, y2 = edge(target, side)
    x, y = x + (x2 - x1) / length * along, y + (y2 - y1) / length * along
    out = {"front": 0, "left": 90, "rear": 180, "right": 270}[side]
    attacker = Base(x, y, target.heading + out + 180, 2, 1)
    expected = side if side in ("front", "rear") else f"side-{side}"
    assert contact_face(attacker, target) == expected
