"""The rows of data/tables.toml as frozen dataclasses: troops, leaders, camp, terrain. Distances in BU.

actiontypes.py holds the rows of movement, shooting, melee and victory; tables.py reads them all.
"""

from __future__ import annotations

from typing import Literal

from rulesets.engine.books import data
from rulesets.engine.dice import Modifier

TroopClass = Literal["mounted", "foot"]

# ---------------------------------------------------------------------------- bases, troops


@data
class Units:
    """BQ-1.4.a: the Baroque Unit (BU), half the frontage of a standard base, and what it is on the table."""

    length: str
    rule: str
    bu_cm_15mm: int
    standard_frontage_bu: float
    artillery_frontage_bu: float


@data
class Battlefield:
    rule: str
    figure_scales_mm: tuple[int, ...]
    points_min: int
    points_max: int
    length_cm: int
    width_cm: int


@data
class BaseSize:
    rule: str
    troops: tuple[str, ...]
    note: str = ""
    default_depth_bu: float


@data
class TroopType:
    """BQ-2.2.*: what a type may and must do."""

    code: str
    name: str
    rule: str
    aliases: tuple[str, ...] = ()
    category: TroopClass
    always_massed: bool
    always_slow: bool = False
    must_pursue: bool
    evade_from: tuple[Literal["shooting", "charging_foot", "charging_mounted"], ...]
    defensive_fire: bool
    defensive_fire_extra: tuple[Literal["side", "flank", "rear"], ...] = ()
    ignores_flank_rear_penalties: bool = False
    dispersed_when_charged: bool = False
    fire_no_move_penalty: bool
    pike_denies_impetus: bool
    terrain_melee_penalty: bool
    countercharge_modifier: int
    can_disengage: bool
    fire_sides: tuple[Literal["front", "one_side", "rear"], ...]
    fire_sides_massed: tuple[Literal["front", "one_side", "rear"], ...] = ()

    @property
    def mounted(self) -> bool:
        return self.category == "mounted"

    @property
    def foot(self) -> bool:
        return self.category == "foot"


@data
class Massed:
    rule: str
    melee_modifier: int
    cannon_dice: int
    cavalry_depth_factor: float


# ---------------------------------------------------------------------------- discipline


@data
class DisciplineTarget:
    """BQ-2.4: the classes A, B and C, and the lowest die that passes a test."""

    rule: str
    discipline: Literal["A", "B", "C"]
    pass_on: int


@data
class DisciplineNaturals:
    rule: str
    always_fail: int
    always_pass: int


@data
class DisciplineModifier:
    key: str
    rule: str
    tests: tuple[str, ...]
    condition: str
    modifier: int

    def why(self, words: str) -> Modifier:
        """Return it as it is added to a die, in these words."""
        return Modifier(self.rule, self.modifier, words)


@data
class DisciplineTest:
    test: str
    rule: str
    on_fail: str


@data
class Exhaustion:
    rule: str
    original_vbu: int
    exhausted_at: int


# ---------------------------------------------------------------------------- leaders, camp


@data
class LeaderLevel:
    """BQ-2.6.1.l: leadership bonus and price of a level; `rank` rises from incompetent to charismatic."""

    rule: str
    level: str
    rank: int
    leadership_bonus: int
    cost_points: int
    initiative_reroll: Literal["none", "both dice together", "one or both dice"]
    may_pass_initiative: bool
    cinc_only: bool
    needs_list_permission: bool
    blocked_on_double: bool

    @property
    def name(self) -> str:
        return f"{self.level.capitalize()} Leader"


@data
class LeaderRules:
    rule: str
    move_bu: float
    min_distance_from_enemy_when_displaced_bu: float
    attached_command_range_factor: float
    cannot_join: tuple[str, ...]


@data
class CommandStructure:
    rule: str
    quality: Literal["poor", "average", "good"]
    range_bu: float
    tie_break_rank: int
    cost_points: int


@data
class LeaderLoss:
    rule: str
    cause: Literal["fire", "melee"]
    trigger: str
    d6: tuple[int, ...]
    result: str


@data
class Baggage:
    rule: str
    kind: Literal["unfortified", "fortified"]
    vbu: int
    cost_points: int
    vdt_loss_if_sacked: int
    max_attackers: int


@data
class ExplorationDice:
    rule: str
    free: int
    max_bought: int
    cost_each_1_to_5: int
    cost_each_6_to_10: int


@data
class ArmyPurchase:
    rule: str
    item: str
    cost_points: int
    max: int
    vdt_bonus: int = 0
    optional: bool = False


@data
class ArmySize:
    """BQ-A.2: how the agreed points change the ranges of a list, and how many commands there are."""

    rule: str
    points_min: int
    points_max: int | None = None
    minimum_factor: float
    maximum_factor: int
    commands_min: int
    commands_max: int


# ---------------------------------------------------------------------------- terrain, setup


@data
class TerrainType:
    """BQ-3.1.1: what ground does to a movement action; without `max_move_bu` that is M x `move_factor`."""

    rule: str
    type: str
    examples: tuple[str, ...]
    max_move_bu: float | None = None
    move_factor: float = 1.0
    disorders: bool
    disorder_exempt: tuple[str, ...]


@data
class TerrainMovement:
    rule: str
    troops: tuple[str, ...]
    broken: str
    difficult: str
    linear_obstacle: str


@data
class TerrainKind:
    """What a piece on the table is: ground, sight limit in BU (None: unlimited), cover, height, borders."""

    key: str
    name: str
    ground: str
    option: str
    visibility_bu: float | None = None
    cover: bool = False
    height: bool = False
    edged: bool = False
    rules: tuple[str, ...]


@data
class RiverRoll:
    rule: str
    roll_2d6_min: int
    roll_2d6_max: int
    state: Literal["dry", "normal", "deep"]
    effect: str


@data
class RoadRiverCrossing:
    rule: str
    d6: tuple[int, ...]
    result: Literal["ford", "bridge"]


@data
class TerrainOption:
    rule: str
    terrain: str
    options: int
    options_out_of_format: int | None = None
    max_count: int | None = None


@data
class TerrainBudget:
    rule: str
    max_options: int


@data
class TerrainSize:
    rule: str
    terrain: str
    min_square_bu: float | None = None
    max_square_bu: float | None = None
    width_min_bu: float | None = None
    width_max_bu: float | None = None
    depth_min_bu: float | None = None
    depth_max_bu: float | None = None
    length_min_bu: float | None = None
    length_max_bu: float | None = None


@data
class Deployment:
    rule: str
    depth_from_own_edge_bu: float
    distance_from_side_edges_bu: float
