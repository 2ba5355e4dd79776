"""What pages answer in special cases: a used link, an undone battle, a day that is over, a wrong file."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from armylists.profiles import Profile
from campaigns import services
from campaigns.cards.factions import Rung, said_once
from campaigns.engine.state import Faction
from campaigns.models import Campaign, Member
from tests.campaigns.test_map_page import page, text
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("way", ["page", "api"])
def test_who_joined_is_led_to_the_campaign_by_the_used_link(
    row: Campaign, umpire: Member, charlie: User, as_dora: Client, way: str
) -> None:
    link = services.invite(row, umpire, "player", "company")
    services.join(link.token, charlie)
    client = signed_in(charlie)
    if way == "page":
        answer = client.get(link.get_absolute_url(), follow=True)
        assert answer.redirect_chain == [(row.get_absolute_url(), 302)]
        assert f"You already take part in {row.name}." in text(answer)
        assert as_dora.get(link.get_absolute_url()).status_code == 404
    else:
        sent = {"token": link.token}
        said = client.post("/api/v1/campaigns/join/", sent, content_type="application/json")
        assert "you already take part" in said.content.decode()


def test_an_undone_battle_says_so_to_who_fought_in_it(
    met: Campaign, as_bob: Client, as_charlie: Client
) -> None:
    met.engagements.update(undone=True)
    shown = as_bob.get(page(met, "battles", "t1e1"), follow=True)
    assert "The umpire went back to before this battle, so it no longer counts." in text(shown)
    assert as_charlie.get(page(met, "battles", "t1e1")).status_code == 404


def test_a_day_that_is_over_is_refused_in_a_sentence(row: Campaign, chief: Member, as_bob: Client) -> None:
    where = page(row, "people", str(chief.pk), "away")
    assert "Choose a day in the coming year." in text(as_bob.post(where, {"away": "2020-01-01"}, follow=True))


def test_a_file_of_another_kind_is_told_in_a_sentence(row: Campaign, as_bob: Client) -> None:
    file = SimpleUploadedFile("army.json", json.dumps({"format": "another"}).encode())
    shown = text(as_bob.post(page(row, "lists"), {"file": file}))
    assert "Format: is" not in shown
    assert "This file is not of the kind that this field takes" in shown


def test_a_campaign_file_names_its_place_in_a_sentence(row: Campaign, alice: User, as_alice: Client) -> None:
    value = services.export_file(row)
    value["seal"] = "x" * 64
    file = SimpleUploadedFile("campaign.json", json.dumps(value).encode())
    shown = text(as_alice.post("/campaigns/new/file/", {"file": file}))
    assert "In the file, at seal: " in shown
    assert "Seal:" not in shown


def test_the_checklist_names_the_deadline_in_the_readers_zone(
    row: Campaign, umpire: Member, alice: User, as_alice: Client
) -> None:
    Profile.objects.update_or_create(user=alice, defaults={"time_zone": "Europe/Warsaw", "chosen": True})
    at = datetime(timezone.now().year + 1, 1, 15, 17, tzinfo=UTC)
    services.set_deadline(row, umpire, at)
    assert f"Orders are due by 15 January {at.year}, 18:00 CET." in text(as_alice.get(page(row, "umpire")))


def test_who_has_no_force_is_not_told_to_tap_one(row: Campaign, edward: User, comrade: Member) -> None:
    shown = text(signed_in(edward).get(page(row, "orders")))
    assert "You do not command any force of The Crown." in shown
    assert "Tap a force" not in shown
    assert "Give orders" not in shown


def test_a_reason_at_many_rungs_is_said_once() -> None:
    faction = Faction(id="a", name="A", colour="#000000")
    rungs = [Rung(faction, (), False, 0, 0, may=False, why_not=why) for why in ("far", "far", "met", "")]
    assert said_once(rungs) == ["far"]


def test_a_deadline_that_has_passed_is_a_whole_sentence(row: Campaign, as_alice: Client) -> None:
    past = timezone.now() - timedelta(days=1)
    sent = {"deadline": f"{past:%Y-%m-%dT%H:%M}", "hours": "0"}
    shown = text(as_alice.post(page(row, "umpire", "deadline"), sent))
    assert "Choose a moment in the future." in shown
