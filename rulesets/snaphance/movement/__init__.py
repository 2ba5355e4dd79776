"""Movement (SN-4.0 to SN-4.4, SN-4.6 to SN-4.11).

mover     who moves, the single move and what is left of it
friends   who may pass through whom, who displaces whom; the way through friends
steps     every step and turn that may come next
placing   putting stands elsewhere, ending a move
moving    the menus, and steps with the enemy's reactions
barred    why a step or a turn is not among those that may come next
"""

from rulesets.snaphance.movement.barred import why_no_step, why_no_turn_rear
from rulesets.snaphance.movement.friends import displaces, may_pass
from rulesets.snaphance.movement.mover import (
    acting,
    tied,
    under_way,
    why_no_extra,
    why_no_move,
)
from rulesets.snaphance.movement.moving import DOES, blocked, groups, may_stop, perform, walk
from rulesets.snaphance.movement.placing import begin, drive_off, finish_move, place, stop, take
from rulesets.snaphance.movement.steps import Step, candidates

__all__ = [
    "DOES",
    "Step",
    "acting",
    "begin",
    "blocked",
    "candidates",
    "displaces",
    "drive_off",
    "finish_move",
    "groups",
    "may_pass",
    "may_stop",
    "perform",
    "place",
    "stop",
    "take",
    "tied",
    "under_way",
    "walk",
    "why_no_extra",
    "why_no_move",
    "why_no_step",
    "why_no_turn_rear",
]
