"""A command's battle line, drawn up by itself: foot in the centre, mounted on the wings, guns between.

Every command has its sector of the zone, from the army's left to its right in the order of the list; where
a name says left, right or centre, that is where the command stands. What does not fit into the first line
stands behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from rulesets.baroque.setup.beginning import base_size
from rulesets.baroque.setup.zones import Zone, leader_free, nearest_free, zone_of
from rulesets.baroque.state import Command, State, Unit
from rulesets.engine.geometry import Base
from rulesets.engine.mustering import from_left

GAP = 0.25  # BU between neighbours, where there is room
LINES = 0.4  # BU between one line and the next
BEHIND = 0.3  # BU from a unit's rear to the leader behind it

Line = list[Unit]


def line_up(state: State, command: Command, units: Sequence[Unit]) -> list[tuple[Unit, Base | None]]:
    """Where the units of a command stand when they are drawn up; None for one that has no room."""
    zone = zone_of(state, command.side)
    left, right, wings = _sector(state, command, zone)
    taken: list[Base] = []
    placed: list[tuple[Unit, Base | None]] = []
    front = zone.depth
    for line in _lines(units, right - left):
        for unit, wanted in _stand(_ordered(line, wings), zone, left, right, front):
            base = nearest_free(state, unit, wanted, taken)
            placed.append((unit, base))
            if base is not None:
                taken.append(base)
        front -= max(base_size(unit.profile)[1] for unit in line) + LINES
    return placed


def behind(state: State, command: Command) -> tuple[float, float]:
    """A place for the Leader: behind the middle of his command, else the nearest free one of the zone."""
    zone = zone_of(state, command.side)
    bases = [unit.base for unit in map(state.units.__getitem__, command.units) if unit.base is not None]
    middle = sum(base.cx for base in bases) / len(bases) if bases else (zone.x0 + zone.x1) / 2
    own = sorted(bases, key=lambda base: abs(base.cx - middle))
    points = (
        (base.x - base.fx * (base.depth + BEHIND), base.y - base.fy * (base.depth + BEHIND)) for base in own
    )
    for x, y in chain(points, _all_over(zone, middle)):
        x, y = round(x, 4) + 0.0, round(y, 4) + 0.0
        if zone.x0 <= x <= zone.x1 and zone.y0 <= y <= zone.y1 and leader_free(state, x, y):
            return x, y
    return round(middle, 4), zone.y_at(0.0)


def _all_over(zone: Zone, middle: float) -> Iterator[tuple[float, float]]:
    """Points all over the zone, column by column, those nearest to `middle` first."""
    columns = sorted((zone.x0 + i * 0.25 for i in range(int((zone.x1 - zone.x0) * 4) + 1)),
                     key=lambda x: abs(x - middle))  # fmt: skip
    steps = [zone.y_at(step * 0.2) for step in range(1, 20)]
    yield from ((x, y) for x in columns for y in steps)


def _sector(state: State, command: Command, zone: Zone) -> tuple[float, float, str]:
    """From where to where the command stands, and on which wings its Mounted go ("lr", "l" or "r").

    Left and right as seen on the table.
    """
    order = from_left([other for other in state.commands.values() if other.side == command.side])
    if zone.heading == 270.0:  # who looks down the table has his left on its right
        order.reverse()
    widths = [sum(base_size(state.units[id_].profile)[0] for id_ in other.units) for other in order]
    scale = (zone.x1 - zone.x0) / sum(widths)
    place = order.index(command)
    left = zone.x0 + scale * sum(widths[:place])
    wings = "lr" if len(order) == 1 or 0 < place < len(order) - 1 else "l" if place == 0 else "r"
    return left, left + scale * widths[place], wings


def _lines(units: Sequence[Unit], room: float) -> Iterator[Line]:
    """The units in lines that fit into `room`: guns and the strongest in front."""
    waiting = sorted(units, key=lambda unit: (unit.profile.type != "ART", -unit.profile.vbu))
    while waiting:
        line, used = [waiting.pop(0)], 0.0
        used = base_size(line[0].profile)[0]
        for unit in list(waiting):
            width = base_size(unit.profile)[0]
            if used + width <= room + 1e-6:
                line.append(unit)
                waiting.remove(unit)
                used += width
        yield line


def _ordered(line: Line, wings: str) -> Line:
    """A line from left to right: Mounted on the wings, foot between, guns among the foot."""
    mounted = [unit for unit in line if unit.profile.mounted]
    foot = [unit for unit in line if not unit.profile.mounted and unit.profile.type != "ART"]
    for number, gun in enumerate(unit for unit in line if unit.profile.type == "ART"):
        foot.insert(min(len(foot), 1 + 2 * number), gun)
    share = {"lr": (len(mounted) + 1) // 2, "l": len(mounted), "r": 0}[wings]
    return mounted[:share] + foot + mounted[share:]


def _stand(line: Line, zone: Zone, left: float, right: float, front: float) -> Iterator[tuple[Unit, Base]]:
    """The wanted bases of a line, side by side around the middle of the sector."""
    sizes = [base_size(unit.profile) for unit in line]
    total = sum(width for width, _ in sizes)
    gap = min(GAP, max(0.0, right - left - total) / max(1, len(line) - 1))
    x = (left + right - total - gap * (len(line) - 1)) / 2
    for unit, (width, depth) in zip(line, sizes, strict=True):
        y = zone.y_at(max(front, depth))
        yield unit, Base(x + width / 2, y, zone.heading, width, depth)
        x += width + gap
