"""Lists that players send in: the copy, the deadline, the limits, and who may know of them."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404
from django.utils import timezone

from rulesets.contract.documents import samples
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ListError
from tests.armylists.own_books import kept_book, list_on
from tests.kit.tournaments import appoint, event, read
from tournaments import sending, services
from tournaments.access import NotAllowed, viewer_of
from tournaments.engine.actions import AcceptList, DeclineList, LockLists, SendList, Show, WithdrawList
from tournaments.models import SentList, Tournament

pytestmark = pytest.mark.django_db
ROYALIST, PARLIAMENT = samples()["royalist-patrol-300"], samples()["parliament-patrol-300"]


def seen_by(row: Tournament, user: Any) -> dict[str, str]:
    found = sending.bringing(viewer_of(user, row.public_id))
    return {each.row.name: each.mark.state for person in found for each in person.lists}


def accept(row: Tournament, by: User, sent: SentList) -> Tournament:
    return services.act(row, by, AcceptList(player=sent.player, list=sent.key))


def limits(**fields: Any) -> dict[str, Any]:
    return {"limits": fields}


@pytest.fixture
def row(alice: User, bob: User, charlie: User) -> Tournament:
    """A tournament of Alice's in which Bob plays as Anna and Charlie as Bob."""
    return event(alice, bob, charlie)


def test_a_copy_is_kept_that_never_changes(row: Tournament, bob: User) -> None:
    sent = sending.send(row, bob, "anna", ROYALIST)
    assert (sent.document, sent.points, sent.problems) == (ROYALIST.to_json(), 300, 0)
    assert (sent.name, sent.book) == (ROYALIST.name, "Royalist (English Civil War)") or sent.book
    row.refresh_from_db()
    assert services.folded(row, row.log.all()) == read(row)
    assert ROYALIST.name not in str(row.document) + str(row.log.get().action)


def test_before_they_are_shown_only_the_player_and_organisers_know_of_lists(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    dora, judge = (User.objects.create_user(name) for name in ("dora", "judge"))
    appoint(row, "judge", "judge")
    first, second = sending.send(row, bob, "anna", ROYALIST), sending.send(row, charlie, "bob", PARLIAMENT)
    row = accept(row, alice, first)
    assert len(seen_by(row, alice)) == 2
    assert seen_by(row, bob) == {first.name: "accepted"}
    assert seen_by(row, charlie) == {second.name: "waits"}
    others = (dora, judge, AnonymousUser())
    assert all(seen_by(row, each) == {} for each in others)
    for each in (*others, charlie):
        with pytest.raises(Http404):
            sending.held(viewer_of(each, row.public_id), first.key)
    row = services.act(row, alice, Show(what="lists"))
    assert all(seen_by(row, each) == {first.name: "accepted"} for each in others)
    with pytest.raises(Http404):
        sending.held(viewer_of(dora, row.public_id), second.key)
    assert sending.held(viewer_of(dora, row.public_id), first.key)[1].sent is not None


def test_players_send_in_their_own_lists_and_organisers_those_of_all(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    with pytest.raises(NotAllowed):
        sending.send(row, charlie, "anna", ROYALIST)
    with pytest.raises(NotAllowed):
        sending.send(row, User.objects.create_user("dora"), "anna", ROYALIST)
    with pytest.raises(NotAllowed):  # they would say themselves whether it is late
        services.act(row, bob, SendList(player="anna", list="made-up"))
    sent = sending.send(row, alice, "anna", ROYALIST)
    assert seen_by(row, bob) == {sent.name: "accepted"}
    assert row.log.get().user == alice
    row.refresh_from_db()
    assert services.said(row, row.log.get()) == "Anna sent in a list."


def test_only_organisers_answer_and_players_take_back_their_own(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    sent = sending.send(row, bob, "anna", ROYALIST)
    appoint(row, "charlie", "judge")
    for by in (bob, charlie):
        for action in (AcceptList, DeclineList):
            with pytest.raises(NotAllowed):
                services.act(row, by, action(player="anna", list=sent.key))
        with pytest.raises(NotAllowed):
            services.act(row, by, LockLists())
    with pytest.raises(NotAllowed):
        services.act(row, charlie, WithdrawList(player="anna", list=sent.key))
    row = services.act(row, bob, WithdrawList(player="anna", list=sent.key))
    assert seen_by(row, alice) == {}
    services.undo(row, alice, row.revision)
    assert seen_by(row, alice) == {sent.name: "waits"}


def test_a_list_after_the_deadline_is_late_and_one_in_place_of_an_accepted_one_changed(
    alice: User, bob: User
) -> None:
    hour = datetime.timedelta(hours=1)
    for until, late in ((timezone.now() - hour, True), (timezone.now() + hour, False)):
        row = event(alice, bob, **limits(until=until.isoformat()))
        first = sending.send(row, bob, "anna", ROYALIST)
        row = accept(row, alice, first)
        second = sending.send(row, bob, "anna", PARLIAMENT)
        row.refresh_from_db()
        marks = {each.key: (each.late, each.changed) for each in read(row).by_id["anna"].lists}
        assert marks == {first.key: (late, False), second.key: (late, True)}


def test_the_list_of_whoever_brings_one_is_replaced_by_the_next(row: Tournament, bob: User) -> None:
    sending.send(row, bob, "anna", ROYALIST)
    second = sending.send(row, bob, "anna", PARLIAMENT)
    assert seen_by(row, bob) == {second.name: "waits"}


def test_who_brings_several_says_which_is_replaced(alice: User, bob: User) -> None:
    row = event(alice, bob, **limits(lists=2))
    first, second = (sending.send(row, bob, "anna", each) for each in (ROYALIST, PARLIAMENT))
    with pytest.raises(LeaguerError) as caught:
        sending.send(row, bob, "anna", ROYALIST)
    assert caught.value.path == "replaces"
    third = sending.send(row, bob, "anna", PARLIAMENT, first.key)
    [anna] = sending.bringing(viewer_of(bob, row.public_id), "anna")
    assert [each.mark.key for each in anna.lists] == [second.key, third.key]


def test_each_fault_stands_at_its_list(alice: User, bob: User) -> None:
    row = event(alice, bob, **limits(lists=2, one_book=True, most=250))
    sending.send(row, bob, "anna", ROYALIST.model_copy(update={"commands": ()}))
    sending.send(row, bob, "anna", PARLIAMENT)
    [anna] = sending.bringing(viewer_of(bob, row.public_id), "anna")
    codes = [[each.code for each in found.broken] for found in anna.lists]
    assert codes == [["legal"], ["most", "one_book"]]
    assert all(found.problems for found in anna.lists)
    assert sending.accept_clean(row, alice) == 0


def test_all_lists_that_break_nothing_are_accepted_at_once(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    clean = sending.send(row, bob, "anna", ROYALIST)
    wrong = sending.send(row, charlie, "bob", PARLIAMENT.model_copy(update={"commands": ()}))
    with pytest.raises(NotAllowed):
        sending.accept_clean(row, bob)
    assert sending.accept_clean(row, alice) == 1
    assert seen_by(row, alice) == {clean.name: "accepted", wrong.name: "waits"}


def test_locked_lists_are_sent_in_by_organisers_alone(row: Tournament, alice: User, bob: User) -> None:
    row = services.act(row, alice, LockLists())
    with pytest.raises(LeaguerError):
        sending.send(row, bob, "anna", ROYALIST)
    sending.send(row, alice, "anna", ROYALIST)


def test_nobody_sends_in_lists_without_end(
    row: Tournament, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST", 1)
    sending.send(row, bob, "anna", ROYALIST)
    with pytest.raises(LeaguerError):
        sending.send(row, bob, "anna", ROYALIST)
    assert SentList.objects.count() == 1


def test_a_list_on_somebody_elses_book_is_refused_and_ones_own_is_shown_to_organisers(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    army = list_on(kept_book(bob)).army
    with pytest.raises(ListError):
        sending.send(row, charlie, "bob", army)
    sent = sending.send(row, bob, "anna", army)
    assert sending.held(viewer_of(alice, row.public_id), sent.key)[1].sent is not None


def test_a_new_tournament_begins_without_the_lists_of_another(
    row: Tournament, alice: User, bob: User
) -> None:
    sending.send(row, bob, "anna", ROYALIST)
    row.refresh_from_db()
    copy = services.create(alice, read(row))
    assert not any(each.lists for each in read(copy).players)


def test_queries_do_not_grow_with_lists(
    row: Tournament, alice: User, bob: User, charlie: User, django_assert_num_queries: Any
) -> None:
    army = list_on(kept_book(bob)).army
    for _ in range(2):
        sending.send(row, bob, "anna", army)
        viewer = viewer_of(alice, row.public_id)
        with django_assert_num_queries(1):
            sending.bringing(viewer)
        sending.send(row, charlie, "bob", ROYALIST)


@pytest.mark.parametrize("until", ["2020-01-01T00:00:00Z", "2090-01-01T00:00:00Z", None])
def test_the_deadline_of_the_schedule_marks_late_lists(alice: User, bob: User, until: str | None) -> None:
    row = event(alice, bob, schedule={"lists_due": "2021-05-01T18:00:00Z"}, limits={"until": until})
    sending.send(row, bob, "anna", ROYALIST)
    row.refresh_from_db()
    assert [each.late for each in read(row).by_id["anna"].lists] == [True]
