"""Counting what may happen: every choice after every choice, some steps deep, as chess programs do.

A position is units on a table, dice that come round again and again, and one command that is activated. The
counts change when a rule offers more, offers less or asks at another moment, whatever its own test looks at.
`python -m tests.kit.perft` prints what it finds in the positions of perft.toml.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from rulesets.baroque.activation import activate_command
from rulesets.baroque.setup.pieces import read_pieces
from rulesets.baroque.state import Unit
from rulesets.engine.decisions import Choice, Decision, Number, Option, Refusal
from tests.kit.field import Field, unit

PATH = Path(__file__).parents[1] / "rulesets" / "baroque" / "perft.toml"


class Wheel:
    """Dice that show the same values again and again."""

    def __init__(self, *values: int) -> None:
        self.values = cycle(values)

    def roll(self, sides: int, count: int) -> tuple[int, ...]:
        return tuple((next(self.values) - 1) % sides + 1 for _ in range(count))


@dataclass
class Position:
    """A row of perft.toml. `choices`: sequences of 1, 2 ... choices; `asked`: decisions on them by kind."""

    id: str
    units: list[dict[str, Any]]
    dice: list[int]
    choices: list[int]
    asked: dict[str, int]
    terrain: list[dict[str, Any]] = field(default_factory=list)
    contacts: list[list[str]] = field(default_factory=list)
    river: str = ""
    attached: dict[str, str] = field(default_factory=dict)

    def field(self) -> Field:
        """The table, as at the beginning of the activation of command `a.c1`."""
        table = Field(*map(_unit, self.units))
        table.dice = Wheel(*self.dice)
        for piece in read_pieces(self.terrain, 20.0, 15.0):
            table.state.terrain[piece.id] = piece
        for attacker, target, face in self.contacts:
            table.state.contacts[attacker, target] = face  # type: ignore[assignment]
        for leader, name in self.attached.items():
            table.state.leaders[leader].attached = name
        table.state.river = self.river
        return table

    def after(self, made: tuple[Choice, ...]) -> Decision | None:
        """The decision that comes after these choices; None when the command has finished."""
        steps = activate_command(self.field(), "a.c1")
        try:
            decision = next(steps)
            for choice in made:
                decision = steps.send(decision.read(choice))
        except StopIteration:
            return None
        return decision


def _unit(row: dict[str, Any]) -> Unit:
    row = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return unit(row.pop("id"), row.pop("x"), row.pop("y"), row.pop("heading"), row.pop("type"), **row)


@cache
def positions() -> dict[str, Position]:
    """The positions of perft.toml by their ids."""
    rows = tomllib.loads(PATH.read_text())["position"]
    return {row["id"]: Position(**row) for row in rows}


@dataclass
class Count:
    """What was found: sequences of each length, decisions by kind, sequences under each first choice."""

    choices: list[int]
    asked: Counter[str]
    under: Counter[str]

    def __str__(self) -> str:
        lines = [f"{number:>6} under {first}" for first, number in self.under.items()]
        return "\n".join([f"choices = {self.choices}", f"asked = {dict(sorted(self.asked.items()))}", *lines])


def count(position: Position) -> Count:
    """Every sequence of choices of a position, as deep as its row says."""
    found = Count([0] * len(position.choices), Counter(), Counter())
    _walk(position, (), found)
    return found


def _walk(position: Position, made: tuple[Choice, ...], found: Count) -> None:
    depth = len(made)
    decision = position.after(made) if depth < len(found.choices) else None
    if decision is None:
        return
    found.asked[decision.kind] += 1
    for choice in legal(decision):
        found.choices[depth] += 1
        first = made[0] if made else choice
        found.under[", ".join(f"{value}" for value in first.values())] += 1
        _walk(position, (*made, choice), found)


def legal(decision: Decision) -> Iterator[Choice]:
    """Each option with its default numbers; one without a default at either end of what it allows."""
    for option in decision.options:
        for choice in _filled(option):
            try:
                yield option.read(choice)
            except Refusal:
                continue


def _filled(option: Option) -> Iterator[Choice]:
    numbers = [param for param in option.params if isinstance(param, Number)]
    open_ = [number for number in numbers if number.default is None]
    for end in (False, True) if open_ else (False,):
        yield {**option.key, **{number.name: number.high if end else number.low for number in open_}}


if __name__ == "__main__":
    for each in positions().values():
        print(f"{each.id}\n{count(each)}\n")
