"""A battle from deployment to the result, round by round (SN-1.4.a)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.system import Result
from rulesets.snaphance import generals, setup, victory
from rulesets.snaphance.activation import activate_group
from rulesets.snaphance.events.command import RoundBegan
from rulesets.snaphance.initiative import initiative, waiting
from rulesets.snaphance.state import State


def play(battle: Battle) -> Steps[Result]:
    """The whole battle: deployment (SN-C-setup), then rounds until an army breaks (SN-14.0.b) or the last
    one is over.
    """
    yield from setup.prepare(battle)
    while True:
        yield from play_round(battle)
        if victory.decided(battle.state):
            return victory.result(battle)
        result = victory.end_of_round(battle)
        if result is not None:
            return result


def play_round(battle: Battle) -> Steps[None]:
    """SN-1.4.a, SN-1.0.c Round: initiative and activations until every group of both sides has been
    activated once, or the battle is decided.
    """
    state: State = battle.state
    battle.apply(RoundBegan("SN-1.4.a", state.turn + 1))
    yield from generals.replace_fallen(battle)
    while waiting(state, 0) or waiting(state, 1):
        group = yield from initiative(battle)
        yield from activate_group(battle, group)
        if victory.decided(state):
            return
