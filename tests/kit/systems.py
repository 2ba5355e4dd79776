"""Rule systems of tests that have no more than a core."""

from __future__ import annotations

from typing import Any

from rulesets.contract.system import RuleSystem
from rulesets.engine.system import Core

_PARTS = (
    "lists", "own_books", "own_scenarios", "roster", "library", "presentation", "board", "odds", "campaign",
    "record", "scenarios", "sizes", "results",
)  # fmt: skip


def bare(slug: str, name: str, prefix: str, length_unit: str, core: Core, **parts: Any) -> RuleSystem:
    """A system whose other parts are missing."""
    return RuleSystem(
        slug=slug, name=name, prefix=prefix, length_unit=length_unit, rules_version="1", core=core,
        **{**dict.fromkeys(_PARTS), **parts},
    )  # fmt: skip
