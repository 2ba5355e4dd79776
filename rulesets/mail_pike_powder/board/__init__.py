"""A unit or commander in hand: what it is, what it may do and why not, where to, at what odds, and how the
enemy may answer.

The same predicates, moves and chances that the procedures use are asked, so that the board cannot promise
what the rules do not do. Nothing here rolls or changes a battle. Lengths in inches.

inspection  characteristics and markers; every action: on offer, or why not; the same of a commander
moves       ghosts of the moves on offer; how far one to three moves go, ranges
targets     exact odds of shots, charges and combats, what the enemy may answer, and a line for each option
"""

from __future__ import annotations

from rulesets.contract.board import Board, UnitInspection, offered
from rulesets.engine.battle import Battle
from rulesets.mail_pike_powder.board.inspection import actions, facts, inspect_leader
from rulesets.mail_pike_powder.board.moves import areas, moves
from rulesets.mail_pike_powder.board.targets import answers, stakes, targets
from rulesets.mail_pike_powder.state import State

__all__ = ["BOARD"]


def inspect(battle: Battle, piece: str) -> UnitInspection:
    """Return everything about a unit or commander, own or enemy, for the player of its side.

    Raises LookupError for an id that is neither on the table nor waiting to be put there.
    """
    state: State = battle.state
    leader = state.leaders.get(piece)
    if leader is not None and leader.alive:
        return inspect_leader(battle, leader, offered(battle.pending, piece, leader.side))
    unit = state.units.get(piece)
    if unit is None or unit.status not in ("field", "reserve"):
        raise LookupError(f"{piece} is not on the table")
    options = offered(battle.pending, piece, unit.side)
    aims = targets(battle, unit, options)
    return UnitInspection(
        unit.id, unit.name, unit.side,
        facts=facts(state, unit),
        actions=actions(battle, unit, options),
        moves=moves(battle, unit, options),
        areas=areas(battle, unit),
        targets=aims,
        answers=answers(state, unit, aims),
    )  # fmt: skip


BOARD = Board(inspect=inspect, reactions={"traversing shots": {"do": "hold"}}, stakes=stakes)
