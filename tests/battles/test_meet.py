"""The command line: meet."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from rulesets.by_fire_and_sword.meeting.options import read_options
from rulesets.by_fire_and_sword.pieces import kinds
from rulesets.contract import registry
from rulesets.engine.sealing import seal_of
from tests.kit.battles import SAMPLES
from tests.kit.commands import run

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SETUP = SAMPLES.parent / "setups" / "boyars-and-pancerni.json"
BATTLE = SAMPLES.parent / "setups" / "patrols.json"


def written(path: Path, **changes: Any) -> str:
    """A set-up like the sample with changes, in a file."""
    value = json.loads(SETUP.read_text())
    value["lists"] = [str((SETUP.parent / each).resolve()) for each in value["lists"]]
    path.write_text(json.dumps({**value, **changes}))
    return str(path)


def test_meet_tells_every_step_with_dice_and_rules() -> None:
    code, out, err = run("meet", str(SETUP), "--seed", "1")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("The boyars against The pancerni: the table is ready: ")
    steps = [line for line in lines if line.startswith("Step ")]
    assert [line.split(":")[0] for line in steps] == [f"Step {number}" for number in range(1, 8)]
    assert any("[d10: " in line and "(BFS-30.3.D)" in line for line in lines)


def test_the_same_set_up_and_seed_give_the_same_meeting_and_another_seed_another_one() -> None:
    first, second, other = (run("meet", str(SETUP), "--seed", seed)[1] for seed in ("1", "1", "2"))
    assert first == second != other


def test_meet_prints_json_and_writes_a_document_that_replays(tmp_path: Path) -> None:
    value = json.loads(run("meet", str(SETUP), "--seed", "1", "--json")[1])
    assert value["state"]["ready"] is True
    assert value["state"]["step"] == 7
    assert value["result"]["winner"] is None
    assert len(value["hash"]) == len(value["seed_hash"]) == 64
    for name in ("meeting.json", "meeting.jsonl"):
        out = tmp_path / name
        assert run("meet", str(SETUP), "--seed", "1", "--log", str(out))[0] == 0
        code, said, _ = run("replay", str(out))
        assert code == 0
        assert value["hash"] in said


def chosen_scenario(path: Path, seed: int, choices: dict[str, Any]) -> tuple[int, Any, str]:
    code, out, err = run("meet", written(path, choices=choices), "--seed", str(seed), "--json")
    return code, json.loads(out)["state"]["scenario"] if code == 0 else None, err


def test_a_file_may_hold_choices_by_their_kind(tmp_path: Path) -> None:
    path = tmp_path / "setup.json"
    seed, plain = next(
        (seed, found)
        for seed in range(60)
        for _, found, _ in [chosen_scenario(path, seed, {})]
        if len(found["options"]) > 1
    )
    for key in plain["options"]:
        _, found, _ = chosen_scenario(path, seed, {"scenario": [{"do": "scenario", "scenario": key}]})
        assert found["key"] == key
    code, _, err = chosen_scenario(path, seed, {"scenario": [{"do": "scenario", "scenario": "chess"}]})
    assert code == 2
    assert "choices.scenario[0]" in err


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"choices": []}, "choices"),
        ({"choices": {"scenario": {"do": "scenario"}}}, "choices.scenario"),
        ({"choices": {"scenario": [3]}}, "choices.scenario"),
        (
            {"choices": {"scenaro": []}},
            "choices.scenaro: is not a kind of decision: choose one of scenario, ",
        ),
        ({"dice": "typed"}, "dice"),
        ({"table": {"width": 90}}, "table.width"),
        ({"options": {"colour": "red"}}, "options.colour"),
        ({"terrain": [{"kind": "volcano"}]}, "terrain[0]"),
        ({"lists": ["nowhere.json", "nowhere.json"]}, "lists[0]"),
        ({"lists": [{}, {}]}, "lists[0]"),
        ({"system": "chess"}, "chess"),
        ({"lists": [str(SAMPLES / "royalist-patrol-300.json")] * 2}, "lists[0].system"),
    ],
)
def test_a_bad_set_up_is_one_line_and_status_2(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    path = tmp_path / "setup.json"
    code, out, err = run("meet", written(path, **changes), "--seed", "1")
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert words in err


@pytest.mark.parametrize(
    ("seed", "setup"), [("", SETUP), ("x" * 65, SETUP), ("1", SETUP.parent / "none.json")]
)
def test_a_bad_seed_or_file_is_one_line_and_status_2(seed: str, setup: Path) -> None:
    code, _, err = run("meet", str(setup), "--seed", seed)
    assert code == 2
    assert len(err.strip().splitlines()) == 1


def test_no_place_to_write_is_one_line_and_status_2(tmp_path: Path) -> None:
    code, _, err = run("meet", str(SETUP), "--seed", "1", "--log", str(tmp_path / "no" / "log.json"))
    assert code == 2
    assert "cannot be written" in err


def test_a_battle_is_not_met_and_a_meeting_is_not_fought() -> None:
    code, _, err = run("meet", str(BATTLE), "--seed", "1")
    assert (code, "use “fight”" in err) == (2, True)
    code, _, err = run("fight", str(SETUP), "--seed", "1")
    assert (code, "use “meet”" in err) == (2, True)


# -- docs/formats.md -------------------------------------------------------------------------------


def test_the_set_up_of_the_page_meets(tmp_path: Path) -> None:
    value = json.loads(re.findall(r"```json meet\n(.*?)```", PAGE, re.DOTALL)[0])
    value["lists"] = [str((SETUP.parent / each).resolve()) for each in value["lists"]]
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(value))
    code, out, err = run("meet", str(path), "--seed", "1", "--json")
    assert (code, err) == (0, "")
    made = [(each["decision"], each["choice"]) for each in json.loads(out)["choices"]]
    for kind, listed in value["choices"].items():
        assert (kind, listed[0]) in made


def test_the_page_names_every_option_of_a_meeting_and_its_terrain() -> None:
    section = PAGE.partition("### Set-up")[2].partition("### Battle")[0]
    assert all(f"| `{key}` |" in section for key in read_options({}))
    assert all(f"`{kind}`" in section for kind in kinds())


def test_the_page_names_every_kind_of_decision_that_may_be_chosen() -> None:
    meeting = registry.get("by_fire_and_sword").presentation.meeting
    assert meeting is not None
    rows = PAGE.partition("### meet")[2].partition("| Kind | Choices |")[2].partition("\n\n")[0].splitlines()
    named = [kind for row in rows[2:] for kind in re.findall(r"`([a-z ]+)`", row.split("|")[1])]
    assert named == list(meeting.decisions)


def test_the_page_tells_how_a_secret_is_sealed() -> None:
    section = PAGE.partition("written down in secret")[2].partition("### fight")[0]
    shown = json.loads(re.findall(r"`(\{\"do\": \"write\".*?\})`", section)[0])
    sealed = re.findall(r"`(\{\"salt\".*?\})`", section)[0]
    assert seal_of(shown) == hashlib.sha256(sealed.encode()).hexdigest()
