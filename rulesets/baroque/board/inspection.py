"""A piece in hand, put together."""

from __future__ import annotations

from rulesets.baroque.board.actions import actions
from rulesets.baroque.board.answers import answers
from rulesets.baroque.board.areas import areas
from rulesets.baroque.board.facts import facts
from rulesets.baroque.board.leading import inspect_leader
from rulesets.baroque.board.moves import moves
from rulesets.baroque.board.targets import targets
from rulesets.baroque.board.what_if import offered
from rulesets.baroque.state import State, Unit
from rulesets.contract.board import UnitInspection
from rulesets.engine.battle import Battle


def inspect(battle: Battle, piece: str) -> UnitInspection:
    """Everything about a unit, the Baggage or a Leader, own or enemy, for the player of its side.

    Raises LookupError for an id that is neither on the table nor waiting to be put there.
    """
    state: State = battle.state
    leader = state.leaders.get(piece)
    if leader is not None and leader.alive:
        return inspect_leader(battle, leader, offered(battle.pending, piece, leader.side))
    unit = state.units.get(piece)
    if unit is None or unit.status not in ("field", "reserve"):
        raise LookupError(f"{piece} is not on the table")
    return _inspect_unit(battle, unit)


def _inspect_unit(battle: Battle, unit: Unit) -> UnitInspection:
    state: State = battle.state
    options = offered(battle.pending, unit.id, unit.side)
    ways = moves(battle, unit, options)
    return UnitInspection(
        unit.id,
        unit.name,
        unit.side,
        facts=facts(state, unit),
        actions=actions(battle, unit, options),
        moves=ways,
        areas=areas(battle, unit),
        targets=targets(battle, unit, options),
        answers=answers(battle, unit, options, ways),
    )
