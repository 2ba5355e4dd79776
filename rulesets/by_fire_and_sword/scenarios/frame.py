"""A scenario drawn on a table: fractions become cm, and the weaker side's edge becomes the one it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rulesets.by_fire_and_sword.pieces import Piece, make, outline
from rulesets.by_fire_and_sword.scenarios.definitions import (
    Anywhere,
    Area,
    Around,
    Block,
    Circle,
    Deployment,
    Objective,
    Part,
    Scenario,
    Strip,
    Terrain,
    Zone,
)
from rulesets.by_fire_and_sword.wording import scenarios as words
from rulesets.engine.geometry import Polygon, ellipse, polygon, rectangle, rounded
from rulesets.engine.geometry.spacing import point_inside, widened

_ROUND = 48


@dataclass(frozen=True, slots=True)
class Drawn:
    """A zone on a table: a convex polygon in cm, and what it is in words."""

    polygon: Polygon
    words: str

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in the zone."""
        return point_inside(x, y, self.polygon)

    def to_json(self) -> dict[str, Any]:
        flat = self.polygon
        return {"words": self.words, "polygon": [[flat[i], flat[i + 1]] for i in range(0, len(flat), 2)]}


@dataclass(frozen=True, slots=True)
class Frame:
    """A table of `width` by `depth` cm, the weaker side having its southern or its northern edge."""

    width: float
    depth: float
    weaker_edge: Literal["south", "north"] = "south"

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the place in cm of a point given in fractions of the table."""
        across = y if self.weaker_edge == "south" else 1.0 - y
        return rounded(x * self.width), rounded(across * self.depth)

    def angle(self, degrees: float) -> float:
        """Return a heading on this table: mirrored with the table."""
        return degrees if self.weaker_edge == "south" else -degrees

    def edge(self, part: Part) -> Literal["south", "north"]:
        """Return the table edge of a part."""
        if part == "weaker":
            return self.weaker_edge
        return "north" if self.weaker_edge == "south" else "south"

    def piece(self, terrain: Terrain, *, id_: str) -> Piece:
        """Return a piece that the scenario makes obligatory (BFS-31.6.2)."""
        x, y = self.point(terrain.x, terrain.y)
        width = self.width if terrain.across else terrain.width_cm or terrain.depth_cm
        more: dict[str, Any] = {"id": id_, "name": terrain.name, "scenario": terrain.key}
        if terrain.on:
            more["on"] = terrain.on
        if terrain.buildings:
            more["buildings"] = terrain.buildings
        return make(terrain.kind, x, y, width, terrain.depth_cm, self.angle(terrain.angle), **more)

    def objective(self, objective: Objective, terrain: list[Piece]) -> tuple[float, float]:
        """Return an objective's point: at its place or its terrain's centre, or so far off it."""
        x, y = self.point(objective.x, objective.y)
        for piece in terrain:
            if objective.terrain and piece.get("scenario") == objective.terrain:
                x, y = piece["x"], piece["y"]
        dy = objective.dy_cm if self.weaker_edge == "south" else -objective.dy_cm
        return rounded(x + objective.dx_cm), rounded(y + dy)

    def zones(
        self, scenario: Scenario, step: Deployment, terrain: list[Piece], value: int
    ) -> tuple[Drawn, ...]:
        """Return the zones of a step that are open at the scenario's final value (BFS-30.3.D.1)."""
        return tuple(
            self.zone(scenario, zone, step.part, terrain) for zone in step.zone if zone.open_at(value)
        )

    def zone(self, scenario: Scenario, zone: Zone, part: Part, terrain: list[Piece]) -> Drawn:
        """Return a zone of a part, drawn."""
        if isinstance(zone, Strip):
            return self._strip(zone, part)
        if isinstance(zone, Area):
            flat = [value for x, y in zone.points for value in self.point(x, y)]
            return Drawn(polygon(flat), words.AREA_ON_MAP)
        if isinstance(zone, Block):
            x, y = self.point(zone.x, zone.y)
            shape = rectangle(x, y, zone.width_cm, zone.depth_cm, self.angle(zone.angle))
            return Drawn(shape, words.block(zone.width_cm, zone.depth_cm))
        if isinstance(zone, Circle):
            return self._circle(scenario, zone, terrain)
        if isinstance(zone, Around):
            piece = self._piece(scenario, zone.terrain, terrain)
            name = str(piece["name"]).lower()
            text = words.around(zone.reach_cm, name) if zone.reach_cm else words.inside(name)
            return Drawn(widened(outline(piece), zone.reach_cm), text)
        assert isinstance(zone, Anywhere)
        return Drawn(rectangle(self.width / 2, self.depth / 2, self.width, self.depth), "anywhere")

    def _strip(self, zone: Strip, part: Part) -> Drawn:
        side = zone.edge in ("left", "right")
        span = self.width if side else self.depth
        deep = zone.depth_cm if zone.depth_cm is not None else rounded((zone.depth or 0.0) * span)
        share = min(1.0, deep / span)
        low, high = (0.0, share) if zone.edge in ("own", "left") else (1.0 - share, 1.0)
        if side:
            corners = ((low, zone.start), (high, zone.start), (high, zone.stop), (low, zone.stop))
        else:
            if part == "stronger":
                low, high = 1.0 - high, 1.0 - low
            corners = ((zone.start, low), (zone.stop, low), (zone.stop, high), (zone.start, high))
        flat = [value for x, y in corners for value in self.point(x, y)]
        return Drawn(polygon(flat), words.along(deep, words.EDGES[zone.edge]))

    def _circle(self, scenario: Scenario, zone: Circle, terrain: list[Piece]) -> Drawn:
        x, y = self.point(zone.x, zone.y)
        text = words.around_point(zone.radius_cm)
        if zone.terrain:
            piece = self._piece(scenario, zone.terrain, terrain)
            x, y = piece["x"], piece["y"]
            text = words.around_centre(zone.radius_cm, str(piece["name"]).lower())
        return Drawn(ellipse(x, y, 2 * zone.radius_cm, 2 * zone.radius_cm, 0.0, _ROUND), text)

    def _piece(self, scenario: Scenario, key: str, terrain: list[Piece]) -> Piece:
        """Return the scenario's piece as it lies, or as it would lie by the map."""
        for piece in terrain:
            if piece.get("scenario") == key:
                return piece
        found = scenario.terrain_by_key(key)
        assert found is not None, "reading has checked it"
        return self.piece(found, id_=key)
