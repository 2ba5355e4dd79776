"""Where moving bases meet others, and which face they touch."""

from __future__ import annotations

from math import acos, atan2, degrees, floor, hypot, inf, pi, radians
from typing import Literal, TypeAlias

from rulesets.engine.geometry.base import CONTACT, DECIMALS, GRAZE, Base, Hand
from rulesets.engine.geometry.corridors import extent, seen_from
from rulesets.engine.geometry.measure import near, passes_near, point_gap

Face: TypeAlias = Literal["front", "side-left", "side-right", "rear"]
Wave: TypeAlias = tuple[float, float, float]


def rounded_down(value: float, decimals: int = DECIMALS) -> float:
    """Return `value` rounded down to the precision of poses or to `decimals`, errors of calculation apart."""
    # The millionth of a step forgives a value that is whole but for the error of the calculation.
    steps = 10.0**decimals
    return floor(value * steps + 1e-6) / steps


def advance_to_contact(b: Base, other: Base, limit: float) -> float | None:
    """Return how far b advances until its front edge meets `other`; None if that is farther than `limit` or
    never.

    Rounded down, so that after `advance` the bases touch and overlap by less than `OVERLAP`. 0 if the front
    edge already touches `other`. What reaches less than `GRAZE` into the way of the front edge is passed.
    """
    ex, ey = other.cx - b.x, other.cy - b.y
    reach = other.radius
    ahead = ex * b.fx + ey * b.fy
    if abs(ex * b.fy - ey * b.fx) > b.half_width + reach or not -reach - CONTACT <= ahead <= limit + reach:
        return None
    us, vs = seen_from(b, other)
    # A graze is taken off both ends: what only brushes a corner is passed, not met.
    found = extent(us, vs, GRAZE - b.half_width, b.half_width - GRAZE)
    if found is None or found[1] < -CONTACT:
        return None
    distance = max(0.0, rounded_down(found[0]))
    return distance if distance <= limit + 1e-9 else None


def sweep(b: Base, dx: float, dy: float, other: Base) -> float | None:
    """Return how much of the move by (dx, dy), 0 to 1, base b makes before it touches `other` and would push
    into it.

    None if it is free. 0 if they overlap at the start. What it would cut less deeply than `GRAZE` is passed,
    so that bases that touch can move along each other and apart.
    """
    if not passes_near(b, dx, dy, other, 0.0):
        return None
    ex, ey = other.cx - b.cx, other.cy - b.cy
    c = abs(b.fx * other.fx + b.fy * other.fy)
    s = abs(b.fx * other.fy - b.fy * other.fx)
    touch, enter, leave = 0.0, 0.0, 1.0
    for nx, ny, reach in (
        (b.fx, b.fy, b.half_depth + other.half_depth * c + other.half_width * s),
        (b.fy, -b.fx, b.half_width + other.half_width * c + other.half_depth * s),
        (other.fx, other.fy, other.half_depth + b.half_depth * c + b.half_width * s),
        (other.fy, -other.fx, other.half_width + b.half_width * c + b.half_depth * s),
    ):
        apart, speed = ex * nx + ey * ny, dx * nx + dy * ny
        if -1e-12 < speed < 1e-12:
            if abs(apart) >= reach - GRAZE:
                return None
            continue
        if speed < 0.0:
            apart, speed = -apart, -speed
        begins = (apart - reach) / speed
        if begins > touch:
            touch = begins
        cuts = (apart - reach + GRAZE) / speed
        if cuts > enter:
            enter = cuts
        ends = (apart + reach - GRAZE) / speed
        if ends < leave:
            leave = ends
        if enter >= leave:
            return None
    return touch


def wheel_blocked(b: Base, corner: Hand, angle: float, other: Base) -> float | None:
    """Return the largest wheel around `corner`, in degrees, before b overlaps `other`; None if `angle` is
    free.

    Exact but for the tolerance: cuts less deep than `GRAZE` do not block, so that a base can wheel away from
    those it touches. Rounded down.
    """
    at = 0 if corner == "left" else 2
    px, py = b.corners[at], b.corners[at + 1]
    if point_gap(px, py, other) > hypot(b.width, b.depth):
        return None
    waves = _separations(b, other, px, py, 1.0 if corner == "left" else -1.0)
    turned, limit = 0.0, radians(angle)
    while True:
        # Each list of waves keeps the two apart on one line between them as long as all of them hold.
        free = max(_line_holds(line, turned) for line in waves)
        if free >= limit:
            return None
        if free <= turned + 1e-12:
            return rounded_down(degrees(turned))
        turned = free


def contact_face(attacker: Base, target: Base) -> Face | None:
    """Return which face of `target` the front edge of `attacker` touches; None if it touches none.

    The front counts as touched if the contact holds more of it than its end point, or if nothing but a front
    corner is touched. If nothing but a rear corner is touched it is the face that is turned more towards the
    attacker.
    """
    if not near(attacker, target, CONTACT):
        return None
    us, vs = seen_from(target, attacker)
    front_edge = (us[0], vs[0], us[1], vs[1])
    # The longest contact decides; a mere corner is a contact of length 0.
    touched = [
        (length, face) for face in _FACES if (length := _contact(front_edge, face, target)) is not None
    ]
    if not touched:
        return None
    lengths = {face: length for length, face in touched}
    if lengths.get("front", 0.0) > 0.0:
        return "front"
    length, face = max(touched, key=lambda found: found[0])
    if length > 0.0:
        return face
    if "front" in lengths:
        return "front"
    return min((face for _, face in touched), key=lambda f: _facing_along_normal(attacker, target, f))


# -- wheels -----------------------------------------------------------------------------------
#
# While b turns by t, the position of a point along a line is A cos t + B sin t. The bases are apart as long
# as on one of the four lines at right angles to their edges all corners of one stay beyond the other: four
# waves >= C.


def _separations(b: Base, other: Base, px: float, py: float, sense: float) -> list[list[Wave]]:
    moving = [(b.corners[i] - px, b.corners[i + 1] - py) for i in (0, 2, 4, 6)]
    still = [(other.corners[i] - px, other.corners[i + 1] - py) for i in (0, 2, 4, 6)]
    found = []
    for points, fixed, line, turn in (
        (moving, still, other, sense),
        (still, moving, b, -sense),
    ):
        for nx, ny in ((line.fx, line.fy), (line.fy, -line.fx)):
            places = [x * nx + y * ny for x, y in fixed]
            waves = [(x * nx + y * ny, turn * (x * ny - y * nx)) for x, y in points]
            above, below = max(places) - GRAZE, min(places) + GRAZE
            found.append([(a, s, above) for a, s in waves])
            found.append([(-a, -s, -below) for a, s in waves])
    return found


def _line_holds(line: list[Wave], start: float) -> float:
    """Return the angle up to which all waves of a line hold from `start` on."""
    until = inf
    for wave in line:
        angle = _holds_until(wave, start)
        if angle <= start:
            return start
        until = min(until, angle)
    return until


def _holds_until(wave: Wave, start: float) -> float:
    """Return the angle up to which A cos t + B sin t >= C holds from `start` on; `start` if not at all."""
    a, b, c = wave
    size = hypot(a, b)
    if c <= -size:
        return inf
    if c > size:
        return start
    half = acos(c / size)
    # The wave holds within `half` of its crest, so the way to its far end is left.
    offset = (start - atan2(b, a) + pi) % (2 * pi) - pi
    return start + half - offset if abs(offset) <= half else start


# -- faces ------------------------------------------------------------------------------------

_FACES: tuple[Face, ...] = ("front", "side-right", "side-left", "rear")


def _contact(front: tuple[float, float, float, float], face: Face, target: Base) -> float | None:
    """Return the length of a target's face that a front edge touches, 0 for its mere end point, None for no
    contact.

    A point inside the face counts as the shortest length there is. `front` is given as the target sees it.
    """
    s1, t1, s2, t2 = _seen_from_face(front, face, target)
    half = (target.width if face in ("front", "rear") else target.depth) / 2
    low, high = max(min(s1, s2), -half), min(max(s1, s2), half)
    if high - low < -CONTACT or min(t1, t2) > CONTACT or max(t1, t2) < -CONTACT:
        return None
    if high - low <= CONTACT:
        middle = (low + high) / 2
        return CONTACT if abs(middle) < half - CONTACT else 0.0
    slope = (t2 - t1) / (s2 - s1)
    ends = [s for s in (low, high) if abs(t1 + (s - s1) * slope) <= CONTACT]
    if not ends:
        return None
    if len(ends) == 2:
        return high - low
    return CONTACT if abs(ends[0]) < half - CONTACT else 0.0


def _seen_from_face(
    front: tuple[float, float, float, float], face: Face, target: Base
) -> tuple[float, float, float, float]:
    """Return a segment as the target sees it, from the middle of a face: right along it, out from it."""
    u1, v1, u2, v2 = front
    if face == "front":
        return u1, v1, u2, v2
    if face == "rear":
        return -u1, -v1 - target.depth, -u2, -v2 - target.depth
    half, middle = target.half_width, target.half_depth
    if face == "side-right":
        return -v1 - middle, u1 - half, -v2 - middle, u2 - half
    return v1 + middle, -u1 - half, v2 + middle, -u2 - half


def _facing_along_normal(attacker: Base, target: Base, face: Face) -> float:
    """Return the cosine between the attacker's facing and the direction straight out of a face."""
    c = attacker.fx * target.fx + attacker.fy * target.fy
    s = attacker.fx * target.fy - attacker.fy * target.fx
    return {"front": c, "rear": -c, "side-right": s, "side-left": -s}[face]
