"""The tables of Baroque, read once from data/tables.toml, and the look-ups that the rules make in them.

Distances are in BU, dice are d6. Every value stands in the TOML; nothing here repeats one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar

from rulesets.baroque import actiontypes as act
from rulesets.baroque import tabletypes as rows
from rulesets.baroque.actiontypes import Band, Column
from rulesets.engine.books import data, read_toml

Row = TypeVar("Row")

DATA = Path(__file__).resolve().parent / "data"


@data
class Tables:
    """The whole of data/tables.toml, one field for each table."""

    units: rows.Units
    battlefield: tuple[rows.Battlefield, ...]
    base_size: tuple[rows.BaseSize, ...]
    troop_type: tuple[rows.TroopType, ...]
    massed: rows.Massed
    discipline_target: tuple[rows.DisciplineTarget, ...]
    discipline_naturals: rows.DisciplineNaturals
    discipline_modifier: tuple[rows.DisciplineModifier, ...]
    discipline_test: tuple[rows.DisciplineTest, ...]
    exhaustion: tuple[rows.Exhaustion, ...]
    leader_level: tuple[rows.LeaderLevel, ...]
    leader: rows.LeaderRules
    command_structure: tuple[rows.CommandStructure, ...]
    leader_loss: tuple[rows.LeaderLoss, ...]
    baggage: tuple[rows.Baggage, ...]
    exploration_dice: rows.ExplorationDice
    army_purchase: tuple[rows.ArmyPurchase, ...]
    army_size: tuple[rows.ArmySize, ...]
    terrain_type: tuple[rows.TerrainType, ...]
    terrain_movement: tuple[rows.TerrainMovement, ...]
    terrain_kind: tuple[rows.TerrainKind, ...]
    river_roll: tuple[rows.RiverRoll, ...]
    road_river_crossing: tuple[rows.RoadRiverCrossing, ...]
    terrain_option: tuple[rows.TerrainOption, ...]
    terrain_budget: rows.TerrainBudget
    terrain_size: tuple[rows.TerrainSize, ...]
    deployment: rows.Deployment
    charge_bonus: tuple[act.ChargeBonus, ...]
    pursuit: tuple[act.MoveTable, ...]
    retreat: tuple[act.MoveTable, ...]
    interpenetration_voluntary: tuple[act.Interpenetration, ...]
    interpenetration_during_charge: tuple[act.Interpenetration, ...]
    interpenetration_forced: tuple[act.ForcedInterpenetration, ...]
    distance_band: tuple[act.DistanceBand, ...]
    firing: tuple[act.Firing, ...]
    firing_modifier: tuple[act.DiceModifier, ...]
    firing_factor: tuple[act.FiringFactor, ...]
    firing_general: act.FiringGeneral
    defensive_fire: tuple[act.DefensiveFire, ...]
    point_blank_pistol: act.PointBlankPistol
    cohesion_test: act.CohesionTest
    cohesion_modifier: tuple[act.CohesionModifier, ...]
    melee_modifier: tuple[act.DiceModifier, ...]
    melee_general: act.MeleeGeneral
    impetus_denied: tuple[act.ImpetusDenied, ...]
    charge_direction: tuple[act.ChargeDirection, ...]
    characteristic: tuple[act.Characteristic, ...]
    agitators: tuple[act.Agitators, ...]
    victory_loss: tuple[act.VictoryLoss, ...]
    victory: act.Victory

    @cached_property
    def _troops(self) -> dict[str, rows.TroopType]:
        return {code: troop for troop in self.troop_type for code in (troop.code, *troop.aliases)}

    @cached_property
    def _firing(self) -> dict[str, act.Firing]:
        return {name.lower(): row for row in self.firing for name in (row.weapon, *row.printed)}


@cache
def tables() -> Tables:
    """Return all tables; raise BookError naming the table and key that is wrong."""
    return read_toml(DATA / "tables.toml", Tables)


def _row_of(table: Callable[[Tables], Iterable[Row]], key: str) -> Callable[[str | int], Row]:
    """Return the look-up of a row of a table by the value of its field `key`."""
    return cache(lambda value: {getattr(row, key): row for row in table(tables())}[value])


# ---------------------------------------------------------------------------- troops and bases


def troop_type(code: str) -> rows.TroopType:
    """Return the type by its code (`SI` is read as `SP`) (BQ-2.2.a); raises KeyError."""
    return tables()._troops[code]


def is_mounted(code: str) -> bool:
    """Return whether a type is Mounted; False for Foot and for what is no troop type (BQ-2.2.a)."""
    troop = tables()._troops.get(code)
    return troop is not None and troop.mounted


def frontage(code: str) -> float:
    """Return the width of a base in BU, 2 for all but Artillery (BQ-1.4.c)."""
    units = tables().units
    return units.artillery_frontage_bu if code == "ART" else units.standard_frontage_bu


@cache
def base_depth(code: str, massed: bool = False) -> float:
    """Return the depth of a base in BU, twice that for Massed cavalry (BQ-1.3.b, BQ-1.3.c, BQ-2.3.1.c)."""
    troop = troop_type(code)
    depth = next(row.default_depth_bu for row in tables().base_size if troop.code in row.troops)
    return depth * tables().massed.cavalry_depth_factor if massed and troop.mounted else depth


# ---------------------------------------------------------------------------- tests and leaders


@cache
def discipline_target(discipline: str) -> int:
    """Return the lowest d6 that passes for class A, B or C (BQ-2.4.1.a); raises KeyError."""
    return {row.discipline: row.pass_on for row in tables().discipline_target}[discipline]  # type: ignore[index]


@cache
def discipline_modifier(test: str, key: str) -> rows.DisciplineModifier:
    """Return the modifier called `key` in the Discipline Test `test` (or in all of them); raises KeyError."""
    for row in tables().discipline_modifier:
        if row.key == key and (test in row.tests or "all" in row.tests):
            return row
    raise KeyError(f"{test}: {key}")


cohesion_modifier = _row_of(lambda every: every.cohesion_modifier, "key")
"""BQ-6.2.c, BQ-7.5.d, BQ-7.5.e: the modifier to the Critical Number; raises KeyError."""

leader_level = _row_of(lambda every: every.leader_level, "level")
"""BQ-2.6.1.l: bonus, price and abilities of a Leader's level; raises KeyError."""

leader_level_by_rank = _row_of(lambda every: every.leader_level, "rank")
"""BQ-2.7.5.a: the level of a rank from 0 (incompetent) to 4 (charismatic); raises KeyError."""

command_structure = _row_of(lambda every: every.command_structure, "quality")
"""BQ-2.6.2.a: command range in BU and rank in ties; raises KeyError."""


@cache
def baggage(fortified: bool) -> rows.Baggage:
    """Return the profile of the Baggage (BQ-2.8.b)."""
    kind = "fortified" if fortified else "unfortified"
    return next(row for row in tables().baggage if row.kind == kind)


def exploration_dice_cost(bought: int) -> int:
    """Return the points for `bought` Exploration Dice beyond the free one (BQ-2.9.a)."""
    price = tables().exploration_dice
    cheap = min(bought, 5)
    return cheap * price.cost_each_1_to_5 + (bought - cheap) * price.cost_each_6_to_10


army_purchase = _row_of(lambda every: every.army_purchase, "item")
"""BQ-A.3: what the camp may buy; raises KeyError."""


@cache
def army_size(points: int) -> rows.ArmySize:
    """Return the band that the agreed points fall in (BQ-A.2)."""
    for row in tables().army_size:
        if points >= row.points_min and (row.points_max is None or points <= row.points_max):
            return row
    raise ValueError(f"{points} points are no army")


# ---------------------------------------------------------------------------- dice of movement


@cache
def dice_column(code: str, speed: str) -> Column:
    """Return the column of the movement dice tables for a type and its speed (S, F or none) (BQ-5.4.1.b).

    Any Mounted marked S uses the slow column; Gallopers and Mounted marked F the fast one.
    """
    troop = troop_type(code)
    if troop.foot:
        return "slow_foot" if speed == "S" else "foot"
    if speed == "S":
        return "slow_mounted"
    return "fast_mounted" if speed == "F" or troop.code == "GA" else "mounted"


charge_bonus = _row_of(lambda every: every.charge_bonus, "column")
"""BQ-5.4.1.b: extra BU of a charge on each die; raises KeyError."""

pursuit = _row_of(lambda every: every.pursuit, "column")
"""BQ-7.5.4.d: BU of a pursuit on each die; raises KeyError."""


def retreat(column: Column) -> act.MoveTable:
    """Return the BU of a retreat on each die; Slow Foot retreats as Foot (BQ-7.5.2.i)."""
    wanted: Column = "foot" if column == "slow_foot" else column
    return next(row for row in tables().retreat if row.column == wanted)


# ---------------------------------------------------------------------------- shooting and melee


def band(distance: float) -> Band | None:
    """Return the distance band of a shot at `distance` BU (BQ-6.1.2); None beyond extreme range."""
    for row in tables().distance_band:
        if row.min_bu_exclusive < distance <= row.max_bu:
            return row.band
    return None


band_limits = _row_of(lambda every: every.distance_band, "band")
"""BQ-6.1.2: from where to where a band reaches, and what it adds to the Critical Number."""


def weapon(name: str) -> act.Firing | None:
    """Return the row of a missile weapon by its name in the books (BQ-6.1.2); None for Pike and the like."""
    return tables()._firing.get(name.lower())


firing_modifier = _row_of(lambda every: every.firing_modifier, "key")
"""BQ-6.1.3: a modifier to the number of firing dice; raises KeyError."""

firing_factor = _row_of(lambda every: every.firing_factor, "key")
"""BQ-6.3.3.c, BQ-6.9.b: what the firing dice are multiplied by; raises KeyError."""

melee_modifier = _row_of(lambda every: every.melee_modifier, "key")
"""BQ-7.3, BQ-7.4: a modifier to the number of melee dice; raises KeyError."""

impetus_denied = _row_of(lambda every: every.impetus_denied, "key")
"""BQ-7.3.c-f: what denies a charger its impetus bonus; raises KeyError."""

characteristic = _row_of(lambda every: every.characteristic, "name")
"""BQ-8.0: a special characteristic by the name the books use; raises KeyError."""


@cache
def agitators(double: int) -> act.Agitators:
    """Return what an initiative double does to Units with Agitators and Preachers (BQ-8.1.9.a)."""
    return next(row for row in tables().agitators if double in row.initiative_double)


# ---------------------------------------------------------------------------- terrain and setup


terrain_kind = _row_of(lambda every: every.terrain_kind, "key")
"""BQ-3.1.1, BQ-3.1.4: what a piece on the table is; raises KeyError."""

ground = _row_of(lambda every: every.terrain_type, "type")
"""BQ-3.1.1: what a kind of ground does to a movement action; raises KeyError."""

terrain_option = _row_of(lambda every: every.terrain_option, "terrain")
"""BQ-3.3.e: what a piece costs in options and how many there may be; raises KeyError."""

terrain_size = _row_of(lambda every: every.terrain_size, "terrain")
"""BQ-3.2: how large a piece may be, in BU; raises KeyError."""


@cache
def river_state(roll: int) -> rows.RiverRoll:
    """Return the state of a river for a roll of 2d6 (BQ-3.1.1.h)."""
    return next(row for row in tables().river_roll if row.roll_2d6_min <= roll <= row.roll_2d6_max)


@cache
def crossing(die: int) -> str:
    """Return `ford` or `bridge` where a road meets a river (BQ-3.3.g)."""
    return next(row.result for row in tables().road_river_crossing if die in row.d6)


@cache
def victory_loss(rule: str) -> act.VictoryLoss:
    """Return what an event costs in demoralisation value, by its rule (BQ-9.1.b-e); raise KeyError."""
    return {row.rule: row for row in tables().victory_loss}[rule]
