"""Systems, books, rules and odds over the REST interface."""

from __future__ import annotations

from dataclasses import asdict
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.contract.registry import get
from rulesets.site.books import book_page
from rulesets.site.rulebook import rules

API = "/api/v1"
RULES = f"{API}/systems/baroque/rules/"
SHOT = {
    "kind": "shot",
    "attacker": {"entry": "tyw-swedish.swedish-foot", "moves": 1},
    "target": {"entry": "tyw-catholic.cuirassiers", "leader": True},
    "conditions": {"distance": 1.5},
}


def ask(client: Client, query: object) -> tuple[int, dict]:
    answer = client.post(f"{API}/odds/", query, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.mark.parametrize("key", list(get("baroque").lists.books()))
def test_a_book_has_every_entry_with_its_profile_and_options(client: Client, key: str) -> None:
    found = client.get(f"{API}/systems/baroque/books/{key}/").json()
    book = book_page("baroque", key).book
    assert [entry["id"] for entry in found["entries"]] == [entry.id for entry in book.entries]
    for row, entry in zip(found["entries"], book.entries, strict=True):
        assert (row["points"], row["min"], row["max"]) == (entry.points, entry.min, entry.max)
        assert row["profile"]["vbu"] == entry.profile.vbu
        assert [option["id"] for option in row["options"]] == [each.id for each in book.options_for(entry.id)]


def test_an_option_has_the_profile_that_it_makes(client: Client) -> None:
    found = client.get(f"{API}/systems/baroque/books/tyw-swedish/").json()
    riders = next(row for row in found["entries"] if row["id"] == "tyw-swedish.latta-ryttare")
    option = next(each for each in riders["options"] if each["name"] == "Horse & Muskets")
    assert (riders["profile"]["type"], option["profile"]["type"], option["points"]) == ("TR", "H&M", 13)


def test_the_rules_come_in_pages(client: Client) -> None:
    first = client.get(RULES, {"page_size": 100}).json()
    assert (first["count"], len(first["results"]), first["previous"]) == (419, 100, None)
    seen = first["results"]
    while first["next"]:
        first = client.get(first["next"]).json()
        seen += first["results"]
    assert [row["id"] for row in seen] == list(rules("baroque"))


def test_the_rules_are_searched_and_filtered(client: Client) -> None:
    found = client.get(RULES, {"search": "defensive fire", "phase": "shooting"}).json()
    assert found["count"] > 5
    for row in found["results"]:
        assert row["phase"] == "shooting"
        assert "defensive" in f"{row['title']} {row['text']} {row['reading']}".lower()
    by_hand = client.get(RULES, {"status": "by hand"}).json()
    assert all(row["note"] for row in by_hand["results"])


def test_a_rule_has_what_it_needs_and_what_needs_it(client: Client) -> None:
    row = client.get(f"{RULES}BQ-6.6.a/").json()
    assert row["needs"] == list(rules("baroque")["BQ-6.6.a"].needs)
    assert "BQ-7.7.d" in row["needed_by"]
    assert [example["id"] for example in row["examples"]] == ["EX-6.6"]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({"phase": "siege"}, "phase"),
        ({"status": "lost"}, "status"),
        ({"page": "0"}, "page"),
        ({"page_size": "1000"}, "page_size"),
        ({"search": "x" * 200}, "search"),
    ],
)
def test_a_bad_filter_is_named(client: Client, query: dict[str, str], path: str) -> None:
    answer = client.get(RULES, query)
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == [path]


@pytest.mark.parametrize(
    "address",
    [
        "systems/chess/books/",
        "systems/chess/rules/",
        "systems/baroque/books/x/",
        "systems/baroque/rules/BQ-99/",
    ],
)
def test_what_does_not_exist_is_not_found(client: Client, address: str) -> None:
    answer = client.get(f"{API}/{address}")
    assert answer.status_code == 404
    assert "detail" in answer.json()
    assert "max-age" not in answer.get("Cache-Control", "")


def test_a_page_beyond_the_last_is_not_found(client: Client) -> None:
    assert client.get(RULES, {"page": 99}).status_code == 404


def test_reference_data_may_be_kept_and_is_not_sent_twice(client: Client) -> None:
    first = client.get(f"{API}/systems/baroque/books/polish/")
    assert "max-age=3600" in first["Cache-Control"]
    again = client.get(f"{API}/systems/baroque/books/polish/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_reference_data_is_made_once_for_everybody(client: Client, as_alice: Client) -> None:
    address = f"{API}/systems/baroque/books/polish/"
    with mock.patch("rulesets.site.api.asdict", side_effect=asdict) as made:
        first = client.get(address)
        assert made.call_count > 1
        made.reset_mock()
        for reader in (client, as_alice):
            again = reader.get(address)
            assert (again.content, again["ETag"]) == (first.content, first["ETag"])
            assert again["Content-Type"] == "application/json"
        assert made.call_count == 0


def test_an_answer_is_stored_for_the_form_that_was_asked_for(client: Client) -> None:
    plain = client.get(f"{API}/systems/")
    indented = client.get(f"{API}/systems/", headers={"accept": "application/json; indent=4"})
    assert plain.json() == indented.json()
    assert len(plain.content) < len(indented.content)
    assert client.get(RULES, {"page": 2}).json() != client.get(RULES).json()


def test_the_schema_is_made_once_in_each_form(client: Client) -> None:
    address = reverse("api-schema")
    first = client.get(address)
    assert first["Content-Disposition"] == 'inline; filename="Leaguer.yaml"'
    with mock.patch("drf_spectacular.views.SchemaGenerator.get_schema", side_effect=AssertionError):
        again = client.get(address)
        known = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.content, again["Content-Type"]) == (first.content, first["Content-Type"])
    assert again["Content-Disposition"] == first["Content-Disposition"]
    assert known.status_code == 304
    assert client.get(address, headers={"accept": "application/json"}).json()["openapi"].startswith("3")


# ---------------------------------------------------------------------------- odds


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"kind": "siege"}, "kind"),
        ({"attacker": {"entry": "nobody"}}, "attacker.entry"),
        ({"attacker": {"entry": "polish.hussars", "options": ["x"]}}, "attacker.options[0]"),
        ({"target": {"entry": "polish.hussars", "vbu": 40}}, "target.vbu"),
        ({"target": {}}, "target"),
        ({"conditions": {"distance": -1}}, "conditions.distance"),
        ({"conditions": {"distance": 1, "colour": "red"}}, "conditions.colour"),
        ({"conditions": {"distance": 7}}, "conditions.distance"),
    ],
)
def test_a_bad_query_is_refused_at_its_path(client: Client, change: dict, path: str) -> None:
    status, body = ask(client, {**SHOT, **change})
    assert status == 400
    assert [error["path"] for error in body["errors"]] == [path]
    assert body["errors"][0]["message"]


@pytest.mark.parametrize("body", ["[]", "null", "3", '"shot"', "{", ""])
def test_what_is_no_query_is_refused(client: Client, body: str) -> None:
    answer = client.post(f"{API}/odds/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"]
