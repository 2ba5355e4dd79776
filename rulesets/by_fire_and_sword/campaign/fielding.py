"""Worn forces of By Fire and Sword as they take the field, and the set-up of their meeting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.by_fire_and_sword.armies.force import own_book
from rulesets.by_fire_and_sword.armies.levy import Muster
from rulesets.by_fire_and_sword.campaign.ground import options_of
from rulesets.by_fire_and_sword.campaign.units import steps_of
from rulesets.contract.campaign import BattleGround
from rulesets.contract.documents import read_setup
from rulesets.engine.fielding import fielded_list
from rulesets.engine.lists import ArmyList, ListCommand, ListUnit

SUBSTITUTE = "-substitute"
"""What the id of a substitute ends in, behind that of his command."""


def fielded(army: ArmyList, lost: Mapping[str, int]) -> dict[str, Any]:
    """The list that takes the field when units have lost so many bases.

    A card whose first commander is gone gets a substitute of his rank (BFS-29.10.4): none may be without.
    """
    muster = Muster(army, own_book(army))
    steps = {taken.unit.id: steps_of(taken) for _, taken in muster.everything()}
    gone = {unit.id for unit in army.units() if lost.get(unit.id, 0) >= steps.get(unit.id, 1)}

    def worn(unit: ListUnit) -> ListUnit:
        left = steps.get(unit.id, 1) - lost.get(unit.id, 0)
        return unit.model_copy(update={"bases": left}) if lost.get(unit.id) else unit

    substitutes = _substitutes(muster, gone)
    return fielded_list(_with(army, substitutes), gone, unit=worn)


def _substitutes(muster: Muster, gone: set[str]) -> dict[str, ListUnit]:
    """By command the substitute for a first commander that it lacks."""
    found = {}
    for levy in muster.levies:
        led = levy.chief is not None and levy.chief.unit.id not in gone
        if levy.command.units and not led and any(unit.id not in gone for unit in levy.command.units):
            rank = levy.card.core.commander[0]
            key = f"{levy.command.id[: 40 - len(SUBSTITUTE)]}{SUBSTITUTE}"
            entry = f"{muster.army.book}.{levy.card.id}.{rank.id}"
            found[levy.command.id] = ListUnit(id=key, entry=entry)
    return found


def _with(army: ArmyList, substitutes: Mapping[str, ListUnit]) -> ArmyList:
    def led(command: ListCommand) -> ListCommand:
        if command.id not in substitutes:
            return command
        return command.model_copy(update={"units": (substitutes[command.id], *command.units)})

    return army.model_copy(update={"commands": tuple(led(command) for command in army.commands)})


def setup(
    lists: Sequence[Mapping[str, Any]],
    _lost: Sequence[Mapping[str, int]],
    sides: Sequence[str],
    ground: BattleGround,
    turns: int,
    _seed: str,
) -> dict[str, Any]:
    """The set-up of a meeting of two lists as `fielded` gave them: their lost bases are not in them.

    Divisions have no meetings (BFS-30.1): theirs is a set-up too, but none that a meeting can begin from.
    """
    return read_setup(
        {
            "system": "by_fire_and_sword", "lists": list(lists), "sides": list(sides), "max_turns": turns,
            "terrain": "roll", "options": options_of(ground, lists),
        }
    )  # fmt: skip
