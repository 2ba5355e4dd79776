"""Ready, more time, away: who is waited for, who is told, and what happens meanwhile."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from campaigns import deadlines, fighting, ordering, services, turns
from campaigns.engine import shipped
from campaigns.engine.orders import OrdersError
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.readiness import readiness
from campaigns.waiting import waiting_for
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles, hold, member_of, refusal
from tests.kit.clients import queries, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(row: Campaign) -> Campaign:
    """The island, where nobody plays the Company, and automatic orders are given for it."""
    Campaign.objects.filter(pk=row.pk).update(automatic=["company"])
    row.refresh_from_db()
    return row


def rest(row: Campaign, *parts: str) -> str:
    return f"/api/v1/campaigns/{row.public_id}/" + "".join(f"{part}/" for part in parts)


def words(user: User) -> list[str]:
    return [each.words for each in waiting_for(user)]


def soon(days: int) -> date:
    return timezone.now().date() + timedelta(days=days)


# -- ready -------------------------------------------------------------------------------------------


def test_ready_gives_the_draft_and_makes_it_final(row: Campaign, chief: Member, as_bob: Client) -> None:
    services.give_orders(row, chief, hold(state_of(row), "crown"), draft=True)
    as_bob.post(page(row, "ready"), {"on": "1"})
    assert "crown" in ordering.given(row)
    assert words(chief.user) == []
    with refusal(CampaignRefusal, code="ready"):
        services.give_orders(row, chief, hold(state_of(row), "crown"))
    with refusal(CampaignRefusal, code="ready"):
        services.give_orders(row, chief, hold(state_of(row), "crown"), draft=True)
    with refusal(CampaignRefusal, code="ready"):
        services.withdraw_orders(row, chief)
    final = text(as_bob.get(page(row, "orders")))
    assert "Not ready after all" in final
    assert not any(each in final for each in ("Save draft", "Give orders", "Withdraw orders"))
    as_bob.post(page(row, "ready"), {"on": "0"})
    services.withdraw_orders(row, chief)


def test_who_orders_nothing_new_is_ready_too_and_not_reminded(
    row: Campaign, chief: Member, umpire: Member
) -> None:
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    assert chief.pk in {each.pk for each in deadlines.idle(row)}
    services.set_ready(row, chief)
    assert chief.pk not in {each.pk for each in deadlines.idle(row)}


def test_a_draft_that_cannot_be_given_makes_nobody_ready(row: Campaign, chief: Member) -> None:
    wrong = {"faction": "crown", "forces": {"cr1": {"do": "march", "path": ["nowhere"]}}}
    services.give_orders(row, chief, wrong, draft=True)
    with pytest.raises(OrdersError):
        services.set_ready(row, chief)
    assert readiness(row, chief).mine == "not ready"


def test_the_map_offers_ready_quietly_until_orders_are_written(
    row: Campaign, chief: Member, as_bob: Client
) -> None:
    offered = '<button class="button small%s" type="submit">I’m ready</button>'
    before = as_bob.get(page(row))
    assert offered % " quiet" in before.content.decode()
    assert "makes your orders final; you have not written any yet" in text(before)
    services.give_orders(row, chief, hold(state_of(row), "crown"), draft=True)
    after = as_bob.get(page(row))
    assert offered % "" in after.content.decode()
    assert "gives your orders and makes them final" in text(after)
    orders = text(as_bob.get(page(row, "orders")))
    assert "Orders that you give count, but you can still change them. “I’m ready” gives them" in orders


@pytest.mark.parametrize("who", ["umpire", "comrade", "onlooker"])
def test_who_has_nothing_to_order_is_not_asked(
    row: Campaign, who: str, request: pytest.FixtureRequest
) -> None:
    member = request.getfixturevalue(who)
    with refusal(CampaignRefusal, code="no-orders"):
        services.set_ready(row, member)
    assert "I’m ready" not in text(signed_in(member.user).get(page(row)))


def test_others_see_whether_a_faction_is_ready_its_players_and_the_umpire_who(
    row: Campaign, chief: Member, comrade: Member, as_dora: Client, as_alice: Client, as_bob: Client
) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    services.set_ready(row, chief)
    crown = {"bob": "ready", "edward": "not ready"}
    for client, seen in ((as_bob, crown), (as_alice, crown), (as_dora, {})):
        found = {each["faction"]: each for each in client.get(rest(row, "ready")).json()["factions"]}
        assert not found["crown"]["ready"]
        assert {each["name"]: each["status"] for each in found["crown"]["players"]} == seen
    assert "edward" not in text(as_dora.get(page(row)))
    services.set_ready(row, comrade)
    assert as_dora.get(rest(row, "ready")).json()["factions"][1]["ready"]


def test_the_umpire_hears_when_all_are_ready(
    row: Campaign, chief: Member, enemy: Member, umpire: Member, mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    EmailAddress.objects.create(user=umpire.user, email=umpire.user.email, verified=True)
    services.set_ready(row, chief)
    assert words(umpire.user) == []
    with django_capture_on_commit_callbacks(execute=True):
        assert not services.set_ready(row, enemy)
    assert words(umpire.user) == ["Carry out turn 1: all players are ready"]
    assert [each.subject.partition(": ")[2] for each in mailoutbox] == ["all players are ready"]
    row.refresh_from_db()
    assert row.turn == 1
    assert "All players are ready" in text(signed_in(enemy.user).get(page(row)))


def test_the_turn_is_carried_out_at_once_where_the_umpire_wants_it_so(
    row: Campaign, chief: Member, umpire: Member, as_dora: Client, as_alice: Client
) -> None:
    Campaign.objects.filter(pk=row.pk).update(automatic=[])
    services.give_orders(row, umpire, hold(state_of(row), "company"))
    patched = as_alice.patch(rest(row), {"early": True}, content_type="application/json")
    assert patched.json()["early"] is True
    services.set_ready(row, chief)
    row.refresh_from_db()
    assert row.turn == 1
    assert (
        as_dora.post(rest(row, "ready"), {"ready": True}, content_type="application/json").status_code == 200
    )
    row.refresh_from_db()
    assert row.turn == 2
    assert readiness(row, chief).mine == "not ready"  # for the turn that begins


def test_a_paused_campaign_waits_even_if_all_are_ready(
    row: Campaign, chief: Member, enemy: Member, umpire: Member
) -> None:
    services.set_early(row, umpire, on=True)
    services.pause(row, umpire)
    services.set_ready(row, chief)
    assert not services.set_ready(row, enemy)
    row.refresh_from_db()
    assert row.turn == 1


def test_who_is_ready_alone_waits_for_those_who_are_still_to_come(
    row: Campaign, chief: Member, enemy: Member, umpire: Member, as_bob: Client
) -> None:
    Campaign.objects.filter(pk=row.pk).update(automatic=[], early=True)
    enemy.delete()
    said = text(as_bob.post(page(row, "ready"), {"on": "1"}, follow=True))
    assert "Nobody plays The Commons and The Company: the umpire finds a player or turns on" in said
    assert "Still waiting" not in said
    assert "All players are ready" not in said
    assert not as_bob.get(rest(row, "ready")).json()["all_ready"]
    assert words(umpire.user) == [
        "Invite players, or set automatic orders: nobody plays The Commons and The Company"
    ]
    row.refresh_from_db()
    assert row.turn == 1
    # Orders that the umpire gives for a faction, or automatic ones, take the place of a player's.
    services.give_orders(row, umpire, hold(state_of(row), "commons"))
    services.set_automatic(row, umpire, faction="company", on=True)
    assert services.set_ready(row, chief)


def test_on_a_ladder_too_who_is_ready_alone_waits(alice: User, bob: User) -> None:
    ladder = services.create(alice, shipped.document("ladder"))
    rungs = state_of(ladder).ladder.rungs  # type: ignore[union-attr]
    member = services.add_member(ladder, bob, "player", rungs[0])
    services.set_early(ladder, member_of(ladder, alice), on=True)
    assert not services.set_ready(ladder, member)
    assert [each.faction for each in readiness(ladder).factions if each.unplayed] == sorted(rungs[1:])


def test_only_the_umpire_says_that_a_turn_waits_for_nobody(row: Campaign, chief: Member) -> None:
    with refusal(CampaignRefusal, code="not-yours"):
        services.set_early(row, chief, on=True)


def test_going_back_makes_nobody_ready(row: Campaign, chief: Member, enemy: Member, umpire: Member) -> None:
    services.set_ready(row, chief)
    services.set_ready(row, enemy)
    services.resolve(row, row.revision)
    services.roll_back(row, row.revision, umpire, 1, "Once more")
    assert {each.ready for each in row.members.all()} == {0}


def test_on_a_ladder_everybody_on_it_can_be_ready_and_in_a_story_nobody(
    alice: User, bob: User, charlie: User
) -> None:
    ladder = services.create(alice, shipped.document("ladder"))
    rungs = state_of(ladder).ladder.rungs  # type: ignore[union-attr]
    services.add_member(ladder, charlie, "player", rungs[1])
    member = services.add_member(ladder, bob, "player", rungs[2])
    services.set_ready(ladder, member)
    assert [each.ready for each in readiness(ladder).factions].count(True) == 1
    story = services.create(alice, shipped.document("western-year"))
    teller = services.add_member(story, bob, "player", next(iter(state_of(story).factions)))
    assert readiness(story, teller).factions == []


# -- more time ---------------------------------------------------------------------------------------


@pytest.fixture
def timed(row: Campaign, umpire: Member) -> Campaign:
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    return row


def test_more_time_is_asked_for_and_granted_with_one_tap_and_all_are_told(
    timed: Campaign, as_bob: Client, as_alice: Client, as_dora: Client, umpire: Member,
    mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    EmailAddress.objects.bulk_create(
        EmailAddress(user=each.user, email=each.user.email, verified=True)
        for each in timed.members.select_related("user")
    )
    before = timed.deadline
    assert before is not None
    with django_capture_on_commit_callbacks(execute=True):
        as_bob.post(page(timed, "time"), {"hours": "24", "why": "Exams"})
    assert [each.to for each in mailoutbox] == [["alice@example.org"]]
    assert words(umpire.user) == ["Answer bob, who asks for 24 more hours"]
    asked = timed.extensions.get()
    assert "Exams" in text(as_alice.get(page(timed, "umpire")))
    assert "Exams" not in text(as_dora.get(page(timed)))
    assert as_dora.get(rest(timed, "extensions")).json()["results"] == []
    assert as_dora.post(page(timed, "time", str(asked.pk)), {"grant": "1"}).status_code == 404
    mailoutbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post(page(timed, "time", str(asked.pk)), {"grant": "1"})
    timed.refresh_from_db()
    assert timed.deadline == before + timedelta(hours=24)
    assert len(mailoutbox) == timed.members.count()
    assert words(umpire.user) == []


def test_more_time_is_declined_and_asked_for_again(
    timed: Campaign, chief: Member, umpire: Member, as_bob: Client, as_alice: Client
) -> None:
    asked = as_bob.post(rest(timed, "extensions"), {"hours": 12}, content_type="application/json")
    assert asked.status_code == 201
    with refusal(CampaignRefusal, code="asked"):
        services.ask_for_time(timed, chief, 24)
    number, before = str(asked.json()["id"]), timed.deadline
    answered = as_alice.post(
        rest(timed, "extensions", number), {"grant": False}, content_type="application/json"
    )
    assert answered.status_code == 204
    timed.refresh_from_db()
    assert timed.deadline == before
    services.ask_for_time(timed, chief, 24)
    with refusal(CampaignRefusal, code="unknown"):
        services.answer_extension(timed, umpire, int(number), grant=True)


def test_more_time_needs_a_deadline_that_has_not_passed_and_a_player(
    row: Campaign, chief: Member, umpire: Member, onlooker: Member
) -> None:
    with refusal(CampaignRefusal, code="no-deadline"):
        services.ask_for_time(row, chief, 24)
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    for hours in (0, 1000):
        with refusal(CampaignRefusal, path="hours"):
            services.ask_for_time(row, chief, hours)
    for member in (umpire, onlooker):
        with refusal(CampaignRefusal, code="not-yours"):
            services.ask_for_time(row, member, 24)
    Campaign.objects.update(deadline=timezone.now() - timedelta(hours=1))
    with refusal(CampaignRefusal, code="late"):
        services.ask_for_time(row, chief, 24)


# -- away --------------------------------------------------------------------------------------------


def test_who_is_away_is_seen_and_not_waited_for_and_their_forces_are_led(
    row: Campaign, chief: Member, enemy: Member, as_bob: Client, as_dora: Client
) -> None:
    as_bob.post(page(row, "people", str(chief.pk), "away"), {"away": soon(5).isoformat()})
    chief.refresh_from_db()
    assert f"away until {soon(5):%-d %B}" in text(as_dora.get(page(row, "people")))
    assert words(chief.user) == []
    services.set_ready(row, enemy)
    assert readiness(row).all_ready
    orders = turns.orders_of(row, state_of(row))
    assert set(orders["crown"].forces) == {
        each.id for each in state_of(row).standing() if each.faction == "crown"
    }
    as_bob.post(page(row, "people", str(chief.pk), "away"), {"away": ""})
    assert words(chief.user) == ["Give your orders for turn 1"]
    assert "crown" not in turns.orders_of(row, state_of(row))


def test_a_deputy_orders_and_leads_for_who_is_away(
    row: Campaign, chief: Member, comrade: Member, as_dora: Client, edward: User
) -> None:
    with pytest.raises(OrdersError):
        services.give_orders(row, row.members.get(pk=comrade.pk), hold(state_of(row), "crown"))
    services.set_away(row, chief, chief, soon(3), comrade)
    deputy = row.members.select_related("user").get(pk=comrade.pk)
    assert words(edward) == ["Give your orders for turn 1"]
    assert "edward gives the orders" in text(as_dora.get(page(row, "people")))
    assert "crown" not in turns.orders_of(row, state_of(row))  # the automatic commander leaves it to them
    services.give_orders(row, deputy, hold(state_of(row), "crown") | {"acts": []})
    assert words(edward) == []
    row.refresh_from_db()
    battles(row, ("cr1", "co1"))
    leaders = fighting._leaders(row, "t1e1", deputy)
    assert leaders[0] == edward


def test_who_is_back_orders_again_alone(row: Campaign, chief: Member, comrade: Member) -> None:
    services.set_away(row, chief, chief, soon(3), comrade)
    Member.objects.filter(pk=chief.pk).update(away=soon(0))
    deputy = row.members.get(pk=comrade.pk)
    with pytest.raises(OrdersError):
        services.give_orders(row, deputy, hold(state_of(row), "crown"))


@pytest.mark.parametrize("back", [-1, 0, 400])
def test_a_day_that_has_passed_or_is_far_off_is_refused(row: Campaign, chief: Member, back: int) -> None:
    with refusal(CampaignRefusal, path="away"):
        services.set_away(row, chief, chief, soon(back))


def test_a_deputy_is_another_player_of_the_faction_who_is_there(
    row: Campaign, chief: Member, comrade: Member, enemy: Member
) -> None:
    for wrong in (chief, enemy):
        with refusal(CampaignRefusal, path="deputy"):
            services.set_away(row, chief, chief, soon(3), wrong)
    services.set_away(row, comrade, comrade, soon(9))
    with refusal(CampaignRefusal, path="deputy"):
        services.set_away(row, chief, chief, soon(3), comrade)


def test_nobody_says_of_others_that_they_are_away_but_the_umpire(
    row: Campaign, chief: Member, comrade: Member, as_bob: Client, as_alice: Client
) -> None:
    member = row.members.get(pk=comrade.pk)
    with refusal(CampaignRefusal, code="not-yours"):
        services.set_away(row, chief, member, soon(3))
    where, data = rest(row, "members", comrade.key), {"away": soon(3).isoformat(), "deputy": chief.key}
    data["reason"] = "They told me so."
    assert as_bob.patch(where, data, content_type="application/json").status_code == 403
    answer = as_alice.patch(where, data, content_type="application/json").json()
    assert (answer["away"], answer["deputy"]) == (data["away"], chief.key)
    alone = as_alice.patch(where, {"deputy": chief.key}, content_type="application/json")
    assert alone.status_code == 400


def test_a_change_of_a_member_is_made_as_a_whole_or_not_at_all(
    row: Campaign, chief: Member, as_bob: Client
) -> None:
    data = {"away": soon(3).isoformat(), "role": "umpire"}
    answer = as_bob.patch(rest(row, "members", chief.key), data, content_type="application/json")
    assert answer.status_code == 403
    assert not Member.objects.exclude(away=None).exists()


@pytest.mark.parametrize("said", ["tomorrow", "2030-02-31"])
def test_what_is_no_day_is_refused(row: Campaign, chief: Member, as_bob: Client, said: str) -> None:
    answer = as_bob.post(page(row, "people", str(chief.pk), "away"), {"away": said}, follow=True)
    assert "Write the day as 2030-12-31" in text(answer)
    assert not Member.objects.exclude(away=None).exists()


def test_strangers_find_none_of_it(row: Campaign, chief: Member, as_charlie: Client) -> None:
    for parts in (("ready",), ("time",), ("people", str(chief.pk), "away")):
        assert as_charlie.post(page(row, *parts), {}).status_code == 404
    for parts in (("ready",), ("extensions",)):
        assert as_charlie.get(rest(row, *parts)).status_code == 404
        assert as_charlie.post(rest(row, *parts), {}, content_type="application/json").status_code == 404


def test_more_people_cost_no_more_queries(row: Campaign, as_bob: Client, as_alice: Client) -> None:
    before = [queries(client, page(row, name)) for client in (as_bob, as_alice) for name in ("", "people")]
    for number in range(8):
        services.add_member(row, User.objects.create_user(f"u{number}"), "player", "crown")
    for member in row.members.filter(user__username__startswith="u"):
        services.set_away(row, member, member, soon(4), row.members.get(user__username="edward"))
    after = [queries(client, page(row, name)) for client in (as_bob, as_alice) for name in ("", "people")]
    assert after == before
