"""Your turn: what a campaign waits for from whom, on its pages, in the list of campaigns and over REST."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from campaigns import consent, services
from campaigns.engine import shipped
from campaigns.models import Campaign, Member
from campaigns.persistence import battle_name, state_of
from campaigns.waiting import waiting_for
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import allow_stand_ins, battles, hold, island, outcome
from tests.kit.clients import queries, signed_in
from tests.kit.consent import agreed

pytestmark = pytest.mark.django_db


def words(user: User) -> list[str]:
    return [each.words for each in waiting_for(user)]


def battle_in(row: Campaign) -> str:
    """What the first battle of a campaign is called."""
    state = state_of(row)
    return battle_name(state, state.engagements["t1e1"])


def test_orders_wait_for_who_commands_forces_and_for_nobody_else(
    row: Campaign, alice: User, bob: User, edward: User, dora: User, nora: User, charlie: User
) -> None:
    found = {each.username: words(each) for each in (alice, bob, edward, dora, nora, charlie)}
    give = ["Give your orders for turn 1"]
    assert found == {"alice": [], "bob": give, "edward": [], "dora": give, "nora": [], "charlie": []}
    [waits] = waiting_for(bob)
    assert (waits.kind, waits.campaign, waits.url) == ("orders", row.name, page(row, "orders"))
    assert waits.since == max(row.created, row.members.get(user=bob).joined)


def test_a_comrade_is_asked_once_a_force_is_handed_over(
    row: Campaign, chief: Member, comrade: Member
) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    assert words(comrade.user) == ["Give your orders for turn 1"]


def test_a_draft_is_named_and_given_orders_are_done(row: Campaign, chief: Member, umpire: Member) -> None:
    deadline = timezone.now() + timedelta(hours=5)
    services.set_deadline(row, umpire, deadline)
    services.give_orders(row, chief, hold(state_of(row), "crown"), draft=True)
    [waits] = waiting_for(chief.user)
    assert (waits.words, waits.until) == ("Give your orders for turn 1: they are still a draft", deadline)
    services.give_orders(row, chief, hold(state_of(row), "crown"))
    assert words(chief.user) == []


def test_the_umpire_hears_when_all_orders_are_in(row: Campaign, chief: Member, enemy: Member) -> None:
    services.give_orders(row, chief, hold(state_of(row), "crown"))
    assert words(row.owner) == []
    services.give_orders(row, enemy, hold(state_of(row), "commons"))
    [waits] = waiting_for(row.owner)
    assert (waits.kind, waits.words) == (
        "turn",
        "All orders are in. You can carry out turn 1 now, or wait: not everyone has pressed “I’m ready”",
    )
    assert waits.since == row.orders.order_by("-given_at")[0].given_at


def test_the_umpire_hears_of_a_deadline_that_only_they_act_on(row: Campaign, umpire: Member) -> None:
    services.set_alone(row, umpire, on=False)
    Campaign.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    assert words(umpire.user) == ["Carry out turn 1: the deadline has passed"]
    assert words(row.members.get(user__username="bob").user) == []


def test_a_resting_an_archived_and_a_finished_campaign_wait_for_nothing(row: Campaign, bob: User) -> None:
    for columns in ({"paused": True}, {"archived": True}, {"phase": "over"}):
        Campaign.objects.update(**({"paused": False, "archived": False, "phase": "orders"} | columns))
        assert words(bob) == []


def test_a_battle_waits_for_both_sides_and_names_the_other_alone(
    row: Campaign, bob: User, dora: User, edward: User, alice: User
) -> None:
    battles(row, ("cr1", "co1"))
    names = {key: each.name for key, each in state_of(row).factions.items()}
    battle = battle_in(row)
    assert words(bob) == [f"Agree how to fight {battle} against {names['commons']}"]
    assert words(dora) == [f"Agree how to fight {battle} against {names['crown']}"]
    assert words(edward) == words(alice) == []
    assert waiting_for(bob)[0].url == page(row, "battles", "t1e1")


def test_a_report_waits_for_the_other_side_then_a_dispute_for_the_umpire(
    row: Campaign, chief: Member, enemy: Member, umpire: Member
) -> None:
    battles(row, ("cr1", "co1"))
    names = {key: each.name for key, each in state_of(row).factions.items()}
    consent.propose(row, "t1e1", chief, "table")
    assert words(chief.user) == []
    battle = battle_in(row)
    proposes = f"{names['crown']} proposes how to fight {battle}: accept, or propose another way"
    assert words(enemy.user) == [proposes]
    consent.accept(row, "t1e1", enemy, "table")
    assert words(chief.user) == [f"Start {battle} against {names['commons']}"]
    services.fight(row, "t1e1", "table")
    assert words(chief.user) == [f"Report how {battle} against {names['commons']} ended"]
    services.report(row, "t1e1", chief, outcome(row, "t1e1", winner=0))
    assert words(chief.user) == []
    assert words(enemy.user) == [f"Say how {battle} against {names['crown']} ended: their report is in"]
    services.report(row, "t1e1", enemy, outcome(row, "t1e1", winner=1))
    for member in (chief, enemy):
        assert "differ: agree, or change yours" in words(member.user)[0]
    [waits] = waiting_for(umpire.user)
    assert waits.kind == "dispute"
    between = f"{names['crown']} and {names['commons']}"
    assert waits.words == f"Decide {battle}: the reports of {between} differ"


def test_an_army_waits_to_be_chosen(row: Campaign, chief: Member, enemy: Member) -> None:
    battles(row, ("cr1", "co1"))
    allow_stand_ins(row)
    agreed(row, "board", system="snaphance")
    assert words(enemy.user)[0].startswith("Choose your army for the battle of ")


def test_the_umpire_finishes_a_turn_that_does_not_go_on_alone(row: Campaign, umpire: Member) -> None:
    services.set_alone(row, umpire, on=False)
    battles(row, ("cr1", "co1"))
    assert not [each for each in words(umpire.user) if each.startswith("Finish")]
    services.settle(row, "t1e1", outcome(row, "t1e1"))
    assert words(umpire.user) == ["Finish turn 1: all its battles are settled"]


def test_a_challenge_waits_for_the_challenged_until_it_is_answered(
    alice: User, bob: User, charlie: User
) -> None:
    row = services.create(alice, shipped.document("ladder"))
    rungs = state_of(row).ladder.rungs  # type: ignore[union-attr]
    services.add_member(row, charlie, "player", rungs[1])
    member = services.add_member(row, bob, "player", rungs[2])
    name = state_of(row).factions[rungs[2]].name
    challenge = {"faction": rungs[2], "acts": [{"do": "challenge", "to": rungs[1]}]}
    services.give_orders(row, member, challenge)
    services.resolve(row, row.revision)
    assert words(charlie) == [f"Accept or decline the challenge from {name}"]
    accept = {"faction": rungs[1], "acts": [{"do": "accept", "to": rungs[2]}]}
    services.give_orders(row, row.members.get(user=charlie), accept)
    assert words(charlie) == words(bob) == []


def test_a_story_waits_for_its_umpire(alice: User) -> None:
    services.create(alice, shipped.document("western-year"))
    assert words(alice) == ["Open the next scene"]


def test_an_invitation_waits_at_an_address_that_is_confirmed(
    row: Campaign, umpire: Member, charlie: User
) -> None:
    made = services.invite(row, umpire, "player", "company", email=charlie.email)
    EmailAddress.objects.create(user=charlie, email=charlie.email, verified=False)
    assert words(charlie) == []
    EmailAddress.objects.update(verified=True)
    [waits] = waiting_for(charlie)
    assert (waits.kind, waits.url) == ("invitation", made.get_absolute_url())
    services.join(made.token, charlie)
    assert "invitation" not in {each.kind for each in waiting_for(charlie)}


def test_it_stands_on_every_page_and_in_the_list_and_over_rest(
    row: Campaign, as_bob: Client, as_dora: Client, as_charlie: Client, nora: User
) -> None:
    link = f'<a href="{page(row, "orders")}">Give your orders for turn 1</a>'
    for name in ("campaign", "forces", "factions", "engagements", "chronicle", "people", "rules", "orders"):
        address = page(row, "battles" if name == "engagements" else name)
        assert link in text(as_bob.get(address)), name
        assert link not in text(signed_in(nora).get(address, follow=True)), name
    assert link in text(as_bob.get("/campaigns/"))
    [found] = as_bob.get("/api/v1/waiting/").json()
    assert found["url"] == f"http://testserver{page(row, 'orders')}"
    assert (found["kind"], found["campaign"], found["until"]) == ("orders", row.name, None)
    assert as_charlie.get("/api/v1/waiting/").json() == []
    assert Client().get("/api/v1/waiting/").status_code == 401


def test_thirty_campaigns_cost_as_many_queries_as_two(
    row: Campaign, alice: User, bob: User, as_bob: Client, django_assert_max_num_queries: Any
) -> None:
    def another(number: int) -> None:
        fresh = island(alice)
        services.add_member(fresh, bob, "player", "crown")
        if number % 2:
            fresh.refresh_from_db()
            battles(fresh, ("cr1", "co1"))

    for number in range(2):
        another(number)
    with django_assert_max_num_queries(9):
        assert len(waiting_for(bob)) == 3
    before = queries(as_bob, "/campaigns/")
    for number in range(6):
        another(number)
    assert len(waiting_for(bob)) == 9
    assert queries(as_bob, "/campaigns/") == before


def test_nothing_waits_for_anybody_since_before_they_came(row: Campaign, chief: Member) -> None:
    later = timezone.now() + timedelta(minutes=2)
    Member.objects.filter(pk=chief.pk).update(joined=later)
    assert {each.since for each in waiting_for(chief.user)} == {later}
