"""A meeting of a campaign's forces in a scenario that was told, in place of one from the dice (BFS-30.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.by_fire_and_sword.scenarios import reading as scenarios
from rulesets.contract.documents import read_setup
from rulesets.engine.document import SetupError
from rulesets.engine.errors import FaultyDocumentError


def shipped() -> dict[str, str]:
    """The scenarios that ship, by key their names."""
    return {key: scenario.name for key, scenario in scenarios.shipped().items()}


def staged(setup: Mapping[str, Any], scenario: str | Mapping[str, Any]) -> dict[str, Any]:
    """The set-up of a meeting in a scenario: the key of one that ships, or the document of another. Raises
    SetupError for one that there is not or that cannot be read.
    """
    options = dict(setup["options"])
    if isinstance(scenario, str):
        if scenario not in scenarios.shipped():
            known = ", ".join(scenarios.shipped())
            raise SetupError(f"there is no scenario «{scenario}»: there are {known}", path="scenario")
        options["scenario"] = scenario
    else:
        options |= _own(scenario)
    return read_setup({**setup, "options": options})


def _own(document: Mapping[str, Any]) -> dict[str, Any]:
    try:
        key = scenarios.read_scenario(document).key
    except FaultyDocumentError as error:
        raise SetupError(f"is no scenario that can be used: {error}", path="scenario") from None
    return {"scenarios": [dict(document)], "scenario": key}
