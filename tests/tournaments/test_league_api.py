"""Leagues over REST: the same doors as the pages, for each role its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.kit.clients import rest
from tests.kit.tournaments import appoint
from tests.tournaments.test_leagues import finished, league
from tournaments.engine.league import read_league
from tournaments.leagues.people import key_of_account, key_of_player
from tournaments.models import League

pytestmark = pytest.mark.django_db
PARTS = ("", "document/", "standings/", "players/")


def at(row: League, part: str = "") -> str:
    return f"leagues/{row.public_id}/{part}"


def test_a_league_begins_from_nothing_or_from_a_document(alice: User, bob: User) -> None:
    made = rest(alice, "post", "leagues/", {"name": "Northern League", "visibility": "public"})
    assert (made.status_code, made.json()["runs"], made.json()["events"]) == (201, True, [])
    row = league(alice, finished(alice, bob), finished(alice, bob), best=1)
    whole = rest(alice, "get", at(row, "document/")).json()
    assert read_league(whole).settings.best == 1
    again = rest(bob, "post", "leagues/", {"document": whole, "name": "Again"}).json()
    assert (again["name"], again["visibility"], again["settings"]["best"]) == ("Again", "private", 1)
    one, other = (
        rest(bob, "get", f"leagues/{key}/standings/").json()["results"]
        for key in (row.public_id, again["id"])
    )
    assert one == other
    assert len(one) == 3


@pytest.mark.parametrize(("data", "path"), [
    ({}, "name"), ({"document": {"format": "x"}}, "document.format"), ({"document": []}, "document"),
    ({"document": {"format": "leaguer-league", "version": 1, "events": [{}]}}, "document.events[0].date"),
    ({"name": "x", "visibility": "club"}, "visibility"), ({"name": "x", "nmae": 1}, "nmae"),
])  # fmt: skip
def test_what_no_league_begins_from_is_a_400_with_its_place(
    alice: User, data: dict[str, Any], path: str
) -> None:
    answer = rest(alice, "post", "leagues/", data)
    assert answer.status_code == 400
    assert path in [each["path"] for each in answer.json()["errors"]]
    assert not League.objects.exists()


@pytest.mark.parametrize("visibility", ["public", "link", "private"])
def test_who_finds_reads_and_changes_a_league(alice: User, bob: User, charlie: User, visibility: str) -> None:
    row = league(alice, finished(alice, bob), visibility=visibility)
    key = key_of_player(row.events.get().tournament, "bob")
    for user in (alice, bob, charlie, None):
        sees = user == alice or visibility != "private"
        for part in (*PARTS, f"players/{key}/"):
            assert rest(user, "get", at(row, part)).status_code == (200 if sees else 404), part
        listed = rest(user, "get", "leagues/").json()["count"]
        assert listed == (user == alice or visibility == "public")
        if user == alice:
            continue
        refused = 401 if user is None else 403 if sees else 404
        assert rest(user, "patch", at(row), {"name": "Ours"}, row.revision).status_code == refused
        assert rest(user, "post", at(row, "links/"), {"one": "a", "other": "b"}).status_code == refused
        unseen = 403 if sees else 404
        reading = unseen if user or not sees else 403
        assert rest(user, "get", at(row, "links/")).status_code == reading
        assert rest(user, "delete", at(row, f"links/{key}/")).status_code == refused
        given = {"tournament": str(row.events.get().tournament.public_id)}
        assert rest(user, "post", at(row, "events/"), given).status_code == refused
        assert rest(user, "delete", at(row, f"events/{row.events.get().pk}/")).status_code == refused
    assert League.objects.get().name == "Northern League"
    assert row.events.exists()


def test_settings_are_changed_by_who_saw_the_newest(alice: User) -> None:
    row = league(alice)
    assert rest(alice, "patch", at(row), {"name": "Southern League"}).status_code == 428
    for wrong, path in (
        ({"settings": {"best": -1}}, "settings.best"), ({"settings": []}, "settings"), ({"name": ""}, "name"),
        ({"settings": {"places": ["ten"]}}, "settings.places[0]"),
    ):  # fmt: skip
        answer = rest(alice, "patch", at(row), wrong, row.revision)
        assert (answer.status_code, [each["path"] for each in answer.json()["errors"]]) == (400, [path])
    given = {"name": "Southern League", "settings": {"best": 3}}
    answer = rest(alice, "patch", at(row), given, row.revision)
    assert (answer.json()["name"], answer.json()["settings"]["best"]) == ("Southern League", 3)
    assert answer["ETag"] == f'"{row.revision + 1}"'
    assert rest(alice, "patch", at(row), {"name": "Western League"}, row.revision).status_code == 409
    archived = rest(alice, "patch", at(row), {"archived": True}, row.revision + 1).json()
    assert (archived["archived"], archived["settings"]["best"]) == (True, 3)
    assert rest(None, "get", "leagues/").json()["count"] == 0
    assert rest(alice, "get", "leagues/?archived=true").json()["count"] == 1


def test_tournaments_come_and_go_by_who_runs_them(alice: User, bob: User, charlie: User) -> None:
    row, foreign = league(alice), finished(bob)
    hidden = finished(bob, visibility="private")
    here = at(row, "events/")
    for tournament, status in ((foreign, 403), (hidden, 404)):
        given = {"tournament": str(tournament.public_id)}
        assert rest(alice, "post", here, given).status_code == status
    appoint(foreign, "alice", "organiser")
    given = {"tournament": str(foreign.public_id), "season": "2026"}
    [added] = rest(alice, "post", here, given).json()
    assert (added["name"], added["season"], added["counts"]) == (foreign.name, "2026", True)
    assert rest(alice, "post", here, {"tournament": "x"}).status_code == 400
    for user, status in ((charlie, 403), (bob, 204), (bob, 404)):
        assert rest(user, "delete", f"{here}{added['number']}/").status_code == status
    assert not row.events.exists()


def test_standings_players_and_who_is_who(alice: User, bob: User) -> None:
    first, second = finished(alice, bob), finished(alice, bob)
    row, key = league(alice, first, second, best=1), ""
    places = rest(None, "get", at(row, "standings/?season=2025")).json()["results"]
    assert [(each["rank"], each["name"], each["total"]) for each in places] == [
        (1, "Anna", "12"),
        (2, "Bob", "10"),
    ]
    assert rest(None, "get", at(row, "standings/?season=1644")).status_code == 404
    key = key_of_account(row, bob.pk)
    whole = rest(None, "get", at(row, f"players/{key}/")).json()
    assert whole["record"] == {"won": 2, "drawn": 0, "lost": 0}
    assert [each["counts"] for each in whole["results"]] == [True, False]
    assert [each["rating"] for each in whole["ratings"]][-1] == whole["rating"]["value"] > 1500
    assert rest(None, "get", at(row, "players/nobody/")).status_code == 404
    ranked = rest(None, "get", at(row, "players/")).json()["results"]
    assert (ranked[0]["key"], len(ranked)) == (key, 3)
    links = rest(alice, "get", at(row, "links/")).json()
    assert (links["links"], [each["name"] for each in links["suggestions"]]) == ([], ["Bob"])
    one, other = links["suggestions"][0]["one"], links["suggestions"][0]["other"]
    assert rest(alice, "post", at(row, "links/"), {"one": one, "other": one}).status_code == 400
    linked = rest(alice, "post", at(row, "links/"), {"one": one, "other": other}).json()
    assert linked == {"links": [{"alias": other, "person": one, "name": "Bob"}], "suggestions": []}
    assert rest(None, "get", at(row, "players/")).json()["count"] == 2
    assert rest(alice, "delete", at(row, f"links/{other}/")).status_code == 204
    assert rest(alice, "delete", at(row, f"links/{other}/")).status_code == 404


def test_what_a_tournament_hides_is_in_no_answer_about_its_league(
    alice: User, bob: User, charlie: User
) -> None:
    row = league(alice, finished(alice, bob, visibility="private"), finished(alice, standings=False))
    for user, events, people in ((alice, 2, 4), (bob, 2, 4), (charlie, 1, 2), (None, 1, 2)):
        shown = rest(user, "get", at(row)).json()
        assert (len(shown["events"]), shown["hidden"]) == (events, 2 - events)
        assert rest(user, "get", at(row, "players/")).json()["count"] == people
        ranked = rest(user, "get", at(row, "standings/")).json()["count"]
        assert ranked == (4 if user == alice else 2 if user == bob else 0)


def test_no_answer_asks_more_the_more_tournaments_there_are(
    alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    row = league(alice, *(finished(alice, bob) for _ in range(4)))
    for part in (*PARTS, f"players/{key_of_account(row, bob.pk)}/", "links/"):
        with django_assert_max_num_queries(9):
            assert rest(alice, "get", at(row, part)).status_code == 200
