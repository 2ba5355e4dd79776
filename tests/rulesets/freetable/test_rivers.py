"""A stream of three inches with a bridge, three inches wide."""

from __future__ import annotations

import pytest

from rulesets.freetable.rivers import clipped, crosses, crossing, meetings, on_crossing
from rulesets.freetable.shapes import shaped
from tests.rulesets.freetable.tables import STREAM, base

LINE = (36.0, 0.0, 36.0, 48.0)
BRIDGE = crossing(36.0, 24.0, 1.5, line=LINE)
BRIDGED = shaped("s", STREAM, line=LINE, width=3.0, crossings=(BRIDGE,))


@pytest.mark.parametrize(("y", "heading", "dx", "over"), [
    (24.0, 0, 5.0, True), (25.4, 0, 5.0, True), (25.6, 0, 5.0, False), (24.0, 40, 5.0, False),
])  # fmt: skip
def test_only_the_straight_way_over_the_bridge_leads_to_the_other_bank(
    y: float, heading: float, dx: float, over: bool
) -> None:
    mover = base(34.0, y, heading)
    assert crosses(BRIDGED, mover, mover.fx * dx, mover.fy * dx, 12.0) is over
    assert not crosses(BRIDGED, mover, mover.fy * dx, -mover.fx * dx, 12.0)


def test_without_a_bridge_nobody_crosses() -> None:
    assert not crosses(shaped("s", STREAM, line=LINE, width=3.0), base(34, 24, 0), 5.0, 0.0, 12.0)


def test_a_bridge_lies_across_the_nearest_stretch_or_the_longest_side() -> None:
    bent = crossing(50.0, 20.0, 1.0, line=(36.0, 0.0, 36.0, 20.0, 72.0, 20.0))
    assert (bent.ux, bent.uy) == (1.0, 0.0)
    drawn = crossing(5.0, 24.0, 1.0, outline=(0.0, 0.0, 10.0, 0.0, 10.0, 48.0, 0.0, 48.0))
    assert abs(drawn.uy) == 1.0
    assert on_crossing(BRIDGED, 36.9, 25.0)
    assert not on_crossing(BRIDGED, 36.0, 26.0)


def test_where_a_road_meets_a_stream() -> None:
    assert meetings((0.0, 12.0, 72.0, 12.0), LINE) == [(36.0, 12.0)]
    assert meetings((0.0, 12.0, 30.0, 12.0), LINE) == []
    assert clipped((0.0, 24.0, 72.0, 24.0), BRIDGED.parts[0]) == pytest.approx((34.5, 24, 37.5, 24))
    assert clipped((0.0, 24.0, 30.0, 24.0), BRIDGED.parts[0]) is None
