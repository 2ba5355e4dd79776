"""What terrain does to a movement action: how far it goes, and what Disorders (BQ-3.1.1, BQ-3.1.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rulesets.baroque import tables
from rulesets.baroque.state import State, Unit
from rulesets.baroque.terrain.shapes import layout
from rulesets.engine.geometry import Base, Hand, overlaps_polygon, wheel
from rulesets.engine.records import record
from rulesets.freetable import passage as way_of
from rulesets.freetable.passage import BARRED, Going, Goings, Stop, Straight
from rulesets.freetable.rivers import crosses
from rulesets.freetable.shapes import Shape

Reason = tuple[str, str]

_STEP = 0.1  # BU between the looks that are taken at a river with angles
_BEYOND = 6.0  # BU ahead that the way over the river is looked at


@record
class Passage:
    """How far terrain lets a move go, what Disorders the unit on that way, and what stops it, as (rule, why).

    `distance` is in BU, for a wheel in degrees.
    """

    distance: float
    disorder: tuple[Reason, ...] = ()
    stop: Reason | None = None


def passage(
    state: State, unit: Unit, base: Base, dx: float, dy: float, *, limit_difficult: bool = True
) -> Passage:
    """BQ-3.1.1: how far `base` may be moved straight by (dx, dy).

    `limit_difficult=False` for moves that slow ground does not shorten (evasion, retreat, pursuit): they
    stop only at Impassable Terrain. An action that would bring half the base into Difficult Terrain goes
    1 BU at most; one that has gone farther before ends just short of it.
    """
    way = way_of.straight(base, dx, dy, _STEP)
    met = way_of.met(layout(state), way)
    if not met:
        return Passage(way.length)
    distance, stop = way_of.furthest(way, met, _goings(unit, limit_difficult))
    return Passage(distance, tuple(_disorder(unit, met, way, distance)), _reason(stop))


def free_way(
    state: State, unit: Unit, base: Base, dx: float, dy: float, *, limit_difficult: bool = True
) -> tuple[float, Reason | None]:
    """The `distance` and `stop` of a `passage`, for those who do not ask what Disorders on it."""
    way = way_of.straight(base, dx, dy, _STEP)
    met = way_of.met(layout(state), way)
    if not met:
        return way.length, None
    distance, stop = way_of.furthest(way, met, _goings(unit, limit_difficult))
    return distance, _reason(stop)


def wheel_passage(state: State, unit: Unit, base: Base, corner: Hand, degrees: float) -> Passage:
    """BQ-3.1.1: how far `base` may wheel around a front corner: `distance` is in degrees.

    In Difficult Terrain the moving corner travels 1 BU at most. The way is looked at every few degrees.
    """
    met = met_in_wheel(state, base, corner, degrees)
    if not met:
        return Passage(degrees)
    turn = way_of.wheeled(base, corner, degrees)
    limit, stop = way_of.furthest_turn(turn, met, _wheeling)
    looks = [look for angle, look in zip(turn.angles, turn.looks, strict=True) if angle <= limit]
    looks.append(wheel(base, corner, limit))
    return Passage(limit, tuple(_turn_disorder(unit, met, looks)), _reason(stop))


def free_wheel(state: State, base: Base, corner: Hand, degrees: float) -> tuple[float, Reason | None]:
    """The `distance` and `stop` of a `wheel_passage`, for those who do not ask what Disorders on it."""
    met = [
        shape
        for shape in met_in_wheel(state, base, corner, degrees)
        if (going := _wheeling(shape)).barred or going.most is not None
    ]
    if not met:
        return degrees, None
    limit, stop = way_of.furthest_turn(way_of.wheeled(base, corner, degrees), met, _wheeling)
    return limit, _reason(stop)


def met_in_wheel(state: State, base: Base, corner: Hand, degrees: float) -> list[Shape]:
    """The pieces that a wheel of so many degrees could meet."""
    return way_of.met_in_wheel(layout(state), base, corner, degrees, _wheeling)


def facing_disorder(state: State, unit: Unit, start: Base, end: Base) -> tuple[Reason, ...]:
    """BQ-3.1.1: what Disorders a unit whose base comes to lie otherwise by a facing: ground that it enters
    by it, an obstacle that it comes to stand across. Who stays in the same ground does not move in it.
    """
    found: list[Reason] = []
    for shape in layout(state).hindering:
        if shape.near(end):
            looks = (start, end)
            found += _ground_disorder(unit, shape, way_of.enters(shape, looks) or None, end)
            found += _obstacle_disorder(unit, way_of.turns_across(shape, looks))
    return tuple(found)


# -- how far ------------------------------------------------------------------------------------


def _goings(unit: Unit, slow: bool) -> Goings:
    """What each piece means for a unit that moves straight; `slow`: slow ground shortens its move.

    BQ-3.1.1.d; BQ-3.1.2.a: over a river at a ford or bridge, at half speed.
    """

    def going(shape: Shape) -> Going:
        if shape.ground == "impassable":
            if not shape.crossings:
                return BARRED
            half = unit.profile.m_bu * tables.ground("ford_or_bridge").move_factor
            return Going(barred=True, over=half, ahead=_BEYOND) if slow else Going(barred=True, ahead=_BEYOND)
        return _slowing(shape.ground, shape.river) if slow else way_of.FREE

    return going


def _wheeling(shape: Shape) -> Going:
    """What a piece means for anybody who wheels."""
    return BARRED if shape.ground == "impassable" else _slowing(shape.ground, shape.river)


@cache
def _slowing(ground: str, river: bool) -> Going:
    """BQ-3.1.1.c: the most that an action may go in a piece.

    BQ-3.1.1.h: a dry river slows like Difficult Terrain.
    """
    return Going(most=tables.ground("difficult" if river else ground).max_move_bu)


def _reason(stop: Stop | None) -> Reason | None:
    """What ends a move in the words of the rules."""
    if stop is None:
        return None
    shape = stop.shape
    if stop.how == "over":
        return tables.ground("ford_or_bridge").rule, f"half speed at the ford or bridge: {stop.most:g} BU"
    rule = "BQ-3.1.1.h" if shape.river else tables.ground(shape.ground).rule
    if stop.how == "barred":
        return rule, f"the {shape.name} cannot be entered"
    if stop.how == "before":
        return rule, f"stops at the {shape.name}"
    return rule, f"no more than {stop.most:g} BU in the {shape.name}"


# -- what Disorders -----------------------------------------------------------------------------


def _disorder(unit: Unit, met: list[Shape], way: Straight, distance: float) -> Iterator[Reason]:
    if distance <= 0.0:
        return
    done, end = way.upto(distance), way.at(distance)
    for shape in met:
        if shape.ground == "impassable":
            if crosses(shape, way.base, way.dx, way.dy, _BEYOND):
                yield from _crossing_disorder(shape, done, end)
        elif _troubles(unit, shape.ground):
            yield from _ground_disorder(unit, shape, way_of.half_inside(shape, done), end)
        yield from _obstacle_disorder(unit, way_of.comes_across(shape, done))


def _turn_disorder(unit: Unit, met: list[Shape], looks: Sequence[Base]) -> Iterator[Reason]:
    """`looks`: the base on its way, from start to end."""
    for shape in met:
        yield from _ground_disorder(unit, shape, way_of.enters(shape, looks), looks[-1])
        yield from _obstacle_disorder(unit, way_of.turns_across(shape, looks))


def _ground_disorder(unit: Unit, shape: Shape, entered: float | None, end: Base) -> Iterator[Reason]:
    """BQ-3.1.1.b-c: entering such ground or moving in it Disorders, leaving it does not.

    `entered`: when half the base is first inside, 0 if from the start, None if never.
    """
    if entered is None or not _troubles(unit, shape.ground):
        return
    if entered == 0.0 and not shape.holds(end):
        return
    how = "moves in" if entered == 0.0 else "enters"
    yield tables.ground(shape.ground).rule, f"{how} the {shape.name}"


def _crossing_disorder(shape: Shape, done: Straight, end: Base) -> Iterator[Reason]:
    """BQ-3.1.2.a: whoever goes on a ford or bridge is Disordered at once."""
    if way_of.contact(shape, done) is None:
        return
    on_it = any(overlaps_polygon(done.base, part) for part in shape.parts)
    if not on_it or any(overlaps_polygon(end, part) for part in shape.parts):
        yield tables.ground("ford_or_bridge").rule, "on the ford or bridge"


def _obstacle_disorder(unit: Unit, crossed: bool) -> Iterator[Reason]:
    """BQ-3.1.1.f: Disorder after crossing a linear obstacle."""
    if crossed and _troubles(unit, "linear_obstacle"):
        yield tables.ground("linear_obstacle").rule, "crosses a linear obstacle"


def _troubles(unit: Unit, ground: str) -> bool:
    """Whether such ground Disorders troops of the unit's type."""
    row = tables.ground(ground)
    return row.disorders and tables.troop_type(unit.profile.type).code not in row.disorder_exempt
