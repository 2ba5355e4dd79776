"""What the check of lists says: faults, their remedies, and the names of options."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.engine.wording import plural

# -- armies/check.py


def not_a_card(card: str, book: str) -> str:
    return f"“{card}” is not a card of {book}"


NO_CARD_CHOSEN = "no card is chosen"


def choose_one_of(cards: Iterable[str]) -> str:
    return f"Choose one of {', '.join(cards)}."


LIST_EMPTY = "The list is empty."
REGIMENT_WITHOUT_DIVISION = "A Regiment is played in a division, and the list has no Division card."
CHOOSE_SKIRMISH_OR_DIVISION = "Choose a skirmish or a Division card."
SKIRMISH_ONE_CARD = "A skirmish force is built from one card alone."
REMOVE_OTHER_COMMANDS = "Remove the other commands."
DIVISION_NOT_FIRST = "The Division card, with its Commander-in-Chief, is not the first command."
PUT_FIRST = "Put it first."
SKIRMISH_IN_DIVISION = "A Skirmish Force cannot be part of a division."
CHOOSE_REGIMENT = "Choose a Regiment card."
ONE_DIVISION_CARD = "A division has one Commander-in-Chief, so one Division card."
REMOVE_THIS_ONE = "Remove this one."


def too_many_wagon_trains(trains: int, most: int, what: str) -> str:
    return f"There are {trains} war wagon trains, but {most} {what}."


def join_or_remove(number: int) -> str:
    return f"Join or remove {number} of them."


def outside_period(card: str, first: int, last: int, year: int) -> str:
    return f"{card} operated from {first} to {last}, not in {year}."


CHOOSE_CARD_OF_YEAR = "Choose a card that covers that year."
SMALL_BY_CARD = "by its card"


def small_with(fsp: int) -> str:
    return f"with {fsp} FSP"


def small_force(why: str, warn: int, most: int) -> str:
    return f"This is a Small Skirmish Force {why}: it should not meet more than {warn} or {most} FSP."


NOTHING_TO_CHANGE = "You need not change anything."


# -- armies/command.py


def commander_without_bases(name: str) -> str:
    return f"{name} is a commander, who has no bases."


def not_on_card(label: str, card: str) -> str:
    return f"{label} is not on the card {card}."


REMOVE_THEM = "Remove them."
REMOVE_UNIT = "Remove this unit."


def belongs_to_division(name: str) -> str:
    return f"{name} belongs to the division itself and cannot be attached to a regiment."


MOVE_TO_DIVISION_COMMAND = "Move it to the division’s command."


def level_left_out(level: int, below: int) -> str:
    return f"Something of level {level} is taken, but nothing of level {below}."


def take_from_level_below(below: int, level: int) -> str:
    return f"Take a pick of level {below}, or none of level {level}."


def too_many_picks(picks: int, level: int, allowed: int) -> str:
    return f"{plural(picks, 'pick')} of level {level}, the card allows {allowed}."


def keep_only(allowed: int) -> str:
    return f"Keep only {allowed}."


def too_few_bases(name: str, bases: int, least: int) -> str:
    return f"{name} has {plural(bases, 'base')}, but needs at least {least}."


def set_to(bases: int) -> str:
    return f"Set it to {plural(bases, 'base')}."


def too_many_bases(name: str, bases: int, most: int) -> str:
    return f"{name} has {plural(bases, 'base')}, but may have at most {most}."


def set_to_or_enlarge(most: int, size: int, from_bases: int, note: str, more: int) -> str:
    enlarged = f"which has {plural(size, 'base')} without the free ones, to {from_bases}"
    gain = f"then “{note}” gives {plural(more, 'more base')}."
    return f"{set_to(most)} Or enlarge the force, {enlarged}: {gain}"


def only_from_level(name: str, level: int, reached: int) -> str:
    return f"{name} may be taken from level {level} on; the force has reached {reached}."


def take_from_level(level: int) -> str:
    return f"Take something of level {level}, or leave it out."


def too_many_bases_here(name: str, bases: int, most: int) -> str:
    return f"{name}: {plural(bases, 'base')}, the card allows {most} here."


def reduce_to(bases: int) -> str:
    return f"Reduce it to {plural(bases, 'base')}."


def taken_too_often(name: str, times: int, most: int) -> str:
    return f"{name}: taken {times} times, at most {most} allowed."


def remove_bases_of_note(bases: int) -> str:
    return f"Remove {bases} bases."


def note_only_from_level(note: str, level: int, reached: int) -> str:
    return f"{note}: only from level {level} on; the force has reached {reached}."


def only_together_with(note: str, wanted: str) -> str:
    return f"{note}: only together with {wanted}."


def take_or_leave_out(wanted: str) -> str:
    return f"Take {wanted}, or leave it out."


def not_together_with(note: str, barred: Iterable[str]) -> str:
    return f"{note}: not together with {' and '.join(barred)}."


LEAVE_ONE_OUT = "Leave one of them out."


def too_many_units_with_note(note: str, units: int, most: int) -> str:
    return f"{note}: {plural(units, 'unit')}, at most {most} allowed."


def remove(number: int) -> str:
    return f"Remove {number}."


def too_many_bases_with_note(note: str, bases: int, most: int) -> str:
    return f"{note}: {plural(bases, 'base')}, at most {most} allowed."


def remove_bases(bases: int) -> str:
    return f"Remove {plural(bases, 'base')}."


NO_OBSTACLES_IN_SKIRMISH = (
    "Portable obstacles cannot be part of a skirmish roster; a scenario may allow them."
)


def too_many_elements(name: str, elements: int, bases: int, most: int) -> str:
    return f"{name} carries {elements} elements; with {bases} bases it may carry {most}."


def take_at_most(most: int) -> str:
    return f"Take at most {most}."


def carries_twice(name: str) -> str:
    return f"{name} carries portable obstacles twice."


KEEP_ONE = "Keep one of them."


def too_many_crews(bases: int, guns: int, most: int) -> str:
    return f"{plural(bases, 'additional crew base')} for {plural(guns, 'medium gun')}: {most} allowed."


# -- armies/division.py


def base_lacks_regiments(card: str, have: int, needed: int) -> str:
    return f"{card}: {plural(have, 'regiment')}, the division’s base has {needed}."


def add(number: int) -> str:
    return f"Add {number}."


def too_many_additional_regiments(card: str, have: int, most: int) -> str:
    return f"{card}: {plural(have, 'additional regiment')}, the card allows {most}."


def too_many_additional_in_all(together: int, most: int) -> str:
    return f"{plural(together, 'additional regiment')} in all, the card allows {most}."


def strongest_of_own(fsp: int) -> str:
    return f"the strongest regiment of one’s own has {fsp}."


def ally_too_strong(name: str, fsp: int, strongest: str) -> str:
    return f"{name} is allied and has {fsp} FSP; {strongest}"


MAKE_ALLY_WEAKER = "Make it weaker, or another regiment stronger."


def too_many_additional_units(units: int, most: int) -> str:
    return f"{plural(units, 'additional unit')}, the division may have {most}."


def too_many_alike_in_division(name: str, units: int, most: int) -> str:
    return f"{name}: {plural(units, 'unit')} in the division, the card allows {most}."


DIVISION_HAS_NONE = "the division has none"
IN_A_REGIMENT = "it is in a regiment"


def not_under_artillery(name: str, why: str) -> str:
    return f"{name} is under the artillery commander, but {why}."


ADD_ARTILLERY_COMMANDER = "Add the commander, or make the unit independent."
LEAVE_TO_REGIMENT = "Leave it to the regiment, or move it to the division’s command."


def leave_out(number: int) -> str:
    return f"Leave {number} out."


def only_half_may_have_obstacles(what: str, able: int, equipped: int) -> str:
    return f"{what}: {plural(able, 'regiment')} can carry them, {equipped} have them: only half may."


def leave_at(half: int) -> str:
    remedy = f"Leave them at {half}" if half else "Remove them"
    return f"{remedy}, or add a regiment that can carry them and has none."


def obstacles_in_too_many_regiments(what: str, equipped: int, most: int) -> str:
    return f"{what} in {equipped} regiments: only {most} may have them."


KEEP_IN_ONE = "Keep them in one."


def obstacles_on_too_many_bases(what: str, bases: int, most: int) -> str:
    return f"{what} are carried by {bases} bases, {most} are allowed."


GIVE_TO_FEWER = "Give them to fewer units."


def obstacles_of_nobody(name: str, what: str) -> str:
    return f"{name} carries {what}, but belongs to no regiment."


ATTACH_TO_REGIMENT = "Attach it to a regiment, or remove them."


# -- armies/force.py


def mounted_bases(mounted: int) -> str:
    return f"{mounted} bases of cavalry and dragoons"


# -- armies/offers.py


def bases_more(bases: int) -> str:
    return f"{bases} bases more"


def for_fsp_of_level(more: str) -> str:
    return f"{more}, for the FSP of the level."


def carries_obstacles(number: int, what: str) -> str:
    return f"Carries {number or 'as many'} {what}{'' if number else ' as it has bases'}."


UNDER_ARTILLERY_COMMANDER = "Under the artillery commander"

CHEVAUX_DE_FRISE = "chevaux de frise"
