"""How many dice a shot has (BQ-6.1, BQ-6.7): pure functions of its facts, for rolls, odds and log alike."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from rulesets.baroque import tables
from rulesets.baroque.actiontypes import Band, Firing, FiringFactor
from rulesets.baroque.armies import UnitProfile
from rulesets.baroque.traits import fire_passes, fires_on_the_move, hard_to_hit, traits
from rulesets.baroque.wording import common
from rulesets.baroque.wording import shooting as words
from rulesets.engine.chance import Pass
from rulesets.engine.dice import Modifier, total
from rulesets.engine.records import record


@record
class Shot:
    """The facts of a shot. `vbu`: the firer's current VBU. `moves`: movement actions made and reserved this
    turn.

    `limited`: only one corner line is free (BQ-6.3.3.c); `through`: through CL or S (BQ-6.9); `cover`: what
    terrain takes away (BQ-6.1.3.6).
    """

    firer: UnitProfile
    target: UnitProfile
    weapon: Firing
    at: Band
    vbu: int
    moves: int = 0
    disordered: bool = False
    evading: bool = False
    limited: bool = False
    through: bool = False
    indirect: bool = False
    cover: Modifier | None = None


def weapon_name(weapon: Firing) -> str:
    """Return the weapon in words: `musket`, `heavy cannon`."""
    return weapon.name or weapon.printed[0].lower()


def weapon_at(profile: UnitProfile, at: Band) -> Firing | None:
    """Return the best weapon that the unit can fire at that distance, if any (BQ-6.1.2, BQ-6.1.1.b)."""
    able = [weapon for weapon in traits(profile).missiles if weapon.dice[at] is not None]
    return max(able, key=lambda weapon: weapon.dice[at] or 0, default=None)


def reach(profile: UnitProfile) -> float:
    """Return how far the unit can fire, in BU (BQ-6.1.2); 0 if it cannot."""
    return traits(profile).reach


# ---------------------------------------------------------------------------- modifiers


def shot_modifiers(shot: Shot) -> list[Modifier]:
    """Return what changes the dice; with the firer's VBU it adds up to them (BQ-6.1.1.a, BQ-6.1.3)."""
    found = [*_of_firer(shot), *_of_target(shot)]
    dice = shot.vbu + total(found)
    for factor, why in _halvings(shot):
        reduced = ceil(max(dice, 0) * factor.factor)
        found.append(Modifier(factor.rule, min(0, reduced - dice), why))
        dice = min(reduced, dice)
    least = tables.tables().firing_general.min_dice
    if dice < least:
        found.append(Modifier("BQ-6.1.1.b", least - dice, words.AT_LEAST_ONE_DIE))
    return found


def shot_dice(shot: Shot) -> int:
    """Return the number of dice of a shot (BQ-6.1.1.a)."""
    return shot.vbu + total(shot_modifiers(shot))


def shot_passes(shot: Shot, *, first_volley: bool) -> tuple[Pass, ...]:
    """Return the re-rolls of a shot. `first_volley`: the unit has not fired in this game (BQ-6.1.5.b)."""
    return fire_passes(traits(shot.firer), first_volley=first_volley and shot.weapon.first_volley)


def range_modifiers(at: Band) -> list[Modifier]:
    """Return what the distance adds to the Critical Number of the unit that was hit (BQ-6.2.c)."""
    bonus = tables.band_limits(at).cohesion_modifier
    return [Modifier("BQ-6.2.c", bonus, words.hit(at))] if bonus else []


def _of_firer(shot: Shot) -> Iterator[Modifier]:
    weapon = shot.weapon
    table = weapon.dice[shot.at]
    if table is None:
        raise ValueError(f"{weapon.weapon} cannot fire {words.AT[shot.at]}")
    # Each modifier carries the rule of its row in the tables.
    yield Modifier(weapon.rule, table, words.weapon_at_range(weapon_name(weapon), shot.at))
    if shot.firer.sm:
        yield Modifier("BQ-6.1.3.1", shot.firer.sm, words.SHOOTING_MODIFIER)
    if shot.moves and not fires_on_the_move(shot.firer):  # BQ-6.1.3.2.a, BQ-6.1.3.2.c
        each = tables.firing_modifier("movement")
        yield Modifier(each.rule, each.dice * shot.moves, words.movement_actions(shot.moves))
    if shot.disordered:  # BQ-6.1.3.4
        yield tables.firing_modifier("disordered").why(common.DISORDERED_MODIFIER)
    if shot.indirect and weapon.kind == "cannon":  # BQ-6.4.b
        yield tables.firing_modifier("indirect").why(words.INDIRECT_FIRE)
    yield from traits(shot.firer).when_firing()


def _of_target(shot: Shot) -> Iterator[Modifier]:
    if hard_to_hit(shot.target):  # BQ-6.1.3.5.a
        yield tables.firing_modifier("target_light").why(words.at_type(shot.target.type_name))
    if (
        shot.cover is not None
    ):  # BQ-6.1.3.6.a (BQ-3.1.4.g), BQ-6.1.3.6.c; who fires out of cover loses nothing (BQ-6.1.3.6.b)
        yield shot.cover
    if shot.evading:  # BQ-6.1.3.7
        yield tables.firing_modifier("target_evading").why(words.TARGET_EVADES)
    if shot.target.massed and shot.weapon.kind == "cannon":  # BQ-6.1.3.8
        yield tables.firing_modifier("cannon_at_massed").why(words.CANNON_AT_MASSED)
    yield from traits(shot.target).against_fire(shot.weapon)


def _halvings(shot: Shot) -> Iterator[tuple[FiringFactor, str]]:
    """Yield each reason to halve the dice (BQ-6.3.3.c, BQ-6.9.b)."""
    if shot.limited:
        yield tables.firing_factor("limited_fire"), words.LIMITED_FIRE
    if shot.through:
        yield tables.firing_factor("through_cl_or_s"), words.THROUGH_SCREEN


# ---------------------------------------------------------------------------- point-blank pistols


def pistol_modifiers(target: UnitProfile, *, disordered: bool) -> list[Modifier]:
    """Return what changes the dice of point-blank pistols (BQ-6.7.c); `disordered`: the firer is."""
    row = tables.tables().point_blank_pistol
    found = [Modifier("BQ-6.7.c", row.disordered_firer, common.DISORDERED_MODIFIER)] if disordered else []
    found += traits(target).against_pistols()
    # The minimum is itself a modifier, so that the log adds up to the dice that were rolled.
    missing = tables.tables().firing_general.min_dice - row.dice - total(found)
    if missing > 0:
        found.append(Modifier("BQ-6.1.1.b", missing, words.AT_LEAST_ONE_DIE))
    return found
