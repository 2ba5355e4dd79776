"""Sentences of army lists, and of army books that users write."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.engine.wording import plural

CLASSES = {
    "infantry": "Infantry",
    "cavalry": "Cavalry",
    "skirmishers": "Skirmishers",
    "artillery": "Artillery",
    "baggage": "Baggage",
}

# -- the play sheet ---------------------------------------------------------------------------------

FRONT, BACK = "Orders, moves and shooting", "Hand-to-hand and break tests"
MOVES = {
    "hedgehog": "Hedgehog",
    "heavy_artillery": "Heavy guns",
    "limbered_horse_artillery": "Horse artillery, limbered",
    "limbered": "Guns, limbered",
    "manhandled": "Light and medium guns by hand",
    "light_horse": "Light cavalry in open order",
    "horse": "Formed cavalry",
    "standard": "All others",
    "commander_on_foot": "Commanders on foot",
    "commander_mounted": "Commanders on horseback",
}
GROUND = (
    ("Woods, skirmishers and commanders", "full"),
    ("Woods, others in open order", "half"),
    ("Woods, all others", "none"),
    ("Rough ground, unless in open order", "1 move a turn"),
    ("Crossing a hedge, wall or stream, unless in open order", "1 move less"),
    ("Into or out of a building", "1 move"),
    ("March column, square or limbered, when its order fails", "1 move"),
    ("Shaken or disordered, away from the enemy, no order needed", "1 move"),
)

# -- the check of a list ----------------------------------------------------------------------------

BATTALIA, COMMANDER, ADD_COMMANDER = "battalia", "commander", "Choose a commander."
BAGGAGE = "baggage"
CAVALRY, GUNS, ELITE = "Cavalry", "Artillery", "Elite units"
CHOOSE_BETTER = "Choose a higher rating."
JOIN = "Add units, or join it to another battalia."


def one_of(labels: Iterable[str]) -> str:
    return " or ".join(labels)


def too_large_a_share(label: str, number: int, allowed: int, share: str) -> str:
    return f"{label}: the army has {plural(number, 'unit')}, but may have {allowed} at most, {share}."


def share_of(part: int, whole: int, units: int, others: bool) -> str:
    if others:
        return f"one for every {whole} of its {plural(units, 'other unit')}"
    return f"{part}/{whole} of its {plural(units, 'unit')}"


def remove_or_add(number: int) -> str:
    return f"Remove {number}, or add other units."


def rated_too_low(rating: str, least: int) -> str:
    return f"The commander of a battalia has a rating of {least} or more, and this one has {rating}."


def few_units(name: str, number: int, usual: int) -> str:
    return f"{name or 'A battalia'} has {plural(number, 'unit')}; usually a battalia has {usual} or more."


def its(field: str) -> str:
    return f"its {field.replace('_', ' ')}"


def rating(level: str) -> str:
    return f"Rating {level}"


# -- what a list asks -------------------------------------------------------------------------------

ON_FOOT = "Commanders on foot"
ON_FOOT_HELP = "All commanders of the army walk: they move 18 in instead of 24."

# -- books of one's own -----------------------------------------------------------------------------

GUN = "artillery has a gun, and nothing else has one"
UNITS, STAT_LINE, CHANGES, ADDS = "Units", "Stat line", "Changes", "Adds"
HOW_MANY, LIMIT = "How many may take it", "Limit"
LIMITS = (("any", "any number of units"), ("count", "so many units of the army"))
LIMITS_OF_ARMY = "Limits of the army"
CAVALRY_SHARE, ELITE_SHARE = "Cavalry at most", "Elite units at most"
PART, WHOLE = "So many", "of every so many units"
UNITS_PER_GUN, LEAST_RATING = "Other units for each gun", "Least rating of a commander"
IN_1000_POINTS = "In 1,000 points"
PREVIEW = "The preview shows what the formula asks"
HELP = {
    "clash": "Dice in the first round of a combat",
    "sustained": "Dice in later rounds",
    "short": "Dice of closing and traversing shots, and of support",
    "long": "Dice of shooting",
    "weapon": "MPP-9.1",
    "morale": "The least die that saves; 0 for no save",
    "stamina": "Casualties until it is shaken",
    "size": "MPP-C-03",
    "pikes": "MPP-6.1.c",
    "heavy": "Heavy infantry, MPP-9.2.d",
    "open_order": "MPP-3.3, MPP-4.1",
    "dice_close": "MPP-C-31",
    "formations": "The first is the one in which it deploys",
    "special": "MPP-C-35",
    "elite": "The number for MPP-C-36, 0 for none",
}


def no_special(name: str) -> str:
    return f"{name!r} is not a special rule"


def range_of(least: int, most: int, formula: int, points: int) -> str:
    """Say how many units an army may have, and what the formula asks where that is another price."""
    number = f"{least}" if least == most else f"{least} to {most}"
    asked = f" The formula asks {formula} points." if formula != points else ""
    return f"{number} of them in 1,000 points.{asked}"


def option(name: str, points: int, formula: int) -> str:
    asked = f" The formula asks {formula:+d}." if formula != points else ""
    return f"{name}, {points:+d} points.{asked}"
