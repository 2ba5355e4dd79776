"""Odds are asked of whatever system has them: by page, interface and command, without a change outside it."""

from __future__ import annotations

import json
import re
from io import StringIO
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.http import QueryDict
from django.test import Client

from rulesets.baroque.odds import ODDS
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError
from rulesets.site.forms import OddsForm
from rulesets.site.odds import asked, odds_of

HORSE, FOOT = "tyw-catholic.cuirassiers", "tyw-swedish.swedish-foot"
PAGE, API = "/odds/", "/api/v1/odds/"


def text(client: Client, **query: str) -> str:
    answer = client.get(PAGE, query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_one_system_alone_is_not_offered_for_choice(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # A dict of its own: items that are deleted come back at the end of PACKAGES, in another order.
    monkeypatch.setattr(registry, "PACKAGES", {"baroque": registry.PACKAGES["baroque"]})
    assert 'name="system"' not in text(client)


@pytest.mark.parametrize("system", ["nothing", "", 3, None])
def test_a_system_without_odds_is_told_from_those_that_have_some(client: Client, system: Any) -> None:
    answer = client.post(API, {"system": system, "kind": "shot"}, content_type="application/json")
    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert error["path"] == "system"
    assert "baroque" in error["message"]


def test_the_page_of_a_system_without_odds_is_not_there(client: Client) -> None:
    assert client.get(PAGE, {"system": "nothing"}).status_code == 404
    with pytest.raises(LeaguerError, match="choose from baroque"):
        odds_of("nothing")


# ---------------------------------------------------------------------------- Support Units


MELEE = {"kind": "melee", "a-entry": HORSE, "t-entry": FOOT, "a-supports": "2", "a1-entry": HORSE}


def test_support_units_are_asked_for_in_a_melee_alone(client: Client) -> None:
    assert "Support Units" not in text(client)
    page = text(client, **MELEE)
    assert 'id="a1-entry"' in page
    assert 'id="a2-entry"' in page
    assert 'id="a3-entry"' not in page
    assert 'id="t1-entry"' not in page
    assert 'id="a1-supports"' not in page


@pytest.mark.rule("BQ-7.6.b")
def test_the_odds_with_support_units_are_those_of_the_engine(client: Client) -> None:
    page = text(
        client, **MELEE, **{"a1-charging": "on", "a2-entry": "own", "a2-type": "T", "a2-own_vbu": "5"}
    )
    own = {"type": "T", "vbu": 5, "i": 2, "d": "B", "name": "The attacker’s support 2"}
    supports = [{"entry": HORSE, "charging": True}, {"profile": own}]
    query = {"kind": "melee", "attacker": {"entry": HORSE, "supports": supports}, "target": {"entry": FOOT}}
    found = ODDS.answer(query)
    assert f"{found['result']['attacker_wins']:.0%}" in page
    assert f"{100 * found['attacker']['hits'][2]['probability']:.2f}%" in page
    for each in found["attacker"]["support"]:
        assert f"Support of {each['name']}" in page
    assert "BQ-7.6.b" in page


@pytest.mark.parametrize(
    ("change", "words", "field"),
    [
        ({"a1-vbu": "40"}, "more than the 6", "a1-vbu"),
        ({"a2-entry": "nobody"}, "Choose one from the list", "a2-entry"),
        ({"a-supports": "7"}, "Choose one from the list", "a-supports"),
        ({"a-supports": "-1"}, "Choose one from the list", "a-supports"),
    ],
)
def test_what_is_wrong_with_a_support_unit_stands_at_its_field(
    client: Client, change: dict[str, str], words: str, field: str
) -> None:
    page = text(client, **{**MELEE, **change})
    assert words in page
    assert f'id="{field}_error"' in page


SYSTEMS = [system.slug for system in registry.having("odds")]


@pytest.mark.parametrize(("old", "new"), permutations(SYSTEMS, 2))
def test_another_system_begins_with_its_own_sample(client: Client, old: str, new: str) -> None:
    """The form sends what it asked of the old system with the new one."""
    form = OddsForm(QueryDict(f"system={old}"))
    left = {name: str(field.initial) for name, field in form.fields.items() if field.initial is not None}
    assert len(left) > 3
    words = {"a-find": "horse"} if "a-find" in form.fields else {}
    said, fresh = (
        client.get(PAGE, query, headers={"hx-request": "true"}).content.decode()
        for query in ({**left, **words, "fields": old, "system": new}, {"system": new})
    )
    assert said == fresh.replace(' hx-preserve="true"', "")
    assert "Check the marked field" not in said


def test_a_list_of_choices_never_shows_its_keys(client: Client) -> None:
    page = text(client, system="snaphance", **{"a-entry": "tyw-swedish.swedish-foot"})
    assert "Choose one from the list: that one is not in it." in page
    assert "tyw-swedish" not in page


# ---------------------------------------------------------------------------- docs/formats.md

DOCUMENT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = {
    mark: [json.loads(each) for each in re.findall(rf"```json {mark}\n(.*?)```", DOCUMENT, re.DOTALL)]
    for mark in ("odds", "snaphance odds", "mail_pike_powder odds", "meeting")
}


@pytest.mark.parametrize(("mark", "queries"), EXAMPLES.items())
def test_the_queries_of_the_document_are_answered_in_its_words(
    mark: str, queries: list[dict[str, Any]], tmp_path: Path
) -> None:
    (words,) = re.findall(rf"```text {mark}\n(.*?)```", DOCUMENT, re.DOTALL)
    file, out = tmp_path / "query.json", StringIO()
    file.write_text(json.dumps(queries[0]))
    call_command("odds", str(file), stdout=out)
    assert out.getvalue() == words
    kinds = [found.answer(query)["kind"] for found, query in map(asked, queries)]
    wanted = {"meeting": ["meeting"], "mail_pike_powder odds": ["shot", "melee", "order"]}
    assert kinds == wanted.get(mark, ["shot", "melee"])


CHAPTERS = {"snaphance odds": "Snaphance", "mail_pike_powder odds": "Mail, Pike & Powder"}


@pytest.mark.parametrize("mark", ["odds", *CHAPTERS])
def test_the_document_names_every_field_of_an_answer(mark: str) -> None:
    chapter = DOCUMENT.partition(f"### The odds of {CHAPTERS.get(mark, '')}\n")[2].partition("\n### ")[0]
    named = set(re.findall(r"`([a-z_]+)(?:\[\])?`", DOCUMENT if mark == "odds" else chapter))
    answers = [found.answer(query) for found, query in map(asked, EXAMPLES[mark])]
    fields = {name for each in answers for part in ("attacker", "target") for name in each.get(part, ())}
    assert "hits" in fields
    assert fields <= named
    if mark != "odds":
        fighter = odds_of(mark.partition(" ")[0]).query_schema["properties"]["attacker"]["properties"]
        assert set(fighter) <= named
