"""Where a force may march, and what share of its turn that takes."""

import pytest

from campaigns.engine.ways import allowance, around, blocked, ground_of, legs, reachable
from campaigns.wording.orders import TURN_IS_OVER
from tests.kit.strip import campaign, troop

AREAS = {"march": {"by": "areas", "forced": 0, "mounted": 100}}
CLASSES = [
    {"key": "skirmish", "name": "Skirmish force", "most": 50,
     "march": {"own": 3, "friendly": 3, "neutral": 2, "enemy": 2}},
    {"key": "task", "name": "Task force", "least": 50,
     "march": {"own": 2, "friendly": 2, "neutral": 1, "enemy": 1}},
]  # fmt: skip


def shares(state, force, *path, **how):
    """The times at which a force arrives at the areas of a path."""
    return [each.arrives for each in legs(state, force, path, **how)[0]]


@pytest.mark.parametrize(
    ("faction", "area", "ground"),
    [
        ("red", "north", "own"),
        ("blue", "north", "enemy"),
        ("green", "north", "neutral"),
        ("red", "moor", "neutral"),
    ],
)
def test_whose_country_an_area_is(faction, area, ground):
    assert ground_of(campaign(), faction, area) == ground


def test_an_allys_country_is_friendly():
    state = campaign()
    state.factions["red"].relations["green"] = "alliance"
    assert ground_of(state, "red", "isle") == "friendly"


def test_a_step_costs_its_link_times_the_terrain_it_leads_into():
    force = troop("r1", "red", "north")
    state = campaign(force)
    assert shares(state, force, "wood", "castle") == [pytest.approx(1.5 / 6), pytest.approx(2.5 / 6)]


def test_a_track_costs_more_than_a_road():
    force = troop("r1", "red", "wood")
    assert shares(campaign(force), force, "ford") == [pytest.approx(2 * 1.5 / 6)]


def test_a_links_own_cost_goes_before_that_of_its_kind():
    force = troop("r1", "red", "north")
    state = campaign(force)
    state.map.ways["north"]["wood"].cost = 3
    assert shares(state, force, "wood") == [pytest.approx(3 * 1.5 / 6)]


def test_the_area_is_entered_half_way():
    force = troop("r1", "red", "north")
    (leg,) = legs(campaign(force), force, ["wood"])[0]
    assert (leg.leaves, leg.enters, leg.arrives) == (0, 0.125, 0.25)


def test_a_march_ends_with_the_turn():
    force = troop("r1", "red", "north")
    state = campaign(force, march={"link_cost": {"road": 3}})
    found, why = legs(state, force, ["wood", "castle"])
    assert [each.goal for each in found] == ["wood"]
    assert why == TURN_IS_OVER


def test_horse_marches_farther_than_foot():
    state = campaign()
    horse, foot = troop("r1", "red", "north", arm="horse"), troop("r2", "red", "north")
    assert allowance(state, horse, "own") == 9
    assert allowance(state, foot, "own") == 6


def test_a_forced_march_goes_farther_and_bad_weather_less_far():
    state, force = campaign(), troop("r1", "red", "north")
    assert allowance(state, force, "own", forced=True) == 8
    assert allowance(state, force, "own", forced=True, weather=50) == 4


def test_by_areas_the_class_says_how_many_on_which_ground():
    light, heavy = (troop(key, "red", "north", klass=key) for key in ("skirmish", "task"))
    state = campaign(light, heavy, classes=CLASSES, **AREAS)
    assert shares(state, light, "wood", "castle", "moor") == [pytest.approx(1 / 3), pytest.approx(2 / 3)]
    assert shares(state, heavy, "wood", "castle", "moor") == [0.5, 1]
    heavy.at = "castle"
    assert shares(state, heavy, "moor", "south") == [1]
    light.at = "castle"
    assert shares(state, light, "moor", "south") == [0.5, 1]


@pytest.mark.parametrize(("weather", "areas"), [(100, 3), (75, 2), (50, 2), (10, 1)])
def test_bad_weather_takes_whole_areas_but_never_the_last(weather, areas):
    force = troop("r1", "red", "north", klass="skirmish")
    state = campaign(force, classes=CLASSES, **AREAS)
    assert allowance(state, force, "own", weather=weather) == areas


def test_a_class_without_a_march_on_some_ground_does_not_go_there():
    still = [{"key": "fort", "name": "Fortress guns", "march": {"own": 1}}]
    force = troop("r1", "red", "castle", klass="fort")
    state = campaign(force, classes=still, march={"by": "areas"})
    assert legs(state, force, ["moor"]) == ([], TURN_IS_OVER)
    assert shares(state, force, "wood") == [1]


@pytest.mark.parametrize(
    ("start", "goal", "why"),
    [
        ("north", "castle", "no link leads from Northam to Castleton"),
        ("harbour", "isle", "Green Isle belongs to The Isle, who is neutral and does not let you through"),
        ("castle", "moor", ""),
        ("moor", "south", ""),
    ],
)
def test_what_keeps_red_from_a_step(start, goal, why):
    assert blocked(campaign(), "red", start, goal) == why


def test_neutrals_let_forces_pass_where_the_rules_say_so():
    assert blocked(campaign(diplomacy={"neutrals_pass": True}), "red", "harbour", "isle") == ""


def test_allies_let_forces_pass_unless_the_rules_say_no():
    for may, why in ((True, ""), (False, "Green Isle belongs to The Isle, who does not let allies through")):
        state = campaign(diplomacy={"allies_pass": may})
        state.factions["red"].relations["green"] = "alliance"
        assert blocked(state, "red", "harbour", "isle") == why


def test_the_sea_is_crossed_from_port_to_port():
    state = campaign(diplomacy={"neutrals_pass": True})
    features, state.map.by_id["harbour"].features = state.map.by_id["harbour"].features, []
    assert blocked(state, "red", "harbour", "isle") == "Old Harbour has no port"
    assert blocked(state, "green", "isle", "harbour") == "Old Harbour has no port"
    state.map.by_id["harbour"].features = features
    assert blocked(state, "red", "harbour", "isle") == ""


def test_reachable_is_what_single_marches_reach():
    force = troop("r1", "red", "north")
    state = campaign(force)
    found = reachable(state, force)
    assert found["north"] == 0
    assert found["castle"] == pytest.approx(2.5 / 6)
    assert found["moor"] == pytest.approx(4 / 6)
    assert set(found) == {"north", "wood", "castle", "harbour", "moor", "south", "ford", "port"}
    for area, path in {"moor": ["wood", "castle", "moor"], "ford": ["wood", "ford"]}.items():
        assert shares(state, force, *path)[-1] == pytest.approx(found[area])


def test_in_snow_less_is_reachable():
    force = troop("r1", "red", "north")
    assert set(reachable(campaign(force), force, weather=50)) == {"north", "wood", "castle", "harbour"}


def test_around_counts_links_over_land():
    state = campaign()
    assert around(state, "castle", 1) == {"castle": 0, "wood": 1, "moor": 1}
    assert around(state, "harbour", 2) == {"harbour": 0, "north": 1, "wood": 2}
