"""The charts of a campaign: every faction's figures, told apart without colour."""

import re
from xml.etree import ElementTree

from battles.chart import Line, line_chart

SWEDEN = Line("Sweden", "#1f4e8c", (4, 6, 9))
POLAND = Line("Poland & <Lithuania>", "#8c1f22", (9, 7, None))


def points(svg: str) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in (place.split(",") for place in found.split())]
        for found in re.findall(r'points="([^"]*)"', svg)
    ]


def test_more_stands_higher_and_later_further_to_the_right() -> None:
    first, second = points(line_chart("Areas held", [1, 2, 3], [SWEDEN, POLAND]))
    assert [x for x, _ in first] == sorted(x for x, _ in first)
    assert [y for _, y in first] == sorted((y for _, y in first), reverse=True)
    assert second[0][1] == first[2][1], "nine is as high for one as for the other"


def test_a_turn_that_is_not_known_has_no_place() -> None:
    _, second = points(line_chart("Areas held", [1, 2, 3], [SWEDEN, POLAND]))
    assert len(second) == 2


def test_it_is_well_formed_whatever_people_are_called() -> None:
    root = ElementTree.fromstring(line_chart("Areas <held>", [1, 2, 3], [SWEDEN, POLAND]))
    words = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Poland & <L… 7" in words


def test_lines_differ_in_more_than_colour() -> None:
    lines = [Line(f"Faction {number}", "#000000", (number, number + 1)) for number in range(5)]
    svg = line_chart("Strength", [1, 2], lines)
    dashes = [re.search(r'stroke-dasharray="([^"]*)"', each) for each in re.findall("<polyline[^>]*>", svg)]
    assert len({found.group(1) if found else "" for found in dashes}) == 5


def test_names_do_not_stand_on_each_other() -> None:
    lines = [Line(f"Faction {number}", "#000000", (1, 5)) for number in range(8)]
    svg = line_chart("Strength", [1, 2], lines)
    heights = [float(y) for y in re.findall(r'<text x="\d+\.\d" y="([\d.]+)" text-anchor="start"', svg)]
    assert len(heights) == 8
    assert all(abs(a - b) >= 16 for a in heights for b in heights if a is not b)


def test_there_is_none_of_a_single_turn_or_of_nothing_known() -> None:
    assert line_chart("Areas held", [1], [Line("Sweden", "#1f4e8c", (4,))]) == ""
    assert line_chart("Strength", [1, 2], [Line("Sweden", "#1f4e8c", (None, None))]) == ""


def test_a_scale_need_not_begin_at_nothing() -> None:
    line = Line("Anna", "#1f4e8c", (1480, 1520))
    svg = line_chart("Rating", [1, 2], [line], from_zero=False)
    (near,), (far,) = points(svg), points(line_chart("Rating", [1, 2], [line]))
    assert near[0][1] - near[1][1] > 100 > 10 > far[0][1] - far[1][1] > 0
    figures = [int(each) for each in re.findall(r'text-anchor="end"[^>]*>(\d+)<', svg)]
    assert figures
    assert all(1460 <= each <= 1540 for each in figures)
