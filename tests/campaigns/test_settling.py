"""Engagements get their outcomes once: by machine, by hand, by the reports of both sides."""

from dataclasses import replace

import pytest

from campaigns import services, settling
from campaigns.engine.state import Outcome
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.settling import OutcomeError, differences
from tests.kit.campaigns import outcome, refusal
from tests.kit.consent import agreed

pytestmark = pytest.mark.django_db
FIRST, SECOND = "t1e1", "t1e2"


def status(row: Campaign, key: str = FIRST) -> str:
    return str(row.engagements.get(key=key, undone=False).status)


def test_the_first_outcome_counts_and_a_second_changes_nothing(met: Campaign) -> None:
    assert services.settle(met, FIRST, outcome(met, FIRST, winner=0))
    assert not services.settle(met, FIRST, outcome(met, FIRST, winner=1))
    assert met.engagements.get(key=FIRST).outcome["winner"] == 0


def test_the_turn_concludes_with_the_last_outcome_and_only_then(met: Campaign) -> None:
    services.settle(met, SECOND, outcome(met, SECOND))
    assert met.phase == "battles"
    assert not met.turns.exists()
    services.settle(met, FIRST, outcome(met, FIRST))
    assert (met.phase, met.turn) == ("orders", 2)
    assert [each.part for each in met.turns.all()] == ["conclude"]
    assert set(met.turns.get().inputs["outcomes"]) == {FIRST, SECOND}


def test_losses_are_applied_once(met: Campaign) -> None:
    before = state_of(met)
    found = outcome(met, FIRST, lost=(5, 0))
    unit = next(iter(found.units))
    services.settle(met, FIRST, found)
    services.settle(met, SECOND, outcome(met, SECOND, lost=(0, 0)))
    kept = {each.id: each for each in state_of(met).forces["cr1"].units}[unit]
    was = {each.id: each for each in before.forces["cr1"].units}[unit]
    assert was.lost < kept.lost <= was.lost + 5
    kinds = [entry["event"]["kind"] for entry in met.turns.get().entries]
    assert kinds.count("battle settled") == 2


def test_a_settled_engagement_of_a_past_turn_takes_no_outcome(met: Campaign) -> None:
    for key in (FIRST, SECOND):
        services.settle(met, key, outcome(met, key))
    with pytest.raises(OutcomeError):
        services.settle(met, FIRST, Outcome(winner=1))


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"winner": 2}, "winner"),
        ({"winner": 0, "units": {"cr9-x": {"lost": 1}}}, "units.cr9-x"),
        ({"winner": 0, "leaders": ["nobody"]}, "leaders[0]"),
    ],
)
def test_an_outcome_that_cannot_be_is_refused_with_its_place(
    met: Campaign, value: dict[str, object], path: str
) -> None:
    with refusal(OutcomeError, path=path):
        services.settle(met, FIRST, services.read_outcome(value))
    assert status(met) == "open"


def test_a_report_that_cannot_be_read_names_the_place() -> None:
    with refusal(OutcomeError, path="units.a.lost"):
        services.read_outcome({"winner": 0, "units": {"a": {"lost": "many"}}})


# -- reports of a table ----------------------------------------------------------------------------


@pytest.fixture
def table(met: Campaign) -> Campaign:
    """The first battle is fought on a table, as both sides agreed."""
    agreed(met, "table")
    services.fight(met, FIRST, "table")
    return met


def test_reports_of_both_sides_that_are_alike_settle_it(
    table: Campaign, chief: Member, enemy: Member
) -> None:
    found = outcome(table, FIRST)
    assert services.report(table, FIRST, chief, found) == "reported"
    assert services.report(table, FIRST, enemy, replace(found, how="They ran.")) == "settled"
    kept = table.engagements.get(key=FIRST).outcome
    assert (kept["means"], kept["how"]) == ("table", "One side broke.")


def test_reports_that_differ_wait_for_the_umpire(
    table: Campaign, chief: Member, enemy: Member, umpire: Member
) -> None:
    services.report(table, FIRST, chief, outcome(table, FIRST, winner=0))
    assert services.report(table, FIRST, enemy, outcome(table, FIRST, winner=1)) == "disputed"
    row = table.engagements.get(key=FIRST)
    assert row.outcome is None
    assert differences(row.claim_a, row.claim_b) == ["winner"]
    assert services.report(table, FIRST, umpire, outcome(table, FIRST, winner=1)) == "settled"
    assert table.engagements.get(key=FIRST).outcome["winner"] == 1


def test_a_side_may_change_its_report_until_it_is_settled(
    table: Campaign, chief: Member, enemy: Member
) -> None:
    services.report(table, FIRST, chief, outcome(table, FIRST, winner=0))
    services.report(table, FIRST, enemy, outcome(table, FIRST, winner=1))
    assert services.report(table, FIRST, chief, outcome(table, FIRST, winner=1)) == "settled"
    with refusal(CampaignRefusal, code="settled"):
        services.report(table, FIRST, enemy, outcome(table, FIRST, winner=0))


def test_differences_name_winner_units_and_leaders() -> None:
    one = {"winner": 0, "units": {"a": {"lost": 1, "fallen": "stood"}}, "leaders": ["c"]}
    other = {"winner": None, "units": {"a": {"lost": 1, "fallen": "fled"},
                                       "b": {"lost": 0, "fallen": "stood"}}, "leaders": []}  # fmt: skip
    assert differences(one, other) == ["winner", "units.a", "leaders.c"]
    assert settling.alike(other, {**other, "units": {"a": other["units"]["a"]}})


def test_nobody_reports_a_battle_that_is_not_his(table: Campaign, onlooker: Member) -> None:
    with refusal(CampaignRefusal, code="not-yours"):
        services.report(table, FIRST, onlooker, outcome(table, FIRST))


# -- how it is fought ------------------------------------------------------------------------------


def test_a_battle_that_is_cancelled_begins_again_in_the_same_way(met: Campaign, umpire: Member) -> None:
    with refusal(CampaignRefusal, code="not-begun"):
        services.give_up(met, FIRST, umpire, "The map was wrong.")
    agreed(met, "automatic")
    with refusal(CampaignRefusal, code="not-begun"):
        services.give_up(met, FIRST, umpire, "The map was wrong.")
    assert services.fight(met, FIRST, "automatic").means == "automatic"
    services.give_up(met, FIRST, umpire, "The map was wrong.")
    with refusal(CampaignRefusal, code="not-agreed"):
        services.fight(met, FIRST, "quick")
    assert services.fight(met, FIRST, "automatic").means == "automatic"


def test_rules_say_how_battles_may_be_fought(met: Campaign) -> None:
    with refusal(CampaignRefusal, path="means"):
        services.fight(met, FIRST, "duel")


def test_nobody_reports_for_the_other_side(table: Campaign, chief: Member) -> None:
    services.report(table, FIRST, chief, outcome(table, FIRST, winner=0))
    row = table.engagements.get(key=FIRST)
    assert row.claim_a is not None
    with refusal(CampaignRefusal, path="side", code="not-yours"):
        services.report(table, FIRST, chief, outcome(table, FIRST, winner=1), 1)
    assert table.engagements.get(key=FIRST).claims == row.claims
