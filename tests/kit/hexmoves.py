"""Movement of Snaphance stands as a player makes it: through the menu, word for word."""

from __future__ import annotations

from typing import Any

from rulesets.engine.decisions import Menu, Option
from rulesets.engine.dice import ScriptedDice
from rulesets.snaphance import hexes, movement
from rulesets.snaphance.state import Stand
from tests.kit.hexfield import HexField, stand
from tests.kit.scripted import Answer


def mover(
    place: str, code: str, *others: Stand, field: dict[str, Any] | None = None, **changes: Any
) -> HexField:
    """A field on which `a.c1u1`, a stand of that class facing north, is about to act."""
    made = HexField(stand("a.c1u1", place, code, **changes), *others, **(field or {}))
    made.activate("a.c1u1")
    return made


def menu(made: HexField) -> Menu:
    """All movements that are offered now. Tests change the state without events, so nothing found is kept."""
    made.looked.clear()
    return Menu(*movement.groups(made))


def offered(made: HexField, do: str) -> set[Any]:
    """What is offered of a kind: labels of hexes, facings, or "" for what needs neither."""
    return {
        option.key.get("hex", option.key.get("facing", "")) for option in menu(made) if option.key["do"] == do
    }


def option(made: HexField, do: str, where: str | int = "") -> Option:
    """The one movement of that kind to a hex or facing; fails if it is not offered."""
    key = {"hex": where} if isinstance(where, str) and where else {} if where == "" else {"facing": where}
    (found,) = [one for one in menu(made) if {"do": do, **key}.items() <= one.key.items()]
    return found


def act(
    made: HexField, do: str, where: str | int = "", *answers: Answer, dice: tuple[int, ...] = ()
) -> HexField:
    """Make a movement that is offered, with the dice that it needs."""
    made.dice = made.scripted = ScriptedDice(*dice)
    made.run(movement.perform(made, dict(option(made, do, where).key)), *answers)
    return made


def steps(made: HexField, *places: str) -> HexField:
    """Make one step after the other."""
    for place in places:
        act(made, "step", place)
    return made


def where(made: HexField, id_: str = "a.c1u1") -> tuple[str, int]:
    """Label of the hex and facing of a stand."""
    one = made.stand(id_)
    return hexes.label(one.place), one.facing
