"""What leaves a tournament, role by role: papers, tables, calendars; and players who come in from a file."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from icalendar import Calendar
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.kit.clients import queries, signed_in
from tests.kit.tournaments import event, pair, play_round, read
from tournaments import services
from tournaments.access import viewer
from tournaments.engine.actions import Show
from tournaments.engine.document import read_tournament
from tournaments.feeds import token_of
from tournaments.models import Organiser, Tournament
from tournaments.paper.asked import CHECK_IN
from tournaments.paper.setting import ATTACHMENT

pytestmark = pytest.mark.django_db
PAPERS = ("poster", "players", "standings", "cross", "slips", "cards", "certificates")
TABLES = ("players", "pairings", "results", "standings")
OWN = ("cards", "certificates")
Roles = dict[str, Client]


@pytest.fixture
def roles(alice: User, bob: User, charlie: User, django_user_model: Any) -> Roles:
    """A browser for everybody: an organiser, a judge, a player (as Anna), a stranger, somebody signed out."""
    judge = django_user_model.objects.create_user("judge")
    return {"organiser": signed_in(alice), "judge": signed_in(judge), "player": signed_in(bob),
            "stranger": signed_in(charlie), "": Client()}  # fmt: skip


@pytest.fixture
def row(alice: User, bob: User, roles: Roles) -> Tournament:
    """A tournament with a round played and a second one that is not published."""
    found = play_round(event(alice, bob), alice)
    Organiser.objects.create(tournament=found, user=User.objects.get(username="judge"), role="judge")
    return services.act(found, alice, pair(read(found)), found.revision)


def status(client: Client, row: Tournament, part: str) -> int:
    return client.get(row.get_absolute_url() + part).status_code


@pytest.mark.usefixtures("unprinted")
def test_papers_go_to_those_who_may_have_them(roles: Roles, row: Tournament) -> None:
    for who, client in roles.items():
        runs = who in ("organiser", "judge")
        for what in PAPERS:
            everybody = what not in ("slips", *OWN)
            assert status(client, row, f"paper/{what}.pdf") == (200 if runs or everybody else 404), (
                who,
                what,
            )
        for what in OWN:
            assert status(client, row, f"paper/{what}.pdf?player=anna") == (
                200 if runs or who == "player" else 404
            )
            assert status(client, row, f"paper/{what}.pdf?player=bob") == (200 if runs else 404)
        # The second round is not published: only the organiser may print it.
        for what in ("poster", "slips", "standings", "cross"):
            assert status(client, row, f"paper/{what}.pdf?round=2") == (200 if who == "organiser" else 404)
        assert status(client, row, "paper/nothing.pdf") == 404
        assert status(client, row, "paper/cards.pdf?player=nobody") == 404


@pytest.mark.usefixtures("unprinted")
def test_over_rest_papers_go_to_the_same_people(roles: Roles, row: Tournament) -> None:
    asked = [(what, "") for what in (*PAPERS, CHECK_IN)] + [(what, "?player=anna") for what in OWN]
    for who, client in roles.items():
        for what, query in (*asked, ("poster", "?round=2")):
            on_page = status(client, row, f"paper/{what}.pdf{query}")
            over_rest = client.get(f"/api/v1/tournaments/{row.public_id}/papers/{what}/{query}")
            assert over_rest.status_code == on_page, (who, what, query)
            assert (over_rest["Content-Type"] == "application/pdf") == (on_page == 200)
        here = f"/api/v1/tournaments/{row.public_id}/papers/"
        assert client.get(f"{here}nothing/").status_code == 404
        wrong = client.get(f"{here}poster/?round=x")
        assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (400, "round")


@pytest.mark.usefixtures("unprinted")
def test_what_follows_hidden_standings_is_hidden_too(roles: Roles, row: Tournament, alice: User) -> None:
    services.act(row, alice, Show(what="standings", shown=False))
    for who, client in roles.items():
        sees = 200 if who == "organiser" else 404
        for part in (
            "paper/standings.pdf",
            "paper/cross.pdf",
            "paper/certificates.pdf",
            "tables/standings.csv",
        ):
            assert status(client, row, part) == sees, (who, part)
        book = load_workbook(io.BytesIO(client.get(f"{row.get_absolute_url()}tables/all.xlsx").content))
        assert ("Standings" in book.sheetnames) == (who == "organiser")


@pytest.mark.usefixtures("unprinted")
def test_nothing_of_a_private_tournament_reaches_a_stranger(roles: Roles, row: Tournament) -> None:
    services.show_to(row, "private")
    parts = (
        "files/", "tables/all.xlsx", *(f"paper/{each}.pdf" for each in PAPERS),
        *(f"tables/{each}.csv" for each in TABLES),
    )  # fmt: skip
    for who in ("stranger", ""):
        assert {status(roles[who], row, part) for part in parts} == {404}
    assert {status(roles["player"], row, part) for part in ("files/", "tables/all.xlsx")} == {200}


def test_the_document_in_a_pdf_is_the_readers_own(roles: Roles, row: Tournament) -> None:
    for who, rounds in (("organiser", 2), ("judge", 1), ("", 1)):
        pdf = roles[who].get(f"{row.get_absolute_url()}paper/players.pdf").content
        inside = read_tournament(PdfReader(io.BytesIO(pdf)).attachments[ATTACHMENT][0])
        assert len(inside.rounds) == rounds


def test_tables_hold_what_their_reader_sees(roles: Roles, row: Tournament) -> None:
    for who, client in roles.items():
        for what in TABLES:
            answer = client.get(f"{row.get_absolute_url()}tables/{what}.csv")
            assert answer["Content-Type"] == "text/csv; charset=utf-8"
            if what == "pairings":
                rounds = {line.split(",")[0] for line in answer.content.decode("utf-8-sig").splitlines()[1:]}
                assert rounds == ({"1", "2"} if who == "organiser" else {"1"})
        assert status(client, row, "tables/nothing.csv") == 404


def test_the_page_offers_what_its_reader_may_have(roles: Roles, row: Tournament) -> None:
    for who, client in roles.items():
        words = client.get(f"{row.get_absolute_url()}files/").content.decode()
        assert ("Result slips" in words) == (who in ("organiser", "judge"))
        assert ("My scorecard" in words) == (who == "player")
        assert ("Add players from a spreadsheet" in words) == (who == "organiser")
        assert "Poster of pairings" in words
    assert queries(roles["player"], f"{row.get_absolute_url()}files/") <= 6


def test_slips_lead_to_their_round(roles: Roles, row: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    links: list[str] = []
    monkeypatch.setattr("tournaments.paper.rounds.qr", lambda link, **more: links.append(link) or "")
    assert status(roles["organiser"], row, "paper/slips.pdf?round=1") == 200
    assert set(links) == {f"http://testserver{row.get_absolute_url()}?round=1"}
    assert roles["player"].get(links[0]).status_code == 200


def file(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("players.csv", content)


def test_players_come_in_from_a_file_or_none_of_them(roles: Roles, row: Tournament) -> None:
    address = f"{row.get_absolute_url()}tables/players/upload/"
    for who, client in roles.items():
        assert client.get(address).status_code == (200 if who == "organiser" else 404)
        if who not in ("organiser", ""):
            assert client.post(address, {"file": file(b"Name\nZoe\n")}).status_code == 404
    before = read(Tournament.objects.get())
    bad = roles["organiser"].post(address, {"file": file(b"Name,Elo\nZoe,many\nANNA,1\n,3\n")})
    assert bad.status_code == 400
    words = bad.content.decode()
    for said in ("Row 2, Elo: must be a whole number.", "Row 4: the name is missing."):
        assert words.count(said) == 1
    empty = roles["organiser"].post(address, {"file": file(b"Name\n")}).content.decode()
    assert empty.count("The file has headings but no players.") == 1
    assert roles["organiser"].post(address).status_code == 400
    assert read(Tournament.objects.get()) == before
    good = roles["organiser"].post(address, {"file": file(b"Surname;Club;Shoes\nZoe;York;42\n")}, follow=True)
    assert "Columns not used: Shoes." in good.content.decode()
    zoe = read(Tournament.objects.get()).players[-1]
    assert (zoe.name, zoe.club, zoe.first_round) == ("Zoe", "York", 2)
    assert Tournament.objects.get().entries.filter(player=zoe.id, user=None).exists()


def test_a_calendar_shows_what_its_reader_sees_until_their_password_changes(
    roles: Roles, row: Tournament, bob: User, charlie: User
) -> None:
    def feed(user: User | None) -> str:
        found = viewer(row, user)
        assert found is not None
        return f"/tournaments/calendars/{token_of(found)}.ics"

    answer = Client().get(feed(bob))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert str(Calendar.from_ical(answer.content.decode())["x-wr-calname"]) == "Club day"
    assert feed(bob) in roles["player"].get(f"{row.get_absolute_url()}files/").content.decode()
    own, strangers, everybodys = feed(bob), feed(charlie), feed(None)
    services.show_to(row, "private")
    assert Client().get(own).status_code == 200
    assert Client().get(strangers).status_code == Client().get(everybodys).status_code == 404
    bob.set_password("another one")
    bob.save()
    for address in (own, own.replace(".ics", "x.ics"), "/tournaments/calendars/x.ics"):
        assert Client().get(address).status_code == 404
