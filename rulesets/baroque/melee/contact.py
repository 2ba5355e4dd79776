"""Straight advances into contact: how far, which face is struck (BQ-7.1, BQ-7.1.b, BQ-7.2, BQ-5.4.a).

Contact means that the front edge of one base meets another base in its way. Bases that only border on each
other's way, as neighbours in two battle lines do, are not in contact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from rulesets.baroque import terrain
from rulesets.baroque.events.field import Contacted, Moved
from rulesets.baroque.leaders import make_way
from rulesets.baroque.melee.dice import ignores_flanks
from rulesets.baroque.morale import disorder
from rulesets.baroque.movement import ways
from rulesets.baroque.state import Face, State, Unit
from rulesets.baroque.wording import common
from rulesets.baroque.wording import melee as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.geometry import CONTACT, Base
from rulesets.engine.records import record
from rulesets.freetable.ways import Way, Why, edge_room

EXPOSED = frozenset({"flank", "rear"})


def face_struck(start: Base, end: Base, target: Base, stood: Base | None = None) -> Face | None:
    """Return which face of `target` a unit that began its move at `start` strikes at `end`, or None (BQ-7.2).

    Front (BQ-7.2.1), side (BQ-7.2.2), or flank and rear for a unit that began wholly behind the target's
    front line (BQ-7.2.3.a). All of the unit counts, and only the last movement action. `stood`: where the
    target was when the move began, if it has come to meet it since.
    """
    touched = geometry.contact_face(end, target)
    if touched is None or touched == "front":
        return touched
    if not geometry.wholly_behind_front_line(stood or target, start):
        return "side"
    return "rear" if touched == "rear" else "flank"


def meets(base: Base, other: Base) -> bool:
    """Return whether the front edge of a base meets another in its way (BQ-7.1.a)."""
    return geometry.advance_to_contact(base, other, CONTACT) is not None


def strike(
    battle: Battle, unit: Unit, start: Base, rule: str, stood: Mapping[str, Base] = MappingProxyType({})
) -> list[Unit]:
    """Make the contacts of a unit that moved here from `start`; return the enemies newly met (BQ-7.1.a).

    `stood`: where enemies were when it set out who have moved since. A flank or rear that is struck Disorders
    at once (BQ-7.2.3.c); nothing is added for one Disordered already.
    """
    state: State = battle.state
    base, struck = unit.place, []
    # A copy: striking can disorder and remove units while the loop runs.
    for enemy in list(state.on_field(1 - unit.side)):
        if joined(state, unit, enemy) or not geometry.near(base, enemy.place, CONTACT):
            continue
        if meets(base, enemy.place):
            face = face_struck(start, base, enemy.place, stood.get(enemy.id)) or "front"
            battle.apply(Contacted(rule, unit.id, enemy.id, face))
            if face in EXPOSED and not ignores_flanks(enemy.profile):
                disorder(battle, enemy, words.struck_on(face), "BQ-7.2.3.c")
        elif meets(enemy.place, base):
            touched = geometry.contact_face(enemy.place, base)
            battle.apply(Contacted(rule, enemy.id, unit.id, "front" if touched == "front" else "side"))
        else:
            continue
        struck.append(enemy)
    return struck


def joined(state: State, unit: Unit, enemy: Unit) -> bool:
    """Return whether two units are in melee contact, whichever of them touches with its front."""
    return (unit.id, enemy.id) in state.contacts or (enemy.id, unit.id) in state.contacts


def frontal(state: State, unit: Unit, enemy: Unit) -> bool:
    """Return whether two fight front against front, which a side charge is not (BQ-7.6.f, BQ-7.2.1)."""
    return "front" in (state.contacts.get((unit.id, enemy.id)), state.contacts.get((enemy.id, unit.id)))


def exposed(state: State, unit: Unit) -> bool:
    """Return whether an enemy touches the unit's flank or rear by a flank or rear charge (BQ-7.2.3.c)."""
    return any(target == unit.id and face in EXPOSED for (_, target), face in state.contacts.items())


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
        """Return the base at the end of the advance."""
        return self.way.end(self.distance)


def nobody(_state: State, _mover: Unit, _friend: Unit) -> bool:
    """Let no friend be passed in a pursuit (BQ-7.5.4.e)."""
    return False


def onset(
    state: State, unit: Unit, limit: float, *, base: Base | None = None, through: Through = nobody,
    slow: bool = True, besides: Iterable[str] = (),
) -> Onset:  # fmt: skip
    """Return the straight advance (from `base`) of up to `limit` BU, until it meets an enemy or is barred.

    `through`: which friends it may pass. `slow`: Difficult Terrain shortens it (BQ-3.1.1.c). `besides`:
    enemies to ignore, because they will not be there.
    """
    start = unit.place if base is None else base
    way = Way(unit, start, start.fx, start.fy, limit, ("BQ-5.1.a", common.moves_up_to(limit)))
    way.bar(edge_room(state, start, way.ux, way.uy), "BQ-5.8.b", common.EDGE_OF_TABLE)
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
    """Return the enemies that the front edge meets first, all those at once, with the distance."""
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
            way.bar(way.entered(other.place), "BQ-5.5.4", common.may_not_pass(other.name), other.id)


def advance(
    battle: Battle, unit: Unit, made: Onset, distance: float, how: str, rule: str, *, action: bool = False
) -> None:
    """Move a unit `distance` BU along an onset; friends it ends on are put behind it (BQ-5.5.1.d)."""
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
