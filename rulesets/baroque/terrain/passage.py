"""What terrain does to a movement action: how far it goes, and what Disorders (BQ-3.1.1, BQ-3.1.2)."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees as in_degrees
from math import hypot

from rulesets.baroque import tables
from rulesets.baroque.state import State, Unit
from rulesets.baroque.terrain.obstacles import stands_across, wall_begun
from rulesets.baroque.terrain.river import crosses
from rulesets.baroque.terrain.shapes import HALF, Shape, ground_of, layout
from rulesets.engine.geometry import (
    GRAZE,
    Base,
    Hand,
    overlaps_polygon,
    polygon_contact,
    polygon_sweep,
    rounded_down,
    shift,
    wheel,
    within_circle,
)
from rulesets.engine.records import record

Reason = tuple[str, str]

_SHORT_OF = 2e-4  # how far short of being half inside a base stops
_STEP = 0.1  # BU between the looks that are taken at a river with angles
_BESIDE = 1.01  # radii of a base from the corner that it wheels around: a little more than its centre is off
_TURN = 3.0  # degrees between the looks that are taken at a wheel


@record
class Passage:
    """How far terrain lets a move go, what Disorders the unit on that way, and what stops it, as (rule, why).

    `distance` is in BU, for a wheel in degrees.
    """

    distance: float
    disorder: tuple[Reason, ...] = ()
    stop: Reason | None = None


@record
class _Way:
    """A straight move of a base."""

    base: Base
    dx: float
    dy: float
    length: float

    def at(self, distance: float) -> Base:
        return _moved(self.base, self.dx, self.dy, distance / self.length)


def passage(
    state: State, unit: Unit, base: Base, dx: float, dy: float, *, limit_difficult: bool = True
) -> Passage:
    """BQ-3.1.1: how far `base` may be moved straight by (dx, dy).

    `limit_difficult=False` for moves that slow ground does not shorten (evasion, retreat, pursuit): they
    stop only at Impassable Terrain. An action that would bring half the base into Difficult Terrain goes
    1 BU at most; one that has gone farther before ends just short of it.
    """
    way = _Way(base, dx, dy, hypot(dx, dy))
    met = _met(state, way)
    if not met:
        return Passage(way.length)
    distance, stop = _shortest(state, unit, met, way, limit_difficult)
    return Passage(distance, tuple(_disorder(state, unit, met, way, distance)), stop)


def free_way(
    state: State, unit: Unit, base: Base, dx: float, dy: float, *, limit_difficult: bool = True
) -> tuple[float, Reason | None]:
    """The `distance` and `stop` of a `passage`, for those who do not ask what Disorders on it."""
    way = _Way(base, dx, dy, hypot(dx, dy))
    met = _met(state, way)
    return _shortest(state, unit, met, way, limit_difficult) if met else (way.length, None)


def wheel_passage(state: State, unit: Unit, base: Base, corner: Hand, degrees: float) -> Passage:
    """BQ-3.1.1: how far `base` may wheel around a front corner: `distance` is in degrees.

    In Difficult Terrain the moving corner travels 1 BU at most. The way is looked at every few degrees.
    """
    met = _met_in_wheel(state, base, corner, degrees)
    if not met:
        return Passage(degrees)
    angles = _steps(degrees, _TURN)
    looks = [wheel(base, corner, angle) for angle in angles]
    limit, stop = _shortest_wheel(state, met, base, degrees, angles, looks)
    looks = [look for angle, look in zip(angles, looks, strict=True) if angle <= limit]
    looks.append(wheel(base, corner, limit))
    return Passage(limit, tuple(_wheel_disorder(state, unit, met, looks)), stop)


def free_wheel(state: State, base: Base, corner: Hand, degrees: float) -> tuple[float, Reason | None]:
    """The `distance` and `stop` of a `wheel_passage`, for those who do not ask what Disorders on it."""
    met = [shape for shape in _met_in_wheel(state, base, corner, degrees) if _may_stop(state, shape)]
    if not met:
        return degrees, None
    angles = _steps(degrees, _TURN)
    looks = [wheel(base, corner, angle) for angle in angles]
    return _shortest_wheel(state, met, base, degrees, angles, looks)


def facing_disorder(state: State, unit: Unit, start: Base, end: Base) -> tuple[Reason, ...]:
    """BQ-3.1.1: what Disorders a unit whose base comes to lie otherwise by a facing: ground that it enters
    by it, an obstacle that it comes to stand across. Who stays in the same ground does not move in it.
    """
    looks = [start, end]
    found: list[Reason] = []
    for shape in layout(state).hindering:
        if shape.near(end):
            entered = _enters(shape, looks)
            found += _ground_disorder(state, unit, shape, entered or None, start, end)
            found += _obstacle_disorder(unit, shape, _wheels_across(shape, looks))
    return tuple(found)


# -- how far ------------------------------------------------------------------------------------


def _met(state: State, way: _Way) -> list[Shape]:
    """The pieces that a move could meet."""
    if not state.terrain or not way.length:
        return []
    return [shape for shape in layout(state).hindering if shape.near_way(way.base, way.dx, way.dy)]


def _shortest(
    state: State, unit: Unit, met: list[Shape], way: _Way, slow: bool
) -> tuple[float, Reason | None]:
    """How far all the pieces let the move go, and why no farther."""
    distance, stop = way.length, None
    for shape in met:
        limit, why = _limit(state, unit, shape, way, slow)
        if limit < distance:
            distance, stop = limit, why
    return distance, stop


def _limit(state: State, unit: Unit, shape: Shape, way: _Way, slow: bool) -> tuple[float, Reason | None]:
    """How far one piece lets the move go, and why no farther."""
    ground = ground_of(state, shape)
    if ground == "impassable":
        return _impassable_limit(state, unit, shape, way, slow)
    cap = _cap(shape, ground)
    if not slow or cap is None or way.length <= cap:
        return way.length, None
    inside = _half_inside(shape, way)
    if inside is None:
        return way.length, None
    rule = _slow_rule(shape, ground)
    if inside <= cap:
        return cap, (rule, f"no more than {cap:g} BU in the {shape.name}")
    return rounded_down(max(cap, inside - _SHORT_OF)), (rule, f"stops at the {shape.name}")


def _cap(shape: Shape, ground: str) -> float | None:
    """BQ-3.1.1.c: the most that an action may go in a piece; None for no limit.

    BQ-3.1.1.h: a dry river slows like Difficult Terrain.
    """
    return tables.ground("difficult" if shape.river else ground).max_move_bu


def _impassable_limit(
    state: State, unit: Unit, shape: Shape, way: _Way, slow: bool
) -> tuple[float, Reason | None]:
    """BQ-3.1.1.d; BQ-3.1.2.a: over a river at a ford or bridge, at half speed."""
    touch = _contact(shape, way)
    if touch is None:
        return way.length, None
    if not (shape.river and crosses(state, shape, way.base, way.dx, way.dy)):
        return rounded_down(touch), (_impassable_rule(shape), f"the {shape.name} cannot be entered")
    half = unit.profile.m_bu * tables.ground("ford_or_bridge").move_factor
    if not slow or way.length <= half:
        return way.length, None
    rule = tables.ground("ford_or_bridge").rule
    return max(half, rounded_down(touch)), (rule, f"half speed at the ford or bridge: {half:g} BU")


def _slow_rule(shape: Shape, ground: str) -> str:
    return "BQ-3.1.1.h" if shape.river else tables.ground(ground).rule


def _impassable_rule(shape: Shape) -> str:
    return "BQ-3.1.1.h" if shape.river else tables.ground("impassable").rule


def _contact(shape: Shape, way: _Way) -> float | None:
    """How far the base goes before it would lie in the piece with any part; None if it never does.

    It stops a little before it would count as being inside, so that rounding leaves it free to move on.
    """
    met = [
        polygon_contact(way.base, way.dx, way.dy, part, GRAZE)
        for part in shape.parts
        if polygon_contact(way.base, way.dx, way.dy, part) is not None
    ]
    return min(part or 0.0 for part in met) * way.length if met else None


def _half_inside(shape: Shape, way: _Way) -> float | None:
    """BQ-3.1.b: after which distance at least half of the base is in the piece; None if it never is."""
    if len(shape.parts) == 1:
        return polygon_sweep(way.base, way.dx, way.dy, shape.parts[0], HALF)
    before = 0.0
    for there in _steps(way.length, _STEP):
        if shape.holds_half(way.at(there)):
            return _bisected(shape, way, before, there)
        before = there
    return None


def _bisected(shape: Shape, way: _Way, low: float, high: float) -> float:
    while high - low > 1e-5:
        middle = (low + high) / 2
        if shape.holds_half(way.at(middle)):
            high = middle
        else:
            low = middle
    return high


def _met_in_wheel(state: State, base: Base, corner: Hand, degrees: float) -> list[Shape]:
    """The pieces that a wheel of so many degrees could meet.

    Ground that does not bar the way tells only where it holds half of the base: hardly any that its centre,
    which goes round the corner, does not come to.
    """
    if degrees <= 0.0:
        return []
    at = 0 if corner == "left" else 2
    x, y, reach = base.corners[at], base.corners[at + 1], _BESIDE * base.radius
    return [
        shape for shape in layout(state).hindering
        if shape.near(base, 2 * base.radius) and (
            shape.walls or ground_of(state, shape) == "impassable"
            or any(within_circle(x, y, reach, part) for part in shape.parts)
        )
    ]  # fmt: skip


def _may_stop(state: State, shape: Shape) -> bool:
    """Whether a piece can end a wheel at all."""
    ground = ground_of(state, shape)
    return ground == "impassable" or _cap(shape, ground) is not None


def _shortest_wheel(
    state: State, met: list[Shape], base: Base, degrees: float, angles: list[float], looks: list[Base]
) -> tuple[float, Reason | None]:
    """How many of its `degrees` all the pieces let a wheel turn, which after `angles` is at `looks`."""
    limit, stop = degrees, None
    for shape in met:
        found, why = _wheel_limit(state, shape, base, angles, looks)
        if found < limit:
            limit, stop = found, why
    return limit, stop


def _wheel_limit(
    state: State, shape: Shape, base: Base, angles: list[float], looks: list[Base]
) -> tuple[float, Reason | None]:
    """How many degrees one piece lets a wheel turn, and why no more."""
    ground = ground_of(state, shape)
    if ground == "impassable":
        free = -1.0
        for angle, turned in zip(angles, looks, strict=True):
            if any(overlaps_polygon(turned, part) for part in shape.parts):
                return max(0.0, free), (_impassable_rule(shape), f"the {shape.name} cannot be entered")
            free = angle
        return angles[-1], None
    cap = _cap(shape, ground)
    if cap is None:
        return angles[-1], None
    limit = rounded_down(in_degrees(cap / base.width))
    free = 0.0
    for angle, turned in zip(angles, looks, strict=True):
        if shape.holds_half(turned):
            return max(limit, free), (
                _slow_rule(shape, ground),
                f"no more than {cap:g} BU in the {shape.name}",
            )
        free = angle
    return angles[-1], None


# -- what Disorders -----------------------------------------------------------------------------


def _disorder(state: State, unit: Unit, met: list[Shape], way: _Way, distance: float) -> Iterator[Reason]:
    if distance <= 0.0:
        return
    end = way.at(distance)
    scale = distance / way.length
    done = _Way(way.base, way.dx * scale, way.dy * scale, distance)
    for shape in met:
        if ground_of(state, shape) == "impassable":
            if shape.river and crosses(state, shape, way.base, way.dx, way.dy):
                yield from _crossing_disorder(shape, done, end)
        elif _troubles(unit, ground_of(state, shape)):
            entered = _half_inside(shape, done)
            yield from _ground_disorder(state, unit, shape, entered, way.base, end)
        yield from _obstacle_disorder(
            unit, shape, any(wall_begun(wall, way.base, done.dx, done.dy) is not None for wall in shape.walls)
        )


def _wheel_disorder(state: State, unit: Unit, met: list[Shape], looks: list[Base]) -> Iterator[Reason]:
    """`looks`: the base on its way, from start to end."""
    for shape in met:
        yield from _ground_disorder(state, unit, shape, _enters(shape, looks), looks[0], looks[-1])
        yield from _obstacle_disorder(unit, shape, _wheels_across(shape, looks))


def _ground_disorder(
    state: State, unit: Unit, shape: Shape, entered: float | None, start: Base, end: Base
) -> Iterator[Reason]:
    """BQ-3.1.1.b-c: entering such ground or moving in it Disorders, leaving it does not.

    `entered`: when half the base is first inside, 0 if from the start, None if never.
    """
    ground = ground_of(state, shape)
    if entered is None or not _troubles(unit, ground):
        return
    if entered == 0.0 and not shape.holds_half(end):
        return
    how = "moves in" if entered == 0.0 else "enters"
    yield tables.ground(ground).rule, f"{how} the {shape.name}"


def _crossing_disorder(shape: Shape, done: _Way, end: Base) -> Iterator[Reason]:
    """BQ-3.1.2.a: whoever goes on a ford or bridge is Disordered at once."""
    touch = _contact(shape, done)
    if touch is None:
        return
    on_it = any(overlaps_polygon(done.base, part) for part in shape.parts)
    if not on_it or any(overlaps_polygon(end, part) for part in shape.parts):
        yield tables.ground("ford_or_bridge").rule, "on the ford or bridge"


def _obstacle_disorder(unit: Unit, shape: Shape, crossed: bool) -> Iterator[Reason]:
    """BQ-3.1.1.f: Disorder after crossing a linear obstacle."""
    if crossed and _troubles(unit, "linear_obstacle"):
        yield tables.ground("linear_obstacle").rule, "crosses a linear obstacle"


def _troubles(unit: Unit, ground: str) -> bool:
    """Whether such ground Disorders troops of the unit's type."""
    row = tables.ground(ground)
    return row.disorders and tables.troop_type(unit.profile.type).code not in row.disorder_exempt


def _enters(shape: Shape, looks: list[Base]) -> float | None:
    """When a wheel first brings half the base into the piece: 0 at the start, 1 later, None never."""
    if shape.holds_half(looks[0]):
        return 0.0
    return 1.0 if any(shape.holds_half(look) for look in looks) else None


def _wheels_across(shape: Shape, looks: list[Base]) -> bool:
    return any(
        not stands_across(wall, looks[0]) and any(stands_across(wall, look) for look in looks)
        for wall in shape.walls
    )


# -- inside -------------------------------------------------------------------------------------


def _moved(base: Base, dx: float, dy: float, part: float) -> Base:
    forward = dx * base.fx + dy * base.fy
    right = dx * base.fy - dy * base.fx
    return shift(base, forward * part, right * part)


def _steps(limit: float, step: float) -> list[float]:
    """0, step, 2 step ... limit."""
    count = max(1, int(limit / step + 0.999))
    return [limit * i / count for i in range(count + 1)]
