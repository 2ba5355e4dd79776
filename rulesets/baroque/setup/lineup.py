"""The deployment zones (BQ-3.4.c), and a command's battle line drawn up by itself. Distances in BU.

Foot stands in the centre, mounted on the wings, guns between. Every command has its sector of the zone, from
the army's left to its right in the order of the list; where a name says left, right or centre, that is where
it stands. What does not fit into the first line stands behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from rulesets.baroque import tables, terrain
from rulesets.baroque.setup.beginning import Size, base_size
from rulesets.baroque.state import BAGGAGE, Command, State, Unit
from rulesets.baroque.wording import common
from rulesets.baroque.wording import setup as words
from rulesets.engine.decisions import Refusal
from rulesets.engine.geometry import OVERLAP, Base, overlap, overlaps_polygon, point_gap
from rulesets.engine.mustering import from_left
from rulesets.freetable import lineup, zones
from rulesets.freetable.lineup import Spacing, Wings
from rulesets.freetable.zones import Zone

RULE = "BQ-3.4.c"
_GRID = 0.25  # between the places that are tried when the best one is taken
_ROWS = (0.0, 1.4, 2.8)  # from the front of the zone to the rows of places that are offered


def zone_of(state: State, side: int, *, margin: bool = True) -> Zone:
    """Return the zone, 4 BU deep, with `margin` (not for Baggage) 2 BU off the sides (BQ-3.4.c)."""
    row = tables.tables().deployment
    off = row.distance_from_side_edges_bu if margin else 0.0
    return zones.strip((state.width, state.depth), side, row.depth_from_own_edge_bu, off)


def unit_zone(state: State, unit: Unit) -> Zone:
    """Return the zone that a unit or the Baggage deploys in."""
    return zone_of(state, unit.side, margin=unit.profile.type != BAGGAGE)


def check_base(state: State, unit: Unit, base: Base) -> None:
    """Raise Refusal if the unit may not be deployed on `base`."""
    zone = unit_zone(state, unit)
    if not zone.holds(base):
        raise Refusal(
            words.stands_in_zone(zone.x0, zone.y0, zone.x1, zone.y1),
            rule=RULE,
            path="choice.x",
        )
    for other in state.on_field():
        if overlap(base, other.place):
            raise Refusal(common.stands_there(other.name), rule=RULE, path="choice.x", code="taken")
    if not _firm(state, base):
        raise Refusal(words.NOT_IN_IMPASSABLE, rule="BQ-3.1.1.d", path="choice.x")


def free(state: State, unit: Unit, base: Base, taken: Iterable[Base] = ()) -> bool:
    """Return whether the unit may be deployed on `base`, with `taken` bases beside those on the table."""
    # The cheap tests first: thousands of places are tried to line up an army.
    return (
        unit_zone(state, unit).holds(base)
        and not any(overlap(base, other) for other in taken)
        and not any(overlap(base, other.place) for other in state.on_field())
        and _firm(state, base)
    )


def check_leader(state: State, side: int, x: float, y: float) -> None:
    """Raise Refusal if a Leader may not be deployed at a point."""
    if not zone_of(state, side).holds_point(x, y):
        raise Refusal(words.LEADER_IN_ZONE, rule=RULE, path="choice.x")
    if not leader_free(state, x, y):
        raise Refusal(words.LEADER_ALONE, rule=RULE, path="choice.x")


def leader_free(state: State, x: float, y: float) -> bool:
    """Return whether a point is firm ground that no base covers."""
    covered = any(point_gap(x, y, unit.place) <= OVERLAP for unit in state.on_field())
    return not covered and terrain.leader_may_stand(state, x, y)


def spots(state: State, unit: Unit) -> Iterator[tuple[str, Base]]:
    """Yield the places offered to a unit as "column-row": three rows over the whole zone."""
    zone, step = unit_zone(state, unit), tables.tables().units.standard_frontage_bu
    for at, base in zones.spots(zone, base_size(unit.profile), step, [zone.depth - row for row in _ROWS]):
        if free(state, unit, base):
            yield at, base


def nearest_free(state: State, unit: Unit, wanted: Base, taken: Iterable[Base] = ()) -> Base | None:
    """Return the free place nearest to `wanted`, if possible on ground that suits; or None."""
    taken = tuple(taken)
    return zones.nearest(
        unit_zone(state, unit), wanted, _GRID,
        lambda base: free(state, unit, base, taken), lambda base: _suits(state, unit, base),
    )  # fmt: skip


def _suits(state: State, unit: Unit, base: Base) -> bool:
    """Return whether the ground would not Disorder the unit as soon as it moves."""
    ground = terrain.ground(state, base)
    if ground == "open" or unit.profile.type == BAGGAGE:
        return True
    return tables.troop_type(unit.profile.type).code in tables.ground(ground).disorder_exempt


def _firm(state: State, base: Base) -> bool:
    """Return whether a unit may stand there; not in a river, still of unknown state (BQ-3.1.1.d)."""
    if not terrain.may_stand(state, base):
        return False
    return not any(
        shape.river and shape.near(base) and any(overlaps_polygon(base, part) for part in shape.parts)
        for shape in terrain.layout(state).shapes
    )


SPACING = Spacing(gap=0.25, lines=0.4, behind=0.3, step=(0.25, 0.2))


def line_up(state: State, command: Command, units: Sequence[Unit]) -> list[tuple[Unit, Base | None]]:
    """Return where the units of a command stand when they are drawn up; None for one that has no room."""
    zone = zone_of(state, command.side)
    left, right, wings = _sector(state, command, zone)
    # The guns and the strongest units first: the first line is filled with them.
    strongest = sorted(units, key=lambda unit: (unit.profile.type != "ART", -unit.profile.vbu))
    rows = lineup.lines(strongest, right - left, lambda unit: _size(unit)[0])
    ordered = (_ordered(row, wings) for row in rows)
    return lineup.drawn_up(zone, ordered, left, right, SPACING, _size, partial(nearest_free, state))


def behind(state: State, command: Command) -> tuple[float, float]:
    """Return a Leader's place: behind the middle of the command, else the nearest free one."""
    bases = [unit.base for unit in map(state.units.__getitem__, command.units) if unit.base is not None]
    return lineup.behind(zone_of(state, command.side), bases, SPACING, partial(leader_free, state))


def _size(unit: Unit) -> Size:
    return base_size(unit.profile)


def _sector(state: State, command: Command, zone: Zone) -> tuple[float, float, Wings]:
    """Return from where to where the command stands on the table, and the wings of its Mounted."""
    order = from_left([other for other in state.commands.values() if other.side == command.side])
    if zone.heading == 270.0:  # a unit that faces down the table has its left on the table's right
        order.reverse()
    widths = [sum(_size(state.units[id_])[0] for id_ in other.units) for other in order]
    return lineup.sector(zone, widths, order.index(command))


def _ordered(line: list[Unit], wings: Wings) -> list[Unit]:
    """Return a line from left to right: Mounted on the wings, foot between, guns among the foot."""
    mounted = [unit for unit in line if unit.profile.mounted]
    foot = [unit for unit in line if not unit.profile.mounted and unit.profile.type != "ART"]
    for number, gun in enumerate(unit for unit in line if unit.profile.type == "ART"):
        # Between every second unit of foot, so that no two guns stand side by side.
        foot.insert(min(len(foot), 1 + 2 * number), gun)
    return lineup.winged(mounted, foot, wings)
