"""What terrain costs: the chart by class, whole moves, disorder, roads, sides of hexes (SN-C-terrain)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesets.snaphance import ground, hexes
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.ground import Cost
from rulesets.snaphance.sheet import Entry, Sheet, load
from tests.kit.hexfield import HexField, stand
from tests.kit.hexmoves import act, mover, offered, steps, where

HERE, AHEAD = "0606", "0605"


def cost(code: str, *, mp: int = 9, **field: Any) -> Cost | None:
    made = HexField(stand("a.c1u1", HERE, code, mp=mp), **field)
    return ground.enter_cost(made.state, made.stand("a.c1u1"), hexes.named(HERE), hexes.named(AHEAD))


def told(entry: Entry, mp: int) -> Cost | None:
    if entry == "no":
        return None
    if isinstance(entry, int):
        return Cost(entry) if entry <= mp else Cost(mp, whole=True)
    return Cost(mp, whole=True, disorders=entry == "all_d")


@pytest.mark.rule("SN-2.0.b", "SN-10.3.e")
@pytest.mark.parametrize("code", CLASSES)
@pytest.mark.parametrize("key", [key for key, row in load().terrain.items() if key != "road"])
def test_the_chart_is_read_by_class_group(code: str, key: str) -> None:
    row = load().terrain[key]
    where_: dict[str, Any] = {"sides": {(HERE, "NW"): key}} if row.side else {"terrain": {AHEAD: key}}
    assert cost(code, **where_) == told(row.entry[CLASSES[code].ground], 9)


def test_what_the_sheet_says_decides() -> None:
    sheet: Sheet = load().effective({"terrain": {"hillside": {"entry": {"mcs": 3}}}})
    assert cost("Ln", levels={AHEAD: 1}, sheet=sheet) == Cost(3)
    assert cost("Ln", levels={AHEAD: 1}) == Cost(1)


def test_the_worst_of_hex_and_side_decides() -> None:
    assert cost("LC", terrain={AHEAD: "rough"}, sides={(HERE, "NW"): "bridge"}) == Cost(2)
    assert cost("LC", terrain={AHEAD: "woods"}, sides={(HERE, "NW"): "stream"}) == Cost(9, whole=True)
    assert cost("Sh", terrain={AHEAD: "marsh"}, sides={(HERE, "NW"): "stream"}) == Cost(9, True, True)
    assert cost("Sk", sides={(HERE, "NW"): "river"}) is None


def test_from_road_to_road_the_road_counts() -> None:
    assert cost("Ln", terrain={AHEAD: "woods"}, roads=[HERE, AHEAD]) == Cost(1)
    assert cost("Ln", terrain={AHEAD: "woods"}, roads=[AHEAD]) == Cost(9, whole=True, disorders=True)
    assert cost("Art", terrain={AHEAD: "town"}, roads=[HERE, AHEAD]) == Cost(1)


def test_too_few_mp_take_the_whole_move_and_none_never_move() -> None:
    assert cost("LC", mp=1, terrain={AHEAD: "rough"}) == Cost(1, whole=True)
    assert cost("Art", mp=0) is None


def test_the_map_ends() -> None:
    made = HexField(stand("a.c1u1", "0101", "Ln"))
    one = made.stand("a.c1u1")
    assert all(
        ground.enter_cost(made.state, one, one.place, place) is None
        for place in hexes.neighbours(one.place)
        if place not in made.state.map
    )


# -- in a move ------------------------------------------------------------------------------------


def test_a_whole_move_is_one_hex_and_nothing_before_it() -> None:
    made = mover("0606", "Sh", field={"terrain": {"0605": "woods", "0504": "woods"}})
    steps(made, "0605")
    assert made.state.activation.move.over
    assert not made.stand("a.c1u1").disordered
    later = steps(mover("0606", "Sh", field={"terrain": {"0604": "woods"}}), "0605")
    assert offered(later, "step") & {"0604", "0504"} == {"0504"}


def test_difficult_ground_disorders() -> None:
    made = steps(mover("0606", "Ln", field={"terrain": {"0605": "woods"}}), "0605")
    assert made.stand("a.c1u1").disordered
    assert where(made) == ("0605", 1)


def test_of_a_group_only_who_enters_it_is_disordered_but_all_have_moved() -> None:
    made = HexField(stand("a.c1u1", "0506", "Pk"), stand("a.c1u2", "0606", "Pk"), terrain={"0605": "woods"})
    made.activate("a.c1u1", "a.c1u2")
    act(made, "step", "0505")
    assert [made.stand(id_).disordered for id_ in ("a.c1u1", "a.c1u2")] == [False, True]
    assert made.state.activation.move.over


@pytest.mark.rule("SN-10.3.e")
def test_the_sheet_is_the_recommended_chart() -> None:
    path = Path(ground.__file__).parent / "data" / "sheet.toml"
    rows = {row["key"]: row for row in tomllib.loads(path.read_text(encoding="utf-8"))["terrain"]}
    assert rows["woods"]["entry"]["mcs"] == "all_d"
    assert rows["fort"]["entry"]["shot"] == "all"
    assert rows["lake"]["entry"]["skirmisher"] == "no"
