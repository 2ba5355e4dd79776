"""Push of Pike in campaigns: what units count for, how worn armies take the field, what a battle leaves."""

from collections.abc import Mapping
from typing import Any

from rulesets.contract import campaign
from rulesets.contract.documents import read_setup
from rulesets.engine.fielding import battle_losses
from rulesets.engine.lists import ArmyList
from tests.contract.toy.armies import LISTS


def units(army: ArmyList) -> tuple[campaign.CampaignUnit, ...]:
    """Return every unit of a list; raises ListError for an entry that its book does not have."""
    book = LISTS.book_of(army)
    strength = {each.id: (each.profile.strength, each.points, "foot") for each in book.entries}
    return campaign.campaign_units(army, book, lambda unit: strength[unit.entry])


def setup(lists: Any, lost: Any, sides: Any, ground: Any, turns: int, seed: str) -> dict[str, Any]:
    """Return the set-up of a battle of two worn armies; every ground is an open table."""
    fight = {"system": "toy", "lists": lists, "sides": sides, "max_turns": turns}
    return read_setup({**fight, "options": {"losses": battle_losses(lists, lost)}})


def report(setup: Any, state: Mapping[str, Any], result: Mapping[str, Any]) -> campaign.BattleReport:
    """Return what a battle left of both armies."""
    left = {unit["id"]: "stood" if unit["base"] else "destroyed" for unit in state["units"]}
    lost = {unit["id"]: unit["losses"] for unit in state["units"]}
    return campaign.battle_report(result, ((id_, campaign.UnitOutcome(lost[id_], left[id_])) for id_ in left))


CAMPAIGN = campaign.CampaignSystem("toy", "points", "strength", units, setup, report)
