"""Reading what is offered, and answering with a reason."""

from __future__ import annotations

from typing import Any

from rulesets.baroque.wording import tactics as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Refusal
from rulesets.engine.system import Advice


def plain(option: Option, **numbers: float) -> Choice:
    """Return the choice of an option with these numbers, others at their default or the least."""
    choice: Choice = dict(option.key)
    for param in option.params:
        if isinstance(param, Number):
            value = numbers.get(param.name, param.default if param.default is not None else param.low)
            choice[param.name] = min(max(value, param.low), param.high)
    return choice


def first(_battle: Battle, decision: Decision) -> Advice:
    """Advise the first option, of a kind of decision that the tactician has no opinion on."""
    return Advice(plain(decision.options[0]), words.FIRST_OFFERED)


def offered(decision: Decision, do: str, **key: Any) -> Option | None:
    """Return the first option of that kind with these keys."""
    return next(decision.fitting({"do": do, **key}), None)


def pick(decision: Decision, do: str, reason: str) -> Advice:
    """Advise the option of that kind for this reason; raise LookupError unless it is offered."""
    option = offered(decision, do)
    if option is None:
        raise LookupError(f"“{decision.text}” does not offer {do}")
    return Advice(plain(option), reason)


def allowed(option: Option, choice: Choice) -> bool:
    """Return whether the option takes these numbers."""
    try:
        option.read(choice)
    except Refusal:
        return False
    return True
