"""Straight ways among others, on a table in inches and in any unit at all."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.geometry import CONTACT, Base, gap, overlap, wheel
from rulesets.freetable.ways import (
    Passed,
    Way,
    behind,
    comes_into_contact,
    direction,
    edge_room,
    interval,
    kept_clear,
    last_free,
    moved_along,
    wheel_among,
)
from tests.rulesets.freetable.tables import base


@dataclass(frozen=True)
class Piece:
    id: str
    place: Base


@dataclass(frozen=True)
class Table:
    width: float = 72.0
    depth: float = 48.0


def way(limit: float, *friends: Piece, start: Base | None = None) -> Way[Piece]:
    mover = Piece("m", start or base(36, 10))
    made = Way(mover, mover.place, mover.place.fx, mover.place.fy, limit, ("", "it is far enough"))
    for friend in friends:
        made.passes(friend)
    return made


def never(passed: Passed[Piece], distance: float) -> bool:
    return False


@pytest.mark.parametrize(("heading", "room"), [(90, 38.0), (270, 10.0), (0, 36.0), (180, 36.0)])
def test_a_base_stays_on_the_table(heading: float, room: float) -> None:
    mover = base(36, 10, heading)
    assert edge_room(Table(), mover, mover.fx, mover.fy) == pytest.approx(room)


@given(st.floats(0, 360), st.floats(15, 57), st.floats(15, 33))
def test_who_goes_as_far_as_the_edge_is_still_on_the_table(heading: float, x: float, y: float) -> None:
    mover = base(x, y, heading)
    room = edge_room(Table(), mover, mover.fx, mover.fy)
    end = moved_along(mover, (mover.fx, mover.fy), room)
    assert min(end.corners) >= -1e-3
    assert max(end.corners[::2]) <= 72.001
    assert max(end.corners[1::2]) <= 48.001


def test_a_way_ends_where_the_first_thing_bars_it() -> None:
    made = way(12.0)
    made.bar(8.0, "A", "a wall", "w")
    made.bar(9.0, "B", "a tree", "t")
    assert (made.free, made.why, made.blocker) == (8.0, ("A", "a wall"), "w")
    assert made.end(5.0).pose == (36, 15, 90)


@pytest.mark.parametrize("margin", [0.05, 0.5])
def test_a_margin_is_kept_from_an_enemy(margin: float) -> None:
    made, enemy = way(12.0), Piece("e", base(36, 20, 270))
    met = made.meets_enemy(enemy, 12.0, margin)
    assert met == pytest.approx(10.0 - margin, abs=1e-3)
    assert met is not None
    assert gap(made.end(met), enemy.place) == pytest.approx(margin, abs=2e-3)
    assert made.meets_enemy(Piece("f", base(60, 20, 270)), 12.0, margin) is None
    assert [one.id for one in made.enemies] == ["e", "f"]


def test_no_margin_is_kept_from_who_is_touched_already() -> None:
    mover, enemy = base(36, 10), base(36, 10, 270)
    assert kept_clear(mover, enemy, 0.5) == enemy
    assert kept_clear(mover, base(36, 10.2, 270), 0.5).width < 4.1
    assert kept_clear(mover, base(36, 20, 270), 0.5).width == 5.0
    assert not comes_into_contact(mover, mover, enemy)
    assert comes_into_contact(base(36, 9), mover, enemy)


def test_who_may_stop_on_nobody_stops_before_or_beyond_a_friend() -> None:
    friend = Piece("f", base(36, 17))  # from 15 to 17: overlapped from 5 to 9 inches on
    assert [(p.enter, p.leave) for p in way(12.0, friend).passed] == [(pytest.approx(5), pytest.approx(9))]
    assert way(8.0, friend).furthest(never, 0.01) == pytest.approx(5.0, abs=1e-3)
    assert way(8.0, friend).furthest(lambda passed, distance: True, 0.01) == 8.0
    assert way(9.5, friend).furthest(never, 0.01) == 9.5
    assert way(12.0, friend).beyond_passed(7.0, 12.0) == pytest.approx(9.0, abs=1e-3)
    assert way(12.0, friend).beyond_passed(7.0, 8.0) == pytest.approx(5.0, abs=1e-3)


def test_who_would_touch_an_enemy_at_the_end_stops_short_of_it() -> None:
    made = way(10.0)
    made.enemies.append(Piece("e", base(36, 20, 270)))
    assert made.touched(10.0) is made.enemies[0]
    assert made.touched(9.0) is None
    assert made.furthest(never, 0.25) == 9.75


@given(st.floats(0, 360), st.floats(-3, 3), st.sampled_from([0.5, 1.0, 10.0]))
def test_a_friend_behind_the_mover_is_clear_of_him_and_no_farther(
    heading: float, aside: float, unit: float
) -> None:
    mover = Base(36 * unit, 24 * unit, 90, 4 * unit, 2 * unit)
    friend = Base((36 + aside) * unit, 24 * unit, heading, 3 * unit, 2 * unit)
    put = behind(mover, friend)
    assert not overlap(put, mover)
    if overlap(friend, mover):
        assert gap(put, mover) <= CONTACT
        assert put.y < friend.y


def test_the_interval_of_an_overlap_ends_where_the_other_is_passed() -> None:
    assert interval(base(36, 10), 0.0, 1.0, base(36, 17)) == pytest.approx((5, 9), abs=1e-3)
    assert interval(base(36, 10), 0.0, 1.0, base(50, 17)) is None


def test_directions_are_those_that_the_base_sees() -> None:
    assert direction(base(0, 0, 90), 3, 4) == pytest.approx((0.8, 0.6))
    assert direction(base(0, 0, 0), 1, 0) == pytest.approx((1, 0))


def test_a_wheel_goes_as_far_as_the_nearest_of_the_others() -> None:
    mover, far, near = base(36, 10), base(34, 14.5, 90, 8), base(36, 12.5, 90, 8)
    room, blocker = wheel_among(mover, "left", 90, [("far", far), ("near", near)])
    assert blocker == "near"
    assert not overlap(wheel(mover, "left", room), near)
    assert overlap(wheel(mover, "left", room + 1), near)
    assert wheel_among(mover, "left", 20, [("far", far)]) == (20, None)


def test_the_last_free_value_is_found_from_the_end_back() -> None:
    def taken(value: float) -> tuple[str, str] | None:
        return ("R", "in the way") if 20.0 < value < 30.0 else None

    assert last_free(40.0, taken, 1.0, 0.01) == (40.0, None)
    found, why = last_free(28.0, taken, 1.0, 0.01)
    assert (found, why) == (pytest.approx(20.0, abs=0.02), ("R", "in the way"))
    assert last_free(25.0, lambda value: ("R", "never"), 1.0, 0.01)[0] == 0.0
