"""What armies are built by: weapons, sizes, points, commanders and special rules (MPP-C-27, MPP-C-35).

Read once from data/army_tables.toml and data/specials.toml. Lengths in inches.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from rulesets.engine.books import data, read_toml
from rulesets.mail_pike_powder.tables import DATA

Size = Literal["standard", "large", "small", "tiny"]
Term = Literal["hand_to_hand", "shooting", "morale", "stamina"]


@data
class Weapon:
    """MPP-9.1: what a weapon is called and how far it reaches."""

    key: str
    name: str
    range_in: float


@data
class UnitSize:
    """MPP-C-03: what a size adds to a standard unit; `fixed`: the figures are these instead.

    `price`: the special rule that it is paid as, "" where the figures themselves are paid.
    """

    key: Size
    combat: int
    shooting: int
    stamina: int
    fixed: bool = False
    price: str = ""


@data
class Points:
    """MPP-C-27: what one of something costs a unit; of shooting dice, those that reach up to `range_to`."""

    term: Term
    range_to: float = 0.0
    foot: int
    horse: int
    artillery: int


@data
class Commander:
    """MPP-C-05, MPP-C-27: a command rating and its price."""

    rating: int
    points: int


@data
class ArmySize:
    """What changes with the points agreed, up to `points_to`: ranges of a book, number of battalias."""

    points_to: int
    least: float
    most: int
    battalias_least: int
    battalias_most: int


@data
class Single:
    """Single figures."""

    pikes_among_shot: int
    usual_units: int


@data
class ArmyTables:
    """The whole of data/army_tables.toml."""

    weapon: tuple[Weapon, ...]
    unit_size: tuple[UnitSize, ...]
    points: tuple[Points, ...]
    commander: tuple[Commander, ...]
    army_size: tuple[ArmySize, ...]
    single: Single


@data
class Special:
    """MPP-C-35: a special rule, what it does and what it costs: `points`, or another price where one is given
    for mounted units or those without missiles; and for each point of Stamina or pip of Morale.
    """

    name: str
    effect: str
    rule: str
    points: int = 0
    points_horse: int | None = None
    points_without_missiles: int | None = None
    per_stamina: int = 0
    per_morale_pip: int = 0


@data
class Elite:
    """MPP-C-36: the number on which an Elite unit loses its disorder; the price is ours."""

    number: int
    points: int
    rule: str


@data
class Specials:
    """The whole of data/specials.toml."""

    special: tuple[Special, ...]
    elite: tuple[Elite, ...]


@cache
def tables() -> ArmyTables:
    """Return data/army_tables.toml; raises BookError naming the table and key that is wrong."""
    return read_toml(DATA / "army_tables.toml", ArmyTables)


@cache
def _specials() -> Specials:
    return read_toml(DATA / "specials.toml", Specials)


@cache
def weapons() -> Mapping[str, Weapon]:
    """Return the weapons by key (MPP-9.1)."""
    return {row.key: row for row in tables().weapon}


@cache
def unit_size(key: Size) -> UnitSize:
    """Return what a size changes (MPP-C-03)."""
    return next(row for row in tables().unit_size if row.key == key)


@cache
def points_of(term: Term, range_in: float = 0.0) -> Points:
    """Return what one of something costs, dice by how far they reach (MPP-C-27)."""
    return next(row for row in tables().points if row.term == term and range_in <= row.range_to)


@cache
def commanders() -> Mapping[str, Commander]:
    """Return the commanders by level, which is their rating as a text (MPP-C-05)."""
    return {str(row.rating): row for row in tables().commander}


@cache
def army_size(points: int) -> ArmySize:
    """Return what holds for an army of so many points."""
    return next((row for row in tables().army_size if points <= row.points_to), tables().army_size[-1])


@cache
def specials() -> Mapping[str, Special]:
    """Return the special rules by name (MPP-C-35)."""
    return {row.name: row for row in _specials().special}


@cache
def elite_numbers() -> Mapping[int, Elite]:
    """Return the Elite numbers with their prices (MPP-C-36)."""
    return {row.number: row for row in _specials().elite}
