"""Melee dice: what makes them up on the map (SN-10.1, SN-10.3, SN-10.4, SN-10.6, SN-C-combat-factors)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.dice import total
from rulesets.snaphance import hexes
from rulesets.snaphance.clash import Approach, Clash, Coming
from rulesets.snaphance.melee import dice, factors
from rulesets.snaphance.melee.dice import charge_bonus
from rulesets.snaphance.melee.factors import Fighter
from rulesets.snaphance.sheet import load
from tests.kit.hexfield import HexField, stand

A, B = "a.c1u1", "b.c1u1"
"""An attacker at 0606 facing north, and a defender at 0705, to the right in front of him, facing south."""


def came(
    unit: str, start: str, entered: int = 1, how: Coming = "charge", *, forward: bool = True
) -> Approach:
    """An approach from a hex of that label."""
    return Approach(unit, hexes.named(start), entered, forward, how)


def charge(start: str = "0607", entered: int = 1, how: Coming = "charge", **more: Any) -> Clash:
    """A clash in which A has come into contact from `start`."""
    return Clash(A, B, approaches={A: came(A, start, entered, how)}, **more)


BOTH_MOVED = Clash(A, B, approaches={A: came(A, "0607", how="opportunity"), B: came(B, "0804")})


def pair(code: str, other: str, **changes: Any) -> tuple[Any, Any]:
    """A and B of these classes; what begins with `b_` changes B."""
    theirs = {name[2:]: changes.pop(name) for name in list(changes) if name.startswith("b_")}
    return stand(A, "0606", code, **changes), stand(B, "0705", other, **theirs)


def told(field: HexField, clash: Clash, role: dice.Role = "attacker") -> dict[str, int]:
    """The terms of a side by the rules that make them."""
    return {term.rule: term.value for term in dice.terms(field.state, clash, role)}


def count(field: HexField, clash: Clash, role: dice.Role = "attacker") -> int:
    """How many dice a side throws: the sum of its terms, and of its own dice and its supporters'."""
    found = dice.number(dice.terms(field.state, clash, role))
    assert found == dice.own(field.state, clash, role) + dice.support(field.state, clash, role)
    return found


# -- strength, disorder, the least --------------------------------------------------------------------


@pytest.mark.rule("SN-10.1.b", "SN-1.3.a", "SN-8.4.c")
def test_a_battle_stand_throws_the_sp_of_its_front_stand():
    field = HexField(*pair("PS", "PS", left=(4,)))
    assert count(field, Clash(A, B)) == 4
    deep = HexField(*pair("Pk", "PS", ranks=3, left=(6, 6, 2)))
    assert count(deep, Clash(A, B)) == 6


@pytest.mark.rule("SN-10.2.a")
def test_a_stand_in_melee_throws_at_least_one_die():
    field = HexField(*pair("Sk", "PS", left=(1,), disordered=True))
    assert count(field, Clash(A, B)) == 1
    helped = HexField(*pair("Sk", "PS", left=(1,), disordered=True), stand("a.c1u2", "0706", "Sh"))
    assert count(helped, Clash(A, B, supporters=(("a.c1u2",), ()))) == 1 + 3


# -- supporting stands --------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.6.b")
def test_a_supporting_stand_adds_half_of_its_own_dice_rounded_up():
    field = HexField(*pair("PS", "PS"), stand("a.c1u2", "0706", "Sh"))
    assert count(field, Clash(A, B, supporters=(("a.c1u2",), ()))) == 6 + 3
    field.stand("a.c1u2").disordered = True  # half of 4
    assert count(field, Clash(A, B, supporters=(("a.c1u2",), ()))) == 6 + 2


@pytest.mark.rule("SN-10.6.b", "SN-C-ongoing", "SN-11.3.b")
@pytest.mark.parametrize("again", [False, True])
def test_a_supporter_that_has_charged_in_halves_its_charge_bonus_with_the_rest(again: bool):
    field = HexField(*pair("PS", "PS"), stand("a.c1u2", "0706", "PS", charge_bonus=1))
    approaches = {"a.c1u2": came("a.c1u2", "0707")}
    clash = Clash(A, B, supporters=(("a.c1u2",), ()), approaches=approaches, again=again)
    assert "SN-10.3.a" not in told(field, clash)
    assert count(field, clash) == 6 + 4  # half of 7


# -- the Charge Bonus ---------------------------------------------------------------------------------


@pytest.mark.rule(
    "SN-10.1.c", "SN-10.3.a", "SN-10.3.f", "SN-10.3.1.a", "SN-10.4.c", "SN-10.4.d", "SN-C-disorder"
)
@pytest.mark.parametrize(
    ("stands", "clash", "role", "terms"),
    [
        (pair("PS", "PS", disordered=True), Clash(A, B), "attacker", {"SN-1.3.a": 6, "SN-10.1.c": -1}),
        (pair("Ln", "Hs"), charge(), "attacker", {"SN-1.3.a": 6, "SN-10.3.a": 4}),
        (pair("Ln", "Hs"), charge(how="opportunity"), "attacker", {"SN-1.3.a": 6, "SN-10.3.a": 4}),
        (pair("Ln", "Hs"), charge(how="counter"), "attacker", {"SN-1.3.a": 6, "SN-10.3.a": 4}),
        (pair("Ln", "Hs"), charge(how="pursuit"), "attacker", {"SN-1.3.a": 6, "SN-10.3.a": 4}),
        (pair("Ln", "Ln"), charge(), "defender", {"SN-1.3.a": 6}),
        (pair("Ln", "Hs"), charge("0606", 0), "attacker", {"SN-1.3.a": 6, "SN-10.3.f": 0}),
        (pair("Hs", "Hs", b_facing=2), BOTH_MOVED, "defender", {"SN-1.3.a": 5}),
        (
            pair("Hs", "PS", b_facing=1), Clash(A, B, again=True), "attacker",
            {"SN-1.3.a": 5, "SN-10.4.b": 1},
        ),
    ],
    ids=[
        "disordered", "a charge", "on opportunity", "a counter-charge", "a pursuit", "who is charged",
        "turning to an adjacent enemy", "struck on the flank while moving", "again on the flank",
    ],
)  # fmt: skip
def test_the_terms_of_a_side(stands: Any, clash: Clash, role: dice.Role, terms: dict[str, int]):
    assert told(HexField(*stands), clash, role) == terms


@pytest.mark.rule("SN-10.3.b")
@pytest.mark.parametrize(("enemy", "bonus"), [("PS", 3), ("Sh", 3), ("Dr", 3), ("Hs", 0), ("LC", 0)])
def test_infantry_have_their_charge_bonus_against_infantry_only(enemy: str, bonus: int):
    field = HexField(*pair("Pk", enemy))
    assert total(dice.terms(field.state, charge(), "attacker")) == 6 + bonus


@pytest.mark.rule("SN-10.3.c")
@pytest.mark.parametrize(("enemy", "facing", "rule"), [
    ("PS", 4, "SN-10.3.c"), ("Pk", 4, "SN-10.3.c"), ("Sh", 4, "SN-10.3.a"), ("PS", 1, "SN-10.3.a"),
])  # fmt: skip
def test_cavalry_have_none_frontally_against_pikes(enemy: str, facing: int, rule: str):
    field = HexField(*pair("Ln", enemy, b_facing=facing))
    assert rule in told(field, charge())


@pytest.mark.rule("SN-10.3.d")
@pytest.mark.parametrize(("facing", "rule"), [(4, "SN-10.3.d"), (1, "SN-10.3.a")])
def test_cavalry_have_none_in_front_of_a_pike_block_beside_their_enemy(facing: int, rule: str):
    pike = stand("b.c1u2", "0605", "Pk", facing)
    field = HexField(*pair("Ln", "Sh"), pike)
    assert rule in told(field, charge())


@pytest.mark.rule("SN-10.3.d")
def test_a_pike_and_shot_stand_beside_their_enemy_takes_no_bonus():
    field = HexField(*pair("Ln", "Sh"), stand("b.c1u2", "0605", "PS"))
    assert "SN-10.3.a" in told(field, charge())


@pytest.mark.rule("SN-10.3.e")
@pytest.mark.parametrize("around", [
    {"terrain": {"0606": "woods"}}, {"terrain": {"0705": "woods"}}, {"sides": {("0606", "NE"): "bridge"}},
    {"sides": {("0607", "NE"): "stream"}},
])  # fmt: skip
def test_terrain_of_a_hex_or_side_that_is_entered_takes_the_charge_bonus(around: dict[str, Any]):
    assert told(HexField(*pair("Pk", "PS"), **around), charge())["SN-10.3.e"] == 0


@pytest.mark.rule("SN-10.3.e")
@pytest.mark.parametrize(("path", "rule"), [
    (("0607", "0606"), "SN-10.3.e"), (("0707", "0606"), "SN-10.3.a"),
])  # fmt: skip
def test_so_does_terrain_that_the_charge_has_entered_on_its_way(path: tuple[str, str], rule: str):
    way = tuple(hexes.named(label) for label in path)
    approach = Approach(A, hexes.named("0608"), 2, True, "charge", way)
    field = HexField(*pair("Ln", "Hs"), terrain={"0607": "rough"})
    assert rule in told(field, Clash(A, B, approaches={A: approach}))


@pytest.mark.rule("SN-10.3.g")
@pytest.mark.parametrize(("code", "left", "bonus"), [
    ("Ln", (6,), 4), ("Ln", (5,), 3), ("Pk", (5,), 1), ("LC", (2,), 0), ("Sh", (3,), 1),
])  # fmt: skip
def test_after_losses_the_charge_bonus_falls_to_that_of_the_list(code: str, left: tuple[int], bonus: int):
    assert charge_bonus(stand(A, "0606", code, left=left)) == bonus


@pytest.mark.rule("SN-10.3.g")
def test_a_loss_of_rear_ranks_does_not_reduce_it():
    assert charge_bonus(stand(A, "0606", "Pk", ranks=3, left=(6, 6))) == 3


@pytest.mark.rule("SN-7.4.1.a", "SN-10.3.a")
def test_who_has_lost_it_to_fire_has_none():
    field = HexField(*pair("Ln", "Pi"))
    assert told(field, charge(no_bonus=frozenset({A})))["SN-7.4.1.a"] == 0


@pytest.mark.rule("SN-10.3.1.a")
@pytest.mark.parametrize(("forward", "rule"), [(True, "SN-10.3.a"), (False, "SN-1.3.a")])
def test_who_was_moving_forward_when_charged_on_opportunity_has_his_own_bonus(forward: bool, rule: str):
    field = HexField(*pair("Hs", "Hs"))
    approaches = {A: came(A, "0607", how="opportunity"), B: came(B, "0804", how="none", forward=forward)}
    terms = told(field, Clash(A, B, approaches=approaches), "defender")
    assert list(terms)[-1] == rule


# -- flank and rear -----------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.4.b")
@pytest.mark.parametrize(("facing", "dice_more"), [(4, 0), (3, 0), (0, 1), (1, 1), (2, 1), (5, 1)])
def test_a_foot_attacker_on_flank_or_rear_throws_one_more(facing: int, dice_more: int):
    field = HexField(*pair("PS", "PS", b_facing=facing))
    assert count(field, Clash(A, B)) == 6 + dice_more


@pytest.mark.rule("SN-10.4.d")
@pytest.mark.parametrize(("code", "start", "entered", "more"), [
    ("Hs", "0607", 1, 2), ("Hs", "0606", 0, 1), ("Hs", "0703", 1, 1), ("LC", "0607", 1, 1),
    ("PS", "0607", 1, 1),
])  # fmt: skip
def test_heavy_cavalry_from_behind_the_front_face_line_throws_two_more(
    code: str, start: str, entered: int, more: int
):
    field = HexField(*pair(code, "Sh", b_facing=1, charge_bonus=0))
    sp = field.stand(A).sp
    assert count(field, charge(start, entered)) == sp + more


@pytest.mark.rule("SN-10.4.b", "SN-10.6.b")
def test_a_supporter_on_the_flank_halves_that_die_with_its_own():
    field = HexField(*pair("PS", "PS"), stand("a.c1u2", "0604", "PS", 4))
    assert field.stand("a.c1u2").faces(field.stand(B).place)
    assert count(field, Clash(A, B, supporters=(("a.c1u2",), ()))) == 6 + 4


# -- the Summary Sheet --------------------------------------------------------------------------------


@pytest.mark.rule("SN-C-combat-factors")
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_who_stands_higher_throws_one_more(role: dice.Role):
    field = HexField(*pair("PS", "PS"), levels={"0606" if role == "attacker" else "0705": 1})
    assert count(field, Clash(A, B), role) == 7
    assert count(field, Clash(A, B), "defender" if role == "attacker" else "attacker") == 6


@pytest.mark.rule("SN-C-combat-factors")
@pytest.mark.parametrize(("code", "other", "changes", "more"), [
    ("Hs", "Pk", {}, 1), ("Sh", "Pk", {}, 0), ("Hs", "Pk", {"b_disordered": True}, -1), ("Hs", "PS", {}, 0),
    ("Hs", "Pk", {"b_facing": 1}, 0),
])  # fmt: skip
def test_a_pike_block_in_order_throws_one_more_against_mounted_in_front(
    code: str, other: str, changes: dict[str, Any], more: int
):
    field = HexField(*pair(code, other, **changes))
    assert count(field, charge(), "defender") == 6 + more


@pytest.mark.rule("SN-C-combat-factors")
def test_a_pike_block_that_charges_mounted_has_no_such_die():
    field = HexField(*pair("Pk", "Hs", may_contact_mcs=True))
    assert count(field, charge()) == 6


@pytest.mark.rule("SN-C-combat-factors")
@pytest.mark.parametrize(
    ("terrain", "less"), [("woods", 1), ("town", 1), ("rough", 1), ("marsh", 1), ("open", 0)]
)
def test_mounted_fight_badly_in_bad_ground(terrain: str, less: int):
    field = HexField(*pair("Hs", "Sh"), terrain={"0606": terrain})
    assert count(field, Clash(A, B)) == 5 - less


@pytest.mark.rule("SN-C-combat-factors")
def test_mounted_that_attack_into_bad_ground_are_hindered_but_not_those_attacked_out_of_it():
    into = HexField(*pair("LC", "Sh"), terrain={"0705": "rough"})
    assert count(into, Clash(A, B)) == 3 - 1
    out_of = HexField(*pair("Sh", "LC"), terrain={"0606": "rough"})
    assert count(out_of, Clash(A, B), "defender") == 3


@pytest.mark.rule("SN-C-combat-factors", "SN-C-terrain")
@pytest.mark.parametrize(("code", "side", "attacker", "defender"), [
    ("PS", "obstacle", -1, 0), ("PS", "stream", -1, 0), ("PS", "works", -1, 1), ("Hs", "obstacle", -1, 0),
    ("PS", "bridge", 0, 0),
])  # fmt: skip
def test_an_obstacle_between_counts_against_the_attacker(code: str, side: str, attacker: int, defender: int):
    field = HexField(*pair(code, "PS"), sides={("0606", "NE"): side})
    sp = field.stand(A).sp
    assert (count(field, charge()) - sp, count(field, charge(), "defender") - 6) == (attacker, defender)


@pytest.mark.rule("SN-C-combat-factors", "SN-C-terrain")
@pytest.mark.parametrize(
    ("terrain", "attacker", "defender"), [("town", 0, 1), ("fort", -1, 1), ("open", 0, 0)]
)
def test_a_town_or_fortified_building_helps_its_defender(terrain: str, attacker: int, defender: int):
    field = HexField(*pair("Sh", "Sh"), terrain={"0705": terrain})
    assert told(field, charge()).get("SN-C-terrain", 0) == attacker
    assert told(field, charge(), "defender").get("SN-C-terrain", 0) == defender


@pytest.mark.rule("SN-C-combat-factors", "SN-C-terrain", "SN-C-found-tower", "SN-10.4.b")
@pytest.mark.parametrize(("code", "facing", "terrain", "rule"), [
    ("Sh", 4, {"0606": "town"}, "SN-C-terrain"), ("PS", 1, {"0705": "fort"}, "SN-10.4.b"),
], ids=["who attacks out of a town does not defend it", "a garrison has no flank or rear"])  # fmt: skip
def test_what_a_building_does_not_count_for(code: str, facing: int, terrain: dict[str, str], rule: str):
    field = HexField(*pair(code, "Sh", b_facing=facing), terrain=terrain)
    assert rule not in told(field, Clash(A, B))


# -- from plain facts ---------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.1.b", "SN-10.6.b")
def test_the_terms_of_plain_facts_are_those_of_the_map():
    sheet = load()
    terms = factors.side_terms(Fighter(6, bonus=4, disordered=True), [("Shot", Fighter(5))], sheet)
    assert [(term.rule, term.value) for term in terms] == [
        ("SN-1.3.a", 6), ("SN-10.3.a", 4), ("SN-10.1.c", -1), ("SN-10.6.b", 3)
    ]  # fmt: skip


@pytest.mark.rule("SN-10.1.b")
def test_the_roll_throws_so_many_dice_and_is_logged_with_its_terms():
    field = HexField(*pair("PS", "PS", disordered=True), dice=(6, 5, 5, 1, 2))
    assert field.run(dice.roll(field, Clash(A, B), "attacker")) == 2
    (rolled,) = field.log
    assert rolled.roll.modifiers == tuple(dice.terms(field.state, Clash(A, B), "attacker"))
