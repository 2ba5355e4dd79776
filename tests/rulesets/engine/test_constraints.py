"""Each constraint by itself, on a made-up army."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine import constraints as c
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, ListUnit, Violation
from rulesets.engine.wording import lists as words

RULE = "XX-1"


def army(*commands: str, **extras: Any) -> ArmyList:
    """An army whose commands are written as `foot foot+elite horse`; ids by place."""
    return ArmyList(
        system="made_up",
        book="made",
        commands=tuple(command(f"c{i}", text) for i, text in enumerate(commands)),
        extras=extras,
    )


def command(key: str, text: str, leader: ListLeader | None = None) -> ListCommand:
    units = []
    for j, word in enumerate(text.split()):
        entry, *options = word.split("+")
        units.append(ListUnit(id=f"{key}u{j}", entry=entry, options=tuple(options)))
    return ListCommand(id=key, leader=leader, units=tuple(units))


def faults(constraint: c.Constraint, of: ArmyList) -> list[Violation]:
    return list(constraint.faults(c.Muster(of)))


def paths(constraint: c.Constraint, of: ArmyList) -> list[str]:
    return [fault.path for fault in faults(constraint, of)]


def test_a_muster_counts_units_by_entry_and_option():
    muster = c.Muster(army("foot horse+elite", "foot+elite+elite"))
    assert muster.count(["foot"]) == 2
    assert muster.count(["foot", "horse"]) == 3
    assert [unit.path for unit in muster.by_option["elite"]] == [
        "commands[0].units[1]",
        "commands[1].units[0]",
    ]
    assert [c.Muster(muster.army, i).count(["foot"]) for i in (0, 1)] == [1, 1]


@pytest.mark.parametrize(
    ("units", "wrong"), [("", 1), ("foot", 0), ("foot horse", 0), ("foot horse foot", 1)]
)
def test_entries_share_a_range(units: str, wrong: int):
    assert len(faults(c.Range(("foot", "horse"), 1, 2, "Foot or Horse", RULE), army(units))) == wrong


def test_a_range_may_have_no_maximum():
    assert not faults(c.Range(("foot",), 1, None, "Foot", RULE), army("foot " * 50))


def test_a_range_names_the_first_unit_beyond_its_maximum_and_the_cure():
    (fault,) = faults(c.Range(("foot",), 0, 1, "Foot", RULE), army("foot horse", "foot foot"))
    assert fault == Violation(
        RULE,
        "too-many",
        "commands[1].units[0]",
        "Foot: the list has 3 units, but may have at most 1.",
        "Remove 2.",
    )


@pytest.mark.parametrize(
    ("rounding", "allowed"), [("down", [0, 0, 0, 1, 1, 1, 2]), ("up", [0, 1, 1, 1, 2, 2, 2])]
)
def test_a_fraction_is_rounded_as_told(rounding: Any, allowed: list[int]):
    third = c.FractionOf("elite", ("foot",), 1, 3, "Elite", RULE, rounding)
    assert [third.allowed(deployed) for deployed in range(7)] == allowed


def test_a_fraction_is_of_the_deployed_units_of_its_entries():
    half = c.FractionOf("elite", ("foot", "pike"), 1, 2, "Elite", RULE)
    assert not faults(half, army("foot+elite pike horse+elite"))
    assert paths(half, army("foot+elite pike+elite horse horse")) == ["commands[0].units[1]"]


def test_an_option_may_have_a_cap():
    assert not faults(c.OptionCap("elite", 1, "Elite", RULE), army("foot+elite foot"))
    assert paths(c.OptionCap("elite", 1, "Elite", RULE), army("foot+elite", "foot+elite")) == [
        "commands[1].units[0]"
    ]


def test_options_must_fit_their_entry_and_be_taken_once():
    fit = c.OptionsFit(
        {"foot": frozenset({"elite"}), "gun": frozenset()}, {"elite": "Elite", "gun": "Gun"}, RULE
    )
    found = faults(fit, army("foot+elite foot+elite+elite gun+elite unknown+elite"))
    assert [(fault.code, fault.path) for fault in found] == [
        ("option-twice", "commands[0].units[1].options[1]"),
        ("option-not-for-unit", "commands[0].units[2].options[0]"),
    ]
    assert found[1].message == "Gun cannot take Elite."


def test_some_options_exclude_each_other_on_one_unit():
    either = c.Exclusive(("fast", "slow"), "its speed", RULE)
    assert not faults(either, army("foot+fast foot+slow"))
    assert paths(either, army("foot+fast+slow foot+slow")) == ["commands[0].units[0]"]


def test_entries_must_be_of_the_book():
    assert paths(c.KnownEntries(frozenset({"foot"}), "Made", RULE), army("foot mule")) == [
        "commands[0].units[1].entry"
    ]


@pytest.mark.parametrize(("number", "path"), [(1, "commands"), (2, None), (3, None), (4, "commands[3]")])
def test_the_number_of_commands_is_limited(number: int, path: str | None):
    assert paths(c.CommandCount(2, 3, RULE), army(*["foot"] * number)) == ([path] if path else [])


def test_a_command_may_not_consist_of_some_entries_only():
    not_guns = c.NotOnly(frozenset({"gun", "mortar"}), "guns", RULE)
    found = faults(not_guns, army("gun mortar", "gun foot", ""))
    assert [(fault.code, fault.path) for fault in found] == [
        ("only", "commands[0]"),
        ("empty-command", "commands[2]"),
    ]


def test_leaders_and_the_commander_in_chief():
    chief, other = ListLeader(level="good", commander_in_chief=True), ListLeader(level="good")
    made = army().model_copy(
        update={"commands": (command("a", "foot", chief), command("b", "foot"), command("c", "foot", chief))}
    )
    assert paths(c.EachLed(RULE), made) == ["commands[1].leader"]
    assert paths(c.OneCommanderInChief(RULE), made) == ["commands[2].leader.commander_in_chief"]
    assert paths(c.OneCommanderInChief(RULE), army("foot")) == ["commands"]
    only_chiefs = c.LevelAllowed("good", "Good Leader", True, True, RULE, "XX-2")
    mixed = made.model_copy(update={"commands": (command("a", "foot", chief), command("b", "foot", other))})
    assert [(fault.rule, fault.path) for fault in faults(only_chiefs, mixed)] == [
        ("XX-2", "commands[1].leader.level")
    ]
    forbidden = c.LevelAllowed("good", "Good Leader", False, False, RULE, "XX-2")
    assert len(faults(forbidden, mixed)) == 2


def test_counted_extras_have_a_cap():
    cap = c.ExtraCap("dice", 3, "Dice", RULE)
    assert not faults(cap, army(dice=3))
    assert not faults(cap, army())
    assert faults(cap, army(dice=5))[0].cure == "Remove 2."


def test_the_budget_is_exact():
    assert not list(c.over_budget(600, 600, "points", RULE))
    assert next(c.over_budget(601, 600, "points", RULE)).cure == "Reduce it to 600 points."


def test_numbers_are_spoken():
    assert [words.units(number) for number in (0, 1, 2)] == ["no unit", "1 unit", "2 units"]


def test_what_holds_for_a_card_is_asked_of_the_commands_built_from_it():
    whole = army("foot", "foot", "horse")
    cards = ("wing", "centre", "wing")
    commands = tuple(
        each.model_copy(update={"card": card}) for each, card in zip(whole.commands, cards, strict=True)
    )
    whole = whole.model_copy(update={"commands": commands})
    horse = c.Range(("horse",), 1, 1, "Horse", RULE, "no-horse", "much-horse")
    found = faults(c.BuiltFrom("wing", (horse,)), whole)
    assert [(fault.path, fault.code) for fault in found] == [("commands[0]", "no-horse")]
    two = army("horse horse")
    assert [fault.code for fault in faults(horse, two)] == ["much-horse"]
