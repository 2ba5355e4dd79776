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
        ("[deployment]", "[deploymint]", "deploymint is not a known key"),
        ("free = 1", "free = 1\nfree = 2", "is not valid TOML"),
    ],
)
def test_a_damaged_table_is_named_with_file_row_and_key(tmp_path: Path, old: str, new: str, message: str):
    damaged = tmp_path / "tables.toml"
    damaged.write_text((DATA / "tables.toml").read_text().replace(old, new, 1))
    with pytest.raises(BookError, match=r"tables\.toml") as error:
        read_toml(damaged, Tables)
    assert message in str(error.value)
