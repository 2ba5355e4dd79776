"""Forces that join others and forces that part."""

import pytest

from campaigns.engine.events.areas import CameToNothing
from campaigns.engine.events.factions import ForcesJoined, ForceSplit
from campaigns.engine.forces import army_of
from tests.kit.strip import campaign, force, marching, orders, troop
from tests.kit.turns import happened, marched, places


def joining(target, *path):
    return {"do": "join", "target": target, "path": list(path)}


def splitting(*units, **more):
    return {"do": "split", "units": list(units), **more}


CLASSES = [
    {"key": "small", "name": "Small", "most": 60},
    {"key": "great", "name": "Great", "least": 61, "most": 140},
]


def test_a_force_marches_to_another_and_becomes_part_of_it():
    state = campaign(troop("r1", "red", "north", loot=3), troop("r2", "red", "wood", loot=4))
    turn = marched(state, orders("red", r1=joining("r2", "wood")))
    assert places(turn) == {"r2": "wood"}
    joined = turn.state.forces["r2"]
    assert (len(joined.units), len(joined.commands), joined.loot, joined.worth) == (6, 2, 7, 120)
    assert turn.state.forces["r1"].gone
    assert turn.state.forces["r1"].units == []
    assert happened(turn, ForcesJoined)[0].known == ("red",)


def test_an_army_has_one_commander_in_chief_after_forces_joined():
    state = campaign(force("r1", "red", "wood"), force("r2", "red", "wood"))
    joined = marched(state, orders("red", r1=joining("r2"))).state.forces["r2"]
    army = army_of([joined])
    assert len(army.commands) == 2 * len(army_of([state.forces["r2"]]).commands)
    assert sum(each.leader.commander_in_chief for each in army.commands if each.leader) == 1


def test_they_have_to_meet_to_join():
    state = campaign(troop("r1", "red", "north"), troop("r2", "red", "wood"))
    turn = marched(state, orders("red", r1=joining("r2", "wood"), r2=marching("castle")))
    assert places(turn) == {"r1": "wood", "r2": "castle"}
    assert happened(turn, CameToNothing)[0].why == "R2 is not there"


def test_a_chain_of_joins_ends_in_one_force():
    state = campaign(*(troop(key, "red", "wood") for key in ("r1", "r2", "r3")))
    turn = marched(state, orders("red", r1=joining("r2"), r2=joining("r3")))
    assert places(turn) == {"r3": "wood"}
    assert len(turn.state.forces["r3"].units) == 9


def test_two_who_join_each_other_become_one():
    state = campaign(troop("r1", "red", "wood"), troop("r2", "red", "wood"))
    assert places(marched(state, orders("red", r1=joining("r2"), r2=joining("r1")))) == {"r2": "wood"}


def test_nobody_joins_before_the_enemy():
    state = campaign(troop("r1", "red", "wood"), troop("r2", "red", "wood"), troop("b1", "blue", "wood"))
    turn = marched(state, orders("red", r1=joining("r2")))
    assert set(places(turn)) == {"r1", "r2", "b1"}
    assert happened(turn, CameToNothing)[0].why == "the enemy is too near"


def test_who_lies_behind_walls_joins_nobody_outside():
    state = campaign(troop("r1", "red", "castle", inside=True), troop("r2", "red", "castle"))
    turn = marched(state, orders("red", r1=joining("r2")))
    assert happened(turn, CameToNothing)[0].why == "walls lie between them"


def test_nobody_parts_before_the_enemy():
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "castle"))
    turn = marched(state, orders("red", r1=splitting("r1-u1")))
    assert happened(turn, CameToNothing)[0].why == "the enemy is too near"


def test_a_force_that_was_taken_is_joined_by_nobody():
    state = campaign(
        troop("r1", "red", "north"), troop("r2", "red", "wood", units=1), troop("b1", "blue", "wood"),
        battles={"least": 30}, contact={"evade": 0},
    )  # fmt: skip
    turn = marched(state, orders("red", r1=joining("r2")))
    assert happened(turn, CameToNothing)[0].why == "R2 is not there"


@pytest.mark.parametrize(("units", "klass"), [(2, "great"), (5, "")])
def test_the_class_of_a_joint_force_follows_from_its_worth(units, klass):
    state = campaign(
        troop("r1", "red", "wood", units=units, klass="small"),
        troop("r2", "red", "wood", klass="small"),
        classes=CLASSES,
    )
    turn = marched(state, orders("red", r1=joining("r2")))
    assert turn.state.forces["r2"].klass == (klass or "small")
    assert bool(happened(turn, CameToNothing)) == (not klass)


def test_units_part_from_a_force_under_a_name_of_their_own():
    state = campaign(troop("r1", "red", "wood"))
    turn = marched(state, orders("red", r1=splitting("r1-u1", name="Vanguard", path=["castle"])))
    made, rest = turn.state.forces["f1"], turn.state.forces["r1"]
    assert (made.name, made.at, [each.id for each in made.units]) == ("Vanguard", "castle", ["r1-u1"])
    assert [each.id for each in rest.units] == ["r1-u2", "r1-u3"]
    assert {each.command for each in made.units} == {each.id for each in made.commands}
    assert made.commands[0].leader is None
    assert rest.commands[0].leader is not None


def test_a_whole_command_takes_its_leader_along():
    state = campaign(force("r1", "red", "wood"))
    first = state.forces["r1"].commands[0].id
    turn = marched(state, orders("red", r1={"do": "split", "commands": [first]}))
    made, rest = turn.state.forces["f1"], turn.state.forces["r1"]
    assert [each.id for each in made.commands] == [first]
    assert first not in {each.id for each in rest.commands}
    for part in (made, rest):
        army = army_of([part])
        assert sum(each.leader.commander_in_chief for each in army.commands if each.leader) == 1


def test_what_parts_and_joins_again_is_what_there_was():
    state = campaign(troop("r1", "red", "wood"))
    after = marched(state, orders("red", r1=splitting("r1-u1"))).state
    after.phase = "orders"
    again = marched(after, orders("red", f1=joining("r1"))).state.forces["r1"]
    assert {each.id for each in again.units} == {"r1-u1", "r1-u2", "r1-u3"}
    assert (again.worth, again.strength) == (60, 12)


def test_a_part_that_fits_no_class_stays():
    state = campaign(troop("r1", "red", "wood", units=4, klass="great"),
                     classes=[{"key": "great", "name": "Great", "least": 50}])  # fmt: skip
    turn = marched(state, orders("red", r1=splitting("r1-u1")))
    assert set(turn.state.forces) == {"r1"}
    assert not happened(turn, ForceSplit)
    assert "too small" in happened(turn, CameToNothing)[0].why
