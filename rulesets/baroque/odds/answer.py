"""The answer to an odds query: dice, every modifier, hits, what they do to the unit that is hit, who wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from rulesets.baroque import tables
from rulesets.baroque.actiontypes import Firing
from rulesets.baroque.armies import UnitProfile
from rulesets.baroque.melee import dice as melee
from rulesets.baroque.melee.contact import EXPOSED
from rulesets.baroque.melee.dice import Enemy, Fighter
from rulesets.baroque.morale import Cause, cohesion_passes, critical_number, own_modifiers
from rulesets.baroque.odds.aftermath import Harm, Sufferer, leader_risk
from rulesets.baroque.odds.form import ANSWERS
from rulesets.baroque.odds.query import (
    FighterModel,
    MeleeQuery,
    PistolsQuery,
    Query,
    ShotConditions,
    ShotQuery,
    SupportModel,
    UnitModel,
    current_vbu,
    profile_of,
)
from rulesets.baroque.shooting.dice import (
    Shot,
    pistol_modifiers,
    range_modifiers,
    reach,
    shot_modifiers,
    shot_passes,
    weapon_at,
    weapon_name,
)
from rulesets.baroque.traits import fire_passes, is_artillery, is_light, traits
from rulesets.baroque.wording import movement, shooting
from rulesets.baroque.wording import odds as words
from rulesets.contract.duelanswers import DIGITS, probabilities
from rulesets.contract.odds import OddsError
from rulesets.engine.chance import Distribution
from rulesets.engine.dice import Modifier, total
from rulesets.engine.hits import Pool, pooled_distribution

Troop: TypeAlias = tuple[SupportModel, UnitProfile, int]
"""A unit in melee as it was asked about, its profile, its current VBU."""


def answered(query: Query) -> dict[str, Any]:
    """Return the answer as a JSON value; raises OddsError with a path."""
    if isinstance(query, ShotQuery):
        return _shot(query)
    return _pistols(query) if isinstance(query, PistolsQuery) else _melee(query)


# ---------------------------------------------------------------------------- fire


def _shot(query: ShotQuery) -> dict[str, Any]:
    firer, target = profile_of(query.attacker, "attacker"), profile_of(query.target, "target")
    how = query.conditions
    at = tables.band(how.distance)
    weapon = _weapon(firer, how)
    if at is None or weapon is None or weapon.dice[at] is None:
        far = words.out_of_reach(firer.name, how.distance, reach(firer))
        message = far if reach(firer) else words.no_missiles(firer.name)
        raise OddsError(message, path="conditions.distance", code="range")
    _check_lines(firer, target, how)
    shot = Shot(
        firer, target, weapon, at, current_vbu(query.attacker, firer, "attacker"), query.attacker.moves,
        query.attacker.disordered, how.evading, how.limited, how.through, how.indirect, _cover(firer, how),
    )  # fmt: skip
    modifiers, passes = shot_modifiers(shot), shot_passes(shot, first_volley=query.attacker.first_volley)
    adds = how.disorder_adds_to_failure
    struck = _sufferer(query.target, target, "fire", range_modifiers(at), adds=adds)
    count = shot.vbu + total(modifiers)
    return {
        "kind": "shot",
        "weapon": shooting.weapon_at_range(weapon_name(weapon), at),
        "attacker": {"name": firer.name, **_strike(shot.vbu, modifiers, ((count, passes),))},
        "target": {"name": target.name, **_suffer(struck, ((count, passes),))},
    }


def _weapon(firer: UnitProfile, how: ShotConditions) -> Firing | None:
    """Return the weapon that is named, or the best at the distance."""
    if how.weapon is None:
        at = tables.band(how.distance)
        return None if at is None else weapon_at(firer, at)
    named = tables.weapon(how.weapon)
    if named is None or named not in traits(firer).missiles:
        message = words.no_weapon(firer.name, how.weapon)
        raise OddsError(message, path="conditions.weapon", code="unknown")
    return named


def _check_lines(firer: UnitProfile, target: UnitProfile, how: ShotConditions) -> None:
    if how.through and (is_light(target) or is_artillery(target)):
        message = words.NOT_THROUGH
        raise OddsError(message, path="conditions.through", code="illegal")
    if how.indirect and not is_artillery(firer):
        raise OddsError(words.ONLY_ARTILLERY_INDIRECT, path="conditions.indirect", code="illegal")


def _cover(firer: UnitProfile, how: ShotConditions) -> Modifier | None:
    """Return the deduction for cover, none for Artillery (BQ-6.1.3.6)."""
    key = {"edge": "target_in_cover", "obstacle": "target_behind_obstacle"}.get(how.cover)
    if key is None or is_artillery(firer):
        return None
    row = tables.firing_modifier(key)
    why = words.AT_EDGE_OF_COVER if how.cover == "edge" else movement.BEHIND_OBSTACLE
    return Modifier(row.rule, row.dice, why)


def _pistols(query: PistolsQuery) -> dict[str, Any]:
    firer, target = profile_of(query.attacker, "attacker"), profile_of(query.target, "target")
    if not traits(firer).pistols:
        raise OddsError(words.no_pistols(firer.name), path="attacker", code="illegal")
    base = tables.tables().point_blank_pistol.dice
    modifiers = pistol_modifiers(target, disordered=query.attacker.disordered)
    passes = fire_passes(traits(firer), first_volley=False)
    count = base + total(modifiers)
    adds = query.conditions.disorder_adds_to_failure
    struck = _sufferer(query.target, target, "fire", range_modifiers("point_blank"), adds=adds)
    return {
        "kind": "pistols",
        "attacker": {"name": firer.name, **_strike(base, modifiers, ((count, passes),))},
        "target": {"name": target.name, **_suffer(struck, ((count, passes),))},
    }


# ---------------------------------------------------------------------------- melee


def _melee(query: MeleeQuery) -> dict[str, Any]:
    troops = [list(_troops(query.attacker, "attacker")), list(_troops(query.target, "target"))]
    lines, struck = [], []
    for mine in (0, 1):
        line = [
            # Only a Main Unit meets the enemy's Support Units too, for the Feared among them.
            _fighter(model, profile, vbu, _enemy(troops[1 - mine], main=not number))
            for number, (model, profile, vbu) in enumerate(troops[mine])
        ]
        lines.append(line)
        struck.append(
            _sufferer(
                troops[mine][0][0], line[0].profile, "melee", melee.melee_cohesion(line[0]),
                feared=line[0].enemy.feared, adds=query.conditions.disorder_adds_to_failure,
            )
        )  # fmt: skip
    sides = [_side(lines[i], struck[i], lines[1 - i]) for i in (0, 1)]
    after = [struck[i].after(pools_of(lines[1 - i])) for i in (0, 1)]
    won = result([line[0] for line in lines], struck, after)
    return {"kind": "melee", "attacker": sides[0], "target": sides[1], "result": won}


def _troops(main: FighterModel, path: str) -> Iterator[Troop]:
    """Yield the units of a side, its Main Unit first."""
    supports = [(support, f"{path}.supports[{index}]") for index, support in enumerate(main.supports)]
    for model, where in [(main, path), *supports]:
        profile = profile_of(model, where)
        if _exposed(model) and not melee.ignores_flanks(profile):
            model = model.model_copy(update={"disordered": True})  # BQ-7.2.3.c
        yield model, profile, current_vbu(model, profile, where)


def _exposed(model: SupportModel) -> bool:
    """Return whether an enemy is in contact with its flank or rear (BQ-7.2.3.a)."""
    return model.touched in EXPOSED


def _fighter(model: SupportModel, profile: UnitProfile, vbu: int, enemy: Enemy) -> Fighter:
    return Fighter(
        profile, vbu, enemy, model.disordered, 2 * vbu < profile.vbu, model.leader, model.charging,
        flanked=_exposed(model), ground=model.ground, rough=model.ground != "open",
        crossed=model.charging and enemy.behind_obstacle, defended=model.position != "level",
        lance=model.charging and model.lance and bool(traits(profile).lance),
    )  # fmt: skip


def _enemy(troops: Sequence[Troop], *, main: bool) -> Enemy:
    """Return what a unit has before it: the other side's Main Unit, pikes wherever they take part (BQ-7.3.c),
    Feared Units that it fights itself (BQ-8.1.5).
    """
    model, profile, _ = troops[0]
    fought = troops if main else troops[:1]
    return Enemy(
        mounted=profile.mounted,
        pikes=any(melee.has_pikes(each) for _, each, _ in troops),
        wholly_in=model.ground if model.wholly else "open",
        behind_obstacle=model.position == "obstacle",
        feared=any(traits(each).feared for _, each, _ in fought),
    )


def pools_of(line: Sequence[Fighter]) -> tuple[Pool, ...]:
    """Return the dice of a side (BQ-7.6.b): all of its Main Unit, half of each Support Unit."""
    main, *supports = line
    halves = ((melee.support_dice(each), melee.passes(each)) for each in supports)
    return ((melee.melee_dice(main), melee.passes(main)), *halves)


def _side(line: Sequence[Fighter], struck: Sufferer, enemies: Sequence[Fighter]) -> dict[str, Any]:
    main, *supports = line
    return {
        "name": main.profile.name,
        **_strike(main.vbu, whole(main), pools_of(line)),
        "support": [
            {"name": each.profile.name, **ANSWERS.dice(each.vbu, whole(each), *pool)}
            for each, pool in zip(supports, pools_of(line)[1:], strict=True)
        ],
        **_suffer(struck, pools_of(enemies)),
    }


def whole(fighter: Fighter) -> list[Modifier]:
    """Return the modifiers from the unit's VBU to its full number of dice."""
    modifiers = melee.melee_modifiers(fighter)
    # The minimum of one die is shown as a modifier, so that the page adds up.
    missing = melee.melee_dice(fighter) - fighter.vbu - total(modifiers)
    return [*modifiers, Modifier("BQ-7.5.a", missing, shooting.AT_LEAST_ONE_DIE)] if missing else modifiers


def result(
    fighters: Sequence[Fighter], struck: Sequence[Sufferer], after: Sequence[Distribution]
) -> dict[str, Any]:
    """Return who wins (BQ-7.5.2), and whether a loser routs because of where it was hit (BQ-7.5.2.g).

    Of the two Main Units: their facts, what hits them, what is left of each. The first is the "attacker".
    """
    won, both, cut_down = [0, 0], 0, [0, 0]
    for mine, first in after[0].weights:
        for theirs, second in after[1].weights:
            loser = _loser(struck, mine, theirs)
            if loser == BOTH:
                both += first * second
            elif loser is not None:
                won[1 - loser] += first * second
                done = (mine, theirs)[loser]
                cut_down[loser] += first * second * _cut_down(fighters[loser], struck[loser], done)
    # Whole weights are divided once at the end: the shares are exact until they are rounded.
    whole = after[0].denominator * after[1].denominator
    shares = [round(weight / whole, DIGITS) for weight in (*won, both, *cut_down)]
    # Taken as the rest, so that nothing is lost between the four outcomes.
    draw = round((whole - sum(won) - both) / whole, DIGITS)
    return {
        "attacker_wins": shares[0], "draw": draw, "target_wins": shares[1], "both_rout": shares[2],
        "attacker_routs_by_losing": shares[3], "target_routs_by_losing": shares[4],
    }  # fmt: skip


BOTH = -1


def _loser(struck: Sequence[Sufferer], mine: Harm, theirs: Harm) -> int | None:
    """Return who loses: 0 or 1, None for a draw, BOTH if both rout (BQ-7.5.2.a-b)."""
    routed = (struck[0].routed(mine), struck[1].routed(theirs))
    if any(routed):
        return BOTH if all(routed) else routed.index(True)
    return None if mine[0] == theirs[0] else int(theirs[0] > mine[0])


def _cut_down(fighter: Fighter, struck: Sufferer, done: Harm) -> bool:
    """Return whether a loser hit in flank or rear routs, if its losses have not routed it (BQ-7.5.2.g)."""
    return fighter.flanked and not melee.ignores_flanks(fighter.profile) and not struck.routed(done)


# ---------------------------------------------------------------------------- parts of an answer


def _sufferer(
    model: UnitModel, profile: UnitProfile, cause: Cause, more: Iterable[Modifier], *, feared: bool = False,
    adds: bool = False,
) -> Sufferer:  # fmt: skip
    bonus = tables.cohesion_modifier("inflamed").modifier if model.inflamed else 0
    own = own_modifiers(leader=model.leader, disordered=model.disordered, inflamed=bonus)
    vbu = current_vbu(model, profile, "target")
    passes = cohesion_passes(traits(profile), feared=feared)
    return Sufferer(vbu, profile.vbu, model.disordered, model.leader, (*own, *more), passes, cause, adds)


def _strike(base: int, modifiers: Iterable[Modifier], pools: tuple[Pool, ...]) -> dict[str, Any]:
    """Return the dice of a side's first pool, and the hits that all its pools make together."""
    count, passes = pools[0]
    return ANSWERS.dice(base, modifiers, count, passes) | probabilities("hits", pooled_distribution(pools))


def _suffer(struck: Sufferer, pools: tuple[Pool, ...]) -> dict[str, Any]:
    """Return what dice do to a side."""
    after = struck.after(pools)
    most = pooled_distribution(pools).weights[-1][0]
    # Without hits there is no test, so the numbers begin at 1.
    numbers = [critical_number(struck.vbu, hits, struck.modifiers) for hits in range(1, most + 1)]
    chances = {
        "failed": after.probability(lambda done: done[0]),
        "disordered": after.probability(struck.disordered_by),
        "exhausted": after.probability(struck.exhausted),
        "routed": after.probability(struck.routed),
        "leader_lost": leader_risk(struck, after),
    }
    return ANSWERS.suffering(
        (struck.vbu,), struck.modifiers, numbers, after, struck.lost, chances, struck.passes
    )
