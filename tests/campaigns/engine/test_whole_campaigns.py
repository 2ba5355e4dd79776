"""Whole campaigns by automatic commanders: there are marches, battles, sieges and a winner, by the laws."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.engine import shipped
from campaigns.engine.commander import orders_for
from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.events.base import learns
from campaigns.engine.resolve import conclude, march
from campaigns.engine.view import view
from tests.kit.campaignlaws import (
    everybody_is_somewhere,
    fought,
    money_adds_up,
    rules_are_named,
    steps_add_up,
    steps_are_possible,
)


def played(name, turns, seed):
    """A campaign played for some turns; both parts of each turn as (before, resolution)."""
    state = begin(read_campaign(shipped.document(name)))
    for _ in range(turns):
        if state.phase == "over":
            return
        orders = {key: orders_for(view(state, key).state, key, seed) for key in state.factions}
        marched = march(state, orders, seed)
        yield state, marched
        ended = conclude(marched.state, fought(marched.state, seed), seed)
        yield marched.state, ended
        state = ended.state


@pytest.mark.parametrize(
    ("name", "turns"), [("island", 12), ("deluge", 4), ("deluge-garrisons", 4), ("ecw", 5)]
)
def test_the_laws_hold_in_every_turn(name, turns):
    for before, after in played(name, turns, "laws"):
        steps_add_up(before, after.state, after.entries)
        steps_are_possible(after.state)
        money_adds_up(before, after.state, after.entries)
        everybody_is_somewhere(after.state)
        rules_are_named(before, after.entries)


def test_campaigns_have_marches_battles_sieges_and_winners():
    seen, winners = Counter(), Counter()
    for seed in range(4):
        for _, after in played("island", 20, f"seed {seed}"):
            seen.update(entry.event.kind for entry in after.entries)
            last = after.state
        assert last.phase == "over"
        winners[last.winner] += 1
    assert seen["marched"] > 80
    assert seen["battle settled"] > 20
    assert seen["fortress fallen"] > 4
    assert seen["area taken"] > 40
    assert seen["force raised"] > 0
    assert seen["order refused"] < seen["marched"] / 10
    assert sum(count for winner, count in winners.items() if winner) >= 3


def told_of(event):
    """The forces that an event names."""
    values = [value for value in event.to_json().values() if isinstance(value, str)]
    return [value for value in values if value != event.kind]


def may_know(state, faction, key):
    """Whether a faction may know of a force: its side's, one that it has sighted, or one where it stands."""
    force = state.forces[key]
    near = {each.at for each in state.forces.values() if each.faction == faction}
    sighted = key in state.factions[faction].sightings
    return state.relation(faction, force.faction) == "alliance" or sighted or force.at in near


@pytest.mark.parametrize(("name", "turns"), [("island", 8), ("deluge", 3)])
def test_nobody_is_told_of_forces_that_he_cannot_know(name, turns):
    checked = 0
    for before, after in played(name, turns, "secrets"):
        for entry in after.entries:
            for key in told_of(entry.event):
                for faction in after.state.factions if key in after.state.forces else ():
                    if learns(entry.event.known, faction):
                        checked += 1
                        moments = [each for each in (before, after.state) if key in each.forces]
                        assert any(may_know(each, faction, key) for each in moments), entry.event
    assert checked > 100


def test_the_same_seed_plays_the_same_campaign():
    first, again = ([after.hash for _, after in played("island", 4, "same")] for _ in range(2))
    assert first == again
    assert first != [after.hash for _, after in played("island", 4, "other")]
