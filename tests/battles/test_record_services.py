"""Claims by both sides of a record: who agrees, who disputes, who is late, who signs."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from armylists.owned.services import Stale
from battles.recording import services
from battles.recording.ledger import Ledger, fold
from battles.recording.models import Claim, Record
from battles.recording.services import Book, RecordRefusal
from rulesets.engine.errors import LeaguerError
from tests.kit.battles import sample
from tests.kit.records import COLONEL, OTHER, UNIT, claim, lists, record

LOST, FLED = f"{UNIT}.destroyed", f"{UNIT}.fled"


@pytest.fixture
def row(alice: User, bob: User) -> Record:
    """A record of Alice's Poles against Bob's Muscovites."""
    return record(alice, bob)


def standing(book: Book, key: str) -> tuple[Any, dict[int, Any]]:
    """What counts under a key, and who says what where it is not agreed on."""
    found = book.ledger.standings[key]
    return found.value, found.said


def kept(row: Record) -> tuple[int, int]:
    """The revision and the number of claims in the database."""
    return Record.objects.get(pk=row.pk).revision, Claim.objects.filter(record=row).count()


# -- agreeing and disputing ------------------------------------------------------------------------


def test_what_one_says_waits_for_the_other(row: Record, alice: User) -> None:
    book = claim(row, 0, alice, **{LOST: 2})
    assert standing(book, LOST) == (2, {0: 2})
    assert [each.key for each in book.ledger.waiting_for(1)] == [LOST]
    assert not book.ledger.waiting_for(0)
    assert book.score().sides[0].losses.lost == 2


def test_saying_the_same_is_agreeing(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 2})
    book = claim(row, 1, bob, **{LOST: 2})
    assert standing(book, LOST) == (2, {})
    assert kept(row) == (2, 2)


def test_saying_something_else_is_a_dispute_that_stays(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 2})
    book = claim(row, 1, bob, **{LOST: 3})
    assert standing(book, LOST) == (2, {0: 2, 1: 3})
    assert [each.key for each in book.ledger.disputes] == [LOST]
    assert [book.score(side).sides[0].losses.lost for side in (None, 0, 1)] == [2, 2, 3]
    claim(row, 0, alice, **{OTHER + ".fled": 1})
    assert services.opened(row).ledger.disputes


@pytest.mark.parametrize("gives_way", [0, 1])
def test_a_dispute_is_settled_when_one_agrees(row: Record, alice: User, bob: User, gives_way: int) -> None:
    claim(row, 0, alice, **{LOST: 2})
    claim(row, 1, bob, **{LOST: 3})
    book = services.agree(row, row.revision, gives_way, (alice, bob)[gives_way], [LOST])
    assert standing(book, LOST) == ((3, 2)[gives_way], {})
    assert not book.ledger.disputes


def test_a_side_puts_its_own_word_right_before_the_other_has_agreed(row: Record, alice: User) -> None:
    claim(row, 0, alice, **{LOST: 3})
    book = claim(row, 0, alice, **{LOST: 0})
    assert standing(book, LOST) == (0, {})


def test_what_was_agreed_on_can_be_changed_and_waits_again(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 1})
    services.agree(row, row.revision, 1, bob)
    book = claim(row, 1, bob, **{LOST: 2})
    assert standing(book, LOST) == (2, {1: 2})
    assert not book.ledger.disputes


def test_counting_on_in_a_later_turn_agrees_to_the_turn_before(row: Record, alice: User, bob: User) -> None:
    services.begin_turn(row, 0, 0, alice, 1)
    claim(row, 0, alice, **{LOST: 1})
    services.begin_turn(row, row.revision, 1, bob, 2)
    book = claim(row, 1, bob, **{LOST: 3})
    assert standing(book, LOST) == (3, {1: 3})
    services.begin_turn(row, row.revision, 1, bob, 3)
    book = claim(row, 0, alice, **{LOST: 2})
    assert standing(book, LOST) == (3, {1: 3, 0: 2})  # less than was said is no counting on


def test_all_that_the_other_said_alone_is_agreed_to_at_once(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 2, OTHER + ".fled": 1})
    claim(row, 1, bob, **{LOST: 3, FLED: 0, f"{COLONEL}.fate": "killed"})
    book = services.agree(row, row.revision, 1, bob)
    assert [each.key for each in book.ledger.disputes] == [LOST]
    assert not book.ledger.waiting_for(1)
    assert [each.key for each in book.ledger.waiting_for(0)] == [f"{COLONEL}.fate"]


def test_one_person_with_both_sides_agrees_with_himself(alice: User) -> None:
    row = record(alice)
    book = claim(row, None, alice, **{LOST: 2})
    assert standing(book, LOST) == (2, {})
    with pytest.raises(RecordRefusal, match="the only one who records"):
        services.agree(row, row.revision, None, alice)
    assert services.sign(row, row.revision, None, alice).ledger.settled


def test_a_claim_is_kept_in_the_turn_in_which_it_was_made(row: Record, alice: User) -> None:
    claim(row, 0, alice, **{LOST: 1})
    services.begin_turn(row, row.revision, 0, alice, 4)
    book = claim(row, 0, alice, **{LOST: 2, f"{COLONEL}.fate": "killed"})
    assert [each.turn for each in book.claims] == [0, 0, 4, 4]
    assert book.document()["commanders"][0]["c1u1"]["turn"] == 4
    assert services.begin_turn(row, row.revision, 0, alice, 4).record.revision == row.revision


@pytest.mark.parametrize("turn", [-1, 31, "x"])
def test_turns_have_bounds(row: Record, alice: User, turn: Any) -> None:
    with pytest.raises(RecordRefusal, match="0 to 30"):
        services.begin_turn(row, 0, 0, alice, turn)


# -- who is late -----------------------------------------------------------------------------------


def test_who_has_not_seen_the_other_s_word_is_refused(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 2})
    with pytest.raises(Stale) as caught:
        services.claim(row, 0, 1, bob, {LOST: 1})
    assert caught.value.current.revision == 1
    assert kept(row) == (1, 1)


def test_two_sides_record_different_units_at_the_same_time(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 2})
    book = services.claim(row, 0, 1, bob, {OTHER + ".fled": 1})
    assert book.record.revision == 2


def test_one_s_own_presses_may_follow_each_other_fast(row: Record, alice: User) -> None:
    for number in (1, 2, 3):
        services.claim(row, 0, 0, alice, {LOST: number})
    assert standing(services.opened(row), LOST) == (3, {0: 3})


def test_a_row_that_is_behind_is_brought_up(row: Record, alice: User, bob: User) -> None:
    other = Record.objects.get(pk=row.pk)
    claim(row, 0, alice, **{LOST: 2})
    book = services.claim(other, 0, 1, bob, {OTHER + ".fled": 1})
    assert book.record.revision == 2
    assert [each.number for each in book.claims] == [1, 2]


def test_a_revision_that_is_not_there_yet_is_refused(row: Record, alice: User) -> None:
    with pytest.raises(RecordRefusal, match="newer than the record"):
        services.claim(row, 7, 0, alice, {LOST: 1})


# -- what cannot be --------------------------------------------------------------------------------


@pytest.mark.parametrize(("changes", "path"), [
    ({LOST: 4}, LOST), ({"u.0.nobody.fled": 1}, "u.0.nobody.fled"), ({LOST: 2, FLED: 2}, "losses[0].c1u2"),
    ({f"{COLONEL}.fate": "asleep"}, f"{COLONEL}.fate"), ({}, "changes"),
    ({f"{UNIT}.held_back": "reserves", LOST: 1}, "losses[0].c1u2"), ({"x" * 500: 1}, "x" * 500),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place_and_changes_nothing(
    row: Record, alice: User, changes: dict[str, Any], path: str
) -> None:
    with pytest.raises(LeaguerError) as caught:
        claim(row, 0, alice, **changes)
    assert caught.value.path == path
    assert kept(row) == (0, 0)


def test_bases_that_only_the_other_says_are_lost_do_not_stand_in_one_s_way(
    row: Record, alice: User, bob: User
) -> None:
    claim(row, 0, alice, **{LOST: 3})
    with pytest.raises(LeaguerError, match="lost 4 bases"):
        claim(row, 1, bob, **{FLED: 1})
    book = claim(row, 1, bob, **{LOST: 0, FLED: 3})
    assert book.score(1).sides[0].losses.lost == 2
    assert book.score(0).sides[0].losses.lost == 3


def test_a_record_needs_two_readable_lists_of_one_scored_system(alice: User) -> None:
    with pytest.raises(LeaguerError) as caught:
        services.create(alice, [sample("royalist-patrol-300"), lists()[0]], sides=("A", "B"))
    assert caught.value.path == "lists[0]"
    with pytest.raises(LeaguerError):
        services.create(alice, [{}, {}], sides=("A", "B"))
    with pytest.raises(LeaguerError, match="your own name"):
        services.create(alice, lists(), sides=("A", "B"), opponent=alice)
    assert not Record.objects.exists()


# -- signing ---------------------------------------------------------------------------------------


def test_a_record_is_settled_when_both_have_signed(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 3, "s.0.other": 4})
    claim(row, 1, bob, **{OTHER + ".destroyed": 4})
    book = services.sign(row, row.revision, 0, alice)
    assert not book.ledger.settled
    assert not book.ledger.waiting_for(0)
    assert book.ledger.waiting_for(1)
    book = services.sign(row, row.revision, 1, bob)
    assert book.ledger.settled
    assert not any(each.said for each in book.ledger.standings.values())
    row.refresh_from_db()
    assert row.settled is not None
    assert row.result is not None
    assert row.result["totals"] == [side.total for side in book.score().sides]


def test_nothing_is_signed_while_something_is_disputed(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 2})
    claim(row, 1, bob, **{LOST: 3})
    with pytest.raises(RecordRefusal, match="disputed") as caught:
        services.sign(row, row.revision, 0, alice)
    assert caught.value.path == LOST


def test_who_signs_has_seen_all_that_he_signs(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 2})
    with pytest.raises(Stale):
        services.sign(row, 0, 1, bob)


def test_a_change_takes_signatures_back_and_agreeing_does_not(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{LOST: 2})
    services.sign(row, row.revision, 0, alice)
    assert services.agree(row, row.revision, 1, bob).ledger.signed == {0}
    assert claim(row, 1, bob, **{LOST: 3}).ledger.signed == set()


def test_a_settled_record_changes_only_when_it_is_reopened(row: Record, alice: User, bob: User) -> None:
    services.sign(row, 0, 0, alice)
    services.sign(row, row.revision, 1, bob)
    for deed in (
        lambda: claim(row, 0, alice, **{LOST: 1}),
        lambda: services.begin_turn(row, row.revision, 0, alice, 2),
        lambda: services.sign(row, row.revision, 0, alice),
    ):
        with pytest.raises(RecordRefusal):
            deed()
    services.reopen(row, row.revision, 1, bob)
    row.refresh_from_db()
    assert (row.settled, row.result) == (None, None)
    assert claim(row, 0, alice, **{LOST: 1}).ledger.value(LOST) == 1
    with pytest.raises(RecordRefusal, match="not signed"):
        services.reopen(row, row.revision, 0, alice)


def test_signing_twice_is_refused(row: Record, alice: User) -> None:
    services.sign(row, 0, 0, alice)
    with pytest.raises(RecordRefusal, match="already signed it"):
        services.sign(row, row.revision, 0, alice)


# -- the ledger's laws -----------------------------------------------------------------------------

CLAIMS = st.lists(
    st.tuples(st.sampled_from([0, 1]), st.sampled_from("xyz"), st.integers(0, 3), st.integers(0, 3)),
    max_size=30,
)


def folded(said: list[tuple[int, str, int, int]]) -> Ledger:
    turn = 0
    claims = []
    for number, (by, key, value, more) in enumerate(said, start=1):
        turn += more // 3
        claims.append(Claim(number=number, kind="claim", by=by, key=key, value=value, turn=turn))
    return fold(claims, dict.fromkeys("xyz", 0))


@given(CLAIMS)
def test_the_last_word_of_a_side_is_always_what_it_sees(said: list[tuple[int, str, int, int]]) -> None:
    ledger = folded(said)
    for by, key, value, _ in {(by, key): (by, key, value, 0) for by, key, value, _ in said}.values():
        later = [each for each in said if each[1] == key]
        if later[-1][0] == by:
            assert ledger.value(key, side=by) == value


@given(CLAIMS)
def test_a_dispute_is_two_different_values_and_nothing_else(said: list[tuple[int, str, int, int]]) -> None:
    for each in folded(said).standings.values():
        if each.disputed:
            assert each.said[0] != each.said[1]
            assert each.value in each.said.values()
        elif each.by is not None:
            assert each.said[each.by] == each.value != each.agreed
        else:
            assert each.value == each.agreed


@given(CLAIMS, st.sampled_from([0, 1]))
def test_agreeing_to_everything_ends_every_dispute(said: list[tuple[int, str, int, int]], side: int) -> None:
    ledger = folded(said)
    more = [
        (side, key, each.said[1 - side], 0)
        for key, each in ledger.standings.items()
        if (1 - side) in each.said
    ]
    after = folded([*said, *more])
    assert not after.disputes
    assert not after.waiting_for(side)
