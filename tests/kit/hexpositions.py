"""Positions of perft.toml for Snaphance: stands on a map of hexes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulesets.engine.decisions import Steps
from rulesets.snaphance.activation import activate_group
from rulesets.snaphance.state import Melee, Stand
from tests.kit.hexfield import HexField, stand
from tests.kit.perft import Placed, Wheel


@dataclass(kw_only=True)
class Position(Placed):
    """Stands on a map of 12 x 12 hexes: `terrain` and `levels` by hex, `edges` as [hex, side, kind], `melees`
    that go on, Generals `attached` to stands; `generals`: their hexes, for those who are there at all.
    """

    terrain: dict[str, str] = field(default_factory=dict)
    levels: dict[str, int] = field(default_factory=dict)
    edges: list[list[str]] = field(default_factory=list)
    melees: list[list[str]] = field(default_factory=list)
    generals: dict[str, str] = field(default_factory=dict)
    attached: dict[str, str] = field(default_factory=dict)

    def begin(self) -> Steps[Any]:
        """The activation of group `a.c1`."""
        generals = {row["id"].partition("u")[0]: None for row in self.units} | self.generals
        made = HexField(
            *map(_stand, self.units), terrain=self.terrain, levels=self.levels, generals=generals,
            sides={(place, side): kind for place, side, kind in self.edges},
        )  # fmt: skip
        made.dice = Wheel(*self.dice)  # type: ignore[assignment]
        for first, second in self.melees:
            made.state.melees.append(Melee((first, second)))
        for general, id_ in self.attached.items():
            made.state.generals[general].attached = id_
            made.state.generals[general].hex = made.stand(id_).hex
        return activate_group(made, "a.c1")


def _stand(row: dict[str, Any]) -> Stand:
    row = dict(row)
    return stand(row.pop("id"), row.pop("hex"), row.pop("type"), row.pop("facing", None), **row)
