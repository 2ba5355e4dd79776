"""Terrain pieces as the queries need them: convex parts, walls, and what the system's tables say of them.

A system turns its own pieces into shapes; `Layouts` keeps those, and which of them matter to what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any, Generic, Protocol, TypeVar

from rulesets.engine.geometry import (
    CONTACT,
    OVERLAP,
    Base,
    Polygon,
    edges,
    holds_share,
    polygon,
    share_inside,
)
from rulesets.engine.records import record

Segment = tuple[float, float, float, float]
Line = tuple[float, ...]
Wall = tuple[Segment, ...]

P = TypeVar("P")
Lying = TypeVar("Lying", covariant=True)

HALF = 0.4995  # "at least half", less what the rounding of poses can take away
WALL = 0.001  # half the thickness that a linear obstacle is reckoned with, as little as the tolerances are

_KEPT = 512
_TABLES = 32


@record
class Crossing:
    """A ford or bridge that can be used: where it is, which way the river runs there (a unit vector), half
    its width.
    """

    x: float
    y: float
    ux: float
    uy: float
    half: float

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point of the river lies within the width of the crossing, measured along the
        river.
        """
        return abs((x - self.x) * self.ux + (y - self.y) * self.uy) <= self.half + OVERLAP


@record
class Nature:
    """What a system's tables say of a piece.

    `ground`: the system's word for what it is to stand on. `sight`: how much of a line of sight it lets
    through (None: all). `hinders`: it may slow, stop or disorder who moves there. `river`: it may have
    crossings. `wall`: its line is a linear obstacle.
    """

    kind: str
    name: str
    ground: str = "open"
    sight: float | None = None
    cover: bool = False
    height: bool = False
    river: bool = False
    wall: bool = False
    hinders: bool = False


@record
class Shape(Nature):
    """A piece with what follows from how it is drawn.

    `parts`: its area in convex parts. `walls`: its linear obstacles, each a list of stretches. `ridge`: the
    stretches of its highest line. `cx`, `cy`, `radius`: a circle around it.
    """

    id: str = ""
    parts: tuple[Polygon, ...] = ()
    walls: tuple[Wall, ...] = ()
    ridge: Wall = ()
    crossings: tuple[Crossing, ...] = ()
    cx: float = 0.0
    cy: float = 0.0
    radius: float = 0.0

    def near(self, base: Base, reach: float = 0.0) -> bool:
        """Return whether the circles around piece and base come within `reach`: no piece that matters fails
        it.
        """
        ex, ey = base.cx - self.cx, base.cy - self.cy
        limit = self.radius + base.radius + reach
        return ex * ex + ey * ey <= limit * limit

    def near_way(self, base: Base, dx: float, dy: float) -> bool:
        """Return the same for the circle around a base on its way by (dx, dy)."""
        ex, ey = self.cx - base.cx, self.cy - base.cy
        ahead, way = ex * dx + ey * dy, dx * dx + dy * dy
        if ahead > 0.0:
            part = ahead / way if ahead < way else 1.0
            ex -= part * dx
            ey -= part * dy
        limit = self.radius + base.radius + CONTACT
        return ex * ex + ey * ey <= limit * limit

    def share(self, base: Base) -> float:
        """Return the share of a base that lies in the piece."""
        return sum(share_inside(base, part) for part in self.parts)

    def holds(self, base: Base, share: float = HALF) -> bool:
        """Return whether at least such a share of a base lies in the piece."""
        if len(self.parts) == 1:
            return holds_share(base, self.parts[0], share)
        return self.share(base) >= share


@record
class Layout:
    """All pieces of a table, and which of them matter to moves, to sight and as obstacles."""

    shapes: tuple[Shape, ...] = ()
    hindering: tuple[Shape, ...] = ()
    limiting: tuple[tuple[Shape, float], ...] = ()
    walled: tuple[Shape, ...] = ()


EMPTY = Layout()


class Table(Protocol[Lying]):
    """A table with its pieces, by their ids."""

    @property
    def terrain(self) -> Mapping[str, Lying]: ...


class Layouts(Generic[P]):
    """The layouts of tables, worked out once and stored: pieces never change, they are replaced.

    `make` turns a system's piece into a shape. What a piece is may hang on the `condition` of the table too
    (a word: that its rivers are dry, say).
    """

    def __init__(self, make: Callable[[P, str], Shape], condition: Callable[[Any], str]) -> None:
        self._make, self._condition = make, condition
        self._shapes: dict[tuple[int, str], tuple[P, Shape]] = {}
        self._tables: dict[int, tuple[list[P], str, Layout]] = {}

    def of(self, table: Table[P]) -> Layout:
        """Return the layout of a table; quick, as long as no piece is placed, changed or removed."""
        pieces = table.terrain
        if not pieces:
            return EMPTY
        now, condition = list(pieces.values()), self._condition(table)
        stored = self._tables.get(id(pieces))
        if stored is not None and stored[0] == now and stored[1] == condition:
            return stored[2]
        if len(self._tables) >= _TABLES:
            self._tables.clear()
        made = laid_out(tuple(self.shape(piece, condition) for piece in now))
        self._tables[id(pieces)] = (now, condition, made)
        return made

    def shape(self, piece: P, condition: str = "") -> Shape:
        """Return the shape of a piece."""
        found = self._shapes.get((id(piece), condition))
        if found is not None and found[0] is piece:
            return found[1]
        if len(self._shapes) >= _KEPT:
            self._shapes.clear()
        made = self._make(piece, condition)
        self._shapes[id(piece), condition] = (piece, made)
        return made


def laid_out(shapes: tuple[Shape, ...]) -> Layout:
    """Return the layout of some pieces."""
    return Layout(
        shapes,
        tuple(shape for shape in shapes if shape.hinders),
        tuple((shape, shape.sight) for shape in shapes if shape.sight is not None),
        tuple(shape for shape in shapes if shape.walls),
    )


def shaped(
    id_: str, nature: Nature, *, outline: Polygon = (), line: Line = (), width: float = 0.0,
    enclosed: bool = False, crossings: tuple[Crossing, ...] = (),
) -> Shape:  # fmt: skip
    """Return a piece that is a convex area with an `outline`, or a `line` with or without a `width`.

    `enclosed`: a linear obstacle runs along each of its sides. The line of an area is its ridge.
    """
    parts = (outline,) if outline else band(line, width) if width else ()
    walls: tuple[Wall, ...] = ()
    if nature.wall:
        walls = (stretches(line),)
    elif enclosed:
        walls = tuple((side,) for side in edges(outline))
    points = outline or tuple(value for part in parts for value in part) or line
    xs, ys = points[::2], points[1::2]
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    radius = max(hypot(x - cx, y - cy) for x, y in zip(xs, ys, strict=True)) + WALL
    return Shape(
        nature.kind, nature.name, nature.ground, nature.sight, nature.cover, nature.height, nature.river,
        nature.wall, nature.hinders or bool(walls), id_, parts, walls, stretches(line) if outline else (),
        crossings, cx, cy, radius,
    )  # fmt: skip


# -- lines ----------------------------------------------------------------------------------------


def stretches(line: Line) -> Wall:
    """Return the straight stretches of a polyline."""
    return tuple((line[i], line[i + 1], line[i + 2], line[i + 3]) for i in range(0, len(line) - 3, 2))


def offset(stretch: Segment, x: float, y: float) -> float:
    """Return the distance of a point from a stretch of a line."""
    x1, y1, x2, y2 = stretch
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy or 1.0  # of bases that touch the line of sight may be a point
    t = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / length))
    return hypot(x - x1 - t * dx, y - y1 - t * dy)


def thick(stretch: Segment, half: float = WALL) -> Polygon:
    """Return a stretch of a line as a narrow polygon."""
    x1, y1, x2, y2 = stretch
    nx, ny = y1 - y2, x2 - x1
    scale = half / hypot(nx, ny)
    nx, ny = nx * scale, ny * scale
    return (x1 - nx, y1 - ny, x2 - nx, y2 - ny, x2 + nx, y2 + ny, x1 + nx, y1 + ny)


def band(line: Line, width: float) -> tuple[Polygon, ...]:
    """Return a polyline of some width as convex parts, one for each stretch, which meet at its angles."""
    points = [(line[i], line[i + 1]) for i in range(0, len(line), 2)]
    offsets = [_mitre(points, i, width / 2) for i in range(len(points))]
    return tuple(
        polygon((x1 + a, y1 + b, x2 + c, y2 + d, x2 - c, y2 - d, x1 - a, y1 - b))
        for (x1, y1), (x2, y2), (a, b), (c, d) in zip(points, points[1:], offsets, offsets[1:], strict=False)
    )


def _mitre(points: list[tuple[float, float]], i: int, half: float) -> tuple[float, float]:
    """Return the offset from point `i` of a polyline to the left border of its band."""
    before = _left(points[i - 1], points[i]) if i else None
    after = _left(points[i], points[i + 1]) if i + 1 < len(points) else None
    if before is None or after is None:
        nx, ny = before or after or (0.0, 1.0)
        return nx * half, ny * half
    nx, ny = before[0] + after[0], before[1] + after[1]
    scale = 2.0 * half / (nx * nx + ny * ny)
    return nx * scale, ny * scale


def _left(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length
