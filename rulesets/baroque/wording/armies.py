"""Sentences of army lists, and of army books that users write."""

from __future__ import annotations

from collections.abc import Iterable

# -- faults -----------------------------------------------------------------------------------------


def no_share(part: int, whole: int) -> str:
    return f"{part}/{whole} is not a share of the units"


def no_type(kind: str, types: Iterable[str]) -> str:
    return f"{kind!r} is not a type of troops: choose from {', '.join(types)}"


def not_of_the_rules(name: str) -> str:
    return f"{name!r} is not a weapon or characteristic of the rules"


# -- the form ---------------------------------------------------------------------------------------

REBUILT = "Lost in print and rebuilt"
REREAD = "Damaged in print but readable"
PRINTED = "What the print shows instead"
ONE_A_LINE = "One per line: vbu: 6"
CHARISMATIC_ALLOWED = "A charismatic leader is allowed"
PRICE_OF_STRUCTURE = "Price of the command structure"
IN_600_POINTS = "In 600 points, BQ-A.1"
SPEEDS = (("", "as its type"), ("S", "S, slow"), ("F", "F, fast"))
MOVE_IN_BU = "Move in BU"
HOW_MANY = "How many may take it"
ANY_NUMBER = "any number of units"
ONE_OR_MORE = "one unit or more"
LIMITS = (
    ("any", ANY_NUMBER),
    ("one_or_more", "one or more units"),
    ("count", "so many units of the army"),
    ("fraction", "a share of the units"),
)
SHARE = "A share: so many"
RECONSTRUCTED = "Reconstructed"
COMMAND_STRUCTURE = "Command structure"
UNITS = "Units"
CHARACTERISTICS = "Characteristics"
TYPE = "Type"
SPEED = "Speed"
WEAPONS = "Weapons"
SPECIAL = "Special characteristics"
MASSED = "Massed"
LIMIT = "Limit"
OUT_OF = "out of"
CHANGES = "Changes"
ADDS = "Adds"

# -- what a book says of an entry -------------------------------------------------------------------


def up_to_share(part: int, whole: int) -> str:
    return f"up to {part}/{whole} of the units"


def up_to(count: int) -> str:
    return "one unit" if count == 1 else f"up to {count} units"


def option(name: str, points: int, limit: str) -> str:
    return f"{name}, {points:+d} points: {limit}."


def range_of(least: int, most: int, group: str) -> str:
    """Say how many units an army may have; `group`: what the entry shares its range with, or ""."""
    number = f"{least}" if least == most else f"{least} to {most}"
    together = f", together with all of “{group}”" if group else ""
    return f"{number} of them in 600 points{together}."


# -- what a list is checked for ---------------------------------------------------------------------

WHOLE_UNIT = "the whole unit"
EXPLORATION_DICE = "Exploration Dice"
ROLLS_OF_DESTINY = "Rolls of Destiny"
ARTILLERY = "Artillery"


def its(characteristic: str) -> str:
    return f"its {characteristic}"
