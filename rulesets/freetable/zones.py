"""Deployment zones along the table's long edges, and places in them for bases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from rulesets.engine.geometry import Base, rounded, within
from rulesets.engine.records import record
from rulesets.freetable.making import Table
from rulesets.freetable.placing import Box

Size = tuple[float, float]
Free = Callable[[Base], bool]


@record
class Zone:
    """A side's zone: a rectangle, and the heading of those who face the enemy, up or down the table."""

    x0: float
    y0: float
    x1: float
    y1: float
    heading: float

    @property
    def depth(self) -> float:
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def box(self) -> Box:
        return self.x0, self.y0, self.x1, self.y1

    def y_at(self, front: float) -> float:
        """Return the y of a front edge that lies `front` before the own table edge."""
        return self.y0 + front if self.heading == 90.0 else self.y1 - front

    def holds(self, base: Base) -> bool:
        return within(base, *self.box)

    def holds_point(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    def base(self, x: float, front: float, size: Size) -> Base:
        """Return a base that faces the enemy, its front edge `front` before the own table edge."""
        return Base(x, self.y_at(front), self.heading, *size)


def strip(table: Table, side: int, depth: float, margin: float = 0.0) -> Zone:
    """Return the zone of side 0 at the near or 1 at the far edge: so deep, so far from the short edges."""
    y0 = 0.0 if side == 0 else table[1] - depth
    return Zone(margin, y0, table[0] - margin, y0 + depth, 90.0 if side == 0 else 270.0)


def spots(zone: Zone, size: Size, step: float, fronts: Sequence[float]) -> Iterator[tuple[str, Base]]:
    """Yield places side by side over the whole zone as "column-row": a column each `step`, a row for each
    front.
    """
    columns = int((zone.x1 - zone.x0) / step + 1e-6)
    left = (zone.x0 + zone.x1 - columns * step) / 2 + step / 2
    for row, front in enumerate(fronts, start=1):
        for column in range(columns):
            yield f"{column + 1}-{row}", zone.base(left + column * step, front, size)


def nearest(zone: Zone, wanted: Base, step: float, free: Free, suits: Free) -> Base | None:
    """Return the free place nearest to `wanted`, on ground that suits if possible; None without room.

    Places are tried at every `step`.
    """
    if free(wanted) and suits(wanted):
        return wanted
    poor = None
    for base in _grid(zone, wanted, step):
        if free(base):
            if suits(base):
                return base
            poor = poor or base
    return poor


def _grid(zone: Zone, wanted: Base, step: float) -> Iterator[Base]:
    """Yield places all over the zone, nearest to `wanted` first; a step back counts like two aside."""
    width, depth = wanted.width, wanted.depth
    columns = int((zone.x1 - zone.x0 - width) / step + 1e-6)
    rows = int((zone.depth - depth) / step + 1e-6)
    left = zone.x0 + width / 2
    xs = [rounded(left + column * step) for column in range(columns + 1)]
    ys = [rounded(zone.y_at(zone.depth - row * step)) for row in range(rows + 1)]
    places = [(abs(x - wanted.x) + 2 * abs(y - wanted.y), x, y) for y in ys for x in xs]
    places.sort(key=itemgetter(0))
    for _, x, y in places:
        yield Base(x, y, zone.heading, width, depth)
