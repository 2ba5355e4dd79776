"""Armies of a campaign on the map of a scenario (SN-1.0.a): one that ships, or one of a player's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.contract.documents import read_setup
from rulesets.engine.document import SetupError
from rulesets.engine.errors import FaultyBookError
from rulesets.snaphance import scenarios

_OF_ITS_LISTS = ("placements", "generals", "arrivals")


def shipped() -> dict[str, str]:
    """The scenarios that ship, by key their names."""
    return {key: scenario.name for key, scenario in scenarios.shipped().items()}


def staged(setup: Mapping[str, Any], scenario: str | Mapping[str, Any]) -> dict[str, Any]:
    """The set-up of a battle on a scenario's map, with its rounds, zones and victory, between the lists of
    `setup`, which their players draw up: where stands of the scenario's own lists stand or come from is left
    out. Raises SetupError for a scenario that there is not, or that does not take the lists.
    """
    document = scenarios.documents().get(scenario) if isinstance(scenario, str) else scenario
    if document is None:
        known = ", ".join(scenarios.documents())
        raise SetupError(f"there is no scenario «{scenario}»: there are {known}", path="scenario")
    sides = [
        {**_ground_of(side), "name": name, "list": army}
        for side, name, army in zip(document["sides"], setup["sides"], setup["lists"], strict=True)
    ]
    made = {**document, "rounds": document.get("rounds") or setup["max_turns"], "sides": sides}
    try:
        read = scenarios.read(made)
    except FaultyBookError as error:
        name, fault = document.get("name", "the scenario"), error.faults[0]
        raise SetupError(f"{name} does not take these armies: {fault}", path="scenario") from None
    table = {"width": read.ground.columns, "depth": read.ground.rows}
    options = {**setup["options"], "scenario": made}
    return read_setup({**setup, "table": table, "max_turns": read.rounds, "options": options})


def _ground_of(side: Mapping[str, Any]) -> dict[str, Any]:
    """What a scenario says of a side beside its army."""
    return {key: value for key, value in side.items() if key not in _OF_ITS_LISTS}
