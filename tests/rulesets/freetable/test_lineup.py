"""Battle lines drawn up in a zone of 60 by 12 inches."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulesets.engine.geometry import Base
from rulesets.freetable.lineup import Spacing, behind, drawn_up, lines, sector, side_by_side, winged
from rulesets.freetable.zones import Size, strip
from tests.rulesets.freetable.tables import INCHES

ZONE = strip(INCHES, 0, 12, 6)
SPACING = Spacing(gap=1.0, lines=1.5, behind=0.5, step=(1.0, 0.5))


def size(unit: str) -> Size:
    """A unit is named after its width."""
    return float(len(unit)), 2.0


def anywhere(unit: str, wanted: Base, taken: Sequence[Base]) -> Base | None:
    return None if unit == "none" else wanted


def test_commands_have_sectors_in_proportion_and_open_wings_outside() -> None:
    assert sector(ZONE, [10, 20, 10], 0) == (6, 21, "l")
    assert sector(ZONE, [10, 20, 10], 1) == (21, 51, "lr")
    assert sector(ZONE, [10, 20, 10], 2) == (51, 66, "r")
    assert sector(ZONE, [10], 0) == (6, 66, "lr")


def test_what_has_no_room_in_a_line_stands_in_the_next() -> None:
    assert list(lines(["aaaa", "bbbb", "ccc", "dd"], 9, len)) == [["aaaa", "bbbb"], ["ccc", "dd"]]
    assert list(lines(["aaaaaa", "bbb", "cc"], 4, len)) == [["aaaaaa"], ["bbb"], ["cc"]]
    assert list(lines([], 4, len)) == []


def test_the_outer_units_go_on_the_open_wings() -> None:
    horse, foot = ["h1", "h2", "h3"], ["f1", "f2"]
    assert winged(horse, foot, "lr") == ["h1", "h2", "f1", "f2", "h3"]
    assert winged(horse, foot, "l") == [*horse, *foot]
    assert winged(horse, foot, "r") == [*foot, *horse]


def test_a_line_stands_around_the_middle_as_wide_as_there_is_room() -> None:
    xs = [base.x for base in side_by_side(ZONE, [(4, 2), (6, 2), (4, 2)], 6, 36, 12, 1.0)]
    assert xs == pytest.approx([15, 21, 27])
    xs = [base.x for base in side_by_side(ZONE, [(4, 2), (6, 2), (4, 2)], 6, 21, 12, 1.0)]
    assert xs == pytest.approx([8, 13.5, 19])


def test_lines_stand_behind_each_other() -> None:
    found = drawn_up(ZONE, [["aaaa", "none"], ["bbbb"]], 6, 66, SPACING, size, anywhere)
    assert [(unit, base and base.y) for unit, base in found] == [("aaaa", 12), ("none", None), ("bbbb", 8.5)]


def test_a_leader_stands_behind_the_middle_of_his_bases_or_wherever_there_is_room() -> None:
    bases = [ZONE.base(x, 12, (4, 2)) for x in (20, 25, 30)]
    assert behind(ZONE, bases, SPACING, lambda x, y: True) == (25, 9.5)
    assert behind(ZONE, bases, SPACING, lambda x, y: x != 25) in ((20, 9.5), (30, 9.5))
    assert behind(ZONE, [], SPACING, lambda x, y: x < 10) == (9, 0.5)
    assert behind(ZONE, bases, SPACING, lambda x, y: False) == (25, 0)
