"""Where pieces lie on a table and among each other: its edges, what is in the way, ready-made places.

A ready-made place goes by its number in the full list of its kind: that means the same place in every battle
on a table of that size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import TypeVar

from rulesets.engine.decisions import Number
from rulesets.engine.digits import whole
from rulesets.engine.geometry import Polygon, edges
from rulesets.engine.geometry.spacing import at_least_apart
from rulesets.freetable.making import Table
from rulesets.freetable.shapes import Line, Shape, thick

P = TypeVar("P")
N = TypeVar("N")

Box = tuple[float, float, float, float]

# -- the table ------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def box(points: Line) -> Box:
    """Return the least and the greatest x and y of some points: x0, y0, x1, y1."""
    xs, ys = points[::2], points[1::2]
    return min(xs), min(ys), max(xs), max(ys)


def on_table(points: Line, table: Table, tolerance: float) -> bool:
    """Return whether an outline or a line lies wholly on the table, to within `tolerance`."""
    (width, depth), (x0, y0, x1, y1) = table, box(points)
    return x0 >= -tolerance and y0 >= -tolerance and x1 <= width + tolerance and y1 <= depth + tolerance


def overhang(points: Line, table: Table) -> float:
    """Return by how much an outline reaches beyond the edges of the table."""
    x0, y0, x1, y1 = box(points)
    return max(0.0, -x0, -y0, x1 - table[0], y1 - table[1])


def edge_at(x: float, y: float, table: Table, tolerance: float) -> str:
    """Return the table edge that a point lies on: left, right, near or far; "" for none."""
    gaps = {"left": x, "right": table[0] - x, "near": y, "far": table[1] - y}
    return next((edge for edge, gap in gaps.items() if abs(gap) <= tolerance), "")


# -- other pieces ---------------------------------------------------------------------------------


def apart(a: Polygon, b: Polygon) -> float:
    """Return how far two convex polygons are apart at least; negative: how deeply they overlap."""
    return max(_apart(a, b), _apart(b, a))


def _apart(a: Polygon, b: Polygon) -> float:
    best = -1e9
    for px, py, qx, qy in edges(a):
        length = hypot(qx - px, qy - py)
        if length:
            nx, ny = (qy - py) / length, (px - qx) / length
            nearest = min(b[i] * nx + b[i + 1] * ny for i in range(0, len(b), 2))
            best = max(best, nearest - px * nx - py * ny)
    return best


def shapes_apart(a: Shape, b: Shape, reach: float) -> float | None:
    """Return the same for two pieces, lines among them; None if they are much farther apart than `reach`."""
    if hypot(a.cx - b.cx, a.cy - b.cy) > a.radius + b.radius + reach:
        return None
    return min(apart(one, other) for one in _areas(a) for other in _areas(b))


def _areas(shape: Shape) -> tuple[Polygon, ...]:
    return shape.parts or tuple(thick(stretch) for wall in shape.walls for stretch in wall)


def boxes_apart(a: Polygon, b: Polygon, reach: float) -> bool:
    """Return whether two polygons are `reach` or more apart: by the boxes around them, and only if those do
    not tell by their sides.
    """
    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = box(a), box(b)
    if hypot(max(0.0, bx0 - ax1, ax0 - bx1), max(0.0, by0 - ay1, ay0 - by1)) >= reach:
        return True
    return _sides_apart(a, b, reach)


_sides_apart = lru_cache(maxsize=4096)(at_least_apart)

# -- ready-made places ----------------------------------------------------------------------------


def grid(table: Table, size: Table, across: Sequence[float], along: Sequence[float]) -> Iterator[Table]:
    """Yield points at shares of the table's width and depth, moved in so far that a piece of that size lies
    on it.
    """
    for share_y in along:
        for share_x in across:
            yield (
                between(table[0] * share_x, size[0] / 2, table[0]),
                between(table[1] * share_y, size[1] / 2, table[1]),
            )


def between(value: float, margin: float, limit: float) -> float:
    """Return a value brought to `margin` at least from 0 and from `limit`."""
    return round(min(max(value, margin), limit - margin), 2)


def place_at(places: Sequence[N], at: str) -> N:
    """Return the place with the number `at`, from 1; raises LookupError if there is none."""
    number = whole(at)
    if not 1 <= number <= len(places):
        raise LookupError(f"no place {at}")
    return places[number - 1]


def offered(
    places: Sequence[N], make: Callable[[N], P], fits: Callable[[P], bool], every: int = 1, first: int = 0
) -> Iterator[tuple[str, P]]:
    """Yield the places where a piece fits, by their number: every so many, from one on; the others only if it
    fits on none of those.
    """
    chosen = {n: places[n] for n in range(len(places)) if n % every == first}
    found = list(_fitting(chosen, make, fits))
    rest = {n: places[n] for n in range(len(places)) if n not in chosen}
    yield from found or _fitting(rest, make, fits)


def _fitting(
    places: Mapping[int, N], make: Callable[[N], P], fits: Callable[[P], bool]
) -> Iterator[tuple[str, P]]:
    for number, place in places.items():
        piece = make(place)
        if fits(piece):
            yield str(number + 1), piece


def steps(reach: float, names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return a step each way, by the names of left, right, near and far."""
    return dict(zip(names, ((-reach, 0.0), (reach, 0.0), (0.0, -reach), (0.0, reach)), strict=True))


# -- numbers that players give --------------------------------------------------------------------


def point(
    box: Box, unit: str, x: float | None = None, y: float | None = None, mark: str = ""
) -> tuple[Number, Number]:
    """Return a point within a box, proposed at (x, y); `mark` ends the names of several."""
    return (
        Number(f"x{mark}", box[0], box[2], unit, default=x),
        Number(f"y{mark}", box[1], box[3], unit, default=y),
    )


def ends(table: Table, unit: str) -> tuple[Number, ...]:
    """Return both ends of a line on the table."""
    whole = (0, 0, *table)
    return (*point(whole, unit, mark="1"), *point(whole, unit, mark="2"))


def heading(name: str = "heading", default: float = 0) -> Number:
    """Return a direction in degrees."""
    return Number(name, 0, 360, "degrees", default=default)
