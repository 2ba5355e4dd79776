"""Giving orders: who may order what, what counts, and what others learn of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns import ordering, services
from campaigns.engine.orders import OrdersError
from campaigns.models import Campaign, Member, OrdersRow
from campaigns.persistence import CampaignRefusal, state_of
from tests.kit.campaigns import hold, refusal

pytestmark = pytest.mark.django_db


def orders_document(faction: str = "crown", **forces: dict[str, Any]) -> dict[str, Any]:
    return {"faction": faction, "forces": forces}


HOLD, SCOUT = {"do": "hold"}, {"do": "hold", "evade": True}


def test_a_draft_counts_for_nothing_until_it_is_given(row: Campaign, chief: Member) -> None:
    services.give_orders(row, chief, orders_document(cr1=HOLD), draft=True)
    assert ordering.given(row) == {}
    assert ordering.ordered(row, "crown", chief).status == "draft"
    services.give_orders(row, chief, orders_document(cr1=HOLD))
    assert ordering.given(row)["crown"].forces["cr1"].do == "hold"
    assert ordering.ordered(row, "crown", chief).status == "given"


def test_a_draft_after_given_orders_leaves_those_in_force(row: Campaign, chief: Member) -> None:
    services.give_orders(row, chief, orders_document(cr1=HOLD))
    services.give_orders(row, chief, orders_document(cr1=SCOUT), draft=True)
    found = ordering.ordered(row, "crown", chief)
    assert (found.status, found.draft.forces["cr1"].evade) == ("changed", True)
    assert not ordering.given(row)["crown"].forces["cr1"].evade


def test_withdrawn_orders_are_drafts_again(row: Campaign, chief: Member) -> None:
    services.give_orders(row, chief, orders_document(cr1=HOLD))
    services.withdraw_orders(row, chief)
    assert ordering.given(row) == {}
    assert ordering.ordered(row, "crown", chief).draft.forces["cr1"].do == "hold"


def test_a_player_orders_only_the_forces_that_he_commands(
    row: Campaign, chief: Member, comrade: Member
) -> None:
    with pytest.raises(OrdersError) as refused:
        services.give_orders(row, comrade, orders_document(cr2=HOLD))
    assert refused.value.code == "not-yours"
    assert refused.value.path == "forces.cr2"
    services.hand_over(row, chief, "cr2", comrade)
    services.give_orders(row, comrade, orders_document(cr2=HOLD))
    assert set(ordering.given(row)["crown"].forces) == {"cr2"}


def test_the_last_word_on_a_force_counts(row: Campaign, chief: Member, comrade: Member) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    services.give_orders(row, comrade, orders_document(cr2=SCOUT))
    services.give_orders(row, chief, orders_document(cr1=HOLD, cr2=HOLD))
    assert not ordering.given(row)["crown"].forces["cr2"].evade
    services.give_orders(row, comrade, orders_document(cr2=SCOUT))
    assert ordering.given(row)["crown"].forces["cr2"].evade


def test_acts_are_for_the_commander_in_chief(row: Campaign, chief: Member, comrade: Member) -> None:
    acts = orders_document() | {"acts": [{"do": "diplomacy", "to": "company", "relation": "alliance"}]}
    with refusal(OrdersError, path="acts"):
        services.give_orders(row, comrade, acts)
    services.give_orders(row, chief, acts)
    assert len(ordering.given(row)["crown"].acts) == 1


@pytest.mark.parametrize("faction", ["commons", "nobody"])
def test_nobody_orders_for_another_faction(row: Campaign, chief: Member, faction: str) -> None:
    with refusal(OrdersError, path="faction"):
        services.give_orders(row, chief, orders_document(faction))


def test_an_onlooker_orders_nothing(row: Campaign, onlooker: Member) -> None:
    with pytest.raises(OrdersError):
        services.give_orders(row, onlooker, orders_document())


def test_the_umpire_may_order_for_a_faction_without_players(row: Campaign, umpire: Member) -> None:
    services.give_orders(row, umpire, hold(state_of(row), "company"))
    assert set(ordering.given(row)["company"].forces) == {"cy1", "cy2"}


def test_orders_for_forces_of_others_or_none_are_refused_with_their_places(
    row: Campaign, chief: Member
) -> None:
    with pytest.raises(OrdersError) as refused:
        services.give_orders(row, chief, orders_document(co1=HOLD, cr9=HOLD))
    assert [fault.path for fault in refused.value.faults] == ["forces.co1", "forces.cr9"]
    assert not OrdersRow.objects.exists()


def test_no_orders_are_taken_after_the_deadline_but_drafts_are(row: Campaign, chief: Member) -> None:
    row.deadline = timezone.now() - timedelta(minutes=1)
    row.save()
    with refusal(CampaignRefusal, code="late"):
        services.give_orders(row, chief, orders_document(cr1=HOLD))
    services.give_orders(row, chief, orders_document(cr1=HOLD), draft=True)


def test_no_orders_are_taken_while_battles_are_fought(row: Campaign, chief: Member) -> None:
    Campaign.objects.filter(pk=row.pk).update(phase="battles")
    with refusal(CampaignRefusal, code="phase"):
        services.give_orders(row, chief, orders_document(cr1=HOLD), draft=True)


def test_orders_that_cannot_be_carried_out_may_be_kept_but_not_given(row: Campaign, chief: Member) -> None:
    far = orders_document(cr1={"do": "march", "path": ["nowhere-at-all"]})
    assert services.give_orders(row, chief, far, draft=True)
    with pytest.raises(OrdersError) as refused:
        services.give_orders(row, chief, far)
    assert refused.value.path.startswith("forces.cr1")
    assert ordering.given(row) == {}


def test_orders_that_an_umpire_gives_for_players_are_known_to_all_and_not_final(
    row: Campaign, chief: Member, umpire: Member
) -> None:
    services.give_orders(row, chief, orders_document(cr1=SCOUT))
    row.members.filter(pk=chief.pk).update(ready=row.turn)
    services.give_orders(row, umpire, orders_document(cr1=HOLD), draft=True)
    assert not row.disclosures.exists()
    assert ordering.ordered(row, "crown", chief).draft.forces["cr1"].evade

    services.give_orders(row, umpire, orders_document(cr1=HOLD))
    told = row.disclosures.get()
    assert (told.kind, told.entered, told.name) == ("ordered", "crown", umpire.user.username)
    found = ordering.ordered(row, "crown", chief)
    assert found.draft.forces["cr1"].evade
    assert not found.given.forces["cr1"].evade
    assert [each.member for each in found.by_umpires] == [umpire]
    assert found.replaced
    assert not ordering.is_ready(row, Member.objects.get(pk=chief.pk))

    services.give_orders(row, chief, orders_document(cr1=SCOUT))
    assert ordering.given(row)["crown"].forces["cr1"].evade
    assert ordering.ordered(row, "crown", umpire).by_players
    assert not ordering.ordered(row, "crown", chief).replaced


def test_orders_for_a_faction_that_nobody_plays_are_the_umpires_own(row: Campaign, umpire: Member) -> None:
    services.give_orders(row, umpire, hold(state_of(row), "company"))
    assert not row.disclosures.exists()


def test_the_umpire_sees_who_has_given_orders_but_not_what(
    row: Campaign, chief: Member, umpire: Member
) -> None:
    services.give_orders(row, chief, orders_document(cr1=SCOUT))
    found = ordering.ordered(row, "crown", umpire)
    assert [each.status for each in found.rows] == ["given"]
    assert found.draft.forces == {} == found.given.forces
    assert all(each.draft == {} for each in found.rows)


def test_comrades_see_each_others_orders(row: Campaign, chief: Member, comrade: Member) -> None:
    services.give_orders(row, chief, orders_document(cr1=SCOUT), draft=True)
    found = ordering.ordered(row, "crown", comrade)
    assert found.draft.forces["cr1"].evade
    assert found.by == {"cr1": "bob"}


def test_orders_of_who_left_still_count(row: Campaign, chief: Member, comrade: Member) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    services.give_orders(row, comrade, orders_document(cr2=SCOUT))
    services.remove(row, comrade, comrade)
    assert ordering.given(row)["crown"].forces["cr2"].evade
