"""What is said of shooting, hand-to-hand combat and break tests."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.dice import Modifier
from rulesets.engine.wording import counted

SAVES = "Saves"
WORTH = "What the unit is worth"
BREAK_TEST = "Break test"
COMMANDER = "Commander at risk"
SHOOT = "Shooting"
CLOSING = "Closing shots"
TRAVERSING = "Traversing shots"
COMBAT = "Hand-to-hand combat"
EXCESS_REMOVED = "casualties beyond its Stamina are removed"
SHARED = "its share as a support"
FIRE = "from shooting"
FIGHT = "in combat"
NO_FRIENDS_THERE = "there is no room to go back"
SHATTERED = "casualties of twice its Stamina"
LEADER_KILLED = "is killed in combat"
MERCENARIES = "mercenaries leave once they are shaken and do not rally"
BROKEN_BATTALIA = "shaken, in a broken battalia"
CHOOSE_RESULT = "Hold the ground disordered, or retreat in good order?"
HOLD_DISORDERED = "Hold, disordered"
RETREAT = "Retreat in good order"
REROLL_TEST = "Reroll the break test?"
REROLL = "Reroll (Valiant)"
KEEP = "Keep the result"
NEXT_COMBAT = "Which combat is fought next?"
DONE_SHOOTING = "End shooting"
FOLLOW = "Follow up"
STAY = "Stay"
SWEEP_NONE = "Stay here"
PULLS_BACK = "cavalry pulls back from foot after a draw"
IN_COMBAT = "in the combat result"
DISORDERED_WITH = "its comrades give ground in disorder"
NO_MISSILES = "it has no missiles"
IN_MARCH_COLUMN = "it is in march column"
IS_LIMBERED = "it is limbered"
IN_COMBAT_ITSELF = "it is in combat"
BAYONETS_FIXED = "its bayonets are fixed"
HAS_SHOT = "it has shot already"
HAS_TRAVERSED = "it has given traversing shots already"
OUT_OF_RANGE = "out of range"
NOT_IN_FRONT = "not in its front quarter"
IS_IN_COMBAT = "in combat"
OUT_OF_SIGHT = "out of sight"
THIS_FACE = "dice from this face"
ONE_DIE = "one die in this formation"
FIRST_FIRE = "First Fire"
ENFILADE = "enfilade: double dice"
OF_SUPPORTS = "dice of its supports"
OF_COMMANDER = "its commander"
LIMBERED = "limbered artillery does not fight"
MARCH_COLUMN = "march column"
EACH_FACE = "dice for each face"
PLUGGED = "plug bayonets"
LANCES = "lances"
HEAVY_CAVALRY = "heavy cavalry"
SWORDSMEN = "swordsmen against foot"
DUE = {
    "MPP-1.1.a": "it tests because this attack has left it shaken",
    "MPP-1.1.b": "it tests because it was shaken and has taken a casualty",
    "MPP-1.1.c": "it tests because of a 6 among the dice against it, saved or not",
    "MPP-1.1.d": "it tests because of two 6s against it, where only a 6 hits, saved or not",
    "MPP-1.1.e": "it tests because it has lost the combat",
    "MPP-1.1.f": "it tests because it is shaken and the combat is drawn",
    "MPP-1.1.g": "it tests because the unit that it supported is gone",
    "MPP-C-35": "it tests because it is Wavering and has taken a casualty",
}
"""Why a break test is due, by the rule."""
_CAUSES = {"ranged": "shooting", "hand_to_hand": "combat"}
_BROKE_BY = {"": "", "shaken": ", as it is shaken", "hurt": ", as it has casualties"}
_RESULTS = {
    "hold": "holds its ground", "retreat": "retreats", "give_ground": "gives ground", "break": "breaks",
    "destroyed": "is destroyed", "choice": "holds disordered or retreats",
}  # fmt: skip


def hits(number: int, why: Sequence[Modifier] = ()) -> str:
    dice = ", ".join(f"{each.value} {each.why}" for each in why)
    return counted(number, "hit") + (f" (dice: {dice})" if dice else "")


def casualties(number: int) -> str:
    return counted(number, "casualty", "casualties")


def again(purpose: str) -> str:
    return f"{purpose}, again"


def worth(better: int) -> str:
    return {1: "better than it looked", 0: "as it looked", -1: "worse than it looked"}[better]


def column(unit_class: str, cause: str) -> str:
    """Return what part of the table of break tests a test is read in."""
    return f"{unit_class}, {_CAUSES[cause]}"


def not_unhurt(casualties_: int) -> str:
    return f"no −2 for a unit without casualties: it has {counted(casualties_, 'casualty', 'casualties')}"


def score(dice: Sequence[int], change: int) -> str:
    """Return a score as the sum that it is: `5 + 6 − 2 = 9`; "" without dice."""
    more = f" {'+' if change > 0 else '−'} {abs(change)}" if change else ""
    return f"{' + '.join(map(str, dice))}{more} = {sum(dice) + change}" if dice else ""


def result(effect: str, disordered: bool, score_: str, column_: str, broke_by: str = "") -> str:
    more = _BROKE_BY[broke_by] + (", disordered" if disordered else "")
    return f"{score_} ({column_}): {_RESULTS[effect]}{more}"


def shoots_at(unit: str, target: str, inches: float, dice: int, need: int) -> str:
    return f"{unit} shoots at {target}: {inches:.1f} in, {counted(dice, 'die', 'dice')}, {need}+"


def who_shoots(side: str) -> str:
    return f"{side}: who shoots at whom?"


def traverse(unit: str, target: str) -> str:
    return f"{unit}: traversing shots at {target}?"


def shoot(dice: int, need: int) -> str:
    return f"Shoot: {counted(dice, 'die', 'dice')}, {need}+"


HOLD_FIRE = "Hold fire"


def follow(unit: str) -> str:
    return f"{unit}: follow up?"


def sweep(unit: str) -> str:
    return f"{unit}: the enemy broke. Sweep on?"


def sweep_at(target: str) -> str:
    return f"Sweep on into {target}"


def combat(first: str, second: str) -> str:
    return f"{first} against {second}"


def combat_result(inflicted: int, total: int) -> str:
    return f"{counted(inflicted, 'casualty', 'casualties')} inflicted, combat result {total}"
