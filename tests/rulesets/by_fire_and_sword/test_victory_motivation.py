"""Breaking Points, Motivation tests and Regiments that are Wiped Out (BFS-29.8, BFS-18.14)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.armies.force import Force, motivation_level
from rulesets.by_fire_and_sword.victory.document import ResultError
from rulesets.by_fire_and_sword.victory.motivation import (
    RegimentStanding,
    all_wiped_out,
    automatic,
    due,
    regiments,
    target_of,
    witnesses,
)
from tests.kit.examples import example
from tests.kit.victory import commander, division, force, regiment, result, scored, unit

BFS = "by_fire_and_sword"


def standings(own: Force | None = None, **facts: Any) -> dict[str, RegimentStanding]:
    """How the regiments of the first side stand: losses, commanders, and what a division's part says."""
    parts = {name: [facts.pop(name), {}] for name in ("losses", "commanders") if name in facts}
    parts["division"] = [facts, {}]
    found = regiments(own or division(), result(**parts), 0)
    return {each.regiment.id: each for each in found}


def failed(regiment_id: str, turn: int, points: int) -> dict[str, Any]:
    """A test that was noted as failed."""
    return {"regiment": regiment_id, "turn": turn, "points": points, "passed": False}


# -- the level -------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-18.14.a")
@pytest.mark.parametrize("key", [
    pytest.param("BFS-EX-18.4.a", marks=pytest.mark.example("BFS-EX-18.4.a")),
    pytest.param("BFS-EX-18.4.b", marks=pytest.mark.example("BFS-EX-18.4.b")),
])  # fmt: skip
def test_the_same_levels_by_the_chapter_on_psychology(key: str) -> None:
    row = example(key, BFS)
    level = motivation_level(row["given"]["bases"], round(100 * row["given"]["coefficient"]))
    assert level == row["expect"]["motivation_level"]


@pytest.mark.rule("BFS-18.14.a")
@pytest.mark.example("BFS-DX-5")
def test_half_a_point_of_motivation_goes_up() -> None:
    row = example("BFS-DX-5", BFS)
    pairs = zip(row["given"]["bases"], row["given"]["coefficient"], strict=True)
    found = [motivation_level(bases, round(100 * share)) for bases, share in pairs]
    assert found == row["expect"]["motivation_level"]


@pytest.mark.rule("BFS-29.8.1")
def test_a_skirmish_force_has_no_motivation() -> None:
    assert scored().sides[0].regiments == ()


# -- Breaking Points -------------------------------------------------------------------------------


@pytest.mark.rule("BFS-29.8.2", "BFS-18.14.b")
@pytest.mark.parametrize(("facts", "points"), [
    ({"losses": {"r1": {"fled": 1}}}, 1),
    ({"losses": {"r1": {"fled": 1}, "r2": {"fled": 1}}}, 1),
    ({"losses": {"r1": {"fled": 3}}}, 2),
    ({"losses": {"r1": {"fleeing": 3}}}, 0),
    ({"losses": {"r1": {"destroyed": 2}, "r2": {"captured": 1}}}, 3),
    ({"losses": {"r1": {"destroyed": 1, "fled": 1}}}, 2),
    ({"losses": {"r1": {"march_losses": 2}}}, 2),
    ({"losses": {"s1": {"destroyed": 3}}}, 0),
    ({"losses": {"gun": {"destroyed": 1}, "scouts": {"fled": 2}}}, 0),
    ({"commanders": {"cr": {"fate": "killed"}}}, 2),
    ({"commanders": {"cr": {"fate": "fled"}}}, 1),
    ({"commanders": {"cs": {"fate": "killed"}}}, 0),
    ({"commanders": {"cs": {"fate": "killed"}}, "deputy": "cs"}, 1),
    ({"commanders": {"cr": {"fate": "killed"}}, "deputy": "cr"}, 3),
    ({"commanders": {"chief": {"fate": "killed"}}}, 4),  # 3, and 1 for the allies who desert
    ({"camp_lost": True}, 2),
    ({"main_forces_wiped_out": True}, 1),
    ({"enemy_at_edge": True}, 1),
    ({"camp_lost": True, "enemy_at_edge": True, "losses": {"r1": {"fled": 1, "destroyed": 1}}}, 5),
])  # fmt: skip
def test_what_brings_a_regiment_breaking_points(facts: dict[str, Any], points: int) -> None:
    found = standings(**facts)["r"]
    assert found.points == points
    assert all(line.rule == "BFS-29.8.2" for line in found.lines)


@pytest.mark.rule("BFS-29.8.2", "BFS-29.7.4")
def test_losses_of_attached_units_count_though_they_are_not_in_the_level() -> None:
    found = standings(losses={"dragoons": {"destroyed": 2}})["r"]
    assert (found.level, found.points) == (3, 2)


@pytest.mark.rule("BFS-29.8.2", "BFS-29.8.4")
def test_a_regiment_wiped_out_counts_for_the_others_by_its_bases_at_the_start() -> None:
    small = standings(losses={"r1": {"destroyed": 3}}, tests=[failed("r", 2, 3)])
    assert (small["s"].points, small["t"].points, small["r"].points) == (1, 1, 3)
    large = standings(losses={"s1": {"destroyed": 3}, "s2": {"destroyed": 1}}, tests=[failed("s", 2, 4)])
    assert (large["r"].points, large["t"].points) == (2, 2)


# -- tests -----------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-29.8.3", "BFS-18.14.c")
@pytest.mark.parametrize(("points", "help_", "target"), [(3, 0, 6), (4, 0, 5), (5, 3, 7), (9, 0, 0)])
def test_a_test_is_against_morale_less_what_exceeds_the_level(points: int, help_: int, target: int) -> None:
    assert target_of(6, 3, points, help_) == target


@pytest.mark.rule("BFS-29.8.3", "BFS-29.8.4", "BFS-18.11")
@pytest.mark.parametrize(("die", "passed"), [(1, True), (5, True), (6, False), (10, False)])
def test_a_die_of_the_target_or_less_passes(die: int, passed: bool) -> None:
    test = {"regiment": "r", "turn": 3, "points": 4, "morale": 6, "die": die}
    found = standings(losses={"r1": {"destroyed": 3}, "r2": {"destroyed": 1}}, tests=[test])["r"]
    assert [(each.target, each.automatic, each.passed) for each in found.tests] == [(5, False, passed)]
    assert found.wiped_out == (None if passed else 3)
    assert found.reached is passed


@pytest.mark.rule("BFS-18.11")
@pytest.mark.parametrize(("morale", "points", "passed"), [(10, 3, True), (7, 3, None), (3, 6, False)])
def test_ten_passes_and_nothing_fails_without_a_die(morale: int, points: int, passed: bool | None) -> None:
    assert automatic(target_of(morale, 3, points)) is passed
    if passed is not None:
        test = {"regiment": "r", "turn": 1, "points": points, "morale": morale}
        assert standings(tests=[test])["r"].tests[0].passed is passed


@pytest.mark.rule("BFS-29.8.3")
@pytest.mark.parametrize(("tests", "path", "words"), [
    ([{"regiment": "x", "turn": 1, "points": 9, "passed": True}], "regiment", "not a Regiment"),
    ([{"regiment": "r", "turn": 1, "points": 2, "passed": True}], "points", "no test is due"),
    ([{"regiment": "r", "turn": 1, "points": 3, "morale": 6, "die": 1, "command_points": 4}],
     "command_points", "at most 3"),
    ([{"regiment": "r", "turn": 1, "points": 3, "morale": 6}], "die", "a die decides"),
    ([{"regiment": "r", "turn": 1, "points": 3}], "morale", "is missing"),
    ([{"regiment": "r", "turn": 1, "points": 3, "die": 3}], "morale", "is missing"),
    ([{"regiment": "r", "turn": 1, "points": 3, "morale": 6, "die": 3, "passed": False}],
     "passed", "says failed"),
])  # fmt: skip
def test_a_test_that_cannot_be_is_refused(tests: list[dict[str, Any]], path: str, words: str) -> None:
    with pytest.raises(ResultError, match=words) as caught:
        standings(tests=tests)
    assert caught.value.path == f"division[0].tests[0].{path}"


@pytest.mark.rule("BFS-29.8.3")
def test_a_regiment_tests_once_a_turn_and_never_when_wiped_out() -> None:
    passed = {"regiment": "r", "turn": 2, "points": 3, "passed": True}
    with pytest.raises(ResultError, match="already"):
        standings(tests=[passed, passed])
    with pytest.raises(ResultError, match="Wiped Out in turn 2"):
        standings(tests=[failed("r", 2, 3), {**passed, "turn": 3}])
    with pytest.raises(ResultError, match="earlier than the test"):
        standings(tests=[{**passed, "turn": 3}, passed])
    assert len(standings(tests=[passed, {**passed, "turn": 3}])["r"].tests) == 2


@pytest.mark.rule("BFS-29.8.3", "BFS-29.8.4", "BFS-16.2")
def test_a_chain_of_wiped_out_regiments_and_the_order_of_the_sides() -> None:
    losses = {"r1": {"destroyed": 3}, "t1": {"destroyed": 2}}
    other = {"r1": {"destroyed": 3}}

    def waiting(*tests: dict[str, Any], initiative: int | None = 1) -> list[tuple[int, str]]:
        facts = result(losses=[losses, other], division=[{"tests": list(tests)}, {}])
        sides = (regiments(division(), facts, 0), regiments(division(), facts, 1))
        return [(side, each.regiment.id) for side, each in due(sides, turn=4, initiative=initiative)]

    assert waiting() == [(0, "r")]
    assert waiting(initiative=0) == [(1, "r")]
    assert waiting(initiative=None) == [(0, "r"), (1, "r")]
    assert waiting(failed("r", 4, 3)) == [(0, "t")]  # 2 of its own and 1 for the regiment lost: a chain
    assert waiting({"regiment": "r", "turn": 4, "points": 3, "passed": True}) == [(1, "r")]
    assert waiting({"regiment": "r", "turn": 3, "points": 3, "passed": True}) == [(0, "r")]


@pytest.mark.rule("BFS-16.2", "BFS-16.4")
def test_the_battle_is_over_when_one_side_has_no_regiment_left() -> None:
    own = force(unit("u", 4, regiment="r"), commanders=(commander("chief"),), regiments=(regiment("r", 4),))
    facts = result(
        losses=[{"u": {"destroyed": 2}}, {"u": {"destroyed": 2}}],
        division=[{"tests": [failed("r", 1, 2)]}, {}],
    )
    sides = (regiments(own, facts, 0), regiments(own, facts, 1))
    assert all_wiped_out(sides[0])
    assert sides[1][0].reached
    assert due(sides, turn=1, initiative=1) == ()


@pytest.mark.rule("BFS-29.5.4")
def test_allies_leave_without_a_test_when_the_commander_in_chief_is_killed() -> None:
    found = standings(commanders={"chief": {"fate": "killed", "turn": 3}})
    assert (found["t"].wiped_out, found["t"].why, found["t"].tests) == (3, "BFS-29.5.4", ())
    assert found["r"].wiped_out is None
    assert standings(commanders={"chief": {"fate": "fled"}})["t"].wiped_out is None


@pytest.mark.rule("BFS-29.5.4")
def test_an_ally_tests_no_more_after_the_turn_of_the_chiefs_death() -> None:
    dead = {"chief": {"fate": "killed", "turn": 3}}
    level = standings()["t"].level

    def tested(turn: int) -> RegimentStanding:
        test = {"regiment": "t", "turn": turn, "points": level, "passed": True}
        return standings(commanders=dead, tests=[test])["t"]

    assert (tested(3).wiped_out, tested(3).tests[0].passed) == (3, True)
    with pytest.raises(ResultError, match="Wiped Out in turn 3"):
        tested(4)


@pytest.mark.rule("BFS-29.6.2", "BFS-29.7.3")
def test_guns_and_independent_units_test_morale_for_a_regiment_wiped_out() -> None:
    found = [(each.id, rule) for each, rule in witnesses(division())]
    assert found == [("gun", "BFS-29.6.2"), ("scouts", "BFS-29.7.3")]


@pytest.mark.rule("BFS-29.8.2")
@given(destroyed=st.integers(0, 3), fled=st.integers(0, 3), killed=st.booleans(), camp=st.booleans())
def test_breaking_points_never_fall_as_losses_grow(
    destroyed: int, fled: int, killed: bool, camp: bool
) -> None:
    facts: dict[str, Any] = {
        "losses": {"r1": {"destroyed": destroyed}, "r2": {"fled": fled}},
        "camp_lost": camp,
        "commanders": {"cr": {"fate": "killed" if killed else "present"}},
    }
    points = standings(**facts)["r"].points
    assert points == destroyed + (fled + 1) // 2 + 2 * killed + 2 * camp
    facts["losses"]["dragoons"] = {"destroyed": 1}
    assert standings(**facts)["r"].points == points + 1


def test_a_deputy_who_is_nobody_is_refused() -> None:
    with pytest.raises(ResultError, match="not a commander"):
        standings(deputy="x")
