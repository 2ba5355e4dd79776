"""A copy of the state on which steps can be tried out without dice; the state as if a stand were acting.

Nothing may be applied to the battle while a state is changed in order to ask about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace

from rulesets.engine.battle import Battle
from rulesets.engine.events import Event
from rulesets.snaphance.state import Activation, Stand, State


class Sketch(Battle):
    """A battle whose events change a copy of its stands and Generals and are not recorded.

    Procedures that roll or ask cannot be tried out on it.
    """

    def __init__(self, battle: Battle) -> None:
        state: State = battle.state
        self.setup, self.typed = battle.setup, False
        self.entries, self.choices = [], []
        self.pending, self.result, self.foreseen, self.looked = None, None, {}, {}
        # Only what events change is copied: a sketch is made for every step that is tried.
        self.state: State = replace(
            state,
            stands={name: stand_copy(stand) for name, stand in state.stands.items()},
            generals={name: copy(general) for name, general in state.generals.items()},
            occupied=dict(state.occupied),
            melees=list(state.melees),
            activation=copied(state.activation),
            lost=list(state.lost),
        )

    def apply(self, event: Event) -> None:
        """Change the copy."""
        event.apply(self.state)
        self.looked.clear()

    def put_back(self, stand: Stand, activation: Activation) -> None:
        """Restore a stand and the activation from copies made before; all others stay as they are."""
        state = self.state
        self.looked.clear()
        now = state.stands[stand.id]
        if now.hex is not None and now.hex != stand.hex:
            others = tuple(id_ for id_ in state.occupied[now.hex] if id_ != stand.id)
            if others:
                state.occupied[now.hex] = others
            else:
                del state.occupied[now.hex]
            assert stand.hex is not None
            state.occupied[stand.hex] = (*state.occupied.get(stand.hex, ()), stand.id)
        state.stands[stand.id] = stand_copy(stand)
        state.activation = copied(activation)


def stand_copy(stand: Stand) -> Stand:
    """Return a stand with ranks of its own, so that losses do not change the other."""
    made = copy(stand)
    made.ranks = list(stand.ranks)
    return made


def copied(activation: Activation | None) -> Activation | None:
    """Return an activation with a move of its own, so that steps do not change the other."""
    if activation is None:
        return None
    move = activation.move
    if move is not None:
        move = replace(move, path=list(move.path))
    evaded = {pair: list(moves) for pair, moves in activation.evaded.items()}
    return replace(activation, move=move, evaded=evaded)


def is_acting(state: State, stand: Stand) -> bool:
    """Return whether the stand is in the middle of its turn, alone or with others."""
    activation = state.activation
    return activation is not None and stand.id in activation.stands and not activation.over


@contextmanager
def as_if_acting(state: State, stand: Stand) -> Iterator[None]:
    """Treat the state as if the turn of `stand` had just begun; leave it alone if the stand acts now."""
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
