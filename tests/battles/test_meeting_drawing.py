"""The drawn table of a meeting: to scale, with what lies on it, whose it is, how far apart it has to be."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from battles.meeting.drawing import MARGIN, UNIT, table_svg
from battles.meeting.shapes import theme_of
from battles.meeting.table import Objective, Piece, Table
from rulesets.by_fire_and_sword.pieces import kinds
from rulesets.contract.presentation import Area

SVG = "{http://www.w3.org/2000/svg}"
GROVE = Piece("grove", "Grove", 30, 40, 18, 14, 20.0, oval=True)
FENCE = Piece("obstacle", "Obstacle", 80, 40, 20, 1, close=True)


def table(**changes: Any) -> Table:
    """A table of 120 by 100 cm."""
    return Table(120, 100, ("Crown", "Horde"), **{"spacing": 10.0, **changes})


def drawn(of: Table, **more: Any) -> ElementTree.Element:
    """The drawing as elements; so it is well-formed too."""
    return ElementTree.fromstring(table_svg(of, title="The table", **more))


def places(svg: ElementTree.Element) -> list[tuple[float, float]]:
    """Where the pieces are drawn."""
    found = (each.get("transform", "") for each in svg.iter(f"{SVG}g") if each.get("data-piece"))
    return [
        (float(x), float(y))
        for x, y in (re.findall(r"translate\(([\d.]+) ([\d.]+)\)", one)[0] for one in found)
    ]


def test_a_centimetre_is_as_long_everywhere_and_north_is_up() -> None:
    assert places(drawn(table(pieces=(GROVE,)))) == [(MARGIN + 30 * UNIT, MARGIN + 60 * UNIT)]


def test_there_is_a_line_every_ten_centimetres() -> None:
    lines = [each.get("d", "").count("M") for each in drawn(table()).iter(f"{SVG}path")]
    assert 11 + 9 in lines


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_every_kind_of_terrain_has_a_look_of_its_own(kind: str) -> None:
    assert theme_of(kind)[0]
    piece = Piece(kind, "Piece", 50, 50, 20, 12, 35.0, oval=kinds()[kind].shape == "oval")
    svg = drawn(table(pieces=(piece,)), rings=True)
    assert [each.text for each in svg.iter(f"{SVG}title")][1] == "1. Piece, 20 × 12 cm"


def test_what_fills_an_oval_is_drawn_as_one() -> None:
    """The shape that distances are measured from is the one that is seen."""
    for kind in kinds().values():
        shape = theme_of(kind.key)[1]
        assert (shape in ("oval", "hill")) == (kind.shape == "oval"), kind.key


def test_the_band_that_stays_free_ends_with_the_table() -> None:
    whole = drawn(table(pieces=(GROVE,)), rings=True)
    (clip,) = whole.iter(f"{SVG}clipPath")
    of = table()
    wanted = [MARGIN, MARGIN, of.width * UNIT, of.depth * UNIT]
    assert [float(clip[0].get(name, "")) for name in ("x", "y", "width", "height")] == wanted
    (group,) = [each for each in whole.iter(f"{SVG}g") if each.get("clip-path")]
    assert group.get("clip-path") == f"url(#{clip.get('id')})"
    assert [each.get("stroke-dasharray") for each in group] == ["3 6"]


@pytest.mark.rule("BFS-31.3")
def test_the_band_that_stays_free_is_drawn_while_terrain_is_placed() -> None:
    of = table(pieces=(GROVE, FENCE))
    plain, ringed = (list(drawn(of, rings=rings).iter(f"{SVG}path")) for rings in (False, True))
    assert len(ringed) == len(plain) + 1  # what only must not be touched has none
    ring = next(each for each in ringed if each.get("stroke-dasharray") == "3 6")
    xs = [float(x) for x in re.findall(r"[ML](-?[\d.]+) ", ring.get("d", ""))]
    assert max(xs) == pytest.approx((18 / 2 + 10) * UNIT, abs=0.1)


def test_the_band_around_an_oblong_is_as_wide_on_every_side() -> None:
    field = Piece("wheat_field", "Wheat field", 50, 50, 20, 12)
    ring = next(
        each.get("d", "")
        for each in drawn(table(pieces=(field,)), rings=True).iter(f"{SVG}path")
        if each.get("stroke-dasharray") == "3 6"
    )
    x, y = map(float, re.findall(r"M(-?[\d.]+) (-?[\d.]+)", ring)[0])
    assert (x, y) == (-10 * UNIT, -(6 + 10) * UNIT)
    assert ring.count(f"a{10 * UNIT:.1f} {10 * UNIT:.1f}") == 4


def test_zones_are_drawn_by_side_the_larger_below() -> None:
    wide = Area(0, "Foragers", "the southern half", (0, 0, 120, 0, 120, 60, 0, 60))
    narrow = Area(0, "Foragers, the rest", "", (0, 0, 120, 0, 120, 20, 0, 20))
    other = Area(1, "Raiders", "", (0, 90, 120, 90, 120, 100, 0, 100))
    zones = list(drawn(table(zones=(narrow, wide, other))).iter(f"{SVG}polygon"))
    assert [each.find(f"{SVG}title").text for each in zones] == [  # type: ignore[union-attr]
        "Foragers: the southern half", "Foragers, the rest", "Raiders",
    ]  # fmt: skip
    assert [each.get("fill") for each in zones] == ["url(#t-zone0)", "url(#t-zone0)", "url(#t-zone1)"]


def test_an_edge_bears_the_name_of_its_side() -> None:
    said = [each.text for each in drawn(table(edges={"south": 1, "north": 0})).iter(f"{SVG}text")]
    assert said.index("Horde") < said.index("Crown")  # the southern edge is drawn first
    assert {"west", "east"} <= set(said)
    assert not {"south", "north"} & set(said)


@pytest.mark.rule("BFS-30.2.5")
def test_an_objective_is_a_point_with_its_radius() -> None:
    svg = drawn(table(objectives=(Objective("Mill", "a mill", 60, 50, 6),)))
    rings = [each for each in svg.iter(f"{SVG}circle") if float(each.get("r", 0)) == 6 * UNIT]
    assert [(each.get("cx"), each.get("cy")) for each in rings] == [
        (f"{MARGIN + 60 * UNIT:.1f}", f"{MARGIN + 50 * UNIT:.1f}")
    ]


def test_words_of_players_are_escaped() -> None:
    evil = "<script>alert(1)</script>"
    of = Table(
        120, 100, (evil, evil), (Piece("grove", evil, 30, 30, 10, 10),),
        (Area(0, evil, "", (0, 0, 120, 0, 120, 20)),),
        (Objective(evil, evil, 5, 5, 2),), {"south": 0, "north": 1},
    )  # fmt: skip
    assert "<script" not in table_svg(of, title=evil, rings=True)


def test_two_drawings_on_a_page_share_no_ids() -> None:
    of = table(pieces=(GROVE,))
    ids = [set(re.findall(r' id="([^"]+)"', table_svg(of, title="t", prefix=prefix))) for prefix in "ab"]
    assert ids[0]
    assert not ids[0] & ids[1]


@pytest.mark.rule("BFS-31.6.1")
@pytest.mark.parametrize("houses", [2, 3])
def test_a_village_has_its_two_or_three_houses(houses: int) -> None:
    village = Piece("village", "Village", 60, 50, 25, 25, houses=houses)
    piece = next(each for each in drawn(table(pieces=(village,))).iter(f"{SVG}g") if each.get("data-piece"))
    assert len(piece.findall(f"{SVG}g")) == houses


def test_what_is_proposed_is_told_apart_from_what_lies_there() -> None:
    svg = drawn(table(pieces=(FENCE,), proposed=GROVE))
    assert len(places(svg)) == 1
    [proposed] = [each for each in svg.iter(f"{SVG}g") if each.get("data-proposed")]
    assert proposed.find(f"{SVG}title").text == "Proposed: Grove, 18 × 14 cm"  # type: ignore[union-attr]
