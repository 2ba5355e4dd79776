"""Finished battles that must replay for ever, whatever becomes of the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battles.management.commands.replay import difference
from rulesets.contract import registry
from rulesets.contract.documents import read_document
from rulesets.engine.battle import Battle
from rulesets.engine.document import replay

GOLDEN = Path(__file__).parents[1] / "golden"
BATTLES = sorted(GOLDEN.glob("*.jsonl"))


def test_there_are_golden_battles_and_each_is_listed() -> None:
    assert len(BATTLES) >= 4
    assert {path.stem for path in BATTLES} == set(json.loads((GOLDEN / "battles.json").read_text()))


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_a_golden_battle_gives_every_event_again(path: Path) -> None:
    document = read_document(path.read_bytes())
    again = replay(registry.get(document["system"]), document)
    assert difference(document, again) == ""
    assert again.same
    assert again.battle.result is not None


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_a_golden_battle_is_recalled_from_its_choices(path: Path) -> None:
    document = read_document(path.read_bytes())
    battle = Battle(registry.get(document["system"]), document["setup"], document["seed"])
    battle.recall([(made["side"], made["decision"], made["choice"]) for made in document["choices"]])
    assert [entry.hash for entry in battle.entries] == [event["hash"] for event in document["events"]]
