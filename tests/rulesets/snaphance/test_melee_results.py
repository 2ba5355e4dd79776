"""Who wins a melee and what it costs, from plain facts (SN-8.1.d, SN-8.3.c, SN-11.0 to SN-11.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.melee.results import DRAWN, LOST, WON, Fallen, decide


def fallen(code: str = "PS", loss: int = 0, sp: int = 6, **changes: Any) -> Fallen:
    return Fallen(CLASSES[code], loss, changes.pop("shaken", False), sp, **changes)


@pytest.mark.rule("SN-10.1.d", "SN-11.0.a")
@pytest.mark.parametrize(("losses", "verdict"), [
    ((0, 1), WON), ((1, 0), LOST), ((2, 1), LOST), ((3, 4), WON), ((0, 0), DRAWN), ((2, 2), DRAWN),
])  # fmt: skip
def test_the_greater_morale_loss_loses(losses: tuple[int, int], verdict: int):
    made = decide(fallen(loss=losses[0]), fallen(loss=losses[1]))
    assert made.verdicts == (verdict, -verdict)


@pytest.mark.rule("SN-8.1.d", "SN-11.0.b")
@pytest.mark.parametrize(("losses", "sp"), [
    ((1, 0), (1, 0)), ((2, 0), (2, 0)), ((5, 0), (2, 0)), ((3, 2), (2, 1)), ((2, 1), (2, 1)),
])  # fmt: skip
def test_the_loser_loses_two_sp_at_most_and_the_winner_one(losses: tuple[int, int], sp: tuple[int, int]):
    assert decide(fallen(loss=losses[0]), fallen(loss=losses[1])).sp == sp
    assert decide(fallen(loss=losses[1]), fallen(loss=losses[0])).sp == sp[::-1]


@pytest.mark.rule("SN-8.1.d", "SN-11.3.a")
def test_in_a_draw_both_lose_one_at_most():
    assert decide(fallen(loss=2), fallen(loss=2)).sp == (1, 1)


@pytest.mark.rule("SN-8.3.c", "SN-11.0.b")
def test_a_loss_only_for_having_been_disordered_decides_nothing():
    made = decide(fallen(shaken=True), fallen())
    assert made.verdicts == (DRAWN, DRAWN)
    assert made.sp == (1, 0)


@pytest.mark.rule("SN-8.3.b", "SN-11.0.b")
def test_who_was_disordered_loses_no_more_than_by_its_morale_loss():
    assert decide(fallen(loss=2, shaken=True), fallen()).sp == (2, 0)
    assert decide(fallen(loss=1, shaken=True), fallen()).sp == (1, 0)


@pytest.mark.rule("SN-11.1.a")
@pytest.mark.parametrize(("code", "enemy", "sp"), [
    ("Hs", "PS", 1), ("Ln", "Dr", 1), ("Pi", "Art", 1), ("Hs", "Hs", 2), ("Hs", "LC", 1), ("PS", "Hs", 2),
])  # fmt: skip
def test_mounted_combat_stands_lose_one_at_most_against_foot(code: str, enemy: str, sp: int):
    assert decide(fallen(code, 3), fallen(enemy)).sp[0] == sp


@pytest.mark.rule("SN-11.1.b")
@pytest.mark.parametrize("enemy", ["Hs", "Sh", "LC"])
def test_light_cavalry_lose_one_at_most(enemy: str):
    assert decide(fallen("LC", 4, 3), fallen(enemy)).sp[0] == 1


@pytest.mark.rule("SN-11.1.c")
@pytest.mark.parametrize(("enemy", "sp"), [("Sk", 1), ("LC", 1), ("Sh", 2), ("Dr", 2)])
def test_skirmishers_and_light_cavalry_cause_one_at_most(enemy: str, sp: int):
    assert decide(fallen("PS", 4), fallen(enemy)).sp[0] == sp


@pytest.mark.rule("SN-C-found-tower", "SN-C-terrain")
def test_the_garrison_of_a_fortified_building_loses_one_at_most():
    assert decide(fallen("Sh", 4, garrison=True), fallen("PS")).sp == (1, 0)


@pytest.mark.rule("SN-11.2.a")
def test_a_lone_stand_that_is_eliminated_loses_whatever_the_morale_losses():
    made = decide(fallen(loss=1, sp=1), fallen(loss=3))
    assert made.verdicts == (LOST, WON)
    assert made.sp == (1, 1)  # the winner loses one at most
    assert made.by_morale == (WON, LOST)


@pytest.mark.rule("SN-11.2.a", "SN-8.3.b")
def test_so_does_one_that_dies_of_its_disorder_alone():
    made = decide(fallen(sp=1, shaken=True), fallen(loss=1))
    assert made.verdicts == (LOST, WON)


@pytest.mark.rule("SN-11.2.a")
def test_a_supported_stand_that_is_eliminated_may_still_win():
    made = decide(fallen(loss=1, sp=1, alone=False), fallen(loss=3))
    assert made.verdicts == (WON, LOST)
    assert made.sp == (1, 2)


@pytest.mark.rule("SN-11.2.a")
@pytest.mark.parametrize("alone", [(True, True), (True, False), (False, True), (False, False)])
def test_if_both_battle_stands_are_eliminated_nobody_wins_whoever_supports_them(alone: tuple[bool, bool]):
    for losses in ((2, 1), (1, 2)):
        made = decide(*(fallen(loss=losses[side], sp=1, alone=alone[side]) for side in (0, 1)))
        assert (made.verdicts, made.sp) == ((DRAWN, DRAWN), (1, 1))


@pytest.mark.rule("SN-11.2.a")
def test_a_supported_stand_that_dies_wins_over_one_that_only_its_defeat_kills():
    made = decide(fallen(loss=1, sp=1, alone=False), fallen(loss=3, sp=2))
    assert (made.verdicts, made.sp) == ((WON, LOST), (1, 2))


@pytest.mark.rule("SN-11.2.a")
def test_who_loses_anyway_and_dies_of_two_sp_makes_a_winner_by_morale():
    made = decide(fallen(loss=3, sp=2), fallen(loss=1))
    assert (made.verdicts, made.by_morale, made.sp) == ((LOST, WON), (LOST, WON), (2, 1))
