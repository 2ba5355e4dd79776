"""Engagements get their outcomes once: by machine, by hand, by the reports of both sides."""

from dataclasses import replace

import pytest

from campaigns import services, settling
from campaigns.engine.state import Outcome
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.settling import OutcomeError, differences
from tests.kit.campaigns import battles, outcome

pytestmark = pytest.mark.django_db
FIRST, SECOND = "t1e1", "t1e2"


@pytest.fixture
def fought(row: Campaign) -> Campaign:
    """The island with two battles: both factions' first forces, and their second ones."""
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    return row


def status(row: Campaign, key: str = FIRST) -> str:
    return str(row.engagements.get(key=key, undone=False).status)


def test_the_first_outcome_counts_and_a_second_changes_nothing(fought: Campaign) -> None:
    assert services.settle(fought, FIRST, outcome(fought, FIRST, winner=0))
    assert not services.settle(fought, FIRST, outcome(fought, FIRST, winner=1))
    assert fought.engagements.get(key=FIRST).outcome["winner"] == 0


def test_the_turn_concludes_with_the_last_outcome_and_only_then(fought: Campaign) -> None:
    services.settle(fought, SECOND, outcome(fought, SECOND))
    assert fought.phase == "battles"
    assert not fought.turns.exists()
    services.settle(fought, FIRST, outcome(fought, FIRST))
    assert (fought.phase, fought.turn) == ("orders", 2)
    assert [each.part for each in fought.turns.all()] == ["conclude"]
    assert set(fought.turns.get().inputs["outcomes"]) == {FIRST, SECOND}


def test_losses_are_applied_once(fought: Campaign) -> None:
    before = state_of(fought)
    found = outcome(fought, FIRST, lost=(5, 0))
    unit = next(iter(found.units))
    services.settle(fought, FIRST, found)
    services.settle(fought, SECOND, outcome(fought, SECOND, lost=(0, 0)))
    kept = {each.id: each for each in state_of(fought).forces["cr1"].units}[unit]
    was = {each.id: each for each in before.forces["cr1"].units}[unit]
    assert was.lost < kept.lost <= was.lost + 5
    kinds = [entry["event"]["kind"] for entry in fought.turns.get().entries]
    assert kinds.count("battle settled") == 2


def test_a_settled_engagement_of_a_past_turn_takes_no_outcome(fought: Campaign) -> None:
    for key in (FIRST, SECOND):
        services.settle(fought, key, outcome(fought, key))
    with pytest.raises(OutcomeError):
        services.settle(fought, FIRST, Outcome(winner=1))


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"winner": 2}, "winner"),
        ({"winner": 0, "units": {"cr9-x": {"lost": 1}}}, "units.cr9-x"),
        ({"winner": 0, "leaders": ["nobody"]}, "leaders[0]"),
    ],
)
def test_an_outcome_that_cannot_be_is_refused_with_its_place(
    fought: Campaign, value: dict[str, object], path: str
) -> None:
    with pytest.raises(OutcomeError) as refused:
        services.settle(fought, FIRST, services.read_outcome(value))
    assert refused.value.path == path
    assert status(fought) == "open"


def test_a_report_that_cannot_be_read_names_the_place() -> None:
    with pytest.raises(OutcomeError) as refused:
        services.read_outcome({"winner": 0, "units": {"a": {"lost": "many"}}})
    assert refused.value.path == "units.a.lost"


# -- reports of a table ----------------------------------------------------------------------------


def test_reports_of_both_sides_that_are_alike_settle_it(
    fought: Campaign, chief: Member, enemy: Member
) -> None:
    found = outcome(fought, FIRST)
    assert services.report(fought, FIRST, chief, found) == "reported"
    assert services.report(fought, FIRST, enemy, replace(found, how="They ran.")) == "settled"
    kept = fought.engagements.get(key=FIRST).outcome
    assert (kept["means"], kept["how"]) == ("table", "One side broke.")


def test_reports_that_differ_wait_for_the_umpire(
    fought: Campaign, chief: Member, enemy: Member, umpire: Member
) -> None:
    services.report(fought, FIRST, chief, outcome(fought, FIRST, winner=0))
    assert services.report(fought, FIRST, enemy, outcome(fought, FIRST, winner=1)) == "disputed"
    row = fought.engagements.get(key=FIRST)
    assert row.outcome is None
    assert differences(row.claim_a, row.claim_b) == ["winner"]
    assert services.report(fought, FIRST, umpire, outcome(fought, FIRST, winner=1)) == "settled"
    assert fought.engagements.get(key=FIRST).outcome["winner"] == 1


def test_a_side_may_change_its_report_until_it_is_settled(
    fought: Campaign, chief: Member, enemy: Member
) -> None:
    services.report(fought, FIRST, chief, outcome(fought, FIRST, winner=0))
    services.report(fought, FIRST, enemy, outcome(fought, FIRST, winner=1))
    assert services.report(fought, FIRST, chief, outcome(fought, FIRST, winner=1)) == "settled"
    with pytest.raises(CampaignRefusal) as refused:
        services.report(fought, FIRST, enemy, outcome(fought, FIRST, winner=0))
    assert refused.value.code == "settled"


def test_differences_name_winner_units_and_leaders() -> None:
    one = {"winner": 0, "units": {"a": {"lost": 1, "fallen": "stood"}}, "leaders": ["c"]}
    other = {"winner": None, "units": {"a": {"lost": 1, "fallen": "fled"},
                                       "b": {"lost": 0, "fallen": "stood"}}, "leaders": []}  # fmt: skip
    assert differences(one, other) == ["winner", "units.a", "leaders.c"]
    assert settling.alike(other, {**other, "units": {"a": other["units"]["a"]}})


def test_nobody_reports_a_battle_that_is_not_his(fought: Campaign, onlooker: Member) -> None:
    with pytest.raises(CampaignRefusal) as refused:
        services.report(fought, FIRST, onlooker, outcome(fought, FIRST))
    assert refused.value.code == "not-yours"


# -- how it is fought ------------------------------------------------------------------------------


def test_an_engagement_is_fought_in_one_way_until_it_is_given_up(fought: Campaign) -> None:
    assert services.fight(fought, FIRST, "table").means == "table"
    services.give_up(fought, FIRST)
    assert services.fight(fought, FIRST, "quick").means == "quick"


def test_rules_say_how_battles_may_be_fought(fought: Campaign) -> None:
    with pytest.raises(CampaignRefusal) as refused:
        services.fight(fought, FIRST, "duel")
    assert refused.value.path == "means"
