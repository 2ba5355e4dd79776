"""The rows of data/tables.toml as frozen dataclasses: movement, shooting, melee, victory. Distances in BU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rulesets.engine.books import data
from rulesets.engine.dice import Modifier

Band = Literal["point_blank", "short", "long", "extreme"]
Column = Literal["slow_foot", "foot", "slow_mounted", "mounted", "fast_mounted"]
SixDistances = tuple[int, int, int, int, int, int]

# ---------------------------------------------------------------------------- actions, movement


@data
class ChargeBonus:
    rule: str
    column: Column
    bonus_bu: SixDistances


@data
class MoveTable:
    rule: str
    column: Column
    move_bu: SixDistances


@data
class Interpenetration:
    rule: str
    mover: tuple[str, ...]
    passed: tuple[str, ...]


@data
class ForcedInterpenetration:
    rule: str
    retreating: tuple[str, ...]
    effect: str


# ---------------------------------------------------------------------------- shooting, melee


@data
class DistanceBand:
    rule: str
    band: Band
    min_bu_exclusive: float
    max_bu: float
    cohesion_modifier: int


@data
class Firing:
    """BQ-6.1.2: dice added to VBU at each distance; None: the weapon cannot fire so far."""

    rule: str
    weapon: str
    printed: tuple[str, ...]
    name: str = ""
    kind: Literal["firearm", "bow", "cannon", "howitzer"]
    first_volley: bool
    point_blank: int | None = None
    short: int | None = None
    long: int | None = None
    extreme: int | None = None

    @property
    def dice(self) -> Mapping[str, int | None]:
        """Return dice by distance band."""
        bands: tuple[Band, ...] = ("point_blank", "short", "long", "extreme")
        return {band: getattr(self, band) for band in bands}


@data
class DiceModifier:
    """Dice added to firing or melee; `dice_from` names the field of the profile that gives the number."""

    rule: str
    key: str
    condition: str
    dice: int = 0
    dice_from: Literal["", "sm", "i", "mm"] = ""

    def why(self, words: str) -> Modifier:
        """Return it as it is added to a number of dice, in these words."""
        return Modifier(self.rule, self.dice, words)


@data
class FiringFactor:
    rule: str
    key: str
    factor: float
    rounding: Literal["up", "none"]


@data
class FiringGeneral:
    rule: str
    min_dice: int
    hit_on: int
    pair_of_fives_hits: int
    priority_distance_bu: float
    shoot_through_min_distance_bu: float
    arc_degrees_each_side: float


@data
class DefensiveFire:
    rule: str
    types: tuple[str, ...]


@data
class PointBlankPistol:
    rule: str
    dice: int
    disordered_firer: int
    target_cuirass: int


@data
class CohesionTest:
    rule: str
    formula: str
    natural_pass: int
    natural_fail: int
    loss_if_critical_number_at_least_6: int
    passed_while_disordered_loss: int


@data
class CohesionModifier:
    key: str
    rule: str
    context: tuple[Literal["shooting", "melee"], ...]
    condition: str
    modifier: int

    def why(self, words: str) -> Modifier:
        """Return it as it is added to a Critical Number, in these words."""
        return Modifier(self.rule, self.modifier, words)


@data
class MeleeGeneral:
    rule: str
    min_dice: int
    hit_on: int
    pair_of_fives_hits: int
    support_factor: float
    repulse_distance_bu: float
    draw_mounted_vs_foot_retreat_bu: float
    rout_disorder_distance_bu: float
    rout_contact_loss_vbu: int


@data
class ImpetusDenied:
    key: str
    rule: str
    charger: str
    against: str


@data
class ChargeDirection:
    rule: str
    direction: Literal["front", "side", "flank", "rear"]
    condition: str
    effects: str


@data
class Characteristic:
    rule: str
    name: str
    effect: str
    always_slow: bool = False


@data
class Agitators:
    rule: str
    initiative_double: tuple[int, ...]
    effect: str
    discipline_modifier: int
    cohesion_modifier: int


# ---------------------------------------------------------------------------- victory


@data
class VictoryLoss:
    rule: str
    event: str
    vd_factor: int = 0
    points: int = 0


@data
class Victory:
    rule: str
    army_break_at: int
    command_break_at: int
    checked: str
