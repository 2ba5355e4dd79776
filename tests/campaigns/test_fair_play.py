"""What umpires see is written down for all; an umpire who plays sees what players see, by every way."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.access import Participant, participant_of
from campaigns.models import Campaign, Disclosure, Member
from campaigns.persistence import CampaignRefusal, state_of
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles, hold, member_of, outcome, refusal
from tests.kit.clients import pdf_words, signed_in

pytestmark = pytest.mark.django_db


def api(row: Campaign, *parts: str) -> str:
    return "/".join(("/api/v1/campaigns", str(row.public_id), *parts, ""))


def revision(row: Campaign, **more: Any) -> dict[str, Any]:
    return {"revision": Campaign.objects.get(pk=row.pk).revision, **more}


@pytest.fixture
def playing(row: Campaign, umpire: Member, chief: Member, comrade: Member, enemy: Member) -> Campaign:
    """The island whose umpire Alice plays the Company as well; the Commons have given orders."""
    services.ask_to_play(row, umpire, "company")
    for each in (chief, comrade, enemy):
        services.answer_umpire(row, each, umpire, accept=True)
    services.give_orders(row, enemy, hold(state_of(row), "commons"))
    row.refresh_from_db()
    return row


# -- what is written down --------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["page", "api"])
def test_every_member_reads_who_previewed_which_turn(
    row: Campaign, as_alice: Client, as_bob: Client, nora: User, way: str
) -> None:
    if way == "page":
        assert as_alice.post(page(row, "umpire", "preview")).status_code == 200
    else:
        assert as_alice.get(api(row, "preview")).status_code == 200
    for client in (as_bob, signed_in(nora)):
        assert "<b>alice</b> previewed turn 1" in text(client.get(page(row)))
        found = client.get(api(row, "disclosures")).json()["results"]
        assert [(each["kind"], each["turn"], each["name"]) for each in found] == [("preview", 1, "alice")]


@pytest.mark.parametrize(("seed", "kind"), [("", "file"), ("?seed=1", "seed")])
@pytest.mark.parametrize("address", ["page", "api"])
def test_a_file_with_the_orders_is_no_way_to_look_unseen(
    row: Campaign, as_alice: Client, as_bob: Client, seed: str, kind: str, address: str
) -> None:
    base = f"{page(row)}campaign.json" if address == "page" else api(row, "file")
    assert as_alice.get(base + seed).status_code == 200
    assert [each.kind for each in Disclosure.objects.all()] == [kind]
    said = text(as_bob.get(page(row)))
    assert re.search(r"downloaded the campaign file \(number \w+\) with the orders", said)


def test_a_preview_that_cannot_be_is_not_written_down(row: Campaign, as_alice: Client) -> None:
    battles(row, ("cr1", "co1"))
    as_alice.post(page(row, "umpire", "preview"))
    assert not Disclosure.objects.exists()


def test_nobody_but_an_umpire_previews(row: Campaign, as_bob: Client, as_charlie: Client) -> None:
    assert as_bob.post(page(row, "umpire", "preview")).status_code == 404
    assert as_bob.get(api(row, "preview")).status_code == 403
    assert as_charlie.get(api(row, "disclosures")).status_code == 404
    assert not Disclosure.objects.exists()


# -- playing needs everybody's consent -------------------------------------------------------------


def test_an_umpire_plays_once_every_player_has_accepted(
    row: Campaign, umpire: Member, as_alice: Client, as_bob: Client, comrade: Member, as_dora: Client
) -> None:
    as_alice.post(page(row, "people", "play"), {"faction": "company"})
    assert "asks to play The Company" in text(as_bob.get(page(row)))
    answer = page(row, "people", str(umpire.pk), "answer")
    as_bob.post(answer, {"accept": "1"})
    services.answer_umpire(row, comrade, umpire, accept=True)
    umpire.refresh_from_db()
    assert umpire.umpire
    as_dora.post(answer, {"accept": "1"})
    umpire.refresh_from_db()
    assert (umpire.role, umpire.faction, umpire.playing_umpire) == ("player", "company", True)
    assert "runs this campaign and plays The Company" in text(as_dora.get(page(row)))


def test_one_player_who_declines_is_enough(row: Campaign, umpire: Member, chief: Member) -> None:
    services.ask_to_play(row, umpire, "company")
    services.answer_umpire(row, chief, umpire, accept=False)
    umpire.refresh_from_db()
    assert (umpire.asks_for, umpire.umpire) == ("", True)


def test_the_consent_is_given_over_rest_too(row: Campaign, as_alice: Client, as_bob: Client) -> None:
    made = as_alice.post(api(row, "members", "play"), {"faction": "company"}, content_type="application/json")
    assert made.json()["asks_for"] == "company"
    key = made.json()["key"]
    said = as_bob.post(
        api(row, "members", key, "answer"), {"accept": True}, content_type="application/json"
    ).json()
    assert len(said["accepted_by"]) == 1
    assert as_alice.delete(api(row, "members", "play")).json()["asks_for"] == ""
    late = as_bob.post(api(row, "members", key, "answer"), {"accept": True}, content_type="application/json")
    assert late.status_code == 409
    assert [(each["path"], each["message"]) for each in late.json()["errors"]] == [
        ("member", "alice has no open request: they are an umpire")
    ]


def test_onlookers_and_umpires_do_not_accept_for_players(
    row: Campaign, umpire: Member, onlooker: Member
) -> None:
    services.ask_to_play(row, umpire, "company")
    for each in (umpire, onlooker):
        with refusal(CampaignRefusal, code="not-yours"):
            services.answer_umpire(row, each, umpire, accept=True)


def test_no_other_way_makes_an_umpire_a_player(row: Campaign, umpire: Member, chief: Member) -> None:
    with refusal(CampaignRefusal, path="faction"):
        services.invite(row, umpire, "umpire", "company")
    with refusal(CampaignRefusal, path="faction"):
        services.change_member(row, umpire, chief, role="umpire", faction="crown")
    services.change_member(row, umpire, chief, role="umpire")
    chief.refresh_from_db()
    assert (chief.umpire, chief.faction) == (True, "")


def test_a_player_who_becomes_umpire_has_to_ask_before_they_play(row: Campaign, umpire: Member) -> None:
    with refusal(CampaignRefusal):
        services.change_member(row, umpire, umpire, role="player", faction="company")


# -- what is closed to them ------------------------------------------------------------------------

CLOSED_PAGES = (
    "umpire/preview", "umpire/back", "umpire/clone", "umpire/act/money", "umpire/act/unit",
    "rules/march", "campaign.json",
)  # fmt: skip


@pytest.mark.parametrize("name", CLOSED_PAGES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_umpire_who_plays_finds_these_pages_closed(
    playing: Campaign, as_alice: Client, name: str, method: str
) -> None:
    slash = "" if name.endswith(".json") else "/"
    answer = getattr(as_alice, method)(f"{page(playing)}{name}{slash}", {"turn": "1", "reason": "x"})
    assert answer.status_code in (302, 405, 409)
    assert b"commons" not in answer.content.lower()
    assert not Disclosure.objects.filter(kind__in=("preview", "file", "seed")).exists()


@pytest.mark.parametrize(
    ("method", "name", "data"),
    [
        ("get", "preview", {}), ("get", "file", {}), ("post", "clone", {}),
        ("post", "override", {"acts": [{"do": "end"}], "reason": "x"}),
        ("post", "back", {"turn": 1, "reason": "x"}),
    ],
)  # fmt: skip
def test_an_umpire_who_plays_is_refused_over_rest(
    playing: Campaign, as_alice: Client, method: str, name: str, data: dict[str, Any]
) -> None:
    if method == "get":
        answer = as_alice.get(api(playing, name))
    else:
        answer = as_alice.post(api(playing, name), revision(playing, **data), content_type="application/json")
    assert answer.status_code == 403
    assert "You play a faction yourself" in answer.content.decode() or "you play" in answer.content.decode()


@pytest.mark.usefixtures("unprinted")
def test_an_umpire_who_plays_sees_no_force_of_others_anywhere(playing: Campaign, as_alice: Client) -> None:
    secret = {force.name for force in state_of(playing).standing() if force.faction != "company"}
    known = {each.name for each in _alice(playing).view().sightings}
    for name in ("", "forces/", "factions/", "orders/", "chronicle/", "people/", "battles/", "umpire/"):
        shown = text(as_alice.get(f"{page(playing)}{name}"))
        for hidden in secret - known:
            assert hidden not in shown, (name, hidden)
    seen = as_alice.get(api(playing, "view")).json()
    assert seen["who"] == "company"
    assert {each["faction"] for each in seen["state"]["forces"].values()} == {"company"}
    for paper in ("gazette/1.pdf", "history.pdf"):
        words = pdf_words(as_alice.get(f"{page(playing)}{paper}").content)
        assert not [each for each in secret - known if each in words]


def test_an_umpire_who_plays_neither_reads_nor_writes_others_orders(
    playing: Campaign, as_alice: Client
) -> None:
    umpire = _alice(playing).member
    with pytest.raises(Exception, match="yours to order"):
        services.give_orders(playing, umpire, {"faction": "commons", "forces": {"co1": {"do": "hold"}}})
    shown = as_alice.get(f"{page(playing)}orders/?faction=commons")
    assert "Commons’ Foot" not in text(shown)
    assert as_alice.get(f"{api(playing, 'orders')}?faction=commons").status_code == 403


def test_an_umpire_who_plays_learns_from_a_turn_what_players_learn(
    playing: Campaign, as_alice: Client, chief: Member, comrade: Member
) -> None:
    services.give_orders(playing, chief, hold(state_of(playing), "crown"))
    answer = as_alice.post(api(playing, "resolve"), revision(playing), content_type="application/json")
    assert answer.status_code == 200, answer.content
    for part in answer.json()["parts"]:
        for entry in part["entries"]:
            assert {"*", "company"} & set(entry["event"]["known"])


def test_an_umpire_who_plays_waits_for_the_others_orders(playing: Campaign) -> None:
    with refusal(CampaignRefusal, code="waiting"):
        services.carry_out(playing, playing.revision, _alice(playing).member)
    assert playing.turn == 1


def test_an_umpire_who_plays_does_not_decide_about_battles_of_others(
    playing: Campaign, as_alice: Client
) -> None:
    battles(playing, ("cr1", "co1"))
    assert as_alice.get(page(playing, "battles", "t1e1")).status_code == 404
    with refusal(CampaignRefusal, code="not-yours"):
        services.report(playing, "t1e1", _alice(playing).member, outcome(playing, "t1e1"))


def test_an_umpire_who_plays_runs_the_campaign(playing: Campaign, as_alice: Client) -> None:
    shown = text(as_alice.get(page(playing, "umpire")))
    assert "You play a faction" in shown
    assert "Umpire’s corrections" not in shown
    assert f"{page(playing)}umpire/preview/" not in shown
    as_alice.post(page(playing, "umpire", "pause"), {"on": "1"})
    assert Campaign.objects.get(pk=playing.pk).paused
    sent = {"role": "neutral", "faction": "", "label": "A guest", "email": ""}
    assert as_alice.post(page(playing, "people", "invite"), sent).status_code == 302


def test_an_umpire_who_plays_sends_nobody_into_a_faction_that_others_lead(playing: Campaign) -> None:
    with refusal(CampaignRefusal, code="not-yours"):
        services.invite(playing, _alice(playing).member, "player", "commons")


def test_who_stops_playing_is_umpire_again_and_all_can_read_it(
    playing: Campaign, as_alice: Client, as_bob: Client
) -> None:
    as_alice.post(page(playing, "people", "stop-playing"))
    assert _alice(playing).umpire
    assert "stopped playing in turn 1" in text(as_bob.get(page(playing)))


def test_who_asks_again_needs_everybody_again(playing: Campaign) -> None:
    umpire = _alice(playing).member
    services.stop_playing(playing, umpire)
    assert not services.ask_to_play(playing, umpire, "company")


def test_a_playing_umpire_comes_back_from_a_file_as_one(playing: Campaign, alice: User) -> None:
    copy = services.import_file(alice, json.dumps(services.export_file(playing)).encode())
    assert member_of(copy, alice).playing_umpire


def test_an_umpire_of_an_older_file_who_leads_a_faction_plays(row: Campaign, alice: User) -> None:
    file = json.loads(json.dumps(services.export_file(row)))
    file["members"][0] |= {"role": "umpire", "faction": "company", "chief": True}
    file["members"][0].pop("playing_umpire", None)
    copy = services.import_file(alice, file)
    found = member_of(copy, alice)
    assert (found.role, found.playing_umpire, found.umpire) == ("player", True, False)


def _alice(row: Campaign) -> Participant:
    return participant_of(User.objects.get(username="alice"), row.public_id)
