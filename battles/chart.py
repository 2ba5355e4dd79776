"""A course of turns as a line chart (SVG): what each side of a battle has left, what each faction holds.

Colour alone never distinguishes lines: each has its own dashes and its own mark, in black and white too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

from django.utils.safestring import SafeString, mark_safe

from battles.theme import legend, name_lines
from battles.turns import TurnMark
from rulesets.engine import svg
from rulesets.engine.svg import COLOURS, INK, PALE, PAPER, RULE
from rulesets.engine.wording import minus

WIDE, HIGH = 560.0, 300.0
LEFT, BOTTOM = 44.0, 42.0
ROW = 17.0
"""How far apart two names beside the ends of lines stand at least."""
MARGIN = 20.0
"""How far a scale that does not begin at nothing goes beyond its figures."""
DASHES = (None, "8 4", "2 4", "12 4 2 4", "5 3", "1 3", "14 5")
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
    """Whose figures they are, in which colour (#rrggbb); one for each turn, None where it is not known."""

    name: str
    colour: str
    values: tuple[float | None, ...]

    @property
    def last(self) -> float:
        """The last figure that is known; raises StopIteration if none is."""
        return next(value for value in reversed(self.values) if value is not None)


def chart_svg(
    marks: Sequence[TurnMark], sides: Sequence[str], measure: str, turn: str = "turn"
) -> SafeString:
    """Return what both sides of a battle have left by turn, which is called `turn`.

    Empty for a battle that has no measure or no turn yet.
    """
    if not marks or not marks[0].standing:
        return SafeString("")
    lines = [
        Line(name, colour, tuple(mark.standing[side]["left"] for mark in marks))
        for side, (name, colour) in enumerate(zip(sides, COLOURS, strict=True))
    ]
    title = f"{measure} left by {turn}: {sides[0]} and {sides[1]}"
    return line_chart(title, [mark.number for mark in marks], lines, axis=turn, names_above=True)


def line_chart(
    title: str, turns: Sequence[int], lines: Sequence[Line], *, axis: str = "turn", names_above: bool = False,
    from_zero: bool = True, **attributes: svg.Value,
) -> SafeString:  # fmt: skip
    """Return the lines over the turns; empty while there are not two turns, or nothing is known.

    `names_above`: two long names stand over the chart, not beside the ends of their lines; `from_zero`: the
    scale begins at nothing, else near the least figure, as for ratings; `attributes`: more of the drawing.
    """
    known = [each for each in lines if any(value is not None for value in each.values)]
    if len(turns) < 2 or not known:
        return SafeString("")
    parts = _Chart(turns, known, axis, names_above, from_zero).parts()
    return mark_safe(svg.drawing(WIDE, HIGH, title, *parts, font_size=16, **attributes))  # names are escaped


class _Chart:
    """The scales of one chart, and its parts."""

    def __init__(
        self, turns: Sequence[int], lines: Sequence[Line], axis: str, names_above: bool, from_zero: bool
    ) -> None:
        self.turns, self.lines, self.axis, self.names_above = turns, lines, axis, names_above
        self.top, self.end = (44.0, WIDE - 46.0) if names_above else (14.0, WIDE - _room(lines))
        values = [value for each in lines for value in each.values if value is not None]
        self.high, self.low = max(1.0, *values), min(0.0, *values)
        if not from_zero:
            # Some room below and above: a rating that hardly moves must not look as if it leapt.
            self.high, self.low = max(values) + MARGIN, min(values) - MARGIN

    def parts(self) -> Iterator[str]:
        yield from self._grid()
        yield from self._axis()
        styles = zip(self.lines, cycle(DASHES), cycle(MARKS), strict=False)
        for number, ((each, dash, mark), label) in enumerate(zip(styles, self._label_places(), strict=True)):
            mark = svg.group(mark, fill=each.colour, stroke=PAPER, stroke_width=0.8)
            yield from self._line(each, dash, mark)
            yield from self._name_above(number, each, dash, mark) if self.names_above else ()
            yield from self._end(each, mark, label)

    def _x(self, index: int) -> float:
        return LEFT + (self.end - LEFT) * index / (len(self.turns) - 1)

    def _y(self, value: float) -> float:
        return self.top + (HIGH - self.top - BOTTOM) * (self.high - value) / (self.high - self.low)

    def _grid(self) -> Iterator[str]:
        step = next((step for step in STEPS if (self.high - self.low) / step <= 6), STEPS[-1])
        for value in range(-int(-self.low // step) * step, int(self.high) + 1, step):
            y = self._y(value)
            yield svg.path(
                svg.line(((LEFT, y), (self.end, y))), stroke=RULE if value else INK, stroke_width=1
            )
            yield svg.text(LEFT - 8, y + 5, minus(value), anchor="end")

    def _axis(self) -> Iterator[str]:
        every = max(1, round(len(self.turns) / 8))
        for index in range(0, len(self.turns), every):
            yield svg.text(self._x(index), HIGH - BOTTOM + 21, self.turns[index])
        yield svg.text((LEFT + self.end) / 2, HIGH - 3, self.axis, fill=PALE, font_style="italic")

    def _line(self, of: Line, dash: str | None, mark: str) -> Iterator[str]:
        places = [(self._x(at), self._y(value)) for at, value in enumerate(of.values) if value is not None]
        style: svg.Look = {"fill": "none", "stroke": of.colour, "stroke_width": 2.4, "stroke_dasharray": dash}
        yield svg.element("polyline", points=svg.points(places), **style)
        yield from (svg.group(mark, transform=svg.moved(x, y)) for x, y in places)

    def _name_above(self, number: int, of: Line, dash: str | None, mark: str) -> Iterator[str]:
        x = LEFT + number * (WIDE - LEFT) / 2
        yield svg.path(f"M{x:g} 17h30", stroke=of.colour, stroke_width=2.4, stroke_dasharray=dash)
        yield svg.group(mark, transform=svg.moved(x + 15, 17))
        yield legend(x + 38, 22, of.name, name_lines(of.name, 27), 16, of.colour)

    def _end(self, of: Line, mark: str, y: float) -> Iterator[str]:
        """Yield the last figure beside the end of a line; with whose it is, if that does not stand above."""
        if self.names_above:
            yield svg.text(
                self.end + 12, y + 5, _figure(of.last), None, of.colour, anchor="start", font_weight=600
            )
            return
        yield svg.group(mark, transform=svg.moved(self.end + 14, y))
        yield svg.text(self.end + 23, y + 5, _label(of), 14, of.colour, anchor="start", font_weight=600)

    def _label_places(self) -> list[float]:
        """How high each line's name stands: beside its end, but not on another's."""
        ends = [self._y(each.last) for each in self.lines]
        order = sorted(range(len(ends)), key=lambda index: ends[index])
        places = [0.0] * len(ends)
        free = self.top
        for index in order:
            places[index] = max(free, ends[index])
            free = places[index] + ROW
        lowest = HIGH - BOTTOM
        for index in reversed(order if free - ROW > lowest else ()):
            places[index] = min(places[index], lowest)
            lowest = places[index] - ROW
        return places


def _label(of: Line) -> str:
    return f"{_short(of.name)} {_figure(of.last)}"


def _room(lines: Sequence[Line]) -> float:
    """Return how wide the labels at the ends of lines are, with their marks; 118 at least."""
    # Bold letters of 14 units are 8.2 wide on average, measured over names of factions.
    return max(118.0, 23 + 8.2 * max(len(_label(each)) for each in lines))


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11].rstrip()}…"


def _figure(value: float) -> str:
    return minus(round(value))
