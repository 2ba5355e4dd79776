"""Teams as actions: their members, their captains, and who plays at which board."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.errors import LeaguerError
from tests.kit.tournaments import do, tournament
from tournaments.engine.actions import Pair
from tournaments.engine.document import Tournament, read_tournament
from tournaments.engine.ranking import ranking
from tournaments.engine.rounds import paired
from tournaments.engine.visible import EVERYBODY, Eyes, visible

Json = dict[str, Any]
TEAMS = {"york": ["anna", "bob", "cora"], "leeds": ["dan", "eve", "finn"]}


def of_teams() -> Tournament:
    """Two teams of three, of whom two play at a time."""
    found = tournament(6, teams={"size": 2})
    entries = [
        {"do": "enter_team", "team": {"id": key, "name": key.title(), "members": own, "captain": own[0]}}
        for key, own in TEAMS.items()
    ]
    return do(found, *entries)


def held(found: Tournament) -> Tournament:
    return do(found, Pair(number=len(found.rounds) + 1, round=paired(found).round))


def refused(found: Tournament, action: Json) -> LeaguerError:
    with pytest.raises(LeaguerError) as caught:
        do(found, action)
    return caught.value


def lined(*members: str, team: str = "york", number: int = 1) -> Json:
    return {"do": "line_up", "team": team, "round": number, "members": list(members)}


def boards(found: Tournament) -> list[set[str]]:
    return [set(each.players) for each in found.rounds[-1].pairings]


def test_boards_follow_the_order_of_members_until_a_captain_says_otherwise() -> None:
    assert boards(held(of_teams())) == [{"anna", "dan"}, {"bob", "eve"}]
    given = do(of_teams(), lined("cora", "anna"))
    assert boards(held(given)) == [{"cora", "dan"}, {"anna", "eve"}]


def test_a_line_up_changes_a_round_until_it_is_published() -> None:
    found = do(held(of_teams()), lined("bob", "cora"))
    assert boards(found) == [{"bob", "dan"}, {"cora", "eve"}]
    assert [each.table for each in found.rounds[-1].pairings] == [1, 2]
    found = do(found, lined("eve", "finn", team="leeds"), {"do": "publish", "round": 1})
    assert boards(found) == [{"bob", "eve"}, {"cora", "finn"}]
    assert "already been published" in str(refused(found, lined("anna", "bob")))
    assert read_tournament(found.to_json()) == found


@pytest.mark.parametrize("members", [("anna",), ("anna", "anna"), ("anna", "dan"), ("anna", "nobody")])
def test_a_line_up_names_different_members_one_for_each_board(members: tuple[str, ...]) -> None:
    assert refused(of_teams(), lined(*members)).path.startswith("members")


def test_a_line_up_names_nobody_who_does_not_play() -> None:
    found = do(of_teams(), {"do": "miss", "player": "bob", "round": 1})
    assert refused(found, lined("anna", "bob")).path == "members[1]"
    assert do(found, lined("anna", "bob", number=2)).line_ups


def test_a_line_up_is_hidden_from_the_other_team_until_the_round_is_published() -> None:
    found = do(of_teams(), lined("cora", "anna"), lined("eve", "finn", team="leeds"))
    teams = {key: [each.team for each in visible(found, Eyes(player=key)).line_ups] for key in ("bob", "dan")}
    assert teams == {"bob": ["york"], "dan": ["leeds"]}
    assert not visible(found, EVERYBODY).line_ups
    assert not visible(found, Eyes(reports=True)).line_ups
    assert len(visible(found, Eyes(all=True)).line_ups) == 2
    found = do(held(found), {"do": "publish", "round": 1})
    assert len(visible(found, EVERYBODY).line_ups) == 2


def test_members_who_were_paired_stay_in_their_team() -> None:
    found = held(of_teams())
    change = {"do": "change_team", "team": "york", "about": {"members": ["bob", "cora"]}}
    assert "Anna" in str(refused(found, change))
    assert refused(found, {"do": "remove_team", "team": "york"})
    assert do(of_teams(), change).teams[0].captain is None
    assert [each.id for each in do(of_teams(), {"do": "remove_team", "team": "york"}).teams] == ["leeds"]


def test_a_player_who_is_removed_is_in_no_team_either() -> None:
    found = do(of_teams(), lined("anna", "bob"), {"do": "remove", "player": "anna"})
    assert (found.teams[0].members, found.teams[0].captain) == (("bob", "cora"), None)
    assert read_tournament(found.to_json()) == found


def test_teams_are_entered_with_new_players_and_nobody_twice() -> None:
    entry = {"do": "enter_team", "team": {"id": "hull", "name": "Hull", "members": ["x", "y"]},
             "players": [{"id": "x", "name": "Xavier"}, {"id": "y", "name": "Yan"}]}  # fmt: skip
    found = do(of_teams(), entry)
    assert found.by_id["x"].name == "Xavier"
    assert refused(found, entry).path == "team.name"
    assert refused(of_teams(), entry | {"players": [{"id": "x", "name": "anna"}]}).path == "players[0].name"
    both = {"do": "change_team", "team": "leeds", "about": {"members": ["dan", "anna"]}}
    assert "two teams" in str(refused(of_teams(), both))


def test_a_penalty_of_a_member_is_taken_from_the_points_of_the_team() -> None:
    found = do(held(of_teams()), {"do": "publish", "round": 1})
    results = [
        {"do": "decide", "round": 1, "player": key, "result": {"scores": [9, 9]}} for key in ("anna", "bob")
    ]
    found = do(found, *results)
    points = {each.player.id: each.points for each in ranking(found).places}
    fine = {"do": "penalise", "player": "anna", "penalty": {"points": 0.5, "reason": "late"}}
    after = {each.player.id: each.points for each in ranking(do(found, fine)).places}
    assert points == {"york": 1, "leeds": 1}
    assert after == {"york": 0.5, "leeds": 1}
