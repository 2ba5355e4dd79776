"""The automatic commander: what he does where, and that he knows no more than his faction."""

from __future__ import annotations

import pytest

from campaigns.engine.commander import orders_for
from campaigns.engine.orderchecks import check
from campaigns.engine.state import Sighting
from campaigns.engine.view import view
from tests.kit.strip import campaign, force, troop


def seen(state, by, key, worth=None):
    """A faction has seen a force this turn."""
    found = state.forces[key]
    state.factions[by].sightings[key] = Sighting(
        key, found.name, found.faction, found.at, state.turn, worth or found.worth
    )


def order_of(state, key, faction="red"):
    return orders_for(state, faction, "seed").forces[key]


def facing(red=6, blue=3, at="wood", blue_at="ford", **rules):
    state = campaign(troop("r1", "red", at, red), troop("b1", "blue", blue_at, blue), **rules)
    seen(state, "red", "b1")
    return state


def test_he_attacks_a_weaker_neighbour():
    state = facing()
    state.factions["blue"].capital = "port"
    order = order_of(state, "r1")
    assert (order.do, order.path) == ("march", ["ford"])


def test_he_leaves_an_equal_enemy_alone():
    assert "ford" not in order_of(facing(red=4, blue=4), "r1").path


def test_he_gives_way_to_a_stronger_enemy():
    order = order_of(facing(red=2, blue=9), "r1")
    assert order.evade
    assert order.path
    assert "ford" not in order.path


def test_in_a_fortress_of_his_own_he_goes_behind_its_walls():
    assert order_of(facing(red=2, blue=9, at="castle", blue_at="moor"), "r1").do == "garrison"


def test_he_takes_land_that_nobody_defends():
    state = campaign(troop("r1", "red", "castle"))
    order = order_of(state, "r1")
    assert order.path
    assert state.areas[order.path[-1]].owner in ("", "blue")


def test_he_lays_siege_to_a_fortress_and_storms_the_breach():
    state = campaign(troop("b1", "blue", "castle", 9), troop("r1", "red", "castle", 2, inside=True))
    seen(state, "blue", "r1")
    assert (order_of(state, "b1", "blue").do, order_of(state, "b1", "blue").storm) == ("besiege", False)
    state.areas["castle"].works = 20
    assert order_of(state, "b1", "blue").storm


def test_he_does_not_know_whether_a_garrison_that_he_has_not_seen_is_there():
    state = campaign(troop("b1", "blue", "castle", 9), troop("r1", "red", "castle", 2, inside=True))
    with_garrison = orders_for(state, "blue", "seed")
    del state.forces["r1"]
    assert orders_for(state, "blue", "seed") == with_garrison


def worn(at, lost=3, **rules):
    state = campaign(troop("r1", "red", at), **rules)
    for unit in state.forces["r1"].units:
        unit.lost = lost
    return state


def test_worn_men_recruit_where_they_can():
    assert order_of(worn("north"), "r1").do == "recruit"


def test_worn_men_refit_where_they_are_safe_and_there_is_no_money():
    state = worn("north")
    state.factions["red"].money = 0
    assert order_of(state, "r1").do == "refit"


def test_worn_men_go_home():
    order = order_of(worn("moor"), "r1")
    assert order.evade
    assert order.path[0] == "castle"


def test_hungry_men_go_back_to_their_supply():
    state = campaign(troop("r1", "red", "south", unsupplied=2, supplied=False))
    assert state.areas[order_of(state, "r1").path[-1]].owner in ("", "red")


def test_loot_is_brought_home():
    state = campaign(troop("r1", "red", "moor", loot=12), looting={"carry": 5, "brought": "home"})
    assert order_of(state, "r1").path[0] == "castle"


def test_who_lives_on_loot_raids():
    state = campaign(troop("r1", "red", "ford"), income={"areas": 0})
    assert order_of(state, "r1").do == "raid"
    state.factions["red"].income = 10
    assert order_of(state, "r1").do != "raid"


def test_a_small_force_joins_a_great_one_that_waits_for_it():
    great, small = troop("r1", "red", "north", 6), troop("r2", "red", "north", 2)
    orders = orders_for(campaign(great, small), "red", "seed").forces
    assert (orders["r2"].do, orders["r2"].target) == ("join", "r1")
    assert not orders["r1"].path


def test_a_besieged_garrison_sallies_only_against_weak_besiegers():
    state = campaign(
        troop("r1", "red", "castle", 6, inside=True), troop("b1", "blue", "castle", 3, besieging=True)
    )
    state.areas["castle"].besieger = "blue"
    seen(state, "red", "b1")
    assert order_of(state, "r1").storm
    seen(state, "red", "b1", worth=500)
    assert not order_of(state, "r1").storm


def test_with_money_he_raises_a_force_like_his_best():
    state = campaign(force("r1", "red", "north"))
    state.factions["red"].money = 1000
    acts = orders_for(state, "red", "seed").acts
    assert {act.do for act in acts} == {"raise"}
    assert acts[0].area == "north"
    assert check(state, orders_for(state, "red", "seed")) == []


def test_without_money_he_raises_none():
    state = campaign(force("r1", "red", "north"))
    state.factions["red"].money = 20
    assert orders_for(state, "red", "seed").acts == []


def test_he_ransoms_captured_leaders():
    state = campaign(troop("r1", "red", "north"))
    leader = state.forces["r1"].commands[0].leader
    leader.fate, leader.captor = "captured", "blue"
    act = orders_for(state, "red", "seed").acts[0]
    assert (act.do, act.to, act.ransom, act.amount) == ("pay", "blue", "r1-c1", 20)


def test_he_accepts_an_alliance_and_peace_only_when_hard_pressed():
    state = facing(red=9, blue=3)
    state.factions["green"].offers["red"] = "alliance"
    state.factions["blue"].offers["red"] = "truce"
    acts = orders_for(state, "red", "seed").acts
    assert [(act.to, act.relation) for act in acts if act.do == "diplomacy"] == [("green", "alliance")]
    seen(state, "red", "b1", worth=900)
    assert len([act for act in orders_for(state, "red", "seed").acts if act.do == "diplomacy"]) == 2


def test_he_gives_no_orders_that_the_rules_do_not_have():
    state = facing(orders=["hold", "march"])
    orders = orders_for(state, "red", "seed")
    assert {order.do for order in orders.forces.values()} <= {"hold", "march"}
    assert orders.acts == []


def test_strategic_actions_keep_to_their_limit():
    state = campaign(*(troop(f"r{number}", "red", "isle") for number in range(4)), per_turn=1)
    found = [order.do for order in orders_for(state, "red", "seed").forces.values()]
    assert sum(do in ("scout", "recruit") for do in found) <= 1


@pytest.mark.parametrize("faction", ["red", "blue", "green"])
def test_a_factions_view_is_all_that_he_reads(faction):
    state = facing(red=6, blue=3)
    state.forces["g1"] = troop("g1", "green", "isle", 5)
    seen(state, "blue", "r1")
    assert orders_for(view(state, faction).state, faction, "s") == orders_for(state, faction, "s")


def test_his_orders_can_be_carried_out():
    state = facing(red=6, blue=5)
    for faction in ("red", "blue", "green"):
        assert check(state, orders_for(state, faction, "seed")) == []
