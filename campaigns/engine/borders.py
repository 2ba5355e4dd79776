"""Which areas of a map are neighbours: those whose outlines share a border that is long enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from shapely import MultiPolygon, Polygon, STRtree, make_valid, union_all

from campaigns.engine.maps import Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Outlines: TypeAlias = Sequence[Sequence[Point]]

LEAST_BORDER = 1.0
"""Kilometres that two areas have to share before one marches from one into the other."""

GAP = 0.05
"""Kilometres by which the two drawings of one border may differ."""


def shape_of(outlines: Outlines) -> BaseGeometry:
    """Return the surface that rings enclose: one within another is a hole in it, one in a hole is land again.
    Lines that cross themselves are mended.
    """
    rings = [mended(each) for each in outlines]
    depths = _depths(rings)
    found: BaseGeometry = MultiPolygon()
    for depth in range(max(depths, default=-1) + 1):
        level = union_all([ring for ring, own in zip(rings, depths, strict=True) if own == depth])
        found = found.difference(level) if depth % 2 else found.union(level)
    return found


def mended(ring: Sequence[Point]) -> BaseGeometry:
    """Return the surface of one ring, empty if it has none."""
    return make_valid(Polygon(ring), method="structure", keep_collapsed=False)


def _depths(rings: Sequence[BaseGeometry]) -> list[int]:
    """How many greater rings each ring lies in."""
    depths = [0] * len(rings)
    if len(rings) > 1:
        for inner, outer in STRtree(rings).query(rings, predicate="within").T.tolist():
            depths[inner] += rings[outer].area > rings[inner].area
    return depths


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
