"""The tactician's reasons."""

from __future__ import annotations

FIRST = "nothing speaks for another choice"
ENOUGH = "there is enough terrain"
LINE_UP = "foot in the centre, horse on the wings"
REROLL = "it failed"
SHOOT = "shots come before the blow"
NO_SHOT = "no shot is worth it"
NO_INITIATIVE = "orders give more moves"
NO_ORDER = "nobody gains by another order"
ORDER = "the most to gain for the chance of the order"
AWAY = "a shaken unit gets out of reach"
STAY = "it stands well here"
RALLY = "a casualty less"
FOLLOW_ME = "the commander leads a charge"
NEAR = "a commander close by loses nothing on their orders"
OUT_OF_REACH = "out of reach of enemies until a charge pays"
FORM = "horse does not ride down a hedgehog or square"
COUNTER = "cavalry that is standing loses the charge bonus"
EVADE = "it would lose the fight"
FACE = "the flank is worse"
STAND = "it stands best where it is"
RETREAT = "worn, with enemies close"
HOLD = "the line stays closed"


def charge(target: str, value: float) -> str:
    return f"a charge at {target} pays ({value:.1f})"


def shot(target: str, value: float) -> str:
    return f"{target} is the best target ({value:.1f})"


def towards(target: str) -> str:
    return f"towards {target}"


def follow(target: str) -> str:
    return f"{target} would lose again"
