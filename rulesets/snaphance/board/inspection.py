"""A piece in hand, put together."""

from __future__ import annotations

from rulesets.contract.board import UnitInspection
from rulesets.engine.battle import Battle
from rulesets.snaphance.board.actions import actions
from rulesets.snaphance.board.answers import answers
from rulesets.snaphance.board.areas import areas
from rulesets.snaphance.board.bars import bars
from rulesets.snaphance.board.facts import facts
from rulesets.snaphance.board.leading import inspect_general
from rulesets.snaphance.board.moves import moves
from rulesets.snaphance.board.targets import targets
from rulesets.snaphance.board.what_if import offered
from rulesets.snaphance.state import State


def inspect(battle: Battle, piece: str) -> UnitInspection:
    """Everything about a stand or a General, own or enemy, for the player of its side.

    Raises LookupError for an id that is neither on the map nor waiting to come to it.
    """
    state: State = battle.state
    general = state.generals.get(piece)
    if general is not None and general.alive:
        return inspect_general(battle, general, offered(battle.pending, piece, general.side))
    stand = state.stands.get(piece)
    if stand is None or stand.status not in ("field", "reserve"):
        raise LookupError(f"{piece} is not on the map")
    options = offered(battle.pending, piece, stand.side)
    return UnitInspection(
        stand.id,
        stand.name,
        stand.side,
        facts=facts(state, stand),
        actions=actions(battle, stand, options),
        moves=moves(battle, stand, options),
        areas=areas(battle, stand),
        targets=targets(battle, stand, options),
        answers=answers(battle, stand, options),
        bars=bars(battle, stand, options),
    )
