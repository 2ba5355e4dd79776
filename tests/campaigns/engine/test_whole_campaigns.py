"""Whole campaigns by automatic commanders: there are marches, battles, sieges and a winner, by the laws."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.engine import shipped
from campaigns.engine.commander import orders_for
from campaigns.engine.documents import begin, read_campaign
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


def test_the_same_seed_plays_the_same_campaign():
    first, again = ([after.hash for _, after in played("island", 4, "same")] for _ in range(2))
    assert first == again
    assert first != [after.hash for _, after in played("island", 4, "other")]
