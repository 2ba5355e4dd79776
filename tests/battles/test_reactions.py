"""Being asked about reactions, or never."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import replay, services
from battles.models import Battle
from rulesets.contract import registry
from rulesets.contract.board import Board
from rulesets.engine.errors import LeaguerError
from tests.kit.rows import again, first_choice, make_choices, pending

pytestmark = pytest.mark.django_db


@pytest.fixture
def reaction(by_hand: Battle, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, dict[str, Any]]:
    """A board that calls the first decision a reaction: its side, its kind, the choice that declines it."""
    side, choice = first_choice(by_hand)
    kind = pending(by_hand).kind
    known = Board(inspect=lambda battle, unit: pytest.fail("nobody takes a unit"), reactions={kind: choice})
    monkeypatch.setitem(vars(registry.get("baroque")), "board", known)
    return side, kind, choice


def test_a_side_that_is_asked_decides_its_reactions(
    by_hand: Battle, alice: User, reaction: tuple[int, str, dict[str, Any]]
) -> None:
    assert by_hand.reactions == ["ask", "ask"]
    assert services.advance(by_hand) == services.Advance(0, more=False)
    make_choices(by_hand, 1, alice)
    assert by_hand.choices.get().made_by == alice


def test_a_side_that_is_never_asked_declines_and_it_is_kept_like_any_choice(
    by_hand: Battle, reaction: tuple[int, str, dict[str, Any]]
) -> None:
    side, kind, decline = reaction
    services.set_reactions(by_hand, side, "never")
    assert again(by_hand).reactions == ["never" if s == side else "ask" for s in (0, 1)]
    assert services.advance(by_hand).made >= 1
    made = by_hand.choices.get(number=1)
    assert (made.side, made.decision, made.choice, made.made_by) == (side, kind, decline, None)
    replay.forget()
    with replay.played(again(by_hand)) as found:
        assert found.engine.hash == by_hand.hash


def test_only_the_reactions_of_the_side_in_question_are_declined(
    by_hand: Battle, reaction: tuple[int, str, dict[str, Any]]
) -> None:
    services.set_reactions(by_hand, 1 - reaction[0], "never")
    assert services.advance(by_hand).made == 0


def test_a_reaction_that_cannot_be_declined_so_is_the_player_s(
    by_hand: Battle, reaction: tuple[int, str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    side, kind, _ = reaction
    known = Board(inspect=lambda battle, unit: pytest.fail("nobody"), reactions={kind: {"do": "not-offered"}})
    monkeypatch.setitem(vars(registry.get("baroque")), "board", known)
    services.set_reactions(by_hand, side, "never")
    assert services.advance(by_hand).made == 0
    assert first_choice(by_hand)[0] == side


def test_declined_reactions_follow_a_choice_in_the_same_write(
    by_hand: Battle, alice: User, reaction: tuple[int, str, dict[str, Any]]
) -> None:
    side, _, choice = reaction
    services.set_reactions(by_hand, side, "never")
    revision = by_hand.revision
    services.choose(by_hand, revision, choice, side, alice)
    assert by_hand.revision == revision + 1
    with replay.played(by_hand) as found:
        assert not services.automatic(by_hand, found.engine)


def test_a_player_who_is_never_asked_fights_a_whole_battle_without_a_reaction(
    alice: User, patrol: dict[str, Any]
) -> None:
    row = services.begin(alice, patrol, seed="5", tacticians=(0,))
    services.set_reactions(row, 1, "never")
    services.advance(row, None)
    while not row.over:
        with replay.played(row) as found:
            assert found.engine.pending is not None
            assert found.engine.pending.kind != "react"
            assert found.engine.pending.side == 1
            choice = found.engine.system.core.tactician(found.engine, found.engine.pending)
        services.choose(row, row.revision, choice, 1, alice)
        services.advance(row, None)
    declined = row.choices.filter(side=1, decision="react")
    assert declined.exists()
    assert all(made.made_by is None and made.choice["do"] == "none" for made in declined)


def test_another_mode_is_refused(by_hand: Battle) -> None:
    with pytest.raises(LeaguerError) as refused:
        services.set_reactions(by_hand, 0, "sometimes")
    assert refused.value.path == "mode"
    assert again(by_hand).revision == 0


def test_preferences_are_set_whoever_plays_on_at_the_same_time(by_hand: Battle, alice: User) -> None:
    first, second = again(by_hand), again(by_hand)
    make_choices(by_hand, 2, alice)
    services.set_reactions(first, 1, "never")
    services.hand_over(second, 0, tactician=True)
    row = again(by_hand)
    assert (row.reactions, row.tacticians, row.version, row.revision) == (["ask", "never"], [0], 2, 4)
    assert (second.version, second.reactions) == (2, ["ask", "never"])


def test_an_undo_of_no_reaction_names_that_and_not_what_the_enemy_did(
    by_hand: Battle, alice: User, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    side, choice = first_choice(by_hand)
    known = registry.get("baroque")
    assert known.board is not None
    board = replace(known.board, reactions={pending(by_hand).kind: choice})
    monkeypatch.setitem(vars(known), "board", board)
    make_choices(by_hand, 1, alice)
    offer = {"kind": "undo", "by": side, "to": 0}
    Battle.objects.filter(pk=by_hand.pk).update(offer=offer)
    shown = as_alice.get(f"{by_hand.get_absolute_url()}board/").content.decode()
    assert "You ask to undo your answer “no reaction”." in " ".join(shown.split())
