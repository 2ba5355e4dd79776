"""Lines of sight on a table in inches, where a wood lets two inches through."""

from __future__ import annotations

import pytest

from rulesets.freetable import sight
from rulesets.freetable.shapes import Nature
from tests.rulesets.freetable.tables import HILL, WOOD, area, base, laid

HOUSE = Nature("house", "house", sight=0.0)


@pytest.mark.parametrize(("depth", "free"), [(1.9, True), (2.0, True), (2.1, False)])
def test_the_stretch_inside_a_piece_counts_and_not_the_distance(depth: float, free: bool) -> None:
    layout = laid(area(WOOD, 36, 24, 10, depth))
    assert sight.line_free(layout.limiting, 36, 0, 36, 48) is free
    assert sight.visible(layout.limiting, base(36, 2), base(36, 46, 270)) is free


def test_pieces_do_not_add_up_and_houses_end_every_line() -> None:
    woods = (area(WOOD, 36, 12, 10, 1.5), area(WOOD, 36, 36, 10, 1.5))
    assert sight.line_free(laid(*woods).limiting, 36, 0, 36, 48)
    assert not sight.line_free(laid(*woods, area(HOUSE, 36, 24, 2, 0.1)).limiting, 36, 0, 36, 48)
    assert sight.line_free(laid(area(HILL, 36, 24, 30, 30)).limiting, 36, 0, 36, 48)


def test_one_side_in_sight_is_enough() -> None:
    layout = laid(area(HOUSE, 36, 24, 6, 6))
    assert not sight.visible(layout.limiting, base(36, 10), base(36, 40, 270))
    assert sight.visible(layout.limiting, base(36, 10), base(36, 40, 270, width=30))
