"""The tables of Mail, Pike & Powder, read once from data/tables.toml, and the look-ups that the rules make.

Lengths in inches, dice are D6. Every value stands in the TOML; nothing here repeats one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from rulesets.engine.books import data, read_toml
from rulesets.engine.dice import Modifier

DATA = Path(__file__).resolve().parent / "data"

Cause = Literal["ranged", "hand_to_hand"]
Effect = Literal["hold", "retreat", "give_ground", "break", "destroyed", "choice"]
Going = Literal["open", "woods", "rough", "linear", "building", "impassable", "road"]
Cover = Literal["", "light", "heavy", "fortification"]
Where = Literal["rear", "left", "right", "front", "nearest"]


@data
class BreakTest:
    """MPP-1.3: the results of a class of units for scores of 4 or less to 12 or more."""

    unit_class: str
    cause: Cause
    rule: str
    results: tuple[str, ...]


@data
class BreakResult:
    """What a result means; `break_if`: the unit breaks instead where that holds (MPP-1.3.5)."""

    key: str
    effect: Effect
    disordered: bool = False
    with_supports: bool = False
    supports_disordered: bool = False
    break_if: Literal["", "shaken", "hurt"] = ""


@data
class ModifierRow:
    """A line of one of the sheet's lists of modifiers."""

    on: Literal["command", "break", "save", "result", "melee", "shooting"]
    key: str
    value: int
    why: str
    rule: str

    def times(self, count: int = 1) -> Modifier:
        """Return it so many times."""
        return Modifier(self.rule, self.value * count, self.why)


@data
class OrderResult:
    """MPP-C-06: how many moves an order gives that is passed by `margin` or more."""

    margin: int
    moves: int


@data
class Blunder:
    """MPP-C-08: what a unit does that misunderstands its order."""

    die: int
    moves: int
    where: Where


@data
class Move:
    """MPP-3: the move of a kind of troops in inches."""

    troop: str
    inches: float
    rule: str


@data
class Footprint:
    """The base of a standard unit in a formation, in inches; the sheet gives none."""

    arm: Literal["foot", "horse", "guns", "baggage"]
    formation: str
    width: float
    depth: float


@data
class Terrain:
    """A kind of terrain (MPP-4, MPP-C-39); `sight`: inches that a line of sight may go through it."""

    key: str
    name: str
    going: Going
    cover: Cover = ""
    sight: float | None = None
    height: bool = False
    size: tuple[float, float]


@data
class Figures:
    """Single figures of the rules and completions; lengths in inches."""

    to_hit: int
    support_reach: float
    support_behind: float
    give_ground: float
    initiative: float
    enemy_near: float
    proximity: float
    command_step: float
    battalia_order: float
    artillery_close: float
    shattered: int
    zone: float
    apart: float
    turns: int
    replacement: int
    table_width: float
    table_depth: float
    pieces_least: int
    pieces_most: int
    joined: int


@data
class Tables:
    """The whole of data/tables.toml."""

    break_test: tuple[BreakTest, ...]
    break_result: tuple[BreakResult, ...]
    modifier: tuple[ModifierRow, ...]
    order_result: tuple[OrderResult, ...]
    blunder: tuple[Blunder, ...]
    move: tuple[Move, ...]
    footprint: tuple[Footprint, ...]
    terrain: tuple[Terrain, ...]
    figures: Figures


@cache
def tables() -> Tables:
    """Return all tables; raises BookError naming the table and key that is wrong."""
    return read_toml(DATA / "tables.toml", Tables)


@cache
def figures() -> Figures:
    """Return the single figures."""
    return tables().figures


def zone_depth(depth: float) -> float:
    """Return how deep a zone of deployment is on a table so deep: 9 inches, less where enemies would begin
    nearer than 24 inches to each other (MPP-C-29).
    """
    return min(figures().zone, (depth - figures().apart) / 2)


LEAST_SCORE, MOST_SCORE = 4, 12


@cache
def break_results(unit_class: str, cause: Cause) -> tuple[str, tuple[BreakResult, ...]]:
    """Return the rule and the results of a class for scores from 4 to 12 (MPP-1.3); raises StopIteration."""
    kinds = {row.key: row for row in tables().break_result}
    row = next(r for r in tables().break_test if r.unit_class == unit_class and r.cause == cause)
    return row.rule, tuple(kinds[key] for key in row.results)


def break_result(score: int, unit_class: str, cause: Cause) -> tuple[str, BreakResult]:
    """Return the rule and the result of a break test; below 4 counts as 4, above 12 as 12 (MPP-1.3)."""
    rule, results = break_results(unit_class, cause)
    return rule, results[min(max(score, LEAST_SCORE), MOST_SCORE) - LEAST_SCORE]


@cache
def modifier(on: str, key: str) -> ModifierRow:
    """Return a line of a list of modifiers; raises StopIteration for one that there is not."""
    return next(row for row in tables().modifier if row.on == on and row.key == key)


def moves_for(margin: int) -> int:
    """Return how many moves an order gives whose roll is `margin` below the rating; 0: none (MPP-C-06)."""
    return next((row.moves for row in tables().order_result if margin >= row.margin), 0)


@cache
def blunder(die: int) -> Blunder:
    """Return what a die means for an order that is misunderstood (MPP-C-08)."""
    return next(row for row in tables().blunder if row.die == die)


@cache
def move(troop: str) -> Move:
    """Return the move of a kind of troops (MPP-3)."""
    return next(row for row in tables().move if row.troop == troop)


@cache
def footprint(arm: str, formation: str) -> tuple[float, float]:
    """Return width and depth of a standard base in inches; raises KeyError for a formation that the arm does
    not have.
    """
    for row in tables().footprint:
        if row.arm == arm and row.formation == formation:
            return row.width, row.depth
    raise KeyError(f"{arm} {formation}")


@cache
def terrain(kind: str) -> Terrain:
    """Return a kind of terrain; raises KeyError."""
    return {row.key: row for row in tables().terrain}[kind]
