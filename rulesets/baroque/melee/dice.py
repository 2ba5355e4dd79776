"""Melee dice and what melee adds to a Cohesion Test (BQ-7.3, BQ-7.4, BQ-7.5.d-e), from plain facts.

The same lists serve the roll, the exact odds and the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from rulesets.baroque import tables
from rulesets.baroque.armies import UnitProfile
from rulesets.baroque.state import BAGGAGE
from rulesets.baroque.terrain import Ground
from rulesets.baroque.traits import melee_passes, traits
from rulesets.baroque.wording import common
from rulesets.baroque.wording import melee as words
from rulesets.engine.chance import Pass
from rulesets.engine.dice import Modifier, total
from rulesets.engine.hits import hits
from rulesets.engine.records import record


@record
class Enemy:
    """What a unit in melee has before it: the enemy it fights, and what takes part on its side.

    `pikes`: troops with pikes take part, if only in support (BQ-7.3.c). `wholly_in`: the ground that its
    whole base lies in. `behind_obstacle`: it defends a linear obstacle. `feared`: a Feared Unit fights this
    one.
    """

    mounted: bool = False
    pikes: bool = False
    wholly_in: Ground = "open"
    behind_obstacle: bool = False
    fortified: bool = False
    feared: bool = False


@record
class Fighter:
    """The facts of one unit in one round of melee.

    `vbu`: current. `charging`: it charged, countercharged or pursued with real movement into this round.
    `flanked`: an enemy touches its flank or rear (BQ-7.2.3). `ground`: what at least half its base stands
    on; `rough`: the greater part of it is in Broken or Difficult Terrain. `crossed`: its charge crossed a
    linear obstacle or came up to one (BQ-LO.3). `defended`: it defends a linear obstacle or stands higher.
    `lance`: this is its one charge with the lance.
    """

    profile: UnitProfile
    vbu: int
    enemy: Enemy = Enemy()
    disordered: bool = False
    exhausted: bool = False
    leader: bool = False
    charging: bool = False
    flanked: bool = False
    ground: Ground = "open"
    rough: bool = False
    crossed: bool = False
    defended: bool = False
    lance: bool = False


# ---------------------------------------------------------------------------- kinds of troops


def has_pikes(profile: UnitProfile) -> bool:
    """Return whether it denies Mounted impetus; P&M only with the pike (BQ-7.3.c, BQ-2.2.h)."""
    if profile.type == BAGGAGE or not tables.troop_type(profile.type).pike_denies_impetus:
        return False
    return profile.pikes or profile.type != "P&M"


def ignores_flanks(profile: UnitProfile) -> bool:
    """Return whether side, flank and rear do not matter: Early Tercios, Baggage (BQ-7.2.3.d, BQ-7.9.a)."""
    return profile.type == BAGGAGE or tables.troop_type(profile.type).ignores_flank_rear_penalties


def hindered(profile: UnitProfile) -> bool:
    """Return whether rough ground hinders it in melee: Mounted, Tercios, PK, P&M (BQ-7.4.d, BQ-7.5.d)."""
    return profile.type != BAGGAGE and tables.troop_type(profile.type).terrain_melee_penalty


# ---------------------------------------------------------------------------- dice


def impetus_denied(fighter: Fighter) -> Modifier | None:
    """Return the first bar to the impetus bonus as a modifier of 0 dice (BQ-7.3.b-f, BQ-2.5.1.b)."""
    return next((Modifier(tables.impetus_denied(key).rule, 0, why) for key, why in _denials(fighter)), None)


def _denials(fighter: Fighter) -> Iterator[tuple[str, str]]:
    enemy, mounted = fighter.enemy, fighter.profile.mounted
    if fighter.exhausted:
        yield "exhausted", words.IMPETUS_EXHAUSTED
    if mounted and enemy.pikes:
        yield "pikes", words.IMPETUS_PIKES
    if not mounted and enemy.mounted:  # BQ-7.3.d
        yield "foot_against_mounted", words.IMPETUS_FOOT
    if enemy.wholly_in == "difficult":
        yield "difficult_terrain", words.IMPETUS_DIFFICULT
    if enemy.behind_obstacle or fighter.crossed:
        yield "linear_obstacle", words.IMPETUS_OBSTACLE
    if mounted and fighter.rough:
        yield "rough_ground", words.IMPETUS_ROUGH
    if enemy.fortified:  # BQ-7.3.f
        yield "fortified_baggage", words.IMPETUS_FORTIFIED


def melee_modifiers(fighter: Fighter) -> list[Modifier]:
    """Return everything that changes the unit's number of melee dice (BQ-7.3, BQ-7.4)."""
    return list(_modifiers(fighter))


def _modifiers(fighter: Fighter) -> Iterator[Modifier]:
    profile, enemy = fighter.profile, fighter.enemy
    if fighter.charging and profile.i:
        denied = impetus_denied(fighter)
        yield denied or Modifier(tables.melee_modifier("impetus").rule, profile.i, words.IMPETUS)
    if profile.mm and not fighter.exhausted:
        yield Modifier(tables.melee_modifier("melee_modifier").rule, profile.mm, words.MELEE_MODIFIER)
    if fighter.disordered:  # BQ-7.4.b
        yield tables.melee_modifier("disordered").why(common.DISORDERED_MODIFIER)
    if fighter.flanked and not ignores_flanks(profile):  # BQ-7.4.c
        yield tables.melee_modifier("flank_or_rear").why(words.FLANKED)
    if hindered(profile) and "difficult" in (fighter.ground, enemy.wholly_in):
        yield tables.melee_modifier("difficult_terrain").why(words.IN_DIFFICULT_TERRAIN)
    if profile.mounted and fighter.charging and (enemy.behind_obstacle or fighter.crossed):  # BQ-7.4.e
        yield tables.melee_modifier("mounted_against_obstacle").why(common.CHARGES_OVER_OBSTACLE)
    if fighter.leader:  # BQ-7.4.f
        yield tables.melee_modifier("leader").why(common.LEADER_ATTACHED)
    if enemy.feared:
        yield tables.melee_modifier("feared_enemy").why(words.ENEMY_FEARED)


def melee_dice(fighter: Fighter) -> int:
    """Return the dice of a Main Unit (BQ-7.5.a): current VBU and modifiers, at least one."""
    return max(tables.tables().melee_general.min_dice, fighter.vbu + total(melee_modifiers(fighter)))


def support_dice(fighter: Fighter) -> int:
    """Return the dice that a Support Unit adds (BQ-7.6.b): half of its full number, rounded up."""
    return ceil(melee_dice(fighter) * tables.tables().melee_general.support_factor)


def passes(fighter: Fighter) -> tuple[Pass, ...]:
    """Return the re-rolls of the unit's own dice (BQ-8.1.4, BQ-8.2.2)."""
    return melee_passes(traits(fighter.profile), lance=fighter.lance)


def pooled_hits(pools: Sequence[Sequence[int]]) -> int:
    """Return the hits of a Main Unit and its Support Units together: 5s pair across the pools (BQ-7.6.b)."""
    sixes, fives = sum(counts[3] for counts in pools), sum(counts[2] for counts in pools)
    return hits((0, 0, fives, sixes))


# ---------------------------------------------------------------------------- Cohesion Test


def melee_cohesion(fighter: Fighter) -> list[Modifier]:
    """Return what melee alone adds to the Critical Number, never a distance (BQ-7.5.c to BQ-7.5.e)."""
    return list(_cohesion(fighter))


def _cohesion(fighter: Fighter) -> Iterator[Modifier]:
    profile = fighter.profile
    if hindered(profile):
        grounds = (fighter.ground, fighter.enemy.wholly_in)
        if "difficult" in grounds:
            yield tables.cohesion_modifier("difficult_terrain").why(words.IN_DIFFICULT_TERRAIN)
        elif "broken" in grounds:
            yield tables.cohesion_modifier("broken_terrain").why(words.IN_BROKEN_TERRAIN)
    if fighter.flanked and not ignores_flanks(profile):
        yield tables.cohesion_modifier("flank_or_rear").why(words.FLANKED)
    if fighter.defended and profile.type != BAGGAGE:
        yield tables.cohesion_modifier("defended_position").why(words.DEFENDS_POSITION)
