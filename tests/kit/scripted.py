"""A battle in the middle, to try single procedures on: no setup, scripted dice, choices from the test.

What stands on the field every system's test kit says for itself (field.py, hexfield.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Steps
from rulesets.engine.dice import ScriptedDice
from rulesets.engine.events import Event

Answer = Choice | Callable[[Decision], Choice]

PLAYERS = ("Alice", "Bob")


class ScriptedBattle(Battle):
    """A battle of Alice and Bob over a `state` of any system, whose dice are those of the test.

    `run(steps, *answers)` drives a procedure: each answer is a choice or a function of the decision; too
    few, too many or left-over dice fail. `log` are the events, `asked` the decisions.
    """

    def __init__(self, state: Any, dice: Iterable[int] = ()) -> None:
        self.setup = {"sides": list(PLAYERS), "dice": "stream"}
        self.seed = "test"
        self.typed = False
        self.dice = self.scripted = ScriptedDice(*dice)
        self.entries, self.choices = [], []
        self.pending, self.result, self.foreseen, self.looked = None, None, {}, {}
        self._chain = ""
        self.asked: list[Decision] = []
        self.state = state

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
