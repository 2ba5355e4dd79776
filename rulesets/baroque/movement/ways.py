"""How far a base may go straight in any direction, and where it may stop (BQ-5.1, BQ-5.5.1, BQ-3.1).
Distances in BU.

A move may not end in contact with an enemy (only a charge does), so bases keep `CLEAR` away from those they
do not touch already; friends may be touched, never overlapped. A base that has to stop somewhere on a
friend it passes must not do so, unless that friend is put behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot, inf

from rulesets.baroque import terrain
from rulesets.baroque.movement import friends
from rulesets.baroque.state import State, Unit
from rulesets.engine import geometry
from rulesets.engine.decisions import Refusal
from rulesets.engine.geometry import Base
from rulesets.engine.records import record

CLEAR = 0.01  # BU kept from an enemy's base
BARELY = geometry.CONTACT + 2 * geometry.GRAZE  # the same for a base that stands nearer than CLEAR already
LEAST = 0.01  # BU: a shorter move is none
STEP = 5 * LEAST  # BU: who has so much room ahead has room for a move, whatever stands farther off

Why = tuple[str, str]  # rule id, reason


@record
class Passed:
    """A friend on the way that the mover may pass: it overlaps him from `enter` to `leave` BU."""

    unit: Unit
    enter: float
    leave: float

    def under(self, distance: float) -> bool:
        """Whether a mover that stops after `distance` would stand on the friend."""
        return self.enter + geometry.OVERLAP < distance < self.leave - geometry.OVERLAP

    def met(self, distance: float) -> bool:
        """Whether a mover that stops after `distance` has passed into the friend."""
        return distance > self.enter + geometry.OVERLAP


@dataclass(slots=True)
class Way:
    """A straight way in the direction (ux, uy): nothing bars it up to `free` BU; `why` and `blocker` end it
    there. `passed`: friends on it; `enemies`: those near it.
    """

    unit: Unit
    base: Base
    ux: float
    uy: float
    free: float
    why: Why
    blocker: str = ""
    passed: list[Passed] = field(default_factory=list)
    enemies: list[Unit] = field(default_factory=list)

    def end(self, distance: float) -> Base:
        """The base after `distance` BU."""
        base = self.base
        return geometry.placed(base, base.x + self.ux * distance, base.y + self.uy * distance, base.heading)

    def bar(self, distance: float, rule: str, reason: str, blocker: str = "") -> None:
        """Ends the way after `distance` BU if it went farther."""
        if distance < self.free:
            self.free, self.why, self.blocker = max(0.0, distance), (rule, reason), blocker


def straight(state: State, unit: Unit, ux: float, uy: float, limit: float) -> Way:
    """BQ-5.1.a: the way of up to `limit` BU that a voluntary move of the unit has in the direction (ux,
    uy).
    """
    way = Way(unit, unit.place, ux, uy, limit, ("BQ-5.1.a", f"it moves up to {limit:g} BU"))
    way.bar(edge_room(state, way.base, ux, uy), "BQ-5.8.a", "the edge of the table")
    for other in friends.others_near(state, unit, limit + CLEAR):
        _meet(state, way, other, limit)
    if way.free > 0.0:
        distance, stop = terrain.free_way(state, unit, way.base, ux * way.free, uy * way.free)
        if stop is not None:
            way.bar(distance, *stop)
    if way.free < limit:
        way.free = geometry.rounded_down(way.free)
    return way


def forward_room(state: State, unit: Unit, limit: float) -> tuple[float, str | None]:
    """How far straight ahead, up to `limit` BU, the unit may move and stop, and the id of the unit that
    bars the way.
    """
    base = unit.place
    way = straight(state, unit, base.fx, base.fy, limit)
    return furthest(state, way), way.blocker or None


def open_ahead(state: State, unit: Unit) -> bool:
    """Whether nobody and nothing is so close before the unit that a voluntary advance could fail."""
    base = unit.place
    if unit.profile.m_bu < STEP:
        return False
    way = straight(state, unit, base.fx, base.fy, STEP)
    return way.free == STEP and not way.passed and not way.enemies


def furthest(state: State, way: Way) -> float:
    """The farthest place on the way where the mover may stop, in BU from its start."""
    distance = way.free
    for passed in sorted(way.passed, key=lambda passed: -passed.enter):
        if passed.under(distance) and _no_room_behind(state, way, passed, distance) is not None:
            distance = geometry.rounded_down(passed.enter)
    while distance > 0.0 and _touched(way, distance) is not None:
        distance -= LEAST
    return max(0.0, geometry.rounded_down(distance))


def check_stop(state: State, way: Way, distance: float) -> None:
    """BQ-5.5.1.d: raises Refusal unless the mover may stop after `distance` BU."""
    if distance > way.free + 1e-6:
        rule, reason = way.why
        raise Refusal(f"it can go {way.free:g} BU: {reason}", rule=rule, path="choice", code="range")
    enemy = _touched(way, distance)
    if enemy is not None:
        raise Refusal(f"only a charge may touch {enemy.name}", rule="BQ-5.4.a")
    for passed in way.passed:
        if passed.under(distance):
            fault = _no_room_behind(state, way, passed, distance)
            if fault is not None:
                where = f"from {passed.enter:g} to {passed.leave:g} BU it is on {passed.unit.name}"
                raise Refusal(f"{where}: {fault}", rule="BQ-5.5.1.d")


def displaced(way: Way, distance: float) -> Iterator[tuple[Unit, Base]]:
    """BQ-5.5.1.d: the friends that a mover who stops after `distance` BU has put behind him, with their new
    bases.
    """
    end = way.end(distance)
    for passed in way.passed:
        if passed.under(distance):
            yield passed.unit, friends.behind(end, passed.unit.place)


def disorder(state: State, unit: Unit, start: Base, along: tuple[float, float], bu: float) -> tuple[Why, ...]:
    """BQ-3.1.1: what Disorders the unit on a way of `bu` BU that it has gone, with the rules."""
    return terrain.passage(state, unit, start, along[0] * bu, along[1] * bu).disorder


def edge_room(state: State, base: Base, ux: float, uy: float) -> float:
    """How far a base can go in the direction (ux, uy) before a part of it leaves the table."""
    across = along = inf
    xs, ys = base.corners[::2], base.corners[1::2]
    if ux > 1e-9:
        across = (state.width - max(xs)) / ux
    elif ux < -1e-9:
        across = min(xs) / -ux
    if uy > 1e-9:
        along = (state.depth - max(ys)) / uy
    elif uy < -1e-9:
        along = min(ys) / -uy
    return max(0.0, min(across, along))


def kept_clear(base: Base, enemy: Base) -> Base:
    """The enemy's base with the margin around it that a move keeps; none if the two touch already."""
    if not geometry.near(base, enemy, 2 * CLEAR):
        return swollen(enemy, CLEAR)
    apart = geometry.gap(base, enemy)
    if apart <= geometry.CONTACT:
        return enemy
    margin = CLEAR if apart > CLEAR + 1e-6 else min(BARELY, apart)
    return swollen(enemy, margin)


def swollen(base: Base, margin: float) -> Base:
    """The base with a margin all round."""
    return Base(
        base.x + base.fx * margin, base.y + base.fy * margin, base.heading,
        base.width + 2 * margin, base.depth + 2 * margin,
    )  # fmt: skip


def may_be_put(state: State, unit: Unit, base: Base, besides: frozenset[str] = frozenset()) -> Why | None:
    """Why a unit cannot be placed on `base`: edge, terrain, another unit (but `besides`), an enemy in
    contact.
    """
    if not geometry.within(base, 0.0, 0.0, state.width, state.depth):
        return "BQ-5.8.a", "that is not wholly on the table"
    if not terrain.may_stand(state, base):
        return "BQ-3.1.1.d", "that is impassable terrain"
    for other in friends.others_near(state, unit, hypot(base.cx - unit.place.cx, base.cy - unit.place.cy)):
        if other.id in besides:
            continue
        if geometry.overlap(base, other.place):
            return "BQ-5.5.a", f"{other.name} stands there"
        if other.side != unit.side and comes_into_contact(unit.place, base, other.place):
            return "BQ-5.4.a", f"only a charge may touch {other.name}"
    return None


def comes_into_contact(start: Base, end: Base, enemy: Base) -> bool:
    """Whether a base that did not touch an enemy's does so at its end."""
    return geometry.touching(end, enemy) and not geometry.touching(start, enemy)


def _meet(state: State, way: Way, other: Unit, limit: float) -> None:
    """What another unit does to the way: an enemy or a friend that cannot be passed ends it."""
    dx, dy = way.ux * limit, way.uy * limit
    if other.side != way.unit.side:
        way.enemies.append(other)
        if not geometry.passes_near(way.base, dx, dy, other.place, 2 * CLEAR):
            return
        part = geometry.sweep(way.base, dx, dy, kept_clear(way.base, other.place))
        if part is not None:
            way.bar(part * limit, "BQ-5.4.a", f"only a charge may touch {other.name}", other.id)
        return
    if geometry.sweep(way.base, dx, dy, other.place) is None:
        return
    if friends.may_pass(state, way.unit, other):
        enter, leave = friends.interval(way.base, way.ux, way.uy, other.place) or (0.0, 0.0)
        way.passed.append(Passed(other, enter, leave))
    else:
        rule = "BQ-5.5.a" if state.engaged(other.id) else "BQ-5.5.1.b"
        enter = friends.entered(way.base, way.ux, way.uy, other.place)
        way.bar(enter, rule, f"it may not pass through {other.name}", other.id)


def _touched(way: Way, distance: float) -> Unit | None:
    """An enemy whom a mover who stops after `distance` BU would touch without having touched him before."""
    if not way.enemies:
        return None
    end = way.end(distance)
    return next((enemy for enemy in way.enemies if comes_into_contact(way.base, end, enemy.place)), None)


def _no_room_behind(state: State, way: Way, passed: Passed, distance: float) -> str | None:
    """BQ-5.5.1.d: why a mover may not stop on this friend; None if the friend can be put behind him."""
    if passed.unit.profile.type not in friends.SHIFTED:
        return "it must come clear of it or stop before it"
    mover = way.end(distance)
    places = list(displaced(way, distance))
    moved = frozenset([way.unit.id, *(friend.id for friend, _ in places)])
    base = friends.behind(mover, passed.unit.place)
    why = may_be_put(state, passed.unit, base, moved)
    if why is not None:
        return f"there is no room to put it behind: {why[1]}"
    if any(friend is not passed.unit and geometry.overlap(base, place) for friend, place in places):
        return "there is no room to put it behind"
    return None
