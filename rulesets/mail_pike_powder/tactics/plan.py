"""Where a unit wants to be, and what it is worth to move there or to charge."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, hypot, radians

from rulesets.engine import geometry
from rulesets.engine.decisions import Choice, Number, Option, Refusal
from rulesets.engine.geometry import Base
from rulesets.mail_pike_powder import charges, moves
from rulesets.mail_pike_powder.charges import Charge
from rulesets.mail_pike_powder.state import State, Unit
from rulesets.mail_pike_powder.tactics import worth

CHARGE_AT = 0.35
"""The least edge in the first round at which a unit charges."""
_PRESS = 3  # turns before the end in which nobody waits
_KEEP = 0.85  # of its range at which a shooting unit stays
_ANGLES = (0.0, 10.0, -10.0, 25.0, -25.0, 45.0, -45.0, 70.0, -70.0)


# -- whom it goes for -----------------------------------------------------------------------------


def target(state: State, unit: Unit) -> Unit | None:
    """Return the enemy that a unit goes for: near, worth it and beatable."""
    best, most = None, -1e9
    for enemy in state.enemies(unit):
        if enemy.formation == "building" and unit.horse:
            continue
        far = geometry.gap(unit.place, enemy.place)
        gain = worth.edge(unit, enemy, charging=True) if worth.fights(unit) else 1.0
        score = -far / moves_of(unit) + 0.6 * gain + 0.8 * worth.stake(state, enemy)
        if score > most:
            best, most = enemy, score
    return best


def moves_of(unit: Unit) -> float:
    """Return the move of a unit in inches, never 0."""
    return max(moves.rate(unit), 3.0)


# -- charging -------------------------------------------------------------------------------------


def best_charge(state: State, unit: Unit, count: int) -> tuple[Charge | None, float]:
    """Return the best charge of a unit with so many moves, and what it is worth."""
    best, most = None, CHARGE_AT
    for way in charges.reachable(state, unit, count):
        found = worth.charge(state, way)
        if found > most:
            best, most = way, found
    return best, most


def presses(state: State, unit: Unit) -> bool:
    """Return whether a unit goes straight for its goal: foot always, horse only in the last turns, because
    until then it waits out of range for a charge that pays.
    """
    return not unit.horse or state.max_turns - state.turn < _PRESS


def danger(state: State, unit: Unit, base: Base) -> float:
    """Return how deep a base is in the reach of enemies, in inches: of their muskets and charges; guns reach
    everywhere.
    """
    found = 0.0
    for enemy in state.enemies(unit):
        reach = 1.0 + (moves.rate(enemy) if enemy.guns else max(enemy.profile.range_in, moves.rate(enemy)))
        if geometry.near(base, enemy.place, reach):
            found += max(0.0, reach - geometry.gap(base, enemy.place))
    return found


# -- moving ---------------------------------------------------------------------------------------


def place_value(state: State, unit: Unit, base: Base, goal: Unit) -> float:
    """Return how good it is for a unit to stand on a base, with that enemy as its goal. Inches count."""
    far = geometry.gap(base, goal.place)
    wanted = degrees(atan2(goal.place.cy - base.y, goal.place.cx - base.x))
    off = abs((wanted - base.heading + 180.0) % 360.0 - 180.0)
    score = -off / 12.0
    if worth.fights(unit) and not unit.unsteady:
        score -= far if presses(state, unit) else 0.3 * far + danger(state, unit, base)
    elif unit.profile.range_in:
        reach = unit.profile.range_in * _KEEP
        score -= max(0.0, far - reach) + 0.3 * max(0.0, reach / 2 - far)
        if unit.guns and far > unit.profile.range_in:
            score += 0.5 * (far - unit.profile.range_in)  # guns are slow: what is out of range stays so
    else:
        score -= 0.4 * abs(far - 12.0)
    if unit.unsteady:
        score += 1.2 * min(far, 24.0)
    friends = [other.place for other in state.on_field(unit.side) if other is not unit]
    near = min((hypot(base.cx - p.cx, base.cy - p.cy) for p in friends), default=0.0)
    return score - max(0.0, near - 12.0) * 0.5


def best_move(state: State, unit: Unit, options: Iterator[Option], goal: Unit) -> tuple[Choice | None, float]:
    """Return the best move among those offered, and how much better it is than to stay."""
    here = place_value(state, unit, unit.place, goal)
    best: Choice | None = None
    most = here + 0.75
    for option in options:
        for choice in _tries(unit, option, goal):
            end, formation, how, _ = moves.end_of(state, unit, choice)
            value = place_value(state, unit, end, goal)
            if how == "form":
                value = here + _form_value(unit, formation, goal)
            if value <= most:
                continue
            try:
                option.read(choice)
            except Refusal:
                continue
            best, most = choice, value
    return best, most - here


def _form_value(unit: Unit, formation: str, goal: Unit) -> float:
    """Return what a change of formation is worth: out of a column or limber near the enemy."""
    if unit.unit_class == "baggage" or formation == "building":
        return 0.0
    far = geometry.gap(unit.place, goal.place)
    fighting = unit.profile.formations[0]
    near = far < max(unit.profile.range_in, 4 * moves_of(unit))
    if unit.formation in ("march_column", "limbered", "hedgehog", "square") and formation == fighting:
        return (
            3.0
            if near and not (unit.formation in ("hedgehog", "square") and goal.horse and far < 12)
            else 0.0
        )
    return 0.0


def _tries(unit: Unit, option: Option, goal: Unit) -> Iterator[Choice]:
    """Yield choices of an option that may be good."""
    key: Choice = dict(option.key)
    numbers = [param for param in option.params if isinstance(param, Number)]
    if not numbers:
        yield key
    elif key["do"] == "advance":
        yield from _advances(unit, key, numbers, goal)
    else:
        number = numbers[0]
        for share in (1.0, 0.5):
            yield {**key, number.name: geometry.rounded_down(number.low + (number.high - number.low) * share)}


def _advances(unit: Unit, key: Choice, numbers: list[Number], goal: Unit) -> Iterator[Choice]:
    turn_limit, most = numbers[0].high, numbers[1].high
    base = unit.place
    wanted = degrees(atan2(goal.place.cy - base.cy, goal.place.cx - base.cx))
    off = (base.heading - wanted + 180.0) % 360.0 - 180.0
    for angle in dict.fromkeys((round(off, 1), *_ANGLES)):
        turn = max(-turn_limit, min(turn_limit, angle))
        used = 0.0 if unit.loose else radians(abs(turn)) * base.width
        left = most - used
        if left < 0.0:
            continue
        for share in (1.0, 0.6, 0.3) if abs(turn) < 46 else (1.0, 0.0):
            far = geometry.rounded_down(max(0.0, left * share - 1e-3))
            if turn or far >= moves.LEAST:
                yield {**key, "turn": turn, "inches": far}
        if numbers[1].default and turn == 0.0:
            yield {**key, "turn": 0.0, "inches": numbers[1].default}
