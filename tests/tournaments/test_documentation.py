"""The examples of docs/tournaments.md are documents and settings that can be read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tournaments.engine.document import read_tournament
from tournaments.engine.league import read_league
from tournaments.engine.presets import load_presets
from tournaments.engine.scoringchecks import faults_in_scoring
from tournaments.engine.settings import Scoring, Settings

PAGE = (Path(__file__).resolve().parents[2] / "docs/tournaments.md").read_text()
EXAMPLES: list[dict[str, Any]] = [
    json.loads(each) for each in re.findall(r"^```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: str(each.get("format", next(iter(each)))))
def test_every_example_can_be_read(example: dict[str, Any]) -> None:
    if example.get("format") == "leaguer-league":
        assert read_league(example).events
    elif example.get("format") == "leaguer-tournament":
        assert read_tournament(example).players
    elif "formula" in example:
        assert not list(faults_in_scoring(Scoring.model_validate_json(json.dumps(example)), "scoring"))
    else:
        assert Settings.model_validate_json(json.dumps(example)) != Settings()


def test_the_example_of_by_fire_and_sword_is_its_preset() -> None:
    shown = next(each["scoring"] for each in EXAMPLES if "scoring" in each)
    found = load_presets()["by-fire-and-sword"].settings.scoring
    assert Scoring.model_validate_json(json.dumps(shown)).bands == found.bands


def test_every_setting_is_described() -> None:
    left_out = {"fide", "knockout", "groups", "schedule"}
    assert not [each for each in Settings.model_fields if f"`{each}`" not in PAGE and each not in left_out]
