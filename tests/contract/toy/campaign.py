"""Push of Pike in campaigns: what units count for, how worn armies take the field, what a battle leaves."""

from collections.abc import Mapping
from typing import Any

from rulesets.contract.campaign import BattleReport, CampaignSystem, CampaignUnit, UnitOutcome
from rulesets.contract.documents import read_setup
from rulesets.engine.fielding import battle_losses, check_entries, fielded_list
from rulesets.engine.lists import ArmyList
from rulesets.engine.mustering import SIDES, unit_names
from tests.contract.toy.armies import LISTS


def units(army: ArmyList) -> tuple[CampaignUnit, ...]:
    """Every unit of a list; raises ListError for an entry that its book does not have."""
    book = LISTS.book_of(army)
    check_entries(army, book)
    names = unit_names(army, book)
    rows = [(unit.id, book.entry_by_id[unit.entry]) for unit in army.units()]
    return tuple(CampaignUnit(id_, names[id_], row.profile.strength, row.points, "foot") for id_, row in rows)


def fielded(army: ArmyList, lost: Mapping[str, int]) -> dict[str, Any]:
    """The list that takes the field when units have lost so much strength."""
    return fielded_list(army, {each.id for each in units(army) if lost.get(each.id, 0) >= each.steps})


def setup(lists: Any, lost: Any, sides: Any, ground: Any, turns: int, seed: str) -> dict[str, Any]:
    """The set-up of a battle of two worn armies; every ground is an open table."""
    fight = {"system": "toy", "lists": lists, "sides": sides, "max_turns": turns}
    return read_setup({**fight, "options": {"losses": battle_losses(lists, lost)}})


def report(setup: Any, state: Mapping[str, Any], result: Mapping[str, Any]) -> BattleReport:
    """What a battle left of both armies."""
    told: tuple[dict[str, UnitOutcome], ...] = {}, {}
    for unit in (each for each in state["units"] if each["losses"]):
        outcome = UnitOutcome(unit["losses"], "stood" if unit["base"] else "destroyed")
        told[unit["side"]][unit["id"].removeprefix(f"{SIDES[unit['side']]}.")] = outcome
    return BattleReport(result["winner"], result["how"], told, turns=result["turns"])


CAMPAIGN = CampaignSystem("toy", "points", "strength", units, fielded, setup, report)
