"""A battle told turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache

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
            told = "".join(part.text for part in line.parts)
            if told != line.words:
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
