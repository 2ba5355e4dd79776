"""How many dice a shot has, by weapon, distance and every modifier."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque import tables
from rulesets.baroque.shooting.dice import (
    Shot,
    pistol_modifiers,
    reach,
    shot_dice,
    shot_modifiers,
    shot_passes,
    weapon_at,
)
from rulesets.engine.dice import Modifier, total
from tests.kit.field import profile

NO = None


def shot(
    weapon: str = "Musket", at: Any = "short", *, vbu: int = 6, type_: str = "T", target: str = "P&M",
    against: dict[str, Any] | None = None, special: tuple[str, ...] = (), sm: int = 0, **facts: Any,
) -> Shot:  # fmt: skip
    """A shot of a unit with `weapon` at a unit of the type `target`, whose profile `against` changes."""
    row = tables.weapon(weapon)
    assert row is not None
    firer = profile(type_, weapons=(weapon,), special=special, sm=sm, vbu=vbu)
    return Shot(firer, profile(target, **against or {}), row, at, vbu, **facts)


def values(made: Shot) -> dict[str, int]:
    """The modifiers by rule, but for the firing table's own."""
    return {modifier.rule: modifier.value for modifier in shot_modifiers(made) if modifier.rule != "BQ-6.1.2"}


# ---------------------------------------------------------------------------- table


@pytest.mark.rule("BQ-6.1.2", "BQ-6.1.1.b")
@pytest.mark.parametrize(
    ("weapon", "dice"),
    [
        ("Musket", (2, 1, -2, NO)),
        ("Arquebus", (1, 0, NO, NO)),
        ("Bow", (-2, -3, NO, NO)),
        ("Pistol/Carbine", (-1, NO, NO, NO)),
        ("Pistol", (-1, NO, NO, NO)),
        ("Art A", (3, 2, 1, 1)),
        ("Art B", (3, 2, 1, NO)),
        ("Art C", (2, 1, 0, NO)),
        ("Art D", (NO, 2, 2, 1)),
        ("Art E", (NO, 1, 1, NO)),
    ],
)
def test_the_firing_table(weapon: str, dice: tuple[int | None, ...]) -> None:
    for at, bonus in zip(("point_blank", "short", "long", "extreme"), dice, strict=True):
        able = weapon_at(profile("T", weapons=(weapon,)), at)  # type: ignore[arg-type]
        if bonus is None:
            assert able is None
        else:
            assert shot_dice(shot(weapon, at)) == 6 + bonus


@pytest.mark.rule("BQ-6.1.2")
@pytest.mark.parametrize(
    ("distance", "at"),
    [
        (0, "point_blank"),
        (1, "point_blank"),
        (1.01, "short"),
        (2, "short"),
        (4, "long"),
        (8, "extreme"),
        (8.1, NO),
    ],
)
def test_the_bands_of_distance(distance: float, at: str) -> None:
    assert tables.band(distance) == at
    assert tables.band(8.01) is None


@pytest.mark.rule("BQ-6.1.2")
@pytest.mark.parametrize(
    ("weapons", "bu"),
    [
        (("Pike", "Musket"), 4),
        (("Art A",), 8),
        (("Pistol",), 1),
        (("Pike",), 0),
        (("Point-blank pistol",), 0),
    ],
)
def test_how_far_a_unit_fires(weapons: tuple[str, ...], bu: float) -> None:
    assert reach(profile(weapons=weapons)) == bu


def test_of_two_weapons_the_better_one_is_fired() -> None:
    both = profile("CL", weapons=("Bow", "Pistol/Carbine"))

    assert weapon_at(both, "point_blank") is tables.weapon("Pistol/Carbine")
    assert weapon_at(both, "short") is tables.weapon("Bow")


# ---------------------------------------------------------------------------- modifiers


@pytest.mark.example("DX-5")
@pytest.mark.rule("BQ-6.1.1.a", "BQ-6.1.3", "BQ-6.3.3.c")
def test_a_limited_shot_after_a_move() -> None:
    made = shot(sm=-2, moves=1)

    assert shot_dice(made) == 4
    assert shot_dice(shot(sm=-2, moves=1, limited=True)) == 2


@pytest.mark.example("EX-6.6")
@pytest.mark.rule("BQ-6.6.e", "BQ-6.1.3.1", "BQ-6.1.3.4")
def test_the_dice_of_a_disordered_unit_with_a_loss_in_contact() -> None:
    assert shot_dice(shot(at="point_blank", vbu=5, sm=-2, disordered=True)) == 4


@pytest.mark.example("EX-6.9.a")
@pytest.mark.rule("BQ-6.9.b")
def test_half_the_dice_through_light_cavalry() -> None:
    made = shot(at="long", vbu=4, target="TR")

    assert shot_dice(made) == 2
    assert shot_dice(shot(at="long", vbu=4, target="TR", through=True)) == 1


@pytest.mark.rule("BQ-6.1.1.a")
def test_limited_fire_through_a_screen_is_halved_twice_after_all_additions() -> None:
    assert shot_dice(shot(vbu=6, limited=True)) == 4
    assert shot_dice(shot(vbu=6, limited=True, through=True)) == 2


@pytest.mark.rule("BQ-6.1.1.b")
def test_at_least_one_die_is_rolled() -> None:
    made = shot(at="long", vbu=2, sm=-2, disordered=True, limited=True)

    assert shot_dice(made) == 1
    assert shot_modifiers(made)[-1] == Modifier("BQ-6.1.1.b", 4, "at least one die")


@pytest.mark.rule("BQ-6.1.3.2.a")
def test_each_movement_action_costs_a_die() -> None:
    assert values(shot(moves=2)) == {"BQ-6.1.3.2.a": -2}


@pytest.mark.rule("BQ-6.1.3.2.c")
@pytest.mark.parametrize("type_", ["CL", "SP", "RE", "S"])
def test_some_troops_move_and_shoot_without_loss(type_: str) -> None:
    assert values(shot(type_=type_, moves=3)) == {}


@pytest.mark.rule("BQ-6.1.3.4", "BQ-2.5.3.a")
def test_a_disordered_firer_has_one_die_less() -> None:
    assert values(shot(disordered=True)) == {"BQ-6.1.3.4": -1}


@pytest.mark.rule("BQ-6.1.3.5.a")
@pytest.mark.parametrize(("target", "less"), [("S", -1), ("CL", -1), ("ART", -1), ("DR", 0), ("T", 0)])
def test_skirmishers_light_cavalry_and_artillery_are_hard_to_hit(target: str, less: int) -> None:
    assert sum(values(shot(target=target)).values()) == less


@pytest.mark.rule("BQ-6.1.3.6.a", "BQ-6.1.3.6.c")
def test_cover_takes_what_the_terrain_says() -> None:
    cover = Modifier("BQ-6.1.3.6.a", -1, "target at the edge of the wood")

    assert cover in shot_modifiers(shot(cover=cover))


@pytest.mark.rule("BQ-6.1.3.7", "BQ-5.6.1.b")
def test_an_evading_target_takes_one_die() -> None:
    assert values(shot(evading=True)) == {"BQ-6.1.3.7": -1}


@pytest.mark.rule("BQ-6.1.3.8", "BQ-2.3.1.a")
@pytest.mark.parametrize(("weapon", "more"), [("Art A", 1), ("Art C", 1), ("Art D", 0), ("Musket", 0)])
def test_cannon_have_one_die_more_against_massed_units(weapon: str, more: int) -> None:
    made = shot(weapon, type_="ART" if weapon.startswith("Art") else "T", target="LTE")

    assert values(made).get("BQ-6.1.3.8", 0) == more


@pytest.mark.rule("BQ-6.4.b", "BQ-6.4.c")
@pytest.mark.parametrize(("weapon", "less"), [("Art B", -1), ("Art E", 0)])
def test_indirect_fire_costs_cannon_a_die_and_howitzers_none(weapon: str, less: int) -> None:
    assert sum(values(shot(weapon, type_="ART", indirect=True)).values()) == less


@pytest.mark.rule("BQ-8.2.1", "BQ-6.1.5.b")
def test_regimental_artillery_adds_a_die_to_any_fire() -> None:
    assert values(shot(special=("Regimental Artillery",))) == {"BQ-8.2.1": 1}


@pytest.mark.rule("BQ-8.2.3")
@pytest.mark.parametrize(
    ("weapon", "less"), [("Musket", -1), ("Arquebus", -1), ("Bow", -2), ("Art B", 0), ("Art D", 0)]
)
def test_cuirasses_stop_arrows_better_than_bullets_and_no_cannon_ball(weapon: str, less: int) -> None:
    made = shot(weapon, target="TR", against={"special": ("Cuirass",)})

    assert sum(values(made).values()) == less


def test_the_modifiers_and_the_vbu_sum_up_to_the_dice() -> None:
    made = shot(sm=-1, moves=1, disordered=True, limited=True, through=True, target="S", vbu=7)

    assert shot_dice(made) == 7 + sum(modifier.value for modifier in shot_modifiers(made)) == 1


# ---------------------------------------------------------------------------- first volley


@pytest.mark.rule("BQ-6.1.5.a", "BQ-6.1.5.b")
@pytest.mark.parametrize(
    ("weapon", "rerolled"), [("Musket", True), ("Arquebus", True), ("Bow", False), ("Art C", False)]
)
def test_only_muskets_and_arquebuses_have_a_first_volley(weapon: str, rerolled: bool) -> None:
    assert bool(shot_passes(shot(weapon), first_volley=True)) is rerolled
    assert shot_passes(shot(weapon), first_volley=False) == ()


# ---------------------------------------------------------------------------- pistols


@pytest.mark.example("DX-12")
@pytest.mark.rule("BQ-6.7.c", "BQ-8.2.3")
def test_disordered_pistols_against_cuirasses() -> None:
    target = profile("TR", special=("Cuirass",))

    modifiers = pistol_modifiers(target, disordered=True)
    assert [modifier.value for modifier in modifiers] == [-1, -1]
    assert tables.tables().point_blank_pistol.dice + total(modifiers) == 1


@pytest.mark.rule("BQ-6.7.a")
def test_pistols_have_three_dice_whatever_the_vbu() -> None:
    assert tables.tables().point_blank_pistol.dice == 3
    assert pistol_modifiers(profile("S", vbu=1), disordered=False) == []
