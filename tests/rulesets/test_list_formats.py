"""The army-list examples of docs/formats.md do what the page says."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from rulesets.contract.documents import check_list, from_text, list_rules, parse_list, to_text
from rulesets.engine.lists import ArmyList

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```console\n\$ manage\.py (check_list [^\n]+)\n(.*?)```", PAGE, re.DOTALL)


def example(kind: str) -> str:
    (text,) = re.findall(rf"```{kind} list\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def without_ids(army: ArmyList) -> list[tuple[object, ...]]:
    return [
        (command.name, command.leader, [(unit.entry, unit.name, unit.options) for unit in command.units])
        for command in army.commands
    ]


def test_the_json_example_is_a_legal_list():
    assert check_list(parse_list(example("json"))).legal


def test_the_text_example_is_the_same_list():
    army, same = parse_list(example("json")), from_text(example("text"))
    assert without_ids(army) == without_ids(same)
    assert (army.name, army.points, army.extras) == (same.name, same.points, same.extras)


def force(kind: str) -> str:
    (text,) = re.findall(rf"```{kind} force\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def test_the_force_of_the_page_is_legal_as_json_and_as_text():
    army, same = parse_list(force("json")), from_text(force("text"))
    assert check_list(army).legal
    assert "points" not in army.to_json()
    assert to_text(same, list_rules(army.system).book_of(army)) == force("text")
    assert [unit.bases for unit in army.units()] == [unit.bases for unit in same.units()]
    assert [command.card for command in army.commands] == [command.card for command in same.commands]


def test_there_are_command_examples():
    assert len(COMMANDS) == 3


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_the_page_shows(command: str, output: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command(*command.split(), stdout=out)
    assert out.getvalue() == output
