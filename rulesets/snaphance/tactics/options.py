"""Reading what is offered, and answering with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Dice, Option
from rulesets.engine.system import Advice
from rulesets.snaphance import hexes
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import tactics as words


def plain(option: Option) -> Choice:
    """Return the choice of an option; dice that it asks for show what they show on the average."""
    choice: Choice = dict(option.key)
    for param in option.params:
        if isinstance(param, Dice):
            choice[param.name] = [(param.sides + 1) // 2] * param.count
    return choice


def first(_battle: Battle, decision: Decision) -> Advice:
    """Choose the first option, of a kind of decision that the tactician has no opinion on."""
    return Advice(plain(decision.options[0]), words.NO_PREFERENCE)


def offered(decision: Decision, do: str, **key: Any) -> Option | None:
    """Return the first option of that kind with these keys."""
    return decision.first({"do": do, **key})


def pick(decision: Decision, do: str, reason: str | Callable[[], str], **key: Any) -> Advice:
    """Choose the option of that kind for this reason; raises LookupError unless it is offered."""
    option = offered(decision, do, **key)
    if option is None:
        raise LookupError(f"“{decision.text}” does not offer {do}")
    return Advice(plain(option), reason)


def pick_or_first(battle: Battle, decision: Decision, do: str, reason: str) -> Advice:
    """Choose the option of that kind for this reason if it is offered, else the first one."""
    return pick(decision, do, reason) if offered(decision, do) else first(battle, decision)


def middle(state: State, options: Sequence[Option], stands: Iterable[Stand]) -> Option:
    """Return the option whose stand is nearest to all of these together."""
    places = [stand.place for stand in stands]

    def spread(option: Option) -> int:
        here = state.stands[option.key["unit"]].place
        return sum(hexes.distance(here, place) for place in places)

    return min(options, key=spread)
