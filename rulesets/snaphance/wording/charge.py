"""Sentences of charges."""

from __future__ import annotations

from rulesets.snaphance.wording.common import FLANK_OR_REAR

CHARGE = "charge"
CHARGED = "it has charged"
WHERE_IT_STANDS = "where it stands"
ORDER_TEST = "the Order Test"

NO_CHARGE_BONUS = "only stands with a Charge Bonus charge"
LIGHT_CAVALRY = (
    "Light Cavalry without a Charge Bonus charge Skirmishers alone, and Shot in flank or rear from behind "
    "their front"
)
NOT_AGAINST_MOUNTED = "infantry do not charge Mounted Combat Stands"
FOOT_ATTACK_BUILDINGS = "only foot attack a fortified building"
ANOTHER_ATTACKS = "another stand attacks that fortified building"


def charge(target: str, place: str, facing: str, front: bool) -> str:
    """Return the words of a charge from a `place`, "" for where the stand is; "" for the `facing` it has.

    So `Charge Blue from 0506 (front)` or `..., facing north (flank or rear)`.
    """
    where = (f"from {place}" if place else WHERE_IT_STANDS) + (f", facing {facing}" if facing else "")
    return f"Charge {target} {where} ({'front' if front else FLANK_OR_REAR})"
