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
    n, (width, depth) = numbers, table
    match form:
        case "area":
            place = (n["x"], n["y"], n["width"], n["depth"], n["heading"])
            return Drawn(ellipse(*place, _SIDES) if oval else rectangle(*place))
        case "river":
            line = (n["near"], 0.0, n["middle"], rounded(depth / 2), n["far"], depth)
            return Drawn(line=line, width=n["width"])
        case "road":
            return Drawn(line=(n["x1"], n["y1"], n["x2"], n["y2"]), width=n["width"])
        case "obstacle":
            return Drawn(line=_angled(n))
        case "shore":
            middle = width - n["depth"] / 2 if n["side"] else n["depth"] / 2
            return Drawn(rectangle(middle, depth / 2, n["depth"], depth))


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


def _angled(n: Numbers) -> Line:
    """Return a line with an angle at its middle, straight if it turns by 0 degrees."""
    half, back, ahead = n["length"] / 2, radians(n["heading"]), radians(n["heading"] + n["turn"])
    x, y = n["x"], n["y"]
    start = rounded(x - cos(back) * half), rounded(y - sin(back) * half)
    end = rounded(x + cos(ahead) * half), rounded(y + sin(ahead) * half)
    return (*start, x, y, *end) if n["turn"] else (*start, *end)
