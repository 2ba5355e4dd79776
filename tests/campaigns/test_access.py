"""What each role sees of a campaign: the umpire all, a player what his faction knows, others nothing."""

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404

from campaigns import services
from campaigns.access import Participant, participant_of
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from tests.kit.campaigns import battles, outcome, refusal

pytestmark = pytest.mark.django_db


def at(row: Campaign, member: Member) -> Participant:
    return participant_of(member.user, row.public_id)


def test_for_strangers_the_campaign_is_not_there(row: Campaign, charlie: User) -> None:
    for user in (charlie, AnonymousUser(), None):
        with pytest.raises(Http404):
            participant_of(user, row.public_id)
    with pytest.raises(Http404):
        participant_of(row.owner, uuid.uuid4())


def test_who_left_or_was_sent_away_is_a_stranger_again(row: Campaign, umpire: Member, enemy: Member) -> None:
    user = enemy.user
    services.remove(row, umpire, enemy)
    with pytest.raises(Http404):
        participant_of(user, row.public_id)


def test_a_place_costs_one_query_and_its_view_none_but_the_map(
    row: Campaign, chief: Member, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        found = participant_of(chief.user, row.public_id)
    found.view()
    with django_assert_num_queries(0):
        found.view()


def test_the_umpire_sees_every_force_a_player_his_own_and_an_onlooker_none(
    row: Campaign, umpire: Member, chief: Member, enemy: Member, onlooker: Member
) -> None:
    seen = {
        who: {force.id for force in at(row, who).view().forces} for who in (umpire, chief, enemy, onlooker)
    }
    assert seen[umpire] == set(state_of(row).forces)
    assert (seen[chief], seen[enemy], seen[onlooker]) == ({"cr1", "cr2"}, {"co1", "co2"}, set())


def test_only_the_umpire_holds_the_state_itself(row: Campaign, umpire: Member, chief: Member) -> None:
    assert at(row, umpire).state().forces
    with refusal(CampaignRefusal, code="not-yours"):
        at(row, chief).state()


def test_entries_are_told_to_those_who_learn_of_them_alone(
    row: Campaign, umpire: Member, chief: Member, enemy: Member, onlooker: Member
) -> None:
    acts = [
        {"do": "money", "faction": "crown", "amount": 5},
        {"do": "money", "faction": "commons", "amount": 7},
        {"do": "weather", "weather": "rain"},
    ]
    services.override(row, row.revision, umpire, acts, "a test")
    told = {
        who: [each["event"]["act"]["do"] + each["event"]["act"].get("faction", "")
              for each in at(row, who).entries() if each["event"]["kind"] == "overridden"]
        for who in (umpire, chief, enemy, onlooker)
    }  # fmt: skip
    assert told[umpire] == ["moneycrown", "moneycommons", "weather"]
    assert told[chief] == ["moneycrown", "weather"]
    assert told[enemy] == ["moneycommons", "weather"]
    assert told[onlooker] == ["weather"]
    # Whole acts, and a note for everybody of each that only its faction reads whole; numbered without gaps.
    assert [each["n"] for each in at(row, enemy).entries()] == [1, 2, 3, 4]


def test_entries_cost_one_query_however_many_turns_there_are(
    row: Campaign, chief: Member, django_assert_num_queries: Any
) -> None:
    for _ in range(3):
        services.resolve(row, row.revision)
    found = at(row, chief)
    with django_assert_num_queries(1):
        assert {each["turn"] for each in found.entries()} == {1, 2, 3}
    assert {each["turn"] for each in found.entries(turn=2)} == {2}


def test_what_was_undone_is_told_to_nobody(row: Campaign, umpire: Member) -> None:
    services.override(row, row.revision, umpire, [{"do": "weather", "weather": "rain"}], "a test")
    services.roll_back(row, row.revision, umpire, 1, "never mind")
    assert [each["event"]["kind"] for each in at(row, umpire).entries()] == ["went back"]


def test_an_open_engagement_is_known_to_its_sides_and_the_umpire(
    row: Campaign, umpire: Member, chief: Member, enemy: Member, onlooker: Member, charlie: User
) -> None:
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    stranger = services.add_member(row, charlie, "player", "company")
    for who, keys in ((umpire, 2), (chief, 2), (enemy, 2), (onlooker, 0), (stranger, 0)):
        assert len(at(row, who).engagements()) == keys
    for who in (onlooker, stranger):
        with pytest.raises(Http404):
            at(row, who).engagement("t1e1")
    services.settle(row, "t1e1", outcome(row, "t1e1"))
    assert [each.key for each in at(row, stranger).engagements()] == ["t1e1"]
    assert at(row, stranger).engagement("t1e1").key == "t1e1"
    assert not at(row, stranger).fights(at(row, stranger).engagement("t1e1"))
    assert at(row, enemy).side(at(row, enemy).engagement("t1e1")) == 1


def test_engagements_cost_one_query(row: Campaign, chief: Member, django_assert_num_queries: Any) -> None:
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    found = at(row, chief)
    with django_assert_num_queries(1):
        assert len([each.status for each in found.engagements()]) == 2


def test_the_view_of_an_earlier_turn_is_as_it_was_then(row: Campaign, chief: Member) -> None:
    services.resolve(row, row.revision)
    services.resolve(row, row.revision)
    assert at(row, chief).view_before(1).state.turn == 1
    assert at(row, chief).view_before(3).state.turn == 3
    assert {force.faction for force in at(row, chief).view_before(2).forces} == {"crown"}
    with pytest.raises(Http404):
        at(row, chief).view_before(9)
