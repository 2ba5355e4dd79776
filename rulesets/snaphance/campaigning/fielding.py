"""Worn Snaphance armies as they take the field, and the set-up of their battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.campaigning import GroundTold
from rulesets.engine.document import read_setup
from rulesets.engine.fielding import fielded_list
from rulesets.engine.lists import ArmyList
from rulesets.snaphance.campaigning.units import units


def fielded(army: ArmyList, lost: Mapping[str, int]) -> dict[str, Any]:
    """The list that takes the field when stands have lost so many SP."""
    steps = {each.id: each.steps for each in units(army)}
    return fielded_list(army, {key for key, count in steps.items() if lost.get(key, 0) >= count})


def setup(
    lists: Sequence[Mapping[str, Any]],
    lost: Sequence[Mapping[str, int]],
    sides: Sequence[str],
    ground: GroundTold,
    turns: int,
    seed: str,
) -> dict[str, Any]:
    """The set-up of a battle of two lists as `fielded` gave them."""
    return read_setup({"system": "snaphance", "lists": list(lists), "sides": list(sides), "max_turns": turns})
