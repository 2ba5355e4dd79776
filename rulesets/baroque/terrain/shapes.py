"""Terrain pieces as the queries need them: convex parts, walls, and the facts of their kind.

A `Shape` is worked out once for each piece and kept: pieces never change, they are replaced.
"""

from __future__ import annotations

from math import hypot

from rulesets.baroque.state import Piece, State
from rulesets.baroque.tables import terrain_kind
from rulesets.engine.geometry import CONTACT, Base, Polygon, edges, holds_share, polygon, share_inside
from rulesets.engine.records import record

Segment = tuple[float, float, float, float]

HALF = 0.4995  # "at least half", less what the rounding of poses can take away
WALL = 0.001  # half the thickness that a linear obstacle is reckoned with
CROSSING = 0.5  # half the width of a ford or bridge (BQ-3.1.2.a)

_KEPT = 512
_TABLES = 32


@record
class Shape:
    """A piece with what follows from it.

    `ground`: open, broken, difficult, impassable, road or linear_obstacle; for the state of a river ask
    `ground_of`. `parts`: its area in convex parts. `walls`: its linear obstacles, each a list of stretches.
    `sight`: how much of a line of sight it lets through (None: all). `hinders`: it may slow, stop or
    Disorder who moves there. `cx`, `cy`, `radius`: a circle around it.
    """

    piece: Piece
    name: str
    ground: str
    river: bool
    parts: tuple[Polygon, ...]
    walls: tuple[tuple[Segment, ...], ...]
    sight: float | None
    cover: bool
    height: bool
    hinders: bool
    cx: float
    cy: float
    radius: float

    def near(self, base: Base, reach: float = 0.0) -> bool:
        """Whether the circles around piece and base come within `reach`: no piece that matters fails it."""
        ex, ey = base.cx - self.cx, base.cy - self.cy
        limit = self.radius + base.radius + reach
        return ex * ex + ey * ey <= limit * limit

    def near_way(self, base: Base, dx: float, dy: float) -> bool:
        """The same for the circle around a base on its way by (dx, dy)."""
        ex, ey = self.cx - base.cx, self.cy - base.cy
        ahead, way = ex * dx + ey * dy, dx * dx + dy * dy
        if ahead > 0.0:
            part = ahead / way if ahead < way else 1.0
            ex -= part * dx
            ey -= part * dy
        limit = self.radius + base.radius + CONTACT
        return ex * ex + ey * ey <= limit * limit

    def share(self, base: Base) -> float:
        """The share of a base that lies in the piece."""
        return sum(share_inside(base, part) for part in self.parts)

    def holds_half(self, base: Base) -> bool:
        """BQ-3.1.b: whether at least half of a base lies in the piece."""
        if len(self.parts) == 1:
            return holds_share(base, self.parts[0], HALF)
        return self.share(base) >= HALF


@record
class Layout:
    """All pieces of a table, and which of them matter to moves, to sight and as obstacles."""

    pieces: list[Piece]
    shapes: tuple[Shape, ...]
    hindering: tuple[Shape, ...]
    limiting: tuple[tuple[Shape, float], ...]
    walled: tuple[Shape, ...]


_EMPTY = Layout([], (), (), (), ())
_shapes: dict[int, Shape] = {}
_layouts: dict[int, Layout] = {}


def shape_of(piece: Piece) -> Shape:
    """The shape of a piece; raises KeyError for a kind that no table knows."""
    found = _shapes.get(id(piece))
    if found is not None and found.piece is piece:
        return found
    if len(_shapes) >= _KEPT:
        _shapes.clear()
    made = _shapes[id(piece)] = _make(piece)
    return made


def layout(state: State) -> Layout:
    """The terrain of a table; quick, as long as no piece is placed, changed or removed."""
    if not state.terrain:
        return _EMPTY
    pieces = list(state.terrain.values())
    kept = _layouts.get(id(state.terrain))
    if kept is not None and kept.pieces == pieces:
        return kept
    if len(_layouts) >= _TABLES:
        _layouts.clear()
    made = _layouts[id(state.terrain)] = _lay_out(pieces)
    return made


def shapes(state: State) -> tuple[Shape, ...]:
    """The shapes of all pieces on the table."""
    return layout(state).shapes


def ground_of(state: State, shape: Shape) -> str:
    """The ground of a piece as it is in this battle: a dry river is Broken Terrain (BQ-3.1.1.h)."""
    return "broken" if shape.river and state.river == "dry" else shape.ground


def band(line: tuple[float, ...], width: float) -> tuple[Polygon, ...]:
    """A polyline of some width as convex parts, one for each stretch, which meet at its angles."""
    points = [(line[i], line[i + 1]) for i in range(0, len(line), 2)]
    offsets = [_mitre(points, i, width / 2) for i in range(len(points))]
    return tuple(
        polygon((x1 + a, y1 + b, x2 + c, y2 + d, x2 - c, y2 - d, x1 - a, y1 - b))
        for (x1, y1), (x2, y2), (a, b), (c, d) in zip(points, points[1:], offsets, offsets[1:], strict=False)
    )


def stretches(line: tuple[float, ...]) -> tuple[Segment, ...]:
    """The straight stretches of a polyline."""
    return tuple((line[i], line[i + 1], line[i + 2], line[i + 3]) for i in range(0, len(line) - 3, 2))


def _lay_out(pieces: list[Piece]) -> Layout:
    found = tuple(shape_of(piece) for piece in pieces)
    return Layout(
        pieces,
        found,
        tuple(shape for shape in found if shape.hinders),
        tuple((shape, shape.sight) for shape in found if shape.sight is not None),
        tuple(shape for shape in found if shape.walls),
    )


def _make(piece: Piece) -> Shape:
    kind = terrain_kind(piece.kind)
    ridge = terrain_kind("ridge") if kind.height and piece.ridge else kind
    parts = (piece.outline,) if piece.outline else band(piece.line, piece.width) if piece.width else ()
    walls: tuple[tuple[Segment, ...], ...] = ()
    if kind.ground == "linear_obstacle":
        walls = (stretches(piece.line),)
    elif piece.enclosed:
        walls = tuple((side,) for side in edges(piece.outline))
    points = piece.outline or tuple(value for part in parts for value in part) or piece.line
    cx, cy, radius = _circle(points)
    sight = ridge.visibility_bu
    if kind.ground == "impassable":
        sight = 0.0 if piece.blocks_sight else None
    hinders = bool(walls) or kind.ground not in ("open", "road")
    return Shape(
        piece, kind.name.lower(), kind.ground, piece.kind == "river", parts, walls, sight, kind.cover,
        kind.height, hinders, cx, cy, radius,
    )  # fmt: skip


def _circle(points: tuple[float, ...]) -> tuple[float, float, float]:
    xs, ys = points[::2], points[1::2]
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return cx, cy, max(hypot(x - cx, y - cy) for x, y in zip(xs, ys, strict=True)) + WALL


def _mitre(points: list[tuple[float, float]], i: int, half: float) -> tuple[float, float]:
    """From point `i` of a polyline to the left border of its band."""
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
