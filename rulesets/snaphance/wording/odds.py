"""Sentences of the odds: what a query is asked by, and why it has no answer."""

from __future__ import annotations

# -- a stand ----------------------------------------------------------------------------------------

CLASS = "Class"
STRENGTH = "Strength points of a rank"
RANKS = "Ranks"
CHARGE_BONUS = "Charge Bonus"
BONUS_AFTER_LOSSES = "Charge Bonus after losses"
FIREARM = "Fire-arm"
DICE_OF_PIKES = "Dice that its pikes take"
DICE_OF_CONTACT_FIRE = "Dice of contact fire"
LOST = "Strength points lost"
LOST_NONE = "none"
DISORDERED = "Disordered"
GENERAL_ATTACHED = "General attached"

# -- a shot -----------------------------------------------------------------------------------------

MOVES = "Moves made before"
HEXES = "Hexes moved before"
THEN_MOVES = "Means to move afterwards"
BOTH_RANKS = "Both ranks fire"
FIRES_BY = "Fires by"
FIRES_BY_VALUES = ("its own will", "on opportunity", "in defence", "in support", "Horse on contact")
DISTANCE = "Distance in H"
COVER = "Cover of the target"
NO_COVER = "none"
GARRISON = "Out of a fortified building"

ROLES = {"contact": "contact fire", "defensive": "defensive fire", "support": "supporting fire"}
PISTOLS_ON_CONTACT = "pistols on contact"
AT_POINT_BLANK = "such fire is at point blank: 1H"
NO_PLEDGE = "SN-4.0.h: Shot, Pike and Shot and Pistols in order that have not moved say so"
NO_SECOND_RANK = "SN-7.3.a: two ranks of Pistols fire, by their own will or on opportunity"


def illegal(rule: str, why: str) -> str:
    return f"{rule}: {why}"


def has_no(stand: str, what: str) -> str:
    return f"{stand} has no {what}"


def reaches(stand: str, most: int) -> str:
    return f"{stand} reaches {most}H" if most else f"{stand} has no fire-arms"


def no_dice_left(stand: str) -> str:
    return f"{stand} has no dice left"


# -- a melee ----------------------------------------------------------------------------------------

STRIKES = "Strikes"
STRIKES_VALUES = ("its front", "its flank or rear", "these, from behind its front")
STANDS_ON = "Stands on"
ACROSS = "Across"
NOTHING_ACROSS = "nothing"
CHARGED = "Charged into this round"
HIGHER = "Stands higher on a slope"
BONUS_LOST = "Has lost its Charge Bonus to fire"
BEFORE_PIKES = "Before a Pike block next to its enemy"


# -- the form and the answers -----------------------------------------------------------------------

SHOT = "A shot"
MELEE = "A round of melee"
STAND = "Stand"
SUPPORTS = "Supporting stands"
LEGENDS = {"a": ("Fires", "Has made the contact"), "t": ("Is fired at", "Is attacked")}
"""What either stand does, in a shot and in a melee."""
MORALE_TEST = "Morale Test"
ADJUSTED_MORALE = "Adjusted morale"
ADJUSTED_SUM = "{initial_sp} SP less the hits, at least 1"
SP_LOST = "SP lost"
CHANCES = {
    "tested": "Is hit and takes a Morale Test",
    "failed": "Fails it",
    "disordered": "Is disordered afterwards",
    "retreats": "Retreats",
    "bounces": "Bounces",
    "eliminated": "Is eliminated",
}
BRIEF = {"tested": "Tested", "eliminated": "Eliminated"}

# -- faults -----------------------------------------------------------------------------------------


def too_much_lost(most: int) -> str:
    return f"is too much: the stand can lose at most {most}"


def not_known(key: str, known: str) -> str:
    return f"{key!r} is not known here: choose from {known}"
