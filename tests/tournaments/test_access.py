"""Who sees a tournament, and what of it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404
from django.utils import timezone

from tests.kit.tournaments import appoint, event, pair, pair_round, play_round, read
from tournaments import services
from tournaments.access import NotAllowed, viewer_of
from tournaments.engine.actions import Announce, Decide, DisputeResult, Lock, ReportResult, Show
from tournaments.engine.document import Result
from tournaments.engine.visible import EVERYBODY, Eyes, visible
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_private_tournament_is_there_for_its_people_only(alice: User, bob: User, charlie: User) -> None:
    row = event(alice, bob, visibility="private")
    dora = User.objects.create_user("dora")
    appoint(row, "charlie", "judge")
    assert viewer_of(alice, row.public_id).organises
    assert viewer_of(bob, row.public_id).player == "anna"
    assert viewer_of(charlie, row.public_id).judges
    for user in (dora, AnonymousUser()):
        with pytest.raises(Http404):
            viewer_of(user, row.public_id)
    for user, sees in ((alice, 1), (bob, 1), (charlie, 1), (dora, 0), (AnonymousUser(), 0)):
        assert Tournament.objects.seen_by(user).count() == sees
        assert Tournament.objects.of(user).count() == sees


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_others_are_there_for_everybody_who_has_the_address(alice: User, visibility: str) -> None:
    row = event(alice, visibility=visibility)
    found = viewer_of(AnonymousUser(), row.public_id)
    assert (found.role, found.player, found.owner) == ("", "", False)


def test_only_organisers_see_pairings_before_they_are_published(
    alice: User, bob: User, charlie: User
) -> None:
    row = play_round(event(alice, bob, count=6), alice)
    appoint(row, "charlie", "judge")
    row = services.act(row, alice, Lock(players=("anna", "cora")))
    row = services.act(row, alice, pair(read(row)))
    row = services.act(row, alice, Show(what="standings", shown=False))
    for user, rounds in ((alice, 2), (bob, 1), (charlie, 1), (AnonymousUser(), 1)):
        found = viewer_of(user, row.public_id)
        assert len(found.document.rounds) == rounds
        assert found.sees_standings == (user == alice)
        assert not found.sees_lists or user == alice


def test_locks_are_for_organisers(alice: User) -> None:
    row = services.act(event(alice), alice, Lock(players=("anna", "cora")))
    assert visible(read(row), Eyes(all=True)).locks
    assert not visible(read(row), EVERYBODY).locks
    assert not visible(read(row), Eyes(reports=True)).locks


def test_reports_are_for_the_table_and_the_judges_until_they_count(
    alice: User, bob: User, charlie: User
) -> None:
    row = pair_round(event(alice, bob, charlie, count=6), alice)
    mine = next(each for each in read(row).rounds[0].pairings if "anna" in each.players)
    other = next(key for key in mine.players if key != "anna")
    row = services.act(row, bob, ReportResult(round=1, player="anna", result=Result(scores=(9, 3))))
    if other == "bob":
        row = services.act(row, charlie, DisputeResult(round=1, player="bob"))
    stranger = next(each.id for each in read(row).players if each.id not in mine.players)

    def reports(eyes: Eyes) -> int:
        return sum(
            len(each.reports) + bool(each.dispute) for each in visible(read(row), eyes).rounds[0].pairings
        )

    assert reports(Eyes(all=True)) == reports(Eyes(reports=True)) == reports(Eyes(player="anna")) > 0
    assert reports(Eyes(player=other)) > 0
    assert reports(EVERYBODY) == reports(Eyes(player=stranger)) == 0
    row = services.act(row, alice, Decide(round=1, player="anna", result=Result(scores=(9, 3)), reason="So"))
    assert visible(read(row), EVERYBODY).rounds == read(row).rounds


def test_a_refusal_names_judges_where_they_may_do_it_too(alice: User, bob: User) -> None:
    row = event(alice, bob)
    with pytest.raises(NotAllowed, match=r"^Only organisers and judges can do this"):
        services.act(row, bob, Announce(at=timezone.now(), text="Lunch"))
    with pytest.raises(NotAllowed, match=r"^Only an organiser can do this"):
        services.act(row, bob, Lock(players=("anna", "cora")))
