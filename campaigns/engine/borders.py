"""Which areas of a map are neighbours: those whose outlines share a border that is long enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from shapely import MultiPolygon, Polygon, STRtree, make_valid, union_all
from shapely.geometry.base import BaseGeometry

from campaigns.engine.maps import Point

Outlines: TypeAlias = Sequence[Sequence[Point]]

LEAST_BORDER = 1.0
"""Kilometres that two areas have to share before one marches from one into the other."""

GAP = 0.05
"""Kilometres by which the two drawings of one border may differ."""


def shape_of(outlines: Outlines) -> BaseGeometry:
    """The surface that rings enclose: one within another is a hole in it. Crossing lines are mended."""
    found: BaseGeometry = MultiPolygon()
    for ring in sorted((make_valid(Polygon(each)) for each in outlines), key=lambda each: -each.area):
        found = found.difference(ring) if found.contains(ring) else union_all([found, ring])
    return found


def neighbours(
    outlines: Mapping[str, Outlines], least: float = LEAST_BORDER
) -> Iterator[tuple[str, str, float]]:
    """Every two areas that share at least `least` km of border, in the order of their ids, and how many."""
    keys = sorted(outlines)
    if not keys:
        return
    shapes = [shape_of(outlines[key]) for key in keys]
    grown = [each.buffer(GAP, quad_segs=1) for each in shapes]
    pairs = STRtree(shapes).query(grown, predicate="intersects").T.tolist()
    for first, second in sorted(pairs):
        if first < second:
            shared = shapes[second].boundary.intersection(grown[first]).length
            if shared >= least:
                yield keys[first], keys[second], round(shared, 1)
