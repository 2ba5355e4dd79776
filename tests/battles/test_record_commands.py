"""The command line: score."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from rulesets.by_fire_and_sword.victory.score import score
from tests.kit.battles import SAMPLES
from tests.kit.commands import run

RESULT = SAMPLES.parent / "results" / "poles-and-muscovites.json"


def written(folder: Path, **changes: Any) -> Path:
    """The sample result with changes, its lists by their whole paths."""
    document = json.loads(RESULT.read_text())
    document["lists"] = [str((RESULT.parent / each).resolve()) for each in document["lists"]]
    path = folder / "result.json"
    path.write_text(json.dumps({**document, **changes}))
    return path


@pytest.mark.rule("BFS-34.5", "BFS-34.6", "BFS-34.7")
def test_score_tells_the_result_and_every_step() -> None:
    code, out, err = run("score", str(RESULT))
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "Tactical victory for Poles, 5 to 3"
    for words in ("Poles: 4 of 21 Force Value lost (acceptable), 5 victory points",
                  "Own losses: acceptable: 1 (BFS-34.3)", "two wagons brought off the table: 4 (BFS-34.5)",
                  "Small Points 2 : 0 (BFS-34.7)", "Big Points 4 : 2 (BFS-34.7)"):  # fmt: skip
        assert words in out


def test_score_prints_json_with_every_line() -> None:
    value = json.loads(run("score", str(RESULT), "--json")[1])
    assert value["system"] == "by_fire_and_sword"
    assert value["winner_name"] == "Poles"
    assert [side["total"] for side in value["sides"]] == [5, 3]
    assert value["sides"][1]["losses"]["lost"] == 8


def test_score_writes_a_victory_sheet_that_holds_the_result(tmp_path: Path) -> None:
    out = tmp_path / "victory.pdf"
    assert run("score", str(RESULT), "--pdf", str(out), "--paper", "Letter")[0] == 0
    pdf = PdfReader(io.BytesIO(out.read_bytes()))
    assert pdf.pages[0].mediabox.width == 612
    assert score(pdf.attachments["result.json"][0]).words == "Tactical victory for Poles, 5 to 3"


@pytest.mark.parametrize(("changes", "words"), [
    ({"format": "leaguer-battle"}, "use “leaguer-bfs-result”"), ({"version": 2}, "version 2 is newer"),
    ({"lists": ["nowhere.json", "nowhere.json"]}, "lists[0] (nowhere.json)"), ({"lists": 3}, "lists"),
    ({"lists": [{}, {}]}, "lists[0]"), ({"losses": [{"c1u2": {"destroyed": 9}}, {}]}, "losses[0].c1u2"),
    ({"losses": [{"nobody": {}}, {}]}, "losses[0].nobody"), ({"scenario_points": [1, 2]}, "points[0]"),
    ({"turns": "six"}, "turns"), ({"fame": 1}, "fame"),
    ({"lists": [str(SAMPLES / "royalist-patrol-300.json")] * 2}, "is a list for baroque"),
])  # fmt: skip
def test_a_bad_result_exits_with_2_and_one_line_that_names_the_place(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    code, out, err = run("score", str(written(tmp_path, **changes)))
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", "\xff", "[" * 100_000])
def test_what_is_no_json_exits_with_2(tmp_path: Path, text: str) -> None:
    path = tmp_path / "result.json"
    path.write_bytes(text.encode("latin-1"))
    code, _, err = run("score", str(path))
    assert code == 2
    assert len(err.strip().splitlines()) == 1


def test_a_missing_file_and_a_place_that_cannot_be_written_exit_with_2(tmp_path: Path) -> None:
    assert run("score", str(tmp_path / "none.json"))[0] == 2
    code, out, err = run("score", str(RESULT), "--pdf", str(tmp_path / "no" / "where.pdf"))
    assert (code, out) == (2, "")
    assert "cannot be written" in err


def test_the_result_that_the_docs_show_is_scored_as_they_say(tmp_path: Path) -> None:
    page = (SAMPLES.parents[1] / "docs" / "formats.md").read_text()
    shown = json.loads(re.findall(r"```json result\n(.*?)```", page, re.DOTALL)[0])
    del shown["lists"]
    value = json.loads(run("score", str(written(tmp_path, **shown)), "--json")[1])
    lost = [side["losses"]["lost"] for side in value["sides"]]
    assert lost == [3, 5]  # 2 and a half; 2 cut off, a half and a captain of 1 Command Point
    assert value["sides"][0]["scenario_points"] == 4
    command, head = re.findall(r"^\$ manage\.py (score \S+)\n(.*)$", page, re.MULTILINE)[0]
    assert run("score", str(SAMPLES.parents[1] / command.split()[1]))[1].splitlines()[0] == head
