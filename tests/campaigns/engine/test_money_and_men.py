"""Income, loot, upkeep, recruits, merged units."""

from __future__ import annotations

import pytest

from campaigns.engine.events.areas import AreaHealed, AreaLooted, CameToNothing
from campaigns.engine.events.factions import IncomeGot, LootBrought, RecruitsPaid, UpkeepPaid
from campaigns.engine.events.strength import Deserted, Merged, Recruited, UnitsMerged
from campaigns.engine.turn.income import income_of
from tests.kit.aftermath import concluded, events_of, standing
from tests.kit.strip import campaign, troop

QUIET = {"reach": 0}


def test_a_turn_brings_the_income_of_the_areas_held():
    after = concluded(campaign())
    assert after.state.factions["red"].money == 50 + 10 + 2 + 8 + 5
    assert events_of(after, IncomeGot)[-1].parts == (("areas", 25),)


def test_areas_may_bring_a_part_of_their_income():
    after = concluded(campaign(income={"areas": 50}))
    assert after.state.factions["red"].money == 50 + 12


def test_looted_and_besieged_areas_bring_nothing():
    state = campaign()
    state.areas["north"].looted = 5
    state.areas["castle"].besieger = "blue"
    assert income_of(state, state.factions["red"]) == {"areas": 7}


def test_factions_get_their_own_figures_for_each_turn_home_and_occupied_areas():
    state = campaign(income={"areas": 0})
    red = state.factions["red"]
    red.income, red.per_home, red.per_occupied = 40, 5, 10
    state.areas["ford"].owner = "red"
    assert income_of(state, red) == {"each turn": 40, "home areas": 20, "occupied areas": 10}
    state.areas["north"].looted = 9
    assert income_of(state, red)["home areas"] == 15
    state.rules.income.unlooted_only = False
    assert income_of(state, red)["home areas"] == 20


def raid(*, at="ford", raider="red", **looting):
    state = campaign(troop("r1", raider, at), looting=looting, supply=QUIET)
    return concluded(standing(state, r1={"do": "raid"}))


def test_a_raid_loots_an_area_and_the_men_carry_it_off():
    after = raid(raid=50, carry=100, brought="home")
    assert after.state.forces["r1"].loot == 20
    assert after.state.areas["ford"].looted == 6
    assert events_of(after, AreaLooted)[0].rule == "looting.raid"


def test_men_carry_no_more_than_they_can():
    assert raid(raid=50, carry=5).state.forces["r1"].loot == 15


def test_loot_may_count_at_once():
    after = raid(raid=50, carry=100, brought="at once")
    assert (after.state.forces["r1"].loot, events_of(after, LootBrought)[0].amount) == (0, 20)


def test_nobody_raids_friends():
    after = raid(at="wood")
    assert "friends" in events_of(after, CameToNothing)[0].why
    assert not after.state.areas["wood"].looted


def test_an_area_is_looted_once():
    state = campaign(troop("r1", "red", "ford"), troop("r2", "red", "ford"), supply=QUIET)
    after = concluded(standing(state, r1={"do": "raid"}, r2={"do": "raid"}))
    assert [after.state.forces[key].loot for key in ("r1", "r2")] == [15, 0]
    assert events_of(after, CameToNothing)[0].why == "nothing is left to loot"


def test_a_looted_area_recovers_after_its_turns():
    state = raid(raid=50).state
    state.rules.looting.brought = "home"
    for _ in range(3):
        state = concluded(state).state
        assert state.areas["ford"].looted
    after = concluded(state)
    assert events_of(after, AreaHealed)
    assert not after.state.areas["ford"].looted


@pytest.mark.parametrize(("at", "money"), [("north", 30), ("ford", 0)])
def test_loot_becomes_money_at_home(at, money):
    after = concluded(campaign(troop("r1", "red", at, loot=30)))
    assert sum(each.amount for each in events_of(after, LootBrought)) == money
    assert after.state.forces["r1"].loot == 30 - money


def test_forces_cost_upkeep():
    after = concluded(campaign(troop("r1", "red", "north"), income={"upkeep": 10, "areas": 0}))
    assert events_of(after, UpkeepPaid)[0].amount == -6
    assert after.state.factions["red"].money == 44


def test_who_is_not_paid_deserts():
    state = campaign(
        troop("r1", "red", "north"), troop("r2", "red", "north"),
        income={"upkeep": 10, "areas": 0, "unpaid": 50}, attrition={"recovery": 0},
    )  # fmt: skip
    state.factions["red"].money = 7
    after = concluded(state)
    assert [each.force for each in events_of(after, Deserted)] == ["r2"]
    assert after.state.forces["r2"].strength == 6
    assert after.state.factions["red"].money == 1


def worn(at="north", lost=2, units=4, **rules):
    state = campaign(
        troop("r1", "red", at, units), **({"attrition": {"recovery": 0}, "income": {"areas": 0}} | rules)
    )
    for unit in state.forces["r1"].units:
        unit.lost = lost
    return state


def recruits(state, **order):
    return concluded(standing(state, r1={"do": "recruit", **order}))


def test_recruits_are_paid_for_by_the_worth_that_comes_back():
    after = recruits(worn(raising={"recruit_cost": 0.5, "per_turn": 100}))
    assert after.state.forces["r1"].strength == 16
    assert events_of(after, RecruitsPaid)[0].amount == -20
    assert after.state.factions["red"].money == 30


def test_no_more_may_be_recruited_than_the_rules_say():
    after = recruits(worn(raising={"recruit_cost": 0.5, "per_turn": 25}))
    assert events_of(after, Recruited)[0].steps == 4


@pytest.mark.parametrize(("money", "order", "steps"), [(5, {}, 2), (50, {"amount": 8}, 3), (2, {}, 0)])
def test_no_more_is_recruited_than_money_pays_for(money, order, steps):
    state = worn(raising={"recruit_cost": 0.5, "per_turn": 100})
    state.factions["red"].money = money
    assert sum(each.steps for each in events_of(recruits(state, **order), Recruited)) == steps


def test_recruits_go_to_the_worst_or_to_the_units_named():
    state = worn(raising={"recruit_cost": 0.5, "per_turn": 25})
    state.forces["r1"].units[2].lost = 3
    assert dict(events_of(recruits(state), Recruited)[0].changes)["r1-u3"] == -3
    named = recruits(state, units=["r1-u2"])
    assert events_of(named, Recruited)[0].changes == (("r1-u2", -2),)


@pytest.mark.parametrize(
    ("at", "where", "allowed"),
    [
        ("north", ["city"], True), ("wood", ["city"], False), ("wood", ["home"], True),
        ("wood", ["anywhere"], True), ("south", ["city"], True), ("isle", ["city"], False),
    ],
)  # fmt: skip
def test_men_are_recruited_where_the_rules_say_in_what_the_faction_holds(at, where, allowed):
    after = recruits(worn(at, raising={"at": where}, supply=QUIET))
    assert bool(events_of(after, Recruited)) is allowed


def test_merging_worn_units_frees_one_and_loses_no_man():
    after = recruits(worn(raising={"recruit_cost": 0, "per_turn": 0}), merge=True)
    force = after.state.forces["r1"]
    assert sorted(unit.left for unit in force.units) == [0, 0, 4, 4]
    assert force.strength == 8
    assert sum(change for _, change in events_of(after, Merged)[0].changes) == 0
    assert len(events_of(after, UnitsMerged)[0].units) == 2


def test_units_are_merged_only_with_their_own_kind_and_only_if_it_frees_one():
    state = worn(units=3)
    state.forces["r1"].units[0].entry = "cavalry"
    state.forces["r1"].units[1].lost = 1
    after = recruits(state, merge=True)
    assert not events_of(after, Merged)


def test_merging_can_be_forbidden():
    assert not events_of(recruits(worn(raising={"merge": False}), merge=True), Merged)
