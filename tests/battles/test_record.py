"""A battle told turn by turn, and its log in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.test import Client

from battles import record, replay, services
from battles.lines import Register
from battles.models import Battle
from rulesets.contract import registry
from tests.kit.duel import DUEL

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def test_every_event_is_a_line_of_one_turn(fought: Battle) -> None:
    whole = record.overview(fought)
    turns = [record.turn(fought, mark.number)[1] for mark in whole.turns]
    numbers = [line.number for turn in turns for line in turn.lines]
    assert numbers == list(range(1, fought.event_count + 1))
    assert whole.last == fought.turn
    assert whole.same


def test_the_last_state_is_the_battle_s_own(fought: Battle) -> None:
    _, last = record.turn(fought)
    with replay.played(fought) as found:
        assert last.state == found.engine.state.to_json()


def test_the_standing_at_the_end_is_that_of_the_result(fought: Battle) -> None:
    assert fought.result is not None
    last = record.overview(fought).turns[-1].standing
    assert [side["left"] for side in last] == [score["left"] for score in fought.result["scores"]]


def test_every_line_says_the_same_plainly_and_in_parts(fought: Battle) -> None:
    doubles = 0
    for mark in record.overview(fought).turns:
        for line in record.turn(fought, mark.number)[1].lines:
            # The number on a base stands before the name in the parts, and behind it in the words.
            said = ("".join(part.text for part in line.parts), line.words)
            told, words = (re.sub(r" no\. \d+", "", each) for each in said)
            if told != words:
                doubles += 1
                assert "(Royalists)" in line.words or "(Parliament)" in line.words
            else:
                assert line.words
    assert doubles < fought.event_count


def test_every_roll_shows_its_dice_and_its_result(fought: Battle) -> None:
    rolls = [
        line.roll
        for mark in record.overview(fought).turns
        for line in record.turn(fought, mark.number)[1].lines
        if line.roll is not None
    ]
    assert len(rolls) > 20
    assert all(roll.result for roll in rolls)
    assert any(roll.modifiers for roll in rolls)
    assert any(roll.target is not None for roll in rolls)


def test_a_fought_battle_is_read_from_the_cache_without_a_query(
    fought: Battle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    record.overview(fought)
    replay.forget()
    with django_assert_num_queries(0):
        record.turn(fought, 2)
    cache.clear()
    assert record.turn(fought, 2)[1].number == 2


def test_a_battle_that_goes_on_is_never_cached(ready: Battle) -> None:
    record.overview(ready)
    for _ in range(30):
        services.advance(ready, 0.0)
    assert sum(mark.lines for mark in record.overview(ready).turns) == ready.event_count


def test_a_turn_that_was_never_fought_is_the_last_one(fought: Battle) -> None:
    whole, turn = record.turn(fought, 999)
    assert turn.number == whole.last


def test_names_of_both_sides_are_told_apart() -> None:
    state = {
        "units": [
            {"id": "a.1", "name": "Horse", "side": 0},
            {"id": "b.1", "name": "Horse", "side": 1},
            {"id": "b.2", "name": "Foot", "side": 1},
        ]
    }
    register = Register(["North", "South"], state)
    assert [register.name(id_) for id_ in ("a.1", "b.1", "b.2", "x")] == [
        "Horse (North)", "Horse (South)", "Foot", "x",
    ]  # fmt: skip


def test_a_system_without_a_showing_has_neither_turns_nor_measure() -> None:
    assert DUEL.presentation.turn_began == ""
    assert DUEL.presentation.standing(None) == ()
    assert registry.get("baroque").presentation.measure == "VDT"


def test_a_shot_is_told_once_with_its_dice_and_the_interface_has_both_events(
    as_alice: Client, fought: Battle
) -> None:
    shots = 0
    for turn in range(1, fought.turn + 1):
        page = as_alice.get(f"{fought.get_absolute_url()}log/?turn={turn}").content.decode()
        lines = record.turn(fought, turn)[1].lines
        for line in lines:
            assert (f'id="e{line.number}"' in page) is (line.kind != "fired")
        rolls = {line.number: line.roll for line in lines}
        for fired in (line for line in lines if line.kind == "fired"):
            roll = rolls[fired.number - 1]
            assert roll is not None
            assert roll.result.endswith(fired.words.rpartition(", ")[2])
            shots += 1
    assert shots > 3
    told = [
        row
        for page in range(1, 60)
        if (answer := as_alice.get(f"/api/v1/battles/{fought.public_id}/log/?page={page}")).status_code == 200
        for row in answer.json()["results"]
    ]
    assert sum(row["kind"] == "fired" for row in told) == shots
