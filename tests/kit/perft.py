"""Counting what may happen: every choice after every choice, some steps deep, as chess programs do.

A position is units on a field, dice that come round again and again, and one command that is activated. The
counts change when a rule offers more, offers less or asks at another moment, whatever its own test looks at.
Positions stand in tests/rulesets/<system>/perft.toml, each with the counts that were found;
`python -m tests.kit.perft [SYSTEM]` prints what is found now.
"""

from __future__ import annotations

import sys
import tomllib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import Any

from rulesets.engine.decisions import Choice, Decision, Number, Option, Refusal, Steps

SYSTEMS = {
    "baroque": "tests.kit.positions", "mail_pike_powder": "tests.kit.inchpositions",
    "snaphance": "tests.kit.hexpositions",
}  # fmt: skip
"""The modules with the `Position` of each system."""


class Wheel:
    """Dice that show the same values again and again."""

    def __init__(self, *values: int) -> None:
        self.values = cycle(values)

    def roll(self, sides: int, count: int) -> tuple[int, ...]:
        return tuple((next(self.values) - 1) % sides + 1 for _ in range(count))


@dataclass(kw_only=True)
class Placed(ABC):
    """A row of perft.toml. `choices`: sequences of 1, 2 ... choices; `asked`: decisions on them by kind."""

    id: str
    units: list[dict[str, Any]]
    dice: list[int]
    choices: list[int]
    asked: dict[str, int]

    @abstractmethod
    def begin(self) -> Steps[Any]:
        """The activation of the command `a.c1` on a field that is set up anew."""

    def after(self, made: tuple[Choice, ...]) -> Decision | None:
        """The decision that comes after these choices; None when the command has finished."""
        steps = self.begin()
        try:
            decision = next(steps)
            for choice in made:
                decision = steps.send(decision.read(choice))
        except StopIteration:
            return None
        return decision


@cache
def positions(system: str = "baroque") -> dict[str, Placed]:
    """The positions of a system's perft.toml by their ids."""
    path = Path(__file__).parents[1] / "rulesets" / system / "perft.toml"
    made = import_module(SYSTEMS[system]).Position
    return {row["id"]: made(**row) for row in tomllib.loads(path.read_text())["position"]}


@dataclass
class Count:
    """What was found: sequences of each length, decisions by kind, sequences under each first choice."""

    choices: list[int]
    asked: Counter[str]
    under: Counter[str]

    def __str__(self) -> str:
        lines = [f"{number:>6} under {first}" for first, number in self.under.items()]
        return "\n".join([f"choices = {self.choices}", f"asked = {dict(sorted(self.asked.items()))}", *lines])


def count(position: Placed) -> Count:
    """Every sequence of choices of a position, as deep as its row says."""
    found = Count([0] * len(position.choices), Counter(), Counter())
    _walk(position, (), found)
    return found


def _walk(position: Placed, made: tuple[Choice, ...], found: Count) -> None:
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
    for each in positions(*sys.argv[1:2]).values():
        print(f"{each.id}\n{count(each)}\n")
