"""Look-ups in the tables of Baroque."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.baroque import tables
from rulesets.baroque.tables import DATA, Tables
from rulesets.engine.books import BookError, read_toml
from rulesets.site.rulebook import rules


def test_every_table_is_read_and_cites_rules_that_exist():
    known = rules("baroque")
    cited = [getattr(row, "rule", None) for name in vars(tables.tables()) for row in _rows(name)]
    assert len([rule for rule in cited if rule]) > 200
    assert not {rule for rule in cited if rule and rule not in known}


def _rows(name: str) -> list[object]:
    value = getattr(tables.tables(), name)
    return list(value) if isinstance(value, tuple) else [value]


@pytest.mark.rule("BQ-6.1.2")
@pytest.mark.parametrize(
    ("distance", "band"),
    [(0, "point_blank"), (1, "point_blank"), (1.0001, "short"), (2, "short"), (2.5, "long"), (4, "long"),
     (4.1, "extreme"), (8, "extreme"), (8.01, None)],
)  # fmt: skip
def test_the_band_of_a_distance_includes_its_upper_end(distance: float, band: str | None):
    assert tables.band(distance) == band


@pytest.mark.rule("BQ-6.1.2")
@pytest.mark.parametrize(
    ("weapon", "dice"),
    [
        ("Musket", [2, 1, -2, None]), ("Arquebus", [1, 0, None, None]), ("Bow", [-2, -3, None, None]),
        ("Pistol/Carbine", [-1, None, None, None]), ("Pistol", [-1, None, None, None]),
        ("Art A", [3, 2, 1, 1]), ("Art B", [3, 2, 1, None]), ("Art C", [2, 1, 0, None]),
        ("Art D", [None, 2, 2, 1]), ("Art E", [None, 1, 1, None]), ("Pike", [None] * 4),
    ],
)  # fmt: skip
def test_the_firing_table_gives_the_dice_of_each_weapon(weapon: str, dice: list[int | None]):
    bands = ("point_blank", "short", "long", "extreme")
    assert [tables.firing(weapon, band) for band in bands] == dice


@pytest.mark.rule("BQ-5.4.1.b", "BQ-7.5.4.d", "BQ-7.5.2.i")
@pytest.mark.parametrize(
    ("type_", "speed", "charge", "retreat"),
    [
        ("P&M", "S", [0, 0, 0, 0, 1, 1], [1] * 6),
        ("P&M", "", [0, 0, 0, 1, 1, 1], [1] * 6),
        ("DR", "", [0, 0, 0, 1, 1, 1], [1] * 6),
        ("TR", "S", [0, 0, 1, 1, 1, 2], [1, 1, 2, 2, 2, 3]),
        ("GA", "S", [0, 0, 1, 1, 1, 2], [1, 1, 2, 2, 2, 3]),
        ("RE", "", [0, 1, 1, 1, 2, 2], [1, 2, 2, 2, 3, 3]),
        ("CL", "F", [1, 1, 1, 2, 2, 2], [2, 2, 2, 3, 3, 3]),
        ("GA", "", [1, 1, 1, 2, 2, 2], [2, 2, 2, 3, 3, 3]),
    ],
)
def test_type_and_speed_choose_the_column_of_the_movement_dice(
    type_: str, speed: str, charge: list[int], retreat: list[int]
):
    column = tables.dice_column(type_, speed)
    assert [tables.charge_bonus(column, die) for die in range(1, 7)] == charge
    assert [tables.pursuit(column, die) for die in range(1, 7)] == charge
    assert [tables.retreat(column, die) for die in range(1, 7)] == retreat


@pytest.mark.rule("BQ-1.3.a", "BQ-1.3.b", "BQ-1.3.c", "BQ-2.3.1.c", "BQ-1.4.a")
def test_every_type_has_a_base_and_massed_cavalry_stands_twice_as_deep():
    for troop in tables.tables().troop_type:
        assert tables.base_depth(troop.code) > 0
        assert tables.frontage(troop.code) == (pytest.approx(2 / 3, abs=0.001) if troop.code == "ART" else 2)
    assert tables.base_depth("RE", massed=True) == 2 * tables.base_depth("RE")
    assert tables.base_depth("T", massed=True) == tables.base_depth("T")


@pytest.mark.rule("BQ-2.2.a")
def test_dragoons_are_foot_and_the_printed_si_is_sp():
    assert tables.troop_type("DR").foot
    assert tables.troop_type("SI") is tables.troop_type("SP")
    assert tables.is_mounted("H&M")
    assert not tables.is_mounted("BAG")


@pytest.mark.rule("BQ-2.4.1.a")
def test_discipline_targets_and_modifiers():
    assert [tables.discipline_target(each) for each in "ABC"] == [3, 4, 5]
    assert tables.discipline_modifier("countercharge", "gallopers_or_warbands").modifier == 2
    assert tables.discipline_modifier("rally", "leader_attached").modifier == 1
    with pytest.raises(KeyError):
        tables.discipline_modifier("rally", "slow")


@pytest.mark.rule("BQ-3.1.1.h", "BQ-3.3.g")
def test_rivers_and_crossings_are_rolled():
    states = [tables.river_state(roll).state for roll in range(2, 13)]
    assert states == ["dry"] * 4 + ["normal"] * 4 + ["deep"] * 3
    assert [tables.crossing(die) for die in range(1, 7)] == ["ford", "bridge"] * 3


def test_every_kind_of_terrain_has_a_ground_and_an_option():
    for kind in tables.tables().terrain_kind:
        assert tables.ground(kind.ground)
        if kind.option:
            assert tables.terrain_option(kind.option).options >= 1


def test_armies_need_points():
    with pytest.raises(ValueError, match="no army"):
        tables.army_size(0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pass_on = 3", "pass_on = 'three'", "discipline_target BQ-2.4.1.a: pass_on is 'three'"),
        ("pass_on = 3", "pass = 3", "discipline_target BQ-2.4.1.a: pass"),
        ('category = "foot"', 'category = "afoot"', "troop_type P&M: category is 'afoot'"),
        ("[deployment]", "[deploymint]", "deploymint is no known key"),
        ("free = 1", "free = 1\nfree = 2", "is not valid TOML"),
    ],
)
def test_a_damaged_table_is_named_with_file_row_and_key(tmp_path: Path, old: str, new: str, message: str):
    damaged = tmp_path / "tables.toml"
    damaged.write_text((DATA / "tables.toml").read_text().replace(old, new, 1))
    with pytest.raises(BookError, match=r"tables\.toml") as error:
        read_toml(damaged, Tables)
    assert message in str(error.value)
