"""Falling back: straight to the rear, facing the enemy (BQ-5.2.3, BQ-5.5.1.e-f, BQ-5.5.2, BQ-5.8.a,
BQ-7.5.2.e-f).

One procedure for retreats, repulses and break-offs (forced) and for evasion, disengagement and backward
movement (voluntary): they differ in what happens to friends in the way.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesets.baroque import leaders, morale, terrain
from rulesets.baroque.events.field import Moved, Separated
from rulesets.baroque.movement import friends
from rulesets.baroque.movement.ways import CLEAR
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording import movement as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.geometry import Base
from rulesets.engine.records import record
from rulesets.freetable.ways import Way, Why, edge_room, kept_clear

_BEYOND = 4.0  # BU behind the way that are searched for a place behind friends
_STARTED = 2e-3  # BU: who falls back less has not started


@record
class FallBack:
    """What came of it: BU moved, whether it could start (BQ-7.5.2.f), whether it left the table."""

    moved: float
    started: bool
    off_table: bool


@dataclass(slots=True)
class Plan:
    """How a unit would fall back: how far, what it passes and pushes, what stops it (`blocker`: a unit's id).

    `distance` is more than asked for when the unit is placed behind friends whom it has not crossed.
    """

    distance: float
    off_table: bool = False
    through: bool = False
    why: Why = ("", "")
    blocker: str = ""
    pushed: dict[str, float] = field(default_factory=dict)
    disorder: tuple[Why, ...] = ()

    @property
    def started(self) -> bool:
        return self.distance > _STARTED or self.off_table


def plan(state: State, unit: Unit, bu: float, *, forced: bool, slow: bool = False) -> Plan:
    """Plan how `unit` would fall back `bu` BU. `slow`: Difficult Terrain shortens it, as an action."""
    base = unit.place
    # The way is longer than the move: behind friends whom it has not crossed the unit is placed farther back.
    way = Way(unit, base, -base.fx, -base.fy, bu + _BEYOND, ("", ""))
    pushes = _examine(state, way, forced)
    asked = min(bu, _free_way(state, way, bu, slow=slow)[0]) if slow else bu
    if pushes:
        return _pushing(state, way, asked, pushes, forced)
    # A movement action of one's own never needs to end beyond the edge of the table.
    room = min(way.free, edge_room(state, base, way.ux, way.uy)) if slow else way.free
    return _made(state, way, asked, way.beyond_passed(asked, room))  # BQ-5.5.1.e, BQ-5.5.2.b


def fall_back(battle: Battle, unit: Unit, bu: float, how: str, rule: str, *, forced: bool) -> Steps[FallBack]:
    """Fall straight back `bu` BU, with the same facing (BQ-5.5.2.a, BQ-7.5.2.d-f, BQ-5.6.h, BQ-5.7.d).

    `how` is the word of the Moved event: retreat, repulse, break-off, evade, disengage, back. `forced`
    pushes or passes friends by BQ-5.5.2, otherwise they are passed by BQ-5.5.1. Contacts that the move ends
    are ended here. Who leaves the table, even partly, is removed (BQ-5.8.a). Nobody is asked anything.
    """
    state: State = battle.state
    made = plan(state, unit, bu, forced=forced, slow=how in ("disengage", "back"))
    _push(battle, unit, made, forced)
    if made.off_table:
        morale.remove(battle, unit, "left", words.FALLS_OFF_TABLE, "BQ-5.8.a")
    elif made.distance > 0.0:
        _move(battle, unit, made, how, rule)
    # Nothing is asked here, but callers `yield from` it like every other move.
    yield from ()
    return FallBack(made.distance, made.started, made.off_table)


def _move(battle: Battle, unit: Unit, made: Plan, how: str, rule: str) -> None:
    start = unit.place
    end = geometry.retire(start, made.distance)
    action = how == "back"
    battle.apply(
        Moved(rule, unit.id, end.x, end.y, end.heading, how, made.distance, action, through=made.through)
    )
    leaders.make_way(battle, (start, unit.place))
    for disordering, why in made.disorder:
        morale.disorder(battle, unit, why, disordering)
    # Only now: contacts are compared with where the unit ends, and it may have slid along an enemy.
    for other in battle.state.engaged_with(unit.id):
        if not geometry.touching(unit.place, other.place):
            battle.apply(Separated(rule, unit.id, other.id))


def _push(battle: Battle, unit: Unit, made: Plan, forced: bool) -> None:
    """Push friends back, the last of a chain first; forced, Disordered (BQ-5.5.2.c, BQ-5.5.1.f)."""
    state: State = battle.state
    ux, uy = -unit.place.fx, -unit.place.fy
    rule = "BQ-5.5.2.c" if forced else "BQ-5.5.1.f"
    # The last of a chain first, so that no unit is ever moved onto another.
    for name, bu in reversed(made.pushed.items()):
        friend = state.units[name]
        start = friend.place
        ground = terrain.passage(state, friend, start, ux * bu, uy * bu, limit_difficult=False)
        end = geometry.placed(start, start.x + ux * bu, start.y + uy * bu, start.heading)
        battle.apply(Moved(rule, name, end.x, end.y, end.heading, "pushed", bu))
        leaders.make_way(battle, (start, friend.place))
        if forced:
            morale.disorder(battle, friend, words.pushed_by(unit.name), rule)
        for disordering, why in ground.disorder:
            morale.disorder(battle, friend, why, disordering)


# ---------------------------------------------------------------------------- how far


def _examine(state: State, way: Way[Unit], forced: bool) -> list[tuple[Unit, float]]:
    """Bar the way where nothing helps, list the friends passed on it; return those who are pushed."""
    reach = way.free
    distance, stop = _free_way(state, way, reach, slow=False)
    if stop is not None:
        way.bar(distance, *stop)
    pushes = []
    for other in friends.others_near(state, way.unit, reach):
        place = other.place
        # A unit that is forced back may stay in touch with enemies; one that moves by choice may not end in
        # touch.
        if other.side != way.unit.side and not forced:
            place = kept_clear(way.base, place, CLEAR)  # BQ-5.2.3.d
        met = way.meets(place, reach)
        if met is None:
            continue
        if other.side == way.unit.side and friends.may_push(state, way.unit, other, forced=forced):
            pushes.append((other, met))
        elif other.side == way.unit.side and _passes(state, way.unit, other, forced):
            way.passes(other)
        else:
            rule = "BQ-7.5.2.f" if forced else "BQ-5.2.3.b"
            way.bar(met, rule, words.in_the_way(other.name), other.id)
    return sorted(pushes, key=lambda found: found[1])


def _passes(state: State, unit: Unit, friend: Unit, forced: bool) -> bool:
    if forced:
        return friends.may_pass_forced(state, unit, friend)
    return unit.profile.type not in friends.PUSHING and friends.may_pass(state, unit, friend)


def _free_way(state: State, way: Way[Unit], bu: float, *, slow: bool) -> tuple[float, Why | None]:
    return terrain.free_way(state, way.unit, way.base, way.ux * bu, way.uy * bu, limit_difficult=slow)


def _pushing(
    state: State, way: Way[Unit], asked: float, pushes: list[tuple[Unit, float]], forced: bool
) -> Plan:
    """Push the friends met as far as all of them can go (BQ-5.5.2.c, BQ-5.5.1.f)."""
    distance = min(asked, way.free)
    for friend, enter in pushes:
        if enter < distance:
            room = _push_room(state, way, friend, distance - enter, forced)
            if enter + room < distance:
                distance = enter + room
                way.bar(distance, "BQ-5.5.2.c", words.not_pushed_farther(friend.name), friend.id)
    made = _made(state, way, asked, distance)
    for friend, enter in pushes:
        if enter < made.distance - _STARTED:
            _collect(state, way, friend, made.distance - enter, made.pushed)
    return made


def _made(state: State, way: Way[Unit], asked: float, distance: float) -> Plan:
    distance = max(0.0, geometry.rounded(distance))
    stopped = distance < asked - _STARTED
    made = Plan(
        distance,
        off_table=distance > edge_room(state, way.base, way.ux, way.uy) + geometry.OVERLAP,
        through=any(passed.met(distance) for passed in way.passed),
        why=way.why if stopped else ("", ""),
        blocker=way.blocker if stopped else "",
    )
    if distance and not made.off_table:
        ground = terrain.passage(
            state, way.unit, way.base, way.ux * distance, way.uy * distance, limit_difficult=False
        )
        made.disorder = ground.disorder
    return made


def _push_room(
    state: State, way: Way[Unit], friend: Unit, bu: float, forced: bool, chain: frozenset[str] = frozenset()
) -> float:
    """Return how far, up to `bu`, a friend can be pushed: by the `chain`, until anything bars it."""
    base = friend.place
    chain |= {friend.id}
    room = min(bu, edge_room(state, base, way.ux, way.uy))
    free, stop = terrain.free_way(state, friend, base, way.ux * bu, way.uy * bu, limit_difficult=False)
    if stop is not None:
        room = min(room, free)
    for other, enter in _met(state, way, friend, room, chain):
        if enter >= room:
            break
        if other.side == friend.side and friends.may_push(state, way.unit, other, forced=forced):
            room = enter + _push_room(state, way, other, room - enter, forced, chain)
        else:
            room = enter
    return room


def _collect(
    state: State, way: Way[Unit], friend: Unit, bu: float, found: dict[str, float],
    chain: frozenset[str] = frozenset(),
) -> None:  # fmt: skip
    """Collect how far each friend of a chain is pushed, the nearer before the farther ones."""
    # A friend may be reached by two chains: it is pushed by the longer push, and comes after those before it.
    more = max(bu, found.pop(friend.id, 0.0))
    found[friend.id] = geometry.rounded(more)
    chain |= {friend.id}
    for other, enter in _met(state, way, friend, bu, chain):
        if enter < bu - _STARTED:
            _collect(state, way, other, bu - enter, found, chain)


def _met(
    state: State, way: Way[Unit], friend: Unit, bu: float, chain: frozenset[str]
) -> list[tuple[Unit, float]]:
    """Return the units that a pushed friend meets, with the distance, but not those pushing."""
    base: Base = friend.place
    found = []
    for other in friends.others_near(state, friend, bu):
        if other is way.unit or other.id in chain:
            continue
        part = geometry.sweep(base, way.ux * bu, way.uy * bu, other.place)
        if part is not None:
            found.append((other, part * bu))
    return sorted(found, key=lambda met: met[1])
