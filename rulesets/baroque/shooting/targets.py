"""What a unit may fire at, and how well it sees it: arcs, lines, priority (BQ-6.3, BQ-6.4, BQ-6.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import acos, degrees, hypot, radians, tan
from typing import Literal, TypeAlias

from rulesets.baroque import tables, terrain
from rulesets.baroque.actiontypes import Band, Firing
from rulesets.baroque.armies import UnitProfile
from rulesets.baroque.shooting.dice import Shot, reach, shot_dice, weapon_at
from rulesets.baroque.state import BAGGAGE, State, Unit, enemy
from rulesets.baroque.traits import is_artillery, is_light
from rulesets.engine import geometry
from rulesets.engine.dice import Modifier
from rulesets.engine.geometry import Base, Edge, Side
from rulesets.engine.records import record

Line: TypeAlias = tuple[float, float, float, float]
Effect: TypeAlias = Literal["full", "limited"]

ROUNDING = 1e-4


@record
class Target:
    """A unit that may be fired at from an edge of the firer.

    `distance` in BU from the midpoint of that edge; `at` its band; `limited`, `through`, `indirect`: how
    the lines of fire run; `cover`: what terrain takes off.
    """

    unit: str
    edge: Side
    distance: float
    at: Band
    weapon: Firing
    limited: bool = False
    through: bool = False
    indirect: bool = False
    cover: Modifier | None = None

    @property
    def full(self) -> bool:
        """Return whether all three lines are free (BQ-6.3.3.b)."""
        return not (self.limited or self.through or self.indirect)

    def shot(self, firer: Unit, target: UnitProfile, *, moves: int, evading: bool = False) -> Shot:
        """Return the facts of the shot at it. `moves`: movement actions that cost dice (BQ-6.1.3.2)."""
        return Shot(
            firer.profile, target, self.weapon, self.at, firer.vbu, moves, firer.disordered, evading,
            self.limited, self.through, self.indirect, self.cover,
        )  # fmt: skip


# ---------------------------------------------------------------------------- edges


def firing_edges(profile: UnitProfile) -> tuple[Side, ...]:
    """Return the edges that a unit may fire from (BQ-6.3.1.b, BQ-6.3.1.c); one is chosen when it fires."""
    return _firing_edges(profile.type, profile.massed)


# Asked of every unit at every decision, and the same for all of a type.
@cache
def _firing_edges(code: str, massed: bool) -> tuple[Side, ...]:
    troop = tables.troop_type(code)
    sides = troop.fire_sides_massed if massed and troop.fire_sides_massed else troop.fire_sides
    return tuple(_EDGES[side] for side in sides if side != "one_side") + (
        ("left", "right") if "one_side" in sides else ()
    )


_EDGES: dict[str, Side] = {"front": "front", "rear": "rear"}


def looking_out(base: Base, side: Side) -> Base:
    """Return the same rectangle with `side` as its front: what is seen from that edge."""
    if side == "front":
        return base
    x, y = geometry.edge_midpoint(base, side)
    if side == "rear":
        return Base(x, y, base.heading + 180, base.width, base.depth)
    return Base(x, y, base.heading + (90 if side == "left" else -90), base.depth, base.width)


# ---------------------------------------------------------------------------- the choice of targets


def targets(state: State, unit: Unit) -> list[Target]:
    """Return all that the unit may fire at, priority within 2 BU already applied (BQ-6.3, BQ-6.4, BQ-6.9)."""
    return [
        aim
        for view in views(state, unit)
        for target in view.in_reach
        if (aim := view.offered(target)) is not None
    ]


def views(state: State, unit: Unit) -> list[View]:
    """Return what the unit sees from each of its edges, as far as there is anybody in reach (BQ-6.3.1)."""
    in_reach = list(_in_reach(state, unit))
    if not in_reach:
        return []
    return [View(state, unit, side, in_reach) for side in firing_edges(unit.profile)]


class View:
    """What a unit may fire at from one edge: `in_reach` are the enemies near enough, each of them is aimed
    at when somebody asks. The state must stay as it is meanwhile.
    """

    __slots__ = ("_aims", "_state", "_unit", "firing", "in_reach", "side")

    def __init__(self, state: State, unit: Unit, side: Side, in_reach: list[Unit]) -> None:
        self._state, self._unit, self.side, self.in_reach = state, unit, side, in_reach
        self.firing = looking_out(unit.place, side)
        self._aims: dict[str, Target | None] = {}

    def offered(self, target: Unit) -> Target | None:
        """Return the aim at one of those in reach; None if there is none or for priority (BQ-6.3.5)."""
        aim = self._aim(target)
        if aim is None:
            return None
        near = [seen for other in self.in_reach if self._binds(other) and (seen := self._aim(other))]
        if not near:
            return aim
        state, firing = self._state, self.firing
        # Priority is judged among those that are really in sight: an enemy near by but hidden binds nobody.
        first = min(near, key=lambda seen: _off_front(firing, state.units[seen.unit].place, seen.distance))
        if aim is first or not first.full:
            return aim
        over = first.weapon.kind == "howitzer" and terrain.in_kind(state, target.place, "wood", "village")
        return aim if over else None  # BQ-6.3.5.c

    def _aim(self, target: Unit) -> Target | None:
        if target.id not in self._aims:
            self._aims[target.id] = _aim(self._state, self._unit, self.firing, self.side, target)
        return self._aims[target.id]

    def _binds(self, target: Unit) -> bool:
        """Return whether it comes first if seen: within 2 BU, and no Artillery (BQ-6.3.5.a, BQ-6.3.5.b)."""
        limit, firing = tables.tables().firing_general.priority_distance_bu, self.firing
        return _distance(firing, target.place) <= limit and not is_artillery(target.profile)


def aim_at(state: State, unit: Unit, target: Unit, side: Side = "front") -> Target | None:
    """Return how the unit sees a target from an edge, priority aside (BQ-4.1.3.e); None if not at all."""
    if not may_be_shot(state, target):
        return None
    return _aim(state, unit, looking_out(unit.place, side), side, target)


def aim_in_contact(state: State, unit: Unit, target: Unit, side: Side = "front") -> Target | None:
    """Return the aim at an enemy that touches that edge (BQ-6.6.e): point blank, and nothing stands between.

    In contact the lines of fire have no length: an obstacle that the firer stands at is crossed by them if it
    lies between the middles of the two (BQ-LO.1).
    """
    weapon = weapon_at(unit.profile, "point_blank")
    if weapon is None:
        return None
    firing = looking_out(unit.place, side)
    place = target.place
    between = terrain.defends_obstacle(state, firing, place)
    lines = ((firing.cx, firing.cy, place.cx, place.cy),) if between else ()
    cover = terrain.edge_cover(state, firing, place, lines, is_artillery(unit.profile))
    return Target(target.id, side, 0.0, "point_blank", weapon, cover=cover)


def best_aim(state: State, unit: Unit, target: Unit) -> Target | None:
    """Return the best shot of the unit at one target over all edges it may fire from; None if it has none."""
    limit = reach(unit.profile)
    if not limit or not may_be_shot(state, target) or not geometry.near(unit.place, target.place, limit):
        return None
    aims = [aim_at(state, unit, target, side) for side in firing_edges(unit.profile)]
    # One edge in sight is the usual case, and needs no comparison of dice.
    seen = [aim for aim in aims if aim is not None]
    if len(seen) == 1:
        return seen[0]
    return max(seen, key=lambda aim: _worth(unit, target, aim), default=None)


def may_be_shot(state: State, target: Unit) -> bool:
    """Return whether it may be fired at: not in a melee, and not Baggage (BQ-6.3.4, BQ-7.9.a)."""
    return target.on_field and target.profile.type != BAGGAGE and not state.engaged(target.id)


def _in_reach(state: State, unit: Unit) -> Iterator[Unit]:
    limit = reach(unit.profile)
    if not limit:
        return
    for other in state.on_field(enemy(unit.side)):
        if geometry.near(unit.place, other.place, limit) and may_be_shot(state, other):
            yield other


def _distance(firing: Base, target: Base) -> float:
    """Return the BU from the midpoint of the firing edge to the nearest point of the target (BQ-6.3.2)."""
    return geometry.rounded(geometry.point_gap(firing.x, firing.y, target))


def _off_front(firing: Base, target: Base, distance: float) -> tuple[float, float, float]:
    """Return a key that sorts the most directly in front first: overlap, angle, distance (BQ-6.3.5.a)."""
    covered = round(geometry.front_corridor_overlap(firing, target), 4)
    angle = 0.0 if covered else _angle_to(firing, target)
    return (-covered, angle, distance)


def _angle_to(firing: Base, target: Base) -> float:
    """Return degrees between straight ahead and the nearest point of the target."""
    x, y = geometry.nearest_point(firing.x, firing.y, target)
    ahead = (x - firing.x) * firing.fx + (y - firing.y) * firing.fy
    length = hypot(x - firing.x, y - firing.y)
    # Clamped: rounding may take the cosine just beyond 1.
    return round(degrees(acos(max(-1.0, min(1.0, ahead / length)))), 4) if length else 0.0


# ---------------------------------------------------------------------------- one target


def _aim(state: State, unit: Unit, firing: Base, side: Side, target: Unit) -> Target | None:
    """Return the target as one edge of the firer sees it best (BQ-6.3.1 to BQ-6.3.3); None if not at all."""
    place = target.place
    distance = _distance(firing, place)
    at = tables.band(distance)
    weapon = None if at is None else weapon_at(unit.profile, at)
    edge, opening = geometry.edge(firing, "front"), tables.tables().firing_general.arc_degrees_each_side
    if at is None or weapon is None or not geometry.in_arc(edge, place, opening):  # BQ-6.3.1.a
        return None
    seen = Target(target.id, side, distance, at, weapon)
    best: Target | None = None
    between = list(_between(state, unit, target, firing))
    for lines in _fire_lines(firing, edge, place):
        for found in _effects(state, unit, target, firing, seen, lines, between):
            if best is None or _worth(unit, target, found) > _worth(unit, target, best):
                best = found
        # Nothing is better than all lines free without cover, so the other edges need not be tried.
        if best is not None and best.full and best.cover is None:
            break
    return best


def arc_slope() -> float:
    """Return how far aside the sides of a firing arc go on each BU ahead (BQ-6.3.1.a)."""
    return tan(radians(tables.tables().firing_general.arc_degrees_each_side))


def _worth(unit: Unit, target: Unit, aim: Target) -> tuple[int, bool]:
    """Return how favourable a way to fire is: by its dice, and by its full effect where they are equal."""
    return shot_dice(aim.shot(unit, target.profile, moves=unit.moves)), aim.full


def _between(state: State, unit: Unit, target: Unit, firing: Base) -> Iterator[Unit]:
    """Yield units that may stand on a line of fire; Artillery never does (BQ-6.1.3.5.b), nor Leaders
    (BQ-2.6.1.c).

    All lines to the target run in a strip around the line from the firing midpoint to its centre.
    """
    aimed = target.place
    dx, dy = aimed.cx - firing.x, aimed.cy - firing.y
    square, half = dx * dx + dy * dy or 1.0, max(firing.half_width, aimed.radius)
    for other in state.units.values():
        base = other.base
        if base is None or other is unit or other is target:
            continue
        # The nearest point of the line to each unit's centre, without a call: this loop runs for every shot.
        ex, ey = base.cx - firing.x, base.cy - firing.y
        along = (ex * dx + ey * dy) / square
        along = 0.0 if along < 0.0 else 1.0 if along > 1.0 else along
        ex, ey, reached = ex - along * dx, ey - along * dy, half + base.radius
        if ex * ex + ey * ey > reached * reached:
            continue
        if not is_artillery(other.profile):
            yield other


def _fire_lines(firing: Base, edge: Edge, target: Base) -> Iterator[tuple[Line, Line, Line]]:
    """Yield the middle line and both corner lines to each edge of the target that faces the firer
    (BQ-6.3.3.a).

    The edge that faces the firer most comes first. In contact it is the one that the firer touches.
    """
    shown = sorted(_facing(firing, target), reverse=True)
    for out, x1, y1, x2, y2 in shown:
        if out > geometry.OVERLAP or (out > -geometry.OVERLAP and out == shown[0][0]):
            middle = (firing.x, firing.y, (x1 + x2) / 2, (y1 + y2) / 2)
            yield (middle, *_corner_lines(edge, (x1, y1, x2, y2)))


def _facing(firing: Base, target: Base) -> Iterator[tuple[float, float, float, float, float]]:
    """Yield how far out before each edge of the target the firer stands, and the edge."""
    for side in _SIDES:
        x1, y1, x2, y2 = geometry.edge(target, side)
        # An edge runs from left to right for one who looks out over it.
        out = (firing.y - y1) * (x2 - x1) - (firing.x - x1) * (y2 - y1)
        yield out / hypot(x2 - x1, y2 - y1), x1, y1, x2, y2


_SIDES: tuple[Side, ...] = ("front", "right", "rear", "left")


def _corner_lines(edge: Edge, shown: Edge) -> tuple[Line, Line]:
    """Return the lines between the corners of two edges that do not cross: the shorter pair."""
    x1, y1, x2, y2 = edge
    x3, y3, x4, y4 = shown
    if hypot(x4 - x1, y4 - y1) + hypot(x3 - x2, y3 - y2) <= hypot(x3 - x1, y3 - y1) + hypot(x4 - x2, y4 - y2):
        return (x1, y1, x4, y4), (x2, y2, x3, y3)
    return (x1, y1, x3, y3), (x2, y2, x4, y4)


def _effects(
    state: State, unit: Unit, target: Unit, firing: Base, seen: Target, lines: Sequence[Line],
    between: Sequence[Unit],
) -> Iterator[Target]:  # fmt: skip
    """Yield ways to fire along these lines: direct, through others, indirect (BQ-6.3.3, BQ-6.9.a, BQ-6.4)."""
    free = [_sight_free(state, *line) for line in lines] if terrain.sight_limited(state) else _ALL_FREE
    # Without any friends or enemies between them the ground alone bars the fire: nothing else need be
    # examined.
    if _limit(free, lines, ()) is None:
        return
    cover = terrain.edge_cover(state, firing, target.place, lines, is_artillery(unit.profile))
    limited = _limit(free, lines, between)
    if limited is not None:
        yield _seen(seen, limited=limited, cover=cover)
    if limited is not False and (screen := _screen(target, firing, between)):
        behind = _limit(free, lines, [other for other in between if other not in screen])
        if behind is not None and (limited is None or behind is False):
            yield _seen(seen, limited=behind, through=True, cover=cover)
    if limited is not False and is_artillery(unit.profile):
        over = _fired_over(state, unit, target, seen.weapon, between)
        beyond = _limit(free, lines, [other for other in between if other not in over])
        if beyond is not None:
            yield _seen(seen, limited=beyond, indirect=True, cover=cover)


_ALL_FREE = (True, True, True)


def _sight_free(state: State, x1: float, y1: float, x2: float, y2: float) -> bool:
    """Return whether terrain lets a line of fire through; corners that touch have nothing between them."""
    touching = abs(x2 - x1) + abs(y2 - y1) < geometry.CONTACT
    return touching or terrain.sight_line_free(state, x1, y1, x2, y2)


def _seen(
    seen: Target, *, limited: bool, cover: Modifier | None, through: bool = False, indirect: bool = False
) -> Target:
    return Target(
        seen.unit, seen.edge, seen.distance, seen.at, seen.weapon, limited, through, indirect, cover
    )


def _limit(free: Sequence[bool], lines: Sequence[Line], between: Iterable[Unit]) -> bool | None:
    """Return whether fire is limited (BQ-6.3.3.b, BQ-6.3.3.c, BQ-3.1.4.a); None if there is none."""
    bases = [other.place for other in between]
    clear = [
        open_ and not any(geometry.segment_hits(*line, base) for base in bases)
        for open_, line in zip(free, lines, strict=True)
    ] if bases else free  # fmt: skip
    middle, corners = clear[0], clear[1] + clear[2]
    return None if not middle or not corners else corners == 1


def _screen(target: Unit, firing: Base, between: Iterable[Unit]) -> list[Unit]:
    """Return enemy CL and S over 2 BU away, ignored by fire at others than CL, S and Artillery (BQ-6.9.a)."""
    if is_light(target.profile) or is_artillery(target.profile):
        return []
    least = tables.tables().firing_general.shoot_through_min_distance_bu
    return [
        other
        for other in between
        if other.side == target.side
        and is_light(other.profile)
        and geometry.point_gap(firing.x, firing.y, other.place) > least + ROUNDING
    ]


def _fired_over(
    state: State, unit: Unit, target: Unit, weapon: Firing, between: Iterable[Unit]
) -> list[Unit]:
    """Return the units that Artillery may fire over at the target (BQ-6.4)."""
    if weapon.kind == "cannon":
        if not (terrain.on_hill(state, unit.place) or terrain.on_hill(state, target.place)):
            return []
        enemies = False
    else:
        enemies = terrain.in_kind(state, target.place, "village")  # BQ-6.4.c
    return [
        other
        for other in between
        if (enemies and other.side != unit.side)
        or (
            other.side == unit.side  # BQ-6.4.a: nearer to the gun than to the target
            and geometry.gap(other.place, unit.place) < geometry.gap(other.place, target.place)
        )
    ]
