"""What is public when, by the settings: lists with the first round, standings by finished rounds, the end."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from openpyxl import load_workbook

from tests.kit.clients import signed_in
from tests.kit.pageforms import forms
from tests.kit.tournaments import appoint, do, event, pair, pair_round, paired, play_round, played, read
from tests.kit.tournaments import tournament as small
from tournaments import services
from tournaments.engine.actions import Decide, Show
from tournaments.engine.document import Result, Tournament, read_tournament
from tournaments.engine.visible import EVERYBODY, Eyes, shows, standings_seen, visible
from tournaments.models import Tournament as Row

ALL_EYES = (EVERYBODY, Eyes(player="anna"), Eyes(reports=True), Eyes(all=True))


def ranked(found: Tournament, eyes: Eyes) -> int | None:
    """After how many rounds somebody sees the standings; None: after none."""
    seen = standings_seen(visible(found, eyes), eyes)
    return None if seen is None else len(seen.rounds)


def everybodys(found: Tournament) -> tuple[int | None, ...]:
    """The same for everybody, a player, a judge and an organiser."""
    return tuple(ranked(found, eyes) for eyes in ALL_EYES)


def test_older_documents_mean_the_same() -> None:
    found = paired(played(small()))
    assert "publishing" not in found.to_json()["settings"]
    assert everybodys(found) == (2, 2, 2, 2)
    assert everybodys(do(found, Show(what="standings", shown=False))) == (None, None, None, 2)
    assert not any(shows(found, "lists", eyes) for eyes in ALL_EYES[:3])


def test_lists_are_public_with_the_first_round_or_earlier_by_hand() -> None:
    found = small(publishing={"lists": "first_round"})
    assert [shows(found, "lists", eyes) for eyes in ALL_EYES] == [False, False, False, True]
    assert shows(do(found, Show(what="lists")), "lists", EVERYBODY)
    proposed = do(found, pair(found))
    assert not shows(proposed, "lists", EVERYBODY)
    assert all(shows(paired(found), "lists", eyes) for eyes in ALL_EYES)
    mark = {"do": "send_list", "player": "anna", "list": "a", "accepted": True}
    for each, seen in ((do(proposed, mark), 0), (do(paired(found), mark), 1)):
        assert len(visible(each, Eyes(player="bob")).by_id["anna"].lists) == seen


def test_standings_follow_finished_rounds() -> None:
    found = small(publishing={"standings": "after_rounds"})
    assert everybodys(found) == (0, 0, 0, 0)
    going = paired(played(found))
    one = going.rounds[1].pairings[0].players[0]
    going = do(going, Decide(round=2, player=one, result=Result(scores=(1, 0))))
    assert everybodys(going) == (1, 1, 1, 2)
    assert everybodys(played(played(found))) == (2, 2, 2, 2)
    assert everybodys(do(going, Show(what="standings", shown=False))) == (None, None, None, 2)


def test_late_standings_are_hidden_until_all_is_over() -> None:
    found = small(publishing={"hidden_after": 1})
    seen = []
    for each in range(3):
        seen.append(everybodys(paired(found)))
        found = played(found)
        seen.append(everybodys(found))
        assert len(found.rounds) == each + 1
    assert [everybody for everybody, *_ in seen] == [1, 1, 1, 1, 1, 3]
    assert [organiser for *_, organiser in seen] == [1, 1, 2, 2, 3, 3]
    assert all(len(set(others)) == 1 for *others, _ in seen)


@pytest.mark.parametrize(
    ("value", "path"),
    [({"lists": "x"}, "lists"), ({"hidden_after": -1}, "hidden_after"), ({"lines": 1}, "lines")],
)
def test_what_makes_no_sense_is_named(value: dict[str, Any], path: str) -> None:
    with pytest.raises(Exception, match=rf"settings\.publishing\.{path}"):
        read_tournament(
            {"format": "leaguer-tournament", "version": 1, "seed": "s", "settings": {"publishing": value}}
        )


# -- everywhere --------------------------------------------------------------------------------------


Roles = dict[str, Client]


@pytest.fixture
def row(alice: User, bob: User, charlie: User) -> Row:
    """Two rounds of three are played; standings after later rounds than the first are hidden."""
    row = event(alice, bob, publishing={"hidden_after": 1})
    appoint(row, "charlie", "judge")
    return play_round(play_round(row, alice), alice)


@pytest.fixture
def roles(row: Row, alice: User, bob: User, charlie: User) -> Roles:
    return {
        "organiser": signed_in(alice),
        "judge": signed_in(charlie),
        "player": signed_in(bob),
        "": Client(),
    }


@pytest.mark.django_db
@pytest.mark.usefixtures("unprinted")
def test_nothing_that_ranks_players_tells_more(roles: Roles, row: Row, alice: User) -> None:
    home, rest = row.get_absolute_url(), f"/api/v1/tournaments/{row.public_id}/"
    for who, client in roles.items():
        last = 2 if who == "organiser" else 1
        page = client.get(f"{home}standings/").content.decode()
        assert f"After round {last}" in page
        assert ("stay hidden until all rounds are over" in page) == (last == 1)
        assert ("Players see the standings after round 1" in page) == (who == "organiser")
        for after in ("standings/?after=2", "paper/standings.pdf?round=2", "paper/cross.pdf?round=2"):
            assert client.get(home + after).status_code == (200 if last == 2 else 404), (who, after)
        found = client.get(f"{rest}standings/").json()
        assert found["after"] == last
        assert client.get(f"{rest}standings/?after=2").status_code == (200 if last == 2 else 404)
        cross = client.get(f"{home}cross/").content.decode()
        assert [f">Round {number}</th>" in cross for number in (1, 2)] == [True, last == 2]
        battles = client.get(f"{rest}statistics/").json()["first"]["battles"]
        assert battles == 2 * last
        most = max(int(line.split(",")[5]) for line in csv(client, home).splitlines()[1:])
        assert most == 3 * last
        book = load_workbook(io.BytesIO(client.get(f"{home}tables/all.xlsx").content))
        assert max(cell.value for cell in book["Standings"]["F"][1:]) == 3 * last
        report = client.get(f"{rest}trf/").content.decode()
        assert f" {3 * last}.0 " in report
        assert (" 6.0 " in report) == (last == 2)
        assert "Standings after round 1" in client.get(f"{home}screen/").content.decode()
    over = play_round(row, alice)
    for client in roles.values():
        assert client.get(f"{rest}standings/").json()["after"] == 3
        assert "After round 3" in client.get(f"{over.get_absolute_url()}standings/").content.decode()


def csv(client: Client, home: str) -> str:
    return str(client.get(f"{home}tables/standings.csv").content.decode("utf-8-sig"))


@pytest.mark.django_db
def test_hidden_standings_are_in_no_trf(roles: Roles, row: Row, alice: User) -> None:
    services.act(row, alice, Show(what="standings", shown=False))
    for who, client in roles.items():
        status = client.get(f"/api/v1/tournaments/{row.public_id}/trf/").status_code
        assert status == (200 if who == "organiser" else 404)


@pytest.mark.django_db
def test_a_page_of_the_settings_says_what_is_public_when(alice: User, bob: User) -> None:
    row = event(alice, bob)
    address, client = f"{row.get_absolute_url()}settings/publishing/", signed_in(alice)
    assert ">What is public when</a>" in client.get(f"{row.get_absolute_url()}settings/").content.decode()
    form = next(
        each for each in forms(client.get(address).content.decode(), address) if "lists" in each.fields
    )
    given = {"lists": "first_round", "standings": "after_rounds", "hidden_after": "2", "op": "save"}
    assert client.post(address, form.fields | given | {"hidden_after": "31"}).status_code == 400
    assert client.post(address, form.fields | given).status_code == 302
    row.refresh_from_db()
    assert read(row).settings.publishing.model_dump() == {
        "lists": "first_round", "standings": "after_rounds", "hidden_after": 2,
    }  # fmt: skip
    lists = f"{row.get_absolute_url()}lists/"
    assert "Publish the lists" in client.get(lists).content.decode()
    assert "until round 1 is published" in signed_in(bob).get(lists).content.decode()
    pair_round(row, alice)
    shown = client.get(lists).content.decode()
    assert "Everyone can see the accepted lists." in shown
    assert "Publish the lists" not in shown
    assert "Hide the lists" not in shown
