"""Settings that cannot be are refused before the first round, each fault at its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.playing import begun, of_teams, to_the_end
from tests.tournaments.test_tournament_commands import ran
from tournaments.engine.document import Result, Tournament
from tournaments.engine.feasible import impossible, rounds_of
from tournaments.engine.progress import over
from tournaments.engine.settings import Rematch

FOUR_TABLES = [{"number": 1}, {"number": 1}]


@pytest.mark.parametrize(("found", "fault"), [
    (begun(1, "swiss"), "players: are fewer than two"),
    (begun(4, "swiss", rounds=4),
        "settings.rounds: 4 rounds are too many for 3 opponents: at most 3"),
    (begun(4, "swiss", rounds=5, pairing=(), fide={}),
        "settings.rounds: 5 rounds are too many for 3 opponents: at most 3"),
    (begun(18, "double_round_robin"), "settings.kind: makes 34 rounds; the maximum is 30"),
    (begun(6, "round_robin", rounds=9),
        "settings.rounds: 9 rounds are too many for 5 opponents: at most 5"),
    (begun(8, "knockout", fide={}), "settings.fide: needs a Swiss tournament"),
    (begun(3, "knockout", knockout={"third_place": True}),
        "settings.knockout.third_place: needs at least four players"),
    (begun(7, "groups"), "settings.groups.count: 4 groups of two or more cannot be made of 7 players"),
    (begun(8, "groups", groups={"through": 3}),
        "settings.groups.through: 3 cannot go through from a group of 2"),
    (begun(8, "groups", groups={"play": "swiss", "count": 2, "rounds": 4}),
        "settings.groups.rounds: 4 rounds are too many for 3 opponents: at most 3"),
    (of_teams(1, 2), "teams: are fewer than two"),
    (begun(8, "swiss", tables=3), "settings.tables: 3 tables are not enough for 4 pairings"),
    (begun(4, "swiss", rounds=2, terrain=({"number": 1}, {"number": 1})),
        "settings.terrain: table 1 is described twice"),
    (begun(4, "swiss", rounds=2, scenarios={"how": "set", "names": ("One",)}),
        "settings.scenarios.names: each round needs a scenario: 1 scenario for 2 rounds"),
    (begun(4, "swiss", rounds=2, scenarios={"how": "drawn"}), "settings.scenarios.names: are missing"),
    (begun(4, "swiss", rounds=2, limits={"least": 9, "most": 8}),
        "settings.limits.least: is above the maximum"),
    (begun(4, "swiss", rounds=2, limits={"period": (1650, 1640)}),
        "settings.limits.period: ends before it starts"),
])  # fmt: skip
def test_what_cannot_be_is_named_at_its_place(found: Tournament, fault: str) -> None:
    assert [str(each) for each in impossible(found)] == [fault]


def test_odd_teams_and_doubles_of_one_are_named() -> None:
    found = of_teams(2, 3, rounds=1)
    short = found.teams[1].model_copy(update={"members": ("b1", "b2")})
    players = (found.players[0].model_copy(update={"people": ("Anna",)}), *found.players[1:])
    odd = found.model_copy(update={"teams": (found.teams[0], short), "players": players})
    assert {str(each) for each in impossible(odd)} == {
        "teams[1].members: are 2, but 3 play at a time", "players[5]: is not in a team",
        "players[0].people: must be two, or none",
    }  # fmt: skip


@given(
    size=st.integers(8, 14),
    kind=st.sampled_from(("round_robin", "double_round_robin", "knockout", "double_knockout", "groups")),
    settings=st.fixed_dictionaries({
        "rounds": st.just(3), "knockout": st.just({"reset": False}),
        "groups": st.fixed_dictionaries({"count": st.integers(2, 4), "through": st.integers(1, 2)}),
    }),
)  # fmt: skip
def test_what_can_be_is_played_to_the_end_in_so_many_rounds(
    size: int, kind: str, settings: dict[str, Any]
) -> None:
    found = begun(size, kind, **settings)
    assert impossible(found) == ()
    assert len(to_the_end(found).rounds) == rounds_of(found)


def test_rematches_that_are_allowed_allow_more_rounds() -> None:
    assert impossible(begun(4, "swiss", rounds=6, pairing=(Rematch(hard=False),))) == ()
    assert rounds_of(begun(4, "swiss", rounds=6)) == 6


def test_the_command_refuses_before_the_first_round(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(begun(4, "swiss", rounds=9).to_json()))
    status, printed, error = ran("tournament_pair", str(path))
    assert (status, printed, error.count("\n")) == (2, "", 1)
    assert "settings.rounds: 9 rounds are too many for 3 opponents: at most 3" in error


@pytest.mark.parametrize("found", [
    begun(4, "swiss", rounds=2), begun(5, "round_robin", rounds=5), begun(3, "double_round_robin"),
    begun(5, "knockout"), begun(5, "double_knockout"), begun(8, "groups", groups={"count": 2}),
    of_teams(4, 2, kind="knockout"),
])  # fmt: skip
def test_a_tournament_is_over_after_its_last_round_alone(found: Tournament) -> None:
    def first_wins(one: str, other: str) -> Result:
        return Result(scores=(3, 1) if one < other else (1, 3))

    whole = to_the_end(found, first_wins)
    done = [over(whole.up_to(number)) for number in range(len(whole.rounds) + 1)]
    assert done == [False] * len(whole.rounds) + [True]
    last = whole.rounds[-1].pairings[0].model_copy(update={"result": None})
    open_round = whole.rounds[-1].model_copy(update={"pairings": (last, *whole.rounds[-1].pairings[1:])})
    assert not over(whole.up_to(len(whole.rounds) - 1).with_round(open_round))
