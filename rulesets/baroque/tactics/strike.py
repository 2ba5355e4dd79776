"""The charges and shots of an active unit: what each is worth in VD, and the best of them."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.baroque.charge import plan
from rulesets.baroque.shooting.targets import targets
from rulesets.baroque.state import State, Unit
from rulesets.baroque.tactics import enemies, moves, worth
from rulesets.baroque.tactics.options import plain
from rulesets.baroque.traits import fires_on_the_move, may_fire_then_charge
from rulesets.baroque.wording import tactics as words
from rulesets.engine import geometry
from rulesets.engine.decisions import Decision, Number, Option
from rulesets.engine.records import record
from rulesets.engine.system import Advice

LEAST = 0.12
"""A shot worth less, in VD, does not keep a unit from moving up; a charge worth less is not made."""


@record
class Shot:
    """A shot and its expected harm; `paying`: with a movement action paid for (BQ-6.1.3.2.b), else 0."""

    option: Option
    target: Unit
    harm: float
    paying: float


@record
class Charge:
    """A charge on offer: `done` and `taken` in the clash, the chance to `arrive`, and what it is worth."""

    option: Option
    target: Unit
    done: float
    taken: float
    arrive: float
    gain: float
    behind: bool


def advise(state: State, unit: Unit, decision: Decision) -> Advice | None:
    """Choose the best charge or shot, if it is worth making."""
    # A Potential Charge ends with less than a charge at best, so it is never preferred.
    real = (option for option in decision.fitting({"do": "charge"}) if not option.key.get("potential"))
    charges = [_charge(state, unit, option) for option in real]
    shots = list(_shots(state, unit, decision))
    charge = max(charges, key=lambda one: one.gain, default=None)
    shot = max(shots, key=lambda one: one.harm, default=None)
    if shot is not None:
        before = _fire_before(shot, charge)
        if before is not None:
            return before
        if fires_on_the_move(unit.profile) or charge is None or shot.harm >= charge.gain:
            if shot.harm >= LEAST or not moves.may_come_nearer(state, unit, decision):
                return Advice(plain(shot.option, reserve=0), _why_shot(shot, len(shots), charge))
            return None
    if charge is not None and charge.gain > LEAST:
        return Advice(plain(charge.option), _why_charge(charge, len(charges), shot))
    return None


# ---------------------------------------------------------------------------- fire


def _shots(state: State, unit: Unit, decision: Decision) -> Iterator[Shot]:
    # A unit that fires on the move loses nothing by firing first; any other must weigh the charge that it
    # gives up.
    options = {(o.key["target"], o.key["edge"]): o for o in decision.fitting({"do": "shoot"})}
    if not options:
        return
    for aim in targets(state, unit):
        option = options.get((aim.unit, aim.edge))
        if option is None:
            continue
        target = state.units[aim.unit]
        pays = may_fire_then_charge(unit.profile) and _reserves(option)
        paying = enemies.shot_worth(state, unit, target, aim, moves=unit.moves + 1) if pays else 0.0
        harm = enemies.shot_worth(state, unit, target, aim, moves=unit.moves)
        yield Shot(option, target, harm, paying)


def _reserves(option: Option) -> bool:
    """Return whether a movement action can be paid for with this shot."""
    return any(isinstance(param, Number) and param.high >= 1 for param in option.params)


def _fire_before(shot: Shot, charge: Charge | None) -> Advice | None:
    """Advise a shot with a die left for a charge, if both together are worth it (BQ-6.1.6)."""
    if charge is None or charge.gain <= LEAST or not shot.paying or shot.paying + charge.gain <= shot.harm:
        return None
    why = words.fires_then_charges(shot.target.name, charge.target.name, shot.paying, charge.gain)
    return Advice(plain(shot.option, reserve=1), why)


def _why_shot(shot: Shot, count: int, charge: Charge | None) -> str:
    instead, gain = ("", 0.0) if charge is None else (charge.target.name, charge.gain)
    return words.fires(shot.target.name, shot.harm, count, instead, gain)


# ---------------------------------------------------------------------------- charge


def _charge(state: State, unit: Unit, option: Option) -> Charge:
    """Weigh a charge: the clash times the chance to arrive, less the answer and a Disorder."""
    target, bonus = state.units[option.key["target"]], bool(option.key.get("bonus"))
    way = geometry.advance_to_contact(unit.place, target.place, plan.reach(unit.profile) + 1.0)
    arrive = float(plan.reach_chance(unit.profile, way)) if bonus and way is not None else 1.0
    # Skirmishers and guns are dispersed without a fight; half as much again for the enemies behind them who
    # are then in reach.
    if target.profile.type in ("S", "ART"):
        done = 1.5 * target.profile.vd
        return Charge(option, target, done, 0.0, arrive, arrive * done, False)
    behind = enemies.from_behind(unit, target)
    clash = enemies.fight(state, unit, target, charging=True, flank=behind)
    # Not every unit that may answer passes its test, so the harm of its fire counts in part.
    answer = 0.0 if behind or target.reacted else 0.7 * enemies.fire_worth(target, unit, "point_blank")
    short = (1.0 - arrive) * worth.DISORDER * unit.profile.vd if bonus else 0.0
    gain = arrive * (clash.balance - answer) - short
    return Charge(option, target, clash.done, clash.taken + answer, arrive, gain, behind)


def _why_charge(charge: Charge, count: int, shot: Shot | None) -> str:
    harm = None if shot is None else shot.harm
    return words.charges(
        charge.target.name, charge.behind, charge.done, charge.taken, charge.arrive, count, harm
    )
