"""The course of a campaign as charts (SVG): a line for each faction, turn by turn.

Colour never tells factions apart alone: each has its own dashes and its own mark, in black and white too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

INK, PALE, RULE = "#231c15", "#5a4d3f", "#d3c7ae"
WIDE, HIGH = 560.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 118.0, 14.0, 42.0
LINE = 17.0
DASHES = ("", "8 4", "2 4", "12 4 2 4", "5 3", "1 3", "14 5")
MARKS = (
    '<circle r="3.8"/>',
    '<rect x="-3.4" y="-3.4" width="6.8" height="6.8"/>',
    '<path d="M0 -4.6 4.2 3.2H-4.2Z"/>',
    '<path d="M0 -4.8 4.8 0 0 4.8 -4.8 0Z"/>',
    '<path d="M0 4.6 4.2 -3.2H-4.2Z"/>',
)
STEPS = tuple(figure * 10**power for power in range(6) for figure in (1, 2, 5))


@dataclass(frozen=True, slots=True)
class Line:
    """A faction's figures: what it is called, its colour (#rrggbb), a figure for each of the chart's turns
    (None: not known then).
    """

    name: str
    colour: str
    values: tuple[float | None, ...]

    @property
    def last(self) -> float:
        """The last figure that is known; raises StopIteration if none is."""
        return next(value for value in reversed(self.values) if value is not None)


def chart_svg(title: str, turns: Sequence[int], lines: Sequence[Line]) -> SafeString:
    """The lines over the turns; empty while there are not two turns, or nothing is known."""
    known = [line for line in lines if any(value is not None for value in line.values)]
    if len(turns) < 2 or not known:
        return SafeString("")
    body = "".join(_Chart(turns, known).parts())
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" '
        f'aria-label="{escape(title)}" font-family="EB Garamond, serif" font-size="16">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )  # names are escaped where they are written


class _Chart:
    """The scales of one chart, and its parts."""

    def __init__(self, turns: Sequence[int], lines: Sequence[Line]) -> None:
        self.turns, self.lines = turns, lines
        values = [value for line in lines for value in line.values if value is not None]
        self.high, self.low = max(1.0, *values), min(0.0, *values)

    def parts(self) -> Iterator[str]:
        yield from self._grid()
        yield from self._axis()
        labels = self._label_places()
        looks = zip(self.lines, islice(cycle(DASHES), len(self.lines)), cycle(MARKS), strict=False)
        for (line, dash, mark), place in zip(looks, labels, strict=True):
            yield from self._line(line, dash, mark, place)

    def _x(self, index: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * index / (len(self.turns) - 1)

    def _y(self, value: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)

    def _grid(self) -> Iterator[str]:
        step = next((step for step in STEPS if (self.high - self.low) / step <= 6), STEPS[-1])
        for value in range(-int(-self.low // step) * step, int(self.high) + 1, step):
            y = self._y(value)
            colour = INK if value == 0 else RULE
            yield f'<path d="M{LEFT:g} {y:.1f}H{WIDE - RIGHT:g}" stroke="{colour}" stroke-width="1"/>'
            yield _text(LEFT - 8, y + 5, _figure(value), anchor="end")

    def _axis(self) -> Iterator[str]:
        every = max(1, round(len(self.turns) / 8))
        for index, turn in enumerate(self.turns):
            if index % every == 0:
                yield _text(self._x(index), HIGH - BOTTOM + 21, str(turn))
        yield _text((LEFT + WIDE - RIGHT) / 2, HIGH - 3, "turn", PALE, more=' font-style="italic"')

    def _line(self, line: Line, dash: str, mark: str, label: float) -> Iterator[str]:
        places = [
            (self._x(index), self._y(value)) for index, value in enumerate(line.values) if value is not None
        ]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        look = f'fill="{line.colour}" stroke="#fbf7ec" stroke-width="0.8"'
        yield f'<polyline points="{points}" fill="none" stroke="{line.colour}" stroke-width="2.4"{dashes}/>'
        for x, y in places:
            yield f'<g transform="translate({x:.1f} {y:.1f})" {look}>{mark}</g>'
        end = WIDE - RIGHT
        yield f'<g transform="translate({end + 14:g} {label:.1f})" {look}>{mark}</g>'
        last = next(value for value in reversed(line.values) if value is not None)
        words = f"{_short(line.name)} {_figure(last)}"
        yield _text(
            end + 23, label + 5, words, line.colour, anchor="start", more=' font-weight="600" font-size="14"'
        )

    def _label_places(self) -> list[float]:
        """How high each line's name stands: beside its end, but not on another's."""
        ends = [
            next(self._y(value) for value in reversed(line.values) if value is not None)
            for line in self.lines
        ]
        order = sorted(range(len(ends)), key=lambda index: ends[index])
        places = [0.0] * len(ends)
        free = TOP
        for index in order:
            places[index] = max(free, ends[index])
            free = places[index] + LINE
        over = max(0.0, free - LINE - (HIGH - BOTTOM))
        lowest = HIGH - BOTTOM
        for index in reversed(order if over else ()):
            places[index] = min(places[index], lowest)
            lowest = places[index] - LINE
        return places


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11].rstrip()}…"


def _text(
    x: float, y: float, words: str, colour: str = INK, *, anchor: str = "middle", more: str = ""
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}"'
    return f'<text {place} text-anchor="{anchor}" fill="{colour}"{more}>{escape(words)}</text>'


def _figure(value: float) -> str:
    shown = f"{abs(value):.0f}"
    return f"−{shown}" if value < 0 and shown != "0" else shown
