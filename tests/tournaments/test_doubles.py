"""Doubles: two people play as one side, from their entry to paper, each with an address of their own."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.kit.clients import pdf_words, queries, rest, signed_in
from tests.kit.pageforms import forms
from tests.kit.tournaments import event, pair_round, play_round, read
from tournaments import services
from tournaments.cards.leagues import table
from tournaments.engine.actions import Change, ReportResult
from tournaments.engine.actions.people import About
from tournaments.engine.document import Player, Result
from tournaments.engine.feasible import impossible
from tournaments.engine.league import League
from tournaments.leagues import services as leagues
from tournaments.leagues.people import key_of_account
from tournaments.leagues.reading import as_seen
from tournaments.leaving import part
from tournaments.models import Entry, Tournament
from tournaments.tables import out
from tournaments.tables.players import read_players
from tournaments.tables.sheets import TableError, to_csv

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(alice: User) -> Tournament:
    """Two sides: Anna and Mia play as the Blues, Bob and Max under their own names."""
    found = event(alice, count=2, rounds=1, doubles=True)
    for key, name, people in (("anna", "The Blues", ("Anna", "Mia")), ("bob", "Bob / Max", ("Bob", "Max"))):
        found = services.act(found, alice, Change(player=key, about=About(name=name, people=people)))
    return found


def entry_of(row: Tournament, player: str, person: int) -> Entry:
    return row.entries.get(player=player, person=person)


def take(row: Tournament, user: User, player: str, person: int) -> None:
    services.claim(entry_of(row, player, person), user)


def test_the_two_are_named_once(row: Tournament) -> None:
    blues, others = read(row).players
    assert (blues.pair, others.pair) == ("Anna and Mia", "")
    assert [blues.person(0), blues.person(1), Player(id="x", name="Cora").person(1)] == [
        "Anna",
        "Mia",
        "Cora",
    ]
    assert impossible(read(row)) == ()
    alone = event(User.objects.get(), count=2, rounds=1, doubles=True)
    assert [str(each) for each in impossible(read(alone))] == [
        "players[0].people: must be two", "players[1].people: must be two"
    ]  # fmt: skip


def test_each_of_the_two_claims_by_their_own_address_and_reports(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    page = signed_in(alice).get(f"{row.get_absolute_url()}players/").content.decode()
    for each in row.entries.all():
        assert f"/tournaments/claim/{each.claim}/" in page
    assert row.entries.count() == 4
    link = f"/tournaments/claim/{entry_of(row, 'anna', 1).claim}/"
    assert "Are you Mia?" in Client().get(link).content.decode()
    assert "of The Blues," in Client().get(link).content.decode()
    assert signed_in(bob).post(link).status_code == 302
    take(row, charlie, "anna", 0)
    row = pair_round(row, alice)
    for user in (bob, charlie):
        shown = rest(user, "get", f"tournaments/{row.public_id}/").json()
        assert shown["mine"] == {"role": "", "player": "anna"}
    services.act(row, bob, ReportResult(round=1, player="anna", result=Result(scores=(9, 3))))
    services.act(row, charlie, ReportResult(round=1, player="anna", result=Result(scores=(9, 4))))
    with pytest.raises(services.ActionError):
        take(row, charlie, "bob", 0)
    entries = rest(alice, "get", f"tournaments/{row.public_id}/entries/").json()["results"]
    assert {(each["player"], each["person"]): each["user"] for each in entries} == {
        ("anna", 0): "charlie", ("anna", 1): "bob", ("bob", 0): None, ("bob", 1): None,
    }  # fmt: skip


def test_only_a_partner_and_organisers_see_the_address_of_the_other(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    take(row, bob, "anna", 0)
    take(row, charlie, "bob", 0)
    secret = entry_of(row, "anna", 1).claim
    here = f"{row.get_absolute_url()}players/"
    for client, sees in ((signed_in(alice), True), (signed_in(bob), True), (signed_in(charlie), False),
                         (Client(), False)):  # fmt: skip
        assert (secret in client.get(here).content.decode()) == sees
    assert ">charlie<" not in signed_in(bob).get(here).content.decode()


def test_two_enter_on_a_page_in_lines_and_over_rest(alice: User, bob: User, charlie: User) -> None:
    row = event(alice, count=0, doubles=True, registration="open")
    here = f"/tournaments/join/{row.invited}/"
    assert signed_in(bob).post(here, {"name": "Bob"}).status_code == 400
    assert signed_in(bob).post(here, {"name": "Bob", "partner": "Max", "club": "York"}).status_code == 302
    entered = rest(charlie, "post", f"tournaments/{row.public_id}/join/", {"name": "Cora", "partner": "Dan"})
    assert entered.status_code == 201
    lines = {"lines": "Eve / Finn, Leeds\nThe Reds"}
    assert signed_in(alice).post(f"{row.get_absolute_url()}players/", lines).status_code == 302
    row.refresh_from_db()
    found = {each.name: each.people for each in read(row).players}
    assert found == {
        "Bob / Max": ("Bob", "Max"), "Cora / Dan": ("Cora", "Dan"), "Eve / Finn": ("Eve", "Finn"),
        "The Reds": (),
    }  # fmt: skip
    assert (
        entry_of(row, next(each.id for each in read(row).players if each.name == "Bob / Max"), 0).user == bob
    )
    single = event(alice, count=0, registration="open")
    assert "partner" not in signed_in(bob).get(f"/tournaments/join/{single.invited}/").content.decode()


def test_organisers_name_the_two_on_the_page(row: Tournament, alice: User) -> None:
    client, here = signed_in(alice), f"{row.get_absolute_url()}players/"
    page = client.get(here).content.decode()
    form = next(
        each for each in forms(page, here) if each.fields.get("a.do") == "change"
        and each.fields.get("a.player") == "anna"
    )  # fmt: skip
    assert (form.fields["a.about.people.0"], form.fields["a.about.people.1"]) == ("Anna", "Mia")
    client.post(form.action, form.fields | {"a.about.people.1": "Lena"})
    row.refresh_from_db()
    assert read(row).by_id["anna"].people == ("Anna", "Lena")


@pytest.mark.usefixtures("unprinted")
def test_both_are_named_on_pages_and_on_paper(row: Tournament, alice: User, bob: User) -> None:
    take(row, bob, "bob", 1)
    row = play_round(row, alice)
    client, home = signed_in(alice), row.get_absolute_url()
    for page in ("", "players/", "standings/"):
        assert "Anna and Mia" in client.get(home + page).content.decode(), page
    assert "Anna and Mia" in signed_in(bob).get(home).content.decode()
    for what in ("slips", "players", "standings", "cards", "certificates"):
        assert "Anna and Mia" in pdf_words(client.get(f"{home}paper/{what}.pdf").content), what
    poster = pdf_words(client.get(f"{home}paper/poster.pdf").content)
    # Each finds their own name and table.
    found = [poster.find(f"{name} 1") for name in ("Anna", "Bob", "Max", "Mia")]
    assert -1 < found[0] < found[1] < found[2] < found[3]


def test_a_spreadsheet_has_both_and_gives_them_back(row: Tournament) -> None:
    rows = out.players(read(row))
    assert rows[0][-2:] == ("First person", "Second person")
    assert read_players(to_csv(rows)).players == read(row).players
    named = read_players(b"Player 1,Partner,Club\nEve,Finn,York\n").players[0]
    assert (named.name, named.people, named.club) == ("Eve / Finn", ("Eve", "Finn"), "York")
    with pytest.raises(TableError, match="row 2, Partner"):
        read_players(b"Name,Player 1,Partner\nReds,Eve," + b"x" * 130 + b"\n")


def test_in_a_league_each_is_somebody_by_their_own_account(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    take(row, bob, "anna", 1)
    league = leagues.create(alice, League(name="Doubles"), "public")
    leagues.add(league, alice, play_round(row, alice))
    places = table(as_seen(league, bob).document, None)[1]
    found = {each.person.id: each.person.name for each in places}
    assert found[key_of_account(league, bob.pk)] == "Mia"
    assert sorted(found.values()) == ["Anna", "Bob", "Max", "Mia"]


def test_who_leaves_takes_their_own_name_along_and_not_their_partners(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    take(row, bob, "anna", 1)
    take(row, charlie, "bob", 0)
    part(bob, "Deleted player 1")
    part(charlie, "Deleted player 2")
    row.refresh_from_db()
    blues, others = read(row).players
    assert (blues.name, blues.people) == ("The Blues", ("Anna", "Deleted player 1"))
    assert (others.name, others.people) == ("Deleted player 2 / Max", ("Deleted player 2", "Max"))
    assert "Mia" not in str(list(row.log.values_list("action", flat=True)))
    assert services.folded(row, row.log.all()) == read(row)


def test_pages_ask_as_much_for_many_pairs(row: Tournament, alice: User, bob: User) -> None:
    take(row, bob, "anna", 0)
    here = f"{row.get_absolute_url()}players/"
    before = [queries(signed_in(each), here) for each in (alice, bob)]
    for at in range(5):
        pair = services.Enter(players=(Player(id=f"x{at}", name=f"X{at}", people=(f"P{at}", f"Q{at}")),))
        row = services.act(row, alice, pair)
    assert [queries(signed_in(each), here) for each in (alice, bob)] == before
