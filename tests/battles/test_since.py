"""What a player is told who comes back: what happened since his last choice, whose move it is, what became of
his offer.
"""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import replay, services
from battles.board.log import MOST, SEEN
from battles.models import Battle
from tests.kit.board import address, element, press, text
from tests.kit.clients import queries
from tests.kit.rows import again, make_choices, until

pytestmark = pytest.mark.django_db


def board(client: Client, row: Battle) -> str:
    return text(client.get(address(row)))


def event_numbers(page: str) -> list[int]:
    """The numbers of the events that are told as new."""
    return [int(number) for number in re.findall(r'<li class="[^"]*" id="se(\d+)">', page)]


def offset(row: Battle, side: int) -> int:
    """How many events there were when a side made its last choice."""
    with replay.played(row) as found:
        return next(made.at for made in reversed(found.engine.choices) if made.side == side)


# -- since the last choice -------------------------------------------------------------------------


def test_the_engine_knows_how_long_the_log_was_before_each_choice(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 12, alice)
    with replay.played(by_hand) as found:
        before = [made.at for made in found.engine.choices]
    fresh = replay.replayed(by_hand).engine
    assert [made.at for made in fresh.choices] == before
    assert before == sorted(before)
    assert before[-1] < len(fresh.entries)
    assert "at" not in fresh.choices[0].to_json()


def test_each_player_is_told_what_followed_his_own_last_choice(
    as_alice: Client, as_bob: Client, duel: Battle, alice: User, bob: User
) -> None:
    while duel.turn == 0:
        make_choices(duel, 1, alice, bob)
    until(duel, 1, alice, bob)
    make_choices(duel, 2, alice, bob)
    for side, client in enumerate((as_alice, as_bob)):
        numbers = event_numbers(board(client, duel))
        start = max(offset(duel, side), duel.event_count - MOST)
        assert numbers == sorted(numbers)
        assert numbers[-1] == duel.event_count
        assert start < numbers[0] <= start + 2  # a line that tells a roll again is left out


def test_before_the_first_choice_it_is_told_from_the_beginning(
    as_bob: Client, duel: Battle, alice: User
) -> None:
    with replay.played(duel) as found:
        assert not found.engine.choices
    page = board(as_bob, duel)
    assert "Since your last choice" not in page
    assert ">So far</h3>" in page
    assert event_numbers(page)[-1] == duel.event_count


def test_what_is_long_is_folded_but_for_its_end(
    as_alice: Client, duel: Battle, alice: User, bob: User
) -> None:
    until(duel, 1, alice, bob)
    while duel.event_count < offset_or_none(duel) + 2 * SEEN:
        make_choices(duel, 1, alice, bob)
    page = board(as_alice, duel)
    section = page[page.index('id="board-since"') : page.index("</section>", page.index('id="board-since"'))]
    folded, shown = section.split("</details>", 1) if "since-earlier" in section else ("", section)
    assert len(event_numbers(shown[shown.rindex("<ol") :])) <= SEEN
    assert bool(folded) is (len(event_numbers(section)) > SEEN)


def offset_or_none(row: Battle) -> int:
    with replay.played(row) as found:
        return next((made.at for made in reversed(found.engine.choices) if made.side == 0), 0)


def test_who_looks_on_is_told_nothing_of_it(client: Client, duel: Battle, alice: User, bob: User) -> None:
    make_choices(duel, 4, alice, bob)
    assert 'id="board-since"' not in text(client.get(f"/b/{services.share(duel)}/board/"))


# -- offers ----------------------------------------------------------------------------------------


def test_who_offered_learns_that_it_was_declined(
    as_alice: Client, as_bob: Client, duel: Battle, alice: User, bob: User
) -> None:
    press(as_alice, board(as_alice, duel), "/draw/")
    press(as_bob, board(as_bob, duel), "/answer/", accept="0")
    element(board(as_alice, duel), "board-declined")
    assert "No draw: bob declines it." in board(as_alice, duel)
    assert "declines" not in board(as_bob, duel)
    until(duel := again(duel), 0, alice, bob)
    make_choices(duel, 1, alice, bob)
    assert again(duel).declined is None
    assert "declines" not in board(as_alice, duel)


def test_who_plays_on_declines_and_who_withdraws_does_not(duel: Battle, alice: User, bob: User) -> None:
    until(duel, 1, alice, bob)
    services.offer_draw(duel, duel.revision, 0, alice)
    services.answer(duel, duel.revision, 0, alice, accept=False)
    assert again(duel).declined is None
    services.offer_draw(duel, duel.revision, 0, alice)
    make_choices(duel, 1, alice, bob)
    assert again(duel).declined == {"kind": "draw", "by": 0}
    services.offer_draw(duel, duel.revision, 0, alice)
    assert (again(duel).declined, again(duel).offer["by"]) == (None, 0)


def test_who_is_asked_to_let_a_choice_be_taken_back_is_told_which(
    as_bob: Client, duel: Battle, alice: User, bob: User
) -> None:
    while duel.turn == 0:
        make_choices(duel, 1, alice, bob)
    until(duel, 0, alice, bob)
    make_choices(duel, 1, alice, bob)
    services.undo(duel, duel.revision, 0, alice)
    with replay.played(duel) as found:
        assert duel.offer is not None
        first = found.engine.entries[found.engine.choices[duel.offer["to"]].at]
    offer = board(as_bob, duel).split('id="board-offer"')[1].split("</section>")[0]
    words = re.sub(r"<[^>]+>", "", offer)
    assert "asks to undo a choice:" in words
    said = first.event.describe(lambda id_: "…")
    assert all(part.strip() in words for part in said.split("…"))


# -- whose move it is ------------------------------------------------------------------------------


def test_the_list_says_whose_move_it_is(
    as_alice: Client, as_bob: Client, duel: Battle, alice: User, bob: User
) -> None:
    for side, mine, other in ((0, as_alice, as_bob), (1, as_bob, as_alice)):
        until(duel, side, alice, bob)
        assert again(duel).deciding == side
        assert "your move" in text(mine.get("/battles/"))
        page = text(other.get("/battles/"))
        assert "your move" not in page
        assert f"{(alice, bob)[side].username}’s move" in page


def test_a_battle_that_is_over_or_not_known_is_nobodys_move(
    as_alice: Client, fought: Battle, alice: User, by_hand: Battle
) -> None:
    assert again(fought).deciding is None
    Battle.objects.filter(pk=by_hand.pk).update(deciding=None)
    page = text(as_alice.get("/battles/"))
    assert "your move" not in page
    assert "’s move" not in page
    make_choices(row := again(by_hand), 1, alice)
    assert again(row).deciding in (0, 1)
    assert "your move" in text(as_alice.get("/battles/"))


def test_more_battles_cost_no_more_queries(as_alice: Client, duel: Battle, alice: User, bob: User) -> None:
    one = queries(as_alice, "/battles/")
    for _ in range(3):
        services.begin(alice, duel.setup, opponent=bob, tacticians=())
    assert queries(as_alice, "/battles/") == one
