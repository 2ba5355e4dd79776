"""Tournaments of teams: paired and ranked as players are, board by board."""

from __future__ import annotations

import pytest

from tests.tournaments.engine.playing import by_chance, of_teams, played, to_the_end
from tournaments.engine.document import Result, TournamentError, read_tournament
from tournaments.engine.ranking import ranking
from tournaments.engine.rounds import next_round
from tournaments.engine.standings import standings
from tournaments.engine.swiss import PairingError
from tournaments.engine.teams import as_players, matches_of


def test_teams_meet_board_by_board() -> None:
    found = next_round(of_teams(4, 3, rounds=3))
    met = matches_of(found, of_teams(4, 3))
    assert len(met) == 2
    for each in met:
        first, second = each.teams
        assert [set(board.players) for board in each.boards] == [
            {f"{first}{at}", f"{second}{at}"} for at in (1, 2, 3)
        ]
        assert [board.players[0][0] for board in each.boards] == [first, second, first], (
            "boards begin in turn"
        )
    assert [each.table for each in found.pairings] == [1, 2, 3, 4, 5, 6]


def test_team_points_come_from_board_points() -> None:
    begun = of_teams(2, 3, rounds=1)
    found = next_round(begun)
    results = iter((Result(scores=(5, 0)), Result(scores=(0, 5)), Result(scores=(2, 2))))
    done = played(begun, found, lambda *_: next(results))
    (match,) = matches_of(done.rounds[0], done)
    assert (match.points, match.complete) == ((3 + 3 + 1, 1), True)
    places = ranking(done).places
    assert [(each.player.id, each.points) for each in places] == [(match.teams[0], 2), (match.teams[1], 0)]
    single = {each.player.id: each.points for each in standings(done).places}
    assert sorted(single.values()) == [0, 0, 1, 1, 3, 3]


def test_teams_never_meet_twice_and_the_odd_one_has_the_bye() -> None:
    found = to_the_end(of_teams(7, 2, rounds=4), by_chance(3))
    shadow = as_players(found)
    met = [frozenset(each.players) for one in shadow.rounds for each in one.pairings]
    assert len(met) == len(set(met)) == 12
    free = [bye.player for one in shadow.rounds for bye in one.byes]
    assert len(free) == len(set(free)) == 4
    assert read_tournament(found.to_json()) == found


def test_the_captain_may_change_the_line_up() -> None:
    begun = of_teams(2, 4, rounds=1)
    begun = begun.model_copy(
        update={
            "settings": begun.settings.model_copy(
                update={"teams": begun.settings.teams.model_copy(update={"size": 3})}
            )
        }
    )  # type: ignore[union-attr]
    found = next_round(begun, lineups={"a": ["a4", "a1", "a2"]})
    boards = [{key for key in each.players if key[0] == "a"} for each in found.pairings]
    assert boards == [{"a4"}, {"a1"}, {"a2"}]
    for lineup, said in ((["a1", "a2"], "Team A has 2 members in this round and needs 3"),
                         (["a1", "a2", "b1"], "“b1” does not play for Team A in this round"),
                         (["a1", "a1", "a2"], "Team A has 2 members in this round")):  # fmt: skip
        with pytest.raises(PairingError, match=said):
            next_round(begun, lineups={"a": lineup})


def test_teams_may_play_a_knock_out_too() -> None:
    found = to_the_end(
        of_teams(4, 2, kind="knockout"), lambda one, other: Result(scores=(9, 0) if one < other else (0, 9))
    )
    assert [len(each.pairings) for each in found.rounds] == [4, 2]
    assert ranking(found).places[0].player.id == "a"


def test_faults_of_teams_are_named_at_their_place() -> None:
    document = of_teams(2, 2).to_json()
    document["teams"][1] |= {"members": ["a1", "b2", "nobody"], "captain": "b1"}
    with pytest.raises(TournamentError) as error:
        read_tournament(document)
    assert {str(each) for each in error.value.faults} == {
        "teams: “a1” is in two teams", "teams[1].members[2]: there is no player “nobody” in this tournament",
        "teams[1].captain: must be one of the team’s members",
    }  # fmt: skip
