"""The pages of teams and brackets: entry, line-ups, matches, and who may do what."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from rulesets.engine.errors import LeaguerError
from tests.kit.clients import queries, signed_in
from tests.kit.pageforms import forms
from tests.kit.tournaments import appoint, event, pair_round, play_round, read
from tournaments import services
from tournaments.engine.actions import (
    ChangeSettings,
    Decide,
    Publish,
    ShowMatches,
    TakeBack,
    read_action,
)
from tournaments.engine.document import Result
from tournaments.engine.teams import matches_of
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
    assert "Set the line-up of Leeds" in words(signed_in(alice), row, "log/")


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
    assert "There is no draw yet" in words(Client(), row, "bracket/")
    client = signed_in(alice)
    client.post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    row.refresh_from_db()
    assert "There is no draw yet" in words(Client(), row, "bracket/")
    row = services.act(row, alice, Publish(round=1))
    page = words(Client(), row, "bracket/")
    for said in ("Quarter-finals", "Semi-finals", "Final", "winner of battle"):
        assert said in page
    assert page.count("goes through</span>") == 3
    held = read(row).rounds[0].pairings[0]
    row = services.act(row, alice, Decide(round=1, player=held.players[0], result=Result(scores=(9, 2))))
    page = words(Client(), row, "bracket/")
    assert page.count("goes through</span>") == 4
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


@pytest.fixture
def meeting(alice: User, bob: User, charlie: User) -> tuple[Tournament, dict[str, Client]]:
    """Round 1 is paired, not published; Bob is captain of York, Charlie of whom York meets, Judith judges and
    Dora plays for another team.
    """
    row = of_teams(alice, bob)
    signed_in(alice).post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    row.refresh_from_db()
    people = {"alice": signed_in(alice), "bob": signed_in(bob), "charlie": signed_in(charlie), "": Client()}
    other, met = opponent(row).id, {opponent(row).id, york(row).id}
    captains = {each.id: each.captain for each in read(row).teams}
    Entry.objects.filter(tournament=row, player=captains[other]).update(user=charlie)
    third = next(key for key in captains if key not in met)
    for name in ("judith", "dora"):
        people[name] = signed_in(User.objects.create_user(name))
    appoint(row, "judith", "judge")
    dora = User.objects.get(username="dora")
    Entry.objects.filter(tournament=row, player=captains[third]).update(user=dora)
    return row, people


def york(row: Tournament) -> Any:
    return team(row, "York")


def opponent(row: Tournament) -> Any:
    found = read(row)
    own = york(row).id
    met = next(each.teams for each in matches_of(found.rounds[0], found) if own in each.teams)
    return next(each for each in found.teams if each.id in met and each.id != own)


def knows(client: Client, row: Tournament, of: Any, *, printed: bool = False) -> set[str]:
    """Where somebody learns the line-up of a team: on pages, over REST, in tables, and in a PDF if it is
    `printed`, which takes long.
    """
    names = read(row).by_id
    here, found = row.get_absolute_url(), set()
    given = next(each.members for each in read(row).line_ups if each.team == of.id)
    said = f"Line-up for round 1: {', '.join(names[key].name for key in given)}"
    if said in words(client, row, "teams/"):
        found.add("page")
    document = client.get(f"/api/v1/tournaments/{row.public_id}/document/").json()
    if any(each["team"] == of.id for each in document.get("line_ups", ())):
        found.add("rest")
    if document.get("rounds"):
        found.add("pairings")
    for part in ("tables/pairings.csv", "", "cross/", "screen/", "bracket/"):
        answer = client.get(here + part)
        if answer.status_code == 200 and said in answer.content.decode():
            found.add(part)
    if printed:
        attached = PdfReader(BytesIO(client.get(f"{here}paper/players.pdf").content)).attachments
        held = [json.loads(each) for texts in attached.values() for each in texts]
        assert held
        if any(one["team"] == of.id for each in held for one in each.get("line_ups", ())):
            found.add("pdf")
    return found


def hand_in(client: Client, row: Tournament, of: Any, *members: str) -> int:
    named = {f"a.members.{at}": key for at, key in enumerate(members)}
    fields = {"a.do": "line_up", "a.team": of.id, "a.round": "1"} | named
    return int(client.post(f"{row.get_absolute_url()}act/", fields).status_code)


def test_both_teams_know_both_line_ups_as_soon_as_both_captains_have_given_theirs(
    meeting: tuple[Tournament, dict[str, Client]],
) -> None:
    row, people = meeting
    own, other = york(row), opponent(row)
    act = f"{row.get_absolute_url()}act/"
    shown = {"a.do": "show_matches", "a.round": "1", "revision": row.revision}
    for name in ("bob", "charlie", "judith", "dora"):
        assert people[name].post(act, shown).status_code == 403
    assert not read(Tournament.objects.get()).matches
    people["alice"].post(act, shown)
    for name in people:
        if name != "alice":
            assert other.name in words(people[name], row).split("who meets whom")[1]
            assert f"Meets {other.name} in round 1" in words(people[name], row, "teams/")
    row.refresh_from_db()
    assert hand_in(people["bob"], row, own, own.members[2], own.members[0]) == 302
    row.refresh_from_db()
    everywhere = {"page", "rest"}
    for name, client in people.items():
        assert knows(client, row, own) - {"pairings"} == (everywhere if name in ("alice", "bob") else set())
    assert "pdf" not in knows(people["charlie"], row, own, printed=True)
    assert hand_in(people["charlie"], row, other, *reversed(other.members)) == 302
    row.refresh_from_db()
    for name, client in people.items():
        for of in (own, other):
            found = knows(client, row, of)
            knowing = name in ("alice", "bob", "charlie")
            assert found - {"pairings"} == (everywhere if knowing else set()), (name, of.name)
            assert ("pairings" in found) == (name == "alice")
    assert "pdf" in knows(people["charlie"], row, own, printed=True)
    assert "pdf" not in knows(people["dora"], row, own, printed=True)
    before = read(row)
    for name, of in (("bob", own), ("charlie", other)):
        assert hand_in(people[name], row, of, *of.members[:2]) == 403
    row.refresh_from_db()
    assert read(row) == before
    assert hand_in(people["alice"], row, own, *own.members[:2]) == 302
    row.refresh_from_db()
    services.act(row, None, Publish(round=1))
    row.refresh_from_db()
    assert not read(row).matches
    assert own.members[0] in {key for each in read(row).rounds[0].pairings for key in each.players}
    assert "page" not in knows(people[""], row, own)
    assert "rest" in knows(people[""], row, own)


@pytest.mark.parametrize("why", ["publishing", "hidden"])
def test_line_ups_stay_hidden_until_publishing_where_settings_say_so_or_nobody_knows_who_meets(
    meeting: tuple[Tournament, dict[str, Client]], why: str
) -> None:
    row, people = meeting
    if why == "publishing":
        document = read(row)
        teams = document.settings.teams.model_copy(update={"line_ups": "publishing"})  # type: ignore[union-attr]
        settings = document.settings.model_copy(update={"teams": teams})
        row = services.act(row, None, ChangeSettings(settings=settings, name=row.name))
        row = services.act(row, None, ShowMatches(round=1))
    own, other = york(row), opponent(row)
    assert hand_in(people["bob"], row, own, own.members[2], own.members[0]) == 302
    assert hand_in(people["charlie"], row, other, *other.members[:2]) == 302
    row.refresh_from_db()
    for name in ("charlie", "judith", "dora", ""):
        assert not knows(people[name], row, own)
    assert hand_in(people["bob"], row, own, *own.members[:2]) == 302


def test_a_round_s_matches_are_shown_and_hidden_by_organisers_alone_and_before_it_is_published(
    meeting: tuple[Tournament, dict[str, Client]],
) -> None:
    row, people = meeting
    row = services.act(row, None, ShowMatches(round=1))
    assert len(read(row).matches) == 2
    assert "Hide who meets whom" in words(people["alice"], row)
    hidden = services.act(row, None, ShowMatches(round=1, shown=False))
    assert not read(hidden).matches
    gone = services.act(services.act(hidden, None, ShowMatches(round=1)), None, TakeBack(round=1))
    assert not read(gone).matches
    with pytest.raises(LeaguerError, match="Round 1 has not been paired"):
        services.act(gone, None, ShowMatches(round=1))
    with pytest.raises(LeaguerError, match="already been published"):
        services.act(pair_round(gone, User.objects.get(username="alice")), None, ShowMatches(round=1))


def test_a_team_changes_its_captain_or_has_none(alice: User, bob: User) -> None:
    row = of_teams(alice, bob)
    client, address = signed_in(alice), row.get_absolute_url() + "teams/"
    for wanted in ("bob", "", "anna"):
        sent = next(
            each for each in forms(words(client, row, "teams/"), address)
            if each.fields.get("a.do") == "change_team" and each.fields["a.team"] == york(row).id
        )  # fmt: skip
        assert client.post(sent.action, sent.fields | {"a.about.captain": wanted}).status_code == 302
        row.refresh_from_db()
        assert york(row).captain == (wanted or None)
        assert len(york(row).members) == 3
        given = signed_in(bob).post(f"{row.get_absolute_url()}act/", line_up(row, "York", "anna", "bob"))
        assert given.status_code == (302 if wanted == "anna" else 403)


def test_a_bracket_is_drawn_with_a_line_from_each_battle_to_the_next(alice: User, bob: User) -> None:
    row = event(alice, bob, count=5, kind="knockout")
    signed_in(alice).post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    row.refresh_from_db()
    row = services.act(row, alice, Publish(round=1))
    page = words(signed_in(bob), row, "bracket/")
    drawing = page.split('<svg class="bracket-tree"')[1].split("</svg>")[0]
    battles, lines = drawing.count("<rect"), drawing.count("<path")
    assert lines == battles - 1
    assert "Battle 1: " in drawing
    assert 'class="mine' in drawing or "won mine" in drawing
