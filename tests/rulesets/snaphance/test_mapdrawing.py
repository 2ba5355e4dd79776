"""The drawing of a hex map: places agree with the map's plane, all on it is drawn, words are escaped."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from rulesets.snaphance import hexes
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.mapdrawing import (
    Plane,
    entry_svg,
    general_svg,
    hex_map_svg,
    outline_svg,
    sides_svg,
    stand_svg,
)
from rulesets.snaphance.maptheme import PATTERNS, SIDES, THEMES, look, to_json
from rulesets.snaphance.sheet import load

HERE = hexes.named("0302")


def drawing(map_: Map) -> ET.Element:
    """The whole drawing, as XML that can be read."""
    return ET.fromstring(hex_map_svg(map_, load(), prefix="t").svg("A <map> & more"))


def titles(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]


@pytest.mark.rule("SN-4.0.b")
def test_a_hex_is_drawn_where_the_plane_has_it() -> None:
    plane = Plane(5, 4, unit=10, margin=3)
    wide, deep = hexes.size(5, 4)
    assert (plane.width, plane.height) == pytest.approx((wide * 10 + 6, deep * 10 + 6))
    for place in Map(5, 4).hexes():
        x, y = hexes.centre(place, 4)
        assert plane.point(place) == pytest.approx((3 + 10 * x, 3 + 10 * (deep - y)))
        for direction, other in enumerate(hexes.neighbours(place)):
            (x1, y1), (x2, y2) = plane.side(place, direction)
            one, two = plane.point(place), plane.point(other)
            middle = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
            assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(middle)


@pytest.mark.rule("SN-4.0.b")
def test_both_hexes_of_a_side_have_the_same_side() -> None:
    plane = Plane(5, 4)
    for direction, other in enumerate(hexes.neighbours(HERE)):
        one, two = plane.side(HERE, direction), plane.side(other, direction + 3)
        assert [*sorted(one)[0], *sorted(one)[1]] == pytest.approx([*sorted(two)[0], *sorted(two)[1]])


def test_everything_on_the_map_is_drawn_and_named() -> None:
    cells = {HERE: Cell("woods", 1, road=True), hexes.named("0402"): Cell("open", 0, road=True)}
    sides = {(HERE, 4): "stream", (hexes.neighbour(HERE, 4), 1): "stream", (HERE, 5): "bridge"}
    root = drawing(Map(5, 4, cells, sides))
    found = titles(root)
    for words in ("A <map> & more", "Edge of higher ground", "Road"):
        assert words in found
    assert any(each.startswith("Woods") for each in found)
    assert load().terrain["stream"].name in found
    labels = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert labels == [hexes.label(place) for place in Map(5, 4).hexes()]


def test_plain_ground_needs_no_more_than_hexes() -> None:
    assert titles(drawing(Map(3, 3))) == ["A <map> & more"]


@pytest.mark.parametrize("key", [key for key, row in load().terrain.items() if not row.side])
def test_ground_of_the_sheet_has_a_look_of_its_own(key: str) -> None:
    assert key in THEMES
    assert look(key).pattern in ("", *PATTERNS)


def test_kinds_that_fill_hexes_are_told_apart_without_colour() -> None:
    patterns = [each.pattern for each in THEMES.values() if each.fill]
    assert len(patterns) == len(set(patterns))


@pytest.mark.parametrize("key", [key for key, row in load().terrain.items() if row.side and not row.crossing])
def test_what_lies_on_hex_sides_is_drawn_with_strokes_of_its_own(key: str) -> None:
    assert key in SIDES
    assert len({tuple(each) for each in SIDES.values()}) == len(SIDES)


def test_terrain_of_a_scenarios_own_is_drawn_as_broken_ground() -> None:
    assert look("vineyard").pattern == "stones"
    assert "stroke-dasharray" in "".join(sides_svg(Plane(3, 3), [(hexes.at(1, 1), 0)], "abatis"))


def test_a_bridge_has_planks_across_its_side() -> None:
    plain = "".join(sides_svg(Plane(3, 3), [(hexes.at(1, 1), 0)], "stream"))
    bridge = "".join(sides_svg(Plane(3, 3), [(hexes.at(1, 1), 0)], "bridge", crossing=True))
    assert bridge.count("<path") == plain.count("<path") + 1


@pytest.mark.rule("SN-4.0.c")
@pytest.mark.parametrize("facing", range(6))
def test_the_point_of_a_stand_lies_towards_its_facing(facing: int) -> None:
    plane = Plane(5, 5)
    place = hexes.at(2, 2)
    turn = re.search(r"rotate\(([\d.]+)\)", stand_svg(plane, place, facing, 0, "PS", "x"))
    assert turn is not None
    assert (90 - float(turn[1])) % 360 == pytest.approx(hexes.heading(facing) % 360)


def test_words_of_players_are_escaped() -> None:
    drawn = stand_svg(Plane(3, 3), hexes.at(0, 0), 1, 1, "<b>", 'The "Lion" <script>', 3)
    assert "<script>" not in drawn
    assert "<b>" not in drawn
    ET.fromstring(drawn)


def test_side_one_is_told_by_a_double_edge_and_ranks_by_lines() -> None:
    plane, place = Plane(3, 3), hexes.at(1, 1)
    first = stand_svg(plane, place, 1, 0, "PS", "x")
    assert stand_svg(plane, place, 1, 1, "PS", "x").count("<path") == first.count("<path") + 1
    assert stand_svg(plane, place, 1, 0, "PS", "x", ranks=3).count("<path") == first.count("<path") + 2


def test_a_zone_is_drawn_round_not_through() -> None:
    one = outline_svg(Plane(5, 5), {0: frozenset({HERE})})
    two = outline_svg(Plane(5, 5), {0: frozenset({HERE, hexes.neighbour(HERE, 0)})})
    assert (one.count("M"), two.count("M")) == (6, 10)


def test_marks_of_generals_and_entries_can_be_read() -> None:
    for mark in (general_svg(Plane(3, 3), HERE, 1), entry_svg(Plane(3, 3), HERE, 0, 4)):
        assert ET.fromstring(mark) is not None


def test_the_browser_is_handed_the_same_looks() -> None:
    given = to_json({"woods": False, "stream": True, "abatis": True})
    assert given["grounds"]["woods"] == {"fill": "#c9d4a2", "pattern": "trees", "opacity": 0.85}
    assert set(given["sides"]) == {"stream", "abatis"}
