"""The battle examples of docs/formats.md do what the page says."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

from battles.setups import read_setup_file
from rulesets.baroque.setup import AGREEMENTS
from rulesets.baroque.tables import tables
from rulesets.contract import registry
from rulesets.engine.dice import seed_hash
from rulesets.engine.document import begin, to_lines
from tests.kit.battles import SAMPLES

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SETUP = SAMPLES.parent / "setups" / "patrols.json"


def example(kind: str) -> str:
    (text,) = re.findall(rf"```json {kind}\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def test_the_set_up_of_the_page_begins_a_battle(tmp_path: Path) -> None:
    path = SETUP.parent / "of-the-page.json"
    value = json.loads(example("setup"))
    value["lists"] = [str((path.parent / name).resolve()) for name in value["lists"]]
    here = tmp_path / "setup.json"
    here.write_text(json.dumps(value))
    setup = read_setup_file(here)
    battle = begin(registry.get("baroque"), setup, "1")
    assert [piece.kind for piece in battle.state.terrain.values()] == ["wood"]
    assert set(setup) == set(value)


def test_the_page_names_every_option_and_every_kind_of_terrain() -> None:
    section = PAGE.partition("### Set-up")[2].partition("### Battle")[0]
    assert all(f"`{agreement.key}`" in section for agreement in AGREEMENTS)
    crossings = ("ford", "bridge")
    kinds = [kind.key for kind in tables().terrain_kind if kind.key not in crossings]
    assert all(f"`{kind}`" in section for kind in kinds)


def test_the_lines_of_the_page_have_the_keys_of_real_ones() -> None:
    setup = read_setup_file(SETUP)
    battle = begin(registry.get("baroque"), setup, "1")
    tactician = battle.system.core.tactician
    battle.play([tactician, tactician])
    real: dict[str, dict[str, Any]] = {}
    for line in map(json.loads, to_lines(battle)):
        real.setdefault(line["line"], line)
    shown = {line["line"]: line for line in map(json.loads, example("lines").splitlines())}
    assert {name: set(line) for name, line in shown.items()} == {
        name: set(line) for name, line in real.items()
    }
    assert real["event"]["event"].keys() >= {"kind", "rule"}


def test_fight_prints_what_the_page_shows() -> None:
    out = StringIO()
    call_command("fight", str(SETUP), "--seed", "1", "--json", stdout=out)
    printed, shown = json.loads(out.getvalue()), json.loads(example("fight"))
    assert list(printed) == list(shown)
    assert list(printed["result"]) == list(shown["result"])
    assert shown["seed_hash"] == printed["seed_hash"] == seed_hash("1")
    assert printed["sides"] == shown["sides"]


def test_the_figures_of_a_score_are_those_of_the_page() -> None:
    out = StringIO()
    call_command("fight", str(SETUP), "--seed", "1", "--json", stdout=out)
    section = PAGE.partition("A score of Baroque has")[2].partition("The victory sheet")[0]
    for score in json.loads(out.getvalue())["result"]["scores"]:
        assert all(f"`{key}" in section for key in score)
        for command in score["commands"]:
            assert all(f"`{key}" in section for key in command)
            assert all(f"`{key}`" in section for line in command["lines"] for key in line)


def test_the_page_tells_how_players_end_a_battle() -> None:
    rows = re.findall(r"^\| `(concede|agree draw)` \| `(.+?)` \|.*?\| `([a-z-]+)`, with `(\w+)`", PAGE, re.M)
    assert [row[0] for row in rows] == ["concede", "agree draw"]
    for decision, choice, kind, field in rows:
        battle = begin(registry.get("baroque"), read_setup_file(SETUP), "1")
        battle.repeat(decision, json.loads(choice), 1)
        event = battle.entries[-1].event.to_json()
        assert event == {"kind": kind, "rule": "", field: 1}
        assert battle.choices[-1].to_json() == {
            "side": 1, "decision": decision, "choice": json.loads(choice),
        }  # fmt: skip
