"""What terrain looks like on the drawn table: the style and the shape of each kind, outlines around 0, 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, hypot, pi, sin

from rulesets.engine import svg

# The style that a kind of terrain has, and its shape: the first whose word is in the kind holds.
_KINDS: tuple[tuple[str, str, str], ...] = (
    ("forest", "wood", "oval"),
    ("grove", "wood", "oval"),
    ("steep", "steep_hill", "hill"),
    ("hill", "gentle_hill", "hill"),
    ("field", "open_field", "oblong"),
    ("village", "village", "village"),
    ("building", "village", "building"),
    ("bog", "swamp", "oval"),
    ("lake", "lake", "oval"),
    ("river", "lake", "oblong"),
    ("stream", "lake", "oblong"),
    ("ford", "shore", "oblong"),
    ("bridge", "road", "oblong"),
    ("road", "road", "oblong"),
    ("obstacle", "obstacle", "obstacle"),
)
WOOD = "#6b5a3d"
_POST = 22  # drawn units from post to post of a hurdle
_HOUSES = ((-0.24, -0.2), (0.24, -0.1), (-0.04, 0.27))
"""Where the houses of a village stand, in shares of its width and depth."""


def theme_of(kind: str) -> tuple[str, str]:
    """How a kind of terrain is drawn: the name of its style, and of its shape."""
    return next(((style, shape) for word, style, shape in _KINDS if word in kind), ("", "oblong"))


def outline(shape: str, w: float, d: float) -> str:
    """Return the outline of a shape as wide and deep as that; of an obstacle its rails and posts."""
    return _OUTLINES.get(shape, oblong)(w, d)


def inside(shape: str, w: float, d: float, stroke: str, houses: int = 0) -> str:
    """Return what is drawn inside a shape: lines of height, the slopes of a roof, so many houses in their
    fence.
    """
    if shape == "hill":
        ovals = (oval(w * part, d * part) for part in (0.68, 0.36))
        return "".join(svg.path(each, fill="none", stroke=stroke, stroke_width=1.4) for each in ovals)
    if shape == "building":
        return _roof(w, d, stroke)
    return _village(w, d, stroke, houses or len(_HOUSES)) if shape == "village" else ""


def oblong(w: float, d: float) -> str:
    """All of a width and a depth."""
    return svg.box(-w / 2, -d / 2, w, d)


def oval(w: float, d: float) -> str:
    """Return an ellipse as wide and deep as that."""
    a, b = w / 2, d / 2
    return f"M{-a:.1f} 0A{a:.1f} {b:.1f} 0 0 1 {a:.1f} 0A{a:.1f} {b:.1f} 0 0 1 {-a:.1f} 0Z"


def around_oblong(w: float, d: float, off: float) -> str:
    """Return the line that runs at a distance around an oblong."""
    arc = f"a{off:.1f} {off:.1f} 0 0 1"
    return (
        f"M{-w / 2:.1f} {-d / 2 - off:.1f}h{w:.1f}{arc} {off:.1f} {off:.1f}v{d:.1f}{arc} {-off:.1f} {off:.1f}"
        f"h{-w:.1f}{arc} {-off:.1f} {-off:.1f}v{-d:.1f}{arc} {off:.1f} {-off:.1f}Z"
    )


def around_oval(w: float, d: float, off: float) -> str:
    """Return the line that runs at a distance around an oval."""
    a, b = w / 2, d / 2
    points = []
    for turn in (2 * pi * at / 48 for at in range(48)):
        across, along = b * cos(turn), a * sin(turn)
        length = hypot(across, along)
        points.append((a * cos(turn) + off * across / length, b * sin(turn) + off * along / length))
    return svg.line(points, "z")


def _hurdle(w: float, d: float) -> str:
    """Rails along the longer side, posts across."""
    long, post = max(w, d), max(min(w, d), 10) / 2
    places = max(3, round(long / _POST) + 1)
    at = [place * long / (places - 1) - long / 2 for place in range(places)]
    if w >= d:
        return f"M{-long / 2:.1f} 0h{long:.1f}" + "".join(f"M{x:.1f} {-post:.1f}v{2 * post:.1f}" for x in at)
    return f"M0 {-long / 2:.1f}v{long:.1f}" + "".join(f"M{-post:.1f} {y:.1f}h{2 * post:.1f}" for y in at)


def _roof(w: float, d: float, stroke: str) -> str:
    """Return the ridge of a roof and its four slopes."""
    x, y = (abs(w - d) / 2, 0.0) if w >= d else (0.0, abs(w - d) / 2)
    wide = w >= d
    slopes = [
        (-w / 2, -d / 2, -x, -y),
        (w / 2, d / 2, x, y),
        (w / 2, -d / 2, x if wide else -x, -y),
        (-w / 2, d / 2, -x, y),
    ]
    lines = "".join(svg.line(((a, b), (c, e))) for a, b, c, e in slopes) + svg.line(((-x, -y), (x, y)))
    return svg.path(lines, stroke=stroke, stroke_width=1.4, fill="none")


def _village(w: float, d: float, stroke: str, houses: int) -> str:
    size = min(w, d) * 0.3
    wide = size * 1.3
    walls = svg.path(oblong(wide, size), fill="#cbbf9f", stroke=stroke, stroke_width=1.6)
    house = walls + _roof(wide, size, stroke)
    fence = svg.path(oblong(w, d), fill="none", stroke=WOOD, stroke_width=3, stroke_dasharray="9 5")
    places = (svg.moved(x * w, y * d) for x, y in _HOUSES[:houses])
    return fence + "".join(svg.group(house, transform=at) for at in places)


_OUTLINES: Mapping[str, Callable[[float, float], str]] = {"oval": oval, "hill": oval, "obstacle": _hurdle}
