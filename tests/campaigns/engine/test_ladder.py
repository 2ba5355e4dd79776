"""Ladders: challenges, who may meet whom, and how results move players."""

from __future__ import annotations

import pytest

from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.events.battle import (
    ChallengeAccepted,
    ChallengeDropped,
    ChallengeMade,
    ChallengeRefused,
    LadderMoved,
)
from campaigns.engine.ladder import rated, swapped, why_not
from campaigns.engine.resolve import conclude, march, open_engagements
from campaigns.engine.state import State
from tests.kit.aftermath import events_of, lost, outcome
from tests.kit.strip import orders, troop

PLAYERS = ("anna", "bert", "cora", "dirk")


def ladder(**rules):
    document = {
        "name": "The Ladder", "shape": "ladder", "systems": ["baroque"], "rules": {"ladder": rules},
        "factions": [{"id": key, "name": key.title()} for key in PLAYERS],
    }  # fmt: skip
    state = begin(read_campaign(document))
    state.forces = {f"{key[0]}1": troop(f"{key[0]}1", key, "") for key in PLAYERS}
    return state


def turn(state, acts, winner=0, fates=None):
    """A turn in which players do these acts, and every battle has this winner."""
    given = {key: orders(key, *({"do": do, "to": to} for do, to in each)) for key, each in acts.items()}
    marched = march(state, given, "seed")
    results = {each.id: outcome(winner, fates or {}) for each in open_engagements(marched.state)}
    return marched, conclude(marched.state, results, "seed")


def meet(state, low, high, **how):
    """Two players challenge each other and fight."""
    return turn(state, {low: [("challenge", high)], high: [("challenge", low)]}, **how)


def test_a_challenge_stands_until_it_is_accepted_then_they_fight():
    first, end = turn(ladder(), {"bert": [("challenge", "anna")]})
    assert events_of(first, ChallengeMade)[0].to == "anna"
    assert not first.state.engagements
    second, after = turn(end.state, {"anna": [("accept", "bert")]})
    assert events_of(second, ChallengeAccepted)
    engagement = second.state.engagements["t2e1"]
    assert [side.forces for side in engagement.sides] == [["b1"], ["a1"]]
    assert after.state.ladder.rungs == ["bert", "anna", "cora", "dirk"]
    assert after.state.ladder.challenges == []
    assert after.state.ladder.met == {"anna~bert": 2}


def test_two_who_challenge_each_other_fight_at_once():
    first, after = meet(ladder(), "bert", "anna", winner=1)
    assert len(first.state.engagements) == 1
    assert after.state.ladder.rungs == list(PLAYERS)


@pytest.mark.parametrize("who", ["anna", "bert"])
def test_a_challenge_can_be_declined_and_taken_back(who):
    _, end = turn(ladder(), {"bert": [("challenge", "anna")]})
    other = "bert" if who == "anna" else "anna"
    declined, after = turn(end.state, {who: [("decline", other)]})
    assert events_of(declined, ChallengeDropped)[0].by == who
    assert after.state.ladder.challenges == []


@pytest.mark.parametrize(
    ("by", "to", "why"),
    [
        ("dirk", "anna", "up to 2 rungs above"), ("anna", "bert", "up to 2 rungs above"),
        ("bert", "nobody", "no such player"), ("bert", "bert", "no such player"),
    ],
)  # fmt: skip
def test_one_may_challenge_so_many_rungs_above(by, to, why):
    assert why in why_not(ladder(reach=2), by, to)


def test_on_a_ladder_by_rating_one_may_challenge_down_as_well():
    assert why_not(ladder(by="rating"), "anna", "bert") == ""


def test_a_refused_challenge_says_why():
    first, _ = turn(ladder(reach=1), {"dirk": [("challenge", "anna")]})
    assert "rungs above" in events_of(first, ChallengeRefused)[0].why


def test_one_may_have_so_many_challenges_open():
    first, _ = turn(ladder(open=1), {"cora": [("challenge", "anna"), ("challenge", "bert")]})
    assert [each.to for each in events_of(first, ChallengeMade)] == ["anna"]


def test_the_same_two_wait_before_they_meet_again():
    _, after = meet(ladder(wait=1), "bert", "anna", winner=None)
    assert "met in turn 1" in why_not(after.state, "bert", "anna")
    _, later = turn(after.state, {})
    assert why_not(later.state, "bert", "anna") == ""


def test_who_fights_already_this_turn_meets_the_other_in_the_next():
    state = ladder(open=2)
    _, end = turn(state, {"cora": [("challenge", "anna")], "bert": [("challenge", "anna")]})
    second, after = turn(end.state, {"anna": [("accept", "cora"), ("accept", "bert")]}, winner=1)
    assert len(second.state.engagements) == 1
    third, _ = turn(after.state, {})
    assert [each.turn for each in third.state.engagements.values()] == [2, 3]


def test_a_winner_from_below_changes_places_and_one_from_above_stays():
    assert swapped(["a", "b", "c"], "c", "a") == ["c", "b", "a"]
    assert swapped(["a", "b", "c"], "a", "c") == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("ratings", "winner", "after"),
    [((1500, 1500), 0, [1516, 1484]), ((1500, 1500), None, [1500, 1500]), ((1900, 1500), 1, [1871, 1529])],
)
def test_ratings_move_by_elos_formula(ratings, winner, after):
    assert rated(*ratings, winner, 32) == after


def test_by_rating_the_rungs_follow_the_ratings():
    _, after = meet(ladder(by="rating"), "dirk", "cora", winner=1)
    assert after.state.factions["dirk"].rating == 1516
    assert after.state.ladder.rungs == ["dirk", "anna", "bert", "cora"]
    assert events_of(after, LadderMoved)[0].ratings == (("cora", 1484), ("dirk", 1516))


@pytest.mark.parametrize(("losses", "lost_steps"), [(True, 4), (False, 0)])
def test_losses_last_only_where_the_rules_say_so(losses, lost_steps):
    state = ladder(losses=losses)
    _, after = meet(state, "bert", "anna", fates=lost(a1_u1=4))
    assert after.state.forces["a1"].units[0].lost == lost_steps


def test_the_top_of_the_ladder_wins_at_the_end():
    state = ladder()
    state.rules.victory.turns = 1
    _, after = meet(state, "bert", "anna")
    assert (after.state.phase, after.state.winner) == ("over", "bert")


def test_a_ladder_survives_json():
    state = meet(ladder(), "bert", "anna")[1].state
    assert State.from_json(state.to_json()) == state
