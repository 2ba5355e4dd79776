"""Marches of a turn: who gets where, who meets whom on the way, who gets away."""

import pytest

from campaigns.engine.events.turns import (
    Evaded,
    ForcedMarch,
    Halted,
    Intercepted,
    Marched,
    Met,
    OrderRefused,
    OrderStanding,
    TurnBegun,
)
from tests.kit.strip import campaign, marching, orders, troop
from tests.kit.turns import engaged, happened, marched, places, seed_where, sides

CALM = {"rumour": 0, "near": 0}


def test_a_force_marches_along_its_path():
    state = campaign(troop("r1", "red", "north"))
    turn = marched(state, orders("red", r1=marching("wood", "castle")))
    force = turn.state.forces["r1"]
    assert (force.at, force.came_by, force.trail) == ("castle", "wood", ["wood", "castle"])
    assert turn.state.phase == "battles"
    (event,) = happened(turn, Marched)
    assert event.describe(str) == "r1 marched from north by wood to castle."


def test_a_force_without_orders_holds():
    state = campaign(troop("r1", "red", "north", trail=["north"], came_by="wood"))
    force = marched(state).state.forces["r1"]
    assert (force.at, force.came_by, force.trail) == ("north", "wood", [])


def test_a_march_that_is_too_long_ends_on_the_way():
    state = campaign(troop("r1", "red", "north"), march={"link_cost": {"road": 3}})
    turn = marched(state, orders("red", r1=marching("wood", "castle")))
    assert places(turn) == {"r1": "wood"}
    (halted,) = happened(turn, Halted)
    assert (halted.area, halted.goal, halted.why) == ("wood", "castle", "the turn is over")


def test_an_impossible_order_is_refused_and_told_to_those_who_gave_it():
    state = campaign(troop("r1", "red", "north"))
    turn = marched(state, orders("red", r1=marching("castle")))
    (refused,) = happened(turn, OrderRefused)
    assert refused.known == ("red",)
    assert refused.why == "no link leads from Northam to Castleton"
    assert places(turn) == {"r1": "north"}


def test_nobody_orders_the_forces_of_others():
    state = campaign(troop("r1", "red", "north"))
    turn = marched(state, orders("blue", r1=marching("wood")))
    assert places(turn) == {"r1": "north"}
    assert happened(turn, OrderRefused)[0].known == ("blue",)


def test_the_weather_is_that_of_the_season():
    weather = [
        {"name": "mild", "chance": {"spring": 1}},
        {"name": "mud", "chance": {"summer": 1}, "march": 10, "bad": True},
    ]
    state = campaign(troop("r1", "red", "north"), calendar={"weather": weather})
    turn = marched(state, orders("red", r1=marching("wood")))
    assert happened(turn, TurnBegun)[0].weather == turn.state.weather == "mud"
    assert places(turn) == {"r1": "north"}


def test_a_season_without_weather_of_its_own_has_the_first_of_the_rules():
    weather = [{"name": "mild", "chance": {"spring": 1}}, {"name": "snow", "chance": {"winter": 1}}]
    assert marched(campaign(calendar={"weather": weather})).state.weather == "mild"


def test_a_force_that_marches_comes_out_of_its_garrison():
    state = campaign(troop("r1", "red", "castle", inside=True), troop("r2", "red", "north", besieging=True))
    turn = marched(state, orders("red", r1=marching("wood"), r2=marching("wood")))
    assert not turn.state.forces["r1"].inside
    assert not turn.state.forces["r2"].besieging


# Enemies


def test_who_marches_into_an_enemy_stops_and_attacks():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "castle"))
    turn = marched(state, orders("red", r1=marching("castle", "moor")))
    assert places(turn) == {"r1": "castle", "b1": "castle"}
    assert sides(engaged(turn)) == [("attack", ["r1"]), ("defend", ["b1"])]
    assert happened(turn, Halted)[0].why == "the enemy stands in its way"
    assert happened(turn, Met)[0].known == ("blue", "red")


def test_neutrals_do_not_fight():
    state = campaign(troop("r1", "red", "wood"), troop("g1", "green", "castle"))
    turn = marched(state, orders("red", r1=marching("castle", "moor")))
    assert places(turn) == {"r1": "moor", "g1": "castle"}
    assert turn.state.engagements == {}


def test_a_force_without_a_man_left_hinders_nobody():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "castle"))
    for unit in state.forces["b1"].units:
        unit.lost = unit.steps
    turn = marched(state, orders("red", r1=marching("castle", "moor")))
    assert places(turn)["r1"] == "moor"
    assert turn.state.engagements == {}


def test_two_who_march_against_each_other_meet_on_the_link():
    """Blue marches into easier country, so that they meet nearer to the castle."""
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "moor"), contact={"crossing": 0})
    turn = marched(state, orders("red", r1=marching("moor")), orders("blue", b1=marching("castle")))
    engagement = engaged(turn)
    assert (engagement.link, sides(engagement)) == ("castle~moor", [("field", ["b1"]), ("field", ["r1"])])
    assert engagement.area == "castle"
    assert places(turn) == {"r1": "castle", "b1": "castle"}


def test_two_who_meet_half_way_fight_in_the_area_whose_id_comes_first():
    state = campaign(troop("r1", "red", "north"), troop("b1", "blue", "harbour"), contact={"crossing": 0})
    turn = marched(state, orders("red", r1=marching("harbour")), orders("blue", b1=marching("north")))
    assert engaged(turn).area == "harbour"


def test_who_has_left_a_link_before_the_other_takes_it_is_not_met_there():
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "ford"), contact={"crossing": 0})
    red, blue = orders("red", r1=marching("wood")), orders("blue", b1=marching("wood", "castle"))
    turn = marched(state, red, blue)
    assert places(turn)["r1"] == "wood"
    assert engaged(turn).link == ""


@pytest.mark.parametrize(("percent", "at"), [(0, "south"), (100, "moor")])
def test_two_who_march_through_one_area_may_meet_there(percent, at):
    """Red comes to the moor from the castle, blue from the ford; both want to go on to the south."""
    state = campaign(
        troop("r1", "red", "castle"), troop("b1", "blue", "ford"), contact={"crossing": percent},
        march={"link_cost": {"crossing": 1}},
    )  # fmt: skip
    path = marching("moor", "south")
    turn = marched(state, orders("red", r1=path), orders("blue", b1=path))
    assert places(turn) == {"r1": at, "b1": at}
    assert engaged(turn).area == at


@pytest.mark.parametrize("first", ["r1", "b1"])
def test_of_two_who_enter_at_once_it_matters_not_whose_id_comes_first(first):
    """One stays on the moor, the other wants to march on: he is held up, whatever they are called."""
    second = {"r1": "z1", "b1": "a1"}[first]
    state = campaign(
        troop(first, "red", "castle"), troop(second, "blue", "ford"), contact={"crossing": 0},
        march={"link_cost": {"crossing": 1}},
    )  # fmt: skip
    red, blue = (
        orders("red", **{first: marching("moor")}),
        orders("blue", **{second: marching("moor", "south")}),
    )
    assert places(marched(state, red, blue)) == {first: "moor", second: "moor"}


@pytest.mark.parametrize(("percent", "at"), [(0, "moor"), (100, "castle")])
def test_where_enemies_do_not_bar_the_way_they_may_intercept(percent, at):
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle"),
        march={"stop_at_enemy": False}, contact={"intercept": percent},
    )  # fmt: skip
    turn = marched(state, orders("red", r1=marching("castle", "moor")))
    assert places(turn)["r1"] == at


@pytest.mark.parametrize(("reach", "at"), [(0, "moor"), (1, "moor"), (2, "moor")])
def test_a_march_that_passes_nobody_is_not_intercepted(reach, at):
    state = campaign(
        troop("r1", "red", "castle"),
        troop("b1", "blue", "harbour"),
        contact={"intercept": 100, "intercept_range": reach},
    )
    assert places(marched(state, orders("red", r1=marching("moor"))))["r1"] == at


@pytest.mark.parametrize(("reach", "caught"), [(0, False), (1, True)])
def test_who_holds_near_by_may_fall_on_a_march(reach, caught):
    state = campaign(
        troop("r1", "red", "castle"),
        troop("b1", "blue", "ford"),
        contact={"intercept": 100, "intercept_range": reach},
    )
    turn = marched(state, orders("red", r1=marching("moor", "south")))
    assert bool(happened(turn, Intercepted)) == caught
    assert places(turn) == ({"r1": "moor", "b1": "moor"} if caught else {"r1": "south", "b1": "ford"})
    if caught:
        assert turn.state.forces["b1"].came_by == "ford"
        assert sides(engaged(turn)) == [("field", ["b1"]), ("field", ["r1"])]


def test_from_two_links_away_an_interceptor_takes_the_free_way():
    state = campaign(
        troop("r1", "red", "wood"),
        troop("b1", "blue", "south"),
        contact={"intercept": 100, "intercept_range": 2},
    )
    turn = marched(state, orders("red", r1=marching("castle", "wood")))
    (event,) = happened(turn, Intercepted)
    assert event.path == ("moor", "castle")
    assert places(turn) == {"r1": "castle", "b1": "castle"}


def test_who_does_not_hold_does_not_intercept():
    state = campaign(
        troop("r1", "red", "castle"),
        troop("b1", "blue", "ford"),
        contact={"intercept": 100, "intercept_range": 1},
    )
    turn = marched(state, orders("red", r1=marching("moor", "south")), orders("blue", b1={"do": "forage"}))
    assert not happened(turn, Intercepted)


# Evading


def test_a_force_told_to_evade_falls_back_to_where_it_came_from():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle", came_by="moor"), contact={"evade": 100}
    )
    red, blue = orders("red", r1=marching("castle", "moor")), orders("blue", b1={"evade": True})
    turn = marched(state, red, blue)
    (event,) = happened(turn, Evaded)
    assert (event.force, event.came_from, event.area) == ("b1", "castle", "moor")
    assert turn.state.forces["b1"].came_by == "castle"


def test_who_got_away_once_may_be_caught_where_he_went():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle", came_by="moor"), contact={"evade": 100}
    )
    red, blue = orders("red", r1=marching("castle", "moor")), orders("blue", b1={"evade": True})
    turn = marched(state, red, blue)
    assert places(turn) == {"r1": "moor", "b1": "moor"}
    assert sides(engaged(turn)) == [("field", ["b1"]), ("field", ["r1"])]


def test_without_luck_nobody_evades():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle", came_by="moor"), contact={"evade": 0}
    )
    turn = marched(state, orders("red", r1=marching("castle")), orders("blue", b1={"evade": True}))
    assert not happened(turn, Evaded)
    assert engaged(turn)


def test_horse_gets_away_more_often():
    contact = {"evade": 40, "mounted_evade": 80}
    seed = seed_where((41, 80, ("evade", "b1", "r1")))
    for arm, away in (("foot", 0), ("horse", 1)):
        enemy = troop("b1", "blue", "castle", came_by="moor", arm=arm)
        state = campaign(troop("r1", "red", "wood"), enemy, contact=contact)
        turn = marched(
            state, orders("red", r1=marching("castle")), orders("blue", b1={"evade": True}), seed=seed
        )
        assert len(happened(turn, Evaded)) == away


def test_nobody_evades_into_the_enemy_or_whence_he_comes():
    state = campaign(
        troop("r1", "red", "moor"), troop("r2", "red", "wood"), troop("b1", "blue", "castle", came_by="moor"),
        contact={"evade": 100},
    )  # fmt: skip
    turn = marched(state, orders("red", r1=marching("castle")), orders("blue", b1={"evade": True}))
    assert not happened(turn, Evaded)
    assert sides(engaged(turn)) == [("attack", ["r1"]), ("defend", ["b1"])]


def test_who_evades_on_the_march_marches_no_further():
    state = campaign(
        troop("r1", "red", "castle", came_by="wood"), troop("b1", "blue", "moor"), contact={"evade": 100}
    )
    red, blue = orders("red", r1=marching("moor", "south", evade=True)), orders("blue", b1=marching("castle"))
    turn = marched(state, red, blue)
    (event,) = happened(turn, Evaded)
    assert (event.force, event.area) == ("r1", "wood")
    assert places(turn) == {"r1": "wood", "b1": "castle"}


# Leaving an enemy


@pytest.mark.parametrize(("percent", "at"), [(0, "wood"), (100, "castle")])
def test_who_stands_before_an_enemy_may_be_held_there(percent, at):
    state = campaign(
        troop("r1", "red", "castle"), troop("b1", "blue", "castle"), contact={"intercept": percent}
    )
    turn = marched(state, orders("red", r1=marching("wood")))
    assert places(turn)["r1"] == at
    assert bool(turn.state.engagements) == (percent == 100)


def test_enemies_who_stay_where_they_stand_fight_again():
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "castle"))
    assert sides(engaged(marched(state))) == [("field", ["b1"]), ("field", ["r1"])]


def test_a_force_that_stands_before_an_enemy_may_evade_him():
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "castle"), contact={"evade": 100})
    turn = marched(state, orders("red", r1={"evade": True}))
    assert places(turn) == {"r1": "wood", "b1": "castle"}
    assert turn.state.engagements == {}


# What is left to do, and what it costs


def test_hurrying_costs_men():
    state = campaign(troop("r1", "red", "north", units=10), march={"forced_loss": 50})
    turn = marched(state, orders("red", r1=marching("wood", forced=True)))
    (event,) = happened(turn, ForcedMarch)
    assert event.rule == "march.forced_loss"
    assert event.steps == 20
    assert turn.state.forces["r1"].strength == 20


def test_who_hurries_nowhere_loses_nobody():
    state = campaign(troop("r1", "red", "north"), troop("b1", "blue", "north"),
                     march={"forced_loss": 50}, contact={"intercept": 100})  # fmt: skip
    turn = marched(state, orders("red", r1=marching("wood", forced=True)))
    assert not happened(turn, ForcedMarch)


def test_what_is_done_at_the_turns_end_is_kept():
    state = campaign(troop("r1", "red", "north"))
    turn = marched(state, orders("red", r1={"do": "garrison", "path": ["wood", "castle"]}))
    assert turn.state.standing_orders == {"r1": {"do": "garrison", "path": ["wood", "castle"]}}
    assert happened(turn, OrderStanding)[0].known == ("red",)


def test_who_does_not_get_there_does_nothing_there():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "castle"))
    turn = marched(state, orders("red", r1={"do": "raid", "path": ["castle", "moor", "south"]}))
    assert turn.state.standing_orders == {}
