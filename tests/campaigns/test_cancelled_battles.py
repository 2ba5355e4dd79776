"""A battle that the umpire has cancelled: everybody reads why, and nobody plays it any more."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import services as battles
from battles import tasks
from battles.models import Battle
from campaigns import fighting, services
from campaigns.models import Campaign, Member
from rulesets.engine.decisions import Refusal
from tests.kit.campaigns import refusal
from tests.kit.clients import rest, signed_in
from tests.kit.consent import KEY, begin, kept, url

pytestmark = pytest.mark.django_db
WHY = "The map was wrong."
SAID = f"The umpire cancelled this battle: {WHY}"
BUTTONS = ("board/choose/", "board/undo/", "board/draw/", "board/resign/", "board/advance/", "Leave it to")
POSTS = (
    "board/choose/", "board/undo/", "board/draw/", "board/answer/", "board/resign/", "board/reactions/",
    "board/hints/", "board/hand-over/", "board/advance/", "choose/", "advance/", "stop/", "hand-over/",
)  # fmt: skip
CALLS: dict[str, dict[str, Any]] = {
    "choices/": {"number": 0, "choice": {"do": "pass"}},
    "undo/": {"revision": 0},
    "draw/": {"revision": 0},
    "answer/": {"revision": 0, "accept": True},
    "resign/": {"revision": 0},
    "reactions/": {"mode": "never"},
    "hints/": {"on": True},
    "advance/": {"seconds": 1},
}


@pytest.fixture
def cancelled(met: Campaign, chief: Member, umpire: Member) -> Battle:
    """Bob and Dora had begun to fight on the board."""
    battle = begin(met, chief, "board")
    services.give_up(met, KEY, umpire, WHY)
    return Battle.objects.get(pk=battle.pk)


def state_of(battle: Battle) -> tuple[object, ...]:
    row = Battle.objects.get(pk=battle.pk)
    return row.version, row.revision, row.hash, row.tacticians, row.reactions, row.guided, row.offer, row.over


@pytest.mark.parametrize("where", ["", "board/", "board/now/", "log/", "field/", "orders/"])
def test_both_sides_read_why_and_find_no_button_to_play(
    met: Campaign, cancelled: Battle, as_bob: Client, as_dora: Client, where: str
) -> None:
    for client in (as_bob, as_dora):
        answer = client.get(f"{cancelled.get_absolute_url()}{where}")
        shown = answer.content.decode()
        assert answer.status_code == 200
        assert shown.count(f"<p>{SAID}</p>") == 1
        assert f'<a href="{url(met)}">This battle in {met.name}</a>' in shown
        assert not [each for each in BUTTONS if each in shown]
        assert "Waiting for" not in shown


def test_no_link_shows_both_armies_once_it_is_cancelled(
    met: Campaign, chief: Member, umpire: Member, as_bob: Client, client: Client
) -> None:
    battle = begin(met, chief, "board")
    address = battle.shared_url
    assert client.get(f"{address}orders/").status_code == 200
    services.give_up(met, KEY, umpire, WHY)
    for where in ("", "board/", "orders/"):
        assert client.get(f"{address}{where}").status_code == 404
    shown = as_bob.get(battle.get_absolute_url()).content.decode()
    assert "Copy link" not in shown


def test_who_has_left_the_campaign_is_not_led_to_it(
    met: Campaign, cancelled: Battle, as_dora: Client
) -> None:
    met.members.filter(user__username="dora").delete()
    shown = as_dora.get(cancelled.get_absolute_url()).content.decode()
    assert SAID in shown
    assert str(met.public_id) not in shown


def test_a_stranger_does_not_learn_of_it(cancelled: Battle, charlie: User) -> None:
    assert signed_in(charlie).get(cancelled.get_absolute_url()).status_code == 404
    assert rest(charlie, "get", f"battles/{cancelled.public_id}/").status_code == 404


@pytest.mark.parametrize("address", POSTS)
def test_every_button_is_refused_with_the_reason(
    cancelled: Battle, as_bob: Client, as_dora: Client, address: str
) -> None:
    before = state_of(cancelled)
    # At the revision that it has now, and at the one of a page that was open before.
    for client, side in ((as_bob, "0"), (as_dora, "1")):
        for revision in (cancelled.revision, cancelled.revision - 1):
            form = {"revision": revision, "side": side, "key": "{}", "tactician": "1", "hints": "1"}
            answer = client.post(f"{cancelled.get_absolute_url()}{address}", form)
            assert answer.status_code == 409
            assert answer.content.decode().count(f"<p>{SAID}</p>") == 1
    assert state_of(cancelled) == before


def test_the_script_of_the_board_gets_the_reason_as_fragments(cancelled: Battle, as_bob: Client) -> None:
    address = f"{cancelled.get_absolute_url()}board/choose/"
    answer = as_bob.post(address, {"revision": 0, "key": "{}"}, headers={"X-Board": "1"})
    assert answer.status_code == 409
    assert f"<p>{SAID}</p>" in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_a_counter_that_runs_leads_to_the_reason(cancelled: Battle, as_bob: Client) -> None:
    address = f"{cancelled.get_absolute_url()}advance/"
    answer = as_bob.post(address, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (409, cancelled.get_absolute_url())


@pytest.mark.parametrize("call", CALLS)
def test_rest_refuses_with_409_and_the_reason(cancelled: Battle, bob: User, dora: User, call: str) -> None:
    before = state_of(cancelled)
    for user in (bob, dora):
        answer = rest(user, "post", f"battles/{cancelled.public_id}/{call}", CALLS[call])
        assert answer.status_code == 409
        assert WHY in answer.json()["detail"]
    assert state_of(cancelled) == before


def test_rest_says_that_it_is_cancelled_and_keeps_the_seed(cancelled: Battle, bob: User, dora: User) -> None:
    for user in (bob, dora):
        battle = rest(user, "get", f"battles/{cancelled.public_id}/").json()
        assert (battle["cancelled"], battle["seed"]) == (WHY, None)
        asked = rest(user, "get", f"battles/{cancelled.public_id}/choices/").json()
        assert asked["decision"] is None


def test_whoever_chooses_while_it_is_cancelled_comes_too_late(
    met: Campaign, chief: Member, umpire: Member
) -> None:
    read_before = begin(met, chief, "board")
    services.give_up(met, KEY, umpire, WHY)
    with refusal(Refusal, code="cancelled"):
        battles.resign(Battle.objects.get(pk=read_before.pk), read_before.revision, 0, chief.user)
    assert not Battle.objects.get(pk=read_before.pk).over


def test_nobody_is_told_to_move_in_it_any_more(cancelled: Battle, as_bob: Client, as_dora: Client) -> None:
    assert cancelled.decider is None
    for client in (as_bob, as_dora):
        listed = client.get("/battles/").content.decode()
        assert '<span class="badge">Cancelled</span>' in listed
        assert "your move" not in listed


def test_the_other_side_of_an_automatic_battle_reads_why_too(
    met: Campaign, chief: Member, umpire: Member, as_bob: Client, as_dora: Client
) -> None:
    battle = begin(met, chief, "automatic")
    services.give_up(met, KEY, umpire, WHY)
    before = state_of(battle)
    assert tasks.fight.call(str(battle.public_id)) != Battle.Status.OVER
    for client in (as_bob, as_dora):
        shown = client.get(f"{battle.get_absolute_url()}?go=1").content.decode()
        assert SAID in shown
        assert "Continue" not in shown
        assert client.post(f"{battle.get_absolute_url()}advance/", {"go": "1"}).status_code == 409
    assert state_of(battle) == before


def test_the_next_battle_is_played_and_the_cancelled_one_still_leads_to_it(
    met: Campaign, cancelled: Battle, chief: Member, as_bob: Client
) -> None:
    again = begun_anew(met, chief)
    assert again.pk != cancelled.pk
    assert (kept(met).battle, again.cancelled) == (again, "")
    assert "The umpire cancelled" not in as_bob.get(f"{again.get_absolute_url()}board/").content.decode()
    assert f'<a href="{url(met)}">This battle' in as_bob.get(cancelled.get_absolute_url()).content.decode()


def begun_anew(met: Campaign, chief: Member) -> Battle:
    """The battle that is begun anew by the method that still holds."""
    battle = fighting.fight(met, KEY, chief, "board")
    assert battle is not None
    return battle
