"""Positions of perft.toml for Mail, Pike & Powder: orders and shots of side 0 on a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulesets.engine.decisions import Steps
from rulesets.mail_pike_powder import leaders, orders, shooting
from rulesets.mail_pike_powder.setup.pieces import read_pieces
from tests.kit.perft import Placed, Wheel
from tests.rulesets.mail_pike_powder.positions import Table, unit


@dataclass(kw_only=True)
class Position(Placed):
    """Units and pieces of terrain; `joined`: commanders with the units that they have joined."""

    terrain: list[dict[str, Any]] = field(default_factory=list)
    joined: dict[str, str] = field(default_factory=dict)

    def begin(self) -> Steps[Any]:
        """Initiative, orders, commanders and shots of side 0 (MPP-7.1.c to 7.2)."""
        made = (dict(row) for row in self.units)
        units = (unit(row.pop("id"), row.pop("x"), row.pop("y"), row.pop("kind"), **row) for row in made)
        table = Table(*units, terrain=read_pieces(self.terrain, 72.0, 48.0), joined=self.joined)
        table.dice = Wheel(*self.dice)
        for phase in (orders.initiative, orders.phase, leaders.phase, shooting.phase):
            yield from phase(table, 0)
