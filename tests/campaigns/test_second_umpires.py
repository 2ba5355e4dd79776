"""While an umpire plays, a new umpire needs the consent of all players, and every umpire's coming is read."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Member
from campaigns.waiting import waiting_for
from tests.campaigns.test_changing_sides import HOLD, play
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import member_of
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_second_umpire_sees_nothing_until_every_player_accepts(
    row: Campaign, umpire: Member, chief: Member, bob: User, charlie: User, as_bob: Client, way: str
) -> None:
    services.give_orders(row, chief, HOLD)
    play(row, umpire, "company")
    link = services.invite(row, umpire, "umpire")
    client = signed_in(charlie)
    if way == "page":
        client.post(link.get_absolute_url())
    else:
        client.post("/api/v1/campaigns/join/", {"token": link.token}, content_type="application/json")
    second = member_of(row, charlie)
    assert (second.role, second.asks_for) == ("neutral", "*")
    assert client.get(api(row, "file")).status_code in (403, 404, 409)
    assert "<b>charlie</b> asks to be umpire as well" in text(as_bob.get(page(row)))
    assert "Answer charlie, who asks to be umpire" in [each.words for each in waiting_for(bob)]
    players = list(row.members.filter(role="player").exclude(pk=umpire.pk))
    for each in players:
        second.refresh_from_db()
        assert not second.umpire
        answer = signed_in(each.user)
        if way == "page":
            answer.post(page(row, "people", str(second.pk), "answer"), {"accept": "1"})
        else:
            answer.post(
                api(row, "members", second.key, "answer"), {"accept": True}, content_type="application/json"
            )
    second.refresh_from_db()
    assert (second.role, second.asks_for) == ("umpire", "")
    assert "<b>charlie</b> became umpire in turn 1" in text(as_bob.get(page(row)))


def test_a_player_who_declines_keeps_a_second_umpire_out(
    row: Campaign, umpire: Member, chief: Member, charlie: User
) -> None:
    play(row, umpire, "company")
    second = services.join(services.invite(row, umpire, "umpire").token, charlie)
    assert not services.answer_umpire(row, chief, second, accept=False)
    second.refresh_from_db()
    assert (second.role, second.asks_for) == ("neutral", "")


@pytest.mark.parametrize("way", ["page", "api"])
def test_nobody_is_made_umpire_while_another_plays(
    row: Campaign, umpire: Member, charlie: User, as_charlie: Client, nora: User, way: str
) -> None:
    services.add_member(row, charlie, "umpire")
    play(row, umpire, "company")
    looker = member_of(row, nora)
    if way == "page":
        as_charlie.post(page(row, "people", str(looker.pk), "change"), {"role": "umpire"})
    else:
        as_charlie.patch(api(row, "members", looker.key), {"role": "umpire"}, content_type="application/json")
    looker.refresh_from_db()
    assert (looker.role, looker.asks_for) == ("neutral", "*")


def test_links_from_before_an_umpire_plays_are_withdrawn(
    row: Campaign, umpire: Member, charlie: User, as_alice: Client
) -> None:
    ways = [
        services.invite(row, umpire, "umpire"),
        services.invite(row, umpire, "player", "commons"),
        services.invite(row, umpire, "neutral"),
    ]
    play(row, umpire, "company")
    left = set(row.invitations.values_list("token", flat=True))
    assert left == {ways[2].token}
    assert signed_in(charlie).get(ways[0].get_absolute_url()).status_code == 404
    row.invitations.create(role="player", faction="commons", key="abcd1234", made_by=umpire.user)
    people = text(as_alice.get(page(row, "people")))
    invitations = people.partition("Open invitations")[2].partition("</ul>")[0]
    assert ways[2].token in invitations
    assert "of The Commons" not in invitations


def test_every_umpire_who_comes_and_goes_is_there_to_read(
    row: Campaign, umpire: Member, charlie: User, as_dora: Client
) -> None:
    second = services.join(services.invite(row, umpire, "umpire").token, charlie)
    assert second.umpire
    assert "<b>charlie</b> became umpire in turn 1" in text(as_dora.get(page(row)))
    services.remove(row, second, second)
    assert "<b>charlie</b> left the campaign (umpire) in turn 1" in text(as_dora.get(page(row)))
