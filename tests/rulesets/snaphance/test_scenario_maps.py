"""Maps of scenarios: letters, plain text, the map of the battle; maps made by dice (SN-C-setup)."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.dice import ScriptedDice
from rulesets.engine.errors import FaultyBookError
from rulesets.snaphance import hexes
from rulesets.snaphance.events.setup import GroundFound
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.scenarios import (
    LETTERS,
    MapPart,
    documents,
    map_from_text,
    map_of,
    map_to_text,
    part_of,
)
from rulesets.snaphance.scenarios.making import GROUND, LINES, SIZES, make, piece, road, stream
from rulesets.snaphance.scenarios.maps import Edge
from rulesets.snaphance.sheet import effective, load
from tests.kit.hexfield import HexField

SIDES = ("stream", "river", "bridge", "ford", "obstacle", "works")


def part(**changes: Any) -> MapPart:
    plain: dict[str, Any] = {"columns": 6, "rows": 6, "terrain": ("." * 6,) * 6}
    return MapPart(**{**plain, **changes})


def test_each_letter_is_a_kind_of_terrain_that_fills_hexes():
    assert set(LETTERS.values()) | {"road"} == {key for key, row in load().terrain.items() if not row.side}


@pytest.mark.rule("SN-7.1.a")
@pytest.mark.parametrize(
    ("letter", "height", "cell"),
    [
        (".", "0", Cell()),
        (".", "1", Cell("hillside", 1)),
        (".", "2", Cell("hilltop", 2)),
        ("h", "0", Cell("hillside", 1)),
        ("h", "2", Cell("hilltop", 2)),
        ("w", "0", Cell("woods", 0)),
        ("w", "1", Cell("woods", 1)),
        ("s", "0", Cell("steep", 1)),
    ],
)
def test_open_ground_on_a_level_is_a_hill(letter: str, height: str, cell: Cell):
    terrain = (letter + "." * 5, *("." * 6,) * 5)
    heights = (height + "0" * 5, *("0" * 6,) * 5)
    found = map_of(part(terrain=terrain, heights=heights), load())
    assert found.cell(hexes.named("0101")) == cell
    assert len(found.cells) == (cell != Cell())


def test_without_heights_terrain_has_its_own_level():
    found = map_of(part(terrain=("hHsw..", *("." * 6,) * 5)), load())
    levels = [found.cell(hexes.at(column, 0)).level for column in range(5)]
    assert levels == [1, 2, 1, 0, 0]


def test_a_hex_side_belongs_to_both_hexes():
    found = map_of(part(edges=(Edge(hex="0202", side="NE", kind="river"),)), load())
    here = hexes.named("0202")
    other = hexes.neighbour(here, hexes.SIDES.index("NE"))
    assert found.side(here, other) == found.side(other, here) == "river"
    assert len(found.sides) == 2


def test_a_scenario_may_have_terrain_of_its_own():
    orchard = {
        "name": "Orchard", "side": False, "removes_charge_bonus": True,
        "entry": dict(load().terrain["rough"].entry),
    }  # fmt: skip
    sheet = effective({"terrain": {"orchard": orchard}})
    mine = part(terrain=("o.....", *("." * 6,) * 5), letters={"o": "orchard"})
    found = map_of(mine, sheet)
    assert found.cell(hexes.named("0101")).terrain == "orchard"
    again = part_of(found, sheet)
    assert map_of(MapPart(**_tuples(again)), sheet) == found


def test_a_map_with_faults_is_refused():
    with pytest.raises(FaultyBookError):
        map_of(part(terrain=("." * 5,) * 6), load())


# -- plain text -----------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
(TEXT,) = re.findall(r"```text map\n(.*?)```", PAGE, re.DOTALL)


def test_a_map_is_read_from_plain_text():
    found = map_from_text(TEXT)
    assert (found["columns"], found["rows"]) == (6, 6)
    assert found["terrain"][:2] == ["..ww..", "....t."]
    assert found["heights"][:2] == ["000100", "001200"]
    assert found["roads"][1] == ".=..=."
    assert found["edges"][0] == {"hex": "0103", "side": "E", "kind": "stream"}
    assert len(found["edges"]) == 3


@pytest.mark.parametrize("key", list(documents()))
def test_the_map_of_a_scenario_survives_its_plain_text(key: str):
    mine = documents()[key]["map"]
    sheet = load()
    again = map_from_text(map_to_text(mine))
    assert map_of(MapPart(**_tuples(again)), sheet) == map_of(MapPart(**_tuples(mine)), sheet)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ""),
        (". . .\n. .", "line 2"),
        (". ww .", "line 1"),
        (". . .\nstream: 0101 X", "line 2"),
        (". . .\nstream: 0101", "line 2"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(text: str, path: str):
    with pytest.raises(FaultyBookError) as caught:
        map_from_text(text)
    assert caught.value.faults[0].path == path


def _tuples(part_: dict[str, Any]) -> dict[str, Any]:
    """A map part as the types of its class have it."""
    found = {key: tuple(value) if isinstance(value, list) else value for key, value in part_.items()}
    return {**found, "edges": tuple(Edge(**edge) for edge in part_.get("edges", ()))}


@st.composite
def parts(draw: st.DrawFn) -> dict[str, Any]:
    """A map part of any ground, heights, roads and hex sides."""
    columns, rows = draw(st.integers(6, 9)), draw(st.integers(6, 9))

    def grid(letters: str) -> list[str]:
        row = st.text(letters, min_size=columns, max_size=columns)
        return draw(st.lists(row, min_size=rows, max_size=rows))

    inner = st.tuples(st.integers(2, columns - 1), st.integers(2, rows - 1), st.sampled_from(hexes.SIDES))
    edges = draw(st.dictionaries(inner.filter(lambda each: each[2] in ["E", "SE", "SW"]),
                                 st.sampled_from(SIDES), max_size=8))  # fmt: skip
    return {
        "columns": columns, "rows": rows, "terrain": grid("".join(LETTERS)), "heights": grid("012"),
        "roads": grid(".="),
        "edges": [{"hex": f"{column:02d}{row:02d}", "side": side, "kind": kind}
                  for (column, row, side), kind in edges.items()],
    }  # fmt: skip


@given(parts())
def test_any_map_survives_text_and_document(mine: dict[str, Any]):
    found = map_of(MapPart(**_tuples(mine)), load())
    assert map_of(MapPart(**_tuples(map_from_text(map_to_text(mine)))), load()) == found
    assert map_of(MapPart(**_tuples(part_of(found))), load()) == found


@pytest.mark.rule("SN-1.2.a")
def test_a_row_of_letters_alone_may_be_written_without_spaces() -> None:
    close = "\n".join([".ww..h"] * 6)
    wide = "\n".join([". w w . . h"] * 6)
    assert map_from_text(close) == map_from_text(wide)
    with pytest.raises(FaultyBookError, match=r"line 2: 'xw\.\.' is not a hex"):
        map_from_text("....\nxw..")


BELT = range(3, 9)
PLAIN = Map(18, 12)
HERE = hexes.named("0906")
OPEN, NEITHER = (3, 3), (3, 3)


def made(*dice: int) -> HexField:
    """The field of usual size after these dice have made its ground."""
    field = HexField()
    field.state.map = PLAIN
    field.dice = field.scripted = ScriptedDice(*dice)
    for _ in make(field):
        raise AssertionError("nobody is asked")
    field.scripted.finish()
    return field


def test_every_throw_says_something():
    assert sorted(GROUND) == list(range(2, 13))
    assert set(LINES) <= set(range(2, 13))
    assert sorted(SIZES) == list(range(1, 7))


def test_sevens_leave_the_map_open():
    field = made(*OPEN * 6, *NEITHER)
    assert field.state.map == PLAIN
    assert field.events(GroundFound) == []


def test_a_wood_lies_where_the_dice_put_it():
    field = made(2, 3, 6, 1, 1, *OPEN * 5, *NEITHER)
    cells = field.state.map.cells
    assert set(cells.values()) == {Cell("woods", 0)}
    assert hexes.named("0107") in cells, "the left part before the first side, its nearest row to the middle"
    assert field.events(GroundFound)[0].what == "a wood"


def test_the_zones_stay_open():
    for third in range(3):
        for side in (0, 1):
            throws = [OPEN] * 6
            throws[side * 3 + third] = (5, 5, 6, 6, 6 if side == 0 else 1)
            field = made(*(die for throw in throws for die in throw), *NEITHER)
            rows = {hexes.column_row(place)[1] for place in field.state.map.cells}
            assert rows
            assert rows <= set(BELT)


@pytest.mark.parametrize(("die", "size"), [(1, 3), (3, 4), (5, 5), (6, 7)])
def test_a_die_says_how_large_a_piece_is(die: int, size: int):
    assert len(piece(PLAIN, "woods", HERE, die, BELT).cells) == size


def test_a_village_is_small():
    cells = piece(PLAIN, "village", HERE, 6, BELT).cells
    assert len(cells) == 3
    assert set(cells.values()) == {Cell("town", 0)}


@pytest.mark.parametrize(("die", "top"), [(1, 1), (6, 2)])
def test_a_large_hill_has_a_top(die: int, top: int):
    assert piece(PLAIN, "hill", HERE, die, BELT).cells[HERE].level == top


def test_enclosures_have_hedges_around_them_and_none_within():
    found = piece(PLAIN, "enclosures", HERE, 6, BELT)
    assert set(found.sides.values()) == {"obstacle"}
    assert len(found.sides) == 18
    assert all(hexes.neighbour(place, side) not in found.cells for place, side in found.sides)


def test_a_stream_runs_from_edge_to_edge_and_can_be_forded():
    sides = stream(PLAIN, 5, 3).sides
    assert {hexes.column_row(place)[0] for place, _ in sides} == set(range(18))
    fords = {hexes.column_row(place)[0] for (place, _), kind in sides.items() if kind == "ford"}
    assert fords == {3, 9, 15}


def test_a_road_runs_from_edge_to_edge_and_bridges_the_stream():
    field = made(*OPEN * 6, 6, 6, 2)
    map_ = field.state.map
    way = [place for place in map_.hexes() if map_.cell(place).road]
    assert len(way) == 12
    assert all(hexes.distance(a, b) == 1 for a, b in pairwise(way))
    crossed = [map_.side(a, b) for a, b in pairwise(way)]
    assert [kind for kind in crossed if kind] == ["bridge"]


def test_a_road_keeps_the_ground_under_it():
    wooded = Map(18, 12, {hexes.named("0506"): Cell("woods", 1)})
    assert road(wooded, 4).cells[hexes.named("0506")] == Cell("woods", 1, True)


def test_a_narrow_map_has_no_ground_between_the_zones():
    field = HexField()
    field.state.map = Map(6, 1)
    field.dice = ScriptedDice()
    assert list(make(field)) == []


def test_two_roads_run_side_by_side_and_meet_where_they_say_so() -> None:
    """SN-C-terrain: the road counts along each of them, not from one to the other."""
    text = (
        """
.   .   .   .   .   .
  .=  .=  .=  .=  .=  .=
.-  .-  .+  .-  .-  .-
"""
        + ".   .   .   .   .   .\n" * 6
    )
    typed = map_from_text(text)
    assert typed["roads"][1:3] == ["======", "--+---"]
    assert map_from_text(map_to_text(typed)) == typed
    map_ = map_of(MapPart(**typed), load())
    assert part_of(map_) == typed
    upper, lower, both = (hexes.named(each) for each in ("0502", "0503", "0303"))
    assert map_.has_road(upper, hexes.named("0402"))
    assert map_.has_road(lower, hexes.named("0603"))
    assert not map_.has_road(upper, lower)
    assert map_.has_road(hexes.named("0302"), both)
    assert map_.has_road(both, hexes.named("0203"))
