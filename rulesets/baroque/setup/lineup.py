"""A command's battle line, drawn up by itself: foot in the centre, mounted on the wings, guns between.

Every command has its sector of the zone, from the army's left to its right in the order of the list; where
a name says left, right or centre, that is where the command stands. What does not fit into the first line
stands behind it. Distances in BU.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rulesets.baroque.setup.beginning import Size, base_size
from rulesets.baroque.setup.zones import leader_free, nearest_free, zone_of
from rulesets.baroque.state import Command, State, Unit
from rulesets.engine.geometry import Base
from rulesets.engine.mustering import from_left
from rulesets.freetable import lineup
from rulesets.freetable.lineup import Spacing, Wings
from rulesets.freetable.zones import Zone

SPACING = Spacing(gap=0.25, lines=0.4, behind=0.3, step=(0.25, 0.2))


def line_up(state: State, command: Command, units: Sequence[Unit]) -> list[tuple[Unit, Base | None]]:
    """Where the units of a command stand when they are drawn up; None for one that has no room."""
    zone = zone_of(state, command.side)
    left, right, wings = _sector(state, command, zone)
    strongest = sorted(units, key=lambda unit: (unit.profile.type != "ART", -unit.profile.vbu))
    rows = lineup.lines(strongest, right - left, lambda unit: _size(unit)[0])
    ordered = (_ordered(row, wings) for row in rows)
    return lineup.drawn_up(zone, ordered, left, right, SPACING, _size, partial(nearest_free, state))


def behind(state: State, command: Command) -> tuple[float, float]:
    """A place for the Leader: behind the middle of his command, else the nearest free one of the zone."""
    bases = [unit.base for unit in map(state.units.__getitem__, command.units) if unit.base is not None]
    return lineup.behind(zone_of(state, command.side), bases, SPACING, partial(leader_free, state))


def _size(unit: Unit) -> Size:
    return base_size(unit.profile)


def _sector(state: State, command: Command, zone: Zone) -> tuple[float, float, Wings]:
    """From where to where the command stands, and on which wings its Mounted go.

    Left and right as seen on the table.
    """
    order = from_left([other for other in state.commands.values() if other.side == command.side])
    if zone.heading == 270.0:  # who looks down the table has his left on its right
        order.reverse()
    widths = [sum(_size(state.units[id_])[0] for id_ in other.units) for other in order]
    return lineup.sector(zone, widths, order.index(command))


def _ordered(line: list[Unit], wings: Wings) -> list[Unit]:
    """A line from left to right: Mounted on the wings, foot between, guns among the foot."""
    mounted = [unit for unit in line if unit.profile.mounted]
    foot = [unit for unit in line if not unit.profile.mounted and unit.profile.type != "ART"]
    for number, gun in enumerate(unit for unit in line if unit.profile.type == "ART"):
        foot.insert(min(len(foot), 1 + 2 * number), gun)
    return lineup.winged(mounted, foot, wings)
