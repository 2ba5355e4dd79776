"""Legality and derived figures of Baroque armies, rule by rule."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.baroque import tables
from rulesets.baroque.armies import books, check, sample_lists, scaled_range
from rulesets.contract.documents import check_list, parse_list
from rulesets.engine.lists import ArmyList, ListError, Report, Violation
from tests.kit.examples import example
from tests.kit.lists import document, legal_lists, random_list

BOOK = "tyw-catholic"


def unit(key: str, entry: str, *options: str) -> dict[str, Any]:
    taken = [f"{BOOK}.option.{option}" for option in options]
    return {"id": key, "entry": f"{BOOK}.{entry}", "options": taken}


def legal() -> dict[str, Any]:
    """A plain legal army of 399 points in a game of 600: room for changes."""
    centre = [unit("u1", "foot-lte"), unit("u2", "foot-lte"), unit("u3", "art-b")]
    right = [unit("u4", "cuirassiers"), unit("u5", "croats")]
    left = [unit("u6", "reiters-re"), unit("u7", "dragoons")]
    chief = {"level": "reliable", "commander_in_chief": True}
    commands = [
        {"id": "c1", "leader": chief, "units": centre},
        {"id": "c2", "leader": {"level": "poor"}, "units": right},
        {"id": "c3", "leader": {"level": "poor"}, "units": left},
    ]
    return document(BOOK, commands)


def judged(doc: dict[str, Any]) -> Report:
    return check(parse_list(doc))


def only(doc: dict[str, Any]) -> Violation:
    """The one violation of a list."""
    violations = judged(doc).violations
    assert len(violations) == 1, violations
    return violations[0]


def found(fault: Violation) -> tuple[str, str, str]:
    return fault.rule, fault.code, fault.path


@pytest.mark.rule("BQ-A.6")
def test_a_plain_army_is_legal():
    report = judged(legal())
    assert report.legal
    assert (report.total, report.limit, report.unit) == (399, 600, "points")
    assert sum(line.points for line in report.lines) == report.total
    assert check_list(parse_list(legal())) == report


@pytest.mark.rule("BQ-A.6")
def test_an_army_may_not_cost_more_than_was_agreed():
    doc = legal() | {"points": 398}
    fault = only(doc)
    assert found(fault) == ("BQ-A.6", "over-budget", "points")
    assert fault.message == "The army costs 399 points, 1 more than the 398 agreed."
    assert judged(legal() | {"points": 399}).legal


# ------------------------------------------------------------------------------------------------ ranges


@pytest.mark.rule("BQ-A.1")
def test_rows_joined_by_or_may_be_mixed_within_their_range():
    doc = legal()
    doc["commands"][0]["units"][1] = unit("u2", "foot-ete")
    assert judged(doc).legal
    doc["commands"][0]["units"].pop(1)
    fault = only(doc)
    assert found(fault) == ("BQ-A.1", "too-few", "commands")
    assert (
        fault.message
        == "Foot (Later Tercio) or Foot (Early Tercio): the list has 1 unit, but needs at least 2."
    )
    assert fault.cure == "Add 1 more."


@pytest.mark.parametrize(("command", "changes", "fault"), [
    (2, {"units": [unit("u6", "reiters-re"), *(unit(f"u{i}", "dragoons") for i in (7, 8, 9))]},
     ("BQ-A.1", "too-many", "commands[2].units[3]")),
    (2, {"leader": None}, ("BQ-2.1.a", "no-leader", "commands[2].leader")),
    (1, {"leader": {"level": "poor", "commander_in_chief": True}},
     ("BQ-2.1.d", "two-commanders", "commands[1].leader.commander_in_chief")),
    (0, {"leader": {"level": "reliable"}}, ("BQ-2.1.d", "no-commander", "commands")),
])  # fmt: skip
def test_a_fault_is_named_with_its_rule_and_place(command: int, changes: Any, fault: tuple[str, str, str]):
    doc = legal()
    doc["commands"][command] |= changes
    assert found(only(doc)) == fault


@pytest.mark.rule("BQ-A.1")
def test_an_entry_that_is_in_no_book_is_a_finding_and_costs_nothing():
    doc = legal()
    doc["commands"][1]["units"].append({"id": "u8", "entry": "tyw-catholic.elephants"})
    assert found(only(doc)) == ("BQ-A.1", "unknown-entry", "commands[1].units[2].entry")
    assert judged(doc).total == judged(legal()).total


@pytest.mark.example("DX-15")
@pytest.mark.rule("BQ-A.2", "BQ-A.1")
def test_up_to_300_points_minima_are_halved_and_maxima_stay():
    vector = example("DX-15")
    size = tables.army_size(vector["given"]["army_points"])
    assert scaled_range(2, 8, size) == (vector["expect"]["minimum"], vector["expect"]["maximum"])


@pytest.mark.parametrize(
    ("points", "low", "high"),
    [(1, 2, 8), (300, 2, 8), (301, 3, 8), (999, 3, 8), (1000, 6, 16), (5000, 6, 16)],
)
@pytest.mark.rule("BQ-A.2")
def test_ranges_follow_the_points_agreed(points: int, low: int, high: int):
    assert scaled_range(3, 8, tables.army_size(points)) == (low, high)


@pytest.mark.rule("BQ-A.2")
def test_at_300_points_one_tercio_and_one_command_are_enough():
    units = [unit("u1", "foot-lte"), unit("u2", "cuirassiers"), unit("u3", "reiters-tr"), unit("u4", "art-c")]
    leader = {"level": "reliable", "commander_in_chief": True}
    doc = document(BOOK, [{"id": "c1", "leader": leader, "units": units}], points=300)
    assert judged(doc).legal
    assert {fault.rule for fault in judged(doc | {"points": 301}).violations} == {"BQ-A.1", "BQ-2.1.a"}


@pytest.mark.rule("BQ-A.2")
def test_from_1000_points_minima_are_doubled():
    violations = judged(legal() | {"points": 1000}).violations
    assert ("BQ-A.2", "too-few", "commands") in [found(fault) for fault in violations]


# ------------------------------------------------------------------------------------------------ commands


@pytest.mark.rule("BQ-2.1.a")
@pytest.mark.parametrize(("number", "ok"), [(2, False), (3, True), (4, True), (5, False)])
def test_an_army_has_three_or_four_commands(number: int, ok: bool):
    doc = legal() | {"points": 800}
    poor = {"level": "poor"}
    more = [{"id": f"x{i}", "leader": poor, "units": [unit(f"x{i}u", "militia")]} for i in range(2)]
    doc["commands"] = (doc["commands"] + more)[:number]
    codes = {fault.code: fault for fault in judged(doc).violations}
    assert ("commands" not in codes) == ok
    if number == 5:
        assert codes["commands"].path == "commands[4]"


@pytest.mark.rule("BQ-2.1.b")
@given(army=legal_lists(points=600), seed=st.integers(0, 1000))
def test_units_may_be_dealt_to_the_commands_at_will(army: ArmyList, seed: int):
    """Only commands of Artillery alone can become illegal by it; the cost never changes."""
    units = list(army.units())
    Random(seed).shuffle(units)
    share = len(units) // len(army.commands)
    cuts = [units[i * share : (i + 1) * share] for i in range(len(army.commands))]
    cuts[-1] += units[len(army.commands) * share :]
    dealt = tuple(
        command.model_copy(update={"units": tuple(part)})
        for command, part in zip(army.commands, cuts, strict=True)
    )
    report = check(army.model_copy(update={"commands": dealt}))
    assert report.total == check(army).total
    assert {fault.rule for fault in report.violations} <= {"BQ-2.1.c"}


@pytest.mark.rule("BQ-2.1.c")
def test_a_command_may_not_be_artillery_alone():
    doc = legal()
    doc["commands"][2]["units"] = [unit("u6", "art-b")]
    doc["commands"][1]["units"].append(unit("u9", "reiters-tr"))
    assert found(only(doc)) == ("BQ-2.1.c", "only", "commands[2]")
    doc["commands"][2]["units"].append(unit("u7", "militia"))
    assert judged(doc).legal


@pytest.mark.rule("BQ-2.1.c")
def test_a_command_may_be_a_single_unit_but_not_empty():
    doc = legal()
    doc["commands"][2]["units"] = [unit("u6", "reiters-re")]
    assert judged(doc).legal
    doc["commands"][1]["units"].append(doc["commands"][2]["units"].pop())
    assert found(only(doc)) == ("BQ-2.1.c", "empty-command", "commands[2]")


@pytest.mark.rule("BQ-2.7.a")
def test_a_charismatic_leader_needs_the_permission_of_the_book():
    doc = legal()
    doc["commands"][0]["leader"]["level"] = "charismatic"
    assert found(only(doc)) == ("BQ-2.7.a", "level", "commands[0].leader.level")
    allowed = replace(books()[BOOK], charismatic_allowed=True)
    assert check(parse_list(doc), allowed).legal


@pytest.mark.rule("BQ-2.7.1")
def test_only_the_commander_in_chief_may_be_charismatic():
    doc = legal()
    doc["commands"][1]["leader"]["level"] = "charismatic"
    allowed = replace(books()[BOOK], charismatic_allowed=True)
    violations = check(parse_list(doc), allowed).violations
    assert [found(fault) for fault in violations] == [("BQ-2.7.1", "level-chief", "commands[1].leader.level")]


@pytest.mark.parametrize(
    ("level", "points"),
    [("charismatic", 40), ("expert", 30), ("reliable", 20), ("poor", 10), ("incompetent", 0)],
)
@pytest.mark.rule("BQ-2.6.1.l", "BQ-2.7.1", "BQ-2.7.2", "BQ-2.7.3", "BQ-2.7.4.a")
def test_a_leader_costs_what_his_level_says(level: str, points: int):
    doc = legal()
    doc["commands"][0]["leader"]["level"] = level
    line = next(line for line in judged(doc).lines if line.path == "commands[0].leader")
    assert line.points == points


# ------------------------------------------------------------------------------------------------ extras


@pytest.mark.rule("BQ-2.6.2.a", "BQ-A.3")
@pytest.mark.parametrize(
    ("quality", "points", "reach"), [("poor", 0, 2), ("average", 10, 6), ("good", 20, 10)]
)
def test_the_command_structure_is_bought_for_the_whole_army(quality: str, points: int, reach: int):
    report = judged(legal() | {"extras": {"command_structure": quality}})
    assert report.total == judged(legal()).total - 10 + points
    assert report.derived["command_range_bu"] == reach


@pytest.mark.example("EX-2.9")
@pytest.mark.rule("BQ-2.9.a")
def test_eight_exploration_dice_cost_eleven_points():
    dice = example("EX-2.9")
    bought = dice["given"]["exploration_dice_bought"]
    report = judged(legal() | {"extras": {"exploration_dice": bought}})
    assert report.total == judged(legal()).total + dice["expect"]["cost_points"]
    assert report.derived["exploration_dice"] == 9


@pytest.mark.rule("BQ-2.9.a", "BQ-8.RD.a")
@pytest.mark.parametrize(
    ("extra", "most", "rule"), [("exploration_dice", 10, "BQ-2.9.a"), ("rolls_of_destiny", 3, "BQ-8.RD.a")]
)
def test_so_many_exploration_dice_and_rolls_of_destiny_may_be_bought(extra: str, most: int, rule: str):
    assert judged(legal() | {"extras": {extra: most}}).legal
    fault = only(legal() | {"extras": {extra: most + 1}})
    assert found(fault) == (rule, "extra", f"extras.{extra}")


@pytest.mark.rule("BQ-2.8.a", "BQ-2.8.b")
def test_baggage_is_free_and_stronger_when_fortified():
    plain, strong = judged(legal()), judged(legal() | {"extras": {"fortified_baggage": True}})
    assert (plain.derived["baggage_vbu"], strong.derived["baggage_vbu"]) == (2, 4)
    assert strong.total == plain.total + 5


@pytest.mark.rule("BQ-8.1.10", "BQ-8.RD.a", "BQ-9.1.a")
def test_camp_followers_raise_vdt_by_two_and_rolls_of_destiny_name_their_optional_rule():
    plain, joined = judged(legal()), judged(legal() | {"extras": {"camp_followers": True}})
    assert joined.total == plain.total + 10
    assert joined.derived["vdt"] == plain.derived["vdt"] + 2
    assert joined.derived["vdc"] == plain.derived["vdc"]
    destined = judged(legal() | {"extras": {"rolls_of_destiny": 3}})
    assert destined.total == plain.total + 15
    assert destined.derived["optional_rules"] == ["BQ-8.RD.a"]


@pytest.mark.rule("BQ-9.1.a", "BQ-9.1.g")
def test_the_demoralisation_values_are_sums_of_vd():
    derived = judged(legal()).derived
    assert derived["vdc"] == {"c1": 7, "c2": 5, "c3": 4}
    assert derived["vdt"] == 16
    assert derived["units"] == 7
    assert derived["types"] == {"LTE": 2, "ART": 1, "TR": 1, "CL": 1, "RE": 1, "DR": 1}
    assert derived["command_points"] == {"c1": 185, "c2": 94, "c3": 110}


# ------------------------------------------------------------------------------------------------ options


@pytest.mark.rule("BQ-A.4")
def test_the_fraction_of_deployed_units_is_rounded_down():
    doc = legal()
    doc["commands"][0]["units"][0] = unit("u1", "foot-lte", "hardened")
    fault = only(doc)
    assert found(fault) == ("BQ-A.4", "fraction", "commands[0].units[0]")
    assert fault.message == "Hardened Unit: 1 unit has it, at most 0 may (1/3 of 2 units, rounded down)."
    doc["commands"][0]["units"].append(unit("u8", "foot-lte"))
    assert judged(doc).legal


@pytest.mark.rule("BQ-A.4")
def test_two_options_that_set_the_same_thing_exclude_each_other():
    book = books()["tyw-catholic"]
    massed = book.option_by_id[f"{BOOK}.option.massed-reiters"]
    other = replace(massed, id=f"{BOOK}.option.deep-reiters", name="Deep")
    made = replace(book, options=(*book.options, other))
    doc = legal()
    doc["commands"][2]["units"][0] = unit("u6", "reiters-re", "massed-reiters", "deep-reiters")
    assert {found(fault) for fault in check(parse_list(doc), made).violations} == {
        ("BQ-A.4", "options-exclude", "commands[2].units[0]")
    }


# ------------------------------------------------------------------------------------------------ the whole


def test_a_list_of_another_system_is_not_checked():
    army = parse_list(legal()).model_copy(update={"system": "checkers"})
    with pytest.raises(ListError, match="system"):
        check(army)


def test_all_faults_are_told_at_once():
    doc = deepcopy(legal())
    doc["commands"][0]["leader"] = None
    doc["commands"][1]["units"] = []
    doc["extras"] = {"exploration_dice": 99}
    assert {fault.code for fault in judged(doc).violations} == {
        "no-leader", "no-commander", "empty-command", "too-few", "extra"
    }  # fmt: skip


@given(army=legal_lists())
def test_the_generator_makes_legal_lists(army: ArmyList):
    report = check(army)
    assert report.legal
    assert report.total == sum(line.points for line in report.lines)
    assert all(fault.cure for fault in report.violations)
    assert report.derived["units"] == sum(report.derived["types"].values())


def test_the_generator_is_deterministic_and_says_when_the_purse_is_too_small():
    book = books()["polish"]
    assert random_list(Random(7), book, 600) == random_list(Random(7), book, 600)
    with pytest.raises(ValueError, match="do not pay"):
        random_list(Random(7), book, 100)


def test_the_samples_are_legal_and_every_book_has_one():
    samples = sample_lists()
    assert len(samples) >= 10
    assert {army.book for army in samples.values() if army.points == 600} == set(books())
    assert sum(army.points == 300 for army in samples.values()) == 2
    for name, army in samples.items():
        report = check(army)
        assert report.legal, (name, report.violations)
        assert report.total >= army.points - 5, name
