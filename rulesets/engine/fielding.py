"""An army list without what has fallen out of it: who takes the field."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, ListUnit


def fielded_list(
    army: ArmyList,
    gone: Collection[str],
    *,
    unit: Callable[[ListUnit], ListUnit] = lambda each: each,
    leader: Callable[[ListCommand], ListLeader | None] = lambda command: command.leader,
) -> dict[str, Any]:
    """The list document of `army` without the units in `gone` and without commands that they leave empty.

    `unit` may change those that stay, `leader` who leads a command. Commands that were empty before stay.
    """
    commands = []
    for command in army.commands:
        left = tuple(unit(each) for each in command.units if each.id not in gone)
        if left or not command.units:
            commands.append(command.model_copy(update={"units": left, "leader": leader(command)}))
    return army.model_copy(update={"commands": tuple(commands)}).to_json()
