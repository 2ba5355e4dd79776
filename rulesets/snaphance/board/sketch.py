"""A copy of the state on which steps can be tried out without dice."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from rulesets.engine.battle import Battle
from rulesets.engine.events import Event
from rulesets.snaphance.state import Activation, Stand, State


class Sketch(Battle):
    """A battle whose events change a copy of its stands and Generals and are not kept.

    Procedures that roll or ask cannot be tried out on it.
    """

    def __init__(self, battle: Battle) -> None:
        state: State = battle.state
        self.setup, self.typed = battle.setup, False
        self.entries, self.choices = [], []
        self.pending, self.result, self.foreseen, self.looked = None, None, {}, {}
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
        """Let a stand and the activation be as they were (`copied` before); all others stay as they are."""
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
    """A stand with ranks of its own, so that losses do not change the other."""
    made = copy(stand)
    made.ranks = list(stand.ranks)
    return made


def copied(activation: Activation | None) -> Activation | None:
    """An activation with a move of its own, so that steps do not change the other."""
    if activation is None:
        return None
    move = activation.move
    if move is not None:
        move = replace(move, path=list(move.path))
    evaded = {pair: list(moves) for pair, moves in activation.evaded.items()}
    return replace(activation, move=move, evaded=evaded)
