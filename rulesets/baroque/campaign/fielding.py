"""Worn Baroque armies as they take the field, and the set-up of their battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.baroque import SYSTEM, tables
from rulesets.baroque import setup as setting_up
from rulesets.baroque.campaign.ground import ground_option, river_state
from rulesets.baroque.campaign.units import units
from rulesets.contract.campaign import BattleGround
from rulesets.contract.documents import read_setup
from rulesets.engine.document import SetupError
from rulesets.engine.fielding import battle_losses, fielded_list
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader

_STEP = 2.0  # BU by which a table that is too small is made wider


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
    ground: BattleGround,
    turns: int,
    seed: str,
) -> dict[str, Any]:
    """The set-up of a battle of two lists as `fielded` gave them, with the VBU that their units come without.

    `lost` by the ids of the lists. The table is as large as the greater army needs. Raises SetupError for
    lists that cannot fight.
    """
    points = max(int(each["points"]) for each in lists)
    documents = [_placed(document, ground, side) for side, document in enumerate(lists)]
    begun = {"system": "baroque", "lists": documents, "sides": list(sides), "max_turns": turns}
    table = _roomy(begun, setting_up.table_for(points))
    options = {
        "losses": battle_losses(lists, lost),
        "ground": ground_option(ground, table["width"], table["depth"], seed),
        "river": river_state(ground),
    }
    return read_setup({**begun, "table": table, "terrain": "roll", "options": options})


def _placed(document: Mapping[str, Any], ground: BattleGround, side: int) -> dict[str, Any]:
    """A list with what its side has prepared: who is fortified has fortified his Baggage (BQ-2.8.b), who lies
    in ambush has all Exploration Dice that can be bought (BQ-2.9.a).
    """
    extras = dict(document["extras"])
    if ground.fortified == side:
        extras["fortified_baggage"] = True
    if ground.ambush == side:
        extras["exploration_dice"] = tables.tables().exploration_dice.max_bought
    return {**document, "extras": extras}


def _roomy(begun: Mapping[str, Any], table: dict[str, float]) -> dict[str, float]:
    """The table, as much wider as the armies need to deploy on it (BQ-3.4.c)."""
    while table["width"] < SYSTEM.core.table.most_width:
        try:
            setting_up.check_setup(read_setup({**begun, "table": table}))
        except SetupError as error:
            if error.path != "table":
                raise
            table = {**table, "width": min(table["width"] + _STEP, SYSTEM.core.table.most_width)}
        else:
            break
    return table
