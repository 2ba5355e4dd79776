"""Nobody is put among the players of a faction unless one of them accepts it, also where no umpire plays."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import hold, member_of, refusal
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ordered", [False, True])
def test_who_the_umpire_invites_to_a_played_faction_waits_for_its_players(
    row: Campaign, umpire: Member, chief: Member, charlie: User, as_bob: Client, ordered: bool
) -> None:
    if ordered:
        services.give_orders(row, chief, hold(state_of(row), "crown"))
    services.join(services.invite(row, umpire, "player", "crown").token, charlie)
    newcomer, client = member_of(row, charlie), signed_in(charlie)
    assert (newcomer.role, newcomer.faction, newcomer.asks_for) == ("neutral", "", "crown")
    assert client.get(page(row, "orders")).status_code in (302, 404)
    assert client.get(api(row, "lists")).json()["count"] == 0
    assert client.get(api(row, "orders")).status_code in (403, 404)
    answer = page(row, "people", str(newcomer.pk), "answer")
    assert answer in text(as_bob.get(page(row, "people")))
    assert answer not in text(client.get(page(row, "people")))
    client.post(answer, {"accept": "1"})
    assert member_of(row, charlie).role == "neutral"
    as_bob.post(answer, {"accept": "1"})
    assert member_of(row, charlie).faction == "crown"
    assert "<b>alice</b> invited charlie, who joined The Crown, in turn 1" in text(as_bob.get(page(row)))


def test_the_first_player_of_a_faction_is_in_at_once_and_everyone_reads_who_invited_them(
    row: Campaign, umpire: Member, charlie: User, as_bob: Client
) -> None:
    services.join(services.invite(row, umpire, "player", "company").token, charlie)
    assert member_of(row, charlie).faction == "company"
    assert "<b>alice</b> invited charlie, who joined The Company, in turn 1" in text(as_bob.get(page(row)))


@pytest.mark.parametrize("role", ["neutral", "player"])
def test_nor_does_a_change_of_role_put_anybody_there(
    row: Campaign, umpire: Member, chief: Member, charlie: User, role: str
) -> None:
    member = services.add_member(row, charlie, role, "company" if role == "player" else "")
    services.change_member(row, umpire, member, role="player", faction="crown")
    assert (member.role, member.faction, member.asks_for) == ("neutral", "", "crown")
    services.answer_umpire(row, chief, member, accept=True)
    member.refresh_from_db()
    assert (member.role, member.faction) == ("player", "crown")


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_commander_in_chief_removes_players_of_their_own_faction_alone(
    row: Campaign, chief: Member, comrade: Member, enemy: Member, as_bob: Client, as_dora: Client, way: str
) -> None:
    def remove(client: Client, who: Member) -> None:
        if way == "page":
            client.post(page(row, "people", str(who.pk), "remove"))
        else:
            client.delete(api(row, "members", who.key))

    assert page(row, "people", str(comrade.pk), "remove") in text(as_bob.get(page(row, "people")))
    assert page(row, "people", str(enemy.pk), "remove") not in text(as_bob.get(page(row, "people")))
    remove(as_dora, comrade)
    remove(as_bob, enemy)
    assert row.members.filter(pk__in=(comrade.pk, enemy.pk)).count() == 2
    with refusal(CampaignRefusal, code="not-yours"):
        services.remove(row, comrade, chief)
    remove(as_bob, comrade)
    assert not row.members.filter(pk=comrade.pk).exists()
    assert f"<b>bob</b> removed {comrade.user} (The Crown) in turn 1" in text(as_bob.get(page(row)))
