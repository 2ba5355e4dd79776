"""Positions of perft.toml for Baroque: units on a table of 20 x 15 BU."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulesets.baroque.activation import activate_command
from rulesets.baroque.setup.pieces import read_pieces
from rulesets.baroque.state import Unit
from rulesets.engine.decisions import Steps
from tests.kit.field import Field, unit
from tests.kit.perft import Placed, Wheel


@dataclass(kw_only=True)
class Position(Placed):
    """Units, pieces of terrain, contacts that there are, a river, Leaders attached to units."""

    terrain: list[dict[str, Any]] = field(default_factory=list)
    contacts: list[list[str]] = field(default_factory=list)
    river: str = ""
    attached: dict[str, str] = field(default_factory=dict)

    def begin(self) -> Steps[Any]:
        """The activation of command `a.c1`."""
        return activate_command(self.field(), "a.c1")

    def field(self) -> Field:
        """The table, as at the beginning of the activation of command `a.c1`."""
        table = Field(*map(_unit, self.units))
        table.dice = Wheel(*self.dice)
        for piece in read_pieces(self.terrain, 20.0, 15.0):
            table.state.terrain[piece.id] = piece
        for attacker, target, face in self.contacts:
            table.state.contacts[attacker, target] = face  # type: ignore[assignment]
        for leader, name in self.attached.items():
            table.state.leaders[leader].attached = name
        table.state.river = self.river
        return table


def _unit(row: dict[str, Any]) -> Unit:
    row = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return unit(row.pop("id"), row.pop("x"), row.pop("y"), row.pop("heading"), row.pop("type"), **row)
