"""Worn Snaphance armies as they take the field, and the set-up of their battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.contract.campaign import BattleGround
from rulesets.contract.documents import read_setup
from rulesets.engine.errors import FaultyDocumentError
from rulesets.engine.fielding import battle_losses, fielded_list
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader
from rulesets.snaphance import scenarios
from rulesets.snaphance.armies import LISTS
from rulesets.snaphance.campaign.ground import scenario_of, size_of
from rulesets.snaphance.campaign.units import units
from rulesets.snaphance.sheet import load


def fielded(army: ArmyList, lost: Mapping[str, int]) -> dict[str, Any]:
    """The list that takes the field when stands have lost so many SP.

    A group without a General gets a substitute of the lowest grade: none may be without (SN-1.1.a).
    """
    steps = {each.id: each.steps for each in units(army)}
    gone = {key for key, count in steps.items() if lost.get(key, 0) >= count}
    return fielded_list(army, gone, leader=_leader)


def _leader(group: ListCommand) -> ListLeader | None:
    if group.leader is not None or not group.units:
        return group.leader
    grades = load().generals
    lowest = min(LISTS.leader_levels, key=lambda key: (grades[key].initiative, grades[key].command_range))
    return ListLeader(level=lowest)


def setup(
    lists: Sequence[Mapping[str, Any]],
    lost: Sequence[Mapping[str, int]],
    sides: Sequence[str],
    ground: BattleGround,
    turns: int,
    seed: str,
) -> dict[str, Any]:
    """The set-up of a battle of two lists as `fielded` gave them, with the SP that their stands come without.

    `lost` by the ids of the lists. The map is a scenario's; lists that no scenario takes, because they are
    not legal, fight on ground that the dice make.
    """
    columns, rows = size_of(lists)
    options: dict[str, Any] = {"losses": battle_losses(lists, lost)}
    document = scenario_of(lists, sides, ground, turns, seed)
    try:
        scenarios.read(document)
    except FaultyDocumentError:
        pass
    else:
        options["scenario"] = document
    return read_setup(
        {
            "system": "snaphance", "lists": list(lists), "sides": list(sides), "max_turns": turns,
            "terrain": "roll", "table": {"width": columns, "depth": rows}, "options": options,
        }
    )  # fmt: skip
