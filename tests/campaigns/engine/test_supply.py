"""Supply, want and recovery: who is fed, what it costs not to be, who gets steps back."""

from __future__ import annotations

import pytest

from campaigns.engine.events.areas import AreaLooted, InSupply, OutOfSupply
from campaigns.engine.events.strength import Want
from campaigns.engine.turn.ground import Ground
from campaigns.engine.turn.supply import capacity, fed, supply_ways
from tests.kit.aftermath import concluded, events_of, standing
from tests.kit.strip import campaign, troop

HUNGRY = {"area_feeds": False, "sources": ["city"], "home": False, "reach": 2}
HARSH = {"relief": False, "steps": 1, "recovery": 0}


def losses(resolution, force):
    return [each.lost for each in resolution.state.forces[force].units]


def supply_way(state, force):
    return supply_ways(state, force.faction).get(force.id, ())


def test_a_force_is_fed_over_the_shortest_way_to_a_source():
    state = campaign(troop("r1", "red", "wood"), supply=HUNGRY)
    assert supply_way(state, state.forces["r1"]) in {("wood", "north"), ("wood", "castle")}


def test_the_way_may_not_be_longer_than_the_reach():
    far = campaign(troop("r1", "red", "harbour"), supply=HUNGRY | {"reach": 1})
    assert supply_way(far, far.forces["r1"]) == ("harbour", "north")
    far.forces["r1"].at = "ford"
    far.areas["castle"].owner = "blue"
    assert supply_way(far, far.forces["r1"]) == ()
    far.rules.supply.reach = 0
    assert supply_way(far, far.forces["r1"]) == ("ford", "wood", "north")


def test_supply_does_not_pass_where_an_enemy_stands_in_the_field():
    state = campaign(
        troop("r1", "red", "moor"), troop("b1", "blue", "wood"), troop("b2", "blue", "castle"), supply=HUNGRY
    )
    assert supply_ways(state, "red") == {}
    del state.forces["b2"]
    assert supply_way(state, state.forces["r1"]) == ("moor", "castle")


def test_an_enemys_land_feeds_nobody_but_can_be_stood_in():
    state = campaign(troop("b1", "blue", "wood"), troop("r1", "red", "ford"), supply=HUNGRY)
    assert supply_way(state, state.forces["r1"]) == ("ford", "moor", "castle")
    assert supply_way(state, state.forces["b1"]) == ()


def test_supply_goes_over_the_sea_from_port_to_port_alone():
    state = campaign(troop("g1", "green", "harbour"), supply=HUNGRY | {"reach": 1})
    state.factions["red"].relations["green"] = "alliance"
    state.areas["north"].owner = "blue"
    assert supply_way(state, state.forces["g1"]) == ("harbour", "isle")
    state.map.by_id["harbour"].features.clear()
    try:
        assert supply_way(state, state.forces["g1"]) == ()
    finally:
        state.map.by_id["harbour"].features.append(state.map.by_id["port"].features[0])


def test_an_ally_feeds_ones_forces():
    state = campaign(troop("g1", "green", "wood"), supply=HUNGRY)
    assert supply_way(state, state.forces["g1"]) == ()
    state.factions["green"].relations["red"] = "alliance"
    assert supply_way(state, state.forces["g1"])


def test_home_country_feeds_where_the_rules_say_so():
    state = campaign(troop("r1", "red", "wood"), supply=HUNGRY | {"sources": [], "home": True})
    assert supply_way(state, state.forces["r1"]) == ("wood",)
    state.rules.supply.home = False
    assert supply_way(state, state.forces["r1"]) == ()


def test_joined_to_friendly_country_means_that_a_linked_area_is_friendly():
    state = campaign(troop("r1", "red", "moor"), troop("r2", "red", "south"), supply={"connected": True})
    found = fed(Ground(state))
    assert found["r1"].way == ("moor", "castle")
    state.rules.supply.area_feeds = False
    assert not fed(Ground(state))["r2"]


def test_an_area_feeds_as_many_units_as_it_can_and_its_friends_first():
    state = campaign(
        troop("a1", "red", "ford", 6),
        troop("b1", "blue", "ford", 6, inside=True),
        supply={"sources": [], "home": False},
    )
    found = fed(Ground(state))
    assert (found["b1"].how, found["a1"].how) == ("area", "")


def test_who_forages_finds_more():
    state = campaign(troop("r1", "red", "moor", 6), supply={"sources": [], "home": False, "foraging": 50})
    assert not fed(Ground(state))["r1"]
    assert fed(Ground(state), ["r1"])["r1"]
    assert [capacity(Ground(state), "moor", foraging=each) for each in (False, True)] == [4, 6]


def test_a_looted_area_feeds_nobody_and_bad_weather_feeds_fewer():
    state = campaign()
    state.weather = "fair"
    state.rules.calendar.weather[0].supply = 50
    assert capacity(Ground(state), "north") == 10
    state.areas["north"].looted = 3
    assert capacity(Ground(state), "north") == 0


def test_a_magazine_feeds_until_it_is_empty_and_is_filled_from_home():
    state = campaign(
        troop("r1", "red", "moor"), supply=HUNGRY | {"sources": ["magazine"], "magazine": 20}, attrition=HARSH
    )
    assert state.areas["castle"].stock == 20
    state.areas["castle"].stock = 4
    once = concluded(state).state
    assert (once.areas["castle"].stock, once.forces["r1"].supplied) == (1, True)
    twice = concluded(once).state
    assert (twice.areas["castle"].stock, twice.forces["r1"].supplied) == (0, True)
    assert not concluded(twice).state.forces["r1"].supplied
    once.rules.supply.home = True
    once.forces["r1"].at = "north"
    assert concluded(once).state.areas["castle"].stock == 20


def cut_off(at="port", **attrition):
    return campaign(troop("r1", "red", at), supply=HUNGRY | {"reach": 1}, attrition=HARSH | attrition)


def test_each_turn_out_of_supply_costs_every_unit_its_steps():
    once = concluded(cut_off())
    assert losses(once, "r1") == [1, 1, 1]
    assert (once.state.forces["r1"].supplied, once.state.forces["r1"].unsupplied) == (False, 1)
    twice = concluded(once.state)
    assert losses(twice, "r1") == [2, 2, 2]
    assert events_of(twice, Want)[0].turns == 2


def test_who_has_a_single_step_is_lost_with_the_last():
    state = cut_off()
    state.forces["r1"].units[0].steps = 1
    once = concluded(state)
    assert losses(once, "r1") == [0, 1, 1]
    for unit in once.state.forces["r1"].units[1:]:
        unit.status = "lost"
    assert concluded(once.state).state.forces["r1"].gone


def test_attrition_may_take_a_part_of_the_steps_as_well():
    assert losses(concluded(cut_off(steps=0, percent=50)), "r1") == [2, 2, 2]
    assert losses(concluded(cut_off(steps=2, percent=50)), "r1") == [3, 3, 3]


def test_units_without_steps_left_are_gone_and_with_the_last_the_force():
    state = cut_off()
    for unit in state.forces["r1"].units:
        unit.lost = 3
    after = concluded(state).state
    assert {unit.status for unit in after.forces["r1"].units} == {"lost"}
    assert after.forces["r1"].gone


def test_a_unit_worn_down_to_a_part_of_its_steps_may_be_gone():
    after = concluded(cut_off(steps=2, gone=50)).state
    assert {unit.status for unit in after.forces["r1"].units} == {"lost"}


def relieved(at="north"):
    state = campaign(
        troop("r1", "red", at), supply=HUNGRY | {"sources": []}, attrition=HARSH | {"relief": True}
    )
    return concluded(state)


def test_friendly_country_not_yet_looted_pays_for_the_first_turn_of_want():
    once = relieved()
    assert losses(once, "r1") == [0, 0, 0]
    assert events_of(once, AreaLooted)[0].rule == "attrition.relief"
    assert once.state.areas["north"].looted
    assert losses(concluded(once.state), "r1") == [1, 1, 1]


def test_others_country_relieves_nobody():
    assert losses(relieved("isle"), "r1") == [1, 1, 1]


def test_a_force_recovers_in_supply_and_more_when_it_refits():
    state = campaign(troop("r1", "red", "north"), attrition={"recovery": 1, "refit": 1})
    for unit in state.forces["r1"].units:
        unit.lost = 3
    assert losses(concluded(state), "r1") == [2, 2, 2]
    assert losses(concluded(standing(state, r1={"do": "refit"})), "r1") == [1, 1, 1]


def test_nobody_recovers_out_of_supply():
    state = cut_off(recovery=1, steps=0)
    state.forces["r1"].units[0].lost = 2
    assert losses(concluded(state), "r1") == [2, 0, 0]


def test_supply_found_again_is_told():
    once = concluded(cut_off())
    once.state.forces["r1"].at = "north"
    after = concluded(once.state)
    assert events_of(after, InSupply)
    assert after.state.forces["r1"].unsupplied == 0
    assert not events_of(after, OutOfSupply)


@pytest.mark.parametrize(("trail", "lost"), [(["wood"], 1), ([], 0)])
def test_marching_in_winter_costs_steps(trail, lost):
    state = campaign(troop("r1", "red", "wood", trail=trail), attrition={"winter": 1})
    state.season = "winter"
    assert losses(concluded(state), "r1") == [lost] * 3
