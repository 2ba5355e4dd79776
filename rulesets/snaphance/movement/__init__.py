"""Movement (SN-4.0 to SN-4.4, SN-4.6 to SN-4.11).

mover     who moves, the single move and what is left of it
friends   who may pass through whom, who displaces whom; the way through friends
steps     every step and turn that may come next
placing   putting stands elsewhere, ending a move
moving    the menus, steps with the enemy's reactions, and why a step or a turn is not offered
"""

from rulesets.snaphance.movement.mover import under_way, why_no_extra, why_no_move
from rulesets.snaphance.movement.moving import (
    groups,
    may_stop,
    perform,
    why_no_step,
    why_no_turn_rear,
)
from rulesets.snaphance.movement.placing import begin, finish_move, place, stop, take
from rulesets.snaphance.movement.steps import Step, candidates

__all__ = [
    "Step", "begin", "candidates", "finish_move", "groups", "may_stop", "perform", "place",
    "stop", "take", "under_way", "why_no_extra", "why_no_move", "why_no_step", "why_no_turn_rear",
]  # fmt: skip
