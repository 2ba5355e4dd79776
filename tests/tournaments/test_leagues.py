"""Leagues: what counts, who is who, who sees what of which tournament, and what is refused."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.leaving import leave
from tests.kit.clients import queries, signed_in
from tests.kit.tournaments import appoint, event, play_round
from tournaments import services as tournaments
from tournaments.access import NotAllowed
from tournaments.cards.leagues import seasons, sheet, table
from tournaments.engine.actions import Show
from tournaments.engine.league import League as LeagueDocument
from tournaments.engine.league import LeagueError, LeagueSettings, read_league
from tournaments.leagues import services
from tournaments.leagues.people import key_of_account, key_of_player, suggestions
from tournaments.leagues.reading import as_seen
from tournaments.models import League, Tournament

pytestmark = pytest.mark.django_db


def finished(owner: User, *players: User, visibility: str = "public", standings: bool = True) -> Tournament:
    """A tournament of two players and one round that is over."""
    row = play_round(event(owner, *players, count=2, rounds=1, visibility=visibility), owner)
    return tournaments.act(row, owner, Show(what="standings", shown=standings))


def league(owner: User, *rows: Tournament, visibility: str = "public", best: int = 0) -> League:
    """A league over these tournaments, each in a season of its own year."""
    document = LeagueDocument(name="Northern League", settings=LeagueSettings(best=best))
    found = services.create(owner, document, visibility)
    for at, row in enumerate(rows):
        services.add(found, owner, row, str(2025 + at))
    return found


def totals(row: League, user: object) -> list[tuple[str, str]]:
    return [(each.person.name, each.total) for each in table(as_seen(row, user).document, None)[1]]


def test_the_best_results_of_an_account_count_and_dropped_ones_are_struck(alice: User, bob: User) -> None:
    row = league(alice, *(finished(alice, bob) for _ in range(3)), best=2)
    document = as_seen(row, alice).document
    key = key_of_account(row, bob.pk)
    anna = next(each for each in table(document, None)[1] if each.person.id == key)
    cells = [each for each in anna.cells if each]
    assert [each.counts for each in cells].count(True) == 2
    assert anna.total == str(sum(int(each.points) for each in cells if each.counts))
    assert seasons(document) == ["2027", "2026", "2025"]
    assert len(table(document, "2026")[0]) == 1
    page = signed_in(alice).get(row.get_absolute_url(), {"season": ""}).content.decode()
    assert "<s>" in page
    assert "provisional" in page


def test_names_alike_are_suggested_and_nobody_is_linked_until_the_organiser_says_so(alice: User) -> None:
    first, second = finished(alice), finished(alice)
    row = league(alice, first, second)
    assert len(totals(row, alice)) == 4
    found = suggestions(as_seen(row, alice).document)
    assert [(each.one.person.name, each.other.person.name) for each in found] == [("Anna",) * 2, ("Bob",) * 2]
    client, page = signed_in(alice), f"{row.get_absolute_url()}people/"
    assert "Similar names" in client.get(page).content.decode()
    one, other = key_of_player(first, "anna"), key_of_player(second, "anna")
    client.post(page, {"one": one, "other": other})
    row.refresh_from_db()
    assert len(totals(row, alice)) == 3
    # The address of who was linked leads to the person that they are.
    assert client.get(f"{row.get_absolute_url()}players/{other}/").status_code == 200
    client.post(page, {"alias": other})
    row.refresh_from_db()
    assert len(totals(row, alice)) == 4


def test_two_of_one_event_are_never_one_person(alice: User) -> None:
    first = finished(alice)
    row = league(alice, first)
    anna, bob = key_of_player(first, "anna"), key_of_player(first, "bob")
    for other in (bob, anna, "nobody"):
        with pytest.raises(LeagueError):
            services.link(row, alice, anna, other)
    assert League.objects.get().links == {}
    # However it came to be so: whoever is linked to somebody of the same event is themselves.
    row.links = {bob: {"person": anna, "name": "Bob"}}
    assert len(totals(row, alice)) == 2


def test_links_of_links_lead_to_one_person(alice: User) -> None:
    first, second, third = (finished(alice) for _ in range(3))
    row = league(alice, first, second, third)
    keys = [key_of_player(each, "anna") for each in (first, second, third)]
    services.link(row, alice, keys[1], keys[2])
    services.link(row, alice, keys[0], keys[1])
    assert {each["person"] for each in row.links.values()} == {keys[0]}
    assert len(totals(row, alice)) == 4


def test_only_who_runs_both_adds_a_tournament_and_who_runs_either_takes_it_out(
    alice: User, bob: User, charlie: User
) -> None:
    row, own, foreign = league(alice), finished(alice), finished(bob)
    for user, tournament in ((alice, foreign), (bob, foreign), (bob, own)):
        with pytest.raises(NotAllowed):
            services.add(row, user, tournament)
    appoint(foreign, "alice", "judge")
    with pytest.raises(NotAllowed):
        services.add(row, alice, foreign)
    appoint(foreign, "alice", "organiser")
    address = f"{row.get_absolute_url()}events/"
    signed_in(alice).post(address, {"tournament": str(foreign.public_id), "season": "2026"})
    added = row.events.get()
    assert (added.tournament, added.season) == (foreign, "2026")
    assert signed_in(charlie).post(f"{address}{added.pk}/remove/").status_code == 403
    assert Client().post(f"{address}{added.pk}/remove/").status_code == 302
    assert row.events.exists()
    signed_in(bob).post(f"{address}{added.pk}/remove/")
    assert not row.events.exists()


def test_each_reader_sees_what_each_tournament_shows_them(alice: User, bob: User, charlie: User) -> None:
    private = finished(alice, bob, visibility="private")
    silent = finished(alice, standings=False)
    running = play_round(event(alice, count=4, rounds=3), alice)
    row = league(alice, private, silent, running)
    nobody = AnonymousUser()
    for user, events, counted in ((alice, 3, 2), (bob, 3, 1), (charlie, 2, 0), (nobody, 2, 0)):
        seen = as_seen(row, user)
        assert (len(seen.events), sum(each.counts for each in seen.events)) == (events, counted)
        assert seen.hidden == 3 - events
    # Battles of published rounds are for everybody, the places are not; nobody of the private one is named.
    document = as_seen(row, nobody).document
    assert [len(each.battles) for each in document.events] == [1, 2]
    assert key_of_account(row, bob.pk) not in {each.id for each in document.people}
    key = key_of_account(row, bob.pk)
    for client, status in ((signed_in(bob), 200), (signed_in(charlie), 404), (Client(), 404)):
        assert client.get(f"{row.get_absolute_url()}players/{key}/").status_code == status
    assert key not in Client().get(f"{row.get_absolute_url()}league.json").content.decode()


@pytest.mark.parametrize("visibility", ["public", "link", "private"])
def test_who_finds_and_changes_a_league(alice: User, bob: User, visibility: str) -> None:
    row = league(alice, visibility=visibility)
    home = row.get_absolute_url()
    for user, client in ((alice, signed_in(alice)), (bob, signed_in(bob)), (None, Client())):
        sees = user == alice or visibility != "private"
        for part in ("", "league.json"):
            assert client.get(home + part).status_code == (200 if sees else 404)
        for part in ("settings/", "events/", "people/"):
            assert client.get(home + part).status_code == (200 if user == alice else 404)
            if user == bob:
                assert client.post(home + part).status_code == 404
        listed = home in client.get("/tournaments/leagues/").content.decode()
        assert listed == (user == alice or visibility == "public")
    assert signed_in(bob).post(f"{home}archive/").status_code == 404
    signed_in(alice).post(f"{home}archive/")
    assert home not in Client().get("/tournaments/leagues/").content.decode()


def test_a_league_goes_out_as_a_document_and_comes_in_again(alice: User, bob: User) -> None:
    row = league(alice, finished(alice, bob), finished(alice, bob), best=1)
    data = signed_in(alice).get(f"{row.get_absolute_url()}league.json").content
    assert read_league(data) == as_seen(row, alice).document
    client = signed_in(bob)
    file = SimpleUploadedFile("league.json", data)
    assert client.post("/tournaments/leagues/new/", {"visibility": "link", "file": file}).status_code == 302
    again = League.objects.exclude(pk=row.pk).get()
    assert (again.name, again.owner) == (row.name, bob)
    assert totals(again, bob) == totals(row, alice)
    assert sheet(as_seen(again, bob).document, key_of_account(row, bob.pk)).profile.record.battles == 2


@pytest.mark.parametrize(
    ("name", "data"),
    [("", b""), ("League", b"{"), ("League", b'{"format": "leaguer-tournament"}'),
     ("League", json.dumps({"format": "leaguer-league", "version": 1, "events": [{}]}).encode())],
)  # fmt: skip
def test_a_wrong_file_or_no_name_is_said_and_makes_nothing(as_alice: Client, name: str, data: bytes) -> None:
    given = {"name": name, "visibility": "link"}
    files = {"file": SimpleUploadedFile("league.json", data)} if data else {}
    answer = as_alice.post("/tournaments/leagues/new/", given | files)
    assert answer.status_code == 400
    assert 'class="errors"' in answer.content.decode()
    assert not League.objects.exists()


def test_settings_are_checked_and_an_old_page_changes_nothing(alice: User) -> None:
    row, client = league(alice), signed_in(alice)
    address = f"{row.get_absolute_url()}settings/"
    given = {"name": "Southern League", "visibility": "public", "best": 3, "counts": "places",
             "places": "10, 5", "provisional": 4, "revision": row.revision}  # fmt: skip
    for wrong in ({"places": "ten"}, {"places": "0.3"}, {"best": -1}, {"counts": "all"}, {"name": ""}):
        assert client.post(address, given | wrong).status_code == 400
    assert League.objects.get().name == "Northern League"
    assert client.post(address, given).status_code == 302
    client.post(address, given | {"name": "Western League"})
    found = League.objects.get()
    assert found.name == "Southern League"
    assert read_league(found.document).settings.places == (10, 5)


def test_a_page_of_a_player_shows_the_record_and_the_course_of_the_rating(alice: User, bob: User) -> None:
    row = league(alice, *(finished(alice, bob) for _ in range(2)))
    page = signed_in(bob).get(f"{row.get_absolute_url()}players/{key_of_account(row, bob.pk)}/")
    shown = page.content.decode()
    assert "<svg" in shown
    assert "2: " in shown
    assert "Bob" in shown
    assert signed_in(bob).get(f"{row.get_absolute_url()}players/nobody/").status_code == 404
    assert signed_in(bob).get(row.get_absolute_url(), {"season": "1644"}).status_code == 404


def test_a_league_goes_with_the_account_of_its_owner_and_the_tournaments_stay(alice: User, bob: User) -> None:
    foreign = finished(bob, alice)
    appoint(foreign, "alice", "organiser")
    mine, theirs = league(alice, foreign), league(bob, foreign)
    before = totals(theirs, bob)
    leave(alice)
    assert not League.objects.filter(pk=mine.pk).exists()
    alice.refresh_from_db()
    assert totals(theirs, bob) == [(name.replace("Anna", alice.username), total) for name, total in before]


def test_no_page_asks_more_the_more_tournaments_there_are(alice: User, bob: User) -> None:
    row, client = league(alice, finished(alice, bob)), signed_in(alice)
    home = row.get_absolute_url()
    parts = ("", "events/", "people/", f"players/{key_of_account(row, bob.pk)}/", "league.json")
    caches["pages"].clear()
    few = [queries(client, home + part) for part in parts]
    for _ in range(3):
        services.add(row, alice, finished(alice, bob))
    assert [queries(client, home + part) for part in parts] == few
    assert max(few) <= 11
    assert queries(client, home) <= 7  # kept
