"""A wall on a table in inches, which who comes within a third of an inch touches."""

from __future__ import annotations

import pytest

from rulesets.engine.geometry import shift
from rulesets.freetable import obstacles
from rulesets.freetable.shapes import shaped
from tests.rulesets.freetable.tables import WALL, base, laid

TOUCH = 1 / 3
LAYOUT = laid(shaped("w", WALL, line=(30.0, 24.0, 42.0, 24.0)))


@pytest.mark.parametrize(("end", "crossed"), [(23.5, False), (23.7, True), (25.0, True)])
def test_to_reach_a_wall_is_to_cross_it(end: float, crossed: bool) -> None:
    assert obstacles.crossed(LAYOUT, base(36, 18), base(36, end), TOUCH) is crossed


def test_nobody_crosses_a_wall_by_going_along_it_or_away() -> None:
    along, away = base(34, 23.9, 0), base(36, 23.8, 270)
    assert not obstacles.crossed(LAYOUT, along, shift(along, -3.0, 1.0), TOUCH)
    assert not obstacles.crossed(LAYOUT, away, shift(away, 3.0, 0.0), TOUCH)


def test_who_stands_at_a_wall_defends_it_against_who_comes_from_beyond() -> None:
    at_it, off_it, beyond = base(36, 23.8), base(36, 23.6), base(36, 25, 270)
    assert obstacles.defends(LAYOUT, at_it, beyond, TOUCH)
    assert not obstacles.defends(LAYOUT, off_it, beyond, TOUCH)
    assert obstacles.defends(LAYOUT, off_it, beyond, 0.5)
    assert not obstacles.defends(LAYOUT, at_it, base(36, 15), TOUCH)


def test_a_wall_protects_from_the_lines_that_come_across_it() -> None:
    target = base(36, 24.2, 270)
    assert obstacles.protects(LAYOUT, target, [(36.0, 10.0, 36.0, 24.2)], TOUCH)
    assert not obstacles.protects(LAYOUT, target, [(36.0, 40.0, 36.0, 26.2)], TOUCH)
    assert not obstacles.protects(LAYOUT, target, [(10.0, 22.0, 34.0, 22.0)], TOUCH)
