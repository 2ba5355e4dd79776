"""Movement (BQ-5.1 to BQ-5.3, BQ-5.5, BQ-5.8).

march      how many movement actions, march tests
ways       how far a base may go straight and where it may stop
friends    who may move through whom
falling    falling back, of one's own choice or forced
straight   advance, oblique, back
turns      wheel, about-face, facing to a side, guns
actions    all that the active unit may do; the enemy answers it, so this and the two above know the reactions
"""

from rulesets.baroque.movement.falling import FallBack, fall_back
from rulesets.baroque.movement.falling import plan as plan_fall_back
from rulesets.baroque.movement.march import march_harder, march_modifiers, march_test, may_move, why_no_move
from rulesets.baroque.movement.ways import forward_room

__all__ = [
    "FallBack", "fall_back", "forward_room", "march_harder", "march_modifiers", "march_test", "may_move",
    "plan_fall_back", "why_no_move",
]  # fmt: skip
