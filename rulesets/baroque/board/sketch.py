"""A copy of the table on which procedures can be tried out without dice: what a charge would come to."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from rulesets.baroque.state import State
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Steps, T
from rulesets.engine.events import Event


class Sketch(Battle):
    """A battle whose events change a copy of the units, Leaders and contacts and are not kept.

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
        """Drive a procedure that rolls nothing; where somebody is asked, what has `unit` for its target or
        its actor is chosen, else the first option.
        """
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
