"""What terrain does to a move: how far it goes, and which pieces the base comes into on its way.

The system says what a piece means for its mover (`Going`) and puts what is found here into its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import degrees as in_degrees
from math import hypot, inf
from typing import Literal

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
from rulesets.freetable.obstacles import stands_across, wall_begun
from rulesets.freetable.rivers import crosses
from rulesets.freetable.shapes import HALF, Layout, Shape

_SHORT_OF = 2e-4  # how far short of being half inside a base stops: more than the rounding of poses
_BESIDE = 1.01  # radii of a base from the corner that it wheels around: a little more than its centre is off
_TURN = 3.0  # degrees between the poses that are checked of a wheel


@record
class Going:
    """What a piece means for a mover.

    `barred`: no part of a base may come in. `most`: an action that has half the base in the piece goes so
    far at most (None: no limit). A river that bars the way can be crossed straight at its crossings, by
    `over` at most in an action; the other bank is looked for up to `ahead`.
    """

    barred: bool = False
    most: float | None = None
    over: float = inf
    ahead: float = 0.0


Goings = Callable[[Shape], Going]

FREE = Going()
BARRED = Going(barred=True)


@record
class Stop:
    """What ends a move: it may not come in (`barred`), has gone `most` in the piece or over its crossing
    (`slow`, `over`), or ends `before` it because it has gone farther than that already.
    """

    shape: Shape
    how: Literal["barred", "slow", "before", "over"]
    most: float = 0.0


# -- straight moves -------------------------------------------------------------------------------


@record
class Straight:
    """A straight move of a base by (dx, dy). `step`: between the poses checked at a river with angles."""

    base: Base
    dx: float
    dy: float
    length: float
    step: float

    def at(self, distance: float) -> Base:
        """Return the base after a part of the move."""
        base, part = self.base, distance / self.length
        forward, right = self.dx * base.fx + self.dy * base.fy, self.dx * base.fy - self.dy * base.fx
        return shift(base, forward * part, right * part)

    def upto(self, distance: float) -> Straight:
        """Return the same move, ended after `distance`."""
        scale = distance / self.length
        return Straight(self.base, self.dx * scale, self.dy * scale, distance, self.step)


def straight(base: Base, dx: float, dy: float, step: float) -> Straight:
    """Return the move of a base by (dx, dy)."""
    return Straight(base, dx, dy, hypot(dx, dy), step)


def met(layout: Layout, way: Straight) -> list[Shape]:
    """Return the pieces that a move could meet."""
    if not way.length:
        return []
    return [shape for shape in layout.hindering if shape.near_way(way.base, way.dx, way.dy)]


def furthest(way: Straight, shapes: Iterable[Shape], going: Goings) -> tuple[float, Stop | None]:
    """Return how far all the pieces let a move go, and what ends it if anything does."""
    distance, stop = way.length, None
    for shape in shapes:
        limit, end = _limit(way, shape, going(shape))
        if limit < distance:
            distance, stop = limit, end
    return distance, stop


def _limit(way: Straight, shape: Shape, going: Going) -> tuple[float, Stop | None]:
    """Return how far one piece lets the move go."""
    if going.barred:
        return _barred(way, shape, going)
    most = going.most
    if most is None or way.length <= most:
        return way.length, None
    inside = half_inside(shape, way)
    if inside is None:
        return way.length, None
    if inside <= most:
        return most, Stop(shape, "slow", most)
    return rounded_down(max(most, inside - _SHORT_OF)), Stop(shape, "before", most)


def _barred(way: Straight, shape: Shape, going: Going) -> tuple[float, Stop | None]:
    touch = contact(shape, way)
    if touch is None:
        return way.length, None
    if not crosses(shape, way.base, way.dx, way.dy, going.ahead):
        return rounded_down(touch), Stop(shape, "barred")
    if way.length <= going.over:
        return way.length, None
    return max(going.over, rounded_down(touch)), Stop(shape, "over", going.over)


def contact(shape: Shape, way: Straight) -> float | None:
    """Return how far the base goes before it would lie in the piece with any part; None if it never does.

    It stops a little before it would count as being inside, so that rounding leaves it free to move on.
    """
    found = [
        polygon_contact(way.base, way.dx, way.dy, part, GRAZE)
        for part in shape.parts
        if polygon_contact(way.base, way.dx, way.dy, part) is not None
    ]
    return min(part or 0.0 for part in found) * way.length if found else None


def half_inside(shape: Shape, way: Straight) -> float | None:
    """Return the distance after which at least half of the base is in the piece; None if it never is."""
    if len(shape.parts) == 1:
        return polygon_sweep(way.base, way.dx, way.dy, shape.parts[0], HALF)
    before = 0.0
    for there in _steps(way.length, way.step):
        if shape.holds(way.at(there)):
            return _bisected(shape, way, before, there)
        before = there
    return None


def _bisected(shape: Shape, way: Straight, low: float, high: float) -> float:
    while high - low > 1e-5:
        middle = (low + high) / 2
        if shape.holds(way.at(middle)):
            high = middle
        else:
            low = middle
    return high


def comes_across(shape: Shape, way: Straight) -> bool:
    """Return whether a move begins to cross a linear obstacle of the piece."""
    return any(wall_begun(wall, way.base, way.dx, way.dy) is not None for wall in shape.walls)


# -- wheels and other turns -----------------------------------------------------------------------


@record
class Wheel:
    """A wheel around a front corner, with where the base is after some of its degrees, the last among
    them.
    """

    base: Base
    degrees: float
    angles: Sequence[float]
    bases: Sequence[Base]


def wheeled(base: Base, corner: Hand, degrees: float) -> Wheel:
    """Return the wheel of a base, checked every few degrees."""
    angles = _steps(degrees, _TURN)
    return Wheel(base, degrees, angles, [wheel(base, corner, angle) for angle in angles])


def met_in_wheel(layout: Layout, base: Base, corner: Hand, degrees: float, going: Goings) -> list[Shape]:
    """Return the pieces that a wheel of so many degrees could meet.

    Ground that does not bar the way matters only where it holds half of the base: hardly any that its centre,
    which goes round the corner, does not come to.
    """
    if degrees <= 0.0:
        return []
    at = 0 if corner == "left" else 2
    x, y, reach = base.corners[at], base.corners[at + 1], _BESIDE * base.radius
    return [
        shape for shape in layout.hindering
        if shape.near(base, 2 * base.radius) and (
            shape.walls or going(shape).barred
            or any(within_circle(x, y, reach, part) for part in shape.parts)
        )
    ]  # fmt: skip


def furthest_turn(turn: Wheel, shapes: Iterable[Shape], going: Goings) -> tuple[float, Stop | None]:
    """Return how many of its degrees all the pieces let a wheel turn, and what ends it if anything does.

    `most` is then how far the moving corner goes along its arc.
    """
    limit, stop = turn.degrees, None
    for shape in shapes:
        found, end = _turn_limit(turn, shape, going(shape))
        if found < limit:
            limit, stop = found, end
    return limit, stop


def _turn_limit(turn: Wheel, shape: Shape, going: Going) -> tuple[float, Stop | None]:
    """Return how many degrees one piece lets a wheel turn."""
    if going.barred:
        free = -1.0
        for angle, turned in zip(turn.angles, turn.bases, strict=True):
            if any(overlaps_polygon(turned, part) for part in shape.parts):
                return max(0.0, free), Stop(shape, "barred")
            free = angle
        return turn.angles[-1], None
    if going.most is None:
        return turn.angles[-1], None
    limit = rounded_down(in_degrees(going.most / turn.base.width))
    free = 0.0
    for angle, turned in zip(turn.angles, turn.bases, strict=True):
        if shape.holds(turned):
            return max(limit, free), Stop(shape, "slow", going.most)
        free = angle
    return turn.angles[-1], None


def enters(shape: Shape, poses: Sequence[Base]) -> float | None:
    """Return when a turn first brings half the base into the piece: 0 at its start, 1 later, None never."""
    if shape.holds(poses[0]):
        return 0.0
    return 1.0 if any(shape.holds(pose) for pose in poses) else None


def turns_across(shape: Shape, poses: Sequence[Base]) -> bool:
    """Return whether a turn, looked at from start to end, brings a base across a linear obstacle of the
    piece.
    """
    return any(
        not stands_across(wall, poses[0]) and any(stands_across(wall, pose) for pose in poses)
        for wall in shape.walls
    )


def _steps(limit: float, step: float) -> list[float]:
    """Return the distances 0, step, 2 step up to the limit."""
    count = max(1, int(limit / step + 0.999))
    return [limit * i / count for i in range(count + 1)]
