"""The examples of docs/books.md do what the page says."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import jsonschema
import pytest
from django.core.management import call_command

from rulesets.engine.bookrules import read_text, to_json, to_toml
from rulesets.site.bookfiles import kinds, rules_for

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "books.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```console\n\$ manage\.py (check_book [^\n]+)\n(.*?)```", PAGE, re.DOTALL)
BOOKS = re.findall(r"```toml book\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_examples() -> None:
    assert (len(COMMANDS), len(BOOKS)) == (2, 3)


@pytest.mark.parametrize("text", BOOKS, ids=["baroque", "by_fire_and_sword", "snaphance"])
def test_a_book_of_the_page_is_ready(text: str) -> None:
    rules = rules_for(read_text(text))
    document = rules.kept(read_text(text))
    assert rules.faults(document) == ()
    jsonschema.Draft202012Validator(rules.schema()).validate(document)
    assert rules.kept(read_text(to_toml(document))) == rules.kept(read_text(to_json(document))) == document


def test_the_page_names_every_schema() -> None:
    for rules in kinds():
        assert f"{rules.system}_{rules.kind}.schema.json" in PAGE


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_the_page_shows(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command(*command.split(), stdout=out)
    assert out.getvalue() == output
