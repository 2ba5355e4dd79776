"""The options about a piece, and the state as if a stand were acting.

Nothing may be applied to the battle while a state is looked at as it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesets.engine.decisions import Decision, Option
from rulesets.snaphance.state import Activation, Stand, State


def is_acting(state: State, stand: Stand) -> bool:
    """Whether the stand is in the middle of its turn, alone or with others."""
    activation = state.activation
    return activation is not None and stand.id in activation.stands and not activation.over


@contextmanager
def as_if_acting(state: State, stand: Stand) -> Iterator[None]:
    """Look at the state as if the turn of `stand` had just begun; as it is if it acts now."""
    if is_acting(state, stand):
        yield
        return
    before = state.activation, state.active, state.active_group, stand.moved
    state.activation = Activation((stand.id,))
    state.active, state.active_group, stand.moved = stand.side, stand.group, False
    try:
        yield
    finally:
        state.activation, state.active, state.active_group, stand.moved = before


def about(option: Option, decision: Decision, piece: str) -> bool:
    """Whether an option is about a stand or a General: it names him as who acts, alone or among others, or it
    names nobody and the decision is about him.
    """
    key = option.key
    named = [key[name] for name in ("unit", "leader") if name in key]
    named += str(key.get("units", "")).split()
    return piece in named if named else decision.subject == piece


def offered(decision: Decision | None, piece: str, side: int) -> list[Option]:
    """The options of the pending decision about a piece of that side, in the order offered."""
    if decision is None or decision.side != side:
        return []
    return [option for option in decision.options if about(option, decision, piece)]
