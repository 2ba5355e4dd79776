"""Two at once: one wins, the other is told, and nothing is ever half written."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import QuerySet
from django.db.transaction import Atomic

from armylists.owned.services import Stale
from battles import replay, services
from battles.models import Battle
from tests.kit.rows import again, first_choice, kept, make_choices

THREADS = 6
Act = Callable[[Battle, User], None]


def choice_of(row: Battle) -> Act:
    side, choice = first_choice(row)
    return lambda row, user: services.choose(row, row.revision, choice, side, user)


def _undo(row: Battle, user: User) -> None:
    services.undo(row, row.revision, 0, user)


def _draw(row: Battle, user: User) -> None:
    services.offer_draw(row, row.revision, 0, user)


def _resign(row: Battle, user: User) -> None:
    services.resign(row, row.revision, 0, user)


def _leave(row: Battle, user: User) -> None:
    services.advance(row, 0.0)


@pytest.mark.django_db
@pytest.mark.parametrize("late", ["choose", _undo, _draw, _resign, _leave])
@pytest.mark.parametrize("early", ["choose", _undo, _draw, _resign])
def test_who_writes_while_another_is_deciding_wins(
    by_hand: Battle, alice: User, early: Any, late: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`early` writes at the last moment before `late` does, who has thought everything out already."""
    make_choices(by_hand, 3, alice)
    if late is _leave:
        services.hand_over(by_hand, first_choice(by_hand)[0], tactician=True)
        if early == "choose":
            early = _undo
    choose = choice_of(by_hand)
    first, second = (choose if act == "choose" else act for act in (early, late))
    late_row, early_row = again(by_hand), again(by_hand)
    begin = Atomic.__enter__
    winner: list[dict[str, Any]] = []

    def interrupted(self: Atomic) -> None:
        if not winner:
            winner.append({})
            memory = replay._lately.copy()
            replay.forget()
            first(early_row, alice)
            replay._lately.clear()
            replay._lately.update(memory)
            winner[0] = kept(by_hand)
        begin(self)

    monkeypatch.setattr(Atomic, "__enter__", interrupted)
    with pytest.raises(Stale) as told:
        second(late_row, alice)
    assert told.value.current.revision == early_row.revision
    assert kept(by_hand) == winner[0]
    with replay.played(again(by_hand)) as found:
        assert found.engine.hash == early_row.hash


@pytest.mark.django_db
@pytest.mark.parametrize("act", ["choose", _undo, _resign])
def test_a_write_that_fails_half_way_leaves_everything_as_it_was(
    by_hand: Battle, alice: User, act: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_choices(by_hand, 3, alice)
    before = kept(by_hand)
    act = choice_of(by_hand) if act == "choose" else act

    def fails(*args: Any, **more: Any) -> Any:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        for name in ("bulk_create", "delete"):
            patch.setattr(QuerySet, name, fails)
        with pytest.raises(OSError, match="disk"):
            act(again(by_hand), alice)
    assert kept(by_hand) == before
    act(again(by_hand), alice)
    assert again(by_hand).revision == before["revision"] + 1


# -- with threads of their own ---------------------------------------------------------------------


def at_once(act: Act, row: Battle, user: User) -> list[str]:
    """What comes of several threads that all read the battle, then all act."""
    together = Barrier(THREADS)

    def one(_: int) -> str:
        try:
            mine = again(row)
            together.wait()
            act(mine, user)
        except Stale as stale:
            return f"stale at {stale.current.revision}"
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(THREADS) as pool:
        return sorted(pool.map(one, range(THREADS)))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["choose", _undo, _draw, _resign])
def test_of_many_threads_one_wins_and_the_others_are_told(by_hand: Battle, alice: User, act: Any) -> None:
    for _ in range(3):
        make_choices(by_hand, 2, alice)
        before = by_hand.revision
        found = at_once(choice_of(by_hand) if act == "choose" else act, by_hand, alice)
        assert found == ["done"] + [f"stale at {before + 1}"] * (THREADS - 1)
        by_hand = again(by_hand)
        assert by_hand.choices.count() == by_hand.version
        replay.forget()
        with replay.played(by_hand) as whole:
            assert whole.engine.hash == by_hand.hash
        if by_hand.over:
            return
