"""What each role may see of a campaign, and what must not be anywhere in its view."""

import json
from dataclasses import replace

import pytest

from campaigns.engine.resolve import march
from campaigns.engine.state import (
    Challenge,
    Engagement,
    EngagementSide,
    LadderState,
    Outcome,
    Sighting,
    State,
    Story,
    StoryBranch,
    StoryNode,
    UnitFate,
)
from campaigns.engine.view import friends, view
from tests.kit.strip import campaign, marching, orders, troop


@pytest.fixture
def state() -> State:
    """Red with two forces, blue with one, green allied with red; each with something to hide."""
    state = campaign(
        troop("r1", "red", "north", loot=7),
        troop("r2", "red", "wood"),
        troop("b1", "blue", "south", loot=9),
        troop("g1", "green", "isle", units=5),
    )
    state.factions["red"].relations["green"] = "alliance"
    state.factions["green"].relations["red"] = "alliance"
    state.factions["blue"].money = 987
    state.factions["blue"].points = 654
    state.factions["red"].sightings["b1"] = Sighting("b1", "B1", "blue", "moor", 1, 50.0)
    state.factions["blue"].sightings["r1"] = Sighting("r1", "R1", "red", "castle", 1, 77.0)
    state.factions["blue"].offers = {"green": "alliance"}
    state.areas["south"].stock = 321
    state.standing_orders = {"r1": {"do": "forage"}, "b1": {"do": "raid"}}
    return state


def text(state: State, who: str | None) -> str:
    """All of a view but the map and the rules, which everybody may read."""
    value = view(state, who).to_json()
    del value["state"]["map"], value["state"]["rules"]
    return json.dumps(value)


def test_the_umpire_sees_the_state_itself(state):
    seen = view(state, None)
    assert seen.umpire
    assert seen.state is state
    assert [each.id for each in seen.forces] == ["b1", "g1", "r1", "r2"]


def test_a_faction_sees_its_own_forces_whole(state):
    seen = view(state, "red")
    assert not seen.umpire
    assert [each.id for each in seen.forces] == ["r1", "r2"]
    assert seen.forces[0] is state.forces["r1"]
    assert seen.state.standing_orders == {"r1": {"do": "forage"}}


def test_of_enemies_only_what_was_sighted_is_seen(state):
    seen = view(state, "red")
    assert [(each.force, each.area, each.worth) for each in seen.sightings] == [("b1", "moor", 50.0)]
    assert "b1" not in seen.state.forces


@pytest.mark.parametrize("secret", ["987", "654", "321", "b1-u1", "General B1", '"raid"', "77.0"])
def test_what_the_enemy_hides_is_nowhere_in_a_view(state, secret):
    assert secret in text(state, "blue")
    assert secret in text(state, None)
    for stranger in ("red", "green", ""):
        assert secret not in text(state, stranger)


def test_allies_are_seen_where_they_stand_and_roughly_how_strong(state):
    (ally,) = view(state, "red").allies
    assert (ally.id, ally.at, ally.worth) == ("g1", "isle", 100)
    assert "g1-u1" not in text(state, "red")


def test_who_is_no_ally_is_not_among_the_allies(state):
    assert view(state, "blue").allies == ()
    assert view(state, "").allies == ()


def test_an_onlooker_sees_owners_and_relations_alone(state):
    seen = view(state, "")
    assert seen.forces == () == seen.sightings
    assert seen.areas["south"].owner == "blue"
    assert seen.factions["red"].relations["blue"] == "war"
    assert {each.money for each in seen.factions.values()} == {0}


def test_a_stranger_to_the_campaign_sees_no_more_than_an_onlooker(state):
    assert text(state, "mars") == text(state, "")


def test_victory_points_are_told_when_all_is_over(state):
    assert view(state, "red").factions["blue"].points == 0
    state.phase = "over"
    assert view(state, "red").factions["blue"].points == 654


def test_offers_are_seen_by_both_sides_alone(state):
    assert view(state, "green").factions["blue"].offers == {"green": "alliance"}
    assert view(state, "red").factions["blue"].offers == {}
    assert view(state, "").factions["blue"].offers == {}


def test_magazines_are_seen_by_who_holds_them(state):
    assert view(state, "blue").areas["south"].stock == 321
    assert view(state, "red").areas["south"].stock == 0


def fought(outcome: Outcome | None) -> Engagement:
    sides = [EngagementSide("red", ["r1"], "attack"), EngagementSide("blue", ["b1"], "defend", ambush=True)]
    return Engagement("t1e1", 1, "moor", sides, river=True, system="baroque", outcome=outcome)


def test_an_open_engagement_is_seen_by_those_in_it_alone(state):
    state.engagements["t1e1"] = fought(None)
    assert view(state, "red").engagements[0].sides[1].forces == ["b1"]
    assert view(state, "blue").engagements == view(state, None).engagements
    assert view(state, "green").engagements == () == view(state, "").engagements


def test_a_force_that_only_helps_is_in_the_engagement_too(state):
    open_ = fought(None)
    open_.sides[0].forces.append("g1")
    state.engagements["t1e1"] = open_
    assert view(state, "green").engagements == (open_,)


def test_of_others_battles_only_place_factions_and_winner_are_heard(state):
    outcome = Outcome(0, "by surprise", {"b1-u1": UnitFate(3)}, ["b1-c1"])
    state.engagements["t1e1"] = fought(outcome)
    (heard,) = view(state, "green").engagements
    assert (heard.area, [side.faction for side in heard.sides]) == ("moor", ["red", "blue"])
    assert [side.forces for side in heard.sides] == [[], []]
    assert heard.outcome == Outcome(0)
    assert not heard.sides[1].ambush
    assert not heard.river


def test_a_view_never_changes_the_state(state):
    before = state.to_json()
    for who in (None, "red", "blue", "green", ""):
        view(state, who).to_json()
    assert state.to_json() == before


def test_names_are_those_of_what_is_known(state):
    names = view(state, "red").names()
    assert (names["r1"], names["b1"], names["g1"], names["moor"]) == ("R1", "B1", "G1", "Long Moor")
    assert "r2" not in view(state, "blue").names()
    assert "b1" not in view(state, "").names()


def test_friends_are_oneself_and_ones_allies(state):
    assert friends(state, "red") == ("green", "red")
    assert friends(state, "blue") == ("blue",)


def test_a_marching_enemy_is_nowhere_but_in_what_was_seen_of_him():
    state = campaign(troop("r1", "red", "north"), troop("b1", "blue", "south"), scouting={"rumour": 0})
    after = march(state, {"blue": orders("blue", b1=marching("port"))}, "seed").state
    assert "b1" not in text(after, "red")
    assert "b1" in text(after, "blue")


def test_the_fates_of_a_story_stay_hidden_until_they_are_told():
    nodes = [
        StoryNode("one", "The first", branches=[StoryBranch("any", "two", "onwards")]),
        StoryNode("two", "The secret second"),
    ]
    state = replace(campaign(), shape="story", story=Story(nodes, "one"))
    assert "secret" in text(state, None)
    assert "secret" not in text(state, "red")
    assert "onwards" not in text(state, "red")
    state.story.at, state.story.told = "two", ["one"]
    assert "secret" in text(state, "red")


def test_a_ladder_is_public():
    ladder = LadderState(["red", "blue"], [Challenge("c1", "blue", "red", 1)])
    state = replace(campaign(), shape="ladder", ladder=ladder)
    assert view(state, "").state.ladder == ladder
