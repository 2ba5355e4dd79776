"""The course of a battle as a chart (SVG): what each side has left of what decides it, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from battles.looks import COLOURS, INK, legend, name_lines
from battles.turns import TurnMark

WIDE, HIGH = 560.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 38.0, 46.0, 44.0, 42.0
DASHES = ("", "8 4")
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def chart_svg(
    turns: Sequence[TurnMark], sides: Sequence[str], measure: str, turn: str = "turn"
) -> SafeString:
    """The standing by turn: a full line with discs for side 0, a broken one with squares for side 1.

    `turn` is what a turn is called. Empty for a battle that has no measure or no turn yet.
    """
    if len(turns) < 2 or not turns[0].standing:
        return SafeString("")
    title = f"{measure} left by {turn}: {sides[0]} and {sides[1]}"
    body = "".join(_Chart(turns, sides, turn).parts())
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" '
        f'aria-label="{escape(title)}" font-family="EB Garamond, serif" font-size="16">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )  # the sides' names are escaped


class _Chart:
    """The scales of one chart, and its parts."""

    def __init__(self, turns: Sequence[TurnMark], sides: Sequence[str], turn: str) -> None:
        self.turns, self.sides, self.turn = turns, sides, turn
        values = [side["left"] for turn in turns for side in turn.standing]
        self.high = max(1, *values, *(side["total"] for side in turns[0].standing))
        self.low = min(0, *values)
        self.last = turns[-1].number

    def parts(self) -> Iterator[str]:
        yield from self._grid()
        yield from self._axis()
        ends = self._figure_places()
        for side in (0, 1):
            yield from self._legend(side)
            yield from self._line(side, ends[side])

    def _x(self, turn: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * turn / self.last

    def _y(self, value: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)

    def _grid(self) -> Iterator[str]:
        step = next((step for step in STEPS if (self.high - self.low) / step <= 6), STEPS[-1])
        for value in range(-(-self.low // step) * step, self.high + 1, step):
            y = self._y(value)
            colour = INK if value == 0 else "#d3c7ae"
            yield f'<path d="M{LEFT:g} {y:.1f}H{WIDE - RIGHT:g}" stroke="{colour}" stroke-width="1"/>'
            yield _text(LEFT - 8, y + 5, _minus(value), anchor="end")

    def _axis(self) -> Iterator[str]:
        for turn in range(0, self.last + 1, max(1, round(self.last / 8))):
            yield _text(self._x(turn), HIGH - BOTTOM + 21, str(turn))
        yield _text((LEFT + WIDE - RIGHT) / 2, HIGH - 3, self.turn, "#5a4d3f", more=' font-style="italic"')

    def _legend(self, side: int) -> Iterator[str]:
        x = LEFT + side * (WIDE - LEFT) / 2
        yield f'<path d="M{x:g} 17h30" stroke="{COLOURS[side]}" stroke-width="2.6"{_dash(side)}/>'
        yield _mark(side, x + 15, 17)
        name = self.sides[side]
        yield legend(x + 38, 22, name, name_lines(name, 27), 16, COLOURS[side])

    def _line(self, side: int, figure_y: float) -> Iterator[str]:
        places = [(self._x(turn.number), self._y(turn.standing[side]["left"])) for turn in self.turns]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield (
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[side]}" stroke-width="2.6"'
            f"{_dash(side)}/>"
        )
        yield from (_mark(side, x, y) for x, y in places)
        left = _minus(self.turns[-1].standing[side]["left"])
        bold = ' font-weight="600"'
        yield _text(WIDE - RIGHT + 12, figure_y + 5, left, COLOURS[side], anchor="start", more=bold)

    def _figure_places(self) -> tuple[float, float]:
        """Where the last figures stand: beside the lines' ends, but not on each other."""
        first, second = (self._y(self.turns[-1].standing[side]["left"]) for side in (0, 1))
        shift = max(0.0, (18 - abs(first - second)) / 2)
        return (first - shift, second + shift) if first <= second else (first + shift, second - shift)


def _mark(side: int, x: float, y: float) -> str:
    if side == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" fill="{COLOURS[0]}"/>'
    return (
        f'<rect x="{x - 3.8:.1f}" y="{y - 3.8:.1f}" width="7.6" height="7.6" fill="#fbf7ec" '
        f'stroke="{COLOURS[1]}" stroke-width="2"/>'
    )


def _dash(side: int) -> str:
    return f' stroke-dasharray="{DASHES[side]}"' if DASHES[side] else ""


def _text(
    x: float, y: float, words: str, colour: str = INK, *, anchor: str = "middle", more: str = ""
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{more}>{escape(words)}</text>'
    )


def _minus(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)
