"""Who may move through whom (BQ-5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from rulesets.baroque import tables
from rulesets.baroque.state import BAGGAGE, ON_FIELD, State, Unit
from rulesets.engine import geometry

if TYPE_CHECKING:
    from rulesets.baroque.actiontypes import Interpenetration

SHIFTED = frozenset({"CL", "DR", "S", "T", "ART"})  # BQ-5.5.1.d: put behind a mover who ends on them
PUSHING = frozenset({"PK", "P&M", "ETE", "LTE"})  # BQ-5.5.1.f: push them when moving back, and pass nobody


def may_pass(state: State, mover: Unit, friend: Unit) -> bool:
    """Return whether `mover` may pass `friend` by choice (BQ-5.5.a, BQ-5.5.1.a, BQ-5.5.1.b, BQ-5.5.1.c).

    The types decide, Massed or not (BQ-2.3.1.b).
    """
    return _types_pass(mover.profile.type, friend.profile.type) and not state.engaged(friend.id)


def may_pass_charging(state: State, mover: Unit, friend: Unit) -> bool:
    """Return the same in the movement action that is the charge (BQ-5.5.4)."""
    rows = tables.tables().interpenetration_during_charge
    return any(_covers(row, mover.profile.type, friend.profile.type) for row in rows) and not state.engaged(
        friend.id
    )


def may_pass_forced(state: State, mover: Unit, friend: Unit) -> bool:
    """Return whether `mover`, forced back, passes through `friend`; other troops push (BQ-5.5.2.b,
    BQ-5.5.2.c).
    """
    return passes_when_forced(mover) and friend.profile.type != BAGGAGE and not state.engaged(friend.id)


def passes_when_forced(mover: Unit) -> bool:
    """Return whether it passes friends when forced back: S, shooters, DR, Mounted (BQ-5.5.2.b)."""
    passing = tables.tables().interpenetration_forced[0]
    return mover.profile.type in passing.retreating


def may_push(state: State, mover: Unit, friend: Unit, *, forced: bool) -> bool:
    """Return whether `mover` pushes `friend` back; never one in melee, nor the Baggage (BQ-5.5.2.c,
    BQ-5.5.1.f).

    A unit that slides back along an enemy on its side pushes whoever it meets, of whatever type (BQ-7.5.3.a).
    """
    if friend.profile.type == BAGGAGE or state.engaged(friend.id):
        return False
    if forced:
        touched = (face for (_, target), face in state.contacts.items() if target == mover.id)
        return not passes_when_forced(mover) or "side" in touched  # BQ-7.2.2
    return mover.profile.type in PUSHING and friend.profile.type in SHIFTED


def others_near(state: State, unit: Unit, reach: float) -> list[Unit]:
    """Return the other units on the table that `unit` could meet within `reach` BU."""
    base, found = unit.place, []
    x, y, radius = base.cx, base.cy, base.radius
    for other in state.units.values():
        place = other.base
        if place is None or other is unit or other.status != ON_FIELD:
            continue
        dx, dy, limit = place.cx - x, place.cy - y, radius + place.radius + reach
        if dx * dx + dy * dy <= limit * limit:  # geometry.near, without a call for each unit on the table
            found.append(other)
    return found


def overlapped(state: State, unit: Unit) -> Iterator[Unit]:
    """Yield the friends that the unit's base lies on, as between two actions through them."""
    for friend in others_near(state, unit, 0.0):
        if friend.side == unit.side and geometry.overlap(unit.place, friend.place):
            yield friend


@cache
def _types_pass(mover: str, friend: str) -> bool:
    return friend != BAGGAGE and any(
        _covers(row, mover, friend) for row in tables.tables().interpenetration_voluntary
    )


def _covers(row: Interpenetration, mover: str, friend: str) -> bool:
    return ("any" in row.mover or mover in row.mover) and ("any" in row.passed or friend in row.passed)
