"""Pursuit after a won melee (BQ-7.5.4, BQ-7.6.k). Distances in BU."""

from __future__ import annotations

from math import atan2, degrees

from rulesets.baroque import tables, terrain
from rulesets.baroque.events.field import Declared
from rulesets.baroque.melee.contact import advance, onset, strike
from rulesets.baroque.melee.rout import disperse, disperses
from rulesets.baroque.morale import disorder
from rulesets.baroque.shooting.defence import forgo_pistols
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording import melee as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.geometry import Base

_SAME = 0.01  # degrees: a direction that differs by less is the same
_MOVED = 1e-3  # BU: who goes less has not really moved (BQ-7.3.g)


def pursuit_dice(unit: Unit) -> tuple[int, ...]:
    """Return how far the unit pursues on each die from 1 to 6 (BQ-7.5.4.d)."""
    column = tables.dice_column(unit.profile.type, unit.profile.speed)
    return tables.pursuit(column).move_bu


def may_pursue(unit: Unit, loser: Unit, *, support: bool = False, retreats: bool = True) -> bool:
    """Return whether a winner may pursue: printed I above 0, Foot not after Mounted who retreat, no Exhausted
    Support Unit (BQ-7.5.4.a-b, BQ-7.6.k).

    `retreats`: False for a loser who is routed instead.
    """
    if unit.profile.type == BAGGAGE or unit.profile.i < 1 or not unit.on_field:
        return False
    if support and unit.exhausted:
        return False
    return unit.profile.mounted or not (retreats and loser.on_field and loser.profile.mounted)


def must_pursue(unit: Unit) -> bool:
    """Return whether it must pursue: Gallopers and Irregular Foot, unless Exhausted (BQ-7.5.4.a)."""
    return tables.troop_type(unit.profile.type).must_pursue and not unit.exhausted


def decide(
    battle: Battle, unit: Unit, loser: Unit, *, support: bool = False, retreats: bool = True
) -> Steps[bool]:
    """Decide whether the winner pursues, before the retreat; compelled units are not asked (BQ-7.5.4.c)."""
    if not may_pursue(unit, loser, support=support, retreats=retreats):
        return False
    if must_pursue(unit) and not support:
        battle.apply(Declared("BQ-7.5.4.a", unit.id, words.HAS_TO_PURSUE))
        return True
    rule = "BQ-7.6.k" if support else "BQ-7.5.4.c"
    return (yield from _ask(battle, unit, words.wins(unit.name), rule))


def released(battle: Battle, unit: Unit, loser: Unit, stood: Base) -> Steps[bool]:
    """Return whether a compelled pursuer holds: the loser retired from `stood` beyond bad ground
    (BQ-7.5.4.b).
    """
    state: State = battle.state
    if not must_pursue(unit) or not loser.on_field or not _beyond(state, stood, loser.place):
        return False
    text = words.retired_beyond(loser.name, unit.name)
    return not (yield from _ask(battle, unit, text, "BQ-7.5.4.b"))


def _ask(battle: Battle, unit: Unit, text: str, rule: str) -> Steps[bool]:
    reach = pursuit_dice(unit)
    options = (
        Option({"do": "pursue", "unit": unit.id}, words.pursue(min(reach), max(reach)), rule),
        Option({"do": "hold", "unit": unit.id}, words.HOLD, rule),
    )
    choice = yield Decision("pursue", unit.side, text, rule, options, unit.id)
    if choice["do"] == "pursue":
        battle.apply(Declared(rule, unit.id, words.PURSUES))
    return bool(choice["do"] == "pursue")


def _beyond(state: State, stood: Base, stands: Base) -> bool:
    """Return whether a unit that retired has a linear obstacle or Difficult Terrain before it now."""
    middle = geometry.retire(stood, geometry.gap(stood, stands) / 2)
    return terrain.obstacle_crossed(state, stands, stood) or any(
        terrain.ground(state, base) == "difficult" for base in (middle, stands)
    )


# ---------------------------------------------------------------------------- the move


def pursue(battle: Battle, unit: Unit, loser: Unit) -> Steps[float]:
    """Pursue `loser`: roll, direction, move, contact. Returns the BU moved (BQ-7.5.4).

    It ends where it meets an enemy (BQ-7.5.4.f), at friends (no interpenetration), Impassable Terrain and
    the table's edge (BQ-5.8.b). Skirmishers and Artillery on its way are dispersed (BQ-7.7.a, BQ-7.8).
    """
    state: State = battle.state
    dice = yield from battle.roll(words.PURSUIT, side=unit.side, unit=unit.id, rule="BQ-7.5.4.d")
    bu = pursuit_dice(unit)[dice[0] - 1]
    battle.record(
        words.PURSUIT, dice, words.rolled_bu(dice[0], bu), rule="BQ-7.5.4.d", side=unit.side, unit=unit.id
    )
    if not bu or state.engaged(unit.id):
        return 0.0
    start = unit.place
    base = yield from _direction(battle, unit, loser)
    moved = _run(battle, unit, base, bu)
    if moved > _MOVED:
        met = strike(battle, unit, start, "BQ-7.5.4.f")
        if met:
            forgo_pistols(battle, unit, *met)  # BQ-6.7.f
    return moved


def _direction(battle: Battle, unit: Unit, loser: Unit) -> Steps[Base]:
    """Ask for the direction: straight ahead, or turned about the middle of the front after the enemy
    (BQ-7.5.4.e).
    """
    follow = towards(battle.state, unit, loser)
    if follow is None:
        return unit.place
    # The difference is brought into -180 to 180 degrees, so that the sentence names the shorter turn.
    turn = (follow.heading - unit.place.heading + 180.0) % 360.0 - 180.0
    rule = "BQ-7.5.4.e"
    options = (
        Option({"do": "straight", "unit": unit.id}, words.STRAIGHT_AHEAD, rule),
        Option({"do": "follow", "unit": unit.id}, words.follow(loser.name, abs(turn)), rule),
    )
    text = words.which_direction(unit.name)
    choice = yield Decision("pursuit direction", unit.side, text, rule, options, unit.id)
    return follow if choice["do"] == "follow" else unit.place


def towards(state: State, unit: Unit, loser: Unit) -> Base | None:
    """Return the unit turned to a beaten enemy (BQ-7.5.4.e); None if straight ahead or without room."""
    if not loser.on_field:
        return None
    base, target = unit.place, loser.place
    heading = degrees(atan2(target.y - base.y, target.x - base.x))
    if abs((heading - base.heading + 180.0) % 360.0 - 180.0) < _SAME:
        return None
    turned = geometry.turned_about_front(base, heading)
    if not geometry.within(turned, 0.0, 0.0, state.width, state.depth):
        return None
    taken = any(one is not unit and geometry.overlap(turned, one.place) for one in state.on_field())
    return None if taken or not terrain.may_stand(state, turned) else turned


def _run(battle: Battle, unit: Unit, base: Base, bu: float) -> float:
    """Move up to `bu` BU from `base`, through those it disperses (BQ-7.7.c). Returns the BU moved."""
    state: State = battle.state
    while True:
        made = onset(state, unit, bu, base=base, slow=False)
        screen = [enemy for enemy in made.enemies if disperses(state, enemy)]
        if not screen:
            break
        for enemy in screen:
            disperse(battle, enemy, unit)
    if made.distance <= _MOVED:
        return 0.0
    advance(battle, unit, made, made.distance, "pursue", "BQ-7.5.4.e")
    for rule, why in terrain.passage(
        state, unit, base, base.fx * made.distance, base.fy * made.distance, limit_difficult=False
    ).disorder:
        disorder(battle, unit, why, rule)  # BQ-7.5.4.g: over a linear obstacle it is Disordered, no more
    return made.distance
