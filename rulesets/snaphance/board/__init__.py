"""A stand or a General in hand: what it is, what it may do and why not, where to, at what odds, and what the
enemy may answer.

The same predicates, steps and chances that the procedures use are asked, so that the board cannot promise
what the rules do not keep. Nothing here rolls or changes a battle. Distances in H.

sketch      a copy of the state on which steps can be tried out; the state as if a stand were acting
actions     every action: on offer, or why not; the hexes beside a stand that it may not enter
moves       ghosts: where a stand would stand after the options on offer
ways        how it gets to a hex by several choices
reach       the hexes that it comes to in each move; its zone, bands of fire, command range
clash       exact odds of a volley and a melee
stakes      what hangs on an option that leads to an Order Test
targets     whom it could shoot at, charge or fight, with these odds, and what the enemy could answer
inspection  characteristics and markers, and all this together, for a stand and for a General
"""

from rulesets.contract.board import Board
from rulesets.snaphance.board.inspection import inspect
from rulesets.snaphance.board.stakes import stakes

__all__ = ["BOARD"]

NONE = {"do": "none"}

BOARD = Board(inspect=inspect, reactions={"react": NONE}, stakes=stakes)
