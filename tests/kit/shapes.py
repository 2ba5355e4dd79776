"""Bases and polygons for the geometry tests, and shapely as the second road to every answer."""

from __future__ import annotations

from hypothesis import strategies as st
from shapely import Polygon as Shape
from shapely.affinity import rotate, translate
from shapely.geometry import box

from rulesets.engine.geometry import Base, ellipse, rectangle

places = st.floats(-6, 6, allow_nan=False)
headings = st.one_of(st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]), st.floats(0, 360, allow_nan=False))
moves = st.floats(0, 8, allow_nan=False)


@st.composite
def bases(draw, middle=0.0, spread=6.0):
    """Units, guns and odd shapes around (middle, middle)."""
    x, y = (draw(st.floats(middle - spread, middle + spread, allow_nan=False)) for _ in range(2))
    width = draw(st.sampled_from([2.0, 2 / 3, 1.0, 3.0]))
    depth = draw(st.sampled_from([0.5, 2 / 3, 1.0, 2.0]))
    return Base(x, y, draw(headings), width, depth)


@st.composite
def polygons(draw):
    """Terrain: rectangles and ellipses."""
    make = draw(st.sampled_from([rectangle, ellipse]))
    w, h = draw(st.floats(0.5, 8)), draw(st.floats(0.5, 8))
    return make(draw(places), draw(places), w, h, draw(headings))


def shape(thing):
    """A base, or a polygon given as flat coordinates, as shapely's polygon."""
    flat = thing.corners if isinstance(thing, Base) else thing
    return Shape(list(zip(flat[::2], flat[1::2], strict=True)))


def seen_by(b, area):
    """A shape drawn for a base at the origin that faces +y, put where `b` is."""
    return translate(rotate(area, b.heading - 90.0, origin=(0, 0)), b.x, b.y)


def brought_home(b, area):
    """The opposite: a shape on the table as `b` sees it, its front midpoint at the origin, facing +y."""
    return rotate(translate(area, -b.x, -b.y), 90.0 - b.heading, origin=(0, 0))


def corridor(b, near, far):
    """The strip before b's front line from `near` to `far` (negative: behind it)."""
    return seen_by(b, box(-b.half_width, near, b.half_width, far))
