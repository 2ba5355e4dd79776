"""Sentences of the odds: what is asked, what is answered, and what cannot be asked."""

from __future__ import annotations

# -- what is asked ----------------------------------------------------------------------------------

SHOT = "A shot"
MELEE = "A round of combat"
ORDER = "An order"
FIGHTER = "Unit"
SUPPORTS = "Supports"
LEGENDS = {"a": ("Shoots", "One side"), "t": ("Is shot at", "The other")}
THE_ORDER = "The order"
UNIT = "Unit"
NONE = "none"
THE_USUAL = "its usual one"
CLASS = "Class"
CLASSES = ("Infantry", "Cavalry", "Skirmishers", "Artillery", "Baggage")
CLASH, SUSTAINED = "Clash", "Sustained"
SHORT, LONG = "Short", "Long"
WEAPON = "Weapon"
MORALE = "Morale (saves on)"
STAMINA = "Stamina"
GUN = "Gun"
GUNS = ("none", "light", "medium", "heavy")
GUN_DICE = ("Dice at close range", "Dice at medium range", "Dice at long range")
SPECIAL = "Special rules"
PIKES = "Has pikes"
HEAVY = "Heavy infantry"
FORMATION = "Formation"
CASUALTIES = "Casualties so far"
DISORDERED = "Disordered"
NOT_FRESH = "Has used Steady or Valiant"
DOOMED = "In a broken battalia"
FIRED_BEFORE = "Has shot before"
STANDS = "Stands in"
COVERS = ("the open", "light cover", "heavy cover", "a fortification", "a building")
ROUND = "Round of the combat"
FACES = "Faces in contact"
CHARGING = "Charges or countercharges"
WON = "Won the last round"
FLANKED = "Engaged in flank or rear"
DOWNHILL = "Attacks downhill"
COMMANDER = "A commander is with it"
DISTANCE = "Distance in inches"
HOW = "Kind of shot"
HOWS = ("shooting", "closing shots", "traversing shots")
NOT_CLEAR = "Target is not clear"
NOT_FRONT = "Not from the target’s front"
ENFILADE = "Enfilade"
RATING = "Command rating"
TO_COMMANDER = "Inches to the commander"
ORDERED = ("any other", "attack column", "march column", "limbered")
ENEMY_NEAR = "An enemy within 6 inches"
ON_ROAD = "On a road"

# -- what is answered -------------------------------------------------------------------------------

FATES = {
    "holds": "Holds its ground",
    "holds_or_retreats": "Holds disordered or retreats, as its player likes",
    "retreats": "Retreats in good order",
    "retreats_disordered": "Retreats disordered",
    "gives_ground": "Gives ground in good order",
    "gives_ground_disordered": "Gives ground disordered",
    "breaks": "Breaks",
    "shattered": "Is shattered",
}
TESTED, SHAKEN, COMMANDER_LOST = "Takes a break test", "Is shaken", "Its commander falls"
BREAK_TEST = "Break test"
AS_READ, AS_PRINTED = "As we read it", "As printed"
READINGS = (
    "As we read it, casualties beyond Stamina and the difference of the results are added to the dice; as "
    "the sheet is printed they are deducted (MPP-1.2.b, MPP-1.2.c)."
)
BASE = {"shot": "Shooting dice", "melee": "Combat dice"}
HITS, CASUALTIES_TAKEN, BREAKS = "Hits", "Casualties", "Breaks"
DICE = "Dice"
TO_HIT_AND_SAVE = "To hit and to save"
WINS, DRAW, LOSES = "Wins", "Draw", "Loses"
RESULT = "combat result"
MOVES = "What it gives"
ONCE, REROLLED = "One roll", "With the general’s reroll"
BLUNDER = "blunder"
WINS_ORDER = "At least one move"
MOVE_WORDS = ("no move", "one move", "two moves", "three moves")


def after_test(name: str) -> str:
    return f"Break test of {name}"


def hits_on(name: str, need: int) -> str:
    return f"A die of {name} hits on {need}+"


def needs_to_hit(need: int) -> str:
    return f"hits on {need}+"


def saves_on(name: str, save: int) -> str:
    return f"{name} saves on {save}+" if save <= 6 else f"{name} has no save"


def again(number: int, what: str) -> str:
    return f"all {what} rolled again" if number < 0 else f"{number} of the {what} rolled again"


def adds(name: str, total: int) -> str:
    return f"{name} adds {total} to its combat result"


def at_range(weapon: str, inches: float) -> str:
    return f"{weapon} at {inches:g} in"


def needs(rating: int) -> str:
    return f"{rating} or less on two dice"


# -- what cannot be asked ---------------------------------------------------------------------------

GUN_FOR_ARTILLERY = "artillery has a gun, and nobody else"
NO_ENFILADE = "MPP-9.3.f: infantry and artillery enfilade, within half their range"


def no_formation(unit: str, formation: str) -> str:
    return f"{unit} does not form {formation}"


def no_special(name: str) -> str:
    return f"{name!r} is not a special rule"


def too_many(most: int) -> str:
    return f"must be {most} or less: with more it is shattered"


def out_of_reach(unit: str, inches: float, reach: float) -> str:
    return f"{unit} reaches {reach:g} in, not {inches:g}"


def illegal(rule: str, why: str) -> str:
    return f"{rule}: {why}"
