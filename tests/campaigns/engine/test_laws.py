"""Laws of campaigns: what holds for every turn, whatever is ordered and however battles end."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.engine.events import EventError, kinds, read_event
from campaigns.engine.events.base import CampaignEvent
from campaigns.engine.forces import names
from campaigns.engine.resolve import conclude, copied, march
from campaigns.engine.state import State
from tests.kit.campaignlaws import (
    campaigns,
    everybody_is_somewhere,
    fought,
    money_adds_up,
    rules_are_named,
    steps_add_up,
    steps_are_possible,
    turn_orders,
)

LAWS = settings(suppress_health_check=list(HealthCheck))


def turns(data, count=3):
    """Both parts of some turns of a random campaign: (before, resolution, outcomes or None)."""
    state = data.draw(campaigns())
    for number in range(count):
        if state.phase == "over":
            return
        marched = march(state, data.draw(turn_orders(state)), f"seed {number}")
        yield state, marched, None
        outcomes = fought(marched.state, f"seed {number}")
        ended = conclude(marched.state, outcomes, f"seed {number}")
        yield marched.state, ended, outcomes
        state = ended.state


@LAWS
@given(st.data())
def test_strength_changes_only_by_what_the_log_says(data):
    for before, after, _ in turns(data):
        steps_add_up(before, after.state, after.entries)
        steps_are_possible(after.state)


@LAWS
@given(st.data())
def test_money_changes_only_by_what_the_log_says(data):
    for before, after, _ in turns(data):
        money_adds_up(before, after.state, after.entries)


@LAWS
@given(st.data())
def test_every_force_is_in_one_place_and_every_area_has_one_owner(data):
    for _, after, _ in turns(data):
        everybody_is_somewhere(after.state)


@LAWS
@given(st.data())
def test_every_event_names_a_rule_that_there_is(data):
    for before, after, _ in turns(data, count=2):
        rules_are_named(before, after.entries)


@LAWS
@given(st.data())
def test_the_order_in_which_outcomes_came_does_not_count(data):
    for before, after, outcomes in turns(data, count=2):
        if outcomes is not None:
            backwards = dict(reversed(outcomes.items()))
            assert conclude(before, backwards, f"seed {before.turn - 1}").hash == after.hash


@LAWS
@given(st.data())
def test_a_turns_end_leaves_the_state_alone_that_it_began_with(data):
    for before, _, outcomes in turns(data, count=1):
        if outcomes is not None:
            kept = copied(before)
            conclude(before, outcomes, "another seed")
            assert before == kept


@LAWS
@given(st.data())
def test_every_event_reads_back_and_can_be_told(data):
    for _, after, _ in turns(data, count=2):
        called = names(after.state)
        for entry in after.entries:
            value = json.loads(json.dumps(entry.event.to_json()))
            assert read_event(value).to_json() == entry.event.to_json() or read_event(value) == entry.event
            assert entry.event.describe(lambda key, called=called: called.get(key, key)).endswith(
                (".", "!", "…")
            )


@LAWS
@given(st.data())
def test_states_survive_json_and_copies_share_nothing(data):
    for _, after, _ in turns(data, count=1):
        assert State.from_json(json.loads(json.dumps(after.state.to_json()))) == after.state
        assert copied(after.state) == after.state


def test_an_unknown_event_and_one_with_other_fields_are_refused():
    with pytest.raises(EventError, match="no event “miracle”"):
        read_event({"kind": "miracle"})
    with pytest.raises(EventError, match="not those of “upkeep”"):
        read_event({"kind": "upkeep", "rule": "", "known": []})


def test_every_kind_of_event_has_its_own_name_and_words():
    assert len(kinds()) > 40
    for kind, event in kinds().items():
        assert event.kind == kind
        assert event.sentence or event.describe is not CampaignEvent.describe
