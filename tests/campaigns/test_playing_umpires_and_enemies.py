"""An umpire who plays neither removes an enemy, nor orders for one, nor puts people in command there."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from campaigns import services
from campaigns.access import participant_of
from campaigns.models import Campaign, Disclosure, Member
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.readiness import readiness
from campaigns.waiting import waiting_for
from tests.campaigns.test_changing_sides import play
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import hold, member_of, refusal
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def playing(row: Campaign, umpire: Member, chief: Member) -> Campaign:
    """The island whose umpire Alice plays the Company; the Crown has given its orders."""
    play(row, umpire, "company")
    services.give_orders(row, chief, hold(state_of(row), "crown"))
    row.refresh_from_db()
    return row


def carry_out(client: Client, row: Campaign, way: str) -> None:
    revision = Campaign.objects.get(pk=row.pk).revision
    if way == "page":
        client.post(page(row, "umpire", "resolve"), {"revision": revision})
    else:
        client.post(api(row, "resolve"), {"revision": revision}, content_type=JSON)


# -- whom a turn waits for ---------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["page", "api"])
def test_they_remove_no_enemy_and_no_umpire(
    playing: Campaign, as_alice: Client, enemy: Member, umpire: Member, charlie: User, way: str
) -> None:
    second = services.add_member(playing, charlie, "umpire")
    for each in (enemy, second):
        if way == "page":
            assert page(playing, "people", str(each.pk), "remove") not in text(
                as_alice.get(page(playing, "people"))
            )
            as_alice.post(page(playing, "people", str(each.pk), "remove"))
        else:
            answer = as_alice.delete(api(playing, "members", each.key))
            assert (answer.status_code, "you play yourself" in answer.content.decode()) == (403, True)
        assert playing.members.filter(pk=each.pk).exists()
    services.remove(playing, second, enemy)
    assert not playing.members.filter(pk=enemy.pk).exists()


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_turn_waits_for_a_faction_whose_last_player_left_in_it(
    playing: Campaign, as_alice: Client, as_bob: Client, enemy: Member, umpire: Member, way: str
) -> None:
    services.remove(playing, enemy, enemy)
    carry_out(as_alice, playing, way)
    assert Campaign.objects.get(pk=playing.pk).turn == 1
    with refusal(CampaignRefusal, code="waiting"):
        services.carry_out(playing, playing.revision, umpire)
    (commons,) = [each for each in readiness(playing).factions if each.faction == "commons"]
    assert not commons.ready
    where = page(playing, "factions/commons", "automatic")
    assert where not in text(as_alice.get(page(playing, "people")))
    as_alice.post(where, {"on": "1"})
    assert Campaign.objects.get(pk=playing.pk).automatic == []


def test_orders_that_were_given_before_leaving_count(
    playing: Campaign, umpire: Member, enemy: Member, comrade: Member
) -> None:
    services.give_orders(playing, enemy, hold(state_of(playing), "commons"))
    services.remove(playing, enemy, enemy)
    services.carry_out(playing, playing.revision, umpire)
    assert playing.turn == 2


def test_they_order_no_enemy_automatically(playing: Campaign, umpire: Member, enemy: Member) -> None:
    with refusal(CampaignRefusal, code="not-yours"):
        services.set_automatic(playing, umpire, faction="commons")
    with refusal(CampaignRefusal, code="not-yours"):
        services.set_automatic(playing, umpire, member=enemy)


def test_they_leave_every_turn_a_day(playing: Campaign, umpire: Member) -> None:
    with refusal(CampaignRefusal, path="hours"):
        services.set_hours(playing, umpire, 1)
    services.set_hours(playing, umpire, 24)
    assert playing.hours == 24


# -- newcomers ---------------------------------------------------------------------------------------


def joined(client: Client, row: Campaign, by: Member, way: str, faction: str = "commons") -> None:
    link = services.invite(row, by, "player", faction, chief=True)
    if way == "page":
        client.post(link.get_absolute_url())
    else:
        client.post("/api/v1/campaigns/join/", {"token": link.token}, content_type=JSON)


@pytest.mark.parametrize("way", ["page", "api"])
def test_nobody_is_put_in_command_of_an_enemy_without_the_others(
    playing: Campaign, umpire: Member, enemy: Member, charlie: User, bob: User, as_bob: Client, way: str
) -> None:
    services.remove(playing, enemy, enemy)
    joined(signed_in(charlie), playing, umpire, way)
    newcomer = member_of(playing, charlie)
    assert (newcomer.role, newcomer.faction, newcomer.asks_for) == ("neutral", "", "commons")
    assert signed_in(charlie).get(page(playing, "orders")).status_code in (302, 404)
    assert "Answer charlie, who asks to play The Commons" in [each.words for each in waiting_for(bob)]
    assert "<b>charlie</b> asks to play The Commons" in text(as_bob.get(page(playing)))
    if way == "page":
        as_bob.post(page(playing, "people", str(newcomer.pk), "answer"), {"accept": "1"})
    else:
        as_bob.post(api(playing, "members", newcomer.key, "answer"), {"accept": True}, content_type=JSON)
    newcomer.refresh_from_db()
    assert (newcomer.faction, newcomer.chief, newcomer.asks_for) == ("commons", True, "")
    assert "<b>alice</b> invited charlie, who joined The Commons" in text(as_bob.get(page(playing)))


def test_a_faction_says_itself_who_joins_it(
    playing: Campaign, umpire: Member, chief: Member, comrade: Member, charlie: User
) -> None:
    link = services.invite(playing, chief, "player", "crown")
    link.made_by = None  # as one that an umpire made before they began to play
    link.save()
    newcomer = services.join(link.token, charlie)
    assert newcomer.asks_to_join
    with refusal(CampaignRefusal, code="not-yours"):
        services.answer_umpire(playing, umpire, newcomer, accept=True)
    services.answer_umpire(playing, comrade, newcomer, accept=True)
    newcomer.refresh_from_db()
    assert (newcomer.faction, newcomer.chief) == ("crown", False)


def test_a_commander_in_chief_invites_their_own_as_before(
    playing: Campaign, chief: Member, charlie: User
) -> None:
    assert services.join(services.invite(playing, chief, "player", "crown").token, charlie).faction == "crown"


@pytest.mark.parametrize("way", ["page", "api"])
def test_who_joins_reads_nothing_from_before(
    row: Campaign, chief: Member, comrade: Member, charlie: User, way: str
) -> None:
    services.give_orders(row, chief, {"faction": "crown", "forces": {"cr1": {"do": "forage"}}})
    services.write_message(row, comrade, "The secret ford", ["crown"])
    services.join(services.invite(row, chief, "player", "crown").token, charlie)
    client = signed_in(charlie)
    if way == "page":
        assert "The secret ford" not in text(client.get(page(row, "messages")))
    else:
        assert client.get(api(row, "messages")).json()["count"] == 0
        assert "forage" not in client.get(api(row, "orders")).content.decode()
    newcomer = participant_of(charlie, row.public_id)
    assert (newcomer.orders().given.forces, newcomer.orders().draft.forces) == ({}, {})
    services.write_message(row, comrade, "Welcome", ["crown"])
    services.give_orders(row, chief, hold(state_of(row), "crown"))
    assert [each.words for each in newcomer.messages()] == ["Welcome"]
    assert newcomer.orders().given.forces["cr1"].do == "hold"


# -- who removed whom --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["page", "api"])
def test_everyone_reads_who_removed_whom(
    row: Campaign, confirmed: None, as_alice: Client, as_bob: Client, as_dora: Client, enemy: Member,
    django_capture_on_commit_callbacks: object, as_charlie: Client, way: str,
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        if way == "page":
            as_alice.post(page(row, "people", str(enemy.pk), "remove"))
        else:
            as_alice.delete(api(row, "members", enemy.key))
    assert "<b>alice</b> removed dora (The Commons) in turn 1" in text(as_bob.get(page(row)))
    told = as_bob.get(api(row, "disclosures")).json()["results"][0]
    assert [told[key] for key in ("kind", "name", "by", "left")] == ["removed", "dora", "alice", "commons"]
    assert [each.to for each in mail.outbox if "alice removed you" in each.body] == [["dora@example.org"]]
    gone = as_dora.get(page(row))
    assert (gone.status_code, "alice removed you from the campaign" in text(gone)) == (404, True)
    assert "Crown" not in text(gone)
    over_rest = as_dora.get(api(row))
    assert (over_rest.status_code, "alice removed you" in over_rest.json()["detail"]) == (404, True)
    assert "removed" not in text(as_charlie.get(page(row)))


def test_who_leaves_was_not_removed(row: Campaign, enemy: Member, as_dora: Client) -> None:
    services.remove(row, enemy, enemy)
    assert Disclosure.objects.get().kind == "left"
    assert "removed" not in text(as_dora.get(page(row)))
