"""Straight advances that may end in contact: charges, countercharges, pursuits (BQ-5.4.a, BQ-7.5.4.e). In
BU.

Contact means that the front edge of one base meets another base in its way. Bases that only border on each
other's way, as neighbours in two battle lines do, are not in contact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulesets.baroque import terrain
from rulesets.baroque.events.field import Moved
from rulesets.baroque.leaders import make_way
from rulesets.baroque.movement import ways
from rulesets.baroque.state import State, Unit
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.geometry import CONTACT, Base
from rulesets.engine.records import record
from rulesets.freetable.ways import Way, Why, edge_room

Through = Callable[[State, Unit, Unit], bool]


@record
class Onset:
    """How far a straight advance goes: to `distance`, into contact with `enemies` (none: it is free or
    barred there).

    `stop`: why it goes no farther, if anything but an enemy or its limit ends it. `way`: the way with the
    friends that it passes.
    """

    distance: float
    enemies: tuple[Unit, ...]
    stop: Why | None
    way: Way[Unit]

    def end(self) -> Base:
        """The base at the end of the advance."""
        return self.way.end(self.distance)


def nobody(_state: State, _mover: Unit, _friend: Unit) -> bool:
    """BQ-7.5.4.e: no friend may be passed in a pursuit."""
    return False


def onset(
    state: State, unit: Unit, limit: float, *, base: Base | None = None, through: Through = nobody,
    slow: bool = True, besides: Iterable[str] = (),
) -> Onset:  # fmt: skip
    """The straight advance of `unit` (from `base`) by up to `limit` BU, until it meets an enemy or cannot
    go on.

    `through`: which friends it may pass. `slow`: Difficult Terrain shortens it (BQ-3.1.1.c). `besides`:
    enemies to look past, because they will not be there.
    """
    start = unit.place if base is None else base
    way = Way(unit, start, start.fx, start.fy, limit, ("BQ-5.1.a", f"it moves up to {limit:g} BU"))
    way.bar(edge_room(state, start, way.ux, way.uy), "BQ-5.8.b", "the edge of the table")
    _meet_friends(state, way, limit, through)
    met = _enemies(state, unit, start, way.free, frozenset(besides))
    if met:
        way.free = met[0][0]
    barred = way.free
    free, stop = terrain.free_way(state, unit, start, way.ux * barred, way.uy * barred, limit_difficult=slow)
    if stop is not None:
        way.bar(free, *stop)
    way.free = geometry.rounded_down(way.free)
    distance = ways.furthest(state, way)
    into = bool(met) and distance >= geometry.rounded_down(met[0][0])
    enemies = tuple(enemy for _, enemy in met) if into else ()
    ended = way.why if distance < limit and not into else None
    return Onset(distance, enemies, ended, way)


def _enemies(
    state: State, unit: Unit, start: Base, limit: float, besides: frozenset[str]
) -> list[tuple[float, Unit]]:
    """The enemies that the front edge meets first, with the distance: more than one if it meets them
    together.
    """
    found: list[tuple[float, Unit]] = []
    for other in state.on_field(1 - unit.side):
        if other.id not in besides:
            distance = geometry.advance_to_contact(start, other.place, limit)
            if distance is not None:
                found.append((distance, other))
    if not found:
        return []
    first = min(distance for distance, _ in found)
    return [(distance, other) for distance, other in found if distance <= first + CONTACT]


def _meet_friends(state: State, way: Way[Unit], limit: float, through: Through) -> None:
    unit = way.unit
    dx, dy = way.ux * limit, way.uy * limit
    for other in state.on_field(unit.side):
        if other is unit or geometry.sweep(way.base, dx, dy, other.place) is None:
            continue
        if through(state, unit, other):
            way.passes(other)
        else:
            way.bar(way.entered(other.place), "BQ-5.5.4", f"it may not pass through {other.name}", other.id)


def advance(
    battle: Battle, unit: Unit, made: Onset, distance: float, how: str, rule: str, *, action: bool = False
) -> None:
    """Move a unit `distance` BU along an onset; passed friends that it ends on are put behind it
    (BQ-5.5.1.d).
    """
    start = unit.place
    end = made.way.end(distance)
    through = any(passed.met(distance) for passed in made.way.passed)
    moved = Moved(
        rule, unit.id, end.x, end.y, end.heading, how, round(distance, 4), action=action, through=through
    )
    battle.apply(moved)
    for friend, base in list(ways.displaced(made.way, distance)):
        battle.apply(Moved("BQ-5.5.1.d", friend.id, base.x, base.y, base.heading, "placed", 0.0))
        make_way(battle, (base, base))
    make_way(battle, (start, end))
