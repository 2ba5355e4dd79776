"""Melee dice and the modifiers of a melee's Cohesion Test (BQ-7.3, BQ-7.4, BQ-7.5.d-e)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.melee.dice import (
    Enemy,
    Fighter,
    has_pikes,
    ignores_flanks,
    impetus_denied,
    melee_cohesion,
    melee_dice,
    melee_modifiers,
    pooled_hits,
    support_dice,
)
from rulesets.engine.dice import total
from tests.kit.field import profile


def fighter(
    type_: str = "GA", enemy: Enemy | None = None, *, i: int = 4, vbu: int = 6, **facts: Any
) -> Fighter:
    changes = {name: facts.pop(name) for name in ("mm", "weapons", "massed") if name in facts}
    current = facts.pop("current", vbu)
    return Fighter(profile(type_, i=i, vbu=vbu, **changes), current, enemy or Enemy(), **facts)


WALL, WOOD = Enemy(behind_obstacle=True), Enemy(wholly_in="difficult")


@pytest.mark.example("DX-8")
@pytest.mark.rule(
    "BQ-7.3.a", "BQ-7.3.b", "BQ-7.3.c", "BQ-7.4.a", "BQ-7.4.b", "BQ-7.4.c", "BQ-7.4.d", "BQ-7.4.e",
    "BQ-7.4.f", "BQ-7.5.a", "BQ-2.5.1.b", "BQ-8.1.5",
)  # fmt: skip
@pytest.mark.parametrize(
    ("one", "dice"),
    [
        (fighter(), 6),
        (fighter(charging=True), 10),
        (fighter(enemy=Enemy(pikes=True), charging=True), 6),
        (fighter("LTE", mm=2, vbu=7), 9),
        (fighter("LTE", mm=2, vbu=7, current=3, exhausted=True), 3),
        (fighter(disordered=True, flanked=True, enemy=Enemy(feared=True)), 3),
        (fighter(leader=True), 7),
        (fighter("TR", current=1, disordered=True, flanked=True, ground="difficult"), 1),
        *((fighter(formed, ground="difficult"), 4) for formed in ("TR", "LTE", "PK", "P&M")),
        *((fighter(formed, WOOD), 4) for formed in ("TR", "LTE", "PK", "P&M")),
        *((fighter(loose, ground="difficult"), 6) for loose in ("T", "WB")),
        *((fighter(loose, WOOD), 6) for loose in ("T", "WB")),
        (fighter("TR", WALL, charging=True), 4),
        (fighter("TR", WALL), 6),
        (fighter("P&M", WALL, charging=True), 6),
    ],
)
def test_the_dice_of_a_fighter(one: Fighter, dice: int) -> None:
    assert melee_dice(one) == dice


@pytest.mark.example("DX-9")
@pytest.mark.rule("BQ-7.6.b", "BQ-7.4.a", "BQ-7.4.b")
def test_a_disordered_massed_support_unit_adds_half_of_six_dice() -> None:
    support = fighter("RE", vbu=5, mm=2, massed=True, disordered=True)
    assert (melee_dice(support), support_dice(support)) == (6, 3)


@pytest.mark.rule("BQ-7.6.b")
def test_half_of_an_odd_number_of_dice_is_rounded_up() -> None:
    assert support_dice(fighter(vbu=5)) == 3


@pytest.mark.example("DX-13")
@pytest.mark.rule("BQ-7.4.d", "BQ-7.4.e", "BQ-7.5.d")
def test_horse_against_a_walled_orchard_has_two_dice_and_a_worse_cohesion() -> None:
    orchard = Enemy(pikes=True, wholly_in="difficult", behind_obstacle=True)
    horse = fighter("TR", orchard, i=3, charging=True)
    assert melee_dice(horse) == 2
    assert total(melee_cohesion(horse)) == -2
    assert not any(modifier.value for modifier in melee_modifiers(horse) if "impetus" in modifier.why)


DENIED = [
    ("BQ-2.5.1.b", "GA", Enemy(), {"exhausted": True}),
    ("BQ-7.3.c", "TR", Enemy(pikes=True), {}),
    ("BQ-7.3.d", "WB", Enemy(mounted=True), {}),
    ("BQ-7.3.e", "WB", Enemy(wholly_in="difficult"), {}),
    ("BQ-7.3.e", "P&M", Enemy(behind_obstacle=True), {}),
    ("BQ-7.3.e", "P&M", Enemy(), {"crossed": True}),
    ("BQ-7.3.e", "GA", Enemy(), {"rough": True}),
    ("BQ-7.3.f", "P&M", Enemy(fortified=True), {}),
]


@pytest.mark.rule("BQ-7.3.b", "BQ-7.3.c", "BQ-7.3.d", "BQ-7.3.e", "BQ-7.3.f", "BQ-2.5.1.b", "BQ-LO.3")
@pytest.mark.parametrize(("rule", "type_", "enemy", "facts"), DENIED)
def test_impetus_is_denied_with_the_rule_that_denies_it(
    rule: str, type_: str, enemy: Enemy, facts: dict[str, Any]
) -> None:
    denied = impetus_denied(fighter(type_, enemy, charging=True, **facts))
    assert (denied.rule, denied.value) == (rule, 0)


ALLOWED = [
    ("WB", Enemy(pikes=True), {}),
    ("WB", Enemy(), {"rough": True}),
    ("TR", Enemy(mounted=True), {}),
    ("GA", Enemy(wholly_in="broken"), {}),
]


@pytest.mark.rule("BQ-7.3.b", "BQ-7.3.d", "BQ-7.3.e")
@pytest.mark.parametrize(("type_", "enemy", "facts"), ALLOWED)
def test_impetus_stays_where_nothing_denies_it(type_: str, enemy: Enemy, facts: dict[str, Any]) -> None:
    assert impetus_denied(fighter(type_, enemy, charging=True, **facts)) is None
    assert melee_dice(fighter(type_, enemy, charging=True, **facts)) == 10


@pytest.mark.rule("BQ-7.2.3.d", "BQ-7.9.a")
def test_an_early_tercio_and_the_baggage_do_not_mind_their_flanks() -> None:
    tercio = fighter("ETE", vbu=8, mm=4, flanked=True)
    assert melee_dice(tercio) == 12
    assert melee_cohesion(tercio) == []
    assert ignores_flanks(profile("BAG"))
    assert not ignores_flanks(profile("LTE"))


@pytest.mark.rule("BQ-7.5.d", "BQ-7.5.e")
def test_cohesion_in_melee_looks_at_ground_flanks_and_defences() -> None:
    assert total(melee_cohesion(fighter("TR", ground="broken"))) == -1
    assert total(melee_cohesion(fighter("TR", Enemy(wholly_in="difficult"), ground="broken"))) == -2
    assert total(melee_cohesion(fighter("T", ground="difficult"))) == 0
    assert total(melee_cohesion(fighter("T", flanked=True))) == -1
    assert total(melee_cohesion(fighter("T", defended=True))) == 1


@pytest.mark.rule("BQ-7.3.c", "BQ-2.2.h", "BQ-2.2.k")
def test_pikes_and_muskets_without_a_pike_do_not_stop_horse() -> None:
    assert has_pikes(profile("P&M", weapons=("Pike", "Musket")))
    assert not has_pikes(profile("P&M", weapons=("Musket",)))
    assert has_pikes(profile("PK"))
    assert has_pikes(profile("LTE"))
    assert not has_pikes(profile("T", weapons=("Musket",)))
    assert not has_pikes(profile("BAG"))


@pytest.mark.rule("BQ-7.6.b", "BQ-6.1.4")
def test_fives_pair_across_main_and_support_dice() -> None:
    assert pooled_hits([(2, 1, 1, 1), (0, 0, 1, 0)]) == 2
    assert pooled_hits([(2, 1, 1, 1), (0, 3, 0, 0)]) == 1
