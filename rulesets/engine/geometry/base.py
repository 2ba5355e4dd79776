"""The base: the rectangle that a unit is on a table without spaces, and its moves.

The y axis points up: headings run anticlockwise from +x, so that 90 is +y. Poses are rounded when a base is
made, to 1e-4 of a unit of length and of a degree: that is what battles store and hash, the same on every
machine. Everything else (corners, facing) follows from the rounded pose.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, degrees, hypot, radians, sin
from typing import Literal, TypeAlias

Hand: TypeAlias = Literal["left", "right"]
Pose: TypeAlias = tuple[float, float, float]

DECIMALS = 4
OVERLAP = 1e-3  # bases may push into each other by this much: rounding, not a collision
CONTACT = 2e-3  # bases no farther apart than this touch
GRAZE = 5e-4  # a moving base passes what it would cut less deeply than this


def rounded(value: float) -> float:
    """Return `value` to the precision of poses, never the negative zero (which JSON keeps apart)."""
    return round(value, DECIMALS) + 0.0


class Base:
    """A rectangle with a front.

    `x`, `y`: midpoint of the front edge; `heading`: degrees anticlockwise from +x; `width`: length of the
    front edge; `depth`: from front to rear. Not to be changed once made. Derived: `fx`, `fy` (facing, a unit
    vector), `corners` (flat: front left, front right, rear right, rear left), `cx`, `cy` (centre),
    `half_width`, `half_depth`, `radius` (of the circle around it).
    """

    __slots__ = (
        "corners", "cx", "cy", "depth", "fx", "fy", "half_depth", "half_width", "heading", "radius", "width",
        "x", "y",
    )  # fmt: skip

    def __init__(self, x: float, y: float, heading: float, width: float, depth: float) -> None:
        self.heading = heading = round(heading % 360.0, DECIMALS) % 360.0
        self.width = width
        self.depth = depth
        self.fx, self.fy = _facing(heading)
        self.half_width = half = width / 2
        self.half_depth = depth / 2
        self.radius = hypot(half, depth / 2)
        self._stand(x, y)

    def _stand(self, x: float, y: float) -> None:
        """Set where the base is, its facing and its size being set."""
        fx, fy, half, depth = self.fx, self.fy, self.half_width, self.depth
        self.x = x = round(x, DECIMALS) + 0.0
        self.y = y = round(y, DECIMALS) + 0.0
        self.cx = x - fx * depth / 2
        self.cy = y - fy * depth / 2
        ax, ay = fy * half, -fx * half  # from the middle to the right
        bx, by = x - fx * depth, y - fy * depth
        self.corners = (x - ax, y - ay, x + ax, y + ay, bx + ax, by + ay, bx - ax, by - ay)

    @property
    def pose(self) -> Pose:
        # The second modulo: rounding may bring 359.99999 to 360.
        """(x, y, heading): with width and depth all that there is to store."""
        return (self.x, self.y, self.heading)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Base):
            return NotImplemented
        return self.pose == other.pose and self.width == other.width and self.depth == other.depth

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.heading, self.width, self.depth))

    def __repr__(self) -> str:
        return f"Base({self.x:g}, {self.y:g}, {self.heading:g}, {self.width:g}, {self.depth:g})"


@lru_cache(maxsize=8192)
def _facing(heading: float) -> tuple[float, float]:
    """Return the unit vector along a heading, without the last digits, in which machines differ."""
    turn = radians(heading)
    return round(cos(turn), 12) + 0.0, round(sin(turn), 12) + 0.0


def placed(b: Base, x: float, y: float, heading: float) -> Base:
    """Return a base of the same size in another pose."""
    return moved(b, x, y) if heading == b.heading else Base(x, y, heading, b.width, b.depth)


def moved(b: Base, x: float, y: float) -> Base:
    """Return a base of the same size and facing in another place: quicker than one that has to find its
    facing.
    """
    made = Base.__new__(Base)
    made.heading, made.width, made.depth, made.fx, made.fy = b.heading, b.width, b.depth, b.fx, b.fy
    made.half_width, made.half_depth, made.radius = b.half_width, b.half_depth, b.radius
    made._stand(x, y)
    return made


def advance(b: Base, distance: float) -> Base:
    """Return the base moved straight ahead."""
    return moved(b, b.x + b.fx * distance, b.y + b.fy * distance)


def retire(b: Base, distance: float) -> Base:
    """Return the base moved straight back, still facing ahead."""
    return advance(b, -distance)


def shift(b: Base, forward: float, right: float) -> Base:
    """Return the base moved forward and to the right at once (negative: back, left), facing as before."""
    x = b.x + b.fx * forward + b.fy * right
    y = b.y + b.fy * forward - b.fx * right
    return moved(b, x, y)


def wheel(b: Base, corner: Hand, angle: float) -> Base:
    """Return the base turned forward by `angle` degrees around its front `corner`, which stays."""
    side = -b.half_width if corner == "left" else b.half_width
    px, py = b.x + b.fy * side, b.y - b.fx * side
    heading = b.heading + (angle if corner == "left" else -angle)
    turn = radians(heading)
    return Base(px - sin(turn) * side, py + cos(turn) * side, heading, b.width, b.depth)


def wheel_limit(width: float, move: float) -> float:
    """Return how many degrees a wheel may turn when the moving front corner travels `move` along its arc, at
    most 90.
    """
    return min(90.0, degrees(move / width))


def about_face(b: Base) -> Base:
    """Return the base on the same place with front and rear exchanged."""
    return Base(b.x - b.fx * b.depth, b.y - b.fy * b.depth, b.heading + 180.0, b.width, b.depth)


def face_side(b: Base, side: Hand) -> Base:
    """Return the base turned by 90 degrees, its front centred where that side was centred."""
    right = b.half_width if side == "right" else -b.half_width
    heading = b.heading + (-90.0 if side == "right" else 90.0)
    return Base(b.cx + b.fy * right, b.cy - b.fx * right, heading, b.width, b.depth)


def turned_about_front(b: Base, heading: float) -> Base:
    """Return the base facing `heading`, the midpoint of its front where it was."""
    return Base(b.x, b.y, heading, b.width, b.depth)


def turned_about_centre(b: Base, heading: float) -> Base:
    """Return the base facing `heading`, its centre where it was."""
    turn = radians(heading)
    x, y = b.cx + cos(turn) * b.half_depth, b.cy + sin(turn) * b.half_depth
    return Base(x, y, heading, b.width, b.depth)
