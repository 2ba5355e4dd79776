"""Whole Baroque battles for tests and benchmarks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulesets.contract import registry
from rulesets.contract.documents import read_setup
from rulesets.engine.battle import Battle
from rulesets.engine.document import begin

SAMPLES = Path(__file__).parents[2] / "samples" / "lists"


def sample(name: str) -> dict[str, Any]:
    """A sample list by its file's name."""
    document: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text())
    return document


def setup(one: dict[str, Any], two: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A Baroque setup document for two list documents."""
    return {
        "format": "leaguer-setup", "version": 1, "system": "baroque", "lists": [one, two],
        "sides": ["Alice", "Bob"], **changes,
    }  # fmt: skip


def inches(one: dict[str, Any], two: dict[str, Any], seed: str = "1") -> Battle:
    """A battle of Mail, Pike & Powder at its first decision, on the usual table."""
    system = registry.get("mail_pike_powder")
    fight = {"system": system.slug, "lists": [one, two], "sides": ["Red", "Blue"], "max_turns": 8}
    return begin(system, read_setup(fight), seed)


def baroque(one: dict[str, Any], two: dict[str, Any], seed: str = "1", **changes: Any) -> Battle:
    """A Baroque battle at its first decision."""
    return begin(registry.get("baroque"), setup(one, two, **changes), seed)
