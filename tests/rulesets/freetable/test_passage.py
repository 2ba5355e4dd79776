"""What terrain does to moves, on tables in inches and in any unit at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.geometry import Base, rectangle, wheel
from rulesets.freetable import passage
from rulesets.freetable.ground import clear_of
from rulesets.freetable.passage import BARRED, Going, Stop
from rulesets.freetable.rivers import crossing
from rulesets.freetable.shapes import Layout, Shape, shaped
from tests.rulesets.freetable.tables import POND, STREAM, WALL, WOOD, area, base, going, laid


def gone(layout: Layout, mover: Base, distance: float) -> tuple[float, Stop | None]:
    way = passage.straight(mover, mover.fx * distance, mover.fy * distance, 0.5)
    return passage.furthest(way, passage.met(layout, way), going)


def how(stop: Stop | None) -> str:
    return "" if stop is None else f"{stop.how} {stop.shape.name}"


@pytest.mark.parametrize(("y", "distance", "stop"), [
    (8.0, 6.0, ""), (14.0, 3.0, "slow wood"), (12.0, 3.999, "before wood"), (18.0, 3.0, "slow wood"),
    (27.5, 6.0, ""),
])  # fmt: skip
def test_an_action_goes_so_far_at_most_in_slow_ground_or_ends_before_it(
    y: float, distance: float, stop: str
) -> None:
    found, end = gone(laid(area(WOOD, 36, 20, 12, 10)), base(36, y), 6.0)  # from 15 to 25
    assert (found, how(end)) == (pytest.approx(distance, abs=1e-3), stop)


def test_a_pond_bars_the_way_at_its_rim() -> None:
    found, end = gone(laid(area(POND, 36, 20, 12, 10)), base(36, 10), 8.0)
    assert (found, how(end)) == (pytest.approx(5.0, abs=1e-2), "barred pond")


@pytest.mark.parametrize(
    ("y", "distance", "stop"), [(24.0, 2.5, "over stream"), (27.0, 0.5, "barred stream")]
)
def test_a_stream_is_crossed_at_its_bridge_and_nowhere_else(y: float, distance: float, stop: str) -> None:
    line = (36.0, 0.0, 36.0, 48.0)
    bridged = shaped("s", STREAM, line=line, width=3.0, crossings=(crossing(36.0, 24.0, 1.5, line=line),))
    found, end = gone(laid(bridged), base(34.0, y, 0), 6.0)
    assert (found, how(end)) == (pytest.approx(distance, abs=1e-2), stop)


def test_a_piece_of_several_parts_is_looked_at_step_by_step() -> None:
    bend = shaped("b", WOOD, line=(0.0, 20.0, 36.0, 20.0, 36.0, 48.0), width=6.0)
    way = passage.straight(base(35.0, 10.0), 0.0, 20.0, 0.5)
    inside = passage.half_inside(bend, way)
    assert inside is not None
    assert bend.share(way.at(inside)) == pytest.approx(0.5, abs=1e-2)
    assert passage.half_inside(bend, way.upto(inside - 0.1)) is None


def test_a_wall_is_crossed_once() -> None:
    wall = shaped("w", WALL, line=(30.0, 24.0, 42.0, 24.0))
    assert passage.comes_across(wall, passage.straight(base(36, 22), 0.0, 6.0, 0.5))
    assert not passage.comes_across(wall, passage.straight(base(36, 22), 0.0, 1.0, 0.5))
    assert not passage.comes_across(wall, passage.straight(base(36, 25), 0.0, 6.0, 0.5))


@given(st.floats(0, 360), st.floats(5, 90), st.sampled_from(["left", "right"]))
def test_a_wheel_never_ends_in_the_water(heading: float, degrees: float, corner: str) -> None:
    hand = "left" if corner == "left" else "right"
    layout, mover = laid(area(POND, 36, 24, 8, 8)), base(36, 17, heading)
    shapes = passage.met_in_wheel(layout, mover, hand, degrees, going)
    limit, stop = passage.furthest_turn(passage.wheeled(mover, hand, degrees), shapes, going)
    if clear_of(layout, mover, {"water"}):
        assert clear_of(layout, wheel(mover, hand, limit), {"water"})
        assert limit == pytest.approx(degrees) or how(stop) == "barred pond"


def test_the_moving_corner_goes_so_far_at_most_in_slow_ground() -> None:
    layout, mover = laid(area(WOOD, 36, 24, 30, 30)), base(36, 24)
    turn = passage.wheeled(mover, "left", 80.0)
    limit, stop = passage.furthest_turn(turn, layout.hindering, going)
    assert (limit, how(stop)) == (pytest.approx(3.0 / 4.0 * 57.29578, abs=1e-3), "slow wood")
    assert passage.enters(layout.shapes[0], turn.bases) == 0.0


def test_a_turn_enters_a_piece_or_comes_to_stand_across_a_wall() -> None:
    wood, wall = area(WOOD, 36, 30, 20, 8), shaped("w", WALL, line=(36.0, 26.5, 36.0, 40.0))
    looks = [base(36, 26), base(36, 30), base(36, 31)]
    assert passage.enters(wood, looks) == 1.0
    assert passage.enters(wood, looks[:1]) is None
    assert passage.turns_across(wall, looks)
    assert not passage.turns_across(wall, looks[1:])


@pytest.mark.parametrize("unit", [0.25, 1.0, 2.0, 25.4])
@pytest.mark.parametrize(("place", "distance", "most", "ended"), [
    ((24.0, 12.0, 90), 5.0, 2.0, "5"), ((24.0, 12.0, 90), 12.0, 2.0, "7 before wood"),
    ((24.0, 17.5, 80), 6.0, 2.5, "2.5 slow wood"), ((38.0, 10.0, 90), 12.0, 2.0, "8 barred pond"),
    ((45.0, 16.0, 130), 12.0, 2.0, "2.818 barred pond"),
])  # fmt: skip
def test_a_move_is_the_same_in_every_unit(
    unit: float, place: tuple[float, float, float], distance: float, most: float, ended: str
) -> None:
    def rates(shape: Shape) -> Going:
        return BARRED if shape.ground == "water" else Going(most=most * unit)

    wood = shaped("wood", WOOD, outline=rectangle(24 * unit, 22 * unit, 12 * unit, 8 * unit))
    pond = shaped("pond", POND, outline=rectangle(38 * unit, 22 * unit, 10 * unit, 8 * unit))
    x, y, heading = place
    mover = Base(x * unit, y * unit, heading, 4 * unit, 2 * unit)
    way = passage.straight(mover, mover.fx * distance * unit, mover.fy * distance * unit, 0.5 * unit)
    found, stop = passage.furthest(way, passage.met(laid(wood, pond), way), rates)
    assert found / unit == pytest.approx(float(ended.split()[0]), abs=0.01)
    assert how(stop) == " ".join(ended.split()[1:])
