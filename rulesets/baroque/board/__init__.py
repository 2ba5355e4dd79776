"""A piece in hand: what it is, what it may do and why not, where to, at what odds, and what the enemy may
answer.

The same predicates, geometry and chances that the procedures use are asked, so that the board cannot promise
what the rules do not keep. Nothing here rolls or changes a battle. Distances in BU.

what_if  the table as it would be: a unit as if active, options about a piece
facts    characteristics and markers
actions  every action: on offer, or why not
reacting why a unit is not asked for a reaction
chances  the tests that choices lead to
moves    ghosts of the end positions of moves on offer
areas    reach of marches and charges, arcs of fire, command range
targets  exact odds of shots and charges before committing
answers  reactions that the enemy could try to moves, shots and charges on offer
leading  all this for a Leader
clash    a charge carried out on a sketch of the table, figures its odds as lines
"""

from rulesets.baroque.board.inspection import inspect
from rulesets.baroque.reactions.offers import NONE
from rulesets.contract.board import Board

__all__ = ["BOARD"]

BOARD = Board(inspect=inspect, reactions={"react": NONE})
