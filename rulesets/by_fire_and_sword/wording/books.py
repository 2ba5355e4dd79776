"""What is wrong with a book of cards, after the place in the book: `is not a unit of this book`."""

from __future__ import annotations

# -- armies/faults.py


def used_twice(value: str, times: int) -> str:
    return f"{value!r} is used {times} times: each must be unique"


def forbidden_in_name(name: str) -> str:
    return f"{name!r} must not hold a comma, colon, semicolon, bracket or quotation mark"


GUN_OF_ARTILLERY = "is light, medium or heavy for artillery, and empty for all other units"
WAGON_OF_WAGONS = "is war, transport or ammunition for wagons, and empty for all others"


def ends_before_it_begins(last: int, first: int) -> str:
    return f"is {last}, before {first}"


REGIMENT_NEEDS_RANGE = "is missing: a Regiment card has one"
FOR_REGIMENTS_ONLY = "is for Regiment cards only: remove it"
DIVISION_NEEDS_REGIMENTS = "is missing: a division has a base of regiments"
FOR_DIVISIONS_ONLY = "is for Division cards only: remove it"
CORE_NEEDS_UNIT = "is missing: a core has at least one unit"


def has_other_meaning(value: str) -> str:
    return f"{value!r} has a meaning of its own: choose another"


PRICE_OF_EMPTY_SLOTS = "is for slots that may stay empty: core or level pays for others"


def not_a_unit(unit: str) -> str:
    return f"{unit!r} is not a unit of this book"


def total_must_rise(fsp: int, before: int) -> str:
    return f"is {fsp}: a running total must rise above {before}"


def more_picks_than_there_are(picks: int, there: int) -> str:
    return f"is {picks}, but there are {there} to pick from"


PICK_BRINGS_NOTHING = "brings nothing: give it a slot or more bases"
PICK_BRINGS_BOTH = "brings units and more bases: make two picks of it, or one of the two"


def not_a_slot_below(slot: str) -> str:
    return f"{slot!r} is not a slot of the core or a lower level"


def not_a_level(level: int, known: str) -> str:
    return f"is {level}: the core and the levels are {known}"


FOR_UNITS_ONLY = "is for units: remove it"
ADDITIONAL_NEEDS_BASES = "is missing: give bases, optional ones or by_level"
TWO_PRICES = "gives prices beside fsp: keep one of the two"
STEPS_MUST_RISE = "must rise in bases from step to step"


def steps_end_early(last: int, highest: int) -> str:
    return f"end at {last} bases: give the price of {highest}"


FOR_COMMANDERS_ONLY = "is for a commander"
CREW_COSTS_NOTHING = "is not for additional crew, which never costs FSP: remove it"


def not_a_pick(pick: str) -> str:
    return f"{pick!r} is not a pick of this card"


def not_a_place_or_pick(other: str) -> str:
    return f"{other!r} is not a place or pick of this card"


FOR_EQUIPMENT_ONLY = "and adds are for notes of equipment: remove them"
NOT_FOR_RESTRICTIONS = "is not for a restriction: remove it"
SLOT_OR_ADDITIONAL = "slot or additional entry"


def not_a_target(target: str, what: str) -> str:
    return f"{target!r} is not a {what} of this card"


NOT_CHANGED_BY_EQUIPMENT = "is not a characteristic that equipment changes"
NOT_A_LIST_OF_NAMES = "is not a list of names"
NO_PRICE_OF_GREY_BASES = "has no price: add a note of kind bases for it"
TWO_PRICES_OF_GREY_BASES = "has its price in two notes: keep one"
NO_GREY_BASES_TO_SELL = "is 0, but a note sells bases for this slot"


def too_many_compulsory_regiments(compulsory: int, room: int) -> str:
    return f"has {compulsory} compulsory regiments in all: a list has room for {room}"


def not_a_card(name: str) -> str:
    return f"{name!r} is not a card of this book"


def not_a_regiment_card(name: str) -> str:
    return f"{name!r} is not a Regiment card"


# -- armies/own.py


def not_of_the_rules(name: str, what: str) -> str:
    cure = "spell it as they do, or add it to the special rules of the book"
    return f"{name!r} is not a {what} of the rules: {cure}"
