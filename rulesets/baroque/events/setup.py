"""Events before the first turn: terrain and deployment (BQ-2.9, BQ-3.3, BQ-3.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rulesets.baroque.state import Piece, State
from rulesets.baroque.wording import events as words
from rulesets.engine.events import Event, Names
from rulesets.engine.geometry import Base
from rulesets.engine.records import record
from rulesets.freetable.making import shifted


@record
class ExplorationDieSpent(Event):
    """A side used one of its Exploration Dice."""

    side: int
    purpose: str

    kind: ClassVar[str] = "exploration-die-spent"
    sentence: ClassVar[str] = words.EXPLORATION_DIE_SPENT

    def apply(self, state: State) -> None:
        state.sides[self.side].exploration_dice -= 1


@record
class DestinySpent(Event):
    """A side used a Roll of Destiny (BQ-8.RD.b)."""

    side: int

    kind: ClassVar[str] = "destiny-spent"
    sentence: ClassVar[str] = words.DESTINY_SPENT

    def apply(self, state: State) -> None:
        state.sides[self.side].destiny -= 1


@record
class RolesFixed(Event):
    """Who is First Player, with the final dice of both (BQ-3.3.c)."""

    first: int
    first_die: int
    second_die: int

    kind: ClassVar[str] = "roles-fixed"

    def apply(self, state: State) -> None:
        state.first = self.first

    def describe(self, names: Names) -> str:
        return words.roles_fixed(
            names(str(self.first)), self.first_die, names(str(1 - self.first)), self.second_die
        )


@record
class PiecePlaced(Event):
    """A terrain piece was placed."""

    piece: Piece

    kind: ClassVar[str] = "piece-placed"

    def apply(self, state: State) -> None:
        state.terrain[self.piece.id] = self.piece

    def describe(self, names: Names) -> str:
        return words.piece_placed(self.piece.kind, self.piece.options)

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, "rule": self.rule, "piece": self.piece.to_json()}


@record
class PieceChanged(Event):
    """A terrain piece was moved or got a crossing: it is replaced by `piece`, which has the same id."""

    piece: Piece
    why: str

    kind: ClassVar[str] = "piece-changed"

    def apply(self, state: State) -> None:
        state.terrain[self.piece.id] = self.piece

    def describe(self, names: Names) -> str:
        return words.piece_changed(self.piece.kind, self.why)

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, "rule": self.rule, "piece": self.piece.to_json(), "why": self.why}


@record
class PieceRemoved(Event):
    """A terrain piece was taken away."""

    piece: str

    kind: ClassVar[str] = "piece-removed"
    sentence: ClassVar[str] = words.PIECE_REMOVED

    def apply(self, state: State) -> None:
        del state.terrain[self.piece]


@record
class RiverRolled(Event):
    """The state of the river for the whole battle (BQ-3.1.1.h)."""

    river: str

    kind: ClassVar[str] = "river-rolled"
    sentence: ClassVar[str] = words.RIVER_ROLLED

    def apply(self, state: State) -> None:
        state.river = self.river


@record
class UnitDeployed(Event):
    """A unit (or the Baggage) was put on the table: front midpoint, heading, base size in BU."""

    unit: str
    x: float
    y: float
    heading: float
    width: float
    depth: float

    kind: ClassVar[str] = "unit-deployed"
    sentence: ClassVar[str] = words.UNIT_DEPLOYED

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.base = Base(self.x, self.y, self.heading, self.width, self.depth)
        unit.status = "field"


@record
class LeftOut(Event):
    """There is no room for a unit in the deployment zone: it takes no part in the battle."""

    unit: str

    kind: ClassVar[str] = "left-out"
    sentence: ClassVar[str] = words.LEFT_OUT


@record
class CommandDeployed(Event):
    """All of a command is on the table."""

    command: str

    kind: ClassVar[str] = "command-deployed"
    sentence: ClassVar[str] = words.COMMAND_DEPLOYED

    def apply(self, state: State) -> None:
        state.commands[self.command].deployed = True


def moved_piece(piece: Piece, dx: float, dy: float) -> Piece:
    """Return the same piece shifted by (dx, dy) BU."""
    crossings = tuple((kind, round(x + dx, 4), round(y + dy, 4)) for kind, x, y in piece.crossings)
    outline, line = shifted(piece.outline, dx, dy), shifted(piece.line, dx, dy)
    return replace(piece, outline=outline, line=line, crossings=crossings)
