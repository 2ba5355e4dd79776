"""Whom a unit could fight, shoot at or charge, with exact odds before committing (BQ-5.4, BQ-6.1, BQ-7.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.baroque.board.charging_back import counter_lines, opportunity_lines
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
CHARGES_BACK = frozenset({"opportunity-charge", "countercharge"})


def targets(battle: Battle, unit: Unit, options: Sequence[Option]) -> tuple[Target, ...]:
    """Return all enemies that the unit may fight, shoot at or charge, as if it were active now."""
    state: State = battle.state
    if not state.turn or unit.base is None or unit.profile.type == BAGGAGE or battle.pending is None:
        return ()
    reacting = tuple(_reactions(battle, options))
    if reacting:
        return reacting
    with as_if_active(state, unit):
        return (
            *_fights(battle, unit, options),
            *_shots(battle, unit, options),
            *_charges(battle, unit, options),
        )


def _reactions(battle: Battle, options: Sequence[Option]) -> Iterator[Target]:
    """Yield the fire or charge that the unit is asked for now, at the moment that is proposed (BQ-6.5,
    BQ-6.6, BQ-5.4.2, BQ-5.4.3).
    """
    state: State = battle.state
    if battle.pending is None or battle.pending.kind != "react":
        return
    enemy = state.units[battle.pending.subject]
    for option in options:
        figures = odds_of(battle, option)
        if figures:
            how = "charge" if option.key["do"] in CHARGES_BACK else "shoot"
            yield Target(enemy.id, enemy.name, how, option.rule, figures, option.key)


def odds_of(battle: Battle, option: Option) -> tuple[Figure, ...]:
    """Return what a shot or charge on offer would come to, () for anything else; worked out once between two
    events.
    """
    key = option.key
    # With or without the bonus die it is one charge; a countercharge gets to another place by it.
    names = ("do", "unit", "target", "edge") + (("bonus",) if key["do"] == "countercharge" else ())
    place = "odds", *(str(key.get(name, "")) for name in names)
    found: tuple[Figure, ...] | None = battle.looked.get(place)
    if found is None:
        found = battle.looked[place] = tuple(_lines(battle, option))
    return found


def _lines(battle: Battle, option: Option) -> Iterator[Figure]:
    state: State = battle.state
    do, unit = option.key["do"], state.units.get(option.key.get("unit", ""))
    if unit is None or battle.pending is None:
        return
    if do == "opportunity-fire":
        yield from _firing_back(state, unit, state.units[battle.pending.subject], option)
    elif do == "defensive-fire":
        yield from _defending(battle, unit)
    elif do == "opportunity-charge":
        yield from opportunity_lines(battle, unit, option)
    elif do == "countercharge":
        yield from counter_lines(battle, unit, bonus=option.key["bonus"])
    elif do in SHOTS:
        aim = fire.offered_aim(battle, unit, dict(option.key))
        yield from shot_lines(state, unit, state.units[aim.unit], aim)
    elif do == "charge":
        for mark in plan.marks(state, unit, plan.reach(unit.profile)):
            if mark.target.id == option.key["target"]:
                yield from charge_lines(battle, unit, mark)


def _firing_back(state: State, unit: Unit, enemy: Unit, option: Option) -> Iterator[Figure]:
    """Yield an Opportunity Fire: where the enemy is struck decides arc and range, not where it will end."""
    with standing(enemy, _struck_at(option, enemy)):
        aim = best_aim(state, unit, enemy)
        if aim is not None:
            yield from shot_lines(state, unit, enemy, aim)


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


def _shots(battle: Battle, unit: Unit, options: Sequence[Option]) -> Iterator[Target]:
    state: State = battle.state
    keys = {(o.key["target"], o.key["edge"]): o for o in options if o.key["do"] in SHOTS}
    if not keys and fire.why_no_fire(state, unit) is not None:
        return
    for aim in aims(state, unit):
        option = keys.get((aim.unit, aim.edge))
        target = state.units[aim.unit]
        if option is None:
            lines = tuple(shot_lines(state, unit, target, aim))
            yield Target(target.id, target.name, "shoot", "BQ-6.1.a", lines)
        else:
            yield Target(target.id, target.name, "shoot", "BQ-6.1.a", odds_of(battle, option), option.key)


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
    offers = {o.key["target"]: o for o in reversed(options) if o.key["do"] == "charge"}
    for mark in plan.marks(state, unit, plan.reach(unit.profile)):
        target, option = mark.target, offers.get(mark.target.id)
        if option is None:
            lines = tuple(charge_lines(battle, unit, mark))
            yield Target(target.id, target.name, "charge", "BQ-5.4.a", lines)
        else:
            yield Target(target.id, target.name, "charge", "BQ-5.4.a", odds_of(battle, option), option.key)
