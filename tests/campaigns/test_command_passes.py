"""Who commands a faction: nobody is deposed by an invitation, and a chief who leaves is followed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone

from campaigns import ordering, services
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal
from campaigns.waiting import waiting_for
from tests.campaigns.test_changing_sides import HOLD
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import member_of, refusal
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("way", ["page", "api"])
def test_an_invitation_as_commander_deposes_nobody(
    row: Campaign, umpire: Member, chief: Member, charlie: User, way: str
) -> None:
    link = services.invite(row, chief, "player", "crown", chief=True)
    client = signed_in(charlie)
    assert "invites you to this campaign to play The Crown" in text(client.get(link.get_absolute_url()))
    if way == "page":
        shown = client.post(link.get_absolute_url(), follow=True)
        assert "already has a commander-in-chief" in text(shown)
    else:
        client.post("/api/v1/campaigns/join/", {"token": link.token}, content_type="application/json")
    chief.refresh_from_db()
    assert (chief.chief, member_of(row, charlie).chief) == (True, False)


def test_the_first_player_of_an_invitation_as_commander_commands(
    row: Campaign, umpire: Member, charlie: User
) -> None:
    link = services.invite(row, umpire, "player", "company", chief=True)
    shown = text(signed_in(charlie).get(link.get_absolute_url()))
    assert "to command The Company" in shown
    assert services.join(link.token, charlie).chief


def test_whoever_comes_from_another_side_does_not_read_open_orders(
    row: Campaign, umpire: Member, chief: Member, dora: User, enemy: Member
) -> None:
    services.remove(row, enemy, enemy)
    services.give_orders(row, chief, HOLD)
    link = services.invite(row, umpire, "player", "crown", chief=True)
    client = signed_in(dora)
    assert "one of the two has written orders" in text(client.post(link.get_absolute_url(), follow=True))
    assert not row.members.filter(user=dora).exists()


def test_the_longest_serving_player_follows_a_commander_who_leaves(
    row: Campaign,
    chief: Member,
    comrade: Member,
    as_bob: Client,
    as_dora: Client,
    confirmed: None,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    services.give_orders(row, chief, HOLD)
    shown = as_bob.get(page(row, "people")).content.decode()
    assert "edward becomes commander-in-chief of The Crown and takes over your forces." in shown
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator, attr-defined]
        as_bob.post(page(row, "people", str(chief.pk), "remove"))
    comrade.refresh_from_db()
    assert comrade.chief
    assert "<b>edward</b> became commander-in-chief of The Crown in turn 1" in text(as_dora.get(page(row)))
    assert any("new commander-in-chief" in each.subject for each in mail.outbox)
    assert "You do not command any force" not in text(signed_in(comrade.user).get(page(row, "orders")))


def test_the_last_player_reads_that_nobody_follows(row: Campaign, as_dora: Client) -> None:
    shown = as_dora.get(page(row, "people")).content.decode()
    assert "Nobody else plays The Commons: its forces will have no player." in shown


def test_a_player_reads_that_the_commander_takes_over(row: Campaign, edward: User) -> None:
    assert "Your commander-in-chief takes over" in signed_in(edward).get(page(row, "people")).content.decode()


def test_a_faction_whose_commander_is_moved_has_another(
    row: Campaign, umpire: Member, chief: Member, comrade: Member
) -> None:
    services.change_member(row, umpire, chief, faction="commons")
    comrade.refresh_from_db()
    chief.refresh_from_db()
    assert (comrade.chief, chief.chief) == (True, False)


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_commander_hands_over_the_command(
    row: Campaign, as_bob: Client, as_dora: Client, chief: Member, comrade: Member, way: str
) -> None:
    def hand_over(client: Client) -> None:
        if way == "page":
            client.post(page(row, "people", str(comrade.pk), "command"))
        else:
            client.patch(api(row, "members", comrade.key), {"chief": True}, content_type="application/json")
        comrade.refresh_from_db()

    hand_over(as_dora)
    assert not comrade.chief
    hand_over(as_bob)
    chief.refresh_from_db()
    assert (comrade.chief, chief.chief) == (True, False)
    assert row.disclosures.get(kind="chief").entered == "crown"
    with refusal(CampaignRefusal, code="not-yours"):
        services.change_member(row, chief, chief, chief=True)


def test_a_deputy_follows_a_commander_whose_account_is_deleted(
    row: Campaign, chief: Member, comrade: Member, charlie: User, as_dora: Client
) -> None:
    deputy = services.add_member(row, charlie, "player", "crown")
    services.set_away(row, chief, chief, timezone.now().date() + timedelta(days=3), deputy)
    services.give_orders(row, chief, HOLD)
    revision = row.revision
    chief.user.delete()
    row.refresh_from_db()
    assert list(row.members.filter(faction="crown", chief=True)) == [deputy]
    assert row.revision > revision
    said = text(as_dora.get(page(row)))
    assert "<b>charlie</b> became commander-in-chief of The Crown in turn 1" in said
    assert "<b>bob</b> left the campaign" in said
    assert ordering.given(row)["crown"].forces  # what was given counts
    assert "You do not command any force" not in text(signed_in(charlie).get(page(row, "orders")))


def test_without_a_deputy_the_longest_serving_player_follows_a_deleted_account(
    row: Campaign, chief: Member, comrade: Member
) -> None:
    User.objects.filter(pk=chief.user_id).delete()
    comrade.refresh_from_db()
    assert comrade.chief


def test_a_faction_whose_last_account_is_deleted_is_listed_for_the_umpire(
    row: Campaign, alice: User, dora: User, bob: User, charlie: User
) -> None:
    dora.delete()
    [vacant] = [each for each in waiting_for(alice) if each.kind == "vacancy"]
    assert vacant.words == "Find a new commander for The Commons: its last player has left"
    assert vacant.url == page(row, "people") + "#invite"
    assert not [each for each in waiting_for(bob) if each.kind == "vacancy"]
    services.add_member(row, charlie, "player", "commons")
    assert member_of(row, charlie).chief
    assert not [each for each in waiting_for(alice) if each.kind == "vacancy"]


@pytest.mark.parametrize("many", [False, True])
def test_a_campaign_goes_with_the_account_of_its_owner(
    row: Campaign, alice: User, dora: User, many: bool
) -> None:
    if many:
        User.objects.filter(pk__in=[alice.pk, dora.pk]).delete()
    else:
        alice.delete()
    assert not Campaign.objects.filter(pk=row.pk).exists()
