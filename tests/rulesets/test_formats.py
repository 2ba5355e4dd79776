"""The examples of docs/formats.md and docs/books.md do what the pages say."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import jsonschema
import pytest
from django.core.management import call_command

from rulesets.contract.documents import check_list, from_text, list_rules, parse_list, to_text
from rulesets.engine.bookrules import read_text, to_json, to_toml
from rulesets.engine.lists import ArmyList
from rulesets.site.files import kinds, rules_for

ROOT = Path(__file__).parents[2]
LISTS, BOOKS = ((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("formats.md", "books.md"))
COMMANDS = re.findall(
    r"```console\n\$ manage\.py (check_(?:list|book) [^\n]+)\n(.*?)```", LISTS + BOOKS, re.DOTALL
)


def example(kind: str) -> str:
    (text,) = re.findall(rf"```{kind}\n(.*?)```", LISTS, re.DOTALL)
    return str(text)


def without_ids(army: ArmyList) -> list[tuple[object, ...]]:
    return [
        (command.name, command.leader, [(unit.entry, unit.name, unit.options) for unit in command.units])
        for command in army.commands
    ]


def test_the_list_of_the_page_is_legal_and_the_same_as_text():
    army, same = parse_list(example("json list")), from_text(example("text list"))
    assert check_list(army).legal
    assert without_ids(army) == without_ids(same)
    assert (army.name, army.points, army.extras) == (same.name, same.points, same.extras)


def test_the_force_of_the_page_is_legal_as_json_and_as_text():
    army, same = parse_list(example("json force")), from_text(example("text force"))
    assert check_list(army).legal
    assert "points" not in army.to_json()
    assert to_text(same, list_rules(army.system).book_of(army)) == example("text force")
    assert [unit.bases for unit in army.units()] == [unit.bases for unit in same.units()]
    assert [command.card for command in army.commands] == [command.card for command in same.commands]


def test_the_books_of_the_page_are_ready():
    books = re.findall(r"```toml book\n(.*?)```", BOOKS, re.DOTALL)
    assert len(books) == 4
    for text in books:
        rules = rules_for(read_text(text))
        document = rules.kept(read_text(text))
        assert rules.faults(document) == ()
        jsonschema.Draft202012Validator(rules.schema()).validate(document)
        assert (
            rules.kept(read_text(to_toml(document))) == rules.kept(read_text(to_json(document))) == document
        )


def test_the_page_names_every_schema():
    for rules in kinds():
        assert f"{rules.system}_{rules.kind}.schema.json" in BOOKS


def test_there_are_command_examples():
    assert len(COMMANDS) == 5


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_the_page_shows(command: str, output: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command(*command.split(), stdout=out)
    assert out.getvalue() == output
