"""A melee from contact to its result (SN-10.1.a, SN-10.4.a, SN-11, SN-12.0.a-b, SN-C-ongoing)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance import hexes, melee
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.events.fire import Disordered, LostSP
from rulesets.snaphance.events.melee import MeleeBegan, MeleeDecided, MeleeOngoing, MeleeOver
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, stand
from tests.kit.scripted import Answer

A, B = "a.c1u1", "b.c1u1"
"""A at 0606 facing north, B at 0705 before him, facing south; behind B lie 0704 and 0604."""
HIT, MISS = 6, 1


def came(unit: str = A, start: str = "0607", entered: int = 1, how: Any = "charge") -> Approach:
    return Approach(unit, hexes.named(start), entered, True, how)


def clash(**changes: Any) -> Clash:
    """A has charged B."""
    return Clash(A, B, **{"approaches": {A: came()}, "silent": frozenset({B}), **changes})


def field(code: str = "PS", other: str = "PS", *others: Any, dice: Any = (), **changes: Any) -> HexField:
    """A and B of these classes, without Charge Bonus; what begins with `a_` or `b_` changes them."""
    mine = {name[2:]: changes.pop(name) for name in list(changes) if name.startswith("a_")}
    theirs = {name[2:]: changes.pop(name) for name in list(changes) if name.startswith("b_")}
    both = (
        stand(A, "0606", code, **{"charge_bonus": 0, **mine}),
        stand(B, "0705", other, **{"charge_bonus": 0, **theirs}),
    )
    return HexField(*both, *others, dice=dice, **changes)


def back(label: str, unit: str = B) -> dict[str, str]:
    return {"do": "retreat", "unit": unit, "hex": label}


def throw(hits: int, dice: int) -> tuple[int, ...]:
    """So many dice of which so many hit."""
    return (HIT,) * hits + (MISS,) * (dice - hits)


def fight(made: HexField, one: Clash, *answers: Answer) -> None:
    made.run(melee.fight(made, one), *answers)


def verdict(made: HexField) -> tuple[tuple[int, int], int]:
    (decided,) = made.events(MeleeDecided)
    return decided.losses, decided.winner


# -- sequence -----------------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.1.a", "SN-10.2.a")
def test_both_sides_throw_then_test_then_suffer():
    made = field(dice=(*throw(1, 6), *throw(1, 6), 3, 4))
    fight(made, clash())
    assert [type(event).__name__ for event in made.log] == [
        "MeleeBegan", "Rolled", "Rolled", "Rolled", "Rolled", "MeleeDecided", "Disordered", "Disordered",
        "MeleeOngoing",
    ]  # fmt: skip


@pytest.mark.rule("SN-10.1.a", "SN-8.3.a")
def test_defensive_fire_comes_before_the_melee_and_its_disorder_counts_in_it():
    """Four dice of defensive fire hit once, the charger passes, and throws one less."""
    made = field(dice=(*throw(1, 4), 2, *throw(0, 5), *throw(0, 6)))
    fight(made, clash(silent=frozenset()))
    assert made.stand(A).disordered
    assert verdict(made) == ((0, 0), -1)


@pytest.mark.rule("SN-10.1.a")
def test_without_one_of_the_battle_stands_there_is_no_melee():
    made = field("Sh", dice=(*throw(4, 4), 6), a_left=(1,))
    fight(made, clash(silent=frozenset()))
    assert made.stand(A).status == "destroyed"
    assert made.events(MeleeBegan) == []


@pytest.mark.rule("SN-4.0.h", "SN-10.1.a")
def test_who_has_fought_has_finished():
    made = field(dice=(*throw(0, 6), *throw(0, 6)))
    activation = made.activate(A)
    fight(made, clash())
    assert activation.over


# -- blows on flank and rear --------------------------------------------------------------------------


@pytest.mark.rule("SN-10.4.a")
@pytest.mark.parametrize(("facing", "start", "entered", "disordered"), [
    (1, "0607", 1, True), (1, "0703", 2, False), (1, "0606", 0, False), (4, "0607", 1, False),
])  # fmt: skip
def test_a_blow_on_flank_or_rear_from_behind_the_face_line_disorders(
    facing: int, start: str, entered: int, disordered: bool
):
    made = field(b_facing=facing, dice=[MISS] * (7 - (facing == 4) + 6 - disordered))
    fight(made, clash(approaches={A: came(start=start, entered=entered)}))
    assert made.stand(B).disordered is disordered


@pytest.mark.rule("SN-10.4.a")
def test_a_supporter_that_comes_upon_the_flank_disorders_the_battle_stand_too():
    other = stand("a.c1u2", "0805", "PS", 3)
    made = field("PS", "PS", other, dice=[MISS] * (6 + 4 + 5))
    approaches = {"a.c1u2": came("a.c1u2", "0904")}
    fight(made, clash(approaches=approaches, supporters=(("a.c1u2",), ())))
    assert [(event.unit, event.rule) for event in made.events(Disordered)] == [(B, "SN-10.4.a")]


# -- results ------------------------------------------------------------------------------------------


@pytest.mark.rule("SN-11.0.a", "SN-11.0.b", "SN-12.0.a", "SN-12.0.b")
def test_the_loser_loses_sp_and_retreats_in_disorder():
    made = field(dice=(*throw(2, 6), *throw(0, 6), 6))
    fight(made, clash(), back("0704"), back("0703"))
    assert verdict(made) == ((0, 2), 0)
    loser = made.stand(B)
    assert (loser.sp, loser.disordered, hexes.label(loser.place), loser.facing) == (4, True, "0703", 4)
    assert not made.stand(A).disordered
    assert made.state.melees == []


@pytest.mark.rule("SN-11.0.b")
def test_the_winner_loses_one_sp_at_most():
    made = field(dice=(*throw(3, 6), *throw(3, 6), 5, 6))
    fight(made, clash(), back("0704"), back("0703"))
    assert verdict(made) == ((2, 3), 0)
    assert (made.stand(A).sp, made.stand(B).sp) == (5, 4)


@pytest.mark.rule("SN-8.3.c")
def test_a_stand_hit_while_disordered_loses_one_sp_and_draws():
    made = field(a_disordered=True, dice=(*throw(0, 5), *throw(1, 6), 1))
    fight(made, clash())
    assert verdict(made) == ((0, 0), -1)
    assert made.stand(A).sp == 5
    assert [event.rule for event in made.events(LostSP)] == ["SN-8.3.b"]


@pytest.mark.rule("SN-11.3.a")
@pytest.mark.parametrize("dice", [
    (*throw(0, 6), *throw(0, 6)), (*throw(1, 6), *throw(0, 6), 2), (*throw(1, 6), *throw(1, 6), 6, 6),
])  # fmt: skip
def test_a_draw_goes_on(dice: tuple[int, ...]):
    made = field(dice=dice)
    fight(made, clash())
    assert made.state.melees == [Melee((A, B), (), ("a.c1",), 0)]
    assert (hexes.label(made.stand(A).place), hexes.label(made.stand(B).place)) == ("0606", "0705")


@pytest.mark.rule("SN-10.6.c")
def test_supporters_of_the_loser_lose_no_sp_but_retreat_in_disorder():
    made = field("PS", "PS", stand("b.c1u2", "0605", "Sh"), dice=(*throw(2, 6), *throw(0, 9), 6))
    one = clash(supporters=((), ("b.c1u2",)), silent=frozenset({B, "b.c1u2"}))
    fight(made, one, back("0704"), back("0703"), *_first(3))
    helper = made.stand("b.c1u2")
    assert (helper.sp, helper.disordered) == (5, True)
    assert hexes.distance(helper.place, hexes.named("0605")) == 4


@pytest.mark.rule("SN-10.6.c")
def test_supporters_of_the_winner_stay_as_they_are():
    made = field("PS", "PS", stand("a.c1u2", "0706", "PS"), dice=(*throw(2, 9), *throw(0, 6), 6))
    fight(made, clash(supporters=(("a.c1u2",), ())), back("0704"), back("0703"))
    assert not made.stand("a.c1u2").disordered


@pytest.mark.rule("SN-10.2.d", "SN-12.0.b")
@pytest.mark.parametrize(
    ("dice", "answers", "retreats"),
    [((*throw(2, 6), *throw(0, 6), 6), 4, True), ((*throw(0, 6), *throw(2, 6), 6), 2, False)],
    ids=["the facing one loses", "it wins"],
)
def test_an_idle_enemy_retreats_in_disorder_with_the_facing_one(
    dice: tuple[int, ...], answers: int, retreats: bool
):
    idle = stand("b.c1u2", "0605", "PS", 1)
    made = field("PS", "PS", idle, dice=dice)
    fight(made, clash(idle=("b.c1u2",)), *_first(answers))
    assert idle.disordered is retreats
    assert (hexes.label(idle.place) != "0605") is retreats


@pytest.mark.rule("SN-10.2.d", "SN-11.3.a")
def test_an_idle_enemy_that_is_driven_back_leaves_the_melee_that_it_was_in():
    idle = stand("b.c1u2", "0605", "PS", 1)
    other = stand("a.c2u1", "0604", "PS", 4)
    made = field("PS", "PS", idle, other, dice=(*throw(2, 6), *throw(0, 6), 6))
    made.state.melees = [Melee(("a.c2u1", "b.c1u2"))]
    fight(made, clash(idle=("b.c1u2",)), back("0703"), back("0503", "b.c1u2"))
    assert hexes.label(made.stand("b.c1u2").place) != "0605"
    assert made.state.melees == []


def _first(times: int) -> list[Answer]:
    return [lambda decision: dict(decision.options[0].key)] * times


@pytest.mark.rule("SN-11.1.e", "SN-12.0.g")
def test_beaten_artillery_is_destroyed():
    made = field("PS", "Art", dice=(*throw(1, 6), *throw(0, 3), 6))
    fight(made, clash())
    assert made.stand(B).status == "destroyed"


@pytest.mark.rule("SN-11.1.e", "SN-12.0.g")
def test_so_is_artillery_that_supported_the_loser():
    made = field("PS", "PS", stand("b.c1u2", "0605", "Art"), dice=(*throw(2, 6), *throw(0, 8), 6))
    one = clash(supporters=((), ("b.c1u2",)), silent=frozenset({B, "b.c1u2"}))
    fight(made, one, *_first(2))
    assert made.stand("b.c1u2").status == "destroyed"
    assert made.state.lost == [0, 2]


@pytest.mark.rule("SN-11.2.a")
def test_an_eliminated_lone_stand_has_lost_and_leaves_no_melee():
    made = field(b_left=(1,), dice=(*throw(1, 6), *throw(1, 1), 4, 4))
    fight(made, clash())
    assert made.stand(B).status == "destroyed"
    assert verdict(made)[1] == 0
    assert made.state.melees == []


@pytest.mark.rule("SN-11.2.a", "SN-10.6.c")
def test_with_support_the_eliminated_stand_may_have_won():
    """B is eliminated by its loss of 1, but with its supporter it has cost A a morale loss of 2."""
    helper = stand("b.c1u2", "0605", "Sh")
    made = field("PS", "PS", helper, b_left=(1,), dice=(*throw(1, 6), *throw(4, 4), 4, 2))
    one = clash(supporters=((), ("b.c1u2",)), silent=frozenset({B, "b.c1u2"}))
    fight(made, one, *_first(2))
    assert made.stand(B).status == "destroyed"
    assert verdict(made) == ((2, 1), 1)
    assert made.stand(A).disordered
    assert not made.stand("b.c1u2").disordered


# -- bounces ------------------------------------------------------------------------------------------


@pytest.mark.rule("SN-11.1.d")
@pytest.mark.parametrize(("code", "other", "unit"), [("Hs", "PS", A), ("PS", "LC", B), ("Hs", "Hs", A)])
def test_after_a_draw_mounted_stands_bounce_the_initiator_if_both_are(code: str, other: str, unit: str):
    made = field(code, other, a_contact_fire_dice=0, b_contact_fire_dice=0, b_sp=3, a_sp=3, dice=[MISS] * 6)
    behind = hexes.rear(made.stand(unit).place, made.stand(unit).facing)[0]
    fight(made, clash(), back(hexes.label(behind), unit), {"do": "halt", "unit": unit})
    assert made.stand(unit).place == behind
    assert made.stand(unit).disordered
    other_one = made.stand(B if unit == A else A)
    assert not other_one.disordered
    assert made.state.melees == []


@pytest.mark.rule("SN-11.1.d", "SN-11.3.a")
def test_a_mounted_supporter_bounces_out_of_a_melee_that_goes_on():
    helper = stand("a.c1u2", "0706", "LC")
    made = field("PS", "PS", helper, dice=[MISS] * (6 + 2 + 6))
    one = clash(supporters=(("a.c1u2",), ()))
    fight(made, one, back("0707", "a.c1u2"), {"do": "halt", "unit": "a.c1u2"})
    assert made.state.melees == [Melee((A, B), (), ("a.c1",), 0)]


@pytest.mark.rule("SN-11.1.d", "SN-11.3.a")
def test_a_mounted_stand_without_room_stays_in_the_melee():
    made = field(
        "Hs", "PS", a_contact_fire_dice=0, terrain={"0607": "lake", "0707": "lake"}, dice=[MISS] * 11
    )
    fight(made, clash())
    assert made.state.melees == [Melee((A, B), (), ("a.c1",), 0)]
    assert made.stand(A).disordered


# -- ongoing melees -----------------------------------------------------------------------------------


@pytest.mark.rule("SN-11.3.b", "SN-C-ongoing")
def test_a_group_fights_the_ongoing_melees_of_its_battle_stands_once():
    made = field(dice=(*throw(0, 6), *throw(0, 6)))
    made.state.melees = [Melee((A, B), (), ("b.c1",))]
    group = made.state.groups["a.c1"]
    assert melee.due(made.state, group) == made.state.melees
    assert melee.due(made.state, made.state.groups["b.c1"]) == []
    (option,) = melee.options(made)
    assert dict(option.key) == {"do": "fight", "unit": A}
    made.run(melee.perform(made, dict(option.key)))
    assert made.state.melees == [Melee((A, B), (), ("b.c1", "a.c1"), 0)]
    assert list(melee.options(made)) == []


@pytest.mark.rule("SN-C-ongoing")
def test_a_group_whose_stands_only_support_has_nothing_to_fight():
    made = field("PS", "PS", stand("a.c2u1", "0706", "PS"))
    made.state.melees = [Melee((A, B), ("a.c2u1",))]
    assert melee.due(made.state, made.state.groups["a.c2"]) == []


@pytest.mark.rule("SN-1.4.d", "SN-11.3.b")
def test_fighting_on_is_the_turn_of_the_stand():
    made = field(dice=(*throw(0, 6), *throw(0, 6)))
    made.state.melees = [Melee((A, B))]
    made.run(melee.perform(made, {"do": "fight", "unit": A}))
    assert made.stand(A).moved
    assert not made.stand(B).moved


@pytest.mark.rule("SN-11.3.b", "SN-7.4.b")
def test_nobody_fires_when_it_is_fought_again():
    made = field("Hs", "PS", dice=[MISS] * 11)
    made.state.melees = [Melee((A, B))]
    made.run(melee.perform(made, {"do": "fight", "unit": A}), *_first(1), {"do": "halt", "unit": A})
    assert made.state.melees == []


@pytest.mark.rule("SN-11.0.a", "SN-11.3.b")
def test_a_melee_that_is_decided_is_over():
    made = field(dice=(*throw(2, 6), *throw(0, 6), 6))
    made.state.melees = [Melee((A, B), began=1)]
    made.run(melee.perform(made, {"do": "fight", "unit": A}), *_first(2))
    assert made.state.melees == []
    assert len(made.events(MeleeOver)) == 1


@pytest.mark.rule("SN-11.3.b")
def test_a_melee_whose_stands_have_parted_ends_without_a_fight():
    made = HexField(stand(A, "0606"), stand(B, "0603"))
    made.state.melees = [Melee((A, B))]
    made.run(melee.perform(made, {"do": "fight", "unit": A}))
    assert made.state.melees == []
    assert made.events(MeleeBegan) == []


@pytest.mark.rule("SN-11.1.d", "SN-11.3.a")
def test_who_began_an_ongoing_melee_is_remembered():
    made = field(dice=[MISS] * 12, active=1)
    made.state.melees = [Melee((A, B), began=0)]
    made.run(melee.perform(made, {"do": "fight", "unit": B}))
    (event,) = made.events(MeleeOngoing)
    assert event.began == 0


@pytest.mark.rule("SN-1.4.c", "SN-10.2.f")
def test_of_several_melees_their_player_says_which_is_fought_first():
    others = stand("a.c1u2", "0806", "PS"), stand("b.c1u2", "0905", "PS")
    made = field("PS", "PS", *others, dice=[MISS] * 24)
    second = Clash("a.c1u2", "b.c1u2", silent=frozenset({"b.c1u2"}))
    made.run(melee.fight_all(made, [clash(), second]), {"do": "melee", "unit": "a.c1u2", "target": "b.c1u2"})
    assert [event.unit for event in made.events(MeleeBegan)] == ["a.c1u2", A]


@pytest.mark.rule("SN-14.0.b", "SN-C-break")
def test_no_melee_is_fought_after_one_that_has_broken_an_army():
    others = stand("a.c1u2", "0806", "PS"), stand("b.c1u2", "0905", "PS")
    made = field("PS", "PS", *others, b_left=(1,), break_at=2, dice=(*throw(1, 6), 1, 4))
    second = Clash("a.c1u2", "b.c1u2", silent=frozenset({"b.c1u2"}))
    made.run(melee.fight_all(made, [clash(), second]), {"do": "melee", "unit": A, "target": B})
    assert len(made.events(MeleeBegan)) == 1


# -- fortified buildings ------------------------------------------------------------------------------


@pytest.mark.rule("SN-C-found-tower", "SN-C-terrain")
def test_who_attacks_a_fortified_building_is_disordered_at_once_and_fights_worse():
    made = field("PS", "Sh", terrain={"0705": "fort"}, dice=[MISS] * (6 - 1 - 1 + 5 + 1))
    fight(made, clash())
    assert [(event.unit, event.rule) for event in made.events(Disordered)] == [(A, "SN-C-terrain")]


@pytest.mark.rule("SN-C-found-tower", "SN-C-terrain")
def test_a_beaten_garrison_loses_one_sp_and_stays_and_the_melee_goes_on():
    made = field("PS", "Sh", terrain={"0705": "fort"}, dice=(*throw(3, 4), *throw(0, 6), 6))
    fight(made, clash())
    garrison = made.stand(B)
    assert (garrison.sp, hexes.label(garrison.place)) == (4, "0705")
    assert made.state.melees == [Melee((A, B), (), ("a.c1",), 0)]


@pytest.mark.rule("SN-C-found-tower")
def test_a_beaten_attacker_of_a_fortified_building_retreats():
    made = field("PS", "Sh", terrain={"0705": "fort"}, dice=(*throw(0, 4), *throw(2, 6), 6))
    fight(made, clash(), *_first(2))
    assert hexes.distance(made.stand(A).place, hexes.named("0606")) == 2
    assert made.state.melees == []


@pytest.mark.rule("SN-C-found-tower")
def test_so_does_a_garrison_that_has_attacked_out_of_its_building():
    helper = stand("b.c1u2", "0605", "Sh")
    made = field("Sh", "Sh", helper, terrain={"0606": "fort"}, dice=(*throw(0, 5), *throw(3, 5 + 3), 6))
    one = clash(supporters=((), ("b.c1u2",)), silent=frozenset({B, "b.c1u2"}))
    fight(made, one)
    assert (made.stand(A).sp, hexes.label(made.stand(A).place)) == (4, "0606")
    assert made.state.melees == [Melee((A, B), ("b.c1u2",), ("a.c1",), 0)]
