"""Worn armies: a list without what has fallen out of it, and what units have lost before a battle begins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rulesets.engine.books import Book
from rulesets.engine.document import SetupError
from rulesets.engine.errors import Fault
from rulesets.engine.lists import ArmyList, ListCommand, ListError, ListLeader, ListUnit
from rulesets.engine.mustering import SIDES
from rulesets.engine.wording import battles as words


def check_entries(army: ArmyList, book: Book[Any]) -> None:
    """Raise ListError naming every unit of an entry that the book does not have."""
    faults = [
        Fault(f"commands[{i}].units[{j}].entry", words.not_a_unit(unit.entry, book.name))
        for i, command in enumerate(army.commands)
        for j, unit in enumerate(command.units)
        if unit.entry not in book.entry_by_id
    ]
    if faults:
        raise ListError(*faults)


def fielded_list(
    army: ArmyList,
    gone: Collection[str],
    *,
    unit: Callable[[ListUnit], ListUnit] = lambda each: each,
    leader: Callable[[ListCommand], ListLeader | None] = lambda command: command.leader,
) -> dict[str, Any]:
    """Return the list document of `army` without the units in `gone` and without commands that they leave
    empty.

    `unit` may change those that stay, `leader` who leads a command. Commands that were empty before stay.
    """
    commands = []
    for command in army.commands:
        left = tuple(unit(each) for each in command.units if each.id not in gone)
        # A command that lost all its units would make the list illegal; one that never had any is its owner's
        # choice.
        if left or not command.units:
            commands.append(command.model_copy(update={"units": left, "leader": leader(command)}))
    return army.model_copy(update={"commands": tuple(commands)}).to_json()


def read_losses(value: Any, strengths: Mapping[str, int], what: str) -> dict[str, int]:
    """Return what units have lost before a battle, `options.losses` of its set-up: `{"a.c1u2": 2}`.

    `strengths`: of every unit, by its id in the battle, of which something must be left; `what` they count.
    Raises SetupError with the path of what is wrong.
    """
    if not isinstance(value, Mapping):
        raise SetupError(words.NOT_LOSSES, path="options.losses")
    for key, count in value.items():
        path = f"options.losses.{key}"
        if key not in strengths:
            raise SetupError(words.NOT_A_UNIT_OF_THE_LISTS, path=path)
        if not isinstance(count, int) or isinstance(count, bool) or not 0 < count < strengths[key]:
            text = words.too_many_losses(strengths[key] - 1, strengths[key], what)
            raise SetupError(text if strengths[key] > 1 else words.nothing_to_lose(what), path=path)
    return dict(value)


def battle_losses(lists: Sequence[Mapping[str, Any]], lost: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return what the units of two list documents have lost, by side and id in the list, as `options.losses`.

    Units that are not in their list are left out: they do not take the field.
    """
    return {
        f"{letter}.{unit['id']}": counts[unit["id"]]
        for letter, document, counts in zip(SIDES, lists, lost, strict=True)
        for command in document["commands"]
        for unit in command["units"]
        if counts.get(unit["id"], 0) > 0
    }
