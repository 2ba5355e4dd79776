"""Through friends, displacing friends, moving together (SN-4.9 to SN-4.11, SN-1.2.a)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.decisions import Menu
from rulesets.snaphance import activation, hexes
from rulesets.snaphance.activation import chains
from rulesets.snaphance.events.movement import Moved, Stepped
from rulesets.snaphance.movement import friends
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, stand
from tests.kit.hexmoves import act, mover, offered, option, steps, where

ALL = ("Pi", "Ln", "Hs", "FH", "Pk", "PS", "Art", "Sk", "Sh", "LC", "Dr")
COMBAT = ("Pi", "Ln", "Hs", "FH", "Pk", "PS")
SUPPORT = ("Art", "Sk", "Sh", "LC", "Dr")


def passes(one: str, other: str, facing: int = 1) -> bool:
    made = HexField(stand("a.c1u1", "0606", one), stand("a.c1u2", "0605", other, facing))
    return friends.may_pass(made.state, made.stand("a.c1u1"), made.stand("a.c1u2"))


@pytest.mark.rule("SN-4.10.a")
def test_support_stands_pass_and_are_passed_whatever_the_facing() -> None:
    for support in SUPPORT:
        for other in ALL:
            assert passes(support, other, 4)
            assert passes(other, support, 4)


@pytest.mark.rule("SN-4.10.a")
def test_nobody_passes_an_enemy() -> None:
    made = HexField(stand("a.c1u1", "0606", "LC"), stand("b.c1u1", "0605", "Sk"))
    assert not friends.may_pass(made.state, made.stand("a.c1u1"), made.stand("b.c1u1"))
    assert not friends.displaces(made.state, made.stand("a.c1u1"), made.stand("b.c1u1"))


@pytest.mark.rule("SN-4.10.b")
def test_combat_stands_pass_those_that_face_the_same_way() -> None:
    for one in COMBAT:
        for other in COMBAT:
            assert passes(one, other) is (one != "Pk")
            assert not passes(one, other, 2)


@pytest.mark.rule("SN-1.2.a", "SN-4.10.b")
def test_the_way_through_friends_ends_in_a_hex_of_its_own() -> None:
    made = mover("0606", "Ln", stand("a.c1u2", "0605", "Ln"), stand("a.c1u3", "0604", "Ln"))
    assert offered(made, "step") >= {"0705"}
    assert "0605" not in offered(made, "step")
    assert offered(made, "pass") == {"0504", "0603", "0703"}
    act(made, "pass", "0603")
    assert where(made) == ("0603", 1)
    assert made.state.activation.hexes == 3
    assert made.state.activation.move.over
    assert made.state.occupied[hexes.named("0605")] == ("a.c1u2",)
    (event,) = made.events(Stepped)
    assert event.way == ("0605", "0604", "0603")


@pytest.mark.rule("SN-4.10.a")
def test_the_way_through_friends_does_not_come_back_to_where_it_began() -> None:
    made = mover("0606", "LC", stand("a.c1u2", "0605", "Sk"), stand("a.c1u3", "0705", "Sk"))
    assert "0606" not in offered(made, "pass")
    assert offered(made, "pass") >= {"0604", "0805"}


@pytest.mark.rule("SN-4.8.b", "SN-4.10.a")
@pytest.mark.parametrize(
    ("friend", "ends"),
    [
        ("0605", {"0504", "0604", "0505", "0705"}),  # forward into him, then forward or sideways
        ("0706", {"0705", "0805", "0806"}),  # sideways into him, then forward or sideways
        ("0607", {"0508", "0608"}),  # backward into him: no step of another kind joins it
    ],
)
def test_shot_mix_sideways_and_forward_steps_through_friends(friend: str, ends: set[str]) -> None:
    made = mover("0606", "Sh", stand("a.c1u2", friend, "PS", 4))
    assert offered(made, "pass") == ends
    end = min(ends, key=lambda label: label == "0705")
    act(made, "pass", end)
    assert where(made) == (end, 1)
    assert not made.stand("a.c1u1").disordered


@pytest.mark.rule("SN-4.8.a", "SN-4.10.b")
def test_others_mix_no_steps_through_friends() -> None:
    made = mover("0606", "Ln", stand("a.c1u2", "0605", "Sk"), mp=2)
    assert offered(made, "pass") == {"0504", "0604"}


@pytest.mark.rule("SN-4.10.b")
def test_a_stand_without_the_mp_does_not_pass() -> None:
    made = mover("0606", "PS", stand("a.c1u2", "0605", "PS"), stand("a.c1u3", "0705", "Ln", 2))
    assert not offered(made, "pass")
    assert not {"0605", "0705"} & offered(made, "step")


@pytest.mark.rule("SN-4.10.a", "SN-4.6.b")
def test_no_way_through_a_friend_in_an_enemy_zone() -> None:
    made = mover("0607", "Ln", stand("a.c1u2", "0606", "Ln"), stand("b.c1u1", "0705", "Pk", 3))
    assert not offered(made, "pass")


# -- displacement ---------------------------------------------------------------------------------


def displaced(one: str, other: str, place: str = "0605", facing: int = 1) -> bool:
    made = HexField(stand("a.c1u1", "0606", one), stand("a.c1u2", place, other, facing))
    return friends.displaces(made.state, made.stand("a.c1u1"), made.stand("a.c1u2"))


@pytest.mark.rule("SN-4.11.a")
def test_combat_stands_displace_support_stands_ahead_of_them() -> None:
    for one in COMBAT:
        for other in ALL:
            assert displaced(one, other) is (other in SUPPORT)
            assert not displaced(one, other, "0506")


@pytest.mark.rule("SN-4.11.a")
def test_the_displaced_stand_falls_back_into_the_hex_that_is_left() -> None:
    made = mover("0606", "Pk", stand("a.c1u2", "0605", "Sk", 2, moved=True, opportunity=True))
    assert offered(made, "displace") == {"0605"}
    assert "falls back" in option(made, "displace", "0605").label
    act(made, "displace", "0605")
    assert where(made) == ("0605", 1)
    assert where(made, "a.c1u2") == ("0606", 2)
    (event,) = made.events(Moved)
    assert (event.how, event.rule) == ("displaced", "SN-4.11.a")


@pytest.mark.rule("SN-4.11.b")
def test_support_stands_displace_others_from_any_direction() -> None:
    for place in ("0605", "0506", "0707"):
        for other in SUPPORT:
            for one in ("Sh", "LC", "Dr"):
                assert displaced(one, other, place)
            assert displaced("Sk", other, place) is (other == "Sk")
            assert not displaced("Art", other, place)
        for other in COMBAT:
            assert not any(displaced(one, other, place) for one in SUPPORT)


@pytest.mark.rule("SN-4.11.c")
def test_displacement_is_no_move_of_the_displaced() -> None:
    for moved in (False, True):
        made = mover("0606", "Pk", stand("a.c1u2", "0605", "Sh", moved=moved, opportunity=True))
        act(made, "displace", "0605")
        assert made.stand("a.c1u2").moved is moved
        assert made.stand("a.c1u2").opportunity


def test_nobody_falls_back_into_ground_that_he_may_not_enter_or_out_of_a_melee() -> None:
    guns = mover("0606", "Pk", stand("a.c1u2", "0605", "Art"), field={"terrain": {"0606": "woods"}})
    assert not offered(guns, "displace")
    made = mover("0606", "Pk", stand("a.c1u2", "0605", "Sh"), stand("b.c1u1", "0504", "PS"))
    made.state.melees.append(Melee(("a.c1u2", "b.c1u1")))
    assert not offered(made, "displace")


# -- together -------------------------------------------------------------------------------------


def line(*codes: str, facings: tuple[int, ...] = (1, 1, 1), **changes: Any) -> HexField:
    """Up to three stands side by side from 0506, with their General behind them."""
    return HexField(
        *(
            stand(f"a.c1u{n + 1}", f"{n + 5:02d}06", code, facings[n], **changes)
            for n, code in enumerate(codes)
        ),
        generals={"a.c1": "0608"},
    )


def group_moves(made: HexField) -> set[str]:
    made.state.activation = None
    group = made.state.groups["a.c1"]
    options = Menu(*activation._IN_GROUP, facts=(made, group))
    return {str(one.key["units"]) for one in options.fitting({"do": "group-move"})}


@pytest.mark.rule("SN-4.9.a")
def test_stands_of_one_kind_and_facing_in_a_chain_move_together() -> None:
    made = line("PS", "PS", "PS")
    assert group_moves(made) == {"a.c1u1 a.c1u2 a.c1u3", "a.c1u1 a.c1u2", "a.c1u2 a.c1u3"}
    assert not group_moves(line("PS", "Sh"))
    assert not group_moves(line("PS", "PS", facings=(1, 2, 1)))


@pytest.mark.rule("SN-3.0.c")
def test_one_of_them_at_least_is_in_command() -> None:
    made = line("PS", "PS")
    made.state.generals["a.c1.leader"].hex = hexes.named("0808")
    assert group_moves(made) == {"a.c1u1 a.c1u2"}
    made.state.generals["a.c1.leader"].hex = hexes.named("1212")
    assert not group_moves(made)


@pytest.mark.rule("SN-4.9.a")
def test_all_make_the_same_steps_at_once() -> None:
    made = line("Pk", "Pk", "Pk")
    made.activate("a.c1u1", "a.c1u2", "a.c1u3")
    steps(made, "0505")
    act(made, "turn", 0)
    assert [where(made, f"a.c1u{n}") for n in (1, 2, 3)] == [("0505", 0), ("0605", 0), ("0705", 0)]
    assert len(made.events(Stepped)) == 2


@pytest.mark.rule("SN-4.9.a")
def test_a_column_follows_its_head() -> None:
    made = HexField(stand("a.c1u1", "0606", "Pk"), stand("a.c1u2", "0607", "Pk"))
    made.activate("a.c1u1", "a.c1u2")
    steps(made, "0605")
    assert (where(made)[0], where(made, "a.c1u2")[0]) == ("0605", "0506")


@pytest.mark.rule("SN-4.9.a")
def test_nobody_is_left_behind() -> None:
    # What stops one of them stops all: an enemy, a lake, the slowest stand's MP.
    made = HexField(
        stand("a.c1u1", "0506", "Pk"), stand("a.c1u2", "0606", "Pk", mp=1), stand("b.c1u1", "0705", "Sk", 1)
    )
    made.activate("a.c1u1", "a.c1u2")
    assert "0505" in offered(made, "step")
    assert "0605" not in offered(made, "step")
    lake = HexField(stand("a.c1u1", "0506", "Pk"), stand("a.c1u2", "0606", "Pk"), terrain={"0505": "lake"})
    lake.activate("a.c1u1", "a.c1u2")
    assert "0505" not in offered(lake, "step")
    assert "0605" in offered(lake, "step")


@pytest.mark.rule("SN-4.9.a")
@pytest.mark.parametrize(("die", "fails"), [(3, True), (4, False)])
def test_one_order_test_serves_all_by_the_worst_rating(die: int, fails: bool) -> None:
    made = HexField(
        stand("a.c1u1", "0506", "PS", order_rating="A"),
        stand("a.c1u2", "0606", "PS"),
        generals={"a.c1": "0607"},
    )
    made.activate("a.c1u1", "a.c1u2")
    steps(made, "0605")
    act(made, "extra-move")
    act(made, "step", "0604", dice=(die,))
    assert [made.stand(f"a.c1u{n}").disordered for n in (1, 2)] == [fails, fails]


@pytest.mark.rule("SN-4.9.a", "SN-4.11.a")
def test_a_group_displaces_friends_but_nobody_into_hexes_of_its_own() -> None:
    made = HexField(
        stand("a.c1u1", "0506", "Pk"), stand("a.c1u2", "0606", "Pk"), stand("a.c1u3", "0505", "Sk")
    )
    made.activate("a.c1u1", "a.c1u2")
    assert offered(made, "displace") == {"0505"}
    act(made, "displace", "0505")
    assert where(made, "a.c1u3")[0] == "0506"
    column = HexField(
        stand("a.c1u1", "0606", "Pk"), stand("a.c1u2", "0707", "Pk"), stand("a.c1u3", "0605", "Sk")
    )
    column.activate("a.c1u1", "a.c1u2")
    assert not offered(column, "displace")
    assert not offered(column, "step") & {"0605"}


@pytest.mark.rule("SN-4.9.b")
def test_to_go_onto_opportunity_together_stands_need_not_face_the_same_way() -> None:
    made = line("PS", "PS", facings=(1, 2, 1))
    stands = [made.stand("a.c1u1"), made.stand("a.c1u2")]
    assert list(chains(stands, lambda one: "")) == [stands]
    assert not list(chains(stands, lambda one: one.facing))
