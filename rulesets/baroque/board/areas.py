"""What a unit can reach: marches, charges, arcs of fire, its deployment zone. Distances in BU."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rulesets.baroque import tables
from rulesets.baroque.board import chances
from rulesets.baroque.board.what_if import as_if_active
from rulesets.baroque.charge import plan
from rulesets.baroque.movement import turns, ways
from rulesets.baroque.movement.march import why_no_move
from rulesets.baroque.reactions.paths import standing
from rulesets.baroque.setup.lineup import unit_zone
from rulesets.baroque.shooting.dice import reach, weapon_at, weapon_name
from rulesets.baroque.shooting.targets import firing_edges, looking_out
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording import shooting
from rulesets.contract.board import Area
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.geometry import Base
from rulesets.engine.wording import ordinal
from rulesets.freetable.reach import corners, corridor, fire_arc, hull, tracks

MOST_ACTIONS = 4
"""Movement actions of a march that are shown: farther ones are hardly ever passed."""


def areas(battle: Battle, unit: Unit) -> tuple[Area, ...]:
    """Return all that the unit reaches from where it stands, as if it were active now if it is not."""
    state: State = battle.state
    if not state.turn:
        return (_zone(state, unit),)
    if unit.base is None or unit.profile.type == BAGGAGE:
        return ()
    with as_if_active(state, unit):
        return (*_marches(state, unit), *_charges(state, unit), *_arcs(unit))


def _zone(state: State, unit: Unit) -> Area:
    """Return where it is deployed (BQ-3.4.c)."""
    zone = unit_zone(state, unit)
    outline = (zone.x0, zone.y0, zone.x1, zone.y0, zone.x1, zone.y1, zone.x0, zone.y1)
    return Area("zone", "deployment zone", "BQ-3.4.c", outline)


# ---------------------------------------------------------------------------- marches


def _marches(state: State, unit: Unit) -> Iterator[Area]:
    """Yield where each further movement action brings it, straight on or after a wheel (BQ-5.1.a-e).

    The test comes at the end of the second action and of every further one (BQ-5.1.c), so the first two are
    sure and the chance of any other is that all tests before it are passed. In command range or out of it as
    the way straight ahead is.
    """
    if why_no_move(state, unit) is not None:
        return
    activation = state.activation
    made = 0 if activation is None else activation.march
    most = 1 if unit.disordered else MOST_ACTIONS - min(made, MOST_ACTIONS - 1)
    if activation is not None and activation.reserved > activation.march:
        most = min(most, activation.reserved - activation.march)
    made_to = _tracks(state, unit, most)
    chance = 1.0
    points = list(corners(unit.place))
    for step in range(most):
        there = [track[step] for track in made_to if len(track) > step]
        if not there:
            return
        for base in there:
            points += corners(base)
        action = made + step + 1
        yield Area(
            "march", _march_label(state, unit, action, there[0]), "BQ-5.1.a" if action == 1 else "BQ-5.1.c",
            hull(points), None if chance == 1.0 else chance, step, f"{ordinal(action)} move",
        )  # fmt: skip
        test = chances.march(state, unit, action, there[0])
        chance *= 1.0 if test is None else test.chance


def _march_label(state: State, unit: Unit, action: int, at: Base) -> str:
    """Return a label such as `3rd movement action, then a test of 33%`."""
    test = chances.march(state, unit, action, at)
    words = f"{ordinal(action)} movement action"
    return words if test is None else f"{words}, then a test of {test.chance:.0%}"


def _tracks(state: State, unit: Unit, most: int) -> list[list[Base]]:
    """Return where the unit stands after each action: straight on, or after a whole or half a wheel."""
    rooms = ((corner, turns.wheel_room(state, unit, corner)[0]) for corner in turns.HANDS)
    turned = (
        geometry.wheel(unit.place, corner, degrees)
        for corner, room in rooms
        if room >= turns.LEAST_WHEEL
        for degrees in (room, room / 2)
    )
    return tracks(unit.place, turned, most, partial(_straight_on, state, unit))


def _straight_on(state: State, unit: Unit, base: Base) -> tuple[Base, bool] | None:
    """Return the base after a straight move, and whether it Disorders: then it is the last (BQ-2.5.3.c)."""
    with standing(unit, base):
        way = ways.straight(state, unit, base.fx, base.fy, unit.profile.m_bu)
        room = ways.furthest(state, way)
        if room < ways.LEAST:
            return None
        return way.end(room), bool(ways.disorder(state, unit, base, (base.fx, base.fy), room))


# ---------------------------------------------------------------------------- charges


def _charges(state: State, unit: Unit) -> Iterator[Area]:
    """Yield M straight ahead, then each distance of the bonus die, as far as the way is free (BQ-5.4.1)."""
    if plan.why_no_charge(state, unit) is not None:
        return
    enemies = frozenset(enemy.id for enemy in state.on_field(1 - unit.side))
    free = plan.path(state, unit, plan.reach(unit.profile), enemies).distance
    m, dice = unit.profile.m_bu, plan.bonus_dice(unit.profile)
    gone = 0.0
    for step, bonus in enumerate(sorted({0, *dice})):
        far = min(free, m + bonus)
        if far <= gone:
            return
        chance = float(plan.reach_chance(unit.profile, m + bonus))
        label = f"charge of {m:g} BU" if not bonus else f"charge of {m:g} + {bonus} BU, bonus die"
        rule = "BQ-5.4.1.b" if bonus else "BQ-5.4.a"
        short = f"die {least}+" if (least := _least_die(dice, bonus)) > 1 else "charge"
        sure = None if chance == 1.0 else chance
        yield Area("charge", label, rule, corridor(unit.place, far), sure, step, short)
        gone = far


def _least_die(dice: Sequence[int], bonus: int) -> int:
    """Return the lowest die that gives so much of a bonus (BQ-5.4.1.b): no higher one gives less."""
    return next((die for die, given in enumerate(dice, start=1) if given >= bonus), 1)


# ---------------------------------------------------------------------------- arcs of fire


def _arcs(unit: Unit) -> Iterator[Area]:
    """Yield the arcs of fire from every edge that may fire, band by band (BQ-6.1.2, BQ-6.3.1)."""
    if not reach(unit.profile):
        return
    opening = tables.tables().firing_general.arc_degrees_each_side
    for side in firing_edges(unit.profile):
        firing = looking_out(unit.place, side)
        # Each band is a ring of its own: what is nearer belongs to the band before and may have other dice.
        nearer = 0.0
        for step, row in enumerate(tables.tables().distance_band):
            weapon = weapon_at(unit.profile, row.band)
            if weapon is not None:
                words = f"{shooting.weapon_at_range(weapon_name(weapon), row.band)}, up to {row.max_bu:g} BU"
                words += _dice(weapon.dice[row.band]) + (f", from the {side}" if side != "front" else "")
                outline = fire_arc(firing, opening, row.max_bu, nearer)
                yield Area("fire", words, weapon.rule, outline, None, step)
            nearer = row.max_bu


def _dice(number: int | None) -> str:
    return f", {number:+d} dice" if number else ""
