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


@pytest.mark.example("DX-5", "EX-6.6", "EX-6.9.a")
@pytest.mark.rule("BQ-6.1.1.a", "BQ-6.1.3", "BQ-6.1.3.1", "BQ-6.1.3.4", "BQ-6.3.3.c", "BQ-6.6.e", "BQ-6.9.b")
@pytest.mark.parametrize(
    ("facts", "dice"),
    [
        ({"sm": -2, "moves": 1}, 4),
        ({"sm": -2, "moves": 1, "limited": True}, 2),
        ({"at": "point_blank", "vbu": 5, "sm": -2, "disordered": True}, 4),
        ({"at": "long", "vbu": 4, "target": "TR"}, 2),
        ({"at": "long", "vbu": 4, "target": "TR", "through": True}, 1),
        ({"limited": True}, 4),
        ({"limited": True, "through": True}, 2),  # halved twice after all additions
    ],
)
def test_the_dice_of_a_shot(facts: dict[str, Any], dice: int) -> None:
    assert shot_dice(shot(**facts)) == dice


@pytest.mark.rule("BQ-6.1.1.b")
def test_at_least_one_die_is_rolled() -> None:
    made = shot(at="long", vbu=2, sm=-2, disordered=True, limited=True)

    assert shot_dice(made) == 1
    assert shot_modifiers(made)[-1] == Modifier("BQ-6.1.1.b", 4, "at least one die")


CUIRASSIERS = {"target": "TR", "against": {"special": ("Cuirass",)}}


@pytest.mark.rule(
    "BQ-6.1.3.2.a", "BQ-6.1.3.2.c", "BQ-6.1.3.4", "BQ-2.5.3.a", "BQ-6.1.3.5.a", "BQ-6.1.3.7", "BQ-5.6.1.b",
    "BQ-6.1.3.8", "BQ-2.3.1.a", "BQ-6.4.b", "BQ-6.4.c", "BQ-8.2.1", "BQ-6.1.5.b", "BQ-8.2.3",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "facts", "modifiers"),
    [
        ("Musket", {"moves": 2}, {"BQ-6.1.3.2.a": -2}),
        *(("Musket", {"type_": type_, "moves": 3}, {}) for type_ in ("CL", "SP", "RE", "S")),
        ("Musket", {"disordered": True}, {"BQ-6.1.3.4": -1}),
        *(("Musket", {"target": type_}, {"BQ-6.1.3.5.a": -1}) for type_ in ("S", "CL", "ART")),
        *(("Musket", {"target": type_}, {}) for type_ in ("DR", "T", "LTE")),
        ("Musket", {"evading": True}, {"BQ-6.1.3.7": -1}),
        ("Art A", {"type_": "ART", "target": "LTE"}, {"BQ-6.1.3.8": 1}),
        ("Art C", {"type_": "ART", "target": "LTE"}, {"BQ-6.1.3.8": 1}),
        ("Art D", {"type_": "ART", "target": "LTE"}, {}),
        ("Art B", {"type_": "ART", "indirect": True}, {"BQ-6.4.b": -1}),
        ("Art E", {"type_": "ART", "indirect": True}, {}),
        ("Musket", {"special": ("Regimental Artillery",)}, {"BQ-8.2.1": 1}),
        ("Musket", CUIRASSIERS, {"BQ-8.2.3": -1}),
        ("Arquebus", CUIRASSIERS, {"BQ-8.2.3": -1}),
        ("Bow", CUIRASSIERS, {"BQ-8.2.3": -2}),
        ("Art B", CUIRASSIERS, {}),
        ("Art D", CUIRASSIERS, {}),
    ],
)
def test_each_modifier_of_a_shot(weapon: str, facts: dict[str, Any], modifiers: dict[str, int]) -> None:
    assert values(shot(weapon, **facts)) == modifiers


@pytest.mark.rule("BQ-6.1.3.6.a", "BQ-6.1.3.6.c")
def test_cover_takes_what_the_terrain_says() -> None:
    cover = Modifier("BQ-6.1.3.6.a", -1, "target at the edge of the wood")

    assert cover in shot_modifiers(shot(cover=cover))


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
