"""Stories: scenes are told, fought, and choose the next."""

from __future__ import annotations

import pytest

from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.events.battle import ScenePlayed, StoryWent, Unopposed
from campaigns.engine.resolve import conclude, march, open_engagements
from tests.kit.aftermath import events_of, fate, lost, outcome
from tests.kit.strip import troop

SCENES = [
    {"id": "spring", "name": "Spring", "words": "Two friends draw swords.", "branches": [{"to": "bridge"}]},
    {"id": "bridge", "name": "The Bridge", "sides": ["red", "blue"], "roles": ["assault", "defend"],
     "terrain": "hills", "scenario": "bridge", "points": 3,
     "branches": [{"when": "won", "to": "pursuit", "words": "Red presses on."},
                  {"when": "any", "to": "siege"}]},
    {"id": "pursuit", "name": "The Pursuit", "sides": ["red", "blue"]},
    {"id": "siege", "name": "The Siege", "words": "Red is shut in.", "branches": []},
]  # fmt: skip


def story(scenes=SCENES, **rules):
    document = {
        "name": "Two Friends", "shape": "story", "systems": ["baroque"], "story": scenes, "rules": rules,
        "factions": [{"id": "red", "name": "Red"}, {"id": "blue", "name": "Blue"}],
    }  # fmt: skip
    state = begin(read_campaign(document))
    state.forces = {"r1": troop("r1", "red", ""), "b1": troop("b1", "blue", "")}
    return state


def turn(state, winner=0, *fates):
    marched = march(state, {}, "seed")
    results = {each.id: outcome(winner, *fates) for each in open_engagements(marched.state)}
    return marched, conclude(marched.state, results, "seed")


def test_scenes_without_a_battle_are_told_up_to_the_next_with_one():
    marched, _ = turn(story())
    assert [each.node for each in events_of(marched, ScenePlayed)] == ["spring", "bridge"]
    engagement = marched.state.engagements["t1e1"]
    assert (engagement.scenario, engagement.terrain) == ("bridge", "hills")
    assert [side.role for side in engagement.sides] == ["assault", "defend"]
    assert engagement.sides[1].fortified


@pytest.mark.parametrize(("winner", "scene"), [(0, "pursuit"), (1, "siege"), (None, "siege")])
def test_the_result_chooses_the_next_scene(winner, scene):
    _, after = turn(story(), winner)
    assert after.state.story.at == scene
    assert (after.state.turn, after.state.phase) == (2, "orders")
    assert events_of(after, StoryWent)[0].node == scene


def test_the_winner_gets_the_scenes_points():
    _, after = turn(story(), 1)
    assert {key: each.points for key, each in after.state.factions.items()} == {"red": 0, "blue": 3}


def test_losses_are_carried_into_the_next_scene():
    quiet = {"battles": {"aftermath": {"stragglers": 0, "stragglers_beaten": 0}}}
    _, after = turn(story(**quiet), 0, lost(r1_u1=2))
    assert after.state.forces["r1"].strength == 10


def test_the_story_ends_where_no_branch_leads_on():
    _, after = turn(story())
    _, end = turn(after.state, 1)
    assert (end.state.phase, end.state.winner) == ("over", "red")
    assert end.state.story.told == ["spring", "bridge", "pursuit"]


def test_a_story_may_end_with_a_scene_that_only_tells():
    _, after = turn(story(), 1)
    last, end = turn(after.state)
    assert events_of(last, ScenePlayed)[0].text == "Red is shut in."
    assert (end.state.phase, end.state.winner) == ("over", "blue")


def test_who_meets_nobody_has_won_the_scene():
    _, after = turn(story(), 0, fate("destroyed", "b1-u1", "b1-u2", "b1-u3"))
    marched, end = turn(after.state)
    assert events_of(marched, Unopposed)[0].winner == "red"
    assert end.state.phase == "over"


def test_scenes_that_lead_in_a_circle_end():
    circle = [
        {"id": "one", "name": "One", "branches": [{"to": "two"}]},
        {"id": "two", "name": "Two", "branches": [{"to": "one"}]},
    ]
    marched, end = turn(story(circle))
    assert [each.node for each in events_of(marched, ScenePlayed)] == ["one", "two"]
    assert end.state.phase == "over"
