"""A table to try single procedures on: units where the test puts them, scripted dice, scripted choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulesets.baroque.armies import UnitProfile
from rulesets.baroque.state import Command, Leader, Piece, Side, State, Unit
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Steps
from rulesets.engine.dice import ScriptedDice
from rulesets.engine.events import Event
from rulesets.engine.geometry import Base

Answer = Choice | Callable[[Decision], Choice]


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


class Field(Battle):
    """A battle in the middle: no setup, one command and one leader a side, dice and choices from the test.

    `run(steps, *answers)` drives a procedure: each answer is a choice or a function of the decision; too
    few, too many or left-over dice fail. `log` are the events.
    """

    def __init__(
        self, *units: Unit, terrain: Iterable[Piece] = (), dice: Iterable[int] = (), width: float = 20.0,
        depth: float = 15.0, active: int = 0, level: str = "reliable",
    ) -> None:  # fmt: skip
        self.setup = {"sides": ["Alice", "Bob"], "dice": "stream"}
        self.seed = "test"
        self.typed = False
        self.dice = self.scripted = ScriptedDice(*dice)
        self.entries, self.choices = [], []
        self.pending, self.result, self.foreseen = None, None, {}
        self._chain = ""
        self.asked: list[Decision] = []
        state = State(
            width=width, depth=depth, turn=1, active=active,
            sides=[
                Side(i, name, "test", "average", 0, 0, 0, False, False)
                for i, name in enumerate(("Alice", "Bob"))
            ],
        )  # fmt: skip
        self.state = state
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

    @property
    def log(self) -> list[Event]:
        return [entry.event for entry in self.entries]

    def events(self, kind: type[Event]) -> list[Any]:
        """The events of one class, in order."""
        return [event for event in self.log if isinstance(event, kind)]

    def run(self, steps: Steps[Any], *answers: Answer) -> Any:
        """Drive `steps` to its end with the answers in order; returns what it returns."""
        left = list(answers)
        try:
            decision = next(steps)
            while True:
                self.asked.append(decision)
                assert left, f"unexpected decision {decision.kind}: {[dict(o.key) for o in decision.options]}"
                answer = left.pop(0)
                choice = decision.read(answer(decision) if callable(answer) else answer)
                decision = steps.send(choice)
        except StopIteration as stop:
            assert not left, f"answers never asked for: {left}"
            self.scripted.finish()
            return stop.value
