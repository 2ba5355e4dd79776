"""Sieges, garrisons and who holds an area."""

from __future__ import annotations

import pytest

from campaigns.engine.events.areas import (
    AreaTaken,
    CameToNothing,
    FortressFallen,
    Garrisoned,
    MarchedOut,
    SiegeLaid,
    SiegeNews,
    SiegeRaised,
    WorksDug,
)
from campaigns.engine.events.base import ALL
from campaigns.engine.turn.ground import breached, needed
from tests.kit.aftermath import concluded, events_of, standing
from tests.kit.strip import campaign, troop

SIEGE = {"do": "besiege"}
SLOW = {"works": 10, "per_steps": 1000, "walls": 10}


def leaguer(*more, units=5, turns=1, **sieges):
    """Blue besieges red's castle (strength 3) for some turns."""
    state = campaign(
        troop("b1", "blue", "castle", units),
        *more,
        sieges=SLOW | sieges,
        attrition={"relief": False, "steps": 0},
    )
    for _ in range(turns):
        after = concluded(standing(state, b1=SIEGE))
        state = after.state
    return after


def garrison(**fields):
    return troop("r1", "red", "castle", inside=True, **fields)


def test_works_go_forward_by_their_figure_and_by_the_steps_that_dig():
    after = leaguer(garrison(), per_steps=10)
    assert events_of(after, WorksDug)[0].dug == 12
    assert (after.state.areas["castle"].works, after.state.areas["castle"].besieger) == (12, "blue")


def test_both_sides_see_the_works_and_everybody_hears_of_the_siege():
    after = leaguer(garrison())
    assert events_of(after, WorksDug)[0].known == ("blue", "red")
    assert events_of(after, SiegeLaid)[0].known == ("blue",)
    assert events_of(after, SiegeNews)[0].known == (ALL,)


def test_guns_dig_as_many():
    state = campaign(
        troop("b1", "blue", "castle", 5, arm="guns"), garrison(), sieges=SLOW | {"per_steps": 10, "guns": 3}
    )
    assert events_of(concluded(standing(state, b1=SIEGE)), WorksDug)[0].dug == 16


def test_a_fortress_falls_when_the_works_reach_its_walls():
    assert leaguer(garrison(), turns=2).state.areas["castle"].owner == "red"
    after = leaguer(garrison(), turns=3)
    assert after.state.areas["castle"].owner == "blue"
    assert events_of(after, FortressFallen)[0].rule == "sieges.works"
    assert after.state.areas["castle"].works == 0
    assert not after.state.forces["b1"].besieging


@pytest.mark.parametrize(("watch", "works"), [(100, 30), (50, 15), (0, 0)])
def test_without_a_garrison_it_takes_fewer_works(watch, works):
    state = campaign(sieges=SLOW | {"watch": watch})
    assert needed(state, "castle") == works


def test_walls_may_be_stormed_once_the_works_have_gone_far_enough():
    state = campaign(garrison(), sieges=SLOW | {"breach": 50})
    state.areas["castle"].works = 14
    assert not breached(state, "castle")
    state.areas["castle"].works = 15
    assert breached(state, "castle")


def test_a_garrison_starves_once_its_stores_are_empty():
    hungry = {"stores": 1, "walls": 100, "starving": 50}
    assert leaguer(garrison(), turns=3, **hungry).state.forces["r1"].strength == 12
    assert leaguer(garrison(), turns=4, **hungry).state.forces["r1"].strength == 6


def test_a_starved_garrison_gives_its_fortress_up():
    after = leaguer(garrison(), turns=1, stores=0, walls=100, starving=100)
    assert after.state.forces["r1"].gone
    assert after.state.areas["castle"].owner == "blue"


@pytest.mark.parametrize("honours", [0, 100])
def test_a_garrison_that_gives_up_marches_out_with_honours_or_is_taken(honours):
    after = leaguer(garrison(), turns=3, honours=honours)
    assert after.state.forces["r1"].gone is (honours == 0)
    assert bool(events_of(after, MarchedOut)) is (honours == 100)
    if honours:
        assert after.state.forces["r1"].at == "wood"


def test_a_siege_goes_on_without_orders_until_the_besieger_leaves():
    state = leaguer(garrison()).state
    state = concluded(state).state
    assert state.areas["castle"].works == 20
    state.forces["b1"].at = "moor"
    state.forces["b1"].besieging = False
    after = concluded(state)
    assert events_of(after, SiegeRaised)
    assert (after.state.areas["castle"].works, after.state.areas["castle"].siege) == (0, 0)


def test_other_orders_end_a_siege():
    state = leaguer(garrison()).state
    after = concluded(standing(state, b1={"do": "forage"}))
    assert not after.state.forces["b1"].besieging
    assert after.state.areas["castle"].besieger == ""


@pytest.mark.parametrize(("at", "why"), [("wood", "there is no fortress"), ("isle", "there is no fortress")])
def test_where_no_fortress_is_nobody_besieges(at, why):
    after = concluded(standing(campaign(troop("b1", "blue", at)), b1=SIEGE))
    assert events_of(after, CameToNothing)[0].why == why


def test_a_force_goes_behind_walls_that_have_room():
    order = {"r1": {"do": "garrison"}}
    roomy = campaign(troop("r1", "red", "castle"), sieges={"garrison_most": 20})
    assert events_of(concluded(standing(roomy, **order)), Garrisoned)
    narrow = campaign(troop("r1", "red", "castle"), sieges={"garrison_most": 19})
    after = concluded(standing(narrow, **order))
    assert not after.state.forces["r1"].inside
    assert "shelter a worth of 57" in events_of(after, CameToNothing)[0].why


def test_an_enemys_gates_are_shut():
    after = concluded(standing(campaign(troop("b1", "blue", "castle")), b1={"do": "garrison"}))
    assert events_of(after, CameToNothing)[0].why == "its gates are shut"


# Control


def test_an_area_goes_to_the_enemy_who_stands_in_it_alone():
    after = concluded(campaign(troop("r1", "red", "ford")))
    assert after.state.areas["ford"].owner == "red"
    assert events_of(after, AreaTaken)[0].before == "blue"


def test_an_area_with_both_sides_in_it_keeps_its_owner():
    after = concluded(campaign(troop("r1", "red", "ford"), troop("b1", "blue", "ford", inside=True)))
    assert after.state.areas["ford"].owner == "blue"


def test_nobodys_land_is_taken_and_a_neutrals_is_not():
    after = concluded(campaign(troop("r1", "red", "moor"), troop("r2", "red", "isle")))
    assert after.state.areas["moor"].owner == "red"
    assert after.state.areas["isle"].owner == "green"


def test_a_fortress_that_holds_out_keeps_its_area():
    after = concluded(campaign(troop("b1", "blue", "castle")))
    assert after.state.areas["castle"].owner == "red"


def test_an_allys_own_country_goes_back_to_him():
    state = campaign(troop("g1", "green", "ford"))
    state.factions["green"].relations = {"blue": "alliance", "red": "war"}
    state.areas["ford"].owner = "red"
    assert concluded(state).state.areas["ford"].owner == "blue"


def test_remnants_without_a_man_who_can_fight_take_nothing():
    state = campaign(troop("r1", "red", "ford"))
    for unit in state.forces["r1"].units:
        unit.status, unit.back = "away", 9
    assert concluded(state).state.areas["ford"].owner == "blue"


@pytest.mark.parametrize("through", [True, False])
def test_areas_marched_through_change_hands_where_the_rules_say_so(through):
    state = campaign(
        troop("r1", "red", "moor", trail=["ford", "moor"]), control={"marching_through": through}
    )
    assert concluded(state).state.areas["ford"].owner == ("red" if through else "blue")


def by_garrison(*forces, **control):
    return campaign(*forces, control={"by": "garrison", **control}, supply={"reach": 0})


def test_by_garrison_only_who_lies_in_the_city_holds_the_area():
    outside = concluded(by_garrison(troop("r1", "red", "south")))
    assert outside.state.areas["south"].owner == "blue"
    inside = concluded(standing(by_garrison(troop("r1", "red", "south")), r1={"do": "garrison"}))
    assert inside.state.areas["south"].owner == "red"


def test_by_garrison_it_has_to_be_worth_enough():
    order = {"r1": {"do": "garrison"}}
    assert concluded(standing(by_garrison(troop("r1", "red", "south"), least=60), **order)).state.areas[
        "south"
    ].owner == ("red")
    few = concluded(standing(by_garrison(troop("r1", "red", "south"), least=61), **order))
    assert few.state.areas["south"].owner == "blue"


def test_by_garrison_an_area_that_was_left_may_fall_to_nobody():
    assert concluded(by_garrison(kept=True)).state.areas["south"].owner == "blue"
    assert concluded(by_garrison(kept=False)).state.areas["south"].owner == ""


def test_by_garrison_the_besiegers_go_into_the_fortress_that_falls():
    state = by_garrison(troop("b1", "blue", "castle", 5))
    state.rules.sieges.watch = 0
    after = concluded(standing(state, b1=SIEGE))
    assert after.state.forces["b1"].inside
    assert after.state.areas["castle"].owner == "blue"
