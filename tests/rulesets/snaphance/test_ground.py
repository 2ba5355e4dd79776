"""What terrain costs (SN-C-terrain), and the sub-categories of stands by what they do (SN-2.0 to SN-2.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance import ground, hexes, zones
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.ground import Cost
from rulesets.snaphance.movement.friends import may_pass
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


ANY = {0, 1, 2, 3, 4, 5}


def facings(code: str) -> set[Any]:
    """How a stand may face that has gone one hex ahead."""
    made = mover("0606", code)
    steps(made, "0605")
    return offered(made, "end-move")


def woods(code: str) -> str:
    """What becomes of a stand that is to enter woods."""
    field = HexField(stand("a.c1u1", "0606", code, mp=9), terrain={"0605": "woods"})
    own = field.stand("a.c1u1")
    cost = ground.enter_cost(field.state, own, own.place, hexes.named(AHEAD))
    if cost is None:
        return "stays out"
    return "is disordered" if cost.disorders else "stops" if cost.whole else "goes on"


@pytest.mark.rule("SN-2.0.a", "SN-2.1.a", "SN-2.2.a", "SN-2.0.b")
@pytest.mark.parametrize(
    ("code", "combat", "zone", "free", "in_woods"),
    [
        pytest.param("Pi", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.1")),
        pytest.param("Ln", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.2")),
        pytest.param("Hs", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.3")),
        pytest.param("FH", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.4")),
        pytest.param("Pk", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.5")),
        pytest.param("PS", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.6")),
        pytest.param("LC", False, False, True, "stops", marks=pytest.mark.rule("SN-2.2.1")),
        pytest.param("Dr", False, False, True, "stops", marks=pytest.mark.rule("SN-2.2.2")),
        pytest.param("Sh", False, True, False, "stops", marks=pytest.mark.rule("SN-2.2.3")),
        pytest.param("Sk", False, False, True, "goes on", marks=pytest.mark.rule("SN-2.2.4")),
        pytest.param("Art", False, False, True, "stays out", marks=pytest.mark.rule("SN-2.2.5")),
    ],
)
def test_each_class_passes_friends_holds_ground_turns_and_enters_woods_as_its_kind_does(
    code: str, combat: bool, zone: bool, free: bool, in_woods: str
) -> None:
    field = HexField(stand("a.c1u1", "0606", code, 1), stand("a.c1u2", "0605", "PS", 4))
    own, friend = field.stand("a.c1u1"), field.stand("a.c1u2")
    assert may_pass(field.state, own, friend) is not combat
    assert zones.has_zone(field.state, own) is zone
    assert (facings(code) == ANY) is free
    assert woods(code) == in_woods
