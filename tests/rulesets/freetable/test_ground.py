"""What bases stand on, on a table in inches."""

from __future__ import annotations

import pytest

from rulesets.engine.geometry import ellipse
from rulesets.freetable import ground
from rulesets.freetable.rivers import crossing
from rulesets.freetable.shapes import shaped
from tests.rulesets.freetable.tables import BOG, HILL, POND, STREAM, WOOD, area, base, laid

RANKS = {"rough": 1, "bad": 2}


def test_the_worst_ground_is_told_by_the_ranks_of_the_system() -> None:
    layout = laid(area(WOOD, 20, 20, 12, 12), area(BOG, 24, 20, 8, 12), area(HILL, 50, 20, 12, 12))
    assert ground.worst(layout, base(17, 21), RANKS) == 1
    assert ground.worst(layout, base(23, 21), RANKS) == 2
    assert ground.worst(layout, base(23, 21), {"rough": 2, "bad": 1}) == 2
    assert ground.worst(layout, base(50, 20), RANKS) == 0


@pytest.mark.parametrize(
    ("y", "wholly", "mostly"), [(19, True, True), (15.2, False, True), (14.9, False, False)]
)
def test_wholly_and_mostly_in_a_piece(y: float, wholly: bool, mostly: bool) -> None:
    layout = laid(area(WOOD, 20, 20, 12, 12))  # from 14 to 26
    assert ground.wholly_in(layout, base(20, y), ("rough",)) is wholly
    assert ground.mostly_in(layout, base(20, y), ("rough",)) is mostly
    assert ground.in_kind(layout, base(20, y), ("wood",)) is mostly
    assert not ground.wholly_in(layout, base(20, y), ("bad",))


def test_who_is_nearer_to_the_ridge_is_higher() -> None:
    plain = laid(shaped("h", HILL, outline=ellipse(30, 24, 20, 16, 0, 16)))
    ridged = laid(shaped("h", HILL, outline=ellipse(30, 24, 20, 16, 0, 16), line=(22.0, 24.0, 38.0, 24.0)))
    aside, below = base(36, 23), base(30, 28, 270)
    assert ground.higher(plain, below, base(30, 18))
    assert not ground.higher(plain, aside, below)
    assert ground.higher(ridged, aside, below)
    assert not ground.higher(ridged, base(60, 24), base(70, 24))


def test_no_part_of_a_base_may_be_in_the_water() -> None:
    layout = laid(area(POND, 20, 20, 10, 10))  # from 15 to 25
    assert ground.clear_of(layout, base(20, 15), {"water"})
    assert not ground.clear_of(layout, base(20, 15.01), {"water"})
    assert not ground.clear_of(layout, base(13.2, 20), {"water"})


def test_a_point_on_a_bridge_is_not_in_the_water() -> None:
    line = (36.0, 0.0, 36.0, 48.0)
    bridge = crossing(36.0, 24.0, 1.5, line=line)
    layout = laid(shaped("s", STREAM, line=line, width=3.0, crossings=(bridge,)))
    assert ground.point_clear_of(layout, 36, 25.4, "water")
    assert not ground.point_clear_of(layout, 36, 25.6, "water")
    assert ground.point_clear_of(layout, 38, 40, "water")
