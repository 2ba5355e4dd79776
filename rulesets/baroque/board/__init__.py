"""A piece in hand: what it is, what it may do and why not, where to, at what odds, and what the enemy may
answer.

The same predicates, geometry and chances that the procedures use are asked, so that the board cannot promise
what the rules do not store. Nothing here rolls or changes a battle. Distances in BU.

what_if  the table as it would be: a unit as if active
facts    characteristics and markers
actions  every action: on offer, or why not
reacting why a unit is not asked for a reaction
chances  the tests that choices lead to
stakes   the same in a sentence for each option
moves    ghosts of the end positions of moves on offer
areas    reach of marches and charges, arcs of fire, command range
targets  exact odds of shots and charges before committing
answers  reactions that the enemy could try to moves, shots and charges on offer
leading  all this for a Leader
clash    a charge carried out on a sketch of the table, figures its odds as lines
"""

from __future__ import annotations

from rulesets.baroque.board.actions import actions
from rulesets.baroque.board.answers import answers
from rulesets.baroque.board.areas import areas
from rulesets.baroque.board.facts import facts
from rulesets.baroque.board.leading import inspect_leader
from rulesets.baroque.board.moves import moves
from rulesets.baroque.board.stakes import stakes
from rulesets.baroque.board.targets import targets
from rulesets.baroque.reactions.offers import NONE
from rulesets.baroque.state import State
from rulesets.contract.board import Board, UnitInspection, offered
from rulesets.engine.battle import Battle

__all__ = ["BOARD"]


def inspect(battle: Battle, piece: str) -> UnitInspection:
    """Return everything about a unit, the Baggage or a leader, own or enemy, for the player of its side.

    Raises LookupError for an id that is neither on the table nor waiting to be put there.
    """
    state: State = battle.state
    leader = state.leaders.get(piece)
    if leader is not None and leader.alive:
        return inspect_leader(battle, leader, offered(battle.pending, piece, leader.side))
    unit = state.units.get(piece)
    if unit is None or unit.status not in ("field", "reserve"):
        raise LookupError(f"{piece} is not on the table")
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


BOARD = Board(inspect=inspect, reactions={"react": NONE}, stakes=stakes)
