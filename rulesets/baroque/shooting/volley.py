"""A shot in play: the dice of a volley, then the Cohesion Test of its target (BQ-6.1.1.a)."""

from __future__ import annotations

from collections.abc import Callable

from rulesets.baroque.actiontypes import Band
from rulesets.baroque.events.field import Fired
from rulesets.baroque.morale import CohesionResult, cohesion_test
from rulesets.baroque.shooting.dice import range_modifiers, shot_modifiers, shot_passes, weapon_name
from rulesets.baroque.shooting.targets import Target
from rulesets.baroque.state import Unit
from rulesets.baroque.wording import shooting as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import total
from rulesets.engine.hits import hits, roll_hits
from rulesets.engine.records import record

RULES = {
    "active": "BQ-6.1.1.a",
    "caracole": "BQ-6.8.a",
    "opportunity": "BQ-6.5.a",
    "defensive": "BQ-6.6.e",
    "pistols": "BQ-6.7.a",
}


@record
class Volley:
    """Dice that have been rolled at `target` from distance band `at`; the test for their hits is to come."""

    target: str
    at: Band
    hits: int


@record
class ShotAnswer:
    """What the inactive side does when it is fired at (BQ-4.1.3.l, BQ-5.6.e, BQ-6.5.c, BQ-5.4.2.b).

    `evading`: the target has evaded, its move is made. `firer` with its `aim`: a unit that has passed its
    test and fires at the same time. `afterwards`: what follows the fire (an Opportunity Charge).
    """

    evading: bool = False
    firer: str = ""
    aim: Target | None = None
    afterwards: Callable[[], Steps[None]] | None = None


def roll_volley(
    battle: Battle, firer: Unit, aim: Target, *, fire: str, reserved: int = -1, evading: bool = False
) -> Steps[Volley]:
    """Roll and log a unit's dice (BQ-6.1.1.a); `aim` is taken before the target evades (BQ-5.6.e)."""
    target = battle.state.units[aim.unit]
    shot = aim.shot(firer, target.profile, moves=firer.moves + max(0, reserved), evading=evading)
    modifiers = shot_modifiers(shot)
    count = shot.vbu + total(modifiers)
    first_volley = aim.weapon.first_volley and not firer.volley_fired  # BQ-6.1.5.a
    rule = RULES[fire]
    counts = yield from roll_hits(
        battle, words.purpose(fire, target.name), count, shot_passes(shot, first_volley=first_volley),
        rule=rule, side=firer.side, unit=firer.id, modifiers=modifiers,
        words=words.volley(weapon_name(aim.weapon), aim.at, aim.distance, first_volley, shot.vbu, count),
    )  # fmt: skip
    battle.apply(Fired(rule, firer.id, target.id, fire, count, hits(counts), first_volley, reserved))
    return Volley(target.id, aim.at, hits(counts))


def suffer(battle: Battle, volley: Volley) -> Steps[CohesionResult]:
    """Test the cohesion of a unit that was fired at, if it was hit and is still there (BQ-6.2.a)."""
    target = battle.state.units[volley.target]
    if not target.on_field:
        return CohesionResult()
    modifiers = range_modifiers(volley.at)
    return (yield from cohesion_test(battle, target, volley.hits, cause="fire", modifiers=modifiers))
