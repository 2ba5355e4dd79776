"""Worn forces of By Fire and Sword as they take the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.by_fire_and_sword.armies.force import own_book
from rulesets.by_fire_and_sword.armies.levy import Muster
from rulesets.by_fire_and_sword.campaign.units import steps_of
from rulesets.engine.fielding import fielded_list
from rulesets.engine.lists import ArmyList, ListUnit

SUBSTITUTE = "-substitute"
"""What the id of a substitute ends in, behind that of its command."""


def fielded(army: ArmyList, lost: Mapping[str, int]) -> dict[str, Any]:
    """Return the list that takes the field when units have lost so many bases.

    A card whose first commander is gone gets a substitute of that rank (BFS-29.10.4): none may be without.
    """
    muster = Muster(army, own_book(army))
    steps = {taken.unit.id: steps_of(taken) for _, taken in muster.everything()}
    gone = {unit.id for unit in army.units() if lost.get(unit.id, 0) >= steps.get(unit.id, 1)}

    def worn(unit: ListUnit) -> ListUnit:
        left = steps.get(unit.id, 1) - lost.get(unit.id, 0)
        return unit.model_copy(update={"bases": left}) if lost.get(unit.id) else unit

    substitutes = _substitutes(muster, gone)
    commands = tuple(
        command.model_copy(update={"units": (*substitutes.get(command.id, ()), *command.units)})
        for command in army.commands
    )
    return fielded_list(army.model_copy(update={"commands": commands}), gone, unit=worn)


def _substitutes(muster: Muster, gone: set[str]) -> dict[str, tuple[ListUnit]]:
    """Return by command the substitute for a first commander that it lacks."""
    found = {}
    for levy in muster.levies:
        led = levy.chief is not None and levy.chief.unit.id not in gone
        if levy.command.units and not led and any(unit.id not in gone for unit in levy.command.units):
            rank = levy.card.core.commander[0]
            key = f"{levy.command.id[: 40 - len(SUBSTITUTE)]}{SUBSTITUTE}"
            entry = f"{muster.army.book}.{levy.card.id}.{rank.id}"
            found[levy.command.id] = (ListUnit(id=key, entry=entry),)
    return found
