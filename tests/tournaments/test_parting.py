"""The end of an account that has tournaments: none that goes on loses its organiser, results stay."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from config.leaving import leave, leaving
from rulesets.engine.errors import LeaguerError
from tests.armylists.own_books import kept_book, list_on
from tests.kit.clients import signed_in
from tests.kit.tournaments import appoint, event, pair, play_round, read
from tournaments import sending, services
from tournaments.engine.actions import Change, Publish, ReportResult
from tournaments.engine.actions.people import About
from tournaments.engine.document import Player, Result
from tournaments.engine.league import League as LeagueDocument
from tournaments.leagues import services as leagues
from tournaments.leagues.reading import as_seen
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
PAGE = "/accounts/delete/"


def names(row: Tournament) -> list[str]:
    row.refresh_from_db()
    return [each.name for each in read(row).players]


def test_a_tournament_that_goes_on_is_handed_to_another_organiser(
    alice: User, bob: User, charlie: User
) -> None:
    row = event(alice, bob)
    appoint(row, "charlie", "organiser")
    ((found, heir),) = leaving(alice).tournaments.handed_on
    assert (found, heir.user) == (row, charlie)
    leave(alice)
    row.refresh_from_db()
    assert row.owner == charlie
    assert not row.organisers.exists()
    assert signed_in(charlie).get(f"{row.get_absolute_url()}people/").status_code == 200


def test_nobody_goes_whose_tournament_would_have_no_organiser(
    alice: User, bob: User, charlie: User, password: str
) -> None:
    row = event(alice, bob)
    appoint(row, "charlie", "judge")  # who is no organiser: what is hidden stays hidden
    client = signed_in(alice)
    client.post("/accounts/reauthenticate/", {"password": password})
    with pytest.raises(LeaguerError, match="would have no organiser"):
        leave(alice)
    answer = client.post(PAGE, {"name": "alice"})
    page = answer.content.decode()
    assert (answer.status_code, f"{row.get_absolute_url()}people/" in page) == (409, True)
    assert "Delete my account" not in page
    row.refresh_from_db()
    assert row.owner == User.objects.get(username="alice", is_active=True)
    appoint(row, "charlie", "organiser")
    assert client.post(PAGE, {"name": "alice"}).status_code == 302
    row.refresh_from_db()
    assert row.owner == charlie


@pytest.mark.parametrize("how", ["over", "archived"])
def test_a_tournament_that_needs_no_organiser_any_more_stays_as_it_is(
    alice: User, bob: User, how: str
) -> None:
    row = event(alice, bob, rounds=1)
    if how == "over":
        row = play_round(row, alice)
    else:
        signed_in(alice).post(f"{row.get_absolute_url()}archive/")
    assert leaving(alice).tournaments.kept == (row,)
    leave(alice)
    assert signed_in(bob).get(f"{row.get_absolute_url()}standings/").status_code == 200
    assert "alice" not in signed_in(bob).get(row.get_absolute_url()).content.decode()


def test_a_tournament_goes_in_which_nobody_else_takes_part(alice: User, bob: User) -> None:
    alone, counted = event(alice), play_round(event(alice, rounds=1), alice)
    appoint(counted, "bob", "organiser")
    league = leagues.create(bob, LeagueDocument(name="Northern League"))
    leagues.add(league, bob, counted)
    services.dismiss(counted, bob.pk)
    assert leaving(alice).tournaments.deleted == (alone,)
    leave(alice)
    assert list(Tournament.objects.all()) == [counted]
    assert league.events.count() == 1


def test_results_of_who_goes_stay_under_another_name_and_the_log_does_not_tell(
    alice: User, bob: User, charlie: User
) -> None:
    row = services.join(event(alice, charlie, registration="open"), bob, Player(id="b1", name="Bobby B"))
    row = services.act(row, alice, Change(player="b1", about=About(name="Robert B", club="York")))
    Entry.objects.filter(user=bob).update(email="bob@example.org")
    row = play_round(row, alice)
    row = services.act(row, alice, pair(read(row)), row.revision)
    before, mine = row.revision, row.get_absolute_url()
    leave(bob)
    row.refresh_from_db()
    bob.refresh_from_db()
    document = read(row)
    gone = document.by_id["b1"]
    assert (gone.name, gone.club, gone.last_round) == (bob.username, "York", 1)
    assert "b1" in str([each.players for each in document.rounds[0].pairings] + [document.rounds[0].byes])
    assert row.revision > before
    assert services.folded(row, row.log.filter(about=None)) == document
    stored = str([row.document, row.start, *row.log.values_list("action", flat=True)])
    assert "Bobby B" not in stored
    assert "Robert B" not in stored
    entry = row.entries.get(player="b1")
    assert (entry.user, entry.email) == (None, "")
    for part in ("", "standings/", "log/", "players/"):
        page = signed_in(alice).get(mine + part)
        assert (page.status_code, "Robert B" in page.content.decode()) == (200, False)
    assert "Former player" in signed_in(charlie).get(f"{mine}standings/").content.decode()


def test_what_others_do_in_it_goes_on_and_results_of_who_goes_are_not_touched(
    alice: User, bob: User, charlie: User
) -> None:
    row = play_round(event(alice, bob, charlie, count=5), alice)
    before = [each.result for each in read(row).rounds[0].pairings]
    leave(bob)
    row.refresh_from_db()
    assert [each.result for each in read(row).rounds[0].pairings] == before
    row = services.act(row, alice, pair(read(row)), row.revision)
    row = services.act(row, alice, Publish(round=2), row.revision)
    assert "anna" not in str(read(row).rounds[1].pairings)
    table = next(each for each in read(row).rounds[1].pairings if "bob" in each.players)
    result = ReportResult(round=2, player="bob", result=Result(scores=(10, 2)))
    row = services.act(row, charlie, result)
    assert table.players in [each.players for each in read(row).rounds[1].pairings if each.reports]


def test_names_of_two_who_play_as_one_side_stay(alice: User, bob: User, charlie: User) -> None:
    row = event(alice, bob, charlie)
    about = About(name="Red side", people=("Bob", "Emma"))
    row = services.act(row, alice, Change(player="anna", about=about))
    leave(bob)
    assert names(row)[0] == "Red side"
    assert not Entry.objects.filter(user=bob).exists()


def test_a_league_keeps_somebody_who_went_as_one_person(alice: User, bob: User) -> None:
    rows = [play_round(event(alice, bob, count=2, rounds=1), alice) for _ in range(2)]
    league = leagues.create(alice, LeagueDocument(name="Northern League"), "link")
    for each in rows:
        leagues.add(league, alice, each, "2026")
    before = {each.id for each in as_seen(league, alice).document.people}
    leave(bob)
    league.refresh_from_db()
    bob.refresh_from_db()
    people = {each.id: each.name for each in as_seen(league, alice).document.people}
    assert people.keys() == before
    assert list(people.values()).count(bob.username) == 1
    assert "Anna" not in people.values()


def test_a_book_stays_that_a_list_was_sent_in_by(alice: User, bob: User) -> None:
    book = kept_book(bob)
    row = event(alice, bob)
    sent = sending.send(row, bob, "anna", list_on(book).army)
    assert leaving(bob).books_that_stay == 1
    leave(bob)
    (person,) = sending.bringing(services.access.viewer_of(alice, row.public_id), "anna")
    assert [each.row for each in person.lists] == [sent]
    assert person.lists[0].sent is not None


def test_the_page_says_what_becomes_of_tournaments_and_leagues(
    alice: User, bob: User, charlie: User, password: str
) -> None:
    play_round(event(alice, bob, rounds=1), alice)
    appoint(event(alice, bob), "charlie", "organiser")
    event(alice)
    event(bob, alice)
    leagues.create(alice, LeagueDocument(name="Northern League"))
    client = signed_in(alice)
    client.post("/accounts/reauthenticate/", {"password": password})
    page = " ".join(client.get(PAGE).content.decode().split())
    for words in (
        "1 league.", "It no longer has an organiser", "charlie owns it from now on",
        "nobody else with an account takes part", "appear in it as a former player and are no longer paired",
    ):  # fmt: skip
        assert words in page, words
