"""Morale saves: modifiers, the number needed, what is thrown (MPP-5, MPP-C-17)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.dice import Modifier, total
from rulesets.mail_pike_powder import combat, dice, shooting, terrain
from rulesets.mail_pike_powder.dice import Attack
from tests.kit.examples import example
from tests.rulesets.mail_pike_powder.positions import Table, area, facing, line, unit


@pytest.mark.rule(
    "MPP-5.1", "MPP-5.2", "MPP-5.3", "MPP-5.4", "MPP-5.5", "MPP-5.6", "MPP-5.7", "MPP-5.8",
)  # fmt: skip
@pytest.mark.parametrize(
    ("formation", "cover", "gun", "band", "added"),
    [
        ("line", "", "", "", 0),
        ("attack_column", "", "", "", 1),
        ("attack_column", "", "light", "long", -1),
        ("line", "light", "", "", 1),
        ("square", "", "", "", 1),
        ("hedgehog", "", "", "", 1),
        ("hedgehog", "light", "", "", 2),
        ("line", "heavy", "", "", 2),
        ("line", "fortification", "", "", 3),
        ("hedgehog", "fortification", "", "", 4),
        ("march_column", "", "", "", -2),
        ("march_column", "", "medium", "close", -4),
        ("line", "", "light", "long", -1),
        ("line", "", "medium", "medium", -2),
        ("line", "", "light", "close", -2),
        ("line", "", "heavy", "long", -3),
        ("line", "heavy", "heavy", "close", -1),
    ],
)
def test_what_changes_a_save(formation: str, cover: Any, gun: str, band: str, added: int) -> None:
    target = unit("b1", 36, 24, "pikes" if formation == "hedgehog" else "foot", formation)
    assert total(dice.save_modifiers(target, cover, gun, band)) == added


@pytest.mark.rule("MPP-5.1")
@pytest.mark.parametrize(
    ("morale", "added", "needed"), [(4, 0, 4), (4, 1, 3), (3, 4, 2), (5, -1, 6), (5, -2, 7), (0, 3, 7)]
)
def test_a_save_needs_2_at_least_and_may_be_impossible(morale: int, added: int, needed: int) -> None:
    assert dice.save_needed(morale, (Modifier("", added, ""),)) == needed


@pytest.mark.rule("MPP-5.1", "MPP-C-17")
def test_each_hit_is_saved_on_one_die_and_failures_are_casualties() -> None:
    table = facing(dice=[6, 5, 4, 1, 3, 4, 2])
    attack = Attack(4, 4, (), 4, ())
    found = table.run(dice.resolve(table, table.unit("a1"), table.unit("b1"), attack, "Shooting", "MPP-7.2"))
    assert (found.hits, found.sixes, found.casualties) == (3, 1, 2)


@pytest.mark.rule("MPP-5.1", "MPP-C-17")
def test_without_a_morale_value_nothing_is_thrown() -> None:
    table = facing(dice=[6, 5])
    attack = Attack(2, 4, (), 7, ())
    found = table.run(dice.resolve(table, table.unit("a1"), table.unit("b1"), attack, "Shooting", "MPP-7.2"))
    assert found.casualties == 2


@pytest.mark.rule("MPP-5.2", "MPP-5.3", "MPP-5.8", "MPP-C-39")
@pytest.mark.parametrize(
    ("kind", "cover"),
    [("hedge", "light"), ("wall", "heavy"), ("earthwork", "fortification"), ("stream", "")],
)
def test_what_stands_behind_a_hedge_or_wall_is_covered_by_it(kind: str, cover: str) -> None:
    works = line(kind, 30, 23.9, 42, 23.9)
    table = Table(unit("a1", 36, 15), unit("b1", 36, 24), terrain=[works])
    assert terrain.cover_of(table.state, table.unit("b1"), ((36, 15, 36, 24.75),)) == cover
    assert terrain.cover_of(table.state, table.unit("b1"), ((36, 40, 36, 24.75),)) == ""


@pytest.mark.rule("MPP-5.2", "MPP-5.3")
def test_crops_cover_whom_they_hold_and_the_best_cover_counts() -> None:
    pieces = [area("crops", 30, 22, 42, 28), line("wall", 30, 23.9, 42, 23.9, id_="t2")]
    table = Table(unit("a1", 36, 15), unit("b1", 36, 24), terrain=pieces)
    assert terrain.cover_of(table.state, table.unit("b1"), ((36, 40, 36, 24.75),)) == "light"
    assert terrain.cover_of(table.state, table.unit("b1"), ((36, 15, 36, 24.75),)) == "heavy"


@pytest.mark.rule("MPP-5.1", "MPP-5.4")
def test_formation_changes_saves_in_combat_as_well() -> None:
    table = facing("horse", first={}, second={"formation": "march_column"})
    made = combat.attack(table.state, table.unit("a1"), table.unit("b1"), ())
    assert made.save == 6


def test_fanatics_save_better_until_they_are_shaken() -> None:
    zealots = unit("b1", 36, 24, special=("Fanatic",))
    assert dice.morale_of(zealots) == 3
    zealots.casualties = 3
    assert dice.morale_of(zealots) == 4


def test_the_stubborn_throw_one_failed_save_again() -> None:
    table = facing(second={"special": ("Stubborn",)}, dice=[5, 5, 1, 2, 6])
    attack = Attack(2, 4, (), 4, (), saves_again=dice.saves_again(table.unit("b1")))
    found = table.run(dice.resolve(table, table.unit("a1"), table.unit("b1"), attack, "Shooting", "MPP-7.2"))
    assert found.casualties == 1


@pytest.mark.example("MPP-EX-11")
def test_a_column_has_no_bonus_against_artillery() -> None:
    row = example("MPP-EX-11", "mail_pike_powder")
    gun = unit("a1", 36, 20, "gun")
    target = unit("b1", 36, 24, formation="attack_column", morale=row["given"]["morale_save"])
    made = shooting.shot(gun, target, "shooting", 4.0, clear=True, front=True, cover="", enfilade=False)
    assert total(made.save_modifiers) == row["expect"]["save_modifier"]
    assert made.save == row["expect"]["needs_on_die"]


@pytest.mark.example("MPP-EX-12")
def test_a_hedgehog_in_a_fortification() -> None:
    row = example("MPP-EX-12", "mail_pike_powder")
    target = unit("b1", 36, 24, "pikes", "hedgehog", morale=row["given"]["morale_save"])
    changes = dice.save_modifiers(target, row["given"]["cover"])
    assert total(changes) == row["expect"]["save_modifier"]
    assert dice.save_needed(target.morale, changes) == row["expect"]["needs_on_die"]
