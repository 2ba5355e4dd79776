"""The chart and the field, drawn."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from battles.cards import armies, numbers
from battles.chart import chart_svg
from battles.field import MARGIN, UNIT, field_svg
from battles.turns import TurnMark, turns_of
from rulesets.baroque.tables import tables
from rulesets.contract import registry
from rulesets.contract.presentation import Presentation
from rulesets.engine.battle import Battle
from tests.kit.battles import baroque, sample

SVG = "{http://www.w3.org/2000/svg}"
SIDES = ("North", "South")


def marks(*pairs: tuple[int, int]) -> list[TurnMark]:
    """A turn for each pair of what both sides have left of 20."""
    return [
        TurnMark(number, 1, tuple({"total": 20, "lost": 20 - left, "left": left} for left in pair))
        for number, pair in enumerate(pairs)
    ]


def parse(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


@pytest.fixture(scope="module")
def deployed() -> Battle:
    """A battle fought to its end, with terrain by the rules."""
    battle = baroque(sample("royalist-patrol-300"), sample("parliament-patrol-300"), seed="3")
    tactician = battle.system.core.tactician
    battle.play([tactician, tactician])
    return battle


def after_deployment(battle: Battle) -> dict[str, Any]:
    return next(turns_of(battle))[1].state


def test_the_chart_has_a_line_for_each_side_through_every_turn() -> None:
    lines = list(parse(chart_svg(marks((20, 20), (15, 18), (7, -3)), SIDES, "VDT")).iter(f"{SVG}polyline"))
    assert [len(line.attrib["points"].split()) for line in lines] == [3, 3]
    assert len({line.attrib["stroke"] for line in lines}) == 2
    assert [("stroke-dasharray" in line.attrib) for line in lines] == [False, True]


def test_the_chart_falls_where_the_figures_fall() -> None:
    first = next(parse(chart_svg(marks((20, 20), (15, 18), (7, -3)), SIDES, "VDT")).iter(f"{SVG}polyline"))
    heights = [float(point.split(",")[1]) for point in first.attrib["points"].split()]
    assert heights == sorted(heights)
    assert heights[0] < heights[-1]


@pytest.mark.parametrize("turns", [[], marks((20, 20))])
def test_there_is_no_chart_without_turns(turns: list[TurnMark]) -> None:
    assert chart_svg(turns, SIDES, "VDT") == ""


def test_markup_in_names_is_text_in_the_chart() -> None:
    drawing = chart_svg(marks((20, 20), (1, 1)), ("<script>", '"&'), "VDT")
    assert "<script>" not in drawing
    parse(drawing)


LONG = "The Army of the Holy League under the Grand Crown Hetman Jan Zamoyski and his Friends"


def legends(drawing: str) -> dict[str, list[str]]:
    """The lines below each title of a drawing that has lines of words below it."""
    groups = parse(drawing).iter(f"{SVG}g")
    found = {
        each.findtext(f"{SVG}title", ""): [t.text or "" for t in each.findall(f"{SVG}text")]
        for each in groups
    }
    return {title: lines for title, lines in found.items() if lines}


@pytest.mark.parametrize(("name", "cut"), [("North", False), (LONG[:40], False), (LONG, True)])
def test_a_long_name_goes_on_in_a_second_line_and_is_whole_in_its_title(
    deployed: Battle, name: str, cut: bool
) -> None:
    state = after_deployment(deployed)
    state = {**state, "sides": [{**side, "name": f"{name}{side['index']}"} for side in state["sides"]]}
    chart = chart_svg(marks((20, 20), (1, 1)), (f"{name}0", f"{name}1"), "VDT")
    for drawing in (chart, field_svg(state, registry.get("baroque").presentation, title="F")):
        lines = legends(drawing)
        for side in (0, 1):
            found = lines[f"{name}{side}"]
            assert len(found) == (1 if len(name) < 20 else 2)
            assert all(len(line) <= 27 for line in found)
            assert found[-1].endswith("…") is cut
            assert cut or " ".join(found) == f"{name}{side}".replace("  ", " ")


def test_every_base_is_to_scale_at_its_place(deployed: Battle) -> None:
    state = after_deployment(deployed)
    drawing = field_svg(state, registry.get("baroque").presentation, title="Field")
    for unit in state["units"]:
        x, y, heading, width, depth = unit["base"]
        left, top = MARGIN + x * UNIT, MARGIN + (state["depth"] - y) * UNIT
        turn = (90 - heading) % 360
        assert f"translate({left:.1f} {top:.1f}) rotate({turn:.2f})" in drawing
        assert f'width="{width * UNIT:.1f}" height="{depth * UNIT:.1f}"' in drawing


def test_every_terrain_kind_of_the_tables_can_be_drawn(deployed: Battle) -> None:
    state = after_deployment(deployed)
    for kind in tables().terrain_kind:
        piece = {
            "id": "t", "kind": kind.key, "outline": [2, 2, 5, 2, 5, 5], "line": [1, 1, 9, 9], "width": 1,
            "enclosed": True, "crossings": [["ford", 4, 4]],
        }  # fmt: skip
        titles = parse(
            field_svg({**state, "terrain": [piece]}, registry.get("baroque").presentation, title="F")
        ).iter(f"{SVG}title")
        assert kind.name in [title.text for title in titles]


def test_what_has_happened_to_a_unit_is_drawn(deployed: Battle) -> None:
    state = after_deployment(deployed)
    hurt = {**state["units"][0], "losses": 3, "vbu": 2, "exhausted": True, "disordered": True}
    plain = field_svg(
        {**state, "units": [state["units"][0]]}, registry.get("baroque").presentation, title="F"
    )
    drawn = field_svg({**state, "units": [hurt]}, registry.get("baroque").presentation, title="F")
    assert drawn.count('width="5" height="5"') == 3
    assert plain.count('width="5" height="5"') == 0
    assert 'stroke-dasharray="5 2.5"' in drawn
    assert "VBU 2 of 5, exhausted, disordered" in drawn


def test_the_unit_that_is_asked_about_is_marked(deployed: Battle) -> None:
    state = after_deployment(deployed)
    subject = state["units"][0]["id"]
    assert 'fill-opacity="0.45"' not in field_svg(state, registry.get("baroque").presentation, title="F")
    assert (
        field_svg(state, registry.get("baroque").presentation, title="F", subject=subject).count(
            'fill-opacity="0.45"'
        )
        == 1
    )


def test_ids_inside_a_drawing_are_unique_and_all_references_lead_somewhere(deployed: Battle) -> None:
    drawing = field_svg(
        after_deployment(deployed), registry.get("baroque").presentation, title="F", prefix="p"
    )
    ids = re.findall(r' id="([^"]+)"', drawing)
    assert len(ids) == len(set(ids)) > 2
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', drawing)
    assert used
    assert set(used) <= set(ids)


def test_a_state_without_a_table_has_no_field() -> None:
    assert field_svg({"wounds": [0, 0]}, Presentation(), title="F") == ""


def test_units_bear_the_same_numbers_on_the_field_and_in_the_orders_of_battle(deployed: Battle) -> None:
    state = after_deployment(deployed)
    places = numbers(state)
    listed = {
        unit.id: unit.number
        for army in armies(state, registry.get("baroque").presentation)
        for units in (*(command.units for command in army.commands), army.others)
        for unit in units
    }
    assert listed == places
    assert min(places.values()) == 1
