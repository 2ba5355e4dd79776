"""What players read has the apostrophe of print; a straight one stays where stored events have it."""

from __future__ import annotations

import ast
import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from battles.lines import Register, log_line
from campaigns.cards.rules import WORDS
from rulesets.contract import registry
from rulesets.engine.document import read_document, replay
from rulesets.site.rulebrowser import section
from tests.test_wording import SCRIPT_COMMENT, TEMPLATE_COMMENT, strings

ROOT = Path(__file__).parent.parent
STRAIGHT = re.compile(r"\w{1,40}[\)\}]?'(?=[a-z])\w+|\w+s' (?=[a-z])")
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", re.DOTALL)
MARKUP = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
STORED = {
    "campaigns/wording/turn.py": {"enemy's"},
    "rulesets/by_fire_and_sword/wording/deployment.py": {"opponent's", "player's"},
    "rulesets/snaphance/wording/melee.py": {"enemy's"},
}
"""Words of stored events, whose hashes must not change: pages show them with the other apostrophe."""


def found(text: str) -> set[str]:
    """Every word with a straight apostrophe."""
    return {hit[0] for hit in STRAIGHT.finditer(text)}


@pytest.mark.parametrize("folder", ["armylists", "battles", "campaigns", "config", "rulesets", "tournaments"])
def test_sentences_of_the_code_have_the_apostrophe_of_print(folder: str) -> None:
    straight = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        if "migrations" not in path.parts:
            said = strings(ast.parse(path.read_text(encoding="utf-8")), docstrings=False)
            if hits := found("\n".join(said)):
                straight[str(path.relative_to(ROOT))] = hits
    assert straight == {name: words for name, words in STORED.items() if name.startswith(f"{folder}/")}


@pytest.mark.parametrize(
    ("folder", "kind"), [("templates", "html"), ("templates", "txt"), ("static/js", "js")]
)
def test_templates_and_scripts_have_it(folder: str, kind: str) -> None:
    straight = {}
    for path in sorted((ROOT / folder).rglob(f"*.{kind}")):
        text = path.read_text(encoding="utf-8")
        if kind == "js":
            text = re.sub(r"//.*", "", SCRIPT_COMMENT.sub("", text))
        else:
            text = TAG.sub(" ", TEMPLATE_COMMENT.sub("", text))
        if hits := found(text):
            straight[str(path.relative_to(ROOT))] = hits
    assert straight == {}


def addresses() -> Iterator[str]:
    """The reference pages that show what the data files say."""
    for system in registry.systems():
        for page in ("system", "tables", "system-departures"):
            yield reverse(f"rulesets:{page}", args=[system.slug])
        for chapter in system.library.chapters:
            if section(system.slug, chapter) is not None:
                yield reverse("rulesets:rule", args=[system.slug, chapter])
        for book in system.lists.books().values():
            yield reverse("rulesets:book", args=[system.slug, book.key])


def test_the_words_of_a_campaigns_rules_have_it() -> None:
    said = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    assert len(said["words"]) > 100
    assert found(str(said.values())) == set()


@pytest.mark.django_db
def test_reference_pages_show_the_texts_of_the_data_with_it(client: Client) -> None:
    straight = {}
    for address in addresses():
        answer = client.get(address)
        assert answer.status_code == 200, address
        if hits := found(html.unescape(MARKUP.sub(" ", answer.content.decode()))):
            straight[address] = hits
    assert straight == {}


def test_what_a_stored_battle_says_is_shown_with_it() -> None:
    document = read_document((ROOT / "tests/golden/huguenot-wars.jsonl").read_text(encoding="utf-8"))
    system = registry.get(document["system"])
    battle = replay(system, document).battle
    register = Register(["North", "South"], battle.view(None)["state"])
    lines = [log_line(entry, register, system.presentation) for entry in battle.entries]
    assert any(STRAIGHT.search(str(entry.event)) for entry in battle.entries)
    assert found("\n".join(str(line) for line in lines)) == set()
