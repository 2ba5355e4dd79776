"""Odds as they are shown: sums with their reasons, and distributions as drawings; of any rule system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDE, HIGH = 290.0, 150.0
TOP, BOTTOM, WIDEST = 22.0, 24.0, 46.0


@dataclass(frozen=True, slots=True)
class Column:
    """A number with its probability and that of as much or more, and where its column stands."""

    number: int
    share: float
    more: float
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Where its labels stand."""
        return self.x + self.width / 2

    @property
    def exact(self) -> str:
        """Its probability with two decimals."""
        return f"{100 * self.share:.2f}%"

    @property
    def at_least(self) -> str:
        """The probability of as much or more, with two decimals."""
        return f"{100 * self.more:.2f}%"

    @property
    def label_y(self) -> float:
        """Where its percentage stands: just above it."""
        return self.y - 5


@dataclass(frozen=True, slots=True)
class Chart:
    """A distribution of a number."""

    title: str
    expected: float
    columns: tuple[Column, ...]
    width: float = WIDE
    height: float = HIGH

    @property
    def floor(self) -> float:
        """The line that the columns stand on."""
        return self.height - BOTTOM

    @property
    def foot(self) -> float:
        """The line of the numbers below the columns."""
        return self.height - 6


@dataclass(frozen=True, slots=True)
class Strike:
    """The dice of a side: what they start from (`base`, called `measure`), each modifier with its `rule`,
    `value` and `why`, how many they are, the hits they make. `support`: who adds how many dice, by what rule.
    `does`: what it does with them, in a word.
    """

    name: str
    does: str
    side: str
    measure: str
    base: int
    changes: Sequence[Mapping[str, Any]]
    dice: int
    rerolls: Sequence[str]
    hits: Chart
    support: Sequence[tuple[str, int, str]] = ()


@dataclass(frozen=True, slots=True)
class DuelTest:
    """The test that hits lead to.

    `number`: what has to be rolled, in words; `sum`: how it is made, formatted with the figures of a side;
    `numbers`, `modifiers`, `rerolls`: the keys of answers that hold it by hits, what changes it, its re-rolls
    ("": no dice of the system are rolled again).
    """

    name: str
    rule: str
    number: str
    sum: str
    numbers: str
    modifiers: str
    rerolls: str = ""

    @property
    def number_key(self) -> str:
        """The key of one number."""
        return self.number.lower().replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Suffering:
    """What is done to a side: its test, if hits lead to one, its losses, and how it stands afterwards.

    `sum`: how the number of the test is made; `numbers`: that for each number of hits.
    """

    name: str
    side: str
    test: DuelTest
    sum: str
    numbers: Sequence[tuple[int, int]]
    changes: Sequence[Mapping[str, Any]]
    rerolls: Sequence[str]
    losses: Chart
    chances: Sequence[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the bar that says who wins, from `x` on, of 100."""

    name: str
    key: str
    share: float
    x: float

    @property
    def width(self) -> float:
        """How much of the bar it takes."""
        return round(100 * self.share, 3)


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a listing: its name and rule ("": none), how far its bar goes (0 to 1), its probabilities, and
    words for the columns after them.
    """

    name: str
    rule: str
    share: float
    chances: tuple[float, ...]
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """Things that may happen, each with its chances. `what` they are; `heads`: the columns; `note` stands
    below.
    """

    title: str
    what: str
    heads: tuple[str, ...]
    rows: tuple[Listed, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is shown. `brief`: the answer in a few figures. `result`: who wins, if somebody can; `added`: what
    may befall one by losing, in words, with its rule; `listings`: chances that are no strikes; `note`: stands
    below it all.
    """

    heading: str
    brief: tuple[tuple[str, str], ...]
    strikes: tuple[Strike, ...] = ()
    sufferings: tuple[Suffering, ...] = ()
    result: tuple[Share, ...] = ()
    added: tuple[tuple[str, str, float], ...] = ()
    listings: tuple[Listing, ...] = ()
    note: str = ""


def chart(title: str, shares: Sequence[tuple[int, float]], expected: float) -> Chart:
    """Return columns for each number, as wide as fits, the most probable one as high as the drawing."""
    pitch = WIDE / max(1, len(shares))
    width = min(WIDEST, pitch * 0.72)
    room = HIGH - TOP - BOTTOM
    most = max((share for _, share in shares), default=1.0) or 1.0
    columns, more = [], 1.0
    for index, (number, share) in enumerate(shares):
        height = max(0.8, room * share / most)
        x = index * pitch + (pitch - width) / 2
        place = (round(x, 2), round(HIGH - BOTTOM - height, 2), round(width, 2), round(height, 2))
        columns.append(Column(number, share, max(more, share), *place))
        more -= share
    return Chart(title, expected, tuple(columns))


def bar(parts: Iterable[tuple[str, str, float]]) -> Iterator[Share]:
    """Yield the parts of a bar one after the other: each with its name, key and probability."""
    x = 0.0
    for name, key, share in parts:
        yield Share(name, key, share, round(x, 3))
        x += 100 * share
