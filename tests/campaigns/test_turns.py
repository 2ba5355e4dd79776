"""A kept turn: preview and resolution are the same, the chain holds, the umpire's word, the way back."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from armylists.owned.services import Stale
from campaigns import fighting, services, turns
from campaigns.engine.orders import Orders, read_orders
from campaigns.engine.overrides import OverrideError
from campaigns.engine.resolve import TurnError
from campaigns.engine.state import State
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import CampaignRefusal, state_of
from rulesets.engine.canonical import chained
from tests.kit.campaigns import battles, change, hold, outcome, refusal
from tests.kit.consent import agreed

pytestmark = pytest.mark.django_db


def play(row: Campaign, turns_: int = 1) -> None:
    """Everybody holds for some turns."""
    for _ in range(turns_):
        services.resolve(row, row.revision)


def test_resolving_brings_what_the_preview_showed(row: Campaign, chief: Member) -> None:
    services.give_orders(row, chief, hold(state_of(row), "crown"))
    shown = services.preview(row)
    parts = services.resolve(row, row.revision)
    assert [dict(each) for each in shown.entries] == parts[0].entries
    assert shown.hash == parts[0].hash


def test_a_preview_keeps_nothing(row: Campaign) -> None:
    before = Campaign.objects.values().get()
    services.preview(row)
    assert Campaign.objects.values().get() == before
    assert not row.turns.exists()


def test_the_preview_names_the_factions_without_orders(row: Campaign, chief: Member) -> None:
    services.give_orders(row, chief, hold(state_of(row), "crown"))
    assert list(services.preview(row).missing) == ["commons", "company"]


def test_a_turn_without_battles_is_concluded_at_once(row: Campaign) -> None:
    parts = services.resolve(row, row.revision)
    assert [each.part for each in parts] == ["march", "conclude"]
    assert (row.turn, row.phase) == (2, "orders")
    assert state_of(row).turn == 2


def test_the_chain_of_hashes_goes_on_from_turn_to_turn(row: Campaign) -> None:
    play(row, 2)
    link = ""
    for part in row.turns.all():
        assert part.hash_before == link
        for entry in part.entries:
            link = chained(link, entry["event"])
            assert entry["hash"] == link
    assert row.hash == link
    assert link


def test_the_order_in_which_orders_came_does_not_matter(
    alice: User, row: Campaign, chief: Member, enemy: Member
) -> None:
    other = services.import_file(alice, services.export_file(row, seed=True))
    state = state_of(row)
    for faction in ("crown", "commons"):
        services.give_orders(row, chief if faction == "crown" else enemy, hold(state, faction))
    for faction in ("commons", "crown"):
        services.give_orders(other, other.members.get(user=alice), hold(state, faction))
    services.resolve(row, row.revision)
    services.resolve(other, other.revision)
    assert row.hash == other.hash


def test_who_saw_an_older_revision_is_told_so(row: Campaign) -> None:
    seen = row.revision
    play(row)
    with pytest.raises(Stale) as stale:
        services.resolve(row, seen)
    assert stale.value.current.revision == row.revision
    assert row.turns.count() == 2


def test_a_paused_campaign_is_not_resolved(row: Campaign, umpire: Member) -> None:
    services.pause(row, umpire)
    with refusal(CampaignRefusal, code="paused"):
        services.resolve(row, row.revision)


def test_the_next_deadline_follows_from_the_hours(row: Campaign, umpire: Member) -> None:
    services.set_hours(row, umpire, 48)
    play(row)
    assert row.deadline is not None
    assert abs(row.deadline - timezone.now() - timedelta(hours=48)) < timedelta(minutes=1)


def test_a_turn_is_due_when_its_deadline_has_passed_and_not_before(row: Campaign, umpire: Member) -> None:
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=1))
    assert not services.due(row)
    assert row.turn == 1
    Campaign.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    row.refresh_from_db()
    assert services.due(row)
    assert row.turn == 2
    assert not services.due(row)


def test_a_campaign_that_waits_for_its_umpire_is_never_due(row: Campaign, umpire: Member) -> None:
    services.set_alone(row, umpire, on=False)
    Campaign.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    row.refresh_from_db()
    assert not services.due(row)
    assert row.turn == 1


def test_what_is_not_due_costs_no_query(row: Campaign, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert not services.due(row)


def test_the_automatic_commander_orders_where_nobody_does(
    row: Campaign, umpire: Member, chief: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    def commander(state: object, faction: str, seed: str) -> Orders:
        keys = [key for key, force in state_of(row).forces.items() if force.faction == faction]
        return read_orders({"faction": faction, "forces": {key: {"do": "refit"} for key in keys}})

    monkeypatch.setattr(turns, "orders_for", commander)
    services.set_automatic(row, chief, member=chief)
    services.set_automatic(row, umpire, faction="company")
    services.give_orders(row, chief, {"faction": "crown", "forces": {"cr1": {"do": "hold"}}})
    found = turns.orders_of(row, state_of(row))
    assert {key: each.do for key, each in found["crown"].forces.items()} == {"cr1": "hold", "cr2": "refit"}
    assert {each.do for each in found["company"].forces.values()} == {"refit"}
    assert "commons" not in found


def test_a_turn_with_battles_waits_for_them(row: Campaign) -> None:
    battles(row, ("cr1", "co1"))
    with pytest.raises(CampaignRefusal, match="the battle of Wrack is still to be fought"):
        services.resolve(row, row.revision)


def test_the_umpire_concludes_when_the_campaign_does_not_alone(row: Campaign, umpire: Member) -> None:
    battles(row, ("cr1", "co1"))
    services.set_alone(row, umpire, on=False)
    assert services.settle(row, "t1e1", outcome(row, "t1e1"))
    assert row.phase == "battles"
    services.resolve(row, row.revision)
    assert (row.phase, row.turn) == ("orders", 2)
    assert state_of(row).engagements["t1e1"].outcome is not None


# -- the umpire's word -----------------------------------------------------------------------------


def test_an_override_changes_the_state_and_says_why(row: Campaign, umpire: Member) -> None:
    before = state_of(row).factions["crown"].money
    acts = [{"do": "money", "faction": "crown", "amount": 25}, {"do": "owner", "area": "wrack"}]
    part = services.override(row, row.revision, umpire, acts, "the tax was late")
    state = state_of(row)
    assert state.factions["crown"].money == before + 25
    assert state.areas["wrack"].owner == ""
    assert [each["event"]["known"] for each in part.entries] == [["crown"], ["*"], ["*"]]
    assert all("the tax was late" in each["words"] for each in part.entries)
    assert part.inputs["reason"] == "the tax was late"
    assert part.made_by_id == umpire.user_id


def test_an_override_that_cannot_be_is_refused_whole(row: Campaign, umpire: Member) -> None:
    acts = [{"do": "money", "faction": "crown", "amount": 25}, {"do": "move", "force": "cr1", "area": "moon"}]
    before = row.state
    with pytest.raises(OverrideError) as refused:
        services.override(row, row.revision, umpire, acts, "because")
    assert [each.path for each in refused.value.faults] == ["acts[1].area"]
    row.refresh_from_db()
    assert row.state == before
    assert not row.turns.exists()


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_a_reason_is_needed(row: Campaign, umpire: Member, reason: str) -> None:
    with refusal(CampaignRefusal, path="reason"):
        services.override(row, row.revision, umpire, [{"do": "weather", "weather": "rain"}], reason)


def test_only_the_umpire_overrules_and_goes_back(row: Campaign, chief: Member) -> None:
    play(row)
    for act in (
        lambda: services.override(row, row.revision, chief, [{"do": "end"}], "I won"),
        lambda: services.roll_back(row, row.revision, chief, 1, "I lost"),
    ):
        with refusal(CampaignRefusal, code="not-yours"):
            act()


def test_the_umpire_sets_an_outcome_over_another(row: Campaign, umpire: Member) -> None:
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    services.settle(row, "t1e1", outcome(row, "t1e1", winner=0))
    act = {"do": "outcome", "engagement": "t1e1", "outcome": {"winner": 1, "how": "on appeal"}}
    services.override(row, row.revision, umpire, [act], "the dice were cocked")
    found = row.engagements.get(key="t1e1")
    assert found.outcome["winner"] == 1
    assert row.phase == "battles"


def test_new_rules_hold_from_then_on(row: Campaign, umpire: Member) -> None:
    rules = state_of(row).rules.to_json()
    rules["march"]["forced_loss"] = 33
    services.override(row, row.revision, umpire, [{"do": "rules", "rules": rules}], "as agreed")
    assert state_of(row).rules.march.forced_loss == 33


def test_a_campaign_that_the_umpire_ended_is_over(row: Campaign, umpire: Member) -> None:
    services.override(row, row.revision, umpire, [{"do": "end", "faction": "crown"}], "all agree")
    assert row.over
    assert state_of(row).winner == "crown"
    with pytest.raises(TurnError):
        services.resolve(row, row.revision)


# -- the way back ----------------------------------------------------------------------------------


def test_going_back_restores_the_beginning_of_a_turn(row: Campaign, umpire: Member) -> None:
    play(row)
    before, link = row.state, row.hash
    play(row, 2)
    services.roll_back(row, row.revision, umpire, 2, "an order was lost")
    assert (row.state, row.turn, row.phase) == (before, 2, "orders")
    undone = list(row.turns.filter(undone=True))
    assert {each.turn for each in undone} == {2, 3}
    assert len(undone) == 4
    back = row.turns.get(part="back")
    assert back.hash_before == link
    assert "an order was lost" in back.entries[0]["words"]


def test_a_turn_without_a_deadline_has_none_after_going_back(row: Campaign, umpire: Member) -> None:
    services.set_hours(row, umpire, 48)
    play(row)
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=1))
    services.roll_back(row, row.revision, umpire, 1, "an order was lost")
    assert row.deadline is None


@pytest.mark.parametrize("marched", [True, False])
def test_going_back_restores_the_last_deadline_that_the_turn_had(
    row: Campaign, umpire: Member, marched: bool
) -> None:
    services.override(row, row.revision, umpire, [{"do": "weather", "weather": "rain"}], "it rained")
    services.set_deadline(row, umpire, soon := timezone.now() + timedelta(hours=30))
    if marched:
        play(row)
    services.roll_back(row, row.revision, umpire, 1, "an order was lost")
    assert row.deadline == soon


def test_the_first_turn_has_its_hours_again_however_long_it_waited(row: Campaign, umpire: Member) -> None:
    services.set_hours(row, umpire, 48)
    month = timezone.now() - timedelta(days=30)
    Campaign.objects.update(created=month, deadline=timezone.now() - timedelta(hours=2))
    row.refresh_from_db()
    play(row)
    services.roll_back(row, row.revision, umpire, 1, "an order was lost")
    assert row.deadline is not None
    assert abs(row.deadline - timezone.now() - timedelta(hours=48)) < timedelta(minutes=1)


def test_going_back_draws_new_dice_for_the_same_orders(row: Campaign, umpire: Member, alice: User) -> None:
    services.give_orders(row, umpire, hold(state_of(row), "crown"))
    first = services.resolve(row, row.revision)
    services.roll_back(row, row.revision, umpire, 1, "once more")
    assert row.redraws == 1
    copy = services.import_file(alice, services.export_file(row, seed=True))
    second = services.resolve(row, row.revision)
    assert [e["event"] for each in first for e in each.entries] != [
        e["event"] for each in second for e in each.entries
    ]
    assert [part.inputs.get("redraw") for part in (*first, *second)] == [None, None, 1, 1]
    services.resolve(copy, copy.revision)
    assert copy.hash == row.hash


def test_dice_of_a_campaign_that_never_went_back_come_from_its_seed_alone(row: Campaign) -> None:
    assert row.dice == row.seed


def test_going_back_restores_the_deadline_that_the_turn_had(row: Campaign, umpire: Member) -> None:
    soon = timezone.now() + timedelta(hours=30)
    services.set_deadline(row, umpire, soon)
    play(row)
    assert row.deadline is None
    services.roll_back(row, row.revision, umpire, 1, "an order was lost")
    assert row.deadline == soon


def test_a_deadline_that_has_passed_leaves_as_much_time_again(row: Campaign, umpire: Member) -> None:
    Campaign.objects.update(
        created=timezone.now() - timedelta(hours=50), deadline=timezone.now() - timedelta(hours=2)
    )
    row.refresh_from_db()
    play(row)
    services.roll_back(row, row.revision, umpire, 1, "an order was lost")
    assert row.deadline is not None
    assert abs(row.deadline - timezone.now() - timedelta(hours=48)) < timedelta(minutes=1)


def test_battles_of_turns_that_are_undone_leave_the_list_of_battles(
    row: Campaign, umpire: Member, chief: Member
) -> None:
    services.override(row, row.revision, umpire, [{"do": "weather", "weather": "rain"}], "it rained")
    battles(row, ("cr1", "co1"))
    agreed(row, "automatic")
    fought = fighting.automatically(row, "t1e1", umpire)
    services.roll_back(row, row.revision, umpire, 1, "wrong field")
    fought.refresh_from_db()
    assert fought.archived


def test_nothing_begins_in_silence_at_peace(row: Campaign, umpire: Member) -> None:
    def peace(state: State) -> None:
        rules = state.rules.diplomacy.model_copy(update={"default": "neutral"})
        state.rules = state.rules.model_copy(update={"diplomacy": rules})

    change(row, peace)
    with refusal(CampaignRefusal, code="peace"):
        services.carry_out(row, row.revision, umpire)
    with pytest.raises(Stale):
        services.carry_out(row, row.revision + 1, umpire, peace=True)
    row.refresh_from_db()
    assert not row.peace
    services.carry_out(row, row.revision, umpire, peace=True)
    assert row.turn == 2
    play(row)  # only the beginning asks
    assert row.turn == 3


def test_an_undone_engagement_makes_room_for_another_of_its_key(row: Campaign, umpire: Member) -> None:
    services.override(row, row.revision, umpire, [{"do": "weather", "weather": "rain"}], "it rained")
    battles(row, ("cr1", "co1"))
    services.settle(row, "t1e1", outcome(row, "t1e1"))
    services.roll_back(row, row.revision, umpire, 1, "wrong field")
    battles(row, ("cr1", "co1"))
    assert list(EngagementRow.objects.order_by("id").values_list("undone", flat=True)) == [True, False]


def test_there_is_no_way_back_to_a_turn_that_was_not(row: Campaign, umpire: Member) -> None:
    play(row)
    for turn in (0, 2, 7):
        with refusal(CampaignRefusal, path="turn"):
            services.roll_back(row, row.revision, umpire, turn, "because")


def test_orders_of_later_turns_are_gone_and_those_of_the_turn_stand(
    row: Campaign, umpire: Member, chief: Member
) -> None:
    for _ in range(2):
        services.give_orders(row, chief, hold(state_of(row), "crown"))
        play(row)
    services.roll_back(row, row.revision, umpire, 1, "from the start")
    assert list(row.orders.values_list("turn", flat=True)) == [1]
