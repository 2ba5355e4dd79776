"""Ways over a map: last turn's moves as arrows, the moves that are ordered, the lines of supply."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import hypot

from campaigns.drawing.plane import along, length_of
from campaigns.drawing.scene import Scene, Trail
from rulesets.engine import svg
from rulesets.engine.svg import INK, PAPER

Spot = tuple[float, float]
BEGIN, END = 12.0, 15.0
"""How far from a place an arrow begins and ends."""
HEAD = 11.0


def moves(scene: Scene, spots: dict[str, Spot]) -> Iterator[str]:
    """Draw last turn's moves: a thick arrow in the faction's colour along each way."""
    names = scene.map.by_id
    for index, trail in enumerate(scene.trails):
        points = _points(trail, spots, aside=(index % 3 - 1) * 5.0)
        holder = scene.holders.get(trail.faction)
        if len(points) > 1 and holder:
            way = " – ".join(names[area].name for area in trail.path if area in names)
            drawn = arrow(points, holder.colour, 4.4)
            yield svg.group(drawn, title=f"marched: {way}", class_="map-move")


def plans(scene: Scene, spots: dict[str, Spot]) -> Iterator[str]:
    """Yield the ways of the orders that are being written: dashed arrows."""
    for trail in scene.plans:
        points = _points(trail, spots)
        if len(points) > 1:
            drawn = arrow(points, INK, 2.6, "7 5")
            yield svg.group(drawn, class_="map-plan", data_plan=trail.force)


def supply(scene: Scene, spots: dict[str, Spot]) -> Iterator[str]:
    """Yield the lines by which forces are supplied: dots in the faction's colour."""
    for trail in scene.supply:
        points = _points(trail, spots, aside=-4.0)
        holder = scene.holders.get(trail.faction)
        if len(points) > 1 and holder:
            way = _smooth(points)
            yield dots(way, PAPER, 6.4)
            yield dots(way, holder.colour, 3.8)


def dots(way: str, colour: str, thick: float) -> str:
    """Return a row of dots along the data of a path."""
    style: svg.Look = {"stroke_width": thick, "stroke_dasharray": ".1 9", "stroke_linecap": "round"}
    return svg.path(way, fill="none", stroke=colour, **style)


def arrow(points: Sequence[Spot], colour: str, thick: float, dash: str = "") -> str:
    """Return a curved arrow through points, with an edge of paper."""
    whole = length_of(points)
    if whole <= BEGIN + END + HEAD:
        return ""
    x, y, dx, dy = along(points, whole - END)
    shaft = _smooth([*_cut(points, BEGIN, whole - END - HEAD)])
    back, side = HEAD * 1.3, HEAD * 0.62
    wings = [
        (x - dx * back - dy * side, y - dy * back + dx * side),
        (x - dx * HEAD, y - dy * HEAD),
        (x - dx * back + dy * side, y - dy * back - dx * side),
    ]
    return (
        svg.path(shaft, fill="none", stroke=PAPER, stroke_width=thick + 3)
        + svg.path(shaft, fill="none", stroke=colour, stroke_width=thick, stroke_dasharray=dash or None)
        + svg.path(svg.line([(x, y), *wings], "z"), fill=colour, stroke=PAPER, stroke_width=1.2)
    )


def _points(trail: Trail, spots: dict[str, Spot], aside: float = 0.0) -> list[Spot]:
    """Return the places of a way, each moved a little to the side so that ways do not lie on each other."""
    found = [spots[area] for area in trail.path if area in spots]
    if not aside or len(found) < 2:
        return found
    (x1, y1), (x2, y2) = found[0], found[-1]
    length = hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = -(y2 - y1) / length * aside, (x2 - x1) / length * aside
    return [(x + dx, y + dy) for x, y in found]


def _cut(points: Sequence[Spot], start: float, end: float) -> Iterator[Spot]:
    """Yield the part of a line from `start` to `end` drawn units along it."""
    yield along(points, start)[:2]
    gone = 0.0
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        gone += hypot(x2 - x1, y2 - y1)
        if start < gone < end:
            yield x2, y2
    yield along(points, end)[:2]


def _smooth(points: Sequence[Spot]) -> str:
    """Return a curve through points (Catmull and Rom's) as data of a path."""
    parts = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    around = [points[0], *points, points[-1]]
    for before, start, end, after in zip(around, around[1:], around[2:], around[3:], strict=False):
        x1, y1 = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        x2, y2 = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        parts.append(f"C{x1:.1f} {y1:.1f} {x2:.1f} {y2:.1f} {end[0]:.1f} {end[1]:.1f}")
    return "".join(parts)
