"""What factions see and hear of others' forces, and how long they remember."""

import pytest

from campaigns.engine.events.turns import Sighted, SightingsForgotten
from campaigns.engine.state import Sighting
from tests.kit.strip import campaign, marching, orders, troop
from tests.kit.turns import happened, marched, seed_where

SHARP = {"near": 100, "error": 0, "rumour": 0}
BLIND = {"near": 0, "rumour": 0}


def seen_by(turn, faction="red"):
    """What a faction learned this turn: (force, area, worth, how)."""
    seen = (each for each in happened(turn, Sighted) if each.faction == faction)
    return [(each.force, each.area, each.worth, each.how) for each in seen]


def test_forces_next_to_ones_own_are_seen_and_farther_ones_are_not():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle", units=2), troop("b2", "blue", "moor"),
        scouting=SHARP,
    )  # fmt: skip
    assert seen_by(marched(state)) == [("b1", "castle", 40, "seen")]


def test_what_is_seen_is_told_to_who_sees_it_alone():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "castle"), scouting=SHARP)
    assert {each.known for each in happened(marched(state), Sighted)} == {("red",), ("blue",)}


def test_what_is_seen_is_where_it_is_after_the_marches():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "moor"), scouting={**SHARP, "sight": 2})
    turn = marched(state, orders("blue", b1=marching("south")))
    assert seen_by(turn) == []
    state.forces["b1"].at = "south"
    assert seen_by(marched(state, orders("blue", b1=marching("moor")))) == [("b1", "moor", 60, "seen")]


@pytest.mark.parametrize(("roll", "count"), [((1, 70), 1), ((71, 100), 0)])
def test_not_everybody_near_is_noticed(roll, count):
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "castle"), scouting={"near": 70, "rumour": 0}
    )
    assert len(seen_by(marched(state, seed=seed_where((*roll, ("sight", "red", "b1")))))) == count


def test_the_strength_seen_may_be_wrong_but_not_by_more_than_the_rules_say():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "castle", units=5),
                     scouting={"near": 100, "error": 20, "rumour": 0})  # fmt: skip
    seen = {seen_by(marched(state, seed=str(number)))[0][2] for number in range(60)}
    assert min(seen) >= 80
    assert max(seen) <= 120
    assert len(seen) > 10


def test_scouts_see_farther_than_others():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "moor"), scouting={**BLIND, "scouting": 100}
    )
    assert seen_by(marched(state)) == []
    ((force, area, _, how),) = seen_by(marched(state, orders("red", r1={"do": "scout"})))
    assert (force, area, how) == ("b1", "moor", "scouted")


def test_scouts_count_those_in_their_target_exactly():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "moor"),
                     scouting={**BLIND, "scouting": 100, "error": 90})  # fmt: skip
    order = {"do": "scout", "target": "moor"}
    assert all(seen_by(marched(state, orders("red", r1=order), seed=str(n)))[0][2] == 60 for n in range(10))


def test_allies_are_not_sighted():
    state = campaign(troop("r1", "red", "wood"), troop("g1", "green", "castle"), scouting=SHARP)
    assert [each[0] for each in seen_by(marched(state))] == ["g1"]
    state.factions["red"].relations["green"] = "alliance"
    assert seen_by(marched(state)) == []


def test_rumours_come_from_anywhere_and_tell_less():
    state = campaign(troop("b1", "blue", "port", units=5), scouting={"near": 0, "rumour": 100, "error": 10})
    for number in range(20):
        ((force, area, worth, how),) = seen_by(marched(state, seed=str(number)))
        assert (force, area, how) == ("b1", "port", "rumour")
        assert 80 <= worth <= 120


def test_who_hides_is_found_by_scouts_alone():
    state = campaign(
        troop("r1", "red", "north"), troop("b1", "blue", "wood"),
        scouting={"near": 100, "scouting": 100, "rumour": 100}, contact={"ambush": 100},
    )  # fmt: skip
    blue = orders("blue", b1={"ambush": True})
    assert seen_by(marched(state, blue)) == []
    assert [each[3] for each in seen_by(marched(state, blue, orders("red", r1={"do": "scout"})))] == [
        "scouted"
    ]


def test_what_was_known_of_those_who_are_friends_now_is_forgotten():
    state = campaign(troop("g1", "green", "port"), troop("b1", "blue", "port"), scouting=BLIND)
    state.factions["red"].sightings = {key: Sighting(key, key, "", "moor", 1, 10) for key in ("g1", "b1")}
    state.factions["red"].relations["green"] = "alliance"
    assert set(marched(state).state.factions["red"].sightings) == {"b1"}


def test_old_sightings_are_forgotten():
    state = campaign(troop("b1", "blue", "port"), scouting={**BLIND, "forgotten": 2})
    state.turn = 5
    state.factions["red"].sightings = {
        "b1": Sighting("b1", "B1", "blue", "moor", 3, 10),
        "b2": Sighting("b2", "B2", "blue", "moor", 4, 10),
    }
    turn = marched(state)
    assert set(turn.state.factions["red"].sightings) == {"b2"}
    (event,) = happened(turn, SightingsForgotten)
    assert (event.known, event.forces) == (("red",), ("b1",))


# -- eyes before reports ---------------------------------------------------------------------------

EYES = {"near": 100, "error": 0, "rumour": 0, "cleared": True, "forgotten": 6}


def cleared(turn, faction="red"):
    """The forces that a faction no longer found where it had seen them."""
    found = (each for each in happened(turn, SightingsForgotten) if each.faction == faction)
    return [each.forces for each in found if each.rule == "scouting.cleared"]


def old(state, force="b1", area="castle", turn=1, how="seen"):
    """Let red know of a force from an earlier turn."""
    state.turn = max(state.turn, turn + 1)
    state.factions["red"].sightings[force] = Sighting(force, force.upper(), "blue", area, turn, 60, how)


def test_a_sighting_is_dropped_where_ones_own_eyes_find_nothing():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "south"), scouting=EYES)
    old(state)
    turn = marched(state)
    assert cleared(turn) == [("b1",)]
    assert "b1" not in turn.state.factions["red"].sightings


def test_where_nobody_looks_an_old_sighting_stays():
    state = campaign(troop("r1", "red", "north"), troop("b1", "blue", "south"), scouting=EYES)
    old(state, area="moor")
    assert marched(state).state.factions["red"].sightings["b1"].turn == 1


def test_old_rules_leave_sightings_as_they_were():
    state = campaign(
        troop("r1", "red", "wood"), troop("b1", "blue", "south"), scouting={**EYES, "cleared": False}
    )
    old(state)
    assert marched(state).state.factions["red"].sightings["b1"].area == "castle"


def test_a_bad_look_leaves_an_old_sighting_whether_the_force_is_still_there_or_not():
    for at in ("castle", "south"):
        state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", at), scouting={**EYES, "near": 0})
        old(state)
        turn = marched(state)
        assert cleared(turn) == []
        assert turn.state.factions["red"].sightings["b1"].turn == 1


def test_where_ones_own_force_stands_no_luck_is_needed():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "south"), scouting={**EYES, "near": 0})
    old(state, area="wood")
    assert cleared(marched(state)) == [("b1",)]


def test_who_is_seen_now_is_where_one_sees_it_and_nowhere_else():
    state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", "castle"), scouting=EYES)
    old(state, area="moor")
    turn = marched(state)
    assert cleared(turn) == []
    assert seen_by(turn) == [("b1", "castle", 60, "seen")]
    assert len(turn.state.factions["red"].sightings) == 1


def test_a_force_that_lies_in_ambush_seems_to_have_gone():
    """What is dropped does not tell who is still there: an ambush that nobody notices looks empty."""
    rules = {"scouting": EYES, "contact": {"ambush": 100, "ambush_ground": ["fields", "forest", "hills"]}}
    told = []
    for where in ("castle", "south"):
        state = campaign(troop("r1", "red", "wood"), troop("b1", "blue", where), **rules)
        old(state)
        order = orders("blue", b1={"do": "hold", "ambush": where == "castle"})
        told.append(cleared(marched(state, order)))
    assert told[0] == told[1] == [("b1",)]
