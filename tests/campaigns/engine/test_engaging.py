"""Engagements: sides, roles, ground, assaults, and forces too small to fight."""

import pytest

from campaigns.engine.events.strength import UnitsTaken
from campaigns.engine.events.turns import Engaged, Evaded
from campaigns.engine.resolve import open_engagements
from tests.kit.strip import campaign, marching, orders, troop
from tests.kit.turns import engaged, happened, marched, places, seed_where, sides


def allied(state, a, b):
    state.factions[a].relations[b] = state.factions[b].relations[a] = "alliance"


def at_war(state, a, b):
    state.factions[a].relations[b] = state.factions[b].relations[a] = "war"


def test_forces_of_one_side_fight_together_the_greatest_leads():
    state = campaign(
        troop("r1", "red", "wood"), troop("r2", "red", "wood", units=5), troop("b1", "blue", "castle")
    )
    turn = marched(state, orders("red", r1=marching("castle"), r2=marching("castle")))
    engagement = engaged(turn)
    assert engagement.id == "t1e1"
    assert sides(engagement) == [("attack", ["r2", "r1"]), ("defend", ["b1"])]
    assert [each.id for each in open_engagements(turn.state)] == ["t1e1"]


def test_allies_at_war_with_the_same_enemy_join_a_side():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle"), troop("g1", "green", "castle")
    )
    allied(state, "blue", "green")
    at_war(state, "red", "green")
    turn = marched(state, orders("red", r1=marching("castle")))
    assert sides(engaged(turn)) == [("attack", ["r1"]), ("defend", ["b1", "g1"])]
    assert happened(turn, Engaged)[0].known == ("blue", "green", "red")


def test_an_ally_who_is_at_peace_with_the_enemy_looks_on():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle"), troop("g1", "green", "castle")
    )
    allied(state, "blue", "green")
    turn = marched(state, orders("red", r1=marching("castle")))
    assert sides(engaged(turn)) == [("attack", ["r1"]), ("defend", ["b1"])]


def test_of_three_who_are_all_at_war_the_first_two_to_meet_fight():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "moor"), troop("g1", "green", "castle"))
    for pair in (("red", "green"), ("blue", "green")):
        at_war(state, *pair)
    red, blue = orders("red", r1=marching("castle")), orders("blue", b1=marching("castle"))
    turn = marched(state, red, blue)
    assert sides(engaged(turn)) == [("attack", ["b1"]), ("defend", ["g1"])]
    assert places(turn)["r1"] == "castle"


def test_engagements_are_numbered_in_the_order_of_areas():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "wood"),
        troop("r2", "red", "castle"), troop("b2", "blue", "castle"),
    )  # fmt: skip
    state.turn = 3
    turn = marched(state)
    assert [(key, each.area) for key, each in turn.state.engagements.items()] == [
        ("t3e1", "castle"),
        ("t3e2", "wood"),
    ]


def test_both_sides_know_what_they_fought():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle"), scouting={"near": 0, "rumour": 0}
    )
    turn = marched(state, orders("red", r1=marching("castle")))
    seen = turn.state.factions["red"].sightings["b1"]
    assert (seen.area, seen.how, seen.worth) == ("castle", "fought", 60)
    assert set(turn.state.factions["blue"].sightings) == {"r1"}
    assert turn.state.factions["green"].sightings == {}


# Ground


def test_the_ground_is_that_of_the_area():
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "moor"))
    engagement = engaged(marched(state, orders("red", r1=marching("moor"))))
    assert (engagement.terrain, engagement.river, engagement.bad, engagement.system) == (
        "moor",
        False,
        False,
        "baroque",
    )


def test_who_attacks_over_a_crossing_fights_over_a_river():
    state = campaign(troop("r1", "red", "ford"), troop("b1", "blue", "moor"))
    assert engaged(marched(state, orders("red", r1=marching("moor")))).river


def test_two_who_meet_on_a_crossing_fight_over_a_river():
    state = campaign(troop("r1", "red", "ford"), troop("b1", "blue", "moor"), contact={"crossing": 0})
    turn = marched(state, orders("red", r1=marching("moor")), orders("blue", b1=marching("ford")))
    assert (engaged(turn).river, engaged(turn).link) == (True, "ford~moor")


def test_two_who_meet_on_a_pass_fight_in_the_mountains():
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "moor"), contact={"crossing": 0},
                     march={"link_cost": {"pass": 1}})  # fmt: skip
    state.map.ways["castle"]["moor"].kind = "pass"
    turn = marched(state, orders("red", r1=marching("moor")), orders("blue", b1=marching("castle")))
    assert engaged(turn).terrain == "mountains"


def test_a_battle_in_bad_weather_is_fought_in_it():
    mud = [{"name": "mud", "chance": {"summer": 1}, "bad": True}]
    state = campaign(troop("r1", "red", "moor"), troop("b1", "blue", "moor"), calendar={"weather": mud})
    assert engaged(marched(state)).bad


def test_nobody_fights_at_sea():
    state = campaign(troop("r1", "red", "moor"), troop("b1", "blue", "moor"))
    state.map.by_id["moor"].terrain = "sea"
    assert marched(state).state.engagements == {}


# Ambush


@pytest.mark.parametrize(("roll", "role"), [((1, 25), "ambush"), ((26, 100), "defend")])
def test_who_hides_in_rough_country_may_fall_on_the_enemy_unseen(roll, role):
    state = campaign(troop("b1", "blue", "castle"), troop("r1", "red", "wood"))
    seed = seed_where((*roll, ("ambush", "r1")))
    turn = marched(state, orders("blue", b1=marching("wood")), orders("red", r1={"ambush": True}), seed=seed)
    assert sides(engaged(turn)) == [("attack", ["b1"]), (role, ["r1"])]
    assert engaged(turn).sides[1].ambush == (role == "ambush")


# Walls


def siege(*more, works=15, **fields):
    """Blue besieges red's castle, of which the works are far enough to be stormed."""
    state = campaign(
        troop("r1", "red", "castle", inside=True), troop("b1", "blue", "castle", besieging=True), *more
    )
    state.areas["castle"].works = works
    return state


STORM = {"do": "besiege", "storm": True}


def test_besiegers_and_garrison_leave_each_other_alone():
    assert marched(siege(), orders("blue", b1={"do": "besiege"})).state.engagements == {}


def test_besiegers_may_storm_breached_walls():
    engagement = engaged(marched(siege(), orders("blue", b1=STORM)))
    assert sides(engagement) == [("assault", ["b1"]), ("defend", ["r1"])]
    assert (engagement.walls, engagement.sides[1].fortified, engagement.sides[0].fortified) == (
        3,
        True,
        False,
    )


def test_walls_that_are_not_breached_are_not_stormed():
    assert marched(siege(works=14), orders("blue", b1=STORM)).state.engagements == {}


def test_who_comes_to_the_relief_fights_the_besiegers_in_the_field():
    turn = marched(
        siege(troop("r2", "red", "wood")), orders("red", r2=marching("castle")), orders("blue", b1=STORM)
    )
    assert sides(engaged(turn)) == [("relief", ["r2"]), ("defend", ["b1"])]
    assert engaged(turn).walls == 0


def test_a_garrison_may_sally():
    turn = marched(siege(), orders("red", r1={"storm": True}))
    assert sides(engaged(turn)) == [("attack", ["r1"]), ("defend", ["b1"])]


def test_a_garrison_may_sally_to_help_the_relief():
    turn = marched(
        siege(troop("r2", "red", "wood", units=9)), orders("red", r1={"storm": True}, r2=marching("castle"))
    )
    assert sides(engaged(turn))[0] == ("attack", ["r2", "r1"])


def test_a_garrison_does_not_bar_the_way():
    state = campaign(troop("r1", "red", "castle", inside=True), troop("b1", "blue", "moor"))
    state.areas["wood"].owner = "blue"
    turn = marched(state, orders("blue", b1=marching("castle", "wood")))
    assert places(turn)["b1"] == "wood"


def test_a_town_without_walls_shelters_nobody():
    state = campaign(troop("r1", "red", "north", inside=True), troop("b1", "blue", "wood"))
    assert sides(engaged(marched(state, orders("blue", b1=marching("north"))))) == [
        ("attack", ["b1"]),
        ("defend", ["r1"]),
    ]


# Limits


def test_a_side_fields_no_more_than_the_rules_let_it():
    state = campaign(
        troop("r1", "red", "castle", units=5), troop("r2", "red", "castle", units=3),
        troop("r3", "red", "castle", units=1), troop("b1", "blue", "castle"), battles={"most": 130},
    )  # fmt: skip
    assert sides(engaged(marched(state)))[1] == ("field", ["r1", "r3"])


def test_a_force_too_small_to_fight_is_taken():
    state = campaign(troop("r1", "red", "castle", units=1), troop("b1", "blue", "castle"),
                     battles={"least": 30}, contact={"evade": 0})  # fmt: skip
    turn = marched(state)
    assert turn.state.engagements == {}
    assert turn.state.forces["r1"].gone
    assert happened(turn, UnitsTaken)[0].rule == "battles.least"


def test_a_force_too_small_to_fight_slips_away_if_it_can():
    state = campaign(troop("r1", "red", "castle", units=1), troop("b1", "blue", "castle"),
                     battles={"least": 30}, contact={"evade": 100})  # fmt: skip
    turn = marched(state)
    assert turn.state.engagements == {}
    assert places(turn)["r1"] == "wood"
    assert happened(turn, Evaded)[0].came_from == "castle"


def test_two_forces_too_small_to_fight_leave_each_other_alone():
    state = campaign(
        troop("r1", "red", "castle", units=1), troop("b1", "blue", "castle", units=1), battles={"least": 30}
    )
    turn = marched(state)
    assert turn.state.engagements == {}
    assert places(turn) == {"r1": "castle", "b1": "castle"}
