"""Deployment zones on a table of 72 by 48 inches: 12 deep, 6 off the short edges."""

from __future__ import annotations

import pytest

from rulesets.engine.geometry import Base, overlap
from rulesets.freetable.zones import nearest, spots, strip
from tests.rulesets.freetable.tables import INCHES

NEAR, FAR = (strip(INCHES, side, 12, 6) for side in (0, 1))
SIZE = (4.0, 2.0)


def test_both_sides_have_a_strip_along_their_edge() -> None:
    assert (NEAR.box, NEAR.heading, NEAR.depth, NEAR.middle) == ((6, 0, 66, 12), 90, 12, 36)
    assert (FAR.box, FAR.heading) == ((6, 36, 66, 48), 270)
    assert (NEAR.y_at(10), FAR.y_at(10)) == (10, 38)
    assert NEAR.holds(NEAR.base(8, 2, SIZE))
    assert not NEAR.holds(NEAR.base(7.9, 2, SIZE))
    assert FAR.holds_point(6, 48)
    assert not FAR.holds_point(6, 35)


@pytest.mark.parametrize("zone", [NEAR, FAR])
def test_spots_lie_side_by_side_over_the_whole_zone(zone: object) -> None:
    here = NEAR if zone is NEAR else FAR
    found = dict(spots(here, SIZE, 4.0, (12.0, 9.0)))
    assert len(found) == 30
    assert found["1-1"].pose == (8, here.y_at(12), here.heading)
    assert all(here.holds(base) for base in found.values())
    bases = list(found.values())
    assert not any(overlap(one, other) for one in bases for other in bases if one is not other)


def test_the_nearest_free_place_is_taken_on_ground_that_suits_if_possible() -> None:
    wanted = NEAR.base(36, 12, SIZE)

    def found(free: float, suits: float) -> Base | None:
        return nearest(
            NEAR, wanted, 0.5, lambda base: abs(base.x - 36) >= free, lambda base: abs(base.x - 36) >= suits
        )

    assert found(0, 0) == wanted
    assert found(3, 0) in (NEAR.base(33, 12, SIZE), NEAR.base(39, 12, SIZE))
    assert found(3, 5) in (NEAR.base(31, 12, SIZE), NEAR.base(41, 12, SIZE))
    assert found(3, 99) in (NEAR.base(33, 12, SIZE), NEAR.base(39, 12, SIZE))
    assert found(99, 0) is None
