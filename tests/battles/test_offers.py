"""Taking back, draws, giving up: alone, against the tactician, between two people."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from armylists.owned.services import Stale
from battles import record, replay, services
from battles.documents import battle_json, victory_context, victory_pdf
from battles.models import Battle
from rulesets.contract import registry
from rulesets.contract.presentation import Standing
from rulesets.engine.decisions import Refusal
from rulesets.engine.events import Rolled
from tests.kit.rows import again, first_choice, kept, make_choices, until

pytestmark = pytest.mark.django_db

Act = Callable[[Battle, int, int, User], None]
ACTS: tuple[Act, ...] = (services.undo, services.offer_draw, services.resign)


def accept(row: Battle, revision: int, side: int, user: User) -> None:
    services.answer(row, revision, side, user, accept=True)


@pytest.fixture
def against_tactician(alice: User, patrol: dict[str, Any]) -> Battle:
    """Alice's battle in which the tactician leads side 1."""
    return services.begin(alice, patrol, seed="5", tacticians=(1,))


def deciding(row: Battle) -> int | None:
    with replay.played(row) as found:
        return None if found.engine.pending is None else found.engine.pending.side


# -- taking back -----------------------------------------------------------------------------------


def test_who_plays_both_sides_takes_back_choice_after_choice(by_hand: Battle, alice: User) -> None:
    hashes = [by_hand.hash]
    for _ in range(4):
        make_choices(by_hand, 1, alice)
        hashes.append(by_hand.hash)
    for number in (3, 2, 1, 0):
        services.undo(by_hand, by_hand.revision, 0, alice)
        assert (by_hand.version, by_hand.hash) == (number, hashes[number])
        assert by_hand.choices.count() == number
        assert again(by_hand).hash == hashes[number]
    assert by_hand.status == Battle.Status.READY
    assert (by_hand.revision, by_hand.undone) == (8, 4)
    with pytest.raises(Refusal) as refused:
        services.undo(by_hand, by_hand.revision, 0, alice)
    assert refused.value.code == "nothing"


def test_one_undo_takes_back_all_steps_of_a_drag(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 1, alice)
    before = by_hand.hash
    make_choices(by_hand, 3, alice)
    services.undo(by_hand, by_hand.revision, 0, alice, steps=3)
    assert (by_hand.version, by_hand.hash) == (1, before)


def test_an_undo_of_several_steps_stops_at_a_choice_of_the_other_player(
    duel: Battle, alice: User, bob: User
) -> None:
    while len({*duel.choices.values_list("side", flat=True)}) < 2:
        side, choice = first_choice(duel)
        services.choose(duel, duel.revision, choice, side, (alice, bob)[side])
    last = duel.choices.order_by("-number")[0]
    services.undo(duel, duel.revision, last.side, (alice, bob)[last.side], steps=9)
    assert duel.offer is not None
    assert duel.offer["to"] == last.number - 1


@pytest.mark.parametrize("steps", ["0", "61", "x"])
def test_an_undo_of_no_or_too_many_steps_is_refused(by_hand: Battle, as_alice: Client, steps: str) -> None:
    data = {"revision": by_hand.revision, "side": 0, "steps": steps}
    assert as_alice.post(reverse("battles:board-undo", args=[by_hand.public_id]), data).status_code == 400
    api = f"/api/v1/battles/{by_hand.public_id}/undo/"
    assert as_alice.post(api, data, content_type="application/json").status_code == 400


def test_what_the_tactician_did_since_is_taken_back_with_the_choice(
    against_tactician: Battle, alice: User
) -> None:
    row = against_tactician
    services.advance(row, None)
    before = kept(row)
    side, choice = first_choice(row)
    assert side == 0
    services.choose(row, row.revision, choice, 0, alice)
    services.advance(row, None)
    services.undo(row, row.revision, 0, alice)
    after = kept(row)
    different = {name for name in before if before[name] != after[name]}
    assert different - {"dice_undone"} == {"revision", "undone", "updated"}
    assert first_choice(row) == (side, choice)


def rolled(row: Battle) -> int:
    with replay.played(row) as found:
        return sum(isinstance(entry.event, Rolled) for entry in found.engine.entries)


def test_a_result_between_two_people_tells_of_undos_after_dice(
    duel: Battle, alice: User, bob: User, as_alice: Client
) -> None:
    people = alice, bob
    for undone in (1, 2):
        start = rolled(again(duel))
        while rolled(again(duel)) == start:
            side = first_choice(duel)[0]
            make_choices(duel, 1, alice, bob)
        services.undo(duel, again(duel).revision, side, people[side])
        accept(duel, again(duel).revision, 1 - side, people[1 - side])
        assert again(duel).dice_undone == undone
    make_choices(duel, 1, alice, bob)
    row = again(duel)
    services.resign(row, row.revision, 0, alice)
    words = "Choices were undone 2 times after their dice had been rolled."
    assert words in as_alice.get(row.get_absolute_url()).content.decode()
    with replay.played(row) as found:
        assert words in render_to_string(
            "battles/victory_pdf.html", {**victory_context(found.engine), "undone": row.undone_words}
        )


def test_practice_alone_tells_of_none(by_hand: Battle, alice: User) -> None:
    start = rolled(by_hand)
    while rolled(again(by_hand)) == start:
        make_choices(by_hand, 1, alice, alice)
    services.undo(by_hand, again(by_hand).revision, 0, alice)
    assert again(by_hand).dice_undone == 1
    assert again(by_hand).undone_words == ""


def test_taking_back_beyond_what_the_tactician_began_is_refused(
    against_tactician: Battle, alice: User
) -> None:
    services.advance(against_tactician, None)
    with pytest.raises(Refusal, match="no choice of yours"):
        services.undo(against_tactician, against_tactician.revision, 0, alice)


def test_between_two_people_taking_back_is_an_offer(duel: Battle, alice: User, bob: User) -> None:
    make_choices(duel, 4, alice, bob)
    side = duel.choices.get(number=4).side
    users = (alice, bob)
    version = duel.version
    services.undo(duel, duel.revision, side, users[side])
    assert again(duel).version == version
    assert again(duel).offer == {"kind": "undo", "by": side, "to": 3}
    services.answer(duel, duel.revision, 1 - side, users[1 - side], accept=True)
    assert (duel.version, duel.offer) == (3, None)
    assert duel.choices.count() == 3


def test_an_offer_that_is_declined_or_withdrawn_changes_nothing_else(
    duel: Battle, alice: User, bob: User
) -> None:
    make_choices(duel, 4, alice, bob)
    users = (alice, bob)
    side = duel.choices.get(number=4).side
    for who in (1 - side, side):
        before = kept(duel)
        services.undo(duel, duel.revision, side, users[side])
        services.answer(duel, duel.revision, who, users[who], accept=False)
        after = kept(duel)
        changed = {name for name in before if before[name] != after[name]}
        assert changed - {"declined"} == {"revision"}
        assert after["declined"] == (None if who == side else {"kind": "undo", "by": side})
        assert after["revision"] == before["revision"] + 2


def test_nobody_accepts_his_own_offer(duel: Battle, alice: User, bob: User) -> None:
    make_choices(duel, 2, alice, bob)
    side = duel.choices.get(number=2).side
    for act in (services.undo, services.offer_draw):
        act(duel, duel.revision, side, (alice, bob)[side])
        before = kept(duel)
        with pytest.raises(Refusal) as refused:
            accept(duel, duel.revision, side, (alice, bob)[side])
        assert refused.value.code == "not-yours"
        assert kept(duel) == before


def test_an_offer_waits_for_its_answer_before_there_is_another(duel: Battle, alice: User, bob: User) -> None:
    until(duel, 0, alice, bob)
    make_choices(duel, 1, alice, bob)
    until(duel, 1, alice, bob)
    make_choices(duel, 1, alice, bob)
    services.undo(duel, duel.revision, 0, alice)
    for act in (services.undo, services.offer_draw):
        with pytest.raises(Refusal) as refused:
            act(duel, duel.revision, 1, bob)
        assert refused.value.code == "unanswered"
    services.offer_draw(duel, duel.revision, 0, alice)
    assert duel.offer == {"kind": "draw", "by": 0, "to": None}


def test_any_choice_withdraws_an_offer_to_take_back(duel: Battle, alice: User, bob: User) -> None:
    for who in (0, 1):
        make_choices(duel, 2, alice, bob)
        until(duel, who, alice, bob)
        side = duel.choices.latest("number").side
        services.undo(duel, duel.revision, side, (alice, bob)[side])
        make_choices(duel, 1, alice, bob)
        assert again(duel).offer is None


def test_a_draw_that_is_offered_stands_until_the_other_side_plays_on(
    duel: Battle, alice: User, bob: User
) -> None:
    users = (alice, bob)
    side = first_choice(duel)[0]
    services.offer_draw(duel, duel.revision, side, users[side])
    make_choices(duel, 1, alice, bob)
    assert again(duel).offer is not None
    until(duel, 1 - side, alice, bob)
    make_choices(duel, 1, alice, bob)
    assert again(duel).offer is None


def test_taking_back_from_who_has_left_his_side_to_the_tactician_needs_no_consent(
    duel: Battle, alice: User, bob: User
) -> None:
    services.hand_over(duel, 1, tactician=True)
    services.advance(duel, None)
    make_choices(duel, 1, alice, bob)
    services.undo(duel, duel.revision, 0, alice)
    assert duel.offer is None
    assert duel.undone == 1


def test_no_choice_of_another_person_is_taken_back_without_his_consent(
    duel: Battle, alice: User, bob: User
) -> None:
    until(duel, 0, alice, bob)
    make_choices(duel, 1, alice, bob)
    until(duel, 1, alice, bob)
    make_choices(duel, 1, alice, bob)
    services.hand_over(duel, 1, tactician=True)
    services.undo(duel, duel.revision, 0, alice)
    assert duel.undone == 0
    assert duel.offer is not None


def test_another_choice_after_taking_back_gives_another_battle_that_replays(
    by_hand: Battle, alice: User
) -> None:
    make_choices(by_hand, 3, alice)
    make_choices(by_hand, 5, alice)
    for _ in range(5):
        services.undo(by_hand, by_hand.revision, 0, alice)
    with replay.played(by_hand) as found:
        pending = found.engine.pending
        assert pending is not None
        other = [dict(option.key) for option in pending.options if not option.params][-1]
    services.choose(by_hand, by_hand.revision, other, pending.side, alice)
    replay.forget()
    with replay.played(again(by_hand)) as found:
        assert found.engine.hash == by_hand.hash
        assert found.engine.choices[-1].choice == other


# -- a draw, giving up -----------------------------------------------------------------------------


def test_who_plays_both_sides_has_his_draw_at_once(by_hand: Battle, alice: User) -> None:
    make_choices(by_hand, 6, alice)
    services.offer_draw(by_hand, by_hand.revision, 0, alice)
    row = again(by_hand)
    assert (row.status, row.winner, row.offer) == (Battle.Status.OVER, None, None)
    assert row.finished is not None
    assert row.result is not None
    assert row.result["how"] == "both sides agree to a draw"
    assert row.choices.latest("number").decision == "agree draw"


def test_two_people_agree_on_a_draw_by_answer_or_by_offering_it_both(
    alice: User, bob: User, patrol: dict[str, Any]
) -> None:
    for last in (accept, services.offer_draw):
        row = services.begin(alice, patrol, opponent=bob, tacticians=())
        make_choices(row, 3, alice, bob)
        services.offer_draw(row, row.revision, 0, alice)
        assert not again(row).over
        last(row, row.revision, 1, bob)
        assert again(row).over
        made = row.choices.latest("number")
        assert (made.side, made.decision, made.made_by) == (1, "agree draw", bob)


def test_the_tactician_takes_a_draw_unless_he_stands_better(
    against_tactician: Battle, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = against_tactician
    services.advance(row, None)
    shown = registry.get("baroque").presentation
    losing = (Standing(10, 1), Standing(20, 1))
    monkeypatch.setitem(shown.__dict__, "standing", lambda state: losing)
    before = kept(row)
    with pytest.raises(Refusal, match="is doing better") as refused:
        services.offer_draw(row, row.revision, 0, alice)
    assert refused.value.code == "declined"
    assert kept(row) == before
    monkeypatch.setitem(shown.__dict__, "standing", lambda state: (Standing(10, 1), Standing(20, 2)))
    services.offer_draw(row, row.revision, 0, alice)
    assert row.over
    made = row.choices.latest("number")
    assert (made.side, made.made_by) == (1, None)


@pytest.mark.parametrize("side", [0, 1])
def test_who_gives_up_loses_at_any_decision(duel: Battle, alice: User, bob: User, side: int) -> None:
    make_choices(duel, 5, alice, bob)
    services.resign(duel, duel.revision, side, (alice, bob)[side])
    row = again(duel)
    assert (row.status, row.winner) == (Battle.Status.OVER, 1 - side)
    assert row.result is not None
    assert row.result["how"] == f"conceded by {row.sides[side]}"
    made = row.choices.latest("number")
    assert (made.side, made.decision, made.choice) == (side, "concede", {"do": "concede"})
    assert made.made_by == (alice, bob)[side]


@pytest.mark.rule("BQ-9.1.a")
def test_a_battle_that_was_given_up_keeps_the_figures_of_both_armies(by_hand: Battle, alice: User) -> None:
    by_hand.tacticians = [0, 1]
    while by_hand.turn < 4 and services.advance(by_hand, 0.0).more:
        pass
    standing = by_hand.standing
    assert sum(side["lost"] for side in standing)
    services.resign(by_hand, by_hand.revision, 0, alice)
    assert by_hand.result is not None
    assert [score["lost"] for score in by_hand.result["scores"]] == [side["lost"] for side in standing]
    assert by_hand.result["turns"] == 4


@pytest.mark.parametrize("act", [services.resign, services.offer_draw])
def test_a_battle_that_its_players_ended_replays_from_every_form(
    by_hand: Battle, alice: User, act: Act, tmp_path: Path
) -> None:
    make_choices(by_hand, 7, alice)
    act(by_hand, by_hand.revision, 0, alice)
    replay.forget()
    row = again(by_hand)
    with replay.played(row) as found:
        assert found.stop is None
        assert found.engine.hash == row.hash
        assert found.engine.result is not None
        assert found.engine.result.to_json() == row.result
        text = battle_json(found.engine)
        assert victory_pdf(found.engine).startswith(b"%PDF")
    assert json.loads(text)["choices"][-1]["decision"] in ("concede", "agree draw")
    log = tmp_path / "battle.json"
    log.write_text(text)
    out = StringIO()
    call_command("replay", str(log), stdout=out)
    assert row.hash in out.getvalue()


def test_the_result_s_pages_tell_how_a_battle_was_given_up(
    by_hand: Battle, alice: User, as_alice: Any
) -> None:
    make_choices(by_hand, 3, alice)
    services.resign(by_hand, by_hand.revision, 1, alice)
    assert "conceded by Parliament" in as_alice.get(by_hand.get_absolute_url()).content.decode()
    log = as_alice.get(f"{by_hand.get_absolute_url()}log/").content.decode()
    assert "The battle is conceded by" in log
    assert record.turn(by_hand)[1].lines[-1].weight == "major"


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", [*ACTS, accept])
def test_nothing_is_settled_after_the_end(fought: Battle, alice: User, act: Act) -> None:
    before = kept(fought)
    with pytest.raises(Refusal) as refused:
        act(fought, fought.revision, 0, alice)
    assert refused.value.code == "over"
    assert kept(fought) == before


@pytest.mark.parametrize("act", [*ACTS, accept])
def test_what_was_meant_for_an_older_revision_is_refused(
    duel: Battle, alice: User, bob: User, act: Act
) -> None:
    make_choices(duel, 2, alice, bob)
    shown = duel.revision
    services.offer_draw(duel, shown, 1, bob)
    _stale(duel, duel, shown, alice, act)


@pytest.mark.parametrize("act", ACTS)
def test_who_has_read_the_battle_too_early_is_refused_when_he_writes(
    duel: Battle, alice: User, bob: User, act: Act
) -> None:
    until(duel, 0, alice, bob)
    make_choices(duel, 1, alice, bob)
    read = again(duel)
    services.offer_draw(duel, duel.revision, 1, bob)
    _stale(duel, read, read.revision, alice, act)


def _stale(row: Battle, read: Battle, revision: int, alice: User, act: Act) -> None:
    """What Alice does at a revision, with the battle as she has read it, is refused and changes nothing."""
    before = kept(row)
    with pytest.raises(Stale) as refused:
        act(read, revision, 0, alice)
    assert refused.value.current.revision == row.revision
    assert kept(row) == before


def test_there_is_nothing_to_answer_without_an_offer(duel: Battle, alice: User) -> None:
    for yes in (True, False):
        with pytest.raises(Refusal) as refused:
            services.answer(duel, duel.revision, 0, alice, accept=yes)
        assert refused.value.code == "nothing"
    assert again(duel).revision == 0
