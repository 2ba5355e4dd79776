"""The pages of teams and brackets: entry, line-ups, matches, and who may do what."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.kit.clients import queries, signed_in
from tests.kit.pageforms import forms
from tests.kit.tournaments import event, pair_round, play_round, read
from tournaments import services
from tournaments.engine.actions import Decide, Publish, read_action
from tournaments.engine.document import Result
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
LINES = "York: Anna, Bob, Zoe\nLeeds: Cora, Dan\nHull: Eve, Finn\nRipon: Gwen, Hal"


def of_teams(owner: User, *players: User) -> Tournament:
    """Four teams of two, entered on the page."""
    row = event(owner, *players, count=8, teams={"size": 2})
    answer = signed_in(owner).post(f"{row.get_absolute_url()}teams/", {"lines": LINES})
    assert answer.status_code == 302
    return Tournament.objects.get(pk=row.pk)


def team(row: Tournament, name: str) -> Any:
    return next(each for each in read(row).teams if each.name == name)


def words(client: Client, row: Tournament, part: str = "", status: int = 200) -> str:
    answer = client.get(row.get_absolute_url() + part)
    assert answer.status_code == status
    return answer.content.decode()


def line_up(row: Tournament, name: str, *members: str) -> dict[str, str]:
    named = {f"a.members.{at}": key for at, key in enumerate(members)}
    return {"a.do": "line_up", "a.team": team(row, name).id, "a.round": "1"} | named


def test_teams_are_entered_by_lines_with_their_members(alice: User) -> None:
    row = of_teams(alice)
    york = team(row, "York")
    players = read(row).by_id
    assert [players[key].name for key in york.members] == ["Anna", "Bob", "Zoe"]
    assert york.captain == "anna"
    before = row.revision
    address = f"{row.get_absolute_url()}teams/"
    for lines in ("", ": Anna", "Selby: Anna", "New: Xavier\nYork: Yan", f"{'x' * 121}: Yan"):
        assert signed_in(alice).post(address, {"lines": lines}).status_code == 400
    row.refresh_from_db()
    assert row.revision == before
    assert len(read(row).players) == 9


def test_a_captain_gives_the_line_up_that_the_other_team_does_not_see(
    alice: User, bob: User, charlie: User
) -> None:
    row = of_teams(alice, bob)
    zoe = team(row, "York").members[2]
    as_bob, as_charlie = signed_in(bob), signed_in(charlie)
    Entry.objects.filter(tournament=row, player="cora").update(user=charlie)
    sent = next(
        each
        for each in forms(words(as_bob, row, "teams/"), row.get_absolute_url() + "teams/")
        if each.fields.get("a.do") == "line_up"
    )
    assert sent.fields["a.members.0"] == "anna"
    given = sent.fields | {"a.members.0": zoe, "a.members.1": "anna"}
    assert as_bob.post(sent.action, given).status_code == 302
    assert "Line-up for round 1: Zoe, Anna" in words(as_bob, row, "teams/")
    for client in (as_charlie, Client()):
        assert "Line-up for round 1" not in words(client, row, "teams/")
    row.refresh_from_db()
    client = signed_in(alice)
    client.post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    row.refresh_from_db()
    services.act(row, alice, Publish(round=1))
    boards = [set(each.players) for each in read(Tournament.objects.get()).rounds[0].pairings]
    assert any(zoe in each for each in boards)
    assert not any("bob" in each for each in boards)
    assert "against" in words(Client(), row)


def test_line_ups_are_given_by_captains_and_organisers_alone(alice: User, bob: User, charlie: User) -> None:
    row = of_teams(alice, bob)
    Entry.objects.filter(tournament=row, player="dan").update(user=charlie)
    act = f"{row.get_absolute_url()}act/"
    assert signed_in(bob).post(act, line_up(row, "Leeds", "dan", "cora")).status_code == 403
    assert signed_in(charlie).post(act, line_up(row, "Leeds", "dan", "cora")).status_code == 403
    assert not read(Tournament.objects.get()).line_ups
    signed_in(alice).post(act, line_up(row, "Leeds", "dan", "cora"))
    assert read(Tournament.objects.get()).line_ups[0].members == ("dan", "cora")
    assert "Gave the line-up of Leeds" in words(signed_in(alice), row, "log/")


def test_the_round_shows_matches_with_board_and_team_points(alice: User) -> None:
    row = of_teams(alice)
    client = signed_in(alice)
    client.post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    row.refresh_from_db()
    row = services.act(row, alice, Publish(round=1))
    york = set(team(row, "York").members)
    for each in read(row).rounds[0].pairings:
        own = next((at for at, key in enumerate(each.players) if key in york), 0)
        scores = (9, 1) if own == 0 else (1, 9)
        row = services.act(row, alice, Decide(round=1, player=each.players[0], result=Result(scores=scores)))
    page = words(Client(), row)
    assert "6 : 0" in page or "0 : 6" in page
    assert "team points" in page
    standings = words(Client(), row, "standings/")
    assert standings.index("York") < standings.index("Ripon")


def test_two_teams_are_locked_and_play_each_other(alice: User) -> None:
    row = of_teams(alice)
    york, ripon = team(row, "York"), team(row, "Ripon")
    lock = read_action({"do": "lock", "players": [york.id, ripon.id]})
    row = services.act(row, alice, lock)
    client = signed_in(alice)
    assert "York and Ripon are locked" in words(client, row)
    client.post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    boards = [set(each.players) for each in read(Tournament.objects.get()).rounds[0].pairings]
    assert {"anna", "gwen"} in boards


def test_pages_of_teams_and_brackets_are_there_only_where_there_are_any(alice: User) -> None:
    row = event(alice)
    assert words(Client(), row, "teams/", 404)
    assert words(Client(), row, "bracket/", 404)


def test_the_page_of_teams_asks_as_often_for_more_teams(alice: User) -> None:
    row = of_teams(alice)
    client = signed_in(alice)
    address = f"{row.get_absolute_url()}teams/"
    few = queries(client, address)
    more = "\n".join(f"Team {at}: A{at}, B{at}" for at in range(20))
    client.post(address, {"lines": more})
    assert queries(client, address) == few


def test_the_bracket_says_who_goes_on_and_where_others_come_from(alice: User) -> None:
    row = event(alice, count=5, kind="knockout")
    assert "Nothing is drawn yet" in words(Client(), row, "bracket/")
    client = signed_in(alice)
    client.post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    row.refresh_from_db()
    assert "Nothing is drawn yet" in words(Client(), row, "bracket/")
    row = services.act(row, alice, Publish(round=1))
    page = words(Client(), row, "bracket/")
    for said in ("Quarter-finals", "Semi-finals", "Final", "winner of battle"):
        assert said in page
    assert page.count("goes on</span>") == 3
    held = read(row).rounds[0].pairings[0]
    row = services.act(row, alice, Decide(round=1, player=held.players[0], result=Result(scores=(9, 2))))
    page = words(Client(), row, "bracket/")
    assert page.count("goes on</span>") == 4
    assert "9 : 2" in page or "2 : 9" in page


def test_groups_stand_beside_the_bracket_that_follows(alice: User) -> None:
    groups = {"count": 2, "through": 1}
    row = event(alice, count=4, kind="groups", groups=groups)
    for _ in range(2):
        row.refresh_from_db()
        signed_in(alice).post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
        row.refresh_from_db()
        number = len(read(row).rounds)
        row = services.act(row, alice, Publish(round=number))
        page = words(Client(), row, "bracket/")
        assert page.count("<caption>") == 2
        assert ("Final" in page) == (number == 2)
        for each in read(row).rounds[-1].pairings:
            result = Result(scores=(8, 3))
            row = services.act(row, alice, Decide(round=number, player=each.players[0], result=result))


def test_empty_fields_take_away_what_was_said_of_a_player(alice: User) -> None:
    row = event(alice)
    act = f"{row.get_absolute_url()}act/"
    change = {"a.do": "change", "a.player": "anna", "a.about.name": "Anna"}
    for club in ("York", ""):
        signed_in(alice).post(act, change | {"a.about.club": club})
        assert read(Tournament.objects.get()).by_id["anna"].club == club


def test_a_round_of_single_players_shows_no_matches(alice: User) -> None:
    row = play_round(event(alice), alice)
    assert 'class="match"' not in words(Client(), row)
    assert 'class="tables' in words(Client(), pair_round(row, alice))
