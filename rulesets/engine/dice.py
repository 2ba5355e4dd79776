"""Dice that can be trusted, and the record of a roll that can say where it comes from.

Rule procedures know only `DiceSource`. In play it is `SeededDice`, a stream that anybody who has the seed can
check with SHA-256 alone; in tests `ScriptedDice`, which forbids every roll that was not foreseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol, Self

from rulesets.engine.records import record

Rerolls = Sequence[tuple[int, int, str]]


class UnexpectedRoll(Exception):  # noqa: N818 - it names what happened
    """A procedure rolled dice that the script does not foresee."""


class UnusedDice(Exception):  # noqa: N818 - it names what happened
    """A procedure ended although the script still holds dice."""


class DiceSource(Protocol):
    """Whatever gives dice."""

    def roll(self, sides: int, count: int) -> tuple[int, ...]:
        """Return `count` dice, each showing 1 to `sides`."""


def seed_hash(seed: str) -> str:
    """Return the SHA-256 (hex) of a seed, shown before the battle so that the seed can be checked later."""
    return hashlib.sha256(seed.encode()).hexdigest()


class SeededDice:
    """An endless stream of dice: SHA-256 over "seed:0", "seed:1", ..., its bytes taken in order.

    A die of up to 256 sides takes one byte, larger ones as many as they need, the highest first. A number at
    or above the largest multiple of `sides` is thrown away, so that every face is equally likely.
    `position` is the number of bytes taken so far: `SeededDice(seed, position)` goes on where a saved stream
    stopped.
    """

    def __init__(self, seed: str, position: int = 0) -> None:
        if position < 0:
            raise ValueError(f"a stream cannot stand at byte {position}")
        self.seed = seed
        self.position = position
        self._number = -1
        self._block = b""

    def roll(self, sides: int, count: int) -> tuple[int, ...]:
        """Return the next `count` dice; raises ValueError for fewer than 2 sides or a negative count."""
        _check(sides, count)
        width = ((sides - 1).bit_length() + 7) // 8
        # Numbers from here on would favour the low faces, so they are thrown away.
        limit = 256**width // sides * sides
        return tuple([self._below(limit, width) % sides + 1 for _ in range(count)])

    def _below(self, limit: int, width: int) -> int:
        while True:
            number = self._byte()
            for _ in range(width - 1):
                number = number << 8 | self._byte()
            if number < limit:
                return number

    def _byte(self) -> int:
        number, offset = divmod(self.position, 32)
        if number != self._number:
            self._number = number
            self._block = hashlib.sha256(f"{self.seed}:{number}".encode()).digest()
        self.position += 1
        return self._block[offset]


class ScriptedDice:
    """Exactly these values, in this order, and not one die more or less.

    As a context manager it calls `finish` at the end of the block.
    """

    def __init__(self, *values: int) -> None:
        self.values = values
        self.used = 0

    def roll(self, sides: int, count: int) -> tuple[int, ...]:
        """Return the next `count` values.

        Raises UnexpectedRoll when the script has too few left, ValueError when a value is not on such a die.
        """
        _check(sides, count)
        left = self.values[self.used :]
        if count > len(left):
            raise UnexpectedRoll(f"{count}d{sides} rolled, but the script has only {left} left")
        dice = left[:count]
        for value in dice:
            if not 1 <= value <= sides:
                raise ValueError(f"the script gives {value} for a die of {sides} sides")
        self.used += count
        return dice

    def finish(self) -> None:
        """Raise UnusedDice if any of the values was not rolled."""
        left = self.values[self.used :]
        if left:
            raise UnusedDice(f"the dice {left} were never rolled")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.finish()


@record
class Modifier:
    """A number that a rule adds to a roll, to a number of dice or to a target, and why."""

    rule: str
    value: int
    why: str

    def to_json(self) -> dict[str, Any]:
        return {"rule": self.rule, "value": self.value, "why": self.why}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Modifier:
        return cls(value["rule"], value["value"], value["why"])


def total(modifiers: Iterable[Modifier]) -> int:
    """Return the sum of the modifiers' values."""
    return sum(modifier.value for modifier in modifiers)


def after_rerolls(dice: Sequence[int], rerolls: Rerolls) -> tuple[int, ...]:
    """Return the dice as they lie after `rerolls`, each of them (index, new value, rule id)."""
    final = list(dice)
    for index, value, _ in rerolls:
        final[index] = value
    return tuple(final)


@record
class Roll:
    """Everything that explains a roll.

    `purpose` says in words what it was for ("Cohesion test"), `unit` is an id or "", `dice` are those first
    rolled and `rerolls` the later ones as (index, new value, rule id); `result` is the outcome in words.
    """

    purpose: str
    side: int
    unit: str
    sides: int
    dice: tuple[int, ...]
    rerolls: tuple[tuple[int, int, str], ...]
    target: int | None
    modifiers: tuple[Modifier, ...]
    result: str
    rule: str

    @property
    def final(self) -> tuple[int, ...]:
        """The dice after all re-rolls."""
        return after_rerolls(self.dice, self.rerolls)

    def to_json(self) -> dict[str, Any]:
        return {
            "purpose": self.purpose,
            "side": self.side,
            "unit": self.unit,
            "sides": self.sides,
            "dice": list(self.dice),
            "rerolls": [list(reroll) for reroll in self.rerolls],
            "target": self.target,
            "modifiers": [modifier.to_json() for modifier in self.modifiers],
            "result": self.result,
            "rule": self.rule,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Roll:
        return cls(
            purpose=value["purpose"],
            side=value["side"],
            unit=value["unit"],
            sides=value["sides"],
            dice=tuple(value["dice"]),
            rerolls=tuple((index, new, rule) for index, new, rule in value["rerolls"]),
            target=value["target"],
            modifiers=tuple(Modifier.from_json(modifier) for modifier in value["modifiers"]),
            result=value["result"],
            rule=value["rule"],
        )


def _check(sides: int, count: int) -> None:
    if sides < 2:
        raise ValueError(f"a die has at least 2 sides, not {sides}")
    if count < 0:
        raise ValueError(f"{count} dice cannot be rolled")


def drawn(source: DiceSource, weights: Mapping[str, int]) -> str:
    """Return one of the keys of `weights`, as likely as its weight says; raises ValueError if all are 0."""
    total = sum(weights.values())
    if total <= 0:
        raise ValueError("nothing to choose from")
    # A single case needs no die, and there is no die of one side.
    left = source.roll(total, 1)[0] if total > 1 else 1
    for name, weight in weights.items():
        left -= weight
        if left <= 0:
            return name
    raise AssertionError("weights do not add up")
