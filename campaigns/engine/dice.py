"""Dice for a turn: one stream for each purpose, so that what one force rolls never shifts another's dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.engine.dice import SeededDice, drawn


@dataclass(frozen=True, slots=True)
class TurnDice:
    """The dice of one part of one turn. The same seed and key always give the same stream, whoever asks
    first: that is why a turn does not depend on the order in which orders came.
    """

    seed: str

    def of(self, *key: object) -> SeededDice:
        """Return the stream for a purpose, such as `of("scout", force.id)`."""
        return SeededDice("|".join((self.seed, *map(str, key))))

    def percent(self, *key: object) -> int:
        """Return a number from 1 to 100."""
        return self.of(*key).roll(100, 1)[0]

    def chosen(self, weights: Mapping[str, int], *key: object) -> str:
        """One of the keys of `weights`, as likely as its weight says. Raises ValueError if all are 0."""
        return drawn(self.of(*key), weights)
