"""Tries out what is not so, or not yet: a unit as if it were active, one as if it stood in contact.

Each of them changes the state for the length of a block and puts it back. Nothing may be applied to the
battle meanwhile, as with `reactions.paths.standing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace

from rulesets.baroque.state import Activation, State, Unit
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Steps, T
from rulesets.engine.events import Event


@contextmanager
def as_if_active(state: State, unit: Unit) -> Iterator[None]:
    """Treat `unit` as if it had just been activated; change nothing if it is the active unit now."""
    activation = state.activation
    if activation is not None and activation.unit == unit.id and not activation.done:
        yield
        return
    before = (activation, state.active, state.active_command, unit.moves)
    state.activation = Activation(unit.id)
    state.active, state.active_command, unit.moves = unit.side, unit.command, 0
    try:
        yield
    finally:
        state.activation, state.active, state.active_command, unit.moves = before


class Sketch(Battle):
    """A battle whose events change a copy of the units, Leaders and contacts and are not stored.

    Procedures that roll cannot be tried out on it.
    """

    def __init__(self, battle: Battle) -> None:
        state: State = battle.state
        self.setup, self.typed = battle.setup, False
        self.entries, self.choices = [], []
        self.pending, self.result = None, None
        self.state: State = replace(
            state,
            units={name: copy(unit) for name, unit in state.units.items()},
            leaders={name: copy(leader) for name, leader in state.leaders.items()},
            contacts=dict(state.contacts),
            activation=copy(state.activation),
        )

    def apply(self, event: Event) -> None:
        """Change the copy."""
        event.apply(self.state)

    def settle(self, steps: Steps[T], unit: str) -> T:
        """Drive a procedure without dice; asked, it chooses what `unit` acts in or is the target of."""
        try:
            decision = next(steps)
            while True:
                decision = steps.send(dict(_for(decision, unit)))
        except StopIteration as stop:
            made: T = stop.value
            return made


def _for(decision: Decision, unit: str) -> dict[str, object]:
    wanted = (
        option for option in decision.options if unit in (option.key.get("unit"), option.key.get("target"))
    )
    return dict(next(wanted, decision.options[0]).key)
