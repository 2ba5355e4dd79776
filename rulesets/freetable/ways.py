"""Straight ways of a base among others: how far it may go in any direction, and where it may stop.

A move may not end in contact with an enemy, so bases keep a margin from those they do not touch already;
friends may be touched, never overlapped. Who may pass whom the system says: it bars the way, or notes who is
passed. Distances are in the table's unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import ceil, hypot, inf
from typing import Generic, Protocol, TypeVar

from rulesets.engine.geometry import (
    CONTACT,
    GRAZE,
    OVERLAP,
    Base,
    Hand,
    gap,
    near,
    passes_near,
    placed,
    rounded_down,
    sweep,
    touching,
    wheel_blocked,
)
from rulesets.engine.records import record

BARELY = CONTACT + 2 * GRAZE  # from an enemy's base, of one that is nearer than the margin already

Why = tuple[str, str]  # rule id, reason


class Standing(Protocol):
    """A unit on the table."""

    @property
    def id(self) -> str: ...

    @property
    def place(self) -> Base: ...


class Ground(Protocol):
    """A table."""

    @property
    def width(self) -> float: ...

    @property
    def depth(self) -> float: ...


U = TypeVar("U", bound=Standing)


@record
class Passed(Generic[U]):
    """A friend on the way that the mover may pass: it overlaps that one from `enter` to `leave`."""

    unit: U
    enter: float
    leave: float

    def under(self, distance: float) -> bool:
        """Return whether a mover that stops after `distance` would stand on the friend."""
        return self.enter + OVERLAP < distance < self.leave - OVERLAP

    def met(self, distance: float) -> bool:
        """Return whether a mover that stops after `distance` has passed into the friend."""
        return distance > self.enter + OVERLAP


@dataclass(slots=True)
class Way(Generic[U]):
    """A straight way in the direction (ux, uy): nothing bars it up to `free`; `why` and `blocker` end it
    there. `passed`: friends on it; `enemies`: those near it.
    """

    unit: U
    base: Base
    ux: float
    uy: float
    free: float
    why: Why
    blocker: str = ""
    passed: list[Passed[U]] = field(default_factory=list)
    enemies: list[U] = field(default_factory=list)

    def end(self, distance: float) -> Base:
        """Return the base after `distance`."""
        base = self.base
        return placed(base, base.x + self.ux * distance, base.y + self.uy * distance, base.heading)

    def bar(self, distance: float, rule: str, reason: str, blocker: str = "") -> None:
        """End the way after `distance` if it went farther."""
        if distance < self.free:
            self.free, self.why, self.blocker = max(0.0, distance), (rule, reason), blocker

    def meets(self, other: Base, limit: float) -> float | None:
        """Return how far the mover goes, up to `limit`, until it would push into a base; None if it never
        does.
        """
        part = sweep(self.base, self.ux * limit, self.uy * limit, other)
        return None if part is None else part * limit

    def meets_enemy(self, enemy: U, limit: float, margin: float) -> float | None:
        """Return the same for an enemy, who is avoided by `margin`; they are noted as near the way."""
        self.enemies.append(enemy)
        dx, dy, place = self.ux * limit, self.uy * limit, enemy.place
        if not passes_near(self.base, dx, dy, place, 2 * margin):
            return None
        part = sweep(self.base, dx, dy, kept_clear(self.base, place, margin))
        return None if part is None else part * limit

    def passes(self, friend: U) -> None:
        """Note a friend on the way who may be passed."""
        enter, leave = interval(self.base, self.ux, self.uy, friend.place) or (0.0, 0.0)
        self.passed.append(Passed(friend, enter, leave))

    def entered(self, other: Base) -> float:
        """Return how far the mover goes until it comes to overlap a base; 0 if it never does."""
        reach = _across(self.base, other)
        first = sweep(self.base, self.ux * reach, self.uy * reach, other)
        return 0.0 if first is None else first * reach

    def touched(self, distance: float) -> U | None:
        """Return an enemy whom a mover who stops after `distance` would touch, and did not touch before."""
        if not self.enemies:
            return None
        end = self.end(distance)
        return next((e for e in self.enemies if comes_into_contact(self.base, end, e.place)), None)

    def furthest(self, may_stop: Callable[[Passed[U], float], bool], least: float) -> float:
        """Return the farthest place where the mover may stop: not on a passed friend, unless it may there,
        and touching no new enemy, from whom it keeps off in steps of `least`.
        """
        distance = self.free
        for passed in sorted(self.passed, key=lambda passed: -passed.enter):
            if passed.under(distance) and not may_stop(passed, distance):
                distance = rounded_down(passed.enter)
        while distance > 0.0 and self.touched(distance) is not None:
            distance -= least
        return max(0.0, rounded_down(distance))

    def beyond_passed(self, asked: float, room: float) -> float:
        """Return where a mover ends who is asked to go so far and may stop on nobody: directly behind the
        friends it would end on, or before them if there is no place within `room`.
        """
        distance = min(asked, self.free)
        while under := [passed for passed in self.passed if passed.under(distance)]:
            far = max(passed.leave for passed in under)
            if far > room + OVERLAP:
                distance = min(passed.enter for passed in under)
                break
            distance = far
        while under := [passed for passed in self.passed if passed.under(distance)]:
            distance = min(passed.enter for passed in under)
        return distance


# -- bases ----------------------------------------------------------------------------------------


def edge_room(table: Ground, base: Base, ux: float, uy: float) -> float:
    """Return how far a base can go in the direction (ux, uy) before a part of it leaves the table."""
    across = along = inf
    xs, ys = base.corners[::2], base.corners[1::2]
    if ux > 1e-9:
        across = (table.width - max(xs)) / ux
    elif ux < -1e-9:
        across = min(xs) / -ux
    if uy > 1e-9:
        along = (table.depth - max(ys)) / uy
    elif uy < -1e-9:
        along = min(ys) / -uy
    return max(0.0, min(across, along))


def kept_clear(base: Base, enemy: Base, margin: float) -> Base:
    """Return the enemy's base with the margin around it that a move keeps; none if the two touch already."""
    if not near(base, enemy, 2 * margin):
        return swollen(enemy, margin)
    apart = gap(base, enemy)
    if apart <= CONTACT:
        return enemy
    return swollen(enemy, margin if apart > margin + 1e-6 else min(BARELY, apart))


def swollen(base: Base, margin: float) -> Base:
    """Return the base with a margin all round."""
    return Base(
        base.x + base.fx * margin, base.y + base.fy * margin, base.heading,
        base.width + 2 * margin, base.depth + 2 * margin,
    )  # fmt: skip


def comes_into_contact(start: Base, end: Base, enemy: Base) -> bool:
    """Return whether a base that did not touch an enemy's does so at its end."""
    return touching(end, enemy) and not touching(start, enemy)


def interval(base: Base, ux: float, uy: float, other: Base) -> tuple[float, float] | None:
    """Return from which to which distance along (ux, uy) a base overlaps another; None if never ahead."""
    reach = _across(base, other)
    first = sweep(base, ux * reach, uy * reach, other)
    if first is None:
        return None
    beyond = placed(base, base.x + ux * reach, base.y + uy * reach, base.heading)
    last = sweep(beyond, -ux * reach, -uy * reach, other)
    return first * reach, reach if last is None else (1.0 - last) * reach


def behind(mover: Base, friend: Base) -> Base:
    """Return a passed friend directly behind the mover: straight back until it is clear."""
    way = interval(friend, -mover.fx, -mover.fy, mover)
    back = 0.0 if way is None else way[1]
    return placed(friend, friend.x - mover.fx * back, friend.y - mover.fy * back, friend.heading)


def moved_along(base: Base, along: tuple[float, float], distance: float) -> Base:
    """Return a base after a move in a direction, facing as before."""
    return placed(base, base.x + along[0] * distance, base.y + along[1] * distance, base.heading)


def direction(base: Base, forward: float, right: float) -> tuple[float, float]:
    """Return the direction of a move so far ahead and to the right, as a unit vector."""
    length = hypot(forward, right)
    return (base.fx * forward + base.fy * right) / length, (base.fy * forward - base.fx * right) / length


def _across(base: Base, other: Base) -> float:
    """Return a way that leads a base past another in any direction in which it meets that one."""
    return float(ceil(hypot(other.cx - base.cx, other.cy - base.cy) + base.radius + other.radius))


# -- turns ----------------------------------------------------------------------------------------


def wheel_among(
    base: Base, corner: Hand, limit: float, others: Iterable[tuple[U, Base]]
) -> tuple[float, U | None]:
    """Return how many degrees, up to `limit`, a base may wheel around a front corner before it meets one of
    the others, each with the base that bars its way, and who that is.
    """
    blocker = None
    for other, place in others:
        before = wheel_blocked(base, corner, limit, place)
        if before is not None and before < limit:
            limit, blocker = before, other
    return limit, blocker


def last_free(
    limit: float, taken: Callable[[float], Why | None], step: float, fine: float
) -> tuple[float, Why | None]:
    """Return the largest value up to `limit` at which nothing is in the way, looked for from the end back in
    steps and then between two of them to within `fine`; and what is in the way beyond it.
    """
    value, why = limit, None
    while value > 0.0 and (found := taken(value)) is not None:
        why = found
        value -= step
    low, high = max(0.0, value), min(limit, value + step)
    while high - low > fine:
        middle = (low + high) / 2
        if taken(middle) is None:
            low = middle
        else:
            high = middle
    room = rounded_down(low)
    while room > 0.0 and taken(room) is not None:
        room = rounded_down(room - fine)  # where bases only just touch, the rounding of poses decides
    return max(0.0, room), why
