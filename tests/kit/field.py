"""A table to try single procedures on: units where the test puts them, scripted dice, scripted choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulesets.baroque.armies import UnitProfile
from rulesets.baroque.state import Command, Leader, Piece, Side, State, Unit
from rulesets.contract import registry
from rulesets.contract.board import UnitInspection
from rulesets.engine.battle import Battle
from rulesets.engine.geometry import Base
from tests.kit.scripted import PLAYERS, ScriptedBattle


def profile(type_: str = "P&M", **changes: Any) -> UnitProfile:
    """A unit profile of a plain unit of that type; `changes` replace single characteristics."""
    values: dict[str, Any] = {
        "entry": f"test.{type_}", "name": type_, "type": type_, "type_name": type_, "m_bu": 1, "speed": "",
        "vbu": 6, "i": 2, "d": "B", "vd": 3, "points": 60, "weapons": (), "sm": 0, "mm": 0, "special": (),
        "massed": type_ in ("ETE", "LTE"),
    }  # fmt: skip
    return UnitProfile(**{**values, **changes})


def unit(
    id_: str, x: float, y: float, heading: float, type_: str = "P&M", *, side: int | None = None,
    command: str = "", depth: float = 0.75, width: float = 2.0, **changes: Any,
) -> Unit:  # fmt: skip
    """A unit on the table: `id_` begins with `a` (side 0) or `b` (side 1).

    State fields and profile values alike in `changes`.
    """
    fields = {name: changes.pop(name) for name in list(changes) if name in Unit.__slots__}
    owner = side if side is not None else "ab".index(id_[0])
    made = Unit(
        id_, owner, command or f"{'ab'[owner]}.c1", id_, profile(type_, **changes),
        Base(x, y, heading, width, depth), "field",
    )  # fmt: skip
    for name, value in fields.items():
        setattr(made, name, value)
    return made


class Field(ScriptedBattle):
    """A battle in the middle: one command and one leader a side, dice and choices from the test."""

    def __init__(
        self, *units: Unit, terrain: Iterable[Piece] = (), dice: Iterable[int] = (), width: float = 20.0,
        depth: float = 15.0, active: int = 0, level: str = "reliable",
    ) -> None:  # fmt: skip
        state = State(
            width=width,
            depth=depth,
            turn=1,
            active=active,
            sides=[Side(i, name, "test", "average", 0, 0, 0, False, False) for i, name in enumerate(PLAYERS)],
        )
        super().__init__(state, dice)
        for one in units:
            state.units[one.id] = one
        for side, letter in enumerate("ab"):
            names = sorted({u.command for u in units if u.side == side} or {f"{letter}.c1"})
            for number, name in enumerate(names):
                members = tuple(u.id for u in units if u.command == name)
                vdc = sum(u.profile.vd for u in units if u.command == name)
                state.commands[name] = Command(name, side, name, f"{name}.leader", members, vdc, True)
                leader = Leader(f"{name}.leader", side, name, f"leader of {name}", level, number == 0)
                leader.x, leader.y, leader.placed = width / 2, (0.5 if side == 0 else depth - 0.5), True
                state.leaders[leader.id] = leader
            state.sides[side].vdt = sum(u.profile.vd for u in units if u.side == side)
        state.active_command = f"{'ab'[active]}.c1"
        for piece in terrain:
            state.terrain[piece.id] = piece


def inspected(battle: Battle, piece: str) -> UnitInspection:
    """What a board tells of that piece."""
    return registry.get("baroque").board.inspect(battle, piece)
