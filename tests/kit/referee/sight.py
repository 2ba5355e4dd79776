"""The referee's eye on lines of fire: arcs, what blocks them, what is halved, and who must be fired at first.

Everything is worked out from points alone. Where a thousandth of a BU would decide, he does not judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, degrees, hypot

from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.engine.geometry import Base
from tests.kit.referee import book

Point = tuple[float, float]
Corners = tuple[Point, Point]
GRAZE = 2e-3


def corners(base: Base) -> list[Point]:
    """Front right, front left, rear left, rear right."""
    rx, ry, half = base.fy, -base.fx, base.width / 2
    bx, by = base.x - base.fx * base.depth, base.y - base.fy * base.depth
    return [
        (base.x + rx * half, base.y + ry * half), (base.x - rx * half, base.y - ry * half),
        (bx - rx * half, by - ry * half), (bx + rx * half, by + ry * half),
    ]  # fmt: skip


def middle(edge: Corners) -> Point:
    return (edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2


def firing_edges(unit: Unit) -> list[tuple[Corners, Point]]:
    """BQ-6.3.1.b-c: the edges that a unit may fire from, with the direction out of each."""
    fr, fl, rl, rr = corners(unit.place)
    fx, fy = unit.place.fx, unit.place.fy
    front, left, right = ((fr, fl), (fx, fy)), ((fl, rl), (-fy, fx)), ((rr, fr), (fy, -fx))
    if unit.profile.type == "ETE":
        return [front, left, right, ((rl, rr), (-fx, -fy))]
    wide = unit.profile.type == "LTE" or (unit.profile.type == "CL" and unit.profile.massed)
    return [front, left, right] if wide else [front]


def nearest(point: Point, base: Base) -> float:
    """BQ-6.3.2: from a point to the nearest point of a base."""
    ring = corners(base)
    if _inside(point, ring, 0.0):
        return 0.0
    return min(_to_segment(point, ring[i], ring[i - 1]) for i in range(4))


def in_arc(edge: Corners, out: Point, base: Base, margin: float = 0.0) -> bool:
    """BQ-6.3.1.a: whether a part of the base is ahead of the edge, 45 degrees outwards at either end."""
    mx, my = middle(edge)
    half = hypot(edge[0][0] - edge[1][0], edge[0][1] - edge[1][1]) / 2
    ring = corners(base)
    for i in range(4):
        (x1, y1), (x2, y2) = ring[i], ring[i - 1]
        for step in range(41):
            x, y = x1 + (x2 - x1) * step / 40 - mx, y1 + (y2 - y1) * step / 40 - my
            ahead, aside = x * out[0] + y * out[1], abs(x * out[1] - y * out[0])
            if ahead > -margin and aside < half + ahead + margin:
                return True
    return False


def halvings(state: State, firer: Unit, edge: Corners, target: Unit, place: Base, slack: float) -> int | None:
    """BQ-6.3.3, BQ-6.9: how often the dice are halved at best; None if there is no fire at all. `slack` makes
    the bases between smaller.
    """
    between = [
        unit
        for unit in state.units.values()
        if unit.on_field and unit is not firer and unit is not target and unit.profile.type != "ART"
    ]
    screens = {
        unit.id for unit in between
        if unit.side == target.side and unit.profile.type in ("CL", "S")
        and target.profile.type not in ("CL", "S", "ART") and nearest(middle(edge), unit.place) > 2
    }  # fmt: skip
    found: list[int] = []
    for lines in _lines(edge, place):
        for through in (0, 1):
            left = [unit.place for unit in between if not (through and unit.id in screens)]
            free = [not any(_meets(a, b, base, slack) for base in left) for a, b in lines]
            if free[0] and (free[1] or free[2]):
                found.append(through + (0 if free[1] and free[2] else 1))
    return min(found, default=None)


def must_be_fired_at(state: State, firer: Unit, edge: Corners, out: Point) -> Iterator[tuple[Unit, bool]]:
    """BQ-6.3.5: enemies within 2 BU that can be fired at, with whether it is in full, most in front first."""
    ranked = []
    start = middle(edge)
    half = hypot(edge[0][0] - edge[1][0], edge[0][1] - edge[1][1]) / 2
    for unit in state.units.values():
        if unit.side == firer.side or not unit.on_field or unit.profile.type in ("ART", BAGGAGE):
            continue
        if any(unit.id in pair for pair in state.contacts):
            continue
        away = nearest(start, unit.place)
        if away > 2.0001 or not in_arc(edge, out, unit.place):
            continue
        if book.weapon(firer, book.band(away)) is None:  # BQ-6.1.1.b
            continue
        halved = halvings(state, firer, edge, unit, unit.place, 0.0)
        if halved is None:
            continue
        covered = _covered(start, out, half, unit.place)
        angle = 0.0 if covered > 1e-3 else _angle(start, out, unit.place)
        ranked.append((-round(covered, 3), round(angle, 2), away, unit.id, halved == 0))
    for _, _, _, name, full in sorted(ranked):
        yield state.units[name], full


def straight_behind(base: Base, other: Base) -> float | None:
    """BQ-7.5.2.h: how far behind the rear edge a base lies that reaches into the corridor behind another."""
    rear = middle((corners(base)[2], corners(base)[3]))
    back, aside = (-base.fx, -base.fy), (base.fy, -base.fx)
    ring, half = corners(other), base.width / 2 - GRAZE
    right = (rear[0] - aside[0] * half, rear[1] - aside[1] * half)
    left = (rear[0] + aside[0] * half, rear[1] + aside[1] * half)
    ring = _ahead(right, aside, _ahead(left, (-aside[0], -aside[1]), ring))
    depth = [(x - rear[0]) * back[0] + (y - rear[1]) * back[1] for x, y in ring]
    return None if not depth or max(depth) < GRAZE else max(0.0, min(depth))


def swept(base: Base, other: Base, bu: float, *, back: bool = False) -> bool:
    """Whether a base that goes `bu` BU straight ahead, or back, passes over a part of another."""
    out = (-base.fx, -base.fy) if back else (base.fx, base.fy)
    aside, half = (base.fy, -base.fx), base.width / 2 - 5 * GRAZE
    ring = corners(base)
    start = middle((ring[2], ring[3])) if back else middle((ring[0], ring[1]))
    right = (start[0] - aside[0] * half, start[1] - aside[1] * half)
    left = (start[0] + aside[0] * half, start[1] + aside[1] * half)
    cut = _ahead(right, aside, _ahead(left, (-aside[0], -aside[1]), corners(other)))
    depth = [(x - start[0]) * out[0] + (y - start[1]) * out[1] for x, y in cut]
    return bool(depth) and max(depth) > 5 * GRAZE and min(depth) < bu - 5 * GRAZE


def _covered(start: Point, out: Point, half: float, base: Base) -> float:
    """How much of the corridor before an edge a base covers."""
    cut = _ahead(start, out, corners(base))
    aside = [(x - start[0]) * out[1] - (y - start[1]) * out[0] for x, y in cut]
    if not aside:
        return 0.0
    return max(0.0, min(half, max(aside)) - max(-half, min(aside)))


def _ahead(start: Point, out: Point, ring: list[Point]) -> list[Point]:
    """The part of a polygon that lies ahead of a line."""
    found: list[Point] = []
    depth = [(x - start[0]) * out[0] + (y - start[1]) * out[1] for x, y in ring]
    for i in range(len(ring)):
        (x1, y1), (x2, y2), d1, d2 = ring[i - 1], ring[i], depth[i - 1], depth[i]
        if d1 * d2 < 0:
            part = d1 / (d1 - d2)
            found.append((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part))
        if d2 >= 0:
            found.append((x2, y2))
    return found


def _angle(start: Point, out: Point, base: Base) -> float:
    ring = corners(base)
    best, least = 0.0, 1e9
    for i in range(4):
        (x1, y1), (x2, y2) = ring[i], ring[i - 1]
        length = hypot(x2 - x1, y2 - y1)
        part = ((start[0] - x1) * (x2 - x1) + (start[1] - y1) * (y2 - y1)) / length**2
        x, y = x1 + (x2 - x1) * min(1, max(0, part)), y1 + (y2 - y1) * min(1, max(0, part))
        away = hypot(x - start[0], y - start[1])
        if away < least:
            cosine = ((x - start[0]) * out[0] + (y - start[1]) * out[1]) / (away or 1.0)
            best, least = degrees(acos(max(-1.0, min(1.0, cosine)))), away
    return best


def _lines(edge: Corners, base: Base) -> Iterator[list[tuple[Point, Point]]]:
    """BQ-6.3.3.a: the middle line and the two corner lines to each edge that faces the firer."""
    start = middle(edge)
    ring = corners(base)
    cx, cy = sum(x for x, _ in ring) / 4, sum(y for _, y in ring) / 4
    for i in range(4):
        one, two = ring[i], ring[i - 1]
        goal = middle((one, two))
        nx, ny = goal[0] - cx, goal[1] - cy
        if (start[0] - goal[0]) * nx + (start[1] - goal[1]) * ny <= 1e-9:
            continue
        straight = [(edge[0], one), (edge[1], two)]
        crossed = [(edge[0], two), (edge[1], one)]
        pair = min(
            straight, crossed, key=lambda lines: sum(hypot(a[0] - b[0], a[1] - b[1]) for a, b in lines)
        )
        yield [(start, goal), *pair]


def _meets(a: Point, b: Point, base: Base, slack: float) -> bool:
    """Whether a line runs through a base made smaller by `slack` all round."""
    low, high = 0.0, 1.0
    for ux, uy, half in ((base.fx, base.fy, base.depth / 2), (base.fy, -base.fx, base.width / 2)):
        start = (a[0] - base.cx) * ux + (a[1] - base.cy) * uy
        change = (b[0] - a[0]) * ux + (b[1] - a[1]) * uy
        room = half - slack
        if abs(change) < 1e-12:
            if abs(start) >= room:
                return False
            continue
        first, last = sorted(((-room - start) / change, (room - start) / change))
        low, high = max(low, first), min(high, last)
    return high - low > 1e-9


def _inside(point: Point, ring: list[Point], margin: float) -> bool:
    signs = []
    for i in range(4):
        (x1, y1), (x2, y2) = ring[i - 1], ring[i]
        signs.append((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1))
    return all(sign >= -margin for sign in signs) or all(sign <= margin for sign in signs)


def _to_segment(point: Point, one: Point, two: Point) -> float:
    dx, dy = two[0] - one[0], two[1] - one[1]
    part = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return hypot(point[0] - one[0] - dx * part, point[1] - one[1] - dy * part)
