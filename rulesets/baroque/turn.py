"""A battle from the first terrain roll to the result, turn by turn (BQ-4.1)."""

from __future__ import annotations

from rulesets.baroque import setup, victory
from rulesets.baroque.activation import activate_command
from rulesets.baroque.events.command import TurnBegan
from rulesets.baroque.initiative import initiative, waiting
from rulesets.baroque.state import State
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.system import Result


def play(battle: Battle) -> Steps[Result]:
    """Play a battle: terrain, deployment (BQ-3.3, BQ-3.4), then turns until it is decided (BQ-9.1)."""
    yield from setup.prepare(battle)
    while True:
        yield from play_turn(battle)
        result = yield from victory.end_of_turn(battle)
        if result is not None:
            return result


def play_turn(battle: Battle) -> Steps[None]:
    """Play initiative and activations until every command has had its turn (BQ-4.1.a, BQ-4.1.1.g)."""
    state: State = battle.state
    battle.apply(TurnBegan("BQ-4.1.a", state.turn + 1))
    while waiting(state, 0) or waiting(state, 1):
        command = yield from initiative(battle)
        if command:
            yield from activate_command(battle, command)
