"""Writing SVG: elements with escaped attributes and words, paths, points, patterns, whole drawings.

Attributes instead of styles, which browsers forbid in a page, so that one drawing serves pages and paper.
What is handed over as `inside` is SVG already; every other word is escaped. Places and lengths of shapes have
one decimal, turns two, other numbers as many as they need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

Value = str | float | None
"""What an attribute may be: None leaves it out."""
Look = dict[str, Any]
"""Attributes that several elements share, given to each as `**look`."""
Point = tuple[float, float]

FONT = "EB Garamond, serif"
PAPER, INK, PALE, RULE = "#fbf7ec", "#231c15", "#5a4d3f", "#d3c7ae"
"""The colours of all drawings: the ground, what is written on it, what is less important, thin lines."""
COLOURS, TINTS = ("#8c1f22", "#2c4560"), ("#f4dcd2", "#d3deea")
"""Those of both sides of a battle, and what their bases are filled with."""
_PLACES = frozenset({"x", "y", "cx", "cy", "r", "rx", "width", "height"})


class _Names(dict[str, str]):
    """The names of attributes by those of arguments: `stroke_width`, `class_`, `viewBox`."""

    def __missing__(self, key: str) -> str:
        self[key] = name = key.rstrip("_").replace("_", "-")
        return name


_NAMES = _Names()
_special = re.compile("[&<>\"']").search


def element(name: str, /, *inside: str, **attributes: Value) -> str:
    """Return an element; what stands in its attributes is escaped, what is `inside` is SVG."""
    made = []
    for key, value in attributes.items():
        if isinstance(value, str):
            made.append(f' {_NAMES[key]}="{escape(value) if _special(value) else value}"')
        elif isinstance(value, float):
            made.append(f' {_NAMES[key]}="{value:.1f}"' if key in _PLACES else f' {_NAMES[key]}="{value:g}"')
        elif value is not None:
            made.append(f' {_NAMES[key]}="{value}"')
    head = f"<{name}{''.join(made)}"
    return f"{head}>{''.join(inside)}</{name}>" if inside else f"{head}/>"


def canvas(view: tuple[float, float, float, float], /, *inside: str, **attributes: Value) -> str:
    """Return an `svg` element that shows a rectangle: its upper left corner, its width and height."""
    box = " ".join(f"{each:g}" for each in view)
    return element(
        "svg", *inside, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=FONT, **attributes
    )


def drawing(wide: float, high: float, title: str, /, *inside: str, **attributes: Value) -> str:
    """Return a whole drawing, so many units wide and high, with a title that is read out too.

    What can be followed inside an image is not read out: say `role="group"` of a drawing with links.
    """
    view = (0, 0, wide, high)
    said: dict[str, Value] = {"role": "img", "aria_label": title}
    return canvas(view, titled(title), *inside, **{**said, **attributes})


def titled(words: str) -> str:
    """Return a `title`: what its parent element is, in words."""
    return f"<title>{escape(words)}</title>"


def group(*inside: str, title: str = "", **attributes: Value) -> str:
    """Return a `g` element, with a title where there is one."""
    return element("g", titled(title) if title else "", *inside, **attributes)


def text(
    x: float, y: float, words: object, size: float | None = None, fill: str | None = INK, *,
    anchor: str | None = "middle", **attributes: Value,
) -> str:  # fmt: skip
    """Return words at a place, escaped."""
    given = {"x": float(x), "y": float(y), "text_anchor": anchor, "font_size": size, "fill": fill}
    return element("text", escape(str(words)), **given, **attributes)


def pattern(id: str, size: float, *inside: str, **attributes: Value) -> str:
    """Return a square tile to fill shapes with, in the units of the drawing."""
    sizes: dict[str, Value] = {"width": size, "height": size, "patternUnits": "userSpaceOnUse"}
    return element("pattern", *inside, id=id, **sizes, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """Return a rectangle from its upper left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, *inside: str, **attributes: Value) -> str:
    """Return a circle around a place."""
    return element("circle", *inside, cx=x, cy=y, r=r, **attributes)


def path(d: str, **attributes: Value) -> str:
    """Return a path from its data."""
    return element("path", d=d, **attributes)


def use(name: str, **attributes: Value) -> str:
    """Return what stands in the drawing under an id, once more."""
    return element("use", href=f"#{name}", **attributes)


def moved(x: float, y: float, turn: float | None = None) -> str:
    """Return the value of `transform` that puts 0, 0 at a place, turned by so many degrees."""
    return f"translate({x:.1f} {y:.1f})" + ("" if turn is None else f" rotate({turn:.2f})")


def points(places: Iterable[Point]) -> str:
    """Return the value of `points` of a polygon or polyline."""
    return " ".join([f"{x:.1f},{y:.1f}" for x, y in places])


def pairs(flat: Sequence[float]) -> Iterator[Point]:
    """Return the places of x1, y1, x2, y2 ..."""
    return zip(flat[::2], flat[1::2], strict=True)


def line(places: Iterable[Point], end: str = "") -> str:
    """Return straight lines from place to place as data of a path; `end` "z" closes them."""
    return "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in places]) + end


def box(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as data of a path."""
    return f"M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}z"
