"""The writer of SVG."""

from __future__ import annotations

from xml.etree import ElementTree

from rulesets.engine import svg


def test_attributes_are_named_and_numbered_as_svg_has_them() -> None:
    drawn = svg.rect(1.26, 2, 3.0, 4, stroke_width=0.85, class_="a b", viewBox="0 0 1 1", fill=None)
    assert drawn == (
        '<rect x="1.3" y="2" width="3.0" height="4" stroke-width="0.85" class="a b" viewBox="0 0 1 1"/>'
    )


def test_nothing_that_a_player_writes_is_markup() -> None:
    evil = """<script>"'&"""
    whole = svg.drawing(10, 20, evil, svg.text(0, 0, evil), svg.group(title=evil, data_name=evil))
    root = ElementTree.fromstring(whole)
    assert [each.text for each in root.iter() if each.text] == [evil] * 3
    assert (root.get("aria-label"), root[2].get("data-name")) == (evil, evil)
    assert root.get("viewBox") == "0 0 10 20"


def test_a_group_has_a_title_where_there_is_one() -> None:
    assert svg.group("<a/>") == "<g><a/></g>"
    assert svg.group(title="T") == "<g><title>T</title></g>"


def test_lines_points_and_boxes() -> None:
    places = list(svg.pairs((0, 1, 2.25, 3)))
    assert svg.points(places) == "0.0,1.0 2.2,3.0"
    assert svg.line(places, "z") == "M0.0 1.0L2.2 3.0z"
    assert svg.box(1, 2, 3, 4) == "M1.0 2.0h3.0v4.0h-3.0z"
    assert svg.moved(1, 2) == "translate(1.0 2.0)"
    assert svg.moved(1, 2, -45) == "translate(1.0 2.0) rotate(-45.00)"
