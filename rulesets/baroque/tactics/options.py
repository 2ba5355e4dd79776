"""Reading what is offered."""

from __future__ import annotations

from typing import Any

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Refusal


def plain(option: Option, **numbers: float) -> Choice:
    """The choice of an option with these numbers; its other numbers at their default, else as small as
    allowed.
    """
    choice: Choice = dict(option.key)
    for param in option.params:
        if isinstance(param, Number):
            value = numbers.get(param.name, param.default if param.default is not None else param.low)
            choice[param.name] = min(max(value, param.low), param.high)
    return choice


def first(battle: Battle, decision: Decision) -> Choice:
    """The first option."""
    return plain(decision.options[0])


def offered(decision: Decision, do: str, **key: Any) -> Option | None:
    """The first option of that kind with these keys."""
    return next(decision.fitting({"do": do, **key}), None)


def pick(decision: Decision, *wanted: str) -> Choice:
    """The first of these kinds that is offered, else the first option."""
    for do in wanted:
        option = offered(decision, do)
        if option is not None:
            return plain(option)
    return plain(decision.options[0])


def allowed(option: Option, choice: Choice) -> bool:
    """Whether the option takes these numbers."""
    try:
        option.read(choice)
    except Refusal:
        return False
    return True
