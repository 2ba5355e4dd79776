"""manage.py campaign_simulate: what it plays, prints and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command

from campaigns import services
from campaigns.engine import shipped
from campaigns.engine.state import Outcome, outcome_adapter
from campaigns.management.workers import Task, runs
from campaigns.models import Campaign
from tests.kit.campaigns import battles, island
from tests.kit.strip import campaign, document, troop


def simulate(*args: object) -> tuple[int, str, str]:
    """Exit code, standard output and what is wrong in words."""
    out, err = StringIO(), StringIO()
    code = 0
    try:
        call_command("campaign_simulate", *map(str, args), stdout=out, stderr=err)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    return code, out.getvalue(), err.getvalue()


def quickly(*args: object) -> tuple[int, str, str]:
    """Short campaigns in this process with the campaign's dice; what is given counts."""
    return simulate(args[0], "--battles", "quick", "--turns", "3", "--seeds", "3", "--jobs", "1", *args[1:])


def shown(*args: object) -> dict[str, Any]:
    code, out, err = quickly(*args, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


# -- what is printed ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(shipped.campaigns()))
def test_every_campaign_that_ships_is_played_and_told_of(key: str) -> None:
    code, out, err = quickly(key)
    state = shipped.campaigns()[key]
    assert (code, err) == (0, "")
    assert out.startswith(f"{state.name}: 3 campaigns of up to 3 turns")
    assert all(out.count(faction.name) >= 2 for faction in state.factions)
    assert all(words in out for words in ("wins", "95%", "battles won", "an equal share", "turn by turn"))


def test_battles_are_fought_by_the_engine_unless_told_otherwise() -> None:
    _, out, _ = simulate("island", "--turns", 2, "--seeds", 1, "--jobs", 1, "--json")
    found = json.loads(out)
    assert found["battles"] == "engine"
    assert found["balance"]["battles"] > 0
    assert found["balance"]["quick"] == 0


def test_the_same_campaign_gives_the_same_table() -> None:
    assert quickly("island")[1] == quickly("island")[1]


def test_two_processes_print_what_one_prints() -> None:
    one = quickly("island", "--seeds", 6, "--json")
    two = quickly("island", "--seeds", 6, "--json", "--jobs", 2)
    assert one == two
    assert one[0] == 0


def test_json_has_the_balance_and_every_run() -> None:
    found = shown("island")
    assert (found["campaign"], found["turns"], found["seeds"]) == ("The Isle of Merrow", 3, 3)
    assert [run["seed"] for run in found["runs"]] == ["1", "2", "3"]
    assert all(len(run["figures"]) == 4 for run in found["runs"])
    assert sum(each["wins"] for each in found["balance"]["factions"]) + found["balance"]["drawn"] == 3


def test_who_won_most_stands_first() -> None:
    _, out, _ = quickly("island", "--turns", 10, "--seeds", 9)
    rows = [line.split() for line in out.splitlines() if line.startswith("The C") and line.count("%") == 3]
    wins = [int(row[2]) for row in rows]
    assert len(wins) == 3
    assert wins == sorted(wins, reverse=True)
    assert sum(wins) <= 9


def test_a_ladder_tells_of_rungs() -> None:
    _, out, _ = quickly("ladder")
    (head,) = (line for line in out.splitlines() if line.startswith("faction"))
    assert "rung" in head
    assert "areas" not in head
    assert "rung" not in quickly("island")[1]


def test_a_campaign_that_one_side_must_win_is_called_unbalanced(tmp_path: Path) -> None:
    forces = [
        {"id": f"r{number}", "faction": "red", "at": "castle", "list": "royalist-oxford-army"}
        for number in range(3)
    ]
    path = written(tmp_path, document(forces, victory={"turns": 6}).to_json())
    _, out, _ = quickly(path, "--turns", 6, "--seeds", 8)
    assert "The Red Cause wins more often than an equal share of 33%." in out
    assert "The Blue League wins less often" in out


def test_the_plot_is_a_picture_with_a_bar_and_a_line_for_each_faction(tmp_path: Path) -> None:
    path = tmp_path / "balance.svg"
    assert quickly("island", "--plot", path)[0] == 0
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    named = {
        name: [each for each in root.iter() if each.tag.endswith(f"}}{name}")]
        for name in ("polyline", "rect", "text")
    }
    assert len(named["polyline"]) == 9  # areas, worth and points of three factions
    colours = {each.colour for each in shipped.campaigns()["island"].factions}
    assert colours <= {each.get("fill") for each in named["rect"]}
    assert "The Isle of Merrow: wins in 3 campaigns" in {each.text for each in named["text"]}


def test_names_of_factions_are_safe_in_the_plot(tmp_path: Path) -> None:
    value = shipped.document("island")
    value["factions"][0]["name"] = "<script>&"
    path = tmp_path / "balance.svg"
    assert quickly(written(tmp_path, value), "--plot", path)[0] == 0
    assert "<script>" not in path.read_text(encoding="utf-8")
    ElementTree.fromstring(path.read_text(encoding="utf-8"))


# -- where it starts from -------------------------------------------------------------------------


def written(folder: Path, value: Any) -> Path:
    path = folder / "campaign.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_a_document_is_played_like_the_campaign_that_ships(tmp_path: Path) -> None:
    assert shown(written(tmp_path, shipped.document("island"))) == shown("island")


@pytest.mark.django_db
def test_the_file_of_a_whole_campaign_is_played_from_its_beginning(alice: User, tmp_path: Path) -> None:
    row = island(alice)
    services.resolve(row, row.revision)
    assert shown(written(tmp_path, services.export_file(row)))["runs"] == shown("island")["runs"]


@pytest.mark.django_db
def test_it_can_go_on_from_where_the_file_stands(alice: User, tmp_path: Path) -> None:
    row = island(alice)
    services.resolve(row, row.revision)
    Campaign.objects.filter(pk=row.pk).update(state={**row.state, "turn": 9})
    row.refresh_from_db()
    found = shown(written(tmp_path, services.export_file(row)), "--from-now", "--turns", 9)
    assert {(run["turns"], run["over"]) for run in found["runs"]} == {(2, True)}


@pytest.mark.django_db
def test_battles_that_are_settled_in_the_file_keep_their_outcome(alice: User, tmp_path: Path) -> None:
    row = island(alice)
    battles(row, ("cr1", "co1"), ("cr2", "cy1"))
    told = outcome_adapter().dump_python(Outcome(1, how="seen by all", means="table"), mode="json")
    row.engagements.filter(key="t1e1").update(outcome=told)
    found = shown(written(tmp_path, services.export_file(row)), "--from-now", "--turns", 1)
    assert [(run["battles"], run["quick"]) for run in found["runs"]] == [(2, 1)] * 3


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("seeds", "0", "“0”"), ("seeds", "-3", "“-3”"), ("seeds", "many", "“many”"),
        ("turns", "1.5", "“1.5”"), ("turns", "0", "from 1 to 1000"), ("jobs", "0", "from 1 to"),
        ("turns", "9999999", "from 1 to 1000"),
    ],
)  # fmt: skip
def test_numbers_that_are_none_are_refused(name: str, value: str, told: str) -> None:
    code, out, err = simulate("island", f"--{name}={value}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"--{name}: ")
    assert told in err


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "JSON"), (b"[]", "not a campaign"), (b"{", "line 1"), (b"\xff\xfe", "UTF-8"), (b"{}", "name"),
        (b'{"version": 99}', "newer"), (b'{"format": "leaguer-campaign-file"}', "document"),
        (json.dumps(shipped.document("island") | {"systems": ["chess"]}).encode(), "systems[0]"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_in_one_line(content: bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    path.write_bytes(content)
    code, out, err = simulate(path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(str(path))
    assert told in err


def test_a_list_that_no_force_can_be_made_of_is_refused_with_its_place(tmp_path: Path) -> None:
    value = shipped.document("island")
    value["forces"][1]["list"] = "no-such-army"
    code, _, err = simulate(written(tmp_path, value))
    assert (code, err.count("\n")) == (2, 1)
    assert "forces[1].list" in err


def test_an_unknown_name_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    code, _, err = simulate("atlantis")
    assert (code, err.count("\n")) == (2, 1)
    assert all(key in err for key in shipped.campaigns())


def test_a_folder_is_no_campaign(tmp_path: Path) -> None:
    code, _, err = simulate(tmp_path)
    assert (code, err.count("\n")) == (2, 1)


def test_a_document_cannot_be_gone_on_with() -> None:
    code, _, err = simulate("island", "--from-now")
    assert (code, err.count("\n")) == (2, 1)
    assert "--from-now" in err


def test_a_plot_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    code, out, err = simulate("island", "--seeds", 100_000, "--plot", tmp_path / "no" / "plot.svg")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "plot.svg" in err


# -- processes ------------------------------------------------------------------------------------


def test_every_run_comes_back_once_from_the_processes() -> None:
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "south"))
    seeds = [str(number) for number in range(9)]
    found = list(runs(Task(state, 2, "quick"), seeds, 3))
    assert sorted(run.seed for run in found) == seeds
    one = {run.seed: run for run in runs(Task(state, 2, "quick"), seeds, 1)}
    assert {run.seed: run for run in found} == one


def test_who_stops_asking_stops_the_processes() -> None:
    state = campaign(troop("r1", "red", "castle"), troop("b1", "blue", "south"))
    asked = runs(Task(state, 3, "quick"), [str(number) for number in range(5000)], 2)
    next(asked)
    asked.close()
    with pytest.raises(StopIteration):
        next(asked)


def _heeding_interrupts() -> None:
    """A shell that runs the tests in the background lets them, and all they begin, ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("whom", ["the command", "all processes"])
def test_an_interrupt_ends_it_with_one_line_and_no_process_left(whom: str) -> None:
    command = [
        sys.executable,
        "manage.py",
        "campaign_simulate",
        "island",
        "--seeds",
        "5000",
        "--jobs",
        "2",
        "--turns",
        "1",
    ]
    process = subprocess.Popen(
        command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True, preexec_fn=_heeding_interrupts,
    )  # fmt: skip
    assert process.stderr is not None
    while process.stderr.read(1) != b"0":  # the progress bar is there
        assert process.poll() is None
    (os.kill if whom == "the command" else os.killpg)(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"interrupted, " in err.splitlines()[-1]
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
