"""Terrain pieces drawn from a few numbers, as players place them: degrees and the table's unit of length."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Literal

from rulesets.engine.geometry import Polygon, ellipse, rectangle, rounded
from rulesets.engine.records import record
from rulesets.freetable.shapes import Line

Form = Literal["area", "river", "road", "obstacle", "shore"]
Numbers = Mapping[str, float]
Table = tuple[float, float]

_SIDES = 16


@record
class Drawn:
    """How a piece lies: the outline of an area, or a line, which may have a width."""

    outline: Polygon = ()
    line: Line = ()
    width: float = 0.0


def draw(form: Form, numbers: Numbers, table: Table, *, oval: bool = True) -> Drawn:
    """Return a piece from the numbers of its form; raises KeyError for a missing number.

    area: x, y (middle), width, depth, heading; oval or a rectangle. river: near, middle, far (x at the edges
    and between), width. road: x1, y1, x2, y2, width. obstacle: x, y (middle), length, heading, turn (its
    angle). shore: side, depth.
    """
    if form != "area":
        return _DRAWN[form](numbers, table)
    place = (numbers["x"], numbers["y"], numbers["width"], numbers["depth"], numbers["heading"])
    return Drawn(ellipse(*place, _SIDES) if oval else rectangle(*place))


def ridge(numbers: Numbers) -> Line:
    """Return the highest line of an oval hill: along the longer of its two axes."""
    width, depth = numbers["width"], numbers["depth"]
    along = numbers["heading"] if width >= depth else numbers["heading"] + 90.0
    return stretch(numbers["x"], numbers["y"], max(width, depth), along)


def stretch(x: float, y: float, length: float, heading: float) -> Line:
    """Return a straight line around its middle."""
    dx, dy = cos(radians(heading)) * length / 2, sin(radians(heading)) * length / 2
    return (rounded(x - dx), rounded(y - dy), rounded(x + dx), rounded(y + dy))


def shifted(points: Line, dx: float, dy: float) -> Line:
    """Return an outline or a line, moved."""
    return tuple(round(value + (dy if i % 2 else dx), 4) for i, value in enumerate(points))


def _river(n: Numbers, table: Table) -> Drawn:
    depth = table[1]
    line = (n["near"], 0.0, n["middle"], rounded(depth / 2), n["far"], depth)
    return Drawn(line=line, width=n["width"])


def _road(n: Numbers, _table: Table) -> Drawn:
    return Drawn(line=(n["x1"], n["y1"], n["x2"], n["y2"]), width=n["width"])


def _obstacle(n: Numbers, _table: Table) -> Drawn:
    half, back, ahead = n["length"] / 2, radians(n["heading"]), radians(n["heading"] + n["turn"])
    x, y = n["x"], n["y"]
    line = (
        rounded(x - cos(back) * half), rounded(y - sin(back) * half), x, y,
        rounded(x + cos(ahead) * half), rounded(y + sin(ahead) * half),
    )  # fmt: skip
    return Drawn(line=line if n["turn"] else (*line[:2], *line[4:]))


def _shore(n: Numbers, table: Table) -> Drawn:
    width, depth = table
    reach = n["depth"]
    middle = width - reach / 2 if n["side"] else reach / 2
    return Drawn(rectangle(middle, depth / 2, reach, depth))


_DRAWN = {"river": _river, "road": _road, "obstacle": _obstacle, "shore": _shore}
