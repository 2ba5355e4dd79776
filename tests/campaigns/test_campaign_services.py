"""Beginning a campaign, and what its umpire and owner do with it as a whole."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns import services
from campaigns.engine import shipped
from campaigns.engine.documents import CampaignError, read_campaign
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, document_of, map_of, state_of
from rulesets.engine.dice import seed_hash
from tests.kit.campaigns import battles, island, outcome, refusal

pytestmark = pytest.mark.django_db


def test_a_campaign_begins_as_its_document_says(alice: User) -> None:
    document = shipped.document("island")
    row = services.create(alice, document, name="Ours", hours=24)
    assert (row.name, row.turn, row.phase, row.hours) == ("Ours", 1, "orders", 24)
    assert set(state_of(row).forces) == {each["id"] for each in document["forces"]}
    assert read_campaign(document_of(row)).map == state_of(row).map == map_of(row)
    assert row.members.get().umpire


def test_the_seed_is_secret_and_its_hash_is_not(alice: User) -> None:
    one, other = services.create(alice, shipped.document("island")), island(alice)
    assert len(one.seed) == 32
    assert one.seed != other.seed
    assert one.seed_hash == seed_hash(one.seed)


def test_a_document_that_cannot_be_read_makes_no_campaign(alice: User) -> None:
    document = shipped.document("island") | {"systems": ["chess"]}
    with refusal(CampaignError, path="systems[0]"):
        services.create(alice, document)
    assert not Campaign.objects.exists()


def test_a_seed_is_at_most_64_characters(alice: User) -> None:
    with refusal(CampaignRefusal, path="seed"):
        services.create(alice, shipped.document("island"), seed="x" * 65)


def test_a_deadline_lies_ahead_and_may_be_taken_away(row: Campaign, umpire: Member) -> None:
    with pytest.raises(CampaignRefusal):
        services.set_deadline(row, umpire, timezone.now() - timedelta(hours=1))
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=1))
    services.set_deadline(row, umpire, None)
    assert row.deadline is None


def test_there_is_no_deadline_for_battles(row: Campaign, umpire: Member) -> None:
    battles(row, ("cr1", "co1"))
    with refusal(CampaignRefusal, code="phase"):
        services.set_deadline(row, umpire, timezone.now() + timedelta(hours=1))


def test_a_deadline_that_passed_in_a_pause_is_put_off(row: Campaign, umpire: Member) -> None:
    services.pause(row, umpire)
    Campaign.objects.update(deadline=timezone.now() - timedelta(hours=5))
    row.refresh_from_db()
    assert not services.due(row)
    services.pause(row, umpire, on=False)
    assert row.deadline is not None
    assert row.deadline > timezone.now() + timedelta(hours=23)


def test_battles_that_came_in_during_a_pause_count_after_it(row: Campaign, umpire: Member) -> None:
    battles(row, ("cr1", "co1"))
    services.pause(row, umpire)
    services.settle(row, "t1e1", outcome(row, "t1e1"))
    assert row.phase == "battles"
    services.pause(row, umpire, on=False)
    assert (row.turn, row.phase) == (2, "orders")


def test_a_campaign_that_shall_go_on_alone_concludes_what_is_settled(row: Campaign, umpire: Member) -> None:
    battles(row, ("cr1", "co1"))
    services.set_alone(row, umpire, on=False)
    services.settle(row, "t1e1", outcome(row, "t1e1"))
    services.set_alone(row, umpire, on=True)
    assert (row.turn, row.phase) == (2, "orders")


@pytest.mark.parametrize(
    "act",
    [
        lambda row, by: services.set_deadline(row, by, None),
        lambda row, by: services.set_hours(row, by, 24),
        lambda row, by: services.set_alone(row, by, on=False),
        lambda row, by: services.pause(row, by),
        lambda row, by: services.rename(row, by, "Mine"),
        lambda row, by: services.archive(row, by),
        lambda row, by: services.delete(row, by),
        lambda row, by: services.set_automatic(row, by, faction="company"),
    ],
)
def test_what_is_the_umpires_to_do_nobody_else_does(row: Campaign, chief: Member, act: object) -> None:
    before = Campaign.objects.values().get()
    with refusal(CampaignRefusal, code="not-yours"):
        act(row, chief)  # type: ignore[operator]
    assert Campaign.objects.values().get() == before


def test_a_second_umpire_may_not_put_away_what_is_not_his(
    row: Campaign, umpire: Member, charlie: User
) -> None:
    second = services.add_member(row, charlie, "umpire")
    services.pause(row, second)
    assert row.paused
    with pytest.raises(CampaignRefusal):
        services.archive(row, second)


def test_only_what_was_put_away_can_be_deleted(row: Campaign, umpire: Member) -> None:
    with pytest.raises(CampaignRefusal):
        services.delete(row, umpire)
    services.archive(row, umpire)
    services.delete(row, umpire)
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 121])
def test_a_name_has_1_to_120_characters(row: Campaign, umpire: Member, name: str) -> None:
    with pytest.raises(CampaignRefusal):
        services.rename(row, umpire, name)


def test_a_clone_stands_as_its_original_with_other_dice_and_nobody_in_it(
    row: Campaign, chief: Member, comrade: Member, bob: User
) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    services.resolve(row, row.revision)
    row.alone = False
    copy = services.clone(row, bob)
    assert not copy.alone
    assert (copy.turn, copy.name) == (2, f"{row.name} (copy)")
    assert copy.seed != row.seed
    assert [str(each.user) for each in copy.members.all()] == ["bob"]
    assert all(force.commander == "" for force in state_of(copy).forces.values())
    assert state_of(copy).areas == state_of(row).areas
    services.resolve(copy, copy.revision)
    assert row.turn == 2


def test_a_fresh_clone_begins_at_the_beginning(row: Campaign, alice: User) -> None:
    services.resolve(row, row.revision)
    copy = services.clone(row, alice, name="Again", fresh=True)
    assert (copy.turn, copy.name, state_of(copy).turn) == (1, "Again", 1)


def test_a_campaign_at_its_battles_is_not_cloned(row: Campaign, alice: User) -> None:
    battles(row, ("cr1", "co1"))
    with pytest.raises(CampaignRefusal):
        services.clone(row, alice)
