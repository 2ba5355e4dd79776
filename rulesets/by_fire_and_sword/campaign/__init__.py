"""By Fire and Sword in campaigns: what its units count for, worn forces, what battles on a table leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.by_fire_and_sword.campaign.fielding import fielded
from rulesets.by_fire_and_sword.campaign.ground import grounds, options_of
from rulesets.by_fire_and_sword.campaign.report import recorded
from rulesets.by_fire_and_sword.campaign.units import units
from rulesets.by_fire_and_sword.scenarios import reading as scenarios
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.contract.campaign import BattleGround, CampaignSystem
from rulesets.contract.documents import read_setup
from rulesets.engine.document import SetupError
from rulesets.engine.errors import FaultyDocumentError
from rulesets.engine.wording import documents as shared


def setup(
    lists: Sequence[Mapping[str, Any]],
    _lost: Sequence[Mapping[str, int]],
    sides: Sequence[str],
    ground: BattleGround,
    turns: int,
    _seed: str,
) -> dict[str, Any]:
    """Return the set-up of a meeting of two worn lists: their lost bases are not in them.

    Divisions have no meetings (BFS-30.1): theirs is a set-up too, but none that a meeting can begin from.
    """
    return read_setup(
        {
            "system": "by_fire_and_sword", "lists": list(lists), "sides": list(sides), "max_turns": turns,
            "terrain": "roll", "options": options_of(ground, lists),
        }
    )  # fmt: skip


def shipped() -> dict[str, str]:
    """Return the scenarios that ship, by key their names."""
    return {key: scenario.name for key, scenario in scenarios.shipped().items()}


def staged(setup: Mapping[str, Any], scenario: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return the set-up of a meeting in a scenario, by the key of one that ships or the document of another
    (BFS-30.7); raises SetupError for one that there is not or that cannot be read.
    """
    if isinstance(scenario, str):
        if scenario not in scenarios.shipped():
            raise SetupError(shared.no_such_scenario(scenario, scenarios.shipped()), path="scenario")
        chosen: dict[str, Any] = {"scenario": scenario}
    else:
        try:
            key = scenarios.read_scenario(scenario).key
        except FaultyDocumentError as error:
            raise SetupError(words.unusable_scenario(error), path="scenario") from None
        chosen = {"scenarios": [dict(scenario)], "scenario": key}
    return read_setup({**setup, "options": {**setup["options"], **chosen}})


CAMPAIGN = CampaignSystem(
    system="by_fire_and_sword", measure="FSP", step="base", units=units, setup=setup, recorded=recorded,
    engine=False, terrains=grounds().terrains, staged=staged, scenarios=shipped, worn=fielded,
)  # fmt: skip
