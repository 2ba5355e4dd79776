"""What an umpire does in the place of a player: for a reason, told to them and to all, theirs to undo."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from campaigns import consent, fighting, services
from campaigns.models import Campaign, Disclosure, Member
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.waiting import waiting_for
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import hold, refusal
from tests.kit.clients import signed_in
from tests.kit.consent import KEY, kept

pytestmark = pytest.mark.django_db
JSON = "application/json"
WHY = "They have not answered for two weeks."
DAY = (timezone.now() + timedelta(days=5)).date().isoformat()
PAGES = ("", "people", "orders", "forces", "battles", "chronicle", "messages", "rules")


def api(row: Campaign, *parts: str) -> str:
    return "/".join(("/api/v1/campaigns", str(row.public_id), *parts, ""))


def ask(client: Client, row: Campaign, member: Member, what: str, way: str, reason: str = WHY) -> Any:
    """Turn a member's automatic orders on or set them as away, on the page or over REST."""
    body: dict[str, Any] = {"automatic": True} if what == "automatic" else {"away": DAY}
    if way == "page":
        sent = {"on": "1"} if what == "automatic" else body
        return client.post(page(row, "people", str(member.pk), what), {**sent, "reason": reason}, follow=True)
    return client.patch(api(row, "members", member.key), {**body, "reason": reason}, content_type=JSON)


ways = pytest.mark.parametrize("way", ["page", "api"])
whats = pytest.mark.parametrize("what", ["automatic", "away"])


@ways
@whats
@pytest.mark.parametrize("reason", ["", "   "])
def test_an_umpire_who_does_not_say_why_does_nothing(
    row: Campaign, enemy: Member, as_alice: Client, what: str, way: str, reason: str
) -> None:
    answer = ask(as_alice, row, enemy, what, way, reason)
    assert "ay why: everyone can read it under Fair play" in text(answer)
    enemy.refresh_from_db()
    assert (enemy.automatic, enemy.away) == (False, None)
    assert not Disclosure.objects.exists()


@ways
@whats
def test_everybody_reads_who_did_it_for_whom_and_why(
    row: Campaign, enemy: Member, as_alice: Client, as_bob: Client, nora: User, what: str, way: str
) -> None:
    ask(as_alice, row, enemy, what, way)
    did = "turned automatic orders on for dora" if what == "automatic" else "set dora as away"
    for client in (as_bob, signed_in(nora)):
        assert f"<b>alice</b> {did} ({WHY}) in turn 1" in text(client.get(page(row)))
        (found,) = client.get(api(row, "disclosures")).json()["results"]
        assert (found["by"], found["name"], found["said"]) == ("alice", "dora", WHY)


@ways
@whats
def test_the_player_reads_it_on_every_page_until_they_take_it_back(
    row: Campaign, enemy: Member, as_alice: Client, as_dora: Client, as_bob: Client, what: str, way: str
) -> None:
    ask(as_alice, row, enemy, what, way)
    for name in PAGES:
        assert f"Reason: {WHY}" in text(as_dora.get(page(row, name))), name
        assert "Reason: " not in text(as_bob.get(page(row, name))), name
    assert "Read what alice did in your place" in [each.words for each in waiting_for(enemy.user)]
    undo = {"on": "0"} if what == "automatic" else {"away": ""}
    as_dora.post(page(row, "people", str(enemy.pk), what), {**undo, "back": page(row, "orders")})
    enemy.refresh_from_db()
    assert (enemy.automatic, enemy.automatic_by, enemy.absent, enemy.away_by) == (False, "", False, "")
    assert "Reason: " not in text(as_dora.get(page(row)))
    assert "notice" not in [each.kind for each in waiting_for(enemy.user)]


@ways
def test_who_has_read_it_is_not_told_again(
    row: Campaign, enemy: Member, as_alice: Client, as_dora: Client, way: str
) -> None:
    ask(as_alice, row, enemy, "automatic", way)
    (found,) = as_dora.get(api(row, "disclosures", "notices")).json()["results"]
    if way == "page":
        as_dora.post(page(row, "people", "notices"), {"newest": str(found["id"])})
    else:
        as_dora.post(api(row, "disclosures", "notices"), {"newest": found["id"]}, content_type=JSON)
    assert "Reason: " not in text(as_dora.get(page(row)))
    assert as_dora.get(api(row, "disclosures", "notices")).json()["results"] == []
    as_alice.post(page(row, "people", str(enemy.pk), "automatic"), {"on": "0", "reason": "They are back."})
    assert "alice turned automatic orders off for you." in text(as_dora.get(page(row)))


@ways
@whats
def test_the_opponents_choice_alone_settles_no_battle_of_who_did_not_stand_down_themselves(
    met: Campaign, chief: Member, enemy: Member, as_alice: Client, as_bob: Client, what: str, way: str
) -> None:
    ask(as_alice, met, enemy, what, way)
    assert "so your choice counts" not in text(as_bob.get(page(met, "battles", KEY)))
    assert "Neither side has proposed" in text(as_alice.get(page(met, "battles", KEY)))
    assert not [each for each in waiting_for(met.owner) if "no player leads" in each.words]
    for means in ("quick", "automatic"):
        assert consent.propose(met, KEY, chief, means) is None
        with refusal(CampaignRefusal, code="not-agreed"):
            fighting.fight(met, KEY, chief, means)
    enemy.refresh_from_db()
    consent.accept(met, KEY, enemy, "automatic")
    assert kept(met).agreed["how"] == "sides"


def test_they_lead_their_side_of_the_battle_on_the_board(
    met: Campaign, chief: Member, enemy: Member, umpire: Member
) -> None:
    services.set_automatic(met, umpire, member=enemy, reason=WHY)
    consent.propose(met, KEY, chief, "board")
    enemy.refresh_from_db()
    consent.accept(met, KEY, enemy, "board")
    battle = fighting.fight(met, KEY, chief, "board")
    assert battle is not None
    assert {battle.owner, battle.opponent} == {chief.user, enemy.user}


@whats
def test_who_stands_down_themselves_still_leaves_the_battle_to_the_other_side(
    met: Campaign, chief: Member, enemy: Member, as_dora: Client, what: str
) -> None:
    ask(as_dora, met, enemy, what, "page", "")
    assert consent.propose(met, KEY, chief, "automatic") is not None
    assert not Disclosure.objects.exists()


def test_who_is_set_as_away_is_still_asked_for_their_orders(
    row: Campaign, enemy: Member, umpire: Member
) -> None:
    services.set_away(row, umpire, enemy, timezone.now().date() + timedelta(days=3), reason=WHY)
    assert "orders" in [each.kind for each in waiting_for(enemy.user)]


def test_automatic_orders_of_a_whole_faction_are_told_to_its_players_and_theirs_to_undo(
    row: Campaign, enemy: Member, umpire: Member, as_alice: Client, as_dora: Client, as_bob: Client
) -> None:
    where = page(row, "factions", "commons", "automatic")
    as_alice.post(where, {"on": "1"})
    assert Campaign.objects.get(pk=row.pk).automatic == []
    as_alice.post(where, {"on": "1", "reason": WHY})
    assert Campaign.objects.get(pk=row.pk).automatic == ["commons"]
    assert f"turned automatic orders on for The Commons ({WHY}) in turn 1" in text(as_bob.get(page(row)))
    assert "alice turned automatic orders on for The Commons." in text(as_dora.get(page(row)))
    as_bob.post(where, {"on": "0"})
    assert Campaign.objects.get(pk=row.pk).automatic == ["commons"]
    as_dora.post(where, {"on": "0"})
    assert Campaign.objects.get(pk=row.pk).automatic == []
    assert "alice turned" not in text(as_dora.get(page(row, "orders")))


# -- orders that an umpire gives for players ---------------------------------------------------------


def test_players_read_on_every_page_that_the_umpire_gave_their_orders_until_they_have_read_it(
    row: Campaign, umpire: Member, enemy: Member, as_dora: Client, as_bob: Client
) -> None:
    services.give_orders(row, enemy, hold(state_of(row), "commons"))
    services.set_ready(row, enemy)
    services.give_orders(row, umpire, hold(state_of(row), "commons"))
    for name in PAGES:
        shown = text(as_dora.get(page(row, name)))
        assert "alice gave orders for The Commons in turn 1." in shown, name
        assert "See the orders" in shown, name
        assert 'id="notices"' not in text(as_bob.get(page(row, name)))
    (waits,) = [each for each in waiting_for(enemy.user) if each.kind == "notice"]
    assert waits.words == "Read what alice did in your place"
    newest = Disclosure.objects.latest("id").pk
    as_dora.post(page(row, "people", "notices"), {"newest": str(newest)})
    assert 'id="notices"' not in text(as_dora.get(page(row)))


def test_nobody_confirms_for_another_campaign_or_more_than_there_is(
    row: Campaign, umpire: Member, enemy: Member, as_dora: Client, as_charlie: Client
) -> None:
    as_dora.post(page(row, "people", "notices"), {"newest": "999999999"})
    services.set_automatic(row, umpire, member=enemy, reason=WHY)
    assert 'id="notices"' in text(as_dora.get(page(row)))
    assert as_charlie.post(page(row, "people", "notices"), {"newest": "1"}).status_code == 404
    assert as_charlie.get(api(row, "disclosures", "notices")).status_code == 404
