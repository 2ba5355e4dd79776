"""What speaks against orders: where in them, and why."""

import pytest

from campaigns.engine.orderchecks import check
from campaigns.engine.state import LadderState
from rulesets.contract.documents import samples
from tests.kit.strip import RED, campaign, force, marching, orders, troop


@pytest.fixture
def state():
    return campaign(
        troop("r1", "red", "wood"), troop("r2", "red", "castle", inside=True), troop("b1", "blue", "south"),
        troop("r9", "red", "wood", gone=True), diplomacy={"neutrals_pass": False},
    )  # fmt: skip


def faults(state, *acts, **forces):
    return [str(each) for each in check(state, orders("red", *acts, **forces))]


def test_what_can_be_done_has_no_faults(state):
    acts = [
        {"do": "pay", "to": "blue", "amount": 50},
        {"do": "diplomacy", "to": "green", "relation": "truce"},
    ]
    assert faults(state, *acts, r1=marching("castle", "moor", "south"), r2={"storm": True}) == []


@pytest.mark.parametrize("key", ["b1", "r9", "nobody"])
def test_only_ones_own_forces_are_ordered(state, key):
    assert faults(state, **{key: {}}) == [f"forces.{key}: there is no such force of this faction"]


def test_a_faction_that_does_not_exist_orders_nothing(state):
    assert str(check(state, orders("mars"))[0]) == "faction: there is no faction “mars”"


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        ({"do": "march"}, ".path: a march needs a path: name the areas it goes through"),
        (marching("castle", "south"), ".path[1]: no link leads from Castleton to Southam"),
        (marching("castle", "atlantis"), ".path[1]: there is no area “atlantis”"),
        (marching("north", "harbour", "isle"),
         ".path[2]: Green Isle belongs to The Isle, who is neutral and does not let you through"),
        ({"forced": True}, ".forced: only a force that marches can make a forced march"),
        ({"do": "forage", "ambush": True},
         ".ambush: only a force that holds where it stands can lie in ambush"),
        ({"storm": True}, ".storm: only besiegers can storm, and a garrison that holds can sally"),
        ({"do": "scout", "target": "atlantis"}, ".target: there is no area “atlantis”"),
        ({"do": "scout", "target": "port"},
         ".target: lies too far away: scouts see 2 links around Great Wood"),
        ({"do": "join", "target": "b1"}, ".target: names no other force of this faction"),
        ({"do": "join", "target": "r1"}, ".target: names no other force of this faction"),
        ({"do": "garrison"}, ".do: Great Wood has neither a city nor a fortress to garrison"),
        ({"do": "besiege"}, ".do: Great Wood has no fortress to besiege"),
        ({"do": "besiege", "path": ["castle"]}, ".do: Castleton is held by friends"),
        ({"do": "raid"}, ".do: Great Wood belongs to friends"),
        ({"do": "recruit"}, ".do: no men can be raised in Great Wood, only in city"),
        ({"do": "recruit", "path": ["castle", "moor"]}, ".do: Long Moor is not held by this faction"),
        ({"do": "refit", "units": ["r2-u1"]}, ".units[0]: there is no unit “r2-u1” in R1"),
        ({"do": "split"}, ".units: names no units or commands of it that could go"),
        ({"do": "split", "commands": ["r1-c1"]}, ".units: leaves nobody behind"),
    ],
)  # fmt: skip
def test_what_a_force_cannot_do(state, order, fault):
    assert faults(state, r1=order) == [f"forces.r1{fault}"]


def test_a_force_is_split_into_commands_of_its_own(state):
    order = {"do": "split", "units": ["r1-u1", "r2-u1"], "commands": ["r2-c1"]}
    assert faults(state, r1=order) == [
        "forces.r1.units[1]: there is no unit “r2-u1” in R1",
        "forces.r1.commands[0]: there is no command “r2-c1” in R1",
    ]


@pytest.mark.parametrize("do", ["garrison", "besiege"])
def test_a_path_that_leads_nowhere_is_one_fault(state, do):
    assert faults(state, r1={"do": do, "path": ["atlantis"]}) == [
        "forces.r1.path[0]: there is no area “atlantis”"
    ]


def test_no_ambush_in_open_country(state):
    state.forces["r1"].at = "north"
    assert faults(state, r1={"ambush": True}) == ["forces.r1.ambush: nobody can hide around Northam"]


def test_enemy_walls_are_no_place_for_a_garrison(state):
    state.areas["castle"].owner = "blue"
    fault = "forces.r1.do: the enemy holds the walls of Castleton: besiege it first"
    assert faults(state, r1={"do": "garrison", "path": ["castle"]}) == [fault]


def test_forces_of_two_books_do_not_become_one():
    state = campaign(force("r1", "red", "wood"), troop("r2", "red", "wood"))
    fault = "forces.r1.target: R2 is of another army book: they can fight side by side, not as one"
    assert faults(state, r1={"do": "join", "target": "r2"}) == [fault]


def test_orders_that_the_rules_do_not_have():
    state = campaign(troop("r1", "red", "wood"), orders=["hold"])
    found = faults(state, {"do": "pay", "to": "blue", "amount": 1}, r1={"do": "raid"})
    assert found == [
        "forces.r1.do: the rules of this campaign have no order to raid",
        "acts[0].do: the rules of this campaign do not allow this: pay",
    ]
    assert faults(state, r1={"path": ["north"]}) == [
        "forces.r1.path: the rules of this campaign have no order to march"
    ]


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        ({"do": "pay", "to": "red", "amount": 1}, ".to: there is no other faction “red”"),
        ({"do": "pay", "to": "mars", "amount": 1}, ".to: there is no other faction “mars”"),
        ({"do": "pay", "to": "blue", "amount": 51}, ": costs 51, but only 50 thaler are left"),
        ({"do": "pay", "to": "blue", "amount": 20, "ransom": "r1-c1"},
         ".ransom: The Blue League holds no leader of the command “r1-c1”"),
        ({"do": "diplomacy", "to": "blue", "relation": "war"},
         ".relation: is already what they are to each other: war"),
        ({"do": "challenge", "to": "blue"}, ".do: only a ladder has challenges"),
        ({"do": "raise", "area": "atlantis", "name": "X", "list": {}}, ".area: there is no area “atlantis”"),
        ({"do": "raise", "area": "wood", "name": "X", "list": {}},
         ".area: no men can be raised in Great Wood, only in city"),
    ],
)  # fmt: skip
def test_what_a_faction_cannot_do(state, act, fault):
    assert f"acts[0]{fault}" in faults(state, act)


def test_a_list_that_is_none_raises_nobody(state):
    act = {"do": "raise", "area": "north", "name": "X", "list": {"format": "poem"}}
    assert faults(state, act) == ["acts[0].list: is not an army list that can become a force"]


def test_a_list_that_the_campaign_has_no_use_for_raises_nobody():
    act = {"do": "raise", "area": "north", "name": "X", "list": samples()[RED].to_json()}
    state = campaign(raising={"raise_cost": 0}, classes=[{"key": "small", "name": "Small", "most": 10}])
    (fault,) = faults(state, act)
    assert fault.startswith("acts[0].list: is worth ")
    state.systems = ["snaphance"]
    assert faults(state, act) == ["acts[0].list: is of a system that this campaign is not fought in: baroque"]


def test_money_is_counted_over_all_acts(state):
    act = {"do": "pay", "to": "blue", "amount": 30}
    assert faults(state, act, act) == ["acts[1]: costs 30, but only 20 thaler are left"]


def test_strategic_actions_are_counted_over_all_orders():
    state = campaign(troop("r1", "red", "north"), troop("r2", "red", "north"), per_turn=1)
    found = faults(state, r1={"do": "scout"}, r2={"do": "recruit"})
    assert found == ["forces.r2.do: the rules allow 1 of these a turn: scout, recruit, raise"]


def test_on_a_ladder_nobody_marches():
    state = campaign(troop("r1", "red", ""))
    state.shape, state.map, state.ladder = "ladder", None, LadderState(["blue", "red"])
    assert faults(state, {"do": "challenge", "to": "blue"}) == []
    assert faults(state, r1=marching("wood")) == ["forces.r1: in this campaign there is no map to march over"]
    raising = {"do": "raise", "area": "north", "name": "X", "list": {}}
    assert faults(state, raising) == ["acts[0]: in this campaign there is no map to raise forces on"]


def test_faults_do_not_tell_where_the_enemy_is(state):
    order = {"r1": {"do": "garrison", "path": ["castle"]}, "r2": marching("moor", "south")}
    before = faults(state, **order)
    state.forces["b1"].at, state.forces["b1"].inside = "castle", True
    assert faults(state, **order) == before == []
