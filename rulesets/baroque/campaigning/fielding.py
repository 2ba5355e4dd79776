"""Worn Baroque armies as they take the field, and the set-up of their battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.baroque import setup as setting_up
from rulesets.baroque import tables
from rulesets.baroque.campaigning.units import units
from rulesets.campaigning import GroundTold
from rulesets.engine.document import read_setup
from rulesets.engine.fielding import fielded_list
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader


def fielded(army: ArmyList, lost: Mapping[str, int]) -> dict[str, Any]:
    """The list that takes the field when units have lost so many VBU.

    A command without a leader gets a substitute of the lowest level: none may be without (BQ-2.1.a).
    """
    steps = {each.id: each.steps for each in units(army)}
    gone = {key for key, count in steps.items() if lost.get(key, 0) >= count}
    return fielded_list(army, gone, leader=_leader)


def _leader(command: ListCommand) -> ListLeader | None:
    if command.leader is not None or not command.units:
        return command.leader
    lowest = min(tables.tables().leader_level, key=lambda level: level.cost_points)
    return ListLeader(level=lowest.level)


def setup(
    lists: Sequence[Mapping[str, Any]],
    lost: Sequence[Mapping[str, int]],
    sides: Sequence[str],
    ground: GroundTold,
    turns: int,
    seed: str,
) -> dict[str, Any]:
    """The set-up of a battle of two lists as `fielded` gave them, with the VBU that their units come without.

    `lost` by the ids of the lists. The table is as large as the greater army needs.
    """
    points = max(int(each["points"]) for each in lists)
    return read_setup(
        {
            "system": "baroque", "lists": list(lists), "sides": list(sides), "terrain": "roll",
            "table": setting_up.table_for(points), "max_turns": turns,
        }
    )  # fmt: skip
