"""The event by which the dice give a map its ground, before anybody deploys (SN-C-setup)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.state import State


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
