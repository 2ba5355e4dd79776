"""Battle lines drawn up by themselves in a deployment zone: sectors, lines behind each other, wings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal, TypeVar

from rulesets.engine.geometry import Base
from rulesets.engine.records import record
from rulesets.freetable.zones import Size, Zone

U = TypeVar("U")

Wings = Literal["lr", "l", "r"]


@record
class Spacing:
    """The room that is left where there is any: between neighbours, between one line and the next, and from
    a unit's rear to the leader behind it, who is looked for a place at every `step` (across, along).
    """

    gap: float
    lines: float
    behind: float
    step: tuple[float, float]


def sector(zone: Zone, widths: Sequence[float], place: int) -> tuple[float, float, Wings]:
    """Return from where to where a command stands among others, and which of its wings are open. `place`
    counts from the left, with the widths of all; the wings are open on both sides in the middle, else on the
    outer one.
    """
    scale = (zone.x1 - zone.x0) / sum(widths)
    left = zone.x0 + scale * sum(widths[:place])
    wings: Wings = "lr" if len(widths) == 1 or 0 < place < len(widths) - 1 else "l" if place == 0 else "r"
    return left, left + scale * widths[place], wings


def lines(units: Iterable[U], room: float, width: Callable[[U], float]) -> Iterator[list[U]]:
    """Yield the units, in their order, in lines that fit into `room`; one wider than that stands alone."""
    waiting = list(units)
    while waiting:
        line, used = [waiting.pop(0)], 0.0
        used = width(line[0])
        for unit in list(waiting):
            if used + width(unit) <= room + 1e-6:
                line.append(unit)
                waiting.remove(unit)
                used += width(unit)
        yield line


def winged(outer: list[U], centre: list[U], wings: Wings) -> list[U]:
    """Return a line from left to right, with the `outer` units on its wings."""
    share = {"lr": (len(outer) + 1) // 2, "l": len(outer), "r": 0}[wings]
    return outer[:share] + centre + outer[share:]


def drawn_up(
    zone: Zone, rows: Iterable[Sequence[U]], left: float, right: float, spacing: Spacing,
    size: Callable[[U], Size], place: Callable[[U, Base, Sequence[Base]], Base | None],
) -> list[tuple[U, Base | None]]:  # fmt: skip
    """Return where lines of units stand, the first at the front; None for one that has no room.

    `place`: where a unit stands that would stand on a base, others being taken already.
    """
    taken: list[Base] = []
    placed: list[tuple[U, Base | None]] = []
    front = zone.depth
    for row in rows:
        sizes = [size(unit) for unit in row]
        for unit, wanted in zip(row, side_by_side(zone, sizes, left, right, front, spacing.gap), strict=True):
            base = place(unit, wanted, taken)
            placed.append((unit, base))
            if base is not None:
                taken.append(base)
        front -= max(depth for _, depth in sizes) + spacing.lines
    return placed


def side_by_side(
    zone: Zone, sizes: Sequence[Size], left: float, right: float, front: float, most: float
) -> Iterator[Base]:
    """Yield bases of these sizes around the middle between `left` and `right`, `most` apart where there is
    room.
    """
    total = sum(width for width, _ in sizes)
    gap = min(most, max(0.0, right - left - total) / max(1, len(sizes) - 1))
    x = (left + right - total - gap * (len(sizes) - 1)) / 2
    for width, depth in sizes:
        yield zone.base(x + width / 2, max(front, depth), (width, depth))
        x += width + gap


def behind(
    zone: Zone, bases: Sequence[Base], spacing: Spacing, free: Callable[[float, float], bool]
) -> tuple[float, float]:
    """Return a place for a leader: behind the middle of the bases, else the nearest free one of the zone."""
    middle = sum(base.cx for base in bases) / len(bases) if bases else zone.middle
    own = sorted(bases, key=lambda base: abs(base.cx - middle))
    points = (
        (base.x - base.fx * (base.depth + spacing.behind), base.y - base.fy * (base.depth + spacing.behind))
        for base in own
    )
    for x, y in chain(points, _all_over(zone, middle, *spacing.step)):
        x, y = round(x, 4) + 0.0, round(y, 4) + 0.0
        if zone.holds_point(x, y) and free(x, y):
            return x, y
    return round(middle, 4), zone.y_at(0.0)


def _all_over(zone: Zone, middle: float, across: float, along: float) -> Iterator[tuple[float, float]]:
    """Yield points all over the zone, column by column, those nearest to `middle` first."""
    number = int((zone.x1 - zone.x0) / across) + 1
    columns = sorted((zone.x0 + i * across for i in range(number)), key=lambda x: abs(x - middle))
    steps = [zone.y_at(step * along) for step in range(1, int(zone.depth / along + 1e-6))]
    yield from ((x, y) for x in columns for y in steps)
