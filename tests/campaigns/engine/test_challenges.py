"""What may be done on a ladder: the same answer for who writes orders and for the resolution."""

from __future__ import annotations

import pytest

from campaigns.engine.events.battle import ChallengeRefused
from campaigns.engine.orderchecks import check
from campaigns.engine.view import view
from tests.campaigns.engine.test_ladder import ladder, turn
from tests.kit.aftermath import events_of
from tests.kit.strip import orders


def faults(state, who, *acts):
    return [str(each) for each in check(state, orders(who, *({"do": do, "to": to} for do, to in acts)))]


def challenged(**rules):
    """Cora has challenged Anna."""
    _, end = turn(ladder(**rules), {"cora": [("challenge", "anna")]})
    return end.state


@pytest.mark.parametrize(
    ("who", "acts", "place"),
    [
        ("dirk", [("challenge", "nobody")], 0), ("anna", [("challenge", "bert")], 0),
        ("bert", [("accept", "anna")], 0), ("bert", [("decline", "cora")], 0),
        ("cora", [("challenge", "anna")], 0), ("anna", [("accept", "cora"), ("accept", "cora")], 1),
        ("anna", [("accept", "cora"), ("decline", "cora")], 1),
        ("dirk", [("challenge", "bert"), ("challenge", "cora")], 1),
    ],
)  # fmt: skip
def test_what_the_resolution_refuses_is_refused_when_it_is_written(who, acts, place):
    state = challenged(reach=2, open=1)
    first, _ = turn(state, {who: acts})
    (refused,) = events_of(first, ChallengeRefused)
    assert faults(state, who, *acts) == [f"acts[{place}].to: {refused.why}"]
    assert faults(view(state, who).state, who, *acts) == [f"acts[{place}].to: {refused.why}"]


@pytest.mark.parametrize(
    ("who", "acts"),
    [
        ("anna", [("accept", "cora")]), ("anna", [("decline", "cora")]), ("cora", [("decline", "anna")]),
        ("dirk", [("challenge", "cora")]), ("cora", [("challenge", "bert"), ("decline", "anna")]),
    ],
)  # fmt: skip
def test_what_the_resolution_carries_out_may_be_written(who, acts):
    state = challenged(open=1)
    assert faults(state, who, *acts) == []
    first, _ = turn(state, {who: acts})
    assert events_of(first, ChallengeRefused) == []


def test_a_check_changes_nothing():
    state = challenged(open=2)
    before = state.to_json()
    assert faults(state, "anna", ("accept", "cora")) == []
    assert faults(state, "dirk", ("challenge", "cora")) == []
    assert state.to_json() == before


def test_that_the_other_has_no_army_is_not_told_before_the_resolution():
    state = ladder()
    for unit in state.forces["a1"].units:
        unit.lost = unit.steps
    assert faults(view(state, "bert").state, "bert", ("challenge", "anna")) == []
    first, _ = turn(state, {"bert": [("challenge", "anna")]})
    assert events_of(first, ChallengeRefused)[0].why == "they have no armies of one system"
