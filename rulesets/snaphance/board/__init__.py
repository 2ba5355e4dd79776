"""A stand or a General in hand: what it is, what it may do and why not, where to, at what odds, and what the
enemy may answer.

The same predicates, steps and chances that the procedures use are asked, so that the board cannot promise
what the rules do not keep. Nothing here rolls or changes a battle. Distances in H.

what_if  the options about a piece; the state as if a stand were acting
sketch   a copy of the state on which steps can be tried out
facts    characteristics and markers
actions  every action: on offer, or why not
bars     the hexes beside a stand that it may not enter, and why not
moves    ghosts: where a stand would stand after the options on offer
reach    the hexes that it comes to with one move and with further ones
areas    reach, zone of control, bands of fire, command range
targets  exact odds of shots and melees before committing
answers  what the enemy could answer to what is on offer
leading  all this for a General
"""

from rulesets.contract.board import Board
from rulesets.snaphance.board.inspection import inspect

__all__ = ["BOARD"]

NONE = {"do": "none"}

BOARD = Board(inspect=inspect, reactions={"react": NONE})
