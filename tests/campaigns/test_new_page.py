"""Beginning a campaign: one that ships, one's own of each shape, one from a file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaigns.engine import shipped
from campaigns.models import Campaign, Invitation, OwnMap
from campaigns.persistence import state_of
from tests.campaigns.test_map_page import page, text

pytestmark = pytest.mark.django_db

OWN: dict[str, Any] = {
    "name": "A Summer's War", "shape": "map", "systems": ["baroque"], "map": "shipped:island",
    "start": "1650-05-01", "rules": "usual", "factions-TOTAL_FORMS": "3", "factions-INITIAL_FORMS": "0",
    "factions-0-name": "The North", "factions-0-colour": "#2c4560", "factions-0-money": "50",
    "factions-0-home": ["northwick", "wrack"], "factions-0-invite": "north@example.org",
    "factions-1-name": "The South", "factions-1-colour": "#8c2f39", "factions-1-home": ["saltham"],
    "factions-2-name": "", "scenes-TOTAL_FORMS": "0", "scenes-INITIAL_FORMS": "0",
}  # fmt: skip


def test_an_empty_shelf_offers_a_new_campaign_once(as_alice: Client) -> None:
    assert text(as_alice.get("/campaigns/")).count("New campaign") == 1
    assert "<h1>New campaign</h1>" in text(as_alice.get("/campaigns/new/"))


@pytest.mark.parametrize("key", sorted(shipped.campaigns()))
def test_every_campaign_that_ships_begins(as_alice: Client, key: str) -> None:
    assert f'value="{key}"' in text(as_alice.get("/campaigns/new/"))
    answer = as_alice.post("/campaigns/new/", {"campaign": key, "name": "Ours", "hours": "24"})
    row = Campaign.objects.get()
    assert answer["Location"] == page(row, "people") + "#invite"
    assert (row.name, row.hours) == ("Ours", 24)
    assert as_alice.get(page(row)).status_code == 200


@pytest.mark.parametrize(
    ("address", "sent"),
    [("/campaigns/new/", {"campaign": "island"}), ("/campaigns/new/own/", OWN)],
    ids=["one that ships", "one's own"],
)
def test_turns_go_on_without_the_umpire_only_where_they_have_hours(
    as_alice: Client, address: str, sent: dict[str, Any]
) -> None:
    for hours in ("", "24"):
        as_alice.post(address, sent | {"hours": hours})
        row = Campaign.objects.latest("created")
        assert (row.hours, row.alone) == (int(hours or 0), bool(hours))
        form = as_alice.get(page(row, "umpire")).context["deadline"]
        assert form["alone"].value() is bool(hours)


@pytest.mark.parametrize("key", sorted(shipped.campaigns()))
def test_maps_that_ship_are_drawn_for_the_shelf(as_alice: Client, key: str) -> None:
    answer = as_alice.get(f"/campaigns/shipped/{key}.svg")
    if shipped.campaigns()[key].map is None:
        assert answer.status_code == 404
    else:
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.content.startswith(b"<svg")


def test_a_campaign_of_ones_own_on_a_map(as_alice: Client, alice: User) -> None:
    assert as_alice.get("/campaigns/new/own/").status_code == 200
    answer = as_alice.post("/campaigns/new/own/", OWN)
    assert answer.status_code == 302, answer.context["form"].errors
    row = Campaign.objects.get()
    state = state_of(row)
    assert answer["Location"] == page(row, "umpire")
    assert list(state.factions) == ["the-north", "the-south"]
    assert state.factions["the-north"].money == 50
    assert {key for key, area in state.areas.items() if area.owner == "the-north"} == {"northwick", "wrack"}
    invitation = Invitation.objects.get()
    assert (invitation.faction, invitation.email) == ("the-north", "north@example.org")
    assert as_alice.get(page(row)).status_code == 200


def test_ones_own_map_can_be_played_on_and_nobody_elses(as_alice: Client, alice: User, bob: User) -> None:
    document = shipped.maps()["island"].to_json()
    mine = OwnMap.objects.create(owner=alice, name="Mine", document=document)
    his = OwnMap.objects.create(owner=bob, name="His", document=document)
    assert as_alice.post("/campaigns/new/own/", OWN | {"map": f"own:{his.public_id}"}).status_code == 400
    assert as_alice.post("/campaigns/new/own/", OWN | {"map": f"own:{mine.public_id}"}).status_code == 302


def test_a_map_may_come_from_a_file(as_alice: Client) -> None:
    file = SimpleUploadedFile("map.json", json.dumps(shipped.maps()["island"].to_json()).encode())
    assert as_alice.post("/campaigns/new/own/", OWN | {"map_file": file}).status_code == 302


def test_a_map_that_cannot_be_read_is_said_at_its_field(as_alice: Client) -> None:
    file = SimpleUploadedFile("map.json", b'{"format": "leaguer-campaign-map", "version": 1}')
    answer = as_alice.post("/campaigns/new/own/", OWN | {"map_file": file})
    assert answer.status_code == 400
    assert "map_file" in answer.context["form"].errors


def test_an_area_that_the_map_has_not_is_said_at_the_faction(as_alice: Client) -> None:
    answer = as_alice.post("/campaigns/new/own/", OWN | {"factions-0-home": ["reading"]})
    assert answer.status_code == 400
    assert "Choose areas of the map" in str(answer.context["factions"].forms[0].errors["home"])
    assert not Campaign.objects.exists()


def test_a_rule_set_may_come_from_a_template_or_a_file(as_alice: Client) -> None:
    as_alice.post("/campaigns/new/own/", OWN | {"rules": "island"})
    rules = shipped.campaigns()["island"].rules
    assert state_of(Campaign.objects.get()).rules == rules
    changed = rules.to_json() | {"name": "From a file"}
    file = SimpleUploadedFile("rules.json", json.dumps(changed).encode())
    as_alice.post("/campaigns/new/own/", OWN | {"rules_file": file})
    assert state_of(Campaign.objects.order_by("pk").last()).rules.name == "From a file"  # type: ignore[arg-type]


def test_two_factions_are_needed(as_alice: Client) -> None:
    answer = as_alice.post("/campaigns/new/own/", OWN | {"factions-1-name": ""})
    assert answer.status_code == 400
    assert "Name at least two factions" in text(answer)


def test_more_rows_are_offered_and_nothing_typed_is_lost(as_alice: Client) -> None:
    answer = as_alice.post("/campaigns/new/own/", OWN | {"more": "factions"})
    assert answer.status_code == 200
    assert len(answer.context["factions"].forms) == 7
    assert 'value="The North"' in text(answer)


def test_a_story_of_ones_own_has_its_scenes(as_alice: Client) -> None:
    scenes = {
        "shape": "story", "scenes-TOTAL_FORMS": "3", "scenes-0-name": "The Bridge",
        "scenes-0-words": "At dawn.", "scenes-0-first": "The North", "scenes-0-second": "The South",
        "scenes-0-won": "2", "scenes-0-lost": "3", "scenes-1-name": "Pursuit", "scenes-2-name": "Retreat",
        "scenes-0-terrain": "moor", "scenes-0-scenario": "training_clash", "scenes-0-points": "3",
    }  # fmt: skip
    answer = as_alice.post("/campaigns/new/own/", OWN | scenes)
    assert answer.status_code == 302, answer.context["form"].errors
    story = state_of(Campaign.objects.get()).story
    assert story is not None
    assert [(each.when, each.to) for each in story.nodes[0].branches] == [
        ("won", "pursuit"),
        ("lost", "retreat"),
    ]
    fought = [(each.terrain, each.scenario, each.points) for each in story.nodes]
    assert fought == [("moor", "training_clash", 3), ("fields", "", 1), ("fields", "", 1)]


def test_a_branch_into_nothing_is_said(as_alice: Client) -> None:
    scenes = {"shape": "story", "scenes-TOTAL_FORMS": "1", "scenes-0-name": "The Bridge", "scenes-0-won": "9"}
    answer = as_alice.post("/campaigns/new/own/", OWN | scenes)
    assert answer.status_code == 400
    assert "there is no scene" in text(answer)


def test_a_document_begins_a_campaign(as_alice: Client) -> None:
    file = SimpleUploadedFile("island.json", json.dumps(shipped.document("island"), default=str).encode())
    assert as_alice.post("/campaigns/new/file/", {"file": file}).status_code == 302
    assert Campaign.objects.get().name == "The Isle of Merrow"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b'{"format": "leaguer-campaign", "version": 1}',
                                     b'{"format": "leaguer-campaign-file", "version": 99}'])  # fmt: skip
def test_a_file_that_is_no_campaign_is_refused_with_its_reason(as_alice: Client, content: bytes) -> None:
    answer = as_alice.post("/campaigns/new/file/", {"file": SimpleUploadedFile("x.json", content)})
    assert answer.status_code == 400
    assert answer.context["form"].errors["file"]
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("kind", ["leaguer-list", "leaguer-campaign-map", 7])
def test_a_file_of_another_kind_is_called_what_it_is(as_alice: Client, kind: object) -> None:
    file = SimpleUploadedFile("x.json", json.dumps({"format": kind, "version": 1, "x": []}).encode())
    answer = as_alice.post("/campaigns/new/file/", {"file": file})
    assert answer.status_code == 400
    [said] = answer.context["form"].errors["file"]
    assert said.startswith(f"This file is “{kind}”, not a campaign")


def test_battles_may_be_fought_in_any_of_the_systems_if_the_umpire_says_so(as_alice: Client) -> None:
    for chosen, wanted in (({}, "forces"), ({"any_system": "on"}, "any")):
        answer = as_alice.post("/campaigns/new/own/", {**OWN, "systems": ["baroque", "snaphance"], **chosen})
        assert answer.status_code == 302
        assert state_of(Campaign.objects.latest("pk")).rules.battles.systems == wanted


def test_a_faction_takes_all_areas_of_an_owner_on_the_map(as_alice: Client) -> None:
    as_alice.post("/campaigns/new/own/", OWN | {"factions-0-home": ["owner:crown"]})
    state = state_of(Campaign.objects.get())
    given = {area.id for area in shipped.maps()["island"].areas if area.owner == "crown"}
    assert {key for key, area in state.areas.items() if area.owner == "the-north"} == given != set()


def test_homes_are_chosen_from_the_areas_of_ones_maps(as_alice: Client, alice: User, bob: User) -> None:
    document = shipped.maps()["island"].to_json()
    document["areas"] = [document["areas"][0] | {"name": "Farfield", "id": "farfield"}]
    OwnMap.objects.create(owner=alice, name="Mine", document=document)
    OwnMap.objects.create(owner=bob, name="Bob's secret", document=document)
    shown = text(as_alice.get("/campaigns/new/own/"))
    assert '<option value="farfield">Farfield</option>' in shown
    assert '<optgroup label="Mine">' in shown
    assert "Bob&#x27;s secret" not in shown


def test_homes_are_those_of_the_chosen_map_and_choosing_another_keeps_the_rest(as_alice: Client) -> None:
    island, other = shipped.maps()["island"], next(key for key in shipped.maps() if key != "island")
    more = OWN | {"more": "map"}
    shown = text(as_alice.post("/campaigns/new/own/", more))
    assert '<option value="northwick" selected>' in shown
    assert "All areas of The Crown</option>" in shown
    moved = text(as_alice.post("/campaigns/new/own/", more | {"map": f"shipped:{other}"}))
    assert f'<optgroup label="{island.name}">' not in moved
    assert 'value="northwick"' not in moved
    assert 'value="The North"' in moved
    assert "Choose areas of the map" not in moved
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(("opening", "relation"), [("war", "war"), ("peace", "neutral")])
def test_war_or_peace_is_chosen_at_the_beginning(as_alice: Client, opening: str, relation: str) -> None:
    as_alice.post("/campaigns/new/own/", OWN | {"opening": opening})
    assert state_of(Campaign.objects.get()).relation("the-north", "the-south") == relation


def test_without_a_day_it_begins_when_the_maps_own_campaign_does(as_alice: Client) -> None:
    as_alice.post("/campaigns/new/own/", OWN | {"start": ""})
    assert state_of(Campaign.objects.get()).date == shipped.campaigns()["island"].start.isoformat()


def test_a_refused_form_says_on_top_what_is_wrong_and_links_to_it(as_alice: Client) -> None:
    sent = {"campaign": "narnia", "hours": "-1"}
    shown = as_alice.post("/campaigns/new/", sent).content.decode()
    summary = shown[shown.index("error-summary") : shown.index("<fieldset")]
    assert "There are 2 problems" in summary
    for anchor, words in (("id_campaign", "that one is not in it."), ("id_hours", "Enter 0 or more.")):
        assert f'href="#{anchor}"' in summary
        assert words in summary
        assert shown.count(f'id="{anchor}"') == 1
    assert "error-summary" not in as_alice.get("/campaigns/new/").content.decode()
