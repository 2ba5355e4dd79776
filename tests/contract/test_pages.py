"""Reference pages, odds and interface of every rule system; what a system lacks is not offered."""

from __future__ import annotations

import json
import re
from html import escape
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator

from rulesets.contract import registry
from rulesets.contract.library import Library
from rulesets.contract.system import RuleSystem
from rulesets.engine.errors import LeaguerError
from rulesets.site import rulebook, rulebrowser
from rulesets.site.books import book_page
from rulesets.site.forms import OddsForm
from rulesets.site.odds import odds_of

pytestmark = pytest.mark.django_db

PARTS = {"odds", "campaign", "record", "scenarios", "board", "own_books", "own_scenarios"}


def test_every_part_of_every_system_is_there() -> None:
    registry.verify()
    for part in PARTS:
        assert {each.slug for each in registry.having(part)} == {
            each.slug for each in registry.systems() if getattr(each, part) is not None
        }


def test_the_reference_pages_are_there(system: RuleSystem, client: Client) -> None:
    book = next(iter(system.lists.books().values()))
    rule = next(iter(rulebook.rules(system.slug).values()))
    entry = book_page(system.slug, book.key).entries[0]
    seen = {
        f"/books/{system.slug}/{book.key}/": book.name,
        f"/books/{system.slug}/{book.key}/{entry.slug}/": entry.card.label,
        f"/rules/{system.slug}/": rule.title,
        f"/rules/{system.slug}/{rule.id}/": rule.title,
        f"/rules/{system.slug}/{rule.chapter}/": system.library.chapters[rule.chapter],
        f"/rules/{system.slug}/tables/": system.name,
        f"/rules/{system.slug}/departures/": system.name,
        "/books/": book.name,
        "/rules/": system.name,
    }
    for address, words in seen.items():
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert escape(words) in answer.content.decode(), address
    missing = (f"/books/{system.slug}/nothing/", f"/rules/{system.slug}/XX-9/", "/rules/nothing/")
    assert {client.get(address).status_code for address in missing} == {404}


def test_every_rule_belongs_to_a_chapter_and_is_accounted_for(system: RuleSystem) -> None:
    found = rulebook.chapters(system.slug)
    assert set(found) == set(system.library.chapters)
    lines = rulebrowser.lines(system.slug)
    assert set(lines) == set(rulebook.rules(system.slug))
    assert all(rule_id.startswith(f"{system.prefix}-") for rule_id in lines)
    assert all(line.note for line in lines.values() if line.status != "automated")


def test_the_interface_tells_of_the_system(system: RuleSystem, client: Client) -> None:
    at = "/api/v1/systems/"
    rows = {row["slug"]: row for row in client.get(at).json()}
    assert list(rows) == list(registry.PACKAGES)
    assert rows[system.slug]["books"] == len(system.lists.books())
    assert rows[system.slug]["rules"] == len(rulebook.rules(system.slug))
    for row in client.get(f"{at}{system.slug}/books/").json():
        book = client.get(f"{at}{system.slug}/books/{row['key']}/").json()
        assert [entry["id"] for entry in book["entries"]] == list(
            system.lists.books()[row["key"]].entry_by_id
        )
    rules = client.get(f"{at}{system.slug}/rules/").json()
    assert rules["count"] == rows[system.slug]["rules"]
    assert client.get(f"{at}{system.slug}/rules/{rules['results'][0]['id']}/").status_code == 200


# -- odds -----------------------------------------------------------------------------------------


def test_odds_are_told_by_interface_command_and_page(
    system: RuleSystem, client: Client, tmp_path: Path
) -> None:
    odds = system.odds
    if odds is None:
        with pytest.raises(LeaguerError, match="there are no odds"):
            odds_of(system.slug)
        assert client.get("/odds/", {"system": system.slug}).status_code == 404
        return
    query = {"system": system.slug, **odds.example}
    answer = odds.answer(odds.example)
    Draft202012Validator(dict(odds.query_schema)).validate(dict(odds.example))
    Draft202012Validator(dict(odds.answer_schema)).validate(answer)
    said = client.post("/api/v1/odds/", query, content_type="application/json")
    assert said.json() == answer
    file, out = tmp_path / "query.json", StringIO()
    file.write_text(json.dumps(query))
    call_command("odds", str(file), stdout=out)
    assert out.getvalue().splitlines() == list(odds.lines(answer))
    assert odds.shown(answer).heading


def test_the_form_of_the_odds_has_an_answer_as_it_comes(system: RuleSystem, client: Client) -> None:
    if system.odds is None:
        return
    page = client.get("/odds/", {"system": system.slug})
    assert page.status_code == 200
    form, answer = page.context["form"], page.context["answer"]
    assert isinstance(form, OddsForm)
    assert not form.errors
    assert answer.heading in page.content.decode().replace("&#x27;", "'")
    names = re.findall(r'name="([^"]+)"', page.content.decode())
    assert set(form.fields) <= set(names)


@pytest.mark.parametrize("wrong", [{}, {"hat": 1}, {"kind": "dance"}])
def test_what_is_no_query_is_refused_with_its_place(
    system: RuleSystem, client: Client, wrong: dict[str, object]
) -> None:
    if system.odds is None:
        return
    said = client.post("/api/v1/odds/", {"system": system.slug, **wrong}, content_type="application/json")
    assert said.status_code == 400
    assert all(error["path"] for error in said.json()["errors"])


# -- parts that a system may lack -----------------------------------------------------------------


def test_what_a_system_lacks_is_not_offered(system: RuleSystem, as_alice: Client) -> None:
    own = as_alice.get("/books/own/new/").content.decode()
    offered = {part for part, kind in (("own_books", "book"), ("own_scenarios", "scenario"))
               if f"{system.slug}/{kind}" in own}  # fmt: skip
    assert offered == {part for part in ("own_books", "own_scenarios") if getattr(system, part)}
    campaign = as_alice.get("/campaigns/new/own/").content.decode()
    assert (f'value="{system.slug}"' in campaign) == (system.campaign is not None)
    meeting = as_alice.get(f"/battles/new/{system.slug}/").status_code
    assert meeting == (404 if system.presentation.meeting is None else 200)
    scenarios = as_alice.get("/scenarios/").content.decode()
    shipped = system.scenarios.shipped() if system.scenarios else {}
    assert all(name in scenarios for name in shipped)


def test_a_recorded_battle_has_a_sheet_a_result_and_a_score(system: RuleSystem) -> None:
    if system.record is None:
        return
    lists = [army.to_json() for army in list(system.lists.samples().values())[:2]]
    sheet = system.record.sheet(lists, ())
    result = {"format": system.record.format, "version": 1, "lists": lists, "losses": [{}, {}]}
    whole, short = system.record.score(result), system.record.score_of(sheet, result)
    assert whole.to_json() == short.to_json()
    Draft202012Validator(system.record.schema()).validate(result)
    assert system.campaign is not None
    assert system.campaign.recorded is not None
    told = system.campaign.recorded(lists, result)
    assert told.units == ({}, {})


# -- the library of a system that says little -----------------------------------------------------


def test_a_library_of_chapters_alone_is_enough(system: RuleSystem) -> None:
    least, book = Library(system.library.chapters), next(iter(system.lists.books().values()))
    card = system.roster.card(book, next(iter(book.entry_by_id)), ())
    assert least.tables() == least.unit_tables(book, card.entry, ()) == least.facts(book) == ()
    assert least.losses(card)[0] == f"It is gone after {card.boxes} losses."
    assert least.trait("Pike").name == "Pike"
