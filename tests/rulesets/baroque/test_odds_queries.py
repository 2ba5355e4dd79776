"""Queries of odds: faults with their paths, the command, the page of formats."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

from rulesets.baroque.odds import ODDS
from rulesets.contract.odds import OddsError
from tests.rulesets.baroque.test_odds import FOOT, HORSE, STRUCK, own

odds = ODDS.answer


def firing(**conditions: Any) -> dict[str, Any]:
    return {"kind": "shot", "attacker": FOOT, "target": HORSE, "conditions": conditions}


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ([], ""),
        ({}, "kind"),
        ({"kind": "siege"}, "kind"),
        (firing(distance=float("nan")), ""),
        (firing(), "conditions.distance"),
        (firing(distance=9), "conditions.distance"),
        (firing(distance=5), "conditions.distance"),
        (firing(distance=1, wind=3), "conditions.wind"),
        (firing(distance=1, indirect=True), "conditions.indirect"),
        (firing(distance=1, weapon="Bow"), "conditions.weapon"),
        ({**firing(distance=3, through=True), "target": own("CL")}, "conditions.through"),
        ({**firing(distance=1), "attacker": HORSE}, "conditions.distance"),
        ({"kind": "pistols", "attacker": FOOT, "target": HORSE}, "attacker"),
        ({"kind": "melee", "attacker": {"entry": "tyw-swedish.ghosts"}, "target": HORSE}, "attacker.entry"),
        ({"kind": "melee", "attacker": {**FOOT, "options": ["no"]}, "target": HORSE}, "attacker.options[0]"),
        ({"kind": "melee", "attacker": {}, "target": HORSE}, "attacker"),
        ({"kind": "melee", "attacker": {**FOOT, "supports": [{}]}, "target": HORSE}, "attacker.supports[0]"),
        ({"kind": "melee", "attacker": {**FOOT, **own()}, "target": HORSE}, "attacker"),
        ({"kind": "melee", "attacker": FOOT, "target": own("XX")}, "target.profile.type"),
        ({"kind": "melee", "attacker": FOOT, "target": own(special=["Fat"])}, "target.profile.special[0]"),
        ({"kind": "melee", "attacker": FOOT, "target": {**own(), "options": ["x"]}}, "target.options"),
        ({"kind": "melee", "attacker": FOOT, "target": {**HORSE, "vbu": 7}}, "target.vbu"),
        ({"kind": "melee", "attacker": {**FOOT, "vbu": 0}, "target": HORSE}, "attacker.vbu"),
    ],
)
def test_a_fault_is_told_with_its_path(query: Any, path: str) -> None:
    with pytest.raises(OddsError) as caught:
        odds(query)

    assert caught.value.path == path
    assert "\n" not in str(caught.value)


# ---------------------------------------------------------------------------- the command


QUERY = firing(distance=1.5)


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("odds", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.rule("BQ-7.2.3.c")
def test_the_command_tells_that_a_struck_flank_is_disordered(tmp_path: Path) -> None:
    file = tmp_path / "query.json"
    file.write_text(json.dumps(STRUCK))

    words = run(str(file))

    assert "Militia: 7 dice" in words
    assert "wins 29.2%, draw" in words


def test_the_command_answers_in_words_and_in_json(tmp_path: Path) -> None:
    file = tmp_path / "query.json"
    file.write_text(json.dumps(QUERY))

    words, answer = run(str(file)), json.loads(run(str(file), "--json"))

    assert "Swedish Foot: 4 dice = 6, musket at short range +1 (BQ-6.1.2)" in words
    assert answer == odds(QUERY)


def test_the_command_reads_standard_input_and_tells_of_a_melee(monkeypatch: pytest.MonkeyPatch) -> None:
    query = {"kind": "melee", "attacker": {**HORSE, "charging": True}, "target": {**FOOT, "touched": "flank"}}
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(query).encode())))

    words = run("-")

    assert "Cuirassiers wins" in words
    assert "routs, having lost where it was hit in flank or rear" in words


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"kind": "shot"}', "\x00", "[" * 100_000, " " * 100_001])
def test_a_query_that_cannot_be_read_is_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file = tmp_path / "query.json"
    file.write_text(text)

    with pytest.raises(SystemExit) as stopped:
        run(str(file))

    assert stopped.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_file_that_is_not_there_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("nowhere.json")

    assert stopped.value.code == 2
    assert "No such file" in capsys.readouterr().err


# ---------------------------------------------------------------------------- the page


PAGE = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json odds\n(.*?)```", PAGE, re.DOTALL)
FIELDS = set(re.findall(r"`([a-z_]+)(?:\[\])?`", PAGE))


def test_the_queries_on_the_page_are_answered() -> None:
    kinds = [odds(json.loads(text))["kind"] for text in EXAMPLES]

    assert kinds == ["shot", "melee"]


def test_the_words_on_the_page_are_those_of_the_command(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```text odds\n(.*?)```", PAGE, re.DOTALL)
    file = tmp_path / "query.json"
    file.write_text(EXAMPLES[0])

    assert run(str(file)) == shown


def test_the_page_names_every_field_of_an_answer() -> None:
    answers = [odds(json.loads(text)) for text in EXAMPLES]
    parts = [answer.get(part, {}) for answer in answers for part in ("attacker", "target", "result")]
    named = {key for part in parts for key in part}

    assert "dice_modifiers" in named
    assert named <= FIELDS
