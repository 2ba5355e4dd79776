"""Battles in memory: never believed over the rows."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Mapping

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles import replay, services
from battles.models import Battle, Choice
from rulesets.engine.decisions import Decision, Refusal
from tests.kit.rows import again, first_choice, make_choices

pytestmark = pytest.mark.django_db


class Process:
    """Another process of the site: its own memory of battles."""

    def __init__(self) -> None:
        self.memory: OrderedDict[object, object] = OrderedDict()

    def __enter__(self) -> None:
        self._swap()

    def __exit__(self, *error: object) -> None:
        self._swap()

    def _swap(self) -> None:
        theirs = OrderedDict(replay._lately)
        replay._lately.clear()
        replay._lately.update(self.memory)  # type: ignore[arg-type]
        self.memory = theirs  # type: ignore[assignment]


def options(row: Battle) -> list[dict[str, object]]:
    with replay.played(row) as found:
        assert found.engine.pending is not None
        return [dict(option.key) for option in found.engine.pending.options if not option.params]


def test_a_battle_in_memory_costs_no_query(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 3, alice)
    row = again(by_hand)
    with CaptureQueriesContext(connection) as queries, replay.played(row) as found:
        assert found.version == 3
    assert len(queries) == 0


def test_another_process_catches_up_with_what_was_chosen_since(by_hand: Battle, alice: User) -> None:
    other = Process()
    with other:
        first_choice(by_hand)
    make_choices(by_hand, 4, alice)
    with other, replay.played(again(by_hand)) as found:
        assert found.engine.hash == by_hand.hash
        assert found.version == 4


def test_another_process_never_shows_what_was_taken_back(by_hand: Battle, alice: User) -> None:
    other = Process()
    make_choices(by_hand, 5, alice)
    with other:
        assert first_choice(again(by_hand))
    services.undo(by_hand, by_hand.revision, 0, alice)
    last = options(by_hand)[-1]
    services.choose(by_hand, by_hand.revision, last, first_choice(by_hand)[0], alice)
    with replay.played(by_hand) as found:
        right = [made.to_json() for made in found.engine.choices]
    with other, replay.played(again(by_hand)) as found:
        assert [made.to_json() for made in found.engine.choices] == right
        assert found.engine.hash == by_hand.hash


def test_what_was_in_memory_before_choices_were_taken_back_is_thrown_away_whatever_its_hash(
    by_hand: Battle, alice: User
) -> None:
    """Choices without an event of their own (secret ones) leave the hash as it is."""
    other = Process()
    make_choices(by_hand, 3, alice)
    with other, replay.played(again(by_hand)) as found:
        old, link = found, found.engine.hash
    services.undo(by_hand, by_hand.revision, 0, alice)
    make_choices(by_hand, 1, alice)
    assert by_hand.hash == link
    with other, replay.played(again(by_hand)) as found:
        assert found is not old


def test_two_processes_that_choose_and_take_back_in_any_order_always_see_the_battle_that_is_kept(
    by_hand: Battle, alice: User
) -> None:
    rng = random.Random(1660)
    processes = Process(), Process()
    for _ in range(60):
        with rng.choice(processes):
            row = again(by_hand)
            if row.version and rng.random() < 0.45:
                services.undo(row, row.revision, 0, alice)
            else:
                side = first_choice(row)[0]
                services.choose(row, row.revision, rng.choice(options(row)), side, alice)
        for process in processes:
            if rng.random() < 0.7:
                with process, replay.played(again(by_hand)) as found:
                    made = [each.to_json() for each in found.engine.choices]
                    assert made == [each.to_json() for each in by_hand.choices.all()]
    assert row.undone > 10


def test_a_battle_in_memory_that_gives_another_hash_is_thrown_away(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 3, alice)
    with replay.played(by_hand) as found:
        wrong = found
        found.engine._chain = "0" * 64
    with replay.played(again(by_hand)) as found:
        assert found is not wrong
        assert found.engine.hash == by_hand.hash


def test_a_row_that_was_read_too_early_is_brought_up_to_date(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 5, alice)
    early = again(by_hand)
    services.undo(by_hand, by_hand.revision, 0, alice)
    services.undo(by_hand, by_hand.revision, 0, alice)
    replay.forget()
    with replay.played(early) as found:
        assert found.version == 3
        assert found.engine.hash == by_hand.hash
    assert (early.version, early.revision) == (by_hand.version, by_hand.revision)


def test_when_the_rules_give_another_battle_now_it_is_played_once_and_no_more(
    by_hand: Battle, alice: User
) -> None:
    make_choices(by_hand, 3, alice)
    Battle.objects.filter(pk=by_hand.pk).update(hash="0" * 64)
    row = again(by_hand)
    with replay.played(row) as found:
        assert found.stop is None
        assert found.version == 3
        first = found
    with CaptureQueriesContext(connection) as queries, replay.played(again(by_hand)) as found:
        assert found is first
    assert len(queries) == 1  # the row
    make_choices(row, 1, alice)
    assert row.hash == first.engine.hash
    with replay.played(again(by_hand)) as found:
        assert found is first


def test_a_battle_that_the_rules_stop_is_played_once_and_no_more(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 3, alice)
    Choice.objects.filter(battle=by_hand, number=2).update(choice={"do": "forbidden now"})
    replay.forget()
    with replay.played(by_hand) as found:
        assert found.stop is not None
        first = found
    with CaptureQueriesContext(connection) as queries, replay.played(by_hand) as found:
        assert found is first
    assert len(queries) == 0


def test_a_refusal_leaves_the_battle_in_memory_and_anything_worse_does_not(
    by_hand: Battle, alice: User
) -> None:
    side, _ = first_choice(by_hand)
    with replay.played(by_hand) as found:
        first = found
    with pytest.raises(Refusal):
        services.choose(by_hand, 0, {"do": "fly"}, side, alice)
    with replay.played(by_hand) as found:
        assert found is first
    with pytest.raises(ZeroDivisionError), replay.played(by_hand):
        raise ZeroDivisionError
    with replay.played(by_hand) as found:
        assert found is not first


def test_no_more_battles_are_kept_than_there_is_room_for(by_hand: Battle, alice: User) -> None:
    for number in range(replay.KEPT + 3):
        row = services.begin(alice, by_hand.setup, seed=str(number))
        first_choice(row)
    assert len(replay._lately) == replay.KEPT


# ---------------------------------------------------------------------------- recalled


def test_a_battle_comes_back_from_its_rows_without_every_choice_looked_for(
    by_hand: Battle, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_choices(by_hand, 30, alice)
    read: list[str] = []
    slow = Decision.read

    def counted(decision: Decision, choice: Mapping[str, object]) -> dict[str, object]:
        read.append(decision.kind)
        return slow(decision, choice)

    monkeypatch.setattr(Decision, "read", counted)
    replay.forget()
    with replay.played(again(by_hand)) as found:
        assert len(read) == 1
        quick = found.engine.view(0)
        assert [made.to_json() for made in found.engine.choices] == [
            made.to_json() for made in by_hand.choices.all()
        ]
    assert replay.replayed(by_hand).engine.view(0) == quick
    assert len(read) == 31


def test_a_battle_of_other_rules_has_every_choice_checked(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 5, alice)
    assert replay.recalled(again(by_hand)) is not None
    Battle.objects.filter(pk=by_hand.pk).update(rules_version="0.1")
    row = again(by_hand)
    assert replay.recalled(row) is None
    replay.forget()
    with replay.played(row) as found:
        assert (found.version, found.engine.hash) == (5, by_hand.hash)


@pytest.mark.parametrize("choice", [{"do": "forbidden now"}, {}, {"do": "place", "kind": "fog", "at": "1"}])
def test_choices_that_cannot_be_recalled_are_checked_one_by_one(
    by_hand: Battle, alice: User, choice: dict[str, object]
) -> None:
    make_choices(by_hand, 12, alice)
    for number in (2, 7, 12):
        Choice.objects.filter(battle=by_hand, number=number).update(choice=choice)
        replay.forget()
        assert replay.recalled(again(by_hand)) is None
        with replay.played(again(by_hand)) as found:
            assert found.stop is not None
            assert found.stop.after_choices == 1


def test_a_row_with_another_hash_is_not_recalled(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 3, alice)
    Battle.objects.filter(pk=by_hand.pk).update(hash="0" * 64)
    assert replay.recalled(again(by_hand)) is None
