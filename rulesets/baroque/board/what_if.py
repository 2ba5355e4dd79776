"""Looks at what is not so, or not yet: a unit as if it were active, one as if it stood in contact.

Each of them changes the state for the length of a block and puts it back. Nothing may be applied to the
battle meanwhile, as with `reactions.paths.standing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesets.baroque.state import Activation, State, Unit
from rulesets.engine.decisions import Decision, Option


@contextmanager
def as_if_active(state: State, unit: Unit) -> Iterator[None]:
    """Look at the table as if `unit` had just been activated; as it is if it is the active unit now."""
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


def is_active(state: State, unit: Unit) -> bool:
    """Whether the unit is in the middle of its activation."""
    activation = state.activation
    return activation is not None and activation.unit == unit.id and not activation.done


def about(option: Option, decision: Decision, piece: str) -> bool:
    """Whether an option is about a unit or a Leader: it names him as who acts, or it names nobody and the
    decision is about him.
    """
    named = [option.key[name] for name in ("unit", "leader") if name in option.key]
    return piece in named if named else decision.subject == piece


def offered(decision: Decision | None, piece: str, side: int) -> list[Option]:
    """The options of the pending decision about a piece of that side, in the order offered."""
    if decision is None or decision.side != side:
        return []
    return [option for option in decision.options if about(option, decision, piece)]
