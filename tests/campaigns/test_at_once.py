"""Two at once: nothing is applied twice, nothing is lost, and only one turn follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from armylists.owned.services import Stale
from campaigns import ordering, services
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import battles, hold, outcome
from tests.kit.consent import agreed

pytestmark = pytest.mark.django_db(transaction=True)


def together(*acts: Callable[[], Any]) -> Sequence[Any]:
    """What acts that begin at the same moment answer, each in a thread with a connection of its own."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait()
            return act()
        except (Stale, services.CampaignRefusal) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def again(row: Campaign) -> Campaign:
    return Campaign.objects.get(pk=row.pk)


@pytest.mark.parametrize("attempt", range(3))
def test_two_outcomes_at_the_same_moment_are_both_kept_and_the_turn_concludes_once(
    row: Campaign, attempt: int
) -> None:
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    said = {key: outcome(row, key) for key in ("t1e1", "t1e2")}
    answers = together(*(lambda key=key: services.settle(again(row), key, said[key]) for key in said))
    row.refresh_from_db()
    assert answers == [True, True]
    assert [each.part for each in row.turns.all()] == ["conclude"]
    assert (row.turn, row.phase) == (2, "orders")
    assert {key: each.outcome.winner for key, each in state_of(row).engagements.items() if each.outcome} == {
        "t1e1": 0,
        "t1e2": 0,
    }


def test_the_same_outcome_from_many_at_the_same_moment_counts_once(row: Campaign) -> None:
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    said = [outcome(row, "t1e1", winner=number % 2) for number in range(4)]
    answers = together(*(lambda each=each: services.settle(again(row), "t1e1", each) for each in said))
    assert sorted(answers) == [False, False, False, True]
    won = said[list(answers).index(True)].winner
    assert row.engagements.get(key="t1e1").outcome["winner"] == won


def test_alike_reports_of_both_sides_at_the_same_moment_settle_it(
    row: Campaign, chief: Member, enemy: Member
) -> None:
    battles(row, ("cr1", "co1"))
    agreed(row, "table")
    services.fight(row, "t1e1", "table")
    said = {each.pk: (each, outcome(row, "t1e1")) for each in (chief, enemy)}
    answers = together(
        *(lambda m=m, o=o: services.report(again(row), "t1e1", m, o) for m, o in said.values())
    )
    row.refresh_from_db()
    assert sorted(answers) == ["reported", "settled"]
    assert row.turn == 2
    assert row.turns.filter(part="conclude").count() == 1


def test_a_turn_that_two_resolve_at_the_same_moment_happens_once(row: Campaign, alice: User) -> None:
    revision = row.revision
    answers = together(*(lambda: services.resolve(again(row), revision, alice) for _ in range(3)))
    row.refresh_from_db()
    assert sum(isinstance(each, Stale) for each in answers) == 2
    assert row.turn == 2
    assert list(row.turns.values_list("number", flat=True)) == [1, 2]


def test_orders_given_while_the_turn_is_resolved_count_or_are_refused(
    row: Campaign, chief: Member, alice: User
) -> None:
    document = hold(state_of(row), "crown")
    revision = row.revision
    given, _ = together(
        lambda: services.give_orders(again(row), chief, document),
        lambda: services.resolve(again(row), revision, alice),
    )
    used = "crown" in row.turns.get(part="march").inputs["orders"]
    row.refresh_from_db()
    kept = row.orders.get()
    # Either they came first and were carried out, or they came afterwards and are those of the next turn.
    assert given == []
    assert (kept.turn == 1) is used


def test_comrades_who_give_orders_at_the_same_moment_are_both_heard(
    row: Campaign, chief: Member, comrade: Member
) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    said = [(chief, {"cr1": {"do": "hold"}}), (comrade, {"cr2": {"do": "hold"}})]
    together(
        *(
            lambda m=m, f=f: services.give_orders(again(row), m, {"faction": "crown", "forces": f})
            for m, f in said
        )
    )
    assert set(ordering.given(row)["crown"].forces) == {"cr1", "cr2"}


def test_an_invitation_that_two_use_at_the_same_moment_lets_one_in(
    row: Campaign, alice: User, charlie: User
) -> None:
    other = User.objects.create_user("frank", "frank@example.org", "x")
    token = services.invite(row, row.members.get(user=alice), "neutral").token
    answers = together(*(lambda user=user: services.join(token, user) for user in (charlie, other)))
    assert sum(isinstance(each, Member) for each in answers) == 1
    assert row.members.filter(user__in=(charlie, other)).count() == 1
