"""The sub-categories of stands (SN-2.0-2.2)."""

import pytest

from rulesets.snaphance.classes import CLASSES

COMBAT = {"Pi", "Ln", "Hs", "FH", "Pk", "PS"}
SUPPORT = {"Art", "Sh", "Sk", "LC", "Dr"}


@pytest.mark.rule("SN-2.0.a", "SN-2.1.a", "SN-2.2.a")
def test_combat_stands_and_support_stands():
    assert {code for code, stand in CLASSES.items() if stand.combat} == COMBAT
    assert {code for code, stand in CLASSES.items() if not stand.combat} == SUPPORT


@pytest.mark.rule("SN-2.1.a", "SN-10.4.d")
def test_the_four_mounted_combat_stands():
    assert {code for code, stand in CLASSES.items() if stand.mcs} == {"Pi", "Ln", "Hs", "FH"}


@pytest.mark.parametrize(
    ("code", "name", "mounted"),
    [
        pytest.param("Pi", "Pistols", True, marks=pytest.mark.rule("SN-2.1.1")),
        pytest.param("Ln", "Lancers", True, marks=pytest.mark.rule("SN-2.1.2")),
        pytest.param("Hs", "Horse", True, marks=pytest.mark.rule("SN-2.1.3")),
        pytest.param("FH", "Fast Horse", True, marks=pytest.mark.rule("SN-2.1.4")),
        pytest.param("Pk", "Pike", False, marks=pytest.mark.rule("SN-2.1.5")),
        pytest.param("PS", "Pike and Shot", False, marks=pytest.mark.rule("SN-2.1.6")),
        pytest.param("LC", "Light Cavalry", True, marks=pytest.mark.rule("SN-2.2.1")),
        pytest.param("Dr", "Dragoons", False, marks=pytest.mark.rule("SN-2.2.2")),
        pytest.param("Sh", "Shot", False, marks=pytest.mark.rule("SN-2.2.3")),
        pytest.param("Sk", "Skirmishers", False, marks=pytest.mark.rule("SN-2.2.4")),
        pytest.param("Art", "Artillery", False, marks=pytest.mark.rule("SN-2.2.5")),
    ],
)
def test_each_class_by_its_code(code: str, name: str, mounted: bool):
    assert (CLASSES[code].name, CLASSES[code].mounted) == (name, mounted)


@pytest.mark.rule("SN-2.1.6", "SN-10.3.c")
def test_pikes_are_borne_by_pike_and_by_pike_and_shot():
    assert {code for code, stand in CLASSES.items() if stand.pike_armed} == {"Pk", "PS"}


@pytest.mark.rule("SN-4.1.a")
def test_four_classes_move_in_any_direction():
    assert {code for code, stand in CLASSES.items() if stand.free} == {"Sk", "Dr", "LC", "Art"}


@pytest.mark.rule("SN-2.0.b")
def test_terrain_is_looked_up_by_class_groups():
    grounds = {code: stand.ground for code, stand in CLASSES.items()}
    assert {grounds[code] for code in ("Pi", "Ln", "Hs", "FH")} == {"mcs"}
    assert {grounds[code] for code in ("Pk", "PS")} == {"foot_cs"}
    assert len({grounds[code] for code in SUPPORT}) == len(SUPPORT)
