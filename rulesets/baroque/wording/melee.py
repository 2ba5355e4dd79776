"""Sentences of melee, pursuit, retreat and rout."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.baroque.wording.common import dice

# -- dice -------------------------------------------------------------------------------------------

IMPETUS_EXHAUSTED = "no impetus: exhausted"
IMPETUS_PIKES = "no impetus against pikes"
IMPETUS_FOOT = "no impetus of foot against mounted"
IMPETUS_DIFFICULT = "no impetus: the enemy is in difficult terrain"
IMPETUS_OBSTACLE = "no impetus over a linear obstacle"
IMPETUS_ROUGH = "no impetus of mounted in rough ground"
IMPETUS_FORTIFIED = "no impetus against fortified baggage"
IMPETUS = "impetus"
MELEE_MODIFIER = "melee modifier"
FLANKED = "contacted on flank or rear"
IN_DIFFICULT_TERRAIN = "fights in difficult terrain"
ENEMY_FEARED = "the enemy is feared"
IN_BROKEN_TERRAIN = "fights in broken terrain"
DEFENDS_POSITION = "defends an obstacle or the higher ground"

# -- the fight --------------------------------------------------------------------------------------


def struck_on(face: str) -> str:
    return f"struck on the {face}"


def pair(unit: str, enemy: str) -> str:
    return f"{unit} against {enemy}"


WHICH_MAIN_UNITS = "Which units are the main units of this melee?"


def fight(enemies: Sequence[str]) -> str:
    return f"Fight {' and '.join(enemies)}"


MELEE = "Melee"
MELEE_SUPPORT = "Melee support"


def rolls(vbu: int, change: int, count: int, *, support: bool) -> str:
    """Return words such as `VBU 4+1, half in support: 2 dice`; `change`: the sum of the modifiers."""
    return f"VBU {vbu}{change:+d}{', half in support' if support else ''}: {dice(count)}"


HAS_FOUGHT = "has fought"
BEATEN_FROM_BEHIND = "beaten with an enemy on its flank or rear"

# -- what follows -----------------------------------------------------------------------------------

HAS_TO_PURSUE = "has to pursue"


def wins(unit: str) -> str:
    return f"{unit} wins. Does it pursue?"


def retired_beyond(loser: str, unit: str) -> str:
    return f"{loser} has retired beyond an obstacle or difficult terrain. Does {unit} pursue?"


def pursue(least: int, most: int) -> str:
    return f"Pursue {least} to {most} BU"


HOLD = "Hold"
PURSUES = "pursues"
PURSUIT = "Pursuit"


def rolled_bu(die: int, bu: float) -> str:
    return f"{die}: {bu} BU"


STRAIGHT_AHEAD = "Straight ahead"


def follow(loser: str, degrees: float) -> str:
    return f"After {loser}, turning {degrees:.0f} degrees"


def which_direction(unit: str) -> str:
    return f"{unit}: pursue in which direction?"


def routs_into(unit: str) -> str:
    return f"{unit} routs into it"


def routs_before(unit: str) -> str:
    return f"{unit} routs before it"


def charged_by(unit: str) -> str:
    return f"charged by {unit}"


RETREAT = "Retreat"
CANNOT_RETREAT = "it cannot retreat"
MAIN_UNIT_BEATEN = "its main unit is beaten"
STAY_IN_CONTACT = "Stay in contact"


def break_off(bu: float) -> str:
    return f"Break off {bu:g} BU"


def melee_drawn(unit: str) -> str:
    return f"The melee is a draw. Does {unit} break off?"
