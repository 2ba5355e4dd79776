"""Events before the first round, with the ground that dice give, and of later arrivals (SN-C-setup)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rulesets.engine.events import Event
from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.events import Faced
from rulesets.snaphance.events.movement import put
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.state import State
from rulesets.snaphance.wording import events as words


@record
class FirstToDeploy(Event):
    """Which side deploys first, and why."""

    side: int
    why: str

    kind: ClassVar[str] = "first-to-deploy"
    sentence: ClassVar[str] = words.DEPLOYS_FIRST


@record
class StandDeployed(Faced):
    """A stand is put on the map."""

    unit: str
    hex: str
    facing: int

    kind: ClassVar[str] = "unit-deployed"
    sentence: ClassVar[str] = words.STAND_DEPLOYED

    def apply(self, state: State) -> None:
        stand = state.stands[self.unit]
        put(state, stand, hexes.named(self.hex), self.facing)
        stand.status = "field"


@record
class StandEntered(StandDeployed):
    """A stand comes from the reserve onto the map; that is its turn."""

    kind: ClassVar[str] = "unit-entered"
    sentence: ClassVar[str] = words.STAND_ENTERED


@record
class LeftOut(Event):
    """There is no room for a stand in the deployment zone: it takes no part in the battle."""

    unit: str

    kind: ClassVar[str] = "left-out"
    sentence: ClassVar[str] = words.LEFT_OUT


@record
class GeneralPlaced(Event):
    """A General takes a place in the hex of one of the group's stands."""

    leader: str
    hex: str

    kind: ClassVar[str] = "leader-placed"
    sentence: ClassVar[str] = words.GENERAL_PLACED

    def apply(self, state: State) -> None:
        state.generals[self.leader].hex = hexes.named(self.hex)


@record
class GroupDeployed(Event):
    """All of a group that begins on the map is on it."""

    command: str

    kind: ClassVar[str] = "command-deployed"
    sentence: ClassVar[str] = words.GROUP_DEPLOYED

    def apply(self, state: State) -> None:
        state.groups[self.command].deployed = True


@record
class GroundFound(Event):
    """A piece of ground lies on the map.

    `cells`: by hex, its terrain, its level, and 1 for a road; `sides`: hex, side and kind of each hex side.
    """

    what: str
    cells: Mapping[str, Sequence[str | int]]
    sides: Sequence[Sequence[str]] = ()

    kind: ClassVar[str] = "ground-found"
    sentence: ClassVar[str] = words.GROUND_FOUND

    def apply(self, state: State) -> None:
        old = state.map
        cells = dict(old.cells)
        for label, (terrain, level, road) in self.cells.items():
            cells[hexes.named(label)] = Cell(str(terrain), int(level), bool(road))
        sides = dict(old.sides)
        for label, side, kind in self.sides:
            place, direction = hexes.named(label), hexes.SIDES.index(side)
            # Maps are never changed in place: what was found out about the old one is stored with it.
            sides[(place, direction)] = kind
            sides[(hexes.neighbour(place, direction), (direction + 3) % 6)] = kind
        state.map = Map(old.columns, old.rows, cells, sides)
