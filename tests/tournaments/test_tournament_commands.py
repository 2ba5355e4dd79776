"""The commands of tournaments: what they print, and with which exit status."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournaments.engine.playing import begun, of_teams, played
from tournaments.engine.document import Result, read_tournament
from tournaments.engine.generate import generate
from tournaments.engine.rounds import next_round
from tournaments.engine.settings import Fide, Settings


def ran(name: str, *args: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(name, *args, stdout=out, stderr=err)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A tournament of 11 with two of four rounds played."""
    path = tmp_path / "tournament.json"
    path.write_text(json.dumps(generate(11, 4, "a", played=2).to_json()))
    return path


def test_generate_prints_the_same_tournament_for_the_same_seed() -> None:
    args = ("--players", "8", "--rounds", "3", "--seed", "x")
    status, printed, _ = ran("tournament_generate", *args)
    assert status == 0
    assert ran("tournament_generate", *args)[1] == printed
    assert len(read_tournament(printed).rounds) == 3


@pytest.mark.parametrize(("args", "says"), [
    (("--players", "1", "--rounds", "3"), "--players: write a number from 2 to 2000"),
    (("--players", "8", "--rounds", "31"), "--rounds: write a number from 1 to 30"),
    (("--players", "8", "--rounds", "2", "--played", "3"), "--played: write a number from 0 to 2"),
    (("--players", "4", "--rounds", "5"), "No round is left without a rematch."),
])  # fmt: skip
def test_generate_refuses_numbers_that_cannot_be(args: tuple[str, ...], says: str) -> None:
    status, printed, error = ran("tournament_generate", *args)
    assert (status, printed) == (2, "")
    assert says in error
    assert error.count("\n") == 1


def test_pair_prints_the_round_and_why(file: Path) -> None:
    status, printed, _ = ran("tournament_pair", str(file))
    assert status == 0
    assert printed.startswith("Round 3 of 11 players, 4 rounds\nTable 1: Player ")
    assert "Bye: Player " in printed
    assert "They have had the fewest byes" in printed


def test_pair_as_json_gives_costs_and_reasons_and_as_a_document_the_next_state(file: Path) -> None:
    found: dict[str, Any] = json.loads(ran("tournament_pair", str(file), "--json")[1])
    paired = {key for each in found["round"]["pairings"] for key in each["players"]}
    assert paired <= found["why"].keys()
    assert {"criterion": "rematches", "cost": 0} in found["costs"]
    document = read_tournament(ran("tournament_pair", str(file), "--document")[1])
    assert len(document.rounds) == 3
    assert {key for each in document.rounds[-1].pairings for key in each.players} == paired


def test_a_round_robin_is_paired_by_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "robin.json"
    found = generate(4, 1, "robin", played=0)
    settings = found.settings.model_copy(update={"kind": "round_robin", "rounds": 3})
    path.write_text(json.dumps(found.model_copy(update={"settings": settings}).to_json()))
    _, printed, _ = ran("tournament_pair", str(path))
    assert "Table 1: Player 1 against Player 4\nTable 2: Player 2 against Player 3" in printed


@pytest.mark.parametrize(("begin", "pair", "check", "stands"), [
    (lambda: begun(6, "knockout"), "Table 1: Player 4 against Player 5\n",
        "Round 1 is as its rules require.", "   1  Player 1"),
    (lambda: begun(6, "groups", groups={"count": 2}), "Table 1: Player 4 against Player 5\n",
        "Round 1 is as its rules require.", "Group 2\n   1  Player 3"),
    (lambda: begun(9, "groups", groups={"count": 3, "play": "swiss"}), "Meets every criterion.",
        "Round 1 is as its rules require.", "Group 3\n"),
    (lambda: of_teams(4, 2, rounds=3), "Team D against Team B",
        "Round 1 is the best possible by its criteria.", "Team A"),
])  # fmt: skip
def test_the_commands_know_every_kind(tmp_path: Path, begin: Any, pair: str, check: str, stands: str) -> None:
    path, found = tmp_path / "kind.json", begin()
    path.write_text(json.dumps(found.to_json()))
    assert pair in ran("tournament_pair", str(path))[1].replace(
        "Player 5 against Player 4", "Player 4 against Player 5"
    )
    result = lambda one, other: Result(scores=(1, 0) if one < other else (0, 1))  # noqa: E731
    done = played(found, next_round(found), result)
    path.write_text(json.dumps(done.to_json()))
    status, printed, _ = ran("tournament_check", str(path))
    assert (status, printed.splitlines()[0]) == (0, check)
    assert json.loads(ran("tournament_check", str(path), "--json")[1])["rounds"][0]["optimal"]
    assert stands in ran("tournament_standings", str(path))[1]
    as_json = json.loads(ran("tournament_standings", str(path), "--json")[1])
    assert ("groups" in as_json, "players" in as_json) == (found.settings.kind == "groups", bool(found.teams))


def test_check_shows_the_round_that_follows_from_the_draw(tmp_path: Path) -> None:
    found = played(begun(4, "knockout"), next_round(begun(4, "knockout")))
    document = found.to_json()
    first, second = document["rounds"][0]["pairings"]
    first["players"], second["players"] = (
        [first["players"][0], second["players"][0]],
        [first["players"][1], second["players"][1]],
    )
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(document))
    status, printed, _ = ran("tournament_check", str(path))
    assert status == 1
    assert printed.startswith(
        "Round 1 is not as its rules require. Set by the draw and the results.\n  Table 1: "
    )


def test_check_finds_that_nothing_is_better(file: Path) -> None:
    status, printed, error = ran("tournament_check", str(file))
    assert (status, error) == (0, "")
    first, second, standings = printed.splitlines()
    assert first == "Round 1 is the best possible by its criteria."
    assert second == "Round 2 is the best possible by its criteria."
    assert standings.startswith(
        "Standings after round 2: 11 places, decided by match points (3), small points ("
    )


def test_check_proves_standings_or_shows_what_is_wrong_with_them(file: Path, tmp_path: Path) -> None:
    claimed = json.loads(ran("tournament_standings", str(file), "--json")[1])
    path = tmp_path / "standings.json"
    path.write_text(json.dumps(claimed))
    status, printed, _ = ran("tournament_check", str(file), "--standings", str(path))
    assert (status, printed.splitlines()[-1]) == (0, "The standings in that file are correct.")
    first, second, third = claimed["places"][:3]
    most = first["points"]
    first["rank"], third["points"] = 2, "1.5"
    claimed["places"][1] = second | {"player": "nobody"}
    path.write_text(json.dumps(claimed))
    status, printed, _ = ran("tournament_check", str(file), "--standings", str(path))
    assert status == 1
    assert printed.splitlines()[-4:] == [
        f"  {first['name']}: expected place 1 with {most} points, found place 2 with {most} points",
        f"  {second['name']}: expected place 2 with {second['points']} points, found no place",
        f"  {third['name']}: expected place 3 with 4 points, found place 3 with 1.5 points",
        f"  nobody: expected no place, found place 2 with {second['points']} points",
    ]
    found = json.loads(ran("tournament_check", str(file), "--standings", str(path), "--json")[1])["standings"]
    assert [each["player"] for each in found["wrong"]] == [
        first["player"], second["player"], third["player"], "nobody",
    ]  # fmt: skip
    assert sum(found["parted"].values()) == 10
    path.write_text("[]")
    assert ran("tournament_check", str(file), "--standings", str(path))[0] == 2


def test_check_shows_a_better_round(file: Path) -> None:
    document = json.loads(file.read_text())
    last = document["rounds"][-1]["pairings"]
    last[0]["players"][1], last[-1]["players"][1] = last[-1]["players"][1], last[0]["players"][1]
    file.write_text(json.dumps(document))
    status, printed, _ = ran("tournament_check", str(file))
    assert status == 1
    assert "Round 2 could be better: " in printed
    assert "  Table 1: " in printed
    found = json.loads(ran("tournament_check", str(file), "--json")[1])
    assert [each["optimal"] for each in found["rounds"]] == [True, False]
    assert found["rounds"][1]["better"]["pairings"]


def test_standings_print_points_and_the_tie_breaks_that_were_needed(file: Path) -> None:
    status, printed, _ = ran("tournament_standings", str(file))
    assert status == 0
    assert printed.startswith("Standings after round 2\n   1  Player ")
    assert "small points" in printed
    found = json.loads(ran("tournament_standings", str(file), "--json", "--after", "1")[1])
    assert found["after"] == 1
    assert [each["rank"] for each in found["places"]] == list(range(1, 12))


@pytest.mark.parametrize("command", ["tournament_pair", "tournament_check", "tournament_standings"])
@pytest.mark.parametrize(("text", "says"), [
    ("{", "not JSON"), ("{}", "format: must be “leaguer-tournament”"), (None, "cannot be read: No such file"),
])  # fmt: skip
def test_bad_input_is_one_line_and_status_2(
    tmp_path: Path, command: str, text: str | None, says: str
) -> None:
    path = tmp_path / "bad.json"
    if text is not None:
        path.write_text(text)
    status, printed, error = ran(command, str(path))
    assert (status, printed) == (2, "")
    assert says in error
    assert error.count("\n") == 1


def test_a_round_that_cannot_be_paired_says_why(tmp_path: Path, file: Path) -> None:
    document = json.loads(file.read_text())
    del document["rounds"][-1]["pairings"][0]["result"]
    file.write_text(json.dumps(document))
    status, _, error = ran("tournament_pair", str(file))
    assert status == 2
    assert "Results of round 2 are missing: enter them first." in error


def test_fides_systems_pair_and_check_by_name(tmp_path: Path) -> None:
    path = tmp_path / "fide.json"
    found = generate(9, 4, "fide", played=2, settings=Settings(fide=Fide(system="burstein")))
    path.write_text(json.dumps(found.to_json()))
    _, printed, _ = ran("tournament_pair", str(path))
    assert "Paired by FIDE’s Burstein system (C.04.4.2, in force from February 2026).\nTable 1: " in printed
    assert ran("tournament_check", str(path))[1].startswith("Round 1 is as its rules require.\n")
    document = json.loads(path.read_text())
    first = document["rounds"][0]["pairings"][0]
    first["players"].reverse()
    path.write_text(json.dumps(document))
    status, printed, _ = ran("tournament_check", str(path))
    assert status == 1
    assert printed.startswith("Round 1 is not as its rules require. Paired by FIDE’s Burstein system")


TRF = """\
012 Spring Open
XXR 4
001    1      Adams, Ada                        2400                             1.0    1     3 w 1
001    2      Baker, Bea                        2300                             0.5    2     4 b =
001    3      Clark, Cy                         2200                             0.0    4     1 b 0
001    4      Dahl, Dee                         2100                             0.5    3     2 w =
"""


def test_every_command_reads_a_trf(tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    path.write_text(TRF)
    _, printed, _ = ran("tournament_pair", str(path))
    assert printed.splitlines()[:3] == [
        "Round 2 of Spring Open", "Paired by FIDE’s Dutch system (C.04.3, as in force until January 2026).",
        "Table 1: Baker, Bea against Adams, Ada",
    ]  # fmt: skip
    assert ran("tournament_check", str(path))[0] == 0
    assert ran("tournament_standings", str(path))[1].startswith(
        "Standings after round 1\n   1  Adams, Ada      1"
    )


def test_a_trf_with_the_next_round_is_printed_in_both_versions(tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    path.write_text(TRF)
    printed = ran("tournament_pair", str(path), "--trf")[1]
    assert "001    2      Baker, Bea                        2300" in printed
    assert "  0.5    3     4 b =     1 w\r\n" in printed
    assert "192 FIDE_DUTCH_2025\r\n" in printed
    older = ran("tournament_pair", str(path), "--trf", "16")[1]
    assert "XXR 4\r\n" in older
    assert "192" not in older
    path.write_bytes(printed.encode())
    document = read_tournament(ran("tournament_standings", str(path), "--document")[1])
    assert [each.result for each in document.rounds[1].pairings] == [None, None]
    assert ran("tournament_standings", str(path), "--trf")[1] == printed


@pytest.mark.parametrize("command", ["tournament_pair", "tournament_check", "tournament_standings"])
def test_a_wrong_trf_is_one_line_with_line_and_column(tmp_path: Path, command: str) -> None:
    path = tmp_path / "open.trf"
    path.write_text(TRF.replace("     4 b =", "     4 b 1"))
    status, printed, error = ran(command, str(path))
    assert (status, printed) == (2, "")
    assert error == f"{path}: line 4, column 99: does not match what player 4 has in this round\n"
