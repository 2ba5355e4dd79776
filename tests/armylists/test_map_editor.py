"""The map editor of a scenario by its plain form: what is typed is kept, faults stand where they belong."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from armylists import services
from armylists.models import OwnBook
from rulesets.contract.documents import samples
from tests.armylists.scenarios import SYSTEM, clash, fields, map_page, scenario_of, sent, shipped
from tests.kit.clients import queries

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


def post(as_alice: Client, book: OwnBook, data: dict[str, Any], **more: Any) -> Any:
    answer = as_alice.post(map_page(book), data, **more)
    book.refresh_from_db()
    return answer


def test_what_is_on_the_page_comes_back_as_it_was(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    page = as_alice.get(map_page(book)).content.decode()
    assert 'name="map.terrain"' in page
    assert "c1u1 0509 north" in page
    answer = post(as_alice, book, sent(book))
    assert answer.status_code == 302
    assert book.edition == 1  # nothing was different, nothing was written


def test_ground_sides_stands_zones_and_arrivals_are_typed(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    texts = fields(book)
    data = sent(book)
    data["map.terrain"] = texts["map.terrain"].replace("............", ".....mm.....", 1)
    data["map.edges"] = "0203 E stream\n0203 ne river"
    data["map.heights"] = ""
    data["sides[0].placements"] = "c1u1 0509 n\nc1u2 0609 north-west"
    data["sides[0].generals"] = "c1 0509"
    data["sides[0].zone"] = "0309 0409, 0509 0609 0709 0809 0909"
    data["sides[1].arrivals"] = "c1u7 4 0101 0201"
    data["sides[1].break_percent"] = "33"
    assert post(as_alice, book, data).status_code == 302
    ground, (first, second) = book.draft["map"], book.draft["sides"]
    assert ground["terrain"][0] == ".....mm....."
    assert ground["edges"] == [
        {"hex": "0203", "side": "E", "kind": "stream"},
        {"hex": "0203", "side": "NE", "kind": "river"},
    ]
    assert "heights" not in ground
    assert first["placements"] == {
        "c1u1": {"hex": "0509", "facing": 1},
        "c1u2": {"hex": "0609", "facing": 2},
    }
    assert first["generals"] == {"c1": "0509"}
    assert first["zone"] == ["0309", "0409", "0509", "0609", "0709", "0809", "0909"]
    assert second["arrivals"] == {"c1u7": {"round": 4, "hexes": ["0101", "0201"]}}
    assert second["break_percent"] == 33


def test_what_cannot_be_right_is_kept_and_said_where_it_stands(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    data = sent(book)
    data["sides[0].placements"] = "c1u1 0502 north\nc1u9 0101 uphill"
    data["map.edges"] = "9999 E stream"
    answer = post(as_alice, book, data, headers=JSON)
    assert answer.status_code == 200
    told = answer.json()
    assert told["edition"] == book.edition == 2
    assert book.draft["sides"][0]["placements"]["c1u9"] == {"hex": "0101", "facing": "uphill"}
    assert "sides[0].placements" in told["fields"]
    page = as_alice.get(map_page(book)).content.decode()
    assert "fault" in page


def test_a_stand_in_a_hex_that_is_taken_is_shown_with_its_hex(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    data = sent(book)
    data["sides[0].placements"] = "c1u1 0509 north\nc1u2 0509 north"
    told = post(as_alice, book, data, headers=JSON).json()
    assert told["units"] == ["a.c1u2"]
    assert told["hexes"] == ["0509"]
    words = told["fields"]["sides[0].placements"]
    assert any("hex 0509 holds" in each for each in words)
    assert 'data-lead="0509"' in told["parts"]["faults"]
    assert "disabled" in told["parts"]["book-state"]


def test_who_edits_an_older_state_overwrites_nothing(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    first, second = sent(book), sent(book)
    first["sides[0].name"] = "The Lion’s men"
    post(as_alice, book, first)
    second["sides[0].name"] = "Others"
    answer = post(as_alice, book, second, headers=JSON)
    assert answer.status_code == 409
    assert answer.json()["edition"] == book.edition
    assert book.draft["sides"][0]["name"] == "The Lion’s men"
    assert post(as_alice, book, second).status_code == 409


def test_a_side_takes_another_list_and_keeps_the_stands_that_it_has(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    army = services.create(alice, samples()["huguenot-army"])
    data = sent(book) | {"do": "army:0", "army-0": f"own:{army.public_id}"}
    assert post(as_alice, book, data).status_code == 302
    side = book.draft["sides"][0]
    assert side["list"]["book"] == "huguenot"
    known = {unit["id"] for command in side["list"]["commands"] for unit in command["units"]}
    assert set(side["placements"]) == set(clash()["sides"][0]["placements"]) & known
    data = sent(book) | {"do": "army:1", "army-1": "sample:french-catholic-army"}
    post(as_alice, book, data)
    assert book.draft["sides"][1]["list"]["book"] == "french-catholic"


@pytest.mark.parametrize("value", ["", "own:none", "sample:royalist-oxford-army", "own:"])
def test_a_list_that_is_not_there_is_refused(as_alice: Client, alice: User, value: str) -> None:
    book = scenario_of(alice)
    answer = post(as_alice, book, sent(book) | {"do": "army:0", "army-0": value})
    assert answer.status_code == 400
    assert book.edition == 1


def test_nobody_takes_another_players_list(as_alice: Client, alice: User, bob: User) -> None:
    book = scenario_of(alice)
    army = services.create(bob, samples()["huguenot-army"])
    data = sent(book) | {"do": "army:0", "army-0": f"own:{army.public_id}"}
    assert post(as_alice, book, data).status_code == 400


def test_a_map_is_read_from_a_plain_text(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    text = "\n".join(["w . . . . . . . . . . ."] + [". . . . . . . . . . . ."] * 9 + ["stream: 0705 E"])
    data = sent(book) | {"do": "map-file", "file": SimpleUploadedFile("map.txt", text.encode())}
    assert post(as_alice, book, data).status_code == 302
    assert book.draft["map"]["terrain"][0] == "w..........."
    assert book.draft["map"]["edges"] == [{"hex": "0705", "side": "E", "kind": "stream"}]
    data = sent(book) | {"do": "map-file", "file": SimpleUploadedFile("map.txt", b"stream 0705\n??? ..")}
    answer = post(as_alice, book, data)
    assert answer.status_code == 400
    assert "line 1" in answer.content.decode()
    for wrong in (b"", b"\xff\xfe\x00"):
        data = sent(book) | {"do": "map-file", "file": SimpleUploadedFile("map.txt", wrong)}
        assert post(as_alice, book, data).status_code == 400


@pytest.mark.parametrize(
    "draft", [{}, {"map": 3, "sides": "two"}, {"sides": [1, {"placements": [], "zone": {}}]}]
)
def test_any_draft_can_be_opened(as_alice: Client, alice: User, draft: dict[str, Any]) -> None:
    book = scenario_of(alice, {"name": "Odd", **draft})
    assert as_alice.get(map_page(book)).status_code == 200
    assert post(as_alice, book, sent(book)).status_code == 302


def test_the_map_is_the_owners_alone(client: Client, alice: User, bob: User) -> None:
    book = scenario_of(alice)
    assert client.get(map_page(book)).status_code == 302  # to sign in
    client.force_login(bob)
    assert client.get(map_page(book)).status_code == 404
    assert client.post(map_page(book), sent(book)).status_code == 404


def test_a_kept_map_becomes_a_version_and_is_drawn(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    answer = as_alice.post(reverse("armylists:save-book", args=[book.public_id]), {"edition": book.edition})
    assert answer.status_code == 302
    page = as_alice.get(book.get_absolute_url()).content.decode()
    assert "Swedish Brigade" in page
    assert 'aria-label="The map of A training clash"' in page


def test_queries_do_not_grow_with_lists(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)

    services.create(alice, samples()["huguenot-army"])
    before = queries(as_alice, map_page(book))
    for _ in range(5):
        services.create(alice, samples()["huguenot-army"])
    assert queries(as_alice, map_page(book)) == before


def test_a_file_that_was_chosen_is_read_by_the_button_that_keeps_all(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    before = book.draft["map"]
    file = SimpleUploadedFile("map.txt", b"stream 0705\n??? ..")
    assert post(as_alice, book, sent(book) | {"do": "save", "file": file}).status_code == 400
    assert book.draft["map"] == before
    rows = b"\n".join([b"m " * 12] * 10)
    file = SimpleUploadedFile("map.txt", rows)
    assert post(as_alice, book, sent(book) | {"do": "save", "file": file}).status_code == 302
    assert set("".join(book.draft["map"]["terrain"])) == {"m"}
    file = SimpleUploadedFile("list.json", b"{}")
    assert post(as_alice, book, sent(book) | {"do": "save", "army-1-file": file}).status_code == 400


def test_who_writes_a_scenario_is_asked_for_scenarios_on_maps_alone(as_alice: Client) -> None:
    page = as_alice.get(reverse("battles:scenarios")).content.decode()
    where = f"{reverse('armylists:new-book')}?for=scenario"
    assert f'href="{where}"' in page
    page = as_alice.get(where).content.decode()
    assert "<h1>New scenario</h1>" in page
    assert f'value="{SYSTEM}/scenario"' in page
    assert f'value="{SYSTEM}/scenario/luetzen_1632"' in page
    assert 'value="baroque/book"' not in page
    assert 'value="by_fire_and_sword/scenario"' not in page
    answer = as_alice.post(where, {"begin": "empty", "empty-kind": "baroque/book", "empty-name": "My field"})
    assert answer.status_code == 400
    data = {"begin": "empty", "empty-kind": f"{SYSTEM}/scenario", "empty-name": "My field"}
    page = as_alice.post(where, data, follow=True).content.decode()
    assert OwnBook.objects.get().draft["name"] == "My field"
    assert "Your new scenario is ready." in page


def test_a_line_that_places_nothing_is_named_with_its_first_word(alice: User, as_alice: Client) -> None:
    book = scenario_of(alice, shipped("training_clash"))
    data = sent(book)
    data["sides[0].placements"] = "rubbish\nc1u2 05x9 up"
    assert post(as_alice, book, data).status_code == 302
    page = unescape(as_alice.get(map_page(book)).content.decode())
    assert "rubbish: '' is not a hex: four digits, its column and its row, such as 0509" in page
    assert (
        "is not a facing: north-east, north, north-west, south-west, south or south-east, as 0 to 5" in page
    )
    assert "whole number" not in page


def test_the_versions_tell_what_changed_on_the_map(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice, shipped("luetzen_1632"), kept=True)
    data = sent(book)
    rows = data["map.terrain"].split("\n")
    data["map.terrain"] = "\n".join(["m" + rows[0][1:], "m" + rows[1][1:], *rows[2:]])
    data["sides[0].placements"] = data["sides[0].placements"].replace("north", "north-west", 1)
    post(as_alice, book, data)
    as_alice.post(reverse("armylists:save-book", args=[book.public_id]), {"edition": book.edition})
    page = as_alice.get(reverse("armylists:book-version", args=[book.public_id, 2])).content.decode()
    assert "terrain: 2 of 14 lines" in page
    assert "facing 1 became 2" in page
