"""Melee: contact, dice, Main and Support Units, retreat and pursuit (BQ-7).

dice      modifiers and dice from plain facts
facts     from the table to those facts
contact   how units come into contact
onset     straight advances into contact
roles     Main and Support Units
fight     a round and what follows
retreat   retreats and breaking off
pursuit   pursuits
rout      routs, dispersion, the Baggage
"""

from rulesets.baroque.melee.contact import face_struck, strike
from rulesets.baroque.melee.dice import (
    Enemy,
    Fighter,
    melee_cohesion,
    melee_dice,
    melee_modifiers,
    support_dice,
)
from rulesets.baroque.melee.facts import ChargeFacts, fighter
from rulesets.baroque.melee.fight import fight, options, perform
from rulesets.baroque.melee.rout import disperse, disperses, rout

__all__ = [
    "ChargeFacts", "Enemy", "Fighter", "disperse", "disperses", "face_struck", "fight", "fighter",
    "melee_cohesion", "melee_dice", "melee_modifiers", "options", "perform",
    "rout", "strike", "support_dice",
]  # fmt: skip
