"""What holds for the first half of every turn, whatever the forces, the orders, the rules and the dice."""

import json
import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.engine.events import read_event
from campaigns.engine.events.base import Log, learns
from campaigns.engine.events.factions import ForcesJoined, ForceSplit
from campaigns.engine.events.turns import Engaged, Evaded, Intercepted, Marched, Sighted
from campaigns.engine.maps import Link
from campaigns.engine.orderchecks import check
from campaigns.engine.orders import Orders
from campaigns.engine.resolve import begun, march
from campaigns.engine.turn.movement import meeting_time
from campaigns.engine.view import friends, view
from campaigns.engine.ways import Leg, legs, reachable
from tests.kit.campaignlaws import money_adds_up, rules_are_named, steps_add_up
from tests.kit.effort import tries
from tests.kit.turns import FACTIONS, WAYS, turns

LAW = settings(max_examples=tries(80))
SEEDS = st.integers(0, 10**6).map(str)


def shuffled(value, chance):
    """A dictionary with its entries in another order."""
    items = list(value.items())
    chance.shuffle(items)
    return dict(items)


@LAW
@given(turns(), SEEDS)
def test_every_force_stands_where_its_march_over_links_took_it(turn, seed):
    state, orders = turn
    after = march(state, orders, seed).state
    for key, force in state.forces.items():
        if after.forces[key].gone:
            continue
        way = [force.at, *after.forces[key].trail]
        assert all(b in WAYS[a] for a, b in pairwise(way))
        assert after.forces[key].at == way[-1]


@LAW
@given(turns(), SEEDS, st.integers())
def test_nothing_depends_on_the_order_in_which_things_are_stored(turn, seed, other):
    state, orders = turn
    chance = random.Random(other)
    again = replace(
        state, forces=shuffled(state.forces, chance), factions=shuffled(state.factions, chance),
        areas=shuffled(state.areas, chance),
    )  # fmt: skip
    mixed = {
        key: Orders(faction=each.faction, forces=shuffled(each.forces, chance), acts=each.acts)
        for key, each in shuffled(orders, chance).items()
    }
    assert march(again, mixed, seed).hash == march(state, orders, seed).hash


@LAW
@given(turns(), SEEDS)
def test_sides_are_at_war_with_each_other_and_allied_among_themselves(turn, seed):
    state, orders = turn
    after = march(state, orders, seed).state
    for engagement in after.engagements.values():
        first, second = ([after.forces[key] for key in side.forces] for side in engagement.sides)
        assert all(after.at_war(a.faction, b.faction) for a in first for b in second)
        for side in (first, second):
            assert all(after.relation(a.faction, b.faction) == "alliance" for a, b in combinations(side, 2))
        assert {each.at for each in first + second} == {engagement.area}
        assert all(each.strength and not each.gone for each in first + second)


@LAW
@given(turns(), SEEDS)
def test_a_force_is_in_one_engagement_at_most(turn, seed):
    state, orders = turn
    after = march(state, orders, seed).state
    fighting = [key for each in after.engagements.values() for side in each.sides for key in side.forces]
    assert len(fighting) == len(set(fighting))


@LAW
@given(turns(), SEEDS)
def test_enemies_in_the_field_of_one_area_do_not_overlook_each_other(turn, seed):
    state, orders = turn
    after = march(state, orders, seed).state
    if after.rules.battles.least:
        return
    fighting = {key for each in after.engagements.values() for side in each.sides for key in side.forces}
    split = {each.other for each in events(march(state, orders, seed), ForceSplit)}
    field = [
        each
        for each in after.standing()
        if each.strength and not (each.inside and each.at == "castle") and each.id not in split
    ]
    for a, b in combinations(field, 2):
        if a.at == b.at and after.at_war(a.faction, b.faction):
            assert {a.id, b.id} & fighting


def events(turn, kind):
    return [entry.event for entry in turn.entries if isinstance(entry.event, kind)]


@LAW
@given(turns(), SEEDS)
def test_the_laws_of_every_turn_hold_for_its_first_half(turn, seed):
    state, orders = turn
    before = state.to_json()
    resolved = march(state, orders, seed)
    assert state.to_json() == before
    steps_add_up(state, resolved.state, resolved.entries)
    money_adds_up(state, resolved.state, resolved.entries)
    rules_are_named(state, resolved.entries)


@LAW
@given(turns(), SEEDS)
def test_the_log_read_back_from_json_gives_the_same_state_again(turn, seed):
    state, orders = turn
    resolved = march(state, orders, seed)
    log = begun(state, "")
    for entry in json.loads(json.dumps([each.to_json() for each in resolved.entries])):
        log.apply(read_event(entry["event"]))
    assert isinstance(log, Log)
    assert log.hash == resolved.hash
    assert log.state.to_json() == resolved.state.to_json()


@LAW
@given(turns(), SEEDS)
def test_nobody_but_friends_learns_of_a_march(turn, seed):
    state, orders = turn
    resolved = march(state, orders, seed)
    for who in (*FACTIONS, ""):
        for event in (entry.event for entry in resolved.entries if learns(entry.event.known, who)):
            if isinstance(event, Marched | ForcesJoined | ForceSplit):
                assert who in friends(resolved.state, resolved.state.forces[event.force].faction)
            if isinstance(event, Evaded | Intercepted):
                pair = {resolved.state.forces[key].faction for key in (event.force, event.other)}
                assert who in pair
            if isinstance(event, Engaged):
                sides = event.engagement["sides"]
                assert who in {resolved.state.forces[key].faction for side in sides for key in side["forces"]}


@LAW
@given(turns(), SEEDS)
def test_no_unit_of_others_is_in_a_view(turn, seed):
    state, orders = turn
    after = march(state, orders, seed).state
    for who in (*FACTIONS, ""):
        value = view(after, who).to_json()
        del value["state"]["map"], value["state"]["rules"]
        said = json.dumps(value)
        for force in after.forces.values():
            if force.faction != who:
                assert not any(f'"{unit.id}"' in said for unit in force.units)


@LAW
@given(turns(), SEEDS)
def test_sightings_are_of_strangers_and_of_this_turn(turn, seed):
    state, orders = turn
    resolved = march(state, orders, seed)
    for event in events(resolved, Sighted):
        assert resolved.state.forces[event.force].faction == event.other
        assert resolved.state.relation(event.faction, event.other) != "alliance"
        assert resolved.state.factions[event.faction].sightings[event.force].turn == state.turn


@LAW
@given(turns())
def test_faults_of_orders_tell_nothing_that_their_faction_does_not_know(turn):
    state, orders = turn
    for faction, given_ in orders.items():
        assert check(state, given_) == check(view(state, faction).state, given_)


@LAW
@given(turns())
def test_what_is_reachable_follows_from_what_a_faction_knows(turn):
    state, _ = turn
    for force in state.standing():
        assert reachable(state, force) == reachable(view(state, force.faction).state, force)


def paths(start, steps):
    """Every way of up to so many links that comes through no area twice."""
    found = [[start]]
    for path in found:
        if len(path) <= steps:
            found += [[*path, goal] for goal in WAYS[path[-1]] if goal not in path]
    return [path[1:] for path in found]


@LAW
@given(turns(), st.booleans(), st.sampled_from([100, 75, 50]))
def test_reachable_is_the_cheapest_of_all_paths(turn, forced, weather):
    state, _ = turn
    for force in list(state.standing())[:2]:
        cheapest = {force.at: 0.0}
        for path in paths(force.at, len(WAYS)):
            steps, why = legs(state, force, path, forced=forced, weather=weather)
            if path and not why:
                cheapest[path[-1]] = min(cheapest.get(path[-1], 1.0), steps[-1].arrives)
        found = reachable(state, force, forced=forced, weather=weather)
        assert found.keys() == cheapest.keys()
        assert all(found[area] == pytest.approx(cheapest[area], abs=1e-5) for area in found)


SHARES = st.floats(0, 1).map(lambda share: round(share, 6))


@given(SHARES, SHARES, SHARES, SHARES)
def test_two_who_meet_on_a_link_have_together_come_its_whole_length(first, second, third, fourth):
    link = Link(a="here", b="there")
    mine = Leg("here", "there", link, *sorted_thirds(first, second))
    theirs = Leg("there", "here", link, *sorted_thirds(third, fourth))
    time = meeting_time(mine, theirs)
    overlap = min(mine.arrives, theirs.arrives) - max(mine.leaves, theirs.leaves)
    if time is None:
        assert overlap <= 0
    elif overlap > 0.01:
        gone = [(time - each.leaves) / (each.arrives - each.leaves) for each in (mine, theirs)]
        assert sum(gone) == pytest.approx(1, abs=0.01)
        assert meeting_time(theirs, mine) == pytest.approx(time, abs=1e-4)


def sorted_thirds(one, other):
    """When a leg is left, half done, and done."""
    leaves, arrives = sorted((one, other))
    return leaves, (leaves + arrives) / 2, arrives
