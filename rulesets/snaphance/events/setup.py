"""Events before the first round, with the ground that dice give, and of later arrivals (SN-C-setup)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.state import State


@record
class FirstToDeploy(Event):
    """Which side deploys first, and why."""

    side: int
    why: str

    kind: ClassVar[str] = "first-to-deploy"

    def describe(self, names: Names) -> str:
        return f"{names(str(self.side))} deploys first: {self.why}"


@record
class StandDeployed(Event):
    """A stand is put on the map."""

    unit: str
    hex: str
    facing: int

    kind: ClassVar[str] = "unit-deployed"

    def apply(self, state: State) -> None:
        put(state, self.unit, self.hex, self.facing)

    def describe(self, names: Names) -> str:
        return f"{names(self.unit)} deploys in {self.hex}, facing {hexes.facing_words(self.facing)}"


@record
class StandEntered(Event):
    """A stand comes from the reserve onto the map; that is its turn."""

    unit: str
    hex: str
    facing: int

    kind: ClassVar[str] = "unit-entered"

    def apply(self, state: State) -> None:
        put(state, self.unit, self.hex, self.facing)

    def describe(self, names: Names) -> str:
        return f"{names(self.unit)} arrives in {self.hex}, facing {hexes.facing_words(self.facing)}"


@record
class LeftOut(Event):
    """There is no room for a stand in the deployment zone: it takes no part in the battle."""

    unit: str

    kind: ClassVar[str] = "left-out"

    def describe(self, names: Names) -> str:
        return f"{names(self.unit)} finds no room to deploy and stays out of the battle"


@record
class GeneralPlaced(Event):
    """A General takes his place in the hex of one of his stands."""

    leader: str
    hex: str

    kind: ClassVar[str] = "leader-placed"

    def apply(self, state: State) -> None:
        state.generals[self.leader].hex = hexes.named(self.hex)

    def describe(self, names: Names) -> str:
        return f"{names(self.leader)} takes his place in {self.hex}"


@record
class GroupDeployed(Event):
    """All of a group that begins on the map is on it."""

    command: str

    kind: ClassVar[str] = "command-deployed"

    def apply(self, state: State) -> None:
        state.groups[self.command].deployed = True

    def describe(self, names: Names) -> str:
        return f"{names(self.command)} is deployed"

    def subjects(self) -> Iterator[str]:
        yield self.command


def put(state: State, unit: str, label: str, facing: int) -> None:
    """Put a stand that is not on the map into a hex."""
    stand = state.stands[unit]
    stand.hex, stand.facing, stand.status = hexes.named(label), facing, "field"
    state.occupied[stand.hex] = (*state.occupied.get(stand.hex, ()), unit)


@record
class GroundFound(Event):
    """A piece of ground lies on the map.

    `cells`: by hex, its terrain, its level, and 1 for a road; `sides`: hex, side and kind of each hex side.
    """

    what: str
    cells: Mapping[str, Sequence[str | int]]
    sides: Sequence[Sequence[str]] = ()

    kind: ClassVar[str] = "ground-found"

    def apply(self, state: State) -> None:
        old = state.map
        cells = dict(old.cells)
        for label, (terrain, level, road) in self.cells.items():
            cells[hexes.named(label)] = Cell(str(terrain), int(level), bool(road))
        sides = dict(old.sides)
        for label, side, kind in self.sides:
            place, direction = hexes.named(label), hexes.SIDES.index(side)
            sides[(place, direction)] = kind
            sides[(hexes.neighbour(place, direction), (direction + 3) % 6)] = kind
        state.map = Map(old.columns, old.rows, cells, sides)

    def describe(self, names: Names) -> str:
        return f"The ground holds {self.what}"

    def subjects(self) -> Iterator[str]:
        yield from ()
