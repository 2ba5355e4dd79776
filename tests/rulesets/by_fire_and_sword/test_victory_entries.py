"""What can be recorded of a battle, and the RESULT document that comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.by_fire_and_sword.victory.document import ResultError, read_result
from rulesets.by_fire_and_sword.victory.entries import Sheet, scenario_lines, to_result
from rulesets.by_fire_and_sword.victory.score import Score, score_forces
from tests.kit.victory import division, jaskulski

POINTS = [[{"for": "each wagon", "points": 2, "most": 3}], [{"for": "the bridge", "points": 4}]]
SHEET = Sheet((jaskulski(), division()), scenario_lines(POINTS))


def written(values: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The document of what was recorded."""
    return to_result(SHEET, values, [{}, {}], ["Poles", "Swedes"], **more)


def scored(values: dict[str, Any], **more: Any) -> Score:
    return score_forces(SHEET.forces, read_result(written(values, **more)))


def test_nothing_recorded_is_a_result_without_losses() -> None:
    found = scored({})
    assert [side.losses.lost for side in found.sides] == [0, 0]
    assert [side.total for side in found.sides] == [6, 6]


@pytest.mark.rule("BFS-34.4")
def test_every_entry_of_a_unit_reaches_the_document() -> None:
    values = {
        "u.0.u1.destroyed": 1, "u.0.u1.fled": 1, "u.0.u1.cut_off": 1, "g.0.cut_off": True,
        "u.0.u2.returned_fled": 2, "u.0.u3.held_back": "flank", "u.0.u4.squadron": "A",
        "u.0.u4.march_losses": 1, "g.turns": 5,
    }  # fmt: skip
    document = written(values)
    assert document["turns"] == 5
    assert document["losses"][0] == {
        "u1": {"destroyed": 1, "fled": 1, "cut_off": {"failed": 1}},
        "u2": {"returned": {"destroyed": 0, "fled": 2}},
        "u3": {"held_back": "flank"},
        "u4": {"march_losses": 1, "squadron": "A"},
    }
    assert scored(values).sides[0].losses.lost == 2


@pytest.mark.rule("BFS-34.5")
def test_points_of_the_scenario_are_counted_by_its_list() -> None:
    found = scored({"s.0.0": 2, "s.1.0": 1, "s.1.other": -1})
    assert [side.scenario_points for side in found.sides] == [4, 3]
    assert found.sides[0].lines[0].label == "2 × each wagon"


@pytest.mark.rule("BFS-29.5.4")
def test_a_commander_is_killed_in_the_turn_in_which_that_was_recorded() -> None:
    key = "c.1.chief.fate"
    found = scored({key: "killed"}, turn_of={key: 4})
    ally = next(each for each in found.sides[1].regiments if each.regiment.allied)
    assert ally.wiped_out == 4


@pytest.mark.rule("BFS-29.8.3")
def test_tests_are_recorded_by_regiment_and_turn_and_put_in_order() -> None:
    first = {"points": 3, "morale": 6, "die": 2}
    values = {
        "u.1.r1.destroyed": 3, "t.1.r.4": {"points": 3, "passed": True}, "t.1.r.2": first, "t.1.s.1": None,
    }  # fmt: skip
    document = written(values)
    assert [(test["regiment"], test["turn"]) for test in document["division"][1]["tests"]] == [
        ("r", 2),
        ("r", 4),
    ]
    regiment = next(each for each in scored(values).sides[1].regiments if each.regiment.id == "r")
    assert [each.passed for each in regiment.tests] == [True, True]


@pytest.mark.parametrize(("key", "value"), [
    ("u.0.u1.destroyed", 3), ("u.0.u1.held_back", "ambush"), ("u.0.u1.squadron", "B"),
    ("c.0.c1.fate", "fled"), ("s.0.0", 3), ("s.0.other", -60), ("g.turns", 30), ("g.1.cut_off", True),
    ("d.1.deputy", "cr"), ("d.1.camp_lost", True), ("t.1.r.7", None),
])  # fmt: skip
def test_values_that_can_be(key: str, value: Any) -> None:
    entry = SHEET.entry(key)
    assert entry.read(value) == value
    assert entry.describe(value)


@pytest.mark.parametrize(("key", "value"), [
    ("u.0.u1.destroyed", 4), ("u.0.u1.destroyed", -1), ("u.0.u1.destroyed", True), ("u.0.u1.fled", "1"),
    ("u.0.u1.held_back", "bed"), ("u.0.u1.squadron", "x" * 13), ("u.0.u1.squadron", "a\nb"),
    ("u.0.u1.squadron", 3), ("c.0.c1.fate", "dead"), ("c.0.c1.fate", ["killed"]), ("s.0.0", 4),
    ("g.1.cut_off", 1), ("d.1.deputy", "chief"), ("t.1.r.7", 3), ("t.1.r.7", {"points": "x"}),
    ("t.1.r.7", {"points": 3, "fame": 1}), ("g.turns", 31),
])  # fmt: skip
def test_values_that_cannot_be_are_refused_at_their_key(key: str, value: Any) -> None:
    with pytest.raises(ResultError) as caught:
        SHEET.entry(key).read(value)
    assert caught.value.path.startswith(key)


@pytest.mark.parametrize("key", [
    "", "u", "u.0.x.fled", "u.2.u1.fled", "u.0.u1.fame", "t.0.r.1", "t.1.r.0", "t.1.r.31", "t.1.x.1",
    "t.1.r.x", "d.0.camp_lost", "s.0.1", "t.1.r.٣",
])  # fmt: skip
def test_what_is_no_entry_is_refused(key: str) -> None:
    with pytest.raises(ResultError, match="cannot be recorded"):
        SHEET.entry(key)
