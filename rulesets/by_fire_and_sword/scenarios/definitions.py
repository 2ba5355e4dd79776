"""What a scenario is (BFS-30.2, BFS-30.3.D, BFS-30.7): zones, objectives, terrain, rules, points.

A definition is drawn once for tables of every size: places are fractions of the table's width (x) and depth
(y), lengths that a ruler measures are in cm. It is drawn for a weaker side whose table edge is the southern
one (y = 0); where the edges fall the other way it is mirrored (`frame`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from rulesets.engine.books import Provenance, data

Part: TypeAlias = Literal["weaker", "stronger"]
Share = Annotated[float, Field(ge=0, le=1)]
Cm = Annotated[float, Field(gt=0, le=400)]
Offset = Annotated[float, Field(ge=-50, le=50)]
Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Words = Annotated[str, Field(min_length=1, max_length=120)]
Text = Annotated[str, Field(max_length=2000)]
Points = Annotated[int, Field(ge=1, le=20)]

Moment: TypeAlias = Literal[
    "deployment", "turn 1 start", "orders", "movement", "combat", "end of turn", "from turn 2", "any time",
    "end of game",
]  # fmt: skip
"""When a player has to think of something, in the order of the battle."""

Kind: TypeAlias = Literal[
    "grove", "hill", "wheat_field", "ploughed_field", "obstacle", "building", "forest", "steep_hill", "bog",
    "village", "stream", "river", "lake", "bridge", "ford", "road",
]  # fmt: skip


@data
class AtValues:
    """What holds only if the scenario's final value in FSP lies between `value_from` and `value_to`
    (BFS-30.3.D.1).
    """

    value_from: Annotated[int, Field(ge=0)] = 0
    value_to: Annotated[int, Field(ge=0)] | None = None

    def open_at(self, value: int) -> bool:
        """Return whether it holds when the scenario has cost `value` FSP."""
        return self.value_from <= value and (self.value_to is None or value <= self.value_to)


@data
class _Zone(AtValues):
    """A part of the table that units may be deployed in."""


@data
class Strip(_Zone):
    """A strip along a table edge: `depth` of it or `depth_cm` deep, from `start` to `stop` along the edge:
    from the west, or from the weaker side's edge.
    """

    shape: Literal["strip"]
    edge: Literal["own", "enemy", "left", "right"] = "own"
    depth: Share | None = None
    depth_cm: Cm | None = None
    start: Share = 0.0
    stop: Share = 1.0


@data
class Area(_Zone):
    """A convex area by its corners, in fractions of the table."""

    shape: Literal["area"]
    points: Annotated[tuple[tuple[Share, Share], ...], Field(min_length=3, max_length=20)]


@data
class Block(_Zone):
    """A rectangle measured in cm around a point, turned by `angle` degrees."""

    shape: Literal["block"]
    x: Share
    y: Share
    width_cm: Cm
    depth_cm: Cm
    angle: float = 0.0


@data
class Circle(_Zone):
    """All within `radius_cm` of a point, or of the scenario's terrain piece `terrain` (from its centre)."""

    shape: Literal["circle"]
    x: Share = 0.5
    y: Share = 0.5
    radius_cm: Cm
    terrain: str = ""


@data
class Around(_Zone):
    """A terrain piece of the scenario and what lies within `reach_cm` of its sides."""

    shape: Literal["around"]
    terrain: str
    reach_cm: Annotated[float, Field(ge=0, le=60)] = 0.0


@data
class Anywhere(_Zone):
    """The whole table."""

    shape: Literal["anywhere"]


Zone: TypeAlias = Annotated[Strip | Area | Block | Circle | Around | Anywhere, Field(discriminator="shape")]


@data
class Deployment:
    """A step of the deployment: which units of a part are put where.

    `who`: all of them, one unit, half of the units (rounded up), the rest, or those that come onto the table
    only in turn `turn` (`late`). `enemy_cm`: how far from every enemy unit they stay.
    """

    part: Part
    who: Literal["all", "one unit", "half", "rest", "late"] = "all"
    zone: tuple[Zone, ...] = ()
    enemy_cm: Annotated[float, Field(ge=0, le=100)] = 0.0
    turn: Annotated[int, Field(ge=1, le=20)] | None = None
    text: Text = ""


@data
class Objective:
    """A point that is worth something (BFS-30.2.5), and how near to it counts (BFS-30.2.6).

    It lies at a point of the map or at the centre of a `terrain` piece, `dx_cm` and `dy_cm` off it. `placed`:
    with the terrain, or by a player during the battle, as the text says.
    """

    key: Key
    name: Words
    x: Share = 0.5
    y: Share = 0.5
    terrain: str = ""
    dx_cm: Offset = 0.0
    dy_cm: Offset = 0.0
    radius_cm: Cm = 10.0
    placed: Literal["set up", "in play"] = "set up"
    text: Text = ""


@data
class Terrain:
    """Terrain that the scenario makes obligatory (BFS-31.6.2): its centre and size.

    `across`: it runs along the whole width of the table. `on`: the piece that it belongs to and lies on, as a
    bridge on its river.
    """

    key: Key
    kind: Kind
    name: Words
    x: Share = 0.5
    y: Share = 0.5
    width_cm: Cm | None = None
    depth_cm: Cm
    angle: float = 0.0
    across: bool = False
    on: str = ""
    buildings: Literal[2, 3] | None = None


@data
class Value:
    """A final value that a variable scenario can have, and what it buys (BFS-30.3.D.1)."""

    fsp: Annotated[int, Field(ge=0, le=20)]
    name: Words
    text: Text = ""


@data
class Special(AtValues):
    """A rule of the scenario: when it matters, in which turn (None: in every turn), for which part."""

    when: Moment
    text: Annotated[str, Field(min_length=1, max_length=2000)]
    turn: Annotated[int, Field(ge=1, le=20)] | None = None
    part: Part | None = None
    rule: str = ""


@data
class Victory:
    """Scenario points: `points` each time, `count` times at most. `part` `either`: open to both."""

    part: Literal["weaker", "stronger", "either"]
    points: Points
    count: Points = 1
    objective: str = ""
    text: Annotated[str, Field(min_length=1, max_length=2000)]


@data
class Fact:
    """What is known of the scenario as it was really played, and how sure that is."""

    text: Annotated[str, Field(min_length=1, max_length=1000)]
    confidence: Literal["high", "medium", "low"]


@data
class Scenario:
    """A scenario. `weaker`, `stronger`: what their parts are called. `first`: who deploys first.

    `value_fsp`: its value, or the least of a `variable` one; `alt_value_fsp` that for a weaker defensive
    force, which may discard a `discardable` one (BFS-30.4.2). `edges_first`: the table edges are drawn before
    the terrain, because the scenario's own terrain does not lie on the middle line.
    """

    format: Literal["leaguer-bfs-scenario"]
    version: Literal[1] = 1
    key: Key
    name: Words
    summary: Text = ""
    rule: str = "BFS-30.7"
    value_fsp: Annotated[int, Field(ge=0, le=20)] = 0
    variable: bool = False
    alt_value_fsp: Annotated[int, Field(ge=0, le=20)] | None = None
    discardable: bool = False
    turns: Annotated[int, Field(ge=1, le=20)] = 6
    reconnaissance: bool = True
    fortifications: Literal["none", "weaker"] = "none"
    edges_first: bool = False
    weaker: Words = "Weaker side"
    stronger: Words = "Stronger side"
    first: Literal["weaker", "stronger", "roll"] = "roll"
    starting_orders: Literal["both", "weaker", "stronger", "none"] = "both"
    starting_orders_text: Text = ""
    deployment: Annotated[tuple[Deployment, ...], Field(min_length=1, max_length=12)]
    objective: Annotated[tuple[Objective, ...], Field(max_length=20)] = ()
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=10)] = ()
    value: Annotated[tuple[Value, ...], Field(max_length=10)] = ()
    special: Annotated[tuple[Special, ...], Field(max_length=40)] = ()
    victory: Annotated[tuple[Victory, ...], Field(max_length=40)] = ()
    fact: Annotated[tuple[Fact, ...], Field(max_length=40)] = ()
    provenance: Provenance = field(default_factory=Provenance)

    def most_points(self, part: Part) -> int:
        """Return the most scenario points that a part can score."""
        return sum(each.points * each.count for each in self.victory if each.part in (part, "either"))

    def steps(self, part: Part) -> Iterator[Deployment]:
        """Return the deployment of a part, step by step."""
        return (each for each in self.deployment if each.part == part)

    def value_named(self, fsp: int) -> Value | None:
        """Return what the final value `fsp` of a variable scenario buys."""
        return next((each for each in self.value if each.fsp == fsp), None)

    @property
    def most_value(self) -> int:
        """Return the highest final value that its description knows, in FSP."""
        return max((each.fsp for each in self.value), default=self.value_fsp)

    def terrain_by_key(self, key: str) -> Terrain | None:
        """Return the obligatory piece with that key."""
        return next((each for each in self.terrain if each.key == key), None)
