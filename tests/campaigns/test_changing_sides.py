"""Nobody knows the secrets of two sides while they matter; every change of sides is there for all to read."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Disclosure, Invitation, Member
from campaigns.persistence import CampaignRefusal
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles, member_of, refusal

pytestmark = pytest.mark.django_db
HOLD = {"faction": "crown", "forces": {"cr1": {"do": "hold"}}}


def changed(client: Client, row: Campaign, member: Member, way: str, role: str, faction: str) -> str:
    """Ask for another role and faction by page or API; what was answered."""
    data = {"role": role, "faction": faction} if faction else {"role": role}
    if way == "page":
        answer = client.post(page(row, "people", str(member.pk), "change"), data, follow=True)
    else:
        answer = client.patch(api(row, "members", member.key), data, content_type="application/json")
    member.refresh_from_db()
    return answer.content.decode()


@pytest.mark.parametrize("way", ["page", "api"])
def test_nobody_changes_sides_while_orders_that_they_know_are_open(
    row: Campaign, as_alice: Client, chief: Member, comrade: Member, way: str
) -> None:
    services.give_orders(row, chief, HOLD)
    for each in (chief, comrade):
        assert "has written orders" in changed(as_alice, row, each, way, "player", "company")
        assert each.faction == "crown"
    assert row.orders.get().given


@pytest.mark.parametrize("way", ["page", "api"])
@pytest.mark.parametrize(("role", "faction"), [("player", "company"), ("umpire", "")])
def test_nobody_changes_sides_or_judges_while_their_battles_are_open(
    met: Campaign, as_alice: Client, chief: Member, way: str, role: str, faction: str
) -> None:
    assert "still has open battles" in changed(as_alice, met, chief, way, role, faction)
    assert (chief.role, chief.faction) == ("player", "crown")


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_change_between_turns_is_there_for_every_member_to_read(
    row: Campaign, as_alice: Client, as_dora: Client, chief: Member, way: str
) -> None:
    changed(as_alice, row, chief, way, "player", "company")
    assert chief.faction == "company"
    assert "<b>bob</b> changed from The Crown to The Company in turn 1" in text(as_dora.get(page(row)))
    told = as_dora.get(api(row, "disclosures")).json()["results"][0]
    assert (told["kind"], told["left"], told["entered"]) == ("moved", "crown", "company")


def test_whoever_looks_on_for_a_moment_does_not_forget(
    row: Campaign, umpire: Member, chief: Member, comrade: Member
) -> None:
    services.give_orders(row, comrade, HOLD | {"forces": {}})
    services.change_member(row, umpire, chief, role="neutral")
    with refusal(CampaignRefusal, code="open-orders"):
        services.change_member(row, umpire, chief, role="player", faction="commons")


def test_whoever_leaves_and_comes_back_does_not_forget(
    met: Campaign, umpire: Member, chief: Member, bob: User, as_bob: Client, as_dora: Client
) -> None:
    services.remove(met, chief, chief)
    assert "<b>bob</b> left the campaign (The Crown) in turn" in text(as_dora.get(page(met)))
    for role, faction in (("player", "commons"), ("umpire", "")):
        way_in = services.invite(met, umpire, role, faction)
        with refusal(CampaignRefusal, code="open-battles"):
            services.join(way_in.token, bob)
        shown = as_bob.post(way_in.get_absolute_url(), follow=True)
        assert "still has open battles" in shown.content.decode()
        assert Invitation.objects.filter(pk=way_in.pk, used__isnull=True).exists()
    back = services.invite(met, umpire, "player", "crown")
    assert services.join(back.token, bob).asks_for == "crown"


def test_whoever_was_umpire_plays_only_where_all_accept_it(
    row: Campaign, umpire: Member, charlie: User
) -> None:
    second = services.add_member(row, charlie, "umpire")
    with refusal(CampaignRefusal, code="ask"):
        services.change_member(row, umpire, second, role="player", faction="company")
    services.change_member(row, umpire, second, role="neutral")
    with refusal(CampaignRefusal, code="ask"):
        services.change_member(row, umpire, second, role="player", faction="company")
    services.remove(row, umpire, second)
    way_in = services.invite(row, umpire, "player", "company")
    with refusal(CampaignRefusal, code="ask"):
        services.join(way_in.token, charlie)


def play(row: Campaign, umpire: Member, faction: str) -> None:
    """Let the umpire play a faction, as every player accepts."""
    services.ask_to_play(row, umpire, faction)
    for each in row.members.filter(role="player"):
        services.answer_umpire(row, each, umpire, accept=True)
    umpire.refresh_from_db()
    assert umpire.playing_umpire


def test_an_umpire_who_plays_is_given_no_other_faction(row: Campaign, umpire: Member, charlie: User) -> None:
    play(row, umpire, "company")
    second = services.add_member(row, charlie, "umpire")
    with refusal(CampaignRefusal, code="ask"):
        services.change_member(row, second, umpire, role="player", faction="commons")
    with refusal(CampaignRefusal, code="not-yours"):
        services.change_member(row, umpire, umpire, role="player", faction="commons")


@pytest.mark.parametrize("way", ["page", "api"])
def test_an_umpire_who_plays_does_not_stop_to_judge_their_own_battle(
    row: Campaign, umpire: Member, as_alice: Client, way: str
) -> None:
    play(row, umpire, "crown")
    battles(row, ("cr1", "co1"))
    if way == "page":
        answer = as_alice.post(page(row, "people", "stop-playing"), follow=True)
    else:
        answer = as_alice.delete(api(row, "members", "play"))
    assert "still has open battles" in answer.content.decode()
    assert member_of(row, umpire.user).playing_umpire
    assert not Disclosure.objects.filter(kind="stopped").exists()
