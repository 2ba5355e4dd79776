"""Two versions of a list compared, in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from rulesets.contract import registry
from rulesets.contract.documents import diff, parse_list, roster
from rulesets.contract.registry import PACKAGES
from rulesets.engine.lists import ArmyList
from tests.kit.lists import changed, lists, plain


def words(new: dict[str, Any], old: dict[str, Any] | None = None) -> list[str]:
    return [change.words for change in diff(parse_list(old or plain()), parse_list(new))]


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("name", "Sobieski", ["Name: none → Sobieski."]),
        ("points", 600, ["Points: 300 → 600."]),
        ("notes", "New.", ["Notes changed."]),
        ("commands.0.name", "Left", ["Renamed Wing to Left."]),
        ("commands.0.leader", None, ["Wing: Expert Leader (commander-in-chief) → no leader."]),
        (
            "commands.1.leader",
            {"level": "poor", "name": "Pac"},
            ["Command 2: no leader → Poor Leader Pac."],
        ),
        ("commands.0.units.0.entry", "polish.reiters", ["Hussars → Reiters."]),
        ("commands.0.units.0.name", "Red", ["Named Hussars “Red”."]),
        ("commands.0.units.0.options", [], ["Hussars: removed Feared Unit."]),
        (
            "commands.1.units.0.options",
            ["polish.option.art-a"],
            ["Artillery (medium cannon): added Heavy cannon."],
        ),
        ("extras.camp_followers", True, ["Camp followers: no → yes."]),
        ("extras.exploration_dice", 5, ["Exploration dice: 2 → 5."]),
        ("book", "ottoman", ["Army book: Polish-Lithuanian → Ottoman."]),
    ],
)
def test_a_change_is_told_in_words(path: str, value: Any, expected: list[str]):
    assert words(changed(path, value)) == expected


def test_units_and_commands_come_go_and_move():
    doc = plain()
    hussars = doc["commands"][0]["units"].pop()
    doc["commands"][1]["units"].append(hussars)
    assert words(doc) == ["Moved Hussars from Wing to Command 2."]
    assert words(plain() | {"commands": plain()["commands"][:1]}) == [
        "Removed Command 2.",
        "Removed Artillery (medium cannon) from Command 2.",
    ]
    assert words(plain(), plain() | {"commands": plain()["commands"][:1]}) == [
        "Added Command 2.",
        "Added Artillery (medium cannon) to Command 2.",
    ]
    assert words(plain() | {"commands": plain()["commands"][::-1]}) == ["Changed the order of the commands."]


def test_the_order_of_units_and_options_is_told_too():
    doc = plain()
    doc["commands"][0]["units"].append({"id": "u9", "entry": "polish.reiters"})
    turned = changed("commands.0.units", doc["commands"][0]["units"][::-1])
    assert words(turned, doc) == ["Changed the order of units in Wing."]
    two = ["polish.option.feared", "polish.option.discipline-a"]
    assert words(
        changed("commands.0.units.0.options", two[::-1]), changed("commands.0.units.0.options", two)
    ) == ["Hussars: changed the order of options."]


@given(old=lists(), new=lists())
def test_lists_differ_exactly_when_something_is_told(old: ArmyList, new: ArmyList):
    assert diff(old, old) == []
    assert bool(diff(old, new)) == (old != new)
    assert all(change.words.endswith(".") and change.about for change in diff(old, new))


def test_another_card_and_other_bases_are_told():
    units = [{"id": "u1", "entry": "cossack.skirmish-1648-76.register-2", "bases": 3}]
    frame = {"format": "leaguer-list", "version": 1, "system": "by_fire_and_sword", "book": "cossack"}
    old = {**frame, "commands": [{"id": "c1", "name": "Host", "card": "skirmish-1648-76", "units": units}]}
    new = {**frame, "commands": [{"id": "c1", "name": "Host", "units": [{**units[0], "bases": 0}]}]}
    assert words(new, old) == [
        "Host: card skirmish-1648-76 → none.",
        "Second sotnia of register moloitsy: 3 bases → the usual bases.",
    ]


@pytest.mark.parametrize("slug", sorted(PACKAGES))
def test_commands_and_units_are_called_as_in_the_builder(slug: str) -> None:
    """A list without names: what the comparison says of its parts is what stands beside them."""
    army = min(registry.get(slug).lists.samples().values(), key=lambda each: len(list(each.units())))
    commands = tuple(each.model_copy(update={"name": ""}) for each in army.commands)
    army = army.model_copy(update={"commands": commands})
    empty = army.model_copy(update={"commands": ()})
    shown = roster(army).commands
    said = {change.words for change in diff(empty, army)}
    assert {f"Added {card.name}." for card in shown} <= said
    units = [(unit, card) for card in shown for unit in (*card.commanders, *card.units)]
    assert len(units) > 3
    assert {
        f"Added {f'{unit.name} ({unit.label})' if unit.name else unit.label} to {card.name}."
        for unit, card in units
    } <= said
