"""The deployment zones and what may stand where in them (BQ-3.4.c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter

from rulesets.baroque import tables, terrain
from rulesets.baroque.setup.beginning import base_size
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.engine.decisions import Refusal
from rulesets.engine.geometry import OVERLAP, Base, overlap, overlaps_polygon, point_gap, rounded, within
from rulesets.engine.records import record

RULE = "BQ-3.4.c"
_GRID = 0.25  # BU between the places that are tried when the best one is taken


@record
class Zone:
    """A side's zone: a rectangle, and the heading of those who look at the enemy."""

    x0: float
    y0: float
    x1: float
    y1: float
    heading: float

    @property
    def depth(self) -> float:
        return self.y1 - self.y0

    def y_at(self, front: float) -> float:
        """The y of a front edge that lies `front` BU before the own table edge."""
        return self.y0 + front if self.heading == 90.0 else self.y1 - front

    def holds(self, base: Base) -> bool:
        return within(base, self.x0, self.y0, self.x1, self.y1)


def zone_of(state: State, side: int, *, margin: bool = True) -> Zone:
    """BQ-3.4.c: within 4 BU of the own edge, 2 BU off the side edges (`margin`: not so for Baggage)."""
    row = tables.tables().deployment
    depth = row.depth_from_own_edge_bu
    out = row.distance_from_side_edges_bu if margin else 0.0
    y0 = 0.0 if side == 0 else state.depth - depth
    return Zone(out, y0, state.width - out, y0 + depth, 90.0 if side == 0 else 270.0)


def unit_zone(state: State, unit: Unit) -> Zone:
    """The zone that a unit or the Baggage deploys in."""
    return zone_of(state, unit.side, margin=unit.profile.type != BAGGAGE)


def check_base(state: State, unit: Unit, base: Base) -> None:
    """Raises Refusal if the unit may not be deployed on `base`."""
    zone = unit_zone(state, unit)
    if not zone.holds(base):
        raise Refusal(
            f"a base stands wholly in the zone from {zone.x0:g}, {zone.y0:g} to {zone.x1:g}, {zone.y1:g}",
            rule=RULE, path="choice.x",
        )  # fmt: skip
    for other in state.on_field():
        if overlap(base, other.place):
            raise Refusal(f"{other.name} stands there", rule=RULE, path="choice.x", code="taken")
    if not _firm(state, base):
        raise Refusal(
            "nobody deploys in Impassable Terrain or in a river", rule="BQ-3.1.1.d", path="choice.x"
        )


def free(state: State, unit: Unit, base: Base, taken: Iterable[Base] = ()) -> bool:
    """Whether the unit may be deployed on `base`, with `taken` bases beside those on the table."""
    return (
        unit_zone(state, unit).holds(base)
        and not any(overlap(base, other) for other in taken)
        and not any(overlap(base, other.place) for other in state.on_field())
        and _firm(state, base)
    )


def check_leader(state: State, side: int, x: float, y: float) -> None:
    """Raises Refusal if a Leader may not be deployed at a point."""
    zone = zone_of(state, side)
    if not (zone.x0 <= x <= zone.x1 and zone.y0 <= y <= zone.y1):
        raise Refusal("a Leader stands in the deployment zone", rule=RULE, path="choice.x")
    if not leader_free(state, x, y):
        raise Refusal(
            "a Leader stands neither on a unit nor in Impassable Terrain", rule=RULE, path="choice.x"
        )


def leader_free(state: State, x: float, y: float) -> bool:
    """Whether a point is firm ground that no base covers."""
    covered = any(point_gap(x, y, unit.place) <= OVERLAP for unit in state.on_field())
    return not covered and terrain.leader_may_stand(state, x, y)


def spots(state: State, unit: Unit) -> Iterator[tuple[str, Base]]:
    """The places that are offered to a unit, as "column-row": three rows side by side over the whole zone."""
    zone = unit_zone(state, unit)
    width, depth = base_size(unit.profile)
    step = tables.tables().units.standard_frontage_bu
    columns = int((zone.x1 - zone.x0) / step + 1e-6)
    left = (zone.x0 + zone.x1 - columns * step) / 2 + step / 2
    for row, front in enumerate((zone.depth, zone.depth - 1.4, zone.depth - 2.8), start=1):
        for column in range(columns):
            base = Base(left + column * step, zone.y_at(front), zone.heading, width, depth)
            if free(state, unit, base):
                yield f"{column + 1}-{row}", base


def nearest_free(state: State, unit: Unit, wanted: Base, taken: Iterable[Base] = ()) -> Base | None:
    """The free place nearest to `wanted`, on ground that suits the unit if possible; None without room."""
    taken = tuple(taken)
    if free(state, unit, wanted, taken) and _suits(state, unit, wanted):
        return wanted
    poor = None
    for base in _grid(state, unit, wanted):
        if free(state, unit, base, taken):
            if _suits(state, unit, base):
                return base
            poor = poor or base
    return poor


def _grid(state: State, unit: Unit, wanted: Base) -> Iterator[Base]:
    """Places all over the zone, the nearest to `wanted` first; a step back counts like two to the side."""
    zone = unit_zone(state, unit)
    width, depth = wanted.width, wanted.depth
    columns = int((zone.x1 - zone.x0 - width) / _GRID + 1e-6)
    rows = int((zone.depth - depth) / _GRID + 1e-6)
    left = zone.x0 + width / 2
    xs = [rounded(left + column * _GRID) for column in range(columns + 1)]
    ys = [rounded(zone.y_at(zone.depth - row * _GRID)) for row in range(rows + 1)]
    places = [(abs(x - wanted.x) + 2 * abs(y - wanted.y), x, y) for y in ys for x in xs]
    places.sort(key=itemgetter(0))
    for _, x, y in places:
        yield Base(x, y, zone.heading, width, depth)


def _suits(state: State, unit: Unit, base: Base) -> bool:
    """Whether the ground would not Disorder the unit as soon as it moves."""
    ground = terrain.ground(state, base)
    if ground == "open" or unit.profile.type == BAGGAGE:
        return True
    return tables.troop_type(unit.profile.type).code in tables.ground(ground).disorder_exempt


def _firm(state: State, base: Base) -> bool:
    """BQ-3.1.1.d; nor in a river, whose state is not known yet."""
    if not terrain.may_stand(state, base):
        return False
    return not any(
        shape.river and shape.near(base) and any(overlaps_polygon(base, part) for part in shape.parts)
        for shape in terrain.layout(state).shapes
    )
