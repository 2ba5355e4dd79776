"""Whom a unit could fight, shoot at or charge, with exact odds before committing (BQ-5.4, BQ-6.1, BQ-7.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.baroque.board.clash import charge_lines, defence_lines, fight_lines
from rulesets.baroque.board.figures import dice_lines, harm_lines, sufferer
from rulesets.baroque.board.reacting import charge_answered
from rulesets.baroque.board.what_if import as_if_active
from rulesets.baroque.charge import plan
from rulesets.baroque.reactions.offers import FireMoment
from rulesets.baroque.reactions.paths import standing
from rulesets.baroque.shooting import fire
from rulesets.baroque.shooting.dice import range_modifiers, shot_modifiers, shot_passes, weapon_name
from rulesets.baroque.shooting.targets import Target as Aim
from rulesets.baroque.shooting.targets import best_aim
from rulesets.baroque.shooting.targets import targets as aims
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording import shooting
from rulesets.contract.board import Figure, Target
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.dice import total
from rulesets.engine.geometry import Base
from rulesets.freetable.ghosts import first_number

SHOTS = frozenset({"shoot", "caracole"})


def targets(battle: Battle, unit: Unit, options: Sequence[Option]) -> tuple[Target, ...]:
    """Return all enemies that the unit may fight, shoot at or charge, as if it were active now."""
    state: State = battle.state
    if not state.turn or unit.base is None or unit.profile.type == BAGGAGE or battle.pending is None:
        return ()
    reacting = tuple(_reactions(battle, unit, options))
    if reacting:
        return reacting
    with as_if_active(state, unit):
        return (
            *_fights(battle, unit, options),
            *_shots(state, unit, options),
            *_charges(battle, unit, options),
        )


def _reactions(battle: Battle, unit: Unit, options: Sequence[Option]) -> Iterator[Target]:
    """Yield the fire that the unit is asked for now, at the moment that is proposed (BQ-6.5, BQ-6.6)."""
    state: State = battle.state
    if battle.pending is None or battle.pending.kind != "react":
        return
    enemy = state.units[battle.pending.subject]
    for option in options:
        figures: tuple[Figure, ...] = ()
        # Opportunity Fire hits the enemy on the way, not where it will end: its place then decides arc and
        # range.
        if option.key["do"] == "opportunity-fire":
            with standing(enemy, _struck_at(option, enemy)):
                aim = best_aim(state, unit, enemy)
                figures = () if aim is None else tuple(shot_lines(state, unit, enemy, aim))
        elif option.key["do"] == "defensive-fire":
            figures = tuple(_defending(battle, unit))
        if figures:
            yield Target(enemy.id, enemy.name, "shoot", option.rule, figures, option.key)


def _struck_at(option: Option, enemy: Unit) -> Base:
    """Return where the enemy is at the moment that an Opportunity Fire proposes."""
    if not isinstance(option.check, FireMoment):
        return enemy.place
    number = first_number(option)
    return option.check.course.at((number.default if number else None) or 0.0)


def _defending(battle: Battle, unit: Unit) -> Iterator[Figure]:
    charge = charge_answered(battle)
    marks = [] if charge is None else plan.marks(battle.state, charge.unit, charge.limit)
    for mark in marks:
        if mark.target is unit and charge is not None:
            yield from defence_lines(battle, charge.unit, mark)


def _fights(battle: Battle, unit: Unit, options: Sequence[Option]) -> Iterator[Target]:
    """Yield those it is in melee with, and what the next round would be (BQ-7.1.d)."""
    key = next((option.key for option in options if option.key["do"] == "fight"), None)
    state: State = battle.state
    for enemy in state.engaged_with(unit.id):
        figures = tuple(fight_lines(battle, unit, enemy))
        yield Target(enemy.id, enemy.name, "fight", "BQ-7.1.d", figures, key)


def _shots(state: State, unit: Unit, options: Sequence[Option]) -> Iterator[Target]:
    keys = {(o.key["target"], o.key["edge"]): o for o in options if o.key["do"] in SHOTS}
    if not keys and fire.why_no_fire(state, unit) is not None:
        return
    for aim in aims(state, unit):
        option = keys.get((aim.unit, aim.edge))
        target = state.units[aim.unit]
        yield Target(
            target.id, target.name, "shoot", "BQ-6.1.a", tuple(shot_lines(state, unit, target, aim)),
            None if option is None else option.key,
        )  # fmt: skip


def shot_lines(state: State, unit: Unit, target: Unit, aim: Aim) -> Iterator[Figure]:
    """Yield a shot from its distance to what is left of its target (BQ-6.1.1.a, BQ-6.2)."""
    how = [f"{aim.distance:.2f} BU", shooting.AT[aim.at], weapon_name(aim.weapon)]
    how += [f"from the {aim.edge}"] if aim.edge != "front" else []
    how += [
        word
        for word, holds in (
            ("limited", aim.limited),
            ("indirect", aim.indirect),
            ("through a screen", aim.through),
        )
        if holds
    ]
    yield Figure("how", None, ", ".join(how), "BQ-6.1.2")
    shot = aim.shot(unit, target.profile, moves=unit.moves)
    modifiers = shot_modifiers(shot)
    first = aim.weapon.first_volley and not unit.volley_fired
    pool = (shot.vbu + total(modifiers), shot_passes(shot, first_volley=first))
    yield from dice_lines("fire", shot.vbu, modifiers, (pool,), "BQ-6.1.1.a")
    struck = sufferer(state, target, "fire", range_modifiers(aim.at))
    yield from harm_lines(target.name, struck, struck.after((pool,)), summed=True)


def _charges(battle: Battle, unit: Unit, options: Sequence[Option]) -> Iterator[Target]:
    state: State = battle.state
    if plan.why_no_charge(state, unit) is not None:
        return
    keys = {o.key["target"]: o.key for o in reversed(options) if o.key["do"] == "charge"}
    for mark in plan.marks(state, unit, plan.reach(unit.profile)):
        figures = tuple(charge_lines(battle, unit, mark))
        name = mark.target.name
        yield Target(mark.target.id, name, "charge", "BQ-5.4.a", figures, keys.get(mark.target.id))
