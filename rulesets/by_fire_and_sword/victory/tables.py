"""What losses weigh and what differences are called, read once from data/victory.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulesets.engine.books import data, read_toml

_FILE = Path(__file__).resolve().parents[1] / "data" / "victory.toml"


@data
class Weight:
    """What something counts, in halves of a point."""

    what: str
    rule: str
    halves: int


@data
class DeadCommander:
    """What a dead commander counts beside the Command Points."""

    rule: str
    more: int


@data
class FinalResult:
    """What a difference of victory points from `low` to `high` is called, and the Big Points for it."""

    rule: str
    name: str
    big_points: tuple[int, int]
    low: int | None = None
    high: int | None = None

    def holds(self, difference: int) -> bool:
        """Return whether the difference is one of this row's."""
        above = self.low is None or self.low <= difference
        return above and (self.high is None or difference <= self.high)


@data
class MotivationLimits:
    """The figures of Motivation: the bases of a large Regiment, points that help a test, the enemy near."""

    rule: str
    large_regiment: int
    command_points: int
    enemy_bases: int
    edge_cm: int


@data
class Tables:
    """The whole of data/victory.toml."""

    loss_value: tuple[Weight, ...]
    dead_commander: DeadCommander
    final_result: tuple[FinalResult, ...]
    breaking_point: tuple[Weight, ...]
    motivation: MotivationLimits


@cache
def tables() -> Tables:
    """Return the tables of victory; raise BookError if the file is broken."""
    return read_toml(_FILE, Tables)


def final_result(difference: int) -> FinalResult:
    """Return what the own total minus the opponent's is called (BFS-34.6)."""
    return next(row for row in tables().final_result if row.holds(difference))


def loss_halves(what: str) -> int:
    """Return what one base weighs among the losses, in halves (BFS-34.4)."""
    return next(row.halves for row in tables().loss_value if row.what == what)


def breaking_halves(what: str) -> int:
    """Return what brings a Regiment so many halves of a Breaking Point (BFS-29.8.2)."""
    return next(row.halves for row in tables().breaking_point if row.what == what)
