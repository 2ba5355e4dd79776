"""How far a base may go straight in any direction, and where it may stop (BQ-5.1, BQ-5.5.1, BQ-3.1).
Distances in BU.

A move may not end in contact with an enemy (only a charge does), so bases keep `CLEAR` away from those they
do not touch already. A base that has to stop somewhere on a friend it passes must not do so, unless that
friend is put behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from rulesets.baroque import terrain
from rulesets.baroque.movement import friends
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording import common
from rulesets.baroque.wording import movement as words
from rulesets.engine import geometry
from rulesets.engine.decisions import Refusal
from rulesets.engine.geometry import Base
from rulesets.freetable.ways import Passed, Way, Why, behind, comes_into_contact, edge_room

CLEAR = 0.01  # BU between a base and an enemy's, so as not to touch it
LEAST = 0.01  # BU: a shorter move is none
STEP = 5 * LEAST  # BU: who has so much room ahead has room for a move, whatever stands farther off


def straight(state: State, unit: Unit, ux: float, uy: float, limit: float) -> Way[Unit]:
    """Return the way of up to `limit` BU of a voluntary move in the direction (ux, uy) (BQ-5.1.a)."""
    way = Way(unit, unit.place, ux, uy, limit, ("BQ-5.1.a", common.moves_up_to(limit)))
    way.bar(edge_room(state, way.base, ux, uy), "BQ-5.8.a", common.EDGE_OF_TABLE)
    for other in friends.others_near(state, unit, limit + CLEAR):
        _meet(state, way, other, limit)
    # Terrain is looked up last and only as far as the way is still free, for that is the slowest part.
    if way.free > 0.0:
        distance, stop = terrain.free_way(state, unit, way.base, ux * way.free, uy * way.free)
        if stop is not None:
            way.bar(distance, *stop)
    # Rounded down, for a number rounded up would be refused when it comes back as a choice.
    if way.free < limit:
        way.free = geometry.rounded_down(way.free)
    return way


def open_ahead(state: State, unit: Unit) -> bool:
    """Return whether nobody and nothing is so close before the unit that a voluntary advance could fail."""
    base = unit.place
    if unit.profile.m_bu < STEP:
        return False
    way = straight(state, unit, base.fx, base.fy, STEP)
    return way.free == STEP and not way.passed and not way.enemies


def furthest(state: State, way: Way[Unit]) -> float:
    """Return the farthest place on the way where the mover may stop, in BU from its start."""
    return way.furthest(lambda passed, bu: _no_room_behind(state, way, passed, bu) is None, LEAST)


def check_stop(state: State, way: Way[Unit], distance: float) -> None:
    """Raise Refusal unless the mover may stop after `distance` BU (BQ-5.5.1.d)."""
    # A choice is a decimal number: the last digit may be off from the exact room.
    if distance > way.free + 1e-6:
        rule, reason = way.why
        raise Refusal(words.stopped_after(way.free, reason), rule=rule, path="choice", code="range")
    enemy = way.touched(distance)
    if enemy is not None:
        raise Refusal(common.only_charge_touches(enemy.name), rule="BQ-5.4.a")
    for passed in way.passed:
        if passed.under(distance):
            fault = _no_room_behind(state, way, passed, distance)
            if fault is not None:
                said = words.on_friend(passed.enter, passed.leave, passed.unit.name, fault)
                raise Refusal(said, rule="BQ-5.5.1.d")


def displaced(way: Way[Unit], distance: float) -> Iterator[tuple[Unit, Base]]:
    """Yield the friends put behind a mover who stops after `distance` BU, and where (BQ-5.5.1.d)."""
    end = way.end(distance)
    for passed in way.passed:
        if passed.under(distance):
            yield passed.unit, behind(end, passed.unit.place)


def disorder(state: State, unit: Unit, start: Base, along: tuple[float, float], bu: float) -> tuple[Why, ...]:
    """Return what Disorders the unit on a way of `bu` BU that it has gone, with the rules (BQ-3.1.1)."""
    return terrain.passage(state, unit, start, along[0] * bu, along[1] * bu).disorder


def may_be_put(state: State, unit: Unit, base: Base, besides: frozenset[str] = frozenset()) -> Why | None:
    """Return why a unit cannot be on `base`: edge, terrain, a unit not `besides`, enemy contact."""
    if not geometry.within(base, 0.0, 0.0, state.width, state.depth):
        return "BQ-5.8.a", words.NOT_WHOLLY_ON_TABLE
    if not terrain.may_stand(state, base):
        return "BQ-3.1.1.d", words.IMPASSABLE
    for other in friends.others_near(state, unit, hypot(base.cx - unit.place.cx, base.cy - unit.place.cy)):
        if other.id in besides:
            continue
        if geometry.overlap(base, other.place):
            return "BQ-5.5.a", common.stands_there(other.name)
        if other.side != unit.side and comes_into_contact(unit.place, base, other.place):
            return "BQ-5.4.a", common.only_charge_touches(other.name)
    return None


def _meet(state: State, way: Way[Unit], other: Unit, limit: float) -> None:
    """Bar the way by an enemy or a friend that cannot be passed; note a friend that is passed."""
    if other.side != way.unit.side:
        contact = way.meets_enemy(other, limit, CLEAR)
        if contact is not None:
            way.bar(contact, "BQ-5.4.a", common.only_charge_touches(other.name), other.id)
    elif way.meets(other.place, limit) is not None:
        if friends.may_pass(state, way.unit, other):
            way.passes(other)
        else:
            rule = "BQ-5.5.a" if state.engaged(other.id) else "BQ-5.5.1.b"
            way.bar(way.entered(other.place), rule, common.may_not_pass(other.name), other.id)


def _no_room_behind(state: State, way: Way[Unit], passed: Passed[Unit], distance: float) -> str | None:
    """Return why a mover may not stop on this friend, None if it can be put behind the mover (BQ-5.5.1.d)."""
    if passed.unit.profile.type not in friends.SHIFTED:
        return words.COME_CLEAR
    mover = way.end(distance)
    # All friends that would be put behind, for two of them may want the same room.
    places = list(displaced(way, distance))
    moved = frozenset([way.unit.id, *(friend.id for friend, _ in places)])
    base = behind(mover, passed.unit.place)
    why = may_be_put(state, passed.unit, base, moved)
    if why is not None:
        return words.no_room_to_put_behind(why[1])
    if any(friend is not passed.unit and geometry.overlap(base, place) for friend, place in places):
        return words.NO_ROOM_TO_PUT_BEHIND
    return None
