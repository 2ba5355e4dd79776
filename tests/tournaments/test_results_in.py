"""Results from a table: on the page and over REST, all of them or none; what went out comes in again."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from rulesets.engine.errors import LeaguerError
from tests.kit.clients import signed_in
from tests.kit.tournaments import appoint, do, event, pair, pair_round, paired, played, read
from tests.kit.tournaments import tournament as small
from tournaments import services
from tournaments.engine.actions import Decide, DisputeResult, FoldError, ReportResult
from tournaments.engine.document import Result, Tournament
from tournaments.models import Tournament as Row
from tournaments.tables import out
from tournaments.tables.results import read_results
from tournaments.tables.sheets import TableError, to_csv, to_xlsx

FULL = Result(scores=(7.5, 3), losses=(3, 7.25), strength=(20, 24), objectives=(0, 2), winner=1, goes_on=0)


def faults(data: str, tournament: Tournament) -> dict[str, str]:
    """What is said of a table that is refused, by row and column."""
    with pytest.raises(TableError) as refused:
        read_results(data.encode(), tournament)
    return {each.path: each.message for each in refused.value.faults}


def numbered(found: Tournament) -> list[tuple[str, str]]:
    """The names at the tables of the newest round."""
    names = {each.id: each.name for each in found.players}
    tables = sorted(found.rounds[-1].pairings, key=lambda each: each.table)
    return [(names[each.players[0]], names[each.players[1]]) for each in tables]


@pytest.mark.parametrize("write", [to_csv, lambda rows: to_xlsx({"Results": rows})])
def test_what_goes_out_comes_in_again(write: Any) -> None:
    empty = paired(played(small(6)))
    two = [
        Decide(round=2, player=each.players[0], result=result)
        for each, result in zip(empty.rounds[1].pairings, (FULL, Result(forfeit="second")), strict=False)
    ]
    third = Decide(round=2, player=empty.rounds[1].pairings[2].players[0], result=Result(winner="draw"))
    full = do(empty, *two, third)
    data = write(out.results(full))
    [action] = read_results(data, empty)
    assert action.round == 2
    assert do(empty, action) == full
    assert read_results(data, full) == ()
    cleared = empty.model_copy(
        update={"rounds": tuple(
            found.model_copy(update={"pairings": tuple(
                each.model_copy(update={"result": None}) for each in found.pairings
            )})
            for found in empty.rounds
        )}
    )  # fmt: skip
    assert do(cleared, *read_results(data, cleared)) == full


def test_the_table_to_fill_in_has_a_row_for_each_open_table_of_a_published_round() -> None:
    found = paired(small())
    assert [row[1:6] for row in out.results(found)[1:]] == [
        (at, first, None, None, second) for at, (first, second) in enumerate(numbered(found), 1)
    ]
    assert len(out.results(do(played(small()), pair(played(small()))))) == 3


def test_a_row_is_found_by_its_table_or_its_players_in_either_order() -> None:
    found = paired(small())
    (anna, other), (third, fourth) = numbered(found)
    [action] = read_results(b"Table;Score 1;Score 2\n1;7,5;3\n2;;\n", found)
    [named] = read_results(
        f"Second player,First player,Second score,First score\n{anna},{other.upper()},7.5,3\n".encode(), found
    )
    assert action == named
    assert do(found, action).rounds[0].pairings[0].result == Result(scores=(7.5, 3))
    turned = f"First player,Second player,Winner,No-show\n{other},{anna},first,\n{fourth},{third},,second\n"
    [action] = read_results(turned.encode(), found)
    results = {each.players[0]: each.result for each in do(found, action).rounds[0].pairings}
    ids = {each.name: each.id for each in found.players}
    assert results == {ids[anna]: Result(winner=1), ids[third]: Result(forfeit="first")}


def test_every_fault_is_said_with_its_row_and_column() -> None:
    found = paired(small(8))
    [(one, two), *_] = numbered(found)
    said = faults(
        "Round,Table,First player,Second player,First score,Second score,Winner\n"
        "2,1,,,1,2,\n1,9,,,1,2,\n1,2,Nobody,,1,2,\n"
        f"1,3,{one},{two},1,2,\n1,4,,,x,2,\n1,1,,,1,,\n1,2,,,1,2,anna\n,1,,,3,4,\n1,3,,,1,1000000,\n",
        found,
    )
    assert said == {
        "row 2, Round": "is no round that is published",
        "row 3, Table": "there is no such table in this round",
        "row 4, First player": "nobody here is called “Nobody”",
        "row 5": "these two do not play each other at this table",
        "row 6, First score": "must be a number",
        "row 7, Second score": "is missing: give the figures of both sides",
        "row 8, Winner": "must be first, second or draw",
        "row 9": "the result of this table is already in another row",
        "row 10, Second score": "is 1000000: it must be 100000.0 or less",
    }
    assert faults("Name\nAnna\n", found) == {
        "row 1": "there is no heading Table, nor First player and Second player"
    }
    assert faults("Table,First score,Second score\n1,,\n", found) == {"": "has no results"}
    assert faults("Table,Table no.\n1,1\n", found)["row 1, Table no."].startswith("has the same meaning")
    assert faults("", found) == {"": "is empty"}
    shares = paired(small(scoring={"of": "losses_share"}))
    assert "losses" in faults("Table,Winner\n1,first\n", shares)["row 2"]


def test_what_counts_or_is_disputed_is_not_overwritten() -> None:
    found = paired(small())
    one, other = found.rounds[0].pairings
    report = ReportResult(round=1, player=one.players[0], result=Result(scores=(1, 0)))
    found = do(found, report, DisputeResult(round=1, player=one.players[1]))
    found = do(found, Decide(round=1, player=other.players[0], result=Result(scores=(2, 0))))
    said = faults("Table,First score,Second score\n1,1,0\n2,3,0\n", found)
    assert "disagree" in said["row 2"]
    assert "already counts" in said["row 3"]
    table = {"player": one.players[0], "result": {"scores": [1, 0]}}
    for tables in ([table], [{**table, "player": other.players[0]}], [{**table, "player": "nobody"}], []):
        with pytest.raises(LeaguerError):
            do(found, {"do": "enter_results", "round": 1, "tables": tables})
    with pytest.raises(FoldError) as caught:
        do(paired(small()), {"do": "enter_results", "round": 1, "tables": [table, table]})
    assert "reason" in str(caught.value.path)


# -- on a site ---------------------------------------------------------------------------------------


@pytest.fixture
def row(alice: User, bob: User, charlie: User) -> Row:
    row = event(alice, bob)
    appoint(row, "charlie", "judge")
    return pair_round(row, alice)


def file(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("results.csv", content)


GOOD, BAD = (
    b"Table,First score,Second score,Shoes\n1,5,2,\n2,3,3,\n",
    b"Table,First score,Second score\n1,5,2\n2,x,3\n",
)


@pytest.mark.django_db
def test_organisers_and_judges_enter_them_on_a_page(row: Row, bob: User, charlie: User) -> None:
    address = f"{row.get_absolute_url()}tables/results/upload/"
    for client in (Client(), signed_in(bob)):
        assert client.get(address).status_code == 404
    judge = signed_in(charlie)
    assert address in judge.get(f"{row.get_absolute_url()}files/").content.decode()
    assert judge.get(f"{row.get_absolute_url()}tables/players/upload/").status_code == 404
    assert judge.get(f"{row.get_absolute_url()}tables/pairings/upload/").status_code == 404
    wrong = judge.post(address, {"file": file(BAD)})
    assert wrong.status_code == 400
    assert "Row 3, First score: must be a number." in wrong.content.decode()
    row.refresh_from_db()
    assert all(each.result is None for each in read(row).rounds[0].pairings)
    right = judge.post(address, {"file": file(GOOD)}, follow=True)
    assert "2 results entered." in right.content.decode()
    row.refresh_from_db()
    assert [each.result.scores for each in read(row).rounds[0].pairings if each.result] == [(5, 2), (3, 3)]
    assert row.log.order_by("number").last().user == charlie  # type: ignore[union-attr]
    assert services.said_of(row, [row.log.order_by("number").last()]) == ["Entered 2 results in round 1."]


@pytest.mark.django_db
def test_tables_go_out_and_in_over_rest(row: Row, alice: User, bob: User, charlie: User) -> None:
    here = f"/api/v1/tournaments/{row.public_id}/tables/"

    def send(user: User | None, what: str, content: bytes) -> Any:
        client = signed_in(user) if user else Client()
        return client.post(f"{here}{what}/", {"file": file(content)})

    for user, what, status in (
        (None, "results", 401), (bob, "results", 403), (charlie, "players", 403), (alice, "pairings", 404),
    ):  # fmt: skip
        assert send(user, what, GOOD).status_code == status, (user, what)
    wrong = send(charlie, "results", BAD)
    assert wrong.status_code == 400
    assert [each["path"] for each in wrong.json()["errors"]] == ["row 3, First score"]
    assert signed_in(alice).post(f"{here}results/").status_code == 400
    more = signed_in(alice).post(f"{here}results/", {"file": file(GOOD), "nmae": "1"})
    assert (more.status_code, [each["path"] for each in more.json()["errors"]]) == (400, ["nmae"])
    assert send(charlie, "results", GOOD).json() == {"count": 2, "ignored": []}
    assert send(alice, "players", b"Name,Shoes\nZoe,42\n").json() == {"count": 1, "ignored": ["Shoes"]}
    row.refresh_from_db()
    assert read(row).players[-1].name == "Zoe"
    assert read(row).rounds[0].complete
    for what in out.ALL:
        got = Client().get(f"{here}{what}/")
        page = Client().get(f"{row.get_absolute_url()}tables/{what}.csv")
        assert (got.status_code, got.content) == (200, page.content)
    book = load_workbook(io.BytesIO(Client().get(f"{here}all/").content))
    assert book.sheetnames == ["Players", "Pairings", "Results", "Standings"]
    assert Client().get(f"{here}nothing/").status_code == 404
    assert Client().get(f"{row.get_absolute_url()}tables/all.csv").status_code == 404
