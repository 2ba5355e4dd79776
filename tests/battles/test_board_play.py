"""What a player does at the board, by forms or by its script: done, or refused with nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import replay, services
from battles.models import Battle
from rulesets.engine.events import Rolled
from tests.kit.board import WITH_SCRIPT, address, attributes, element, forms, options, press, sent, text
from tests.kit.rows import again, kept, make_choices, pending, until

pytestmark = pytest.mark.django_db

DEEDS = ("choose/", "undo/", "draw/", "answer/", "resign/", "reactions/", "hand-over/", "advance/")


@pytest.fixture
def against_tactician(alice: User, patrol: dict[str, Any]) -> Battle:
    """Alice's battle against the tactician, at her first decision."""
    row = services.begin(alice, patrol, seed="5", tacticians=(1,))
    services.advance(row, None)
    return row


def board(client: Client, row: Battle) -> str:
    return text(client.get(address(row)))


# -- choosing --------------------------------------------------------------------------------------


def test_a_choice_without_scripts_leads_back_to_the_board(as_alice: Client, by_hand: Battle) -> None:
    answer = press(as_alice, board(as_alice, by_hand), "/choose/")
    assert answer.status_code == 302
    assert answer["Location"] == f"{address(by_hand)}#board-panel"
    assert again(by_hand).version == 1


def test_a_whole_battle_can_be_played_by_forms_alone(as_alice: Client, alice: User, patrol: Any) -> None:
    row = services.begin(alice, {**patrol, "max_turns": 1}, seed="5", tacticians=(1,))
    services.advance(row, None)
    for _ in range(400):
        page = board(as_alice, row)
        if not forms(page, "/choose/"):
            break
        finishing = [form for form in forms(page, "/choose/") if '"end-' in attributes(form)["data-key"]]
        form = (finishing or forms(page, "/choose/"))[0]
        assert as_alice.post(attributes(form)["action"], sent(form)).status_code == 302
    row = again(row)
    assert row.over
    assert as_alice.get(f"/battles/{row.public_id}/battle.pdf").status_code == 200
    assert as_alice.get(f"/battles/{row.public_id}/battle.json").status_code == 200


def test_with_the_script_a_choice_is_answered_with_what_follows(as_alice: Client, by_hand: Battle) -> None:
    form = forms(board(as_alice, by_hand), "/choose/")[0]
    answer = as_alice.post(attributes(form)["action"], sent(form), **WITH_SCRIPT)
    row = again(by_hand)
    assert answer.status_code == 200
    meta = attributes(element(text(answer), "board-meta"))
    assert meta["data-revision"] == str(row.revision)
    assert meta["data-events"] == str(row.event_count)
    assert options(text(answer))


def test_the_tactician_answers_in_the_same_moment(as_alice: Client, against_tactician: Battle) -> None:
    before = against_tactician.version
    press(as_alice, board(as_alice, against_tactician), "/choose/")
    assert pending(again(against_tactician)).side == 0
    assert again(against_tactician).version > before


@pytest.mark.parametrize("headers", [{}, WITH_SCRIPT])
def test_who_comes_late_is_told_and_nothing_changes(
    as_alice: Client, by_hand: Battle, alice: User, headers: dict[str, Any]
) -> None:
    form = forms(board(as_alice, by_hand), "/choose/")[0]
    make_choices(by_hand, 1, alice)
    before = kept(by_hand)
    answer = as_alice.post(attributes(form)["action"], sent(form), **headers)
    assert answer.status_code == 409
    assert "The battle has changed since you saw it" in text(answer)
    assert 'role="alert"' in element(text(answer), "board-problem")
    assert f'name="revision" value="{by_hand.revision}"' in text(answer)
    assert kept(by_hand) == before


@pytest.mark.parametrize("headers", [{}, WITH_SCRIPT])
@pytest.mark.parametrize(
    "changes",
    [
        {"key": '{"do": "fly"}'},
        {"key": "{}"},
        {"key": "[]"},
        {"key": "not JSON"},
        {"key": '{"do": ' * 5000},
        {"revision": "many"},
        {"revision": ""},
        {"number-bu": "far"},
        {"number-x": "nan"},
    ],
)
def test_what_is_not_offered_is_refused_with_the_reason(
    as_alice: Client, by_hand: Battle, changes: dict[str, str], headers: dict[str, Any]
) -> None:
    form = forms(board(as_alice, by_hand), "/choose/")[0]
    before = kept(by_hand)
    answer = as_alice.post(attributes(form)["action"], sent(form) | changes, **headers)
    assert answer.status_code == 400
    problem = text(answer).split('id="board-problem"')[1][:600]
    assert "Nothing was changed" in problem
    assert options(text(answer))
    assert kept(by_hand) == before


def test_a_refusal_names_the_rule(as_alice: Client, by_hand: Battle) -> None:
    form = forms(board(as_alice, by_hand), "/choose/")[0]
    answer = as_alice.post(attributes(form)["action"], sent(form) | {"key": '{"do": "fly"}'})
    rule = pending(by_hand).rule
    assert f">{rule}</a>" in text(answer).split('id="board-problem"')[1].split("</div>")[0]


@pytest.mark.parametrize("headers", [{}, WITH_SCRIPT])
def test_who_does_not_decide_is_refused(
    as_alice: Client, as_bob: Client, duel: Battle, alice: User, bob: User, headers: dict[str, Any]
) -> None:
    until(duel, 1, alice, bob)
    form = forms(board(as_bob, duel), "/choose/")[0]
    before = kept(duel)
    answer = as_alice.post(attributes(form)["action"], sent(form), **headers)
    assert answer.status_code == 403
    assert ("board-meta" in text(answer)) == bool(headers)
    problem = text(answer).split('id="board-problem"')[1][:300]
    assert f"Not your decision: it is for {duel.sides[1]}" in problem
    assert "Nothing was changed" in problem
    assert kept(duel) == before


@pytest.mark.parametrize("deed", DEEDS)
def test_strangers_and_those_who_look_on_can_do_nothing(
    as_charlie: Client, client: Client, by_hand: Battle, deed: str
) -> None:
    token = services.share(by_hand)
    before = kept(by_hand)
    data = {"revision": by_hand.revision, "key": "{}", "side": "0"}
    assert as_charlie.post(address(by_hand, deed), data).status_code == 404
    assert client.post(address(by_hand, deed), data).status_code == 302
    assert client.post(f"/b/{token}/board/{deed}", data).status_code == 404
    assert kept(by_hand) == before


@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_is_done_by_looking(as_alice: Client, by_hand: Battle, deed: str) -> None:
    assert as_alice.get(address(by_hand, deed)).status_code == 405


@pytest.mark.parametrize("side", ["1", "2", "x", "-1"])
@pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed != "choose/"])
def test_nobody_acts_for_the_other_side(as_alice: Client, duel: Battle, deed: str, side: str) -> None:
    before = kept(duel)
    assert as_alice.post(address(duel, deed), {"revision": 0, "side": side}).status_code == 404
    assert kept(duel) == before


# -- besides choosing ------------------------------------------------------------------------------


def test_a_choice_is_taken_back_at_once_by_who_plays_alone(as_alice: Client, by_hand: Battle) -> None:
    press(as_alice, board(as_alice, by_hand), "/choose/")
    page = board(as_alice, by_hand)
    assert ">Undo<" in page
    assert press(as_alice, page, "/undo/").status_code == 302
    assert again(by_hand).version == 0


@pytest.mark.parametrize("rolls", [True, False])
def test_an_undo_of_dice_says_that_they_fall_the_same_again(
    as_alice: Client, by_hand: Battle, alice: User, rolls: bool
) -> None:
    while True:
        with replay.played(by_hand) as found:
            before = len(found.engine.entries)
        make_choices(by_hand, 1, alice)
        with replay.played(by_hand) as found:
            new = found.engine.entries[before:]
        if rolls == any(isinstance(entry.event, Rolled) for entry in new):
            break
    by_hand.refresh_from_db()
    sending = {"revision": by_hand.revision, "side": "0"}
    answer = as_alice.post(address(by_hand, "undo/"), sending, **WITH_SCRIPT)
    assert ("the dice fall the same" in text(answer)) == rolls
    make_choices(by_hand, 1, alice)
    with replay.played(by_hand) as found:
        assert found.engine.entries[before:] == new, "they do"


def test_without_scripts_an_undo_of_dice_says_so_at_the_head_of_the_page(
    as_alice: Client, by_hand: Battle, alice: User
) -> None:
    with replay.played(by_hand) as found:
        dice: Any = found.engine.dice
    begun = dice.position
    while dice.position == begun:
        make_choices(by_hand, 1, alice)
    press(as_alice, board(as_alice, by_hand), "/undo/")
    assert board(as_alice, by_hand).count("the dice fall the same") == 1
    assert "the dice fall the same" not in board(as_alice, by_hand)


def test_there_is_nothing_to_take_back_at_the_beginning(as_alice: Client, by_hand: Battle) -> None:
    assert not forms(board(as_alice, by_hand), "/undo/")
    answer = as_alice.post(address(by_hand, "undo/"), {"revision": by_hand.revision, "side": "0"})
    assert answer.status_code == 400
    assert "no choice of yours" in text(answer)


@pytest.mark.parametrize(("accept", "left"), [("1", 0), ("0", 1)])
def test_between_two_taking_back_is_asked_for(
    as_alice: Client, as_bob: Client, duel: Battle, alice: User, bob: User, accept: str, left: int
) -> None:
    until(duel, 0, alice, bob)
    count = duel.version
    press(as_alice, board(as_alice, duel), "/choose/")
    mine = again(duel).version - count
    page = board(as_alice, duel)
    assert "Ask to undo" in page
    press(as_alice, page, "/undo/")
    assert "alice" not in text(as_alice.get(address(duel))).split('id="board-offer"')[1][:200]
    asked = board(as_bob, duel)
    assert "asks to undo" in asked
    assert "Withdraw" not in asked
    assert "Withdraw" in board(as_alice, duel)
    assert press(as_bob, asked, "/answer/", accept=accept).status_code == 302
    assert again(duel).version == count + mine * left
    assert again(duel).offer is None


def test_an_offer_is_answered_by_who_is_asked(as_alice: Client, duel: Battle, as_bob: Client) -> None:
    press(as_bob, board(as_bob, duel), "/draw/")
    before = kept(duel)
    assert forms(board(as_alice, duel), "/answer/")
    data = {"revision": before["revision"], "side": "1", "accept": "1"}
    assert as_bob.post(address(duel, "answer/"), data).status_code == 403
    assert kept(duel) == before
    press(as_alice, board(as_alice, duel), "/answer/", accept="1")
    row = again(duel)
    assert row.over
    assert row.winner is None


def test_resigning_takes_a_second_step_and_ends_the_battle(as_alice: Client, duel: Battle) -> None:
    page = board(as_alice, duel)
    before = page.split('action="' + address(duel, "resign/"))[0]
    assert '<details class="resign"' in before
    assert before.rindex('<details class="resign"') > before.rindex("</details>")
    assert press(as_alice, page, "/resign/").status_code == 302
    row = again(duel)
    assert (row.over, row.winner) == (True, 1)


def test_resigning_with_the_script_shows_the_end(as_alice: Client, duel: Battle) -> None:
    form = forms(board(as_alice, duel), "/resign/")[0]
    answer = text(as_alice.post(attributes(form)["action"], sent(form), **WITH_SCRIPT))
    assert attributes(element(answer, "board-meta"))["data-over"] == "1"
    assert "battle.json" in answer


def test_reactions_are_declined_for_who_does_not_want_to_be_asked(as_alice: Client, duel: Battle) -> None:
    page = board(as_alice, duel)
    press(as_alice, page, "/reactions/", mode="never")
    assert again(duel).reactions == ["never", "ask"]
    page = board(as_alice, duel)
    assert "Ask about reactions again" in page
    press(as_alice, page, "/reactions/", mode="ask")
    assert again(duel).reactions == ["ask", "ask"]
    before = kept(duel)
    assert press(as_alice, page, "/reactions/", mode="sometimes").status_code == 400
    assert kept(duel) == before


def test_a_side_can_be_left_to_the_tactician_and_taken_back(as_alice: Client, by_hand: Battle) -> None:
    side = str(pending(by_hand).side)
    as_alice.post(address(by_hand, "hand-over/"), {"revision": 0, "side": side, "tactician": "1"})
    row = again(by_hand)
    assert row.tacticians == [int(side)]
    assert row.version > 0
    assert "Decide myself" in board(as_alice, by_hand)
    as_alice.post(address(by_hand, "hand-over/"), {"revision": 0, "side": side, "tactician": "0"})
    assert again(by_hand).tacticians == []


def test_the_board_lets_the_tactician_play_on(as_alice: Client, ready: Battle) -> None:
    page = board(as_alice, ready)
    element(page, "board-advance")
    press(as_alice, page, "/advance/")
    assert again(ready).version > 0


# -- the way to the board --------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["first", "second", "hand"])
def test_a_new_battle_with_a_person_goes_to_its_board(as_alice: Client, who: str) -> None:
    answer = as_alice.post(
        "/battles/new/",
        {
            "a-army": "sample:royalist-patrol-300", "b-army": "sample:parliament-patrol-300",
            "table": "20x15", "terrain": "open", "max_turns": "16", "who": who, "dice": "stream",
        },
    )  # fmt: skip
    row = Battle.objects.get()
    assert answer["Location"] == address(row)
    assert options(board(as_alice, row))


def test_battle_list_and_result_lead_to_the_board(as_alice: Client, fought: Battle, alice: User) -> None:
    for page in ("/battles/", fought.get_absolute_url()):
        assert f'href="{address(fought)}"' in text(as_alice.get(page))
    begun = services.begin(alice, json.loads(json.dumps(fought.setup)), tacticians=())
    assert f'href="{address(begun)}"' in text(as_alice.get(begun.get_absolute_url()))


# -- advice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["option advised", "take-advice"])
def test_the_tactician_can_be_asked_his_option_is_marked_and_taken_by_a_button(
    as_alice: Client, by_hand: Battle, form: str
) -> None:
    assert f'class="{form}"' not in board(as_alice, by_hand)
    page = text(as_alice.get(address(by_hand), {"advice": "1"}))
    marked = [each for each in forms(page, "/choose/") if f'class="{form}"' in each]
    assert len(marked) == 1
    with replay.played(by_hand) as found:
        engine = found.engine
        assert engine.pending is not None
        choice = engine.system.core.advise(engine, engine.pending).choice
    before = by_hand.version
    assert as_alice.post(attributes(marked[0])["action"], sent(marked[0])).status_code == 302
    made = by_hand.choices.get(number=before + 1).choice
    assert made == choice


def test_who_does_not_decide_gets_no_advice(
    as_alice: Client, as_bob: Client, duel: Battle, alice: User, bob: User
) -> None:
    until(duel, 1, alice, bob)
    assert "advised" in text(as_bob.get(address(duel), {"advice": "1"}))
    assert "advised" not in text(as_alice.get(address(duel), {"advice": "1"}))
